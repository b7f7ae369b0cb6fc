//! Tables of the other bosses and cities: every position goes out and comes back.

use std::collections::BTreeSet;

use reckoners_env::state::Now;
use reckoners_env::table::Table;
use reckoners_env::{Game, Rules};

use crate::identity::{all_met, goes_round, note_keys};
use crate::play::{cases, kind};
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

#[test]
fn every_boss_in_every_city_goes_out_and_comes_back_identical() {
    let rules = Rules::embedded();
    let mut kinds = BTreeSet::new();
    let mut keys = BTreeSet::new();
    for seed in 0..cases(2) {
        for (seats, ruleset) in city_tables() {
            let mut play = RandomGame::eager(&rules, seats, ruleset, seed);
            let mut see = |game: &Game| {
                note_keys(&Table::new(game).to_value(&rules), &mut keys);
                goes_round(&rules, game);
                kinds.insert(kind(game));
            };
            let mut n = 0;
            while let Some(played) = play.next() {
                n += 1;
                // Of a long game some; of what is asked now and then, all.
                let usual = matches!(play.game.now, Now::Use | Now::Spend | Now::Keep);
                if n < 200 || n % 8 == 0 || !usual {
                    see(&play.game);
                }
                play.play(played);
            }
            see(&play.game);
        }
    }
    all_met(&kinds, &ADDED);
    let added = [
        "affected",
        "aids",
        "aside",
        "back",
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
    ];
    all_met(&keys, &added);
}
