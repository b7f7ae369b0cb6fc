use std::collections::HashMap;

use reckoners_env::action::encode;
use reckoners_env::chance;
use reckoners_env::event::Event;
use reckoners_env::ids::DistrictIx;
use reckoners_env::table::Table;
use reckoners_env::words::{DistrictNames, Speaker};
use reckoners_env::{Game, Rules};

use crate::play::{Move, any_setup, easy, fixed, luck, play, random_move, rich, setup};

#[test]
fn every_legal_action_has_its_own_phrase_and_reads_back() {
    let rules = Rules::embedded();
    let mut names = DistrictNames::default();
    // Names that only their marks tell apart.
    for (district, name) in [(0, "The Loop"), (1, "The-Loop"), (2, "A"), (3, "?")] {
        names.set(DistrictIx(district), name).unwrap();
    }
    let speaker = Speaker::new(&rules, &names);
    let check = |game: &Game| {
        let mut seen = HashMap::new();
        for action in rules.legal(game).actions() {
            let phrase = speaker.action(game, action);
            let twin = seen.insert(phrase.to_lowercase(), action);
            assert_eq!(twin, None, "\"{phrase}\" is also {action:?}");
            for text in [phrase.to_uppercase(), speaker.sentence(game, action)] {
                let read = speaker.read_action(game, &text);
                let id = read.as_ref().map(|a| encode(*a));
                assert_eq!(id, Ok(encode(action)), "{text} in {:?}", game.now);
            }
        }
    };
    for seed in 0..16 {
        play(&rules, rules.new_game(&setup(seed)), seed, check);
        play(&rules, easy(&rules, &setup(seed)), seed, check);
    }
    for seed in 0..40 {
        play(&rules, rich(&rules, &any_setup(seed)), seed, check);
    }
}

#[test]
fn every_outcome_reads_back_and_every_event_has_words() {
    let rules = Rules::embedded();
    let names = DistrictNames::default();
    let speaker = Speaker::new(&rules, &names);
    for seed in 0..40 {
        let mut game = rich(&rules, &any_setup(seed));
        let mut rng = luck(seed);
        while let Some(step) = random_move(&rules, &game, &mut rng) {
            let before = game;
            let mut events: Vec<Event> = Vec::new();
            match step {
                Move::Action(action) => {
                    rules.apply_watched(&mut game, action, &mut events).unwrap();
                }
                Move::Chance(outcome) => {
                    let text = speaker.outcome(&before, &outcome);
                    assert_eq!(speaker.read_outcome(&before, &text), Ok(outcome), "{text}");
                    rules
                        .resolve_watched(&mut game, outcome, &mut events)
                        .unwrap();
                }
            }
            assert!(!speaker.awaited(&before).is_empty());
            for event in events {
                assert!(!speaker.event(&before, &event).is_empty());
            }
        }
    }
}

/// A game of Tia and Megan at Tia's first decision about dice that are all known.
fn tia_and_megan(rules: &Rules) -> Game {
    use reckoners_env::{Difficulty, GameSetup, Reckoner};
    let setup = GameSetup::new(&[Reckoner::Tia, Reckoner::Megan], Difficulty::Standard).unwrap();
    let mut game = rules.new_game(&setup);
    let mut rng = luck(5);
    while !matches!(game.now, reckoners_env::state::Now::RollDice { .. }) {
        match random_move(rules, &game, &mut rng).unwrap() {
            Move::Action(action) => rules.apply(&mut game, action).unwrap(),
            Move::Chance(outcome) => rules.resolve(&mut game, outcome).unwrap(),
        }
    }
    game
}

