//! Tables of the other bosses and cities: every position goes out and comes back, and so do recorded games.

use std::collections::BTreeSet;

use reckoners_env::cards::Gain;
use reckoners_env::ids::{EquipmentId, Module};
use reckoners_env::state::{Now, Task};
use reckoners_env::table::Table;
use reckoners_env::{Game, Rules};

use crate::identity::{all_met, goes_round, note_keys};
use crate::play::{cases, city_setup, easy, kind, play, rich, wild};
use crate::random::{RandomGame, city_tables};

/// What the other bosses and cities ask.
const ADDED: [&str; 12] = [
    "BossCard",
    "DealBoard",
    "Disable",
    "DrawAid",
    "GiveAid",
    "KeepAid",
    "LayAside",
    "LoseFace",
    "Perform",
    "PowerDice",
    "SecondHalf",
    "Suffer",
];

/// The keys that only they have.
const KEYS: [&str; 19] = [
    "affected",
    "aids",
    "aside",
    "below",
    "board",
    "cards",
    "coming_effects",
    "dawnslight",
    "deck",
    "defeated_this_round",
    "disabled_cards",
    "effect",
    "effects",
    "exchanged",
    "kind",
    "marker",
    "passed",
    "rows",
    "using",
];

/// What was met on the way.
#[derive(Default)]
struct Met {
    kinds: BTreeSet<String>,
    keys: BTreeSet<String>,
    seen: u32,
}

impl Met {
    /// Of a long game some; of what is asked now and then, all.
    fn see(&mut self, rules: &Rules, game: &Game) {
        self.seen += 1;
        let kind = kind(game);
        let usual = ["Use", "Spend", "Keep", "RollDice", "Buy", "Reward"];
        if self.seen.is_multiple_of(6) || !usual.contains(&kind.as_str()) {
            note_keys(&Table::new(game).to_value(rules), &mut self.keys);
            goes_round(rules, game);
        }
        if let Now::LoseFace { seat, kind, .. } = game.now {
            // The same die, sold with its card: too rare to wait for.
            let mut sold = *game;
            sold.now = Now::LoseFace {
                seat,
                kind,
                back: true,
            };
            sold.agenda.push(Task::Sale);
            goes_round(rules, &sold);
        }
        self.kinds.insert(kind);
    }
}

#[test]
fn every_boss_in_every_city_goes_out_and_comes_back_identical() {
    let rules = Rules::embedded();
    let mut met = Met::default();
    for seed in 0..cases(1) {
        for (seats, ruleset) in city_tables() {
            let mut game = RandomGame::eager(&rules, seats, ruleset, seed);
            while let Some(played) = game.next() {
                met.see(&rules, &game.game);
                game.play(played);
            }
            met.see(&rules, &game.game);
        }
    }
}

/// A consumable bought before the first round moves a marker onto a theft, and another defeats the thief.
#[test]
fn a_card_that_came_back_rests_in_the_prologue_where_markers_act() {
    let rules = Rules::embedded();
    let (seats, ruleset) = city_tables()
        .find(|(_, ruleset)| {
            let modules = [Module::Equipment, Module::Epics];
            ruleset.city.key() == "babilar" && modules.iter().all(|m| ruleset.modules.has(*m))
        })
        .unwrap();
    let mut game = RandomGame::eager(&rules, seats, ruleset, 1);
    while game.game.now != Now::Buy {
        let played = game.next().unwrap();
        game.play(played);
    }
    let mut game = game.game;
    assert_eq!(game.round, 0);
    // A card that brings no die.
    let gives = |card: &EquipmentId| {
        let power = rules.catalog().equipment(*card).power;
        matches!(power.gain, Gain::Symbols { .. })
    };
    let card = game.equipment_deck.equipment().find(gives).unwrap();
    game.equipment_deck.remove(card.0);
    game.seats[0].cards.insert(card.0);
    game.marks.resting.insert(card.0);
    goes_round(&rules, &game);
}

#[test]
fn positions_of_rich_and_wild_games_in_the_cities_go_out_and_come_back_identical() {
    let (rules, wild) = (Rules::embedded(), wild());
    let mut met = Met::default();
    for seed in 0..cases(40) {
        let setup = city_setup(seed);
        for (rules, start) in [
            (&rules, rich(&rules, &setup)),
            (&rules, easy(&rules, &setup)),
            (&wild, rich(&wild, &setup)),
        ] {
            play(rules, start, seed, |game| met.see(rules, game));
        }
    }
    all_met(&met.kinds, &ADDED);
    all_met(&met.keys, &KEYS);
}
