use std::collections::BTreeSet;

use reckoners_env::ids::DistrictIx;
use reckoners_env::table::Table;
use reckoners_env::{Game, Rules};

use crate::play::{cases, easy, kind, luck, play, setup};

pub(crate) fn goes_round(rules: &Rules, game: &Game) {
    let text = Table::new(game).to_text(rules);
    let table = match Table::parse(rules, &text) {
        Ok(table) => table,
        Err(error) => panic!("{error}\n{text}\n{game:?}"),
    };
    assert!(
        table.game == *game,
        "{text}\nread as\n{:?}\ninstead of\n{game:?}",
        table.game
    );
    assert_eq!(table.to_text(rules), text);
}

#[test]
fn every_reachable_position_goes_out_and_comes_back_identical() {
    let rules = Rules::embedded();
    let mut kinds = BTreeSet::new();
    let mut see = |game: &Game| {
        kinds.insert(kind(game));
        goes_round(&rules, game);
    };
    for seed in 0..cases(30) {
        play(&rules, rules.new_game(&setup(seed)), seed, &mut see);
        play(&rules, easy(&rules, seed), seed, &mut see);
    }
    let all = [
        "Buy",
        "DealEpic",
        "DealEquipment",
        "Faith",
        "Keep",
        "LoseDie",
        "Lost",
        "MoveBoss",
        "Place",
        "PlaceBoss",
        "Receive",
        "Reward",
        "RollDice",
        "SetFace",
        "Spend",
        "Use",
        "Won",
    ];
    let missed: Vec<_> = all.iter().filter(|k| !kinds.contains(**k)).collect();
    assert!(missed.is_empty(), "never met: {missed:?}");
}

#[test]
fn district_names_are_kept() {
    let rules = Rules::embedded();
    let mut rng = luck(3);
    let mut game = rules.new_game(&setup(3));
    rules.play_chance(&mut game, &mut rng);
    let mut table = Table::new(&game);
    table.names.set(DistrictIx(1), "The Loop").unwrap();
    let text = table.to_text(&rules);
    assert!(text.contains("The Loop"));
    assert_eq!(Table::parse(&rules, &text).unwrap(), table);
}