#[test]
fn dice_and_actions_can_be_typed_in_short() {
    let rules = fixed();
    let names = DistrictNames::default();
    let speaker = Speaker::new(&rules, &names);
    let mut game = tia_and_megan(&rules);
    let roll = "tia: purple RR, purple P, purple r, white $, white plan, basic money";
    let outcome = speaker.read_outcome(&game, roll).unwrap();
    assert_eq!(
        speaker.outcome(&game, &outcome),
        "2 basic money, basic plan, purple research x2, purple research, purple plan"
    );
    for (text, message) in [
        (
            "tia: purple RR, white $",
            "Tia rolls 3 basic, 3 purple, but \"tia: purple RR, white $\" are 1 basic, 1 purple",
        ),
        ("megan: purple RR", "it is Tia's turn, not megan's"),
        (
            "purple EE",
            "a purple die has no face \"EE\"; its faces: research x2, research, plan, money, contain (two equal dice are \"2 purple research x2\")",
        ),
        ("", "Tia rolls 3 basic, 3 purple, but \"\" are no dice"),
    ] {
        assert_eq!(
            speaker.read_outcome(&game, text).unwrap_err().to_string(),
            message
        );
    }
    rules.resolve(&mut game, outcome).unwrap();
    let mut rng = luck(6);
    let megan = chance::sample(rules.catalog(), &game, &mut rng);
    rules.resolve(&mut game, megan).unwrap();
    let say = |game: &Game, text: &str| {
        speaker
            .read_action(game, text)
            .map(|a| speaker.action(game, a))
            .map_err(|e| e.to_string())
    };
    assert_eq!(
        say(&game, "keep purple RR").unwrap(),
        "keep a purple die (research x2)"
    );
    assert_eq!(
        say(&game, "tia: keep purple research").unwrap(),
        "keep a purple die (research)"
    );
    assert_eq!(
        say(&game, "KEEP WHITE M").unwrap(),
        "keep a basic die (money)"
    );
    assert_eq!(say(&game, "megan").unwrap(), "let Megan go on");
    assert_eq!(
        say(&game, "keep purple").unwrap_err(),
        "\"keep purple\" could be \"keep a purple die (research x2)\", \"keep a purple die (research)\", \
         \"keep a purple die (plan)\"; say more"
    );
    assert_eq!(
        say(&game, "keep purple RR, purple RR").unwrap_err(),
        "\"keep purple RR, purple RR\" is more than one action; say \"keep a purple die (research x2)\", \
         then the next"
    );
    assert_eq!(
        say(&game, "1").unwrap_err(),
        "\"1\": write the action in words; a number alone could be many things"
    );
    let several = speaker.read_keeps(&game, "tia: keep 2 purple RR, white $");
    let names: Vec<String> = several
        .unwrap()
        .into_iter()
        .map(|action| speaker.action(&game, action))
        .collect();
    let double = "keep a purple die (research x2)";
    assert_eq!(names, ["keep a basic die (money)", double, double]);
    let one = speaker.read_keeps(&game, "keep 1 purple RR").unwrap();
    assert_eq!(speaker.action(&game, one[0]), double);
    for one in ["keep purple RR", "keep purpel RR, white $", "roll", "keep"] {
        assert_eq!(speaker.read_keeps(&game, one), None, "{one}");
    }
    assert_eq!(
        say(&game, "keep a purpel die (plan)").unwrap_err(),
        "\"keep a purpel die (plan)\" is none of the 6 legal actions (did you mean \"keep a purple die (plan)\"?)"
    );
    assert_eq!(
        say(&game, "xyzzy").unwrap_err(),
        "\"xyzzy\" is none of the 6 legal actions (\"keep a basic die (money)\", \"keep a basic die (plan)\", \
         \"keep a purple die (research x2)\", \"keep a purple die (research)\", \"keep a purple die (plan)\" and 1 more)"
    );
    assert_eq!(
        say(&game, "megan: keep red E").unwrap_err(),
        "it is Tia's turn, not megan's"
    );
    assert_eq!(
        say(&game, " ").unwrap_err(),
        "nothing was written; name one of the legal actions"
    );
    assert!(
        speaker
            .read_outcome(&game, "3")
            .unwrap_err()
            .to_string()
            .starts_with("no chance is awaited: Tia decides")
    );
}

#[test]
fn what_pays_is_called_what_it_is() {
    let rules = Rules::embedded();
    let text = include_str!("../../../configs/tables/middle-4.json");
    let mut table: serde_json::Value = serde_json::from_str(text).unwrap();
    table["step"] = "spend".into();
    table["acting"] = "prof".into();
    table["reckoners"][0]["kept"] = "white C, white A, black PP, 2 black P".into();
    table["reckoners"][0]["used"] = "white R".into();
    for (from, said) in [
        ("die", "pay the die for Lead the Way (3 plan)"),
        ("token", "pay the Plan Token for Lead the Way (3 plan)"),
    ] {
        table["open"] = serde_json::json!({ "symbols": "research", "from": from });
        let read = Table::from_value(&rules, &table).unwrap();
        let speaker = Speaker::new(&rules, &read.names);
        let legal = rules.legal(&read.game);
        let mut actions = legal.actions();
        assert!(actions.any(|action| speaker.action(&read.game, action) == said));
    }
}
