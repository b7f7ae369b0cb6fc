use std::collections::BTreeSet;

use reckoners_env::cards::{ActionTrack, Boards, Deed, Modules, load_embedded};
use reckoners_env::ids::{CardSet, DistrictIx};
use reckoners_env::state::Now;
use reckoners_env::table::Table;
use reckoners_env::{Game, Rules};
use serde_json::Value;

use crate::play::{
    any_setup, cases, easy, kind, luck, make, play, random_move, rich, setup, wild, with_modules,
};

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
        play(&rules, easy(&rules, &setup(seed)), seed, &mut see);
    }
    all_met(&kinds, &BASE);
}

/// The kinds of position of the base game.
const BASE: [&str; 17] = [
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

/// Those that the modules add.
const ADDED: [&str; 13] = [
    "AfterMove",
    "DiscardToken",
    "ExtraKind",
    "Kidnap",
    "KidnapTo",
    "Recipient",
    "Regain",
    "Reroll",
    "Sell",
    "Steal",
    "SwapGive",
    "SwapTake",
    "Transform",
];

pub(crate) fn all_met(met: &BTreeSet<String>, all: &[&str]) {
    let missed: Vec<_> = all.iter().filter(|kind| !met.contains(**kind)).collect();
    assert!(missed.is_empty(), "never met: {missed:?}");
}

#[test]
fn every_reachable_position_with_modules_goes_out_and_comes_back_identical() {
    let rules = Rules::embedded();
    let wild = wild();
    let mut kinds = BTreeSet::new();
    let mut keys = BTreeSet::new();
    for seed in 0..cases(40) {
        let setup = any_setup(seed);
        for (rules, start) in [
            (&rules, rich(&rules, &setup)),
            (&rules, easy(&rules, &setup)),
            (&wild, rich(&wild, &setup)),
        ] {
            let mut n = 0;
            play(rules, start, seed, |game| {
                // Of a long game some; of what the modules ask, all.
                n += 1;
                let kind = kind(game);
                if n < 300 || n % 8 == 0 || ADDED.contains(&kind.as_str()) {
                    note_keys(&Table::new(game).to_value(rules), &mut keys);
                    goes_round(rules, game);
                }
                kinds.insert(kind);
            });
        }
    }
    all_met(&kinds, &BASE);
    all_met(&kinds, &ADDED);
    // Everything that the modules add was somewhere on a table.
    let added = [
        "buying",
        "by",
        "copy_tokens",
        "demolitions",
        "gift",
        "given",
        "half_paid",
        "moved",
        "owed",
        "reroll",
        "resting_cards",
        "returns_to",
        "set_aside",
        "stolen",
        "swaps",
        "red_shields",
        "blue_shields",
    ];
    all_met(&keys, &added);
}

#[test]
fn a_market_with_empty_places_is_filled_by_one_card_or_by_all() {
    let rules = Rules::embedded();
    let setup = with_modules(3, Modules::ALL);
    let mut seen = BTreeSet::new();
    play(&rules, rich(&rules, &setup), 3, |game| {
        if game.now != Now::Buy || game.round == 0 || game.market.len() < 4 {
            return;
        }
        // Nearly everything is out of the game; three cards were sold since.
        let mut few = *game;
        let mut deck = few.equipment_deck.equipment();
        let sold: Vec<u8> = deck.by_ref().take(3).map(|card| card.0).collect();
        let market: Vec<u8> = few.market.equipment().map(|card| card.0).collect();
        few.discarded = few.discarded.or(few.equipment_deck);
        few.equipment_deck = CardSet::EMPTY;
        for card in sold {
            few.discarded.remove(card);
            few.equipment_deck.insert(card);
        }
        for card in &market[..2] {
            few.market.remove(*card);
            few.discarded.insert(*card);
        }
        goes_round(&rules, &few);
        for action in rules.legal(&few).actions() {
            let mut next = few;
            rules.apply(&mut next, action).unwrap();
            while matches!(next.now, Now::DealEquipment | Now::Receive { .. }) {
                goes_round(&rules, &next);
                seen.insert(Table::new(&next).to_value(&rules)["draws"].to_string());
                let step = random_move(&rules, &next, &mut luck(1)).unwrap();
                make(&rules, &mut next, step);
            }
        }
    });
    assert!(seen.contains("1") && seen.contains("null"), "{seen:?}");
}

/// Collects the keys of all objects in a file.
pub(crate) fn note_keys(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                if !keys.contains(key) {
                    keys.insert(key.clone());
                }
                note_keys(value, keys);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| note_keys(value, keys)),
        _ => {}
    }
}

/// Cards with which bases are discovered all the time, in every way, and rewards are huge.
pub(crate) fn restless() -> Rules {
    let mut catalog = load_embedded();
    let track =
        |deeds: [&str; 4]| ActionTrack::new(&deeds.map(|deed| Deed::read(deed).unwrap())).unwrap();
    catalog.setup.base_track = 2;
    catalog.setup.first_bracket = 3;
    catalog.setup.population = 900;
    for (i, epic) in catalog.epics.iter_mut().enumerate() {
        epic.track = match i % 3 {
            0 => track(["BASE 3", "GIFT BASE 2", "BOOST yellow 2", "BASE 2"]),
            1 => track(["GIFT BOOST yellow 2", "BASE", "POP 1", "GIFT BASE"]),
            _ => track([
                "GIFT BOOST black",
                "FORTIFY_BOSS 9",
                "BASE 2",
                "BOOST yellow",
            ]),
        };
        epic.reward.plan = 200;
        epic.reward.enforcement = 150;
    }
    for sheet in catalog.bosses[0].sheets.iter_mut().flatten() {
        if let Boards::Tracks(tracks) = &mut sheet.boards {
            tracks[0] = track(["BASE 2", "GIFT BASE", "BASE", "GIFT BASE 2"]);
            tracks[1] = track(["GIFT BASE 2", "BOOST yellow 2", "BASE", "BOOST yellow"]);
        }
    }
    Rules::new(catalog)
}

/// A box so small that the game can be lost before it begins.
fn tiny() -> Rules {
    let mut catalog = load_embedded();
    catalog.setup.population = 1;
    catalog.setup.enforcement = 1;
    Rules::new(catalog)
}

#[test]
fn other_cards_are_written_and_read_as_well() {
    let mut agendas = BTreeSet::new();
    let mut lost_early = false;
    for (rules, games) in [(restless(), 6), (tiny(), 12)] {
        for seed in 0..cases(games) {
            play(&rules, rules.new_game(&setup(seed)), seed, |game| {
                goes_round(&rules, game);
                lost_early |= game.round == 0 && game.now.is_over();
                let text = Table::new(game).to_value(&rules)["agenda"].to_string();
                agendas.insert(text.replace(|c: char| c.is_ascii_digit(), ""));
            });
        }
    }
    assert!(agendas.len() > 25, "{agendas:?}");
    assert!(lost_early);
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
