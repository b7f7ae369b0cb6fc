//! What people type at a position.

use reckoners_env::action::decode;
use reckoners_env::rng::GameRng;
use reckoners_env::state::{Now, Spot};
use reckoners_env::table::Table;
use reckoners_env::{Game, Rules};
use reckoners_eval::hint::{HintOptions, entry};

use crate::tables::{luck, make, positions, random_move, setup};
use crate::{advisor, quick};

/// The first position of a random game that is wanted.
fn first(rules: &Rules, rng: &mut GameRng, wanted: impl Fn(&Game) -> bool) -> Game {
    let mut game = rules.new_game(&setup(2));
    while !wanted(&game) {
        let play = random_move(rules, &game, rng).expect("the game has not ended yet");
        make(rules, &mut game, &play);
    }
    game
}

#[test]
fn dice_may_be_typed_in_any_order_of_reckoners() {
    let advisor = advisor();
    let rules = advisor.rules();
    let mut rng = luck(2);
    let rolling = |g: &Game| matches!(g.now, Now::RollDice { .. }) && g.round == 1;
    let mut game = first(rules, &mut rng, rolling);
    let table = Table::new(&game);
    let speaker = reckoners_env::words::Speaker::new(rules, &table.names);
    let mut own = game;
    let mut typed = Vec::new();
    while let Now::RollDice { seat } = own.now {
        let outcome = reckoners_env::chance::sample(rules.catalog(), &own, &mut rng);
        typed.push(format!(
            "{}: {}",
            speaker.seat(&own, seat),
            speaker.outcome(&game, &outcome)
        ));
        rules.resolve(&mut own, outcome).unwrap();
    }
    typed.reverse();
    entry::play_texts(&speaker, &mut game, &typed).unwrap();
    assert_eq!(game, own);
    let error = entry::play_texts(&speaker, &mut game, &["dance".into()]).unwrap_err();
    assert!(error.to_string().starts_with("\"dance\": "), "{error}");
}

#[test]
fn several_dice_are_kept_by_one_text_or_none_of_them() {
    let advisor = advisor();
    let rules = advisor.rules();
    let mut game = first(rules, &mut luck(2), |g| g.now == Now::Keep);
    let table = Table::new(&game);
    let speaker = reckoners_env::words::Speaker::new(rules, &table.names);
    let rolled =
        reckoners_env::words::dice::say(rules.catalog(), &game.actor().dice.faces(Spot::Rolled));
    let mut after = game;
    let played = entry::play_texts(&speaker, &mut after, &[format!("keep {rolled}")]).unwrap();
    assert!(played.len() > 1 && played.iter().all(|text| text.contains(": keep a")));
    assert_eq!(
        usize::from(after.seat(game.acting).dice.count(Spot::Kept)),
        played.len()
    );
    // One more die than there are: the next Reckoner has such a die, and it must stay there.
    let next = after.actor().dice.shown(Spot::Rolled);
    let (kind, face, _) = next.last().unwrap();
    let other = reckoners_env::words::dice::die(rules.catalog(), kind, face);
    assert_ne!(after.acting, game.acting);
    let mut untouched = game;
    let surplus = format!("keep {rolled}, {other}");
    let error = entry::play_texts(&speaker, &mut untouched, &[surplus]).unwrap_err();
    assert!(
        error.to_string().contains("there is no die to keep"),
        "{error}"
    );
    assert_eq!(untouched, game);
    let too_many = format!("keep {rolled}, {rolled}");
    let error = entry::play_texts(&speaker, &mut game, &[too_many]).unwrap_err();
    assert!(
        error.to_string().contains("there is no die to keep"),
        "{error}"
    );
    assert_eq!(game, table.game);
}

#[test]
fn every_printed_option_and_step_can_be_typed_back() {
    let advisor = advisor();
    let rules = advisor.rules();
    let mut typed = 0;
    for (i, game) in positions(rules, 60).iter().enumerate() {
        let options = HintOptions {
            plan: true,
            playouts: Some(16),
            level: None,
            ..quick(i as u64)
        };
        let table = Table::new(game);
        let speaker = reckoners_env::words::Speaker::new(rules, &table.names);
        let hint = advisor.hint(&table, &options).unwrap();
        let end = |ids: &[usize]| {
            let mut at = *game;
            for id in ids {
                rules.apply(&mut at, decode(*id).unwrap()).unwrap();
            }
            at
        };
        for option in &hint.options {
            let mut at = *game;
            let text = option.text.clone();
            let played = entry::play_texts(&speaker, &mut at, &[text]);
            assert!(played.is_ok(), "{}: {played:?}", option.text);
            assert_eq!(at, end(&option.ids), "{}", option.text);
            typed += 1;
        }
    }
    assert!(typed > 100, "{typed}");
}
