//! The hint engine: legal, reproducible, consistent, and with reasons.

mod advice;
mod plans;
mod reasons;
#[path = "../support/tables.rs"]
mod tables;
mod typed;

use reckoners_env::action::decode;
use reckoners_env::{Game, Rules};
use reckoners_eval::hint::brain::Brain;
use reckoners_eval::hint::{Advisor, Hint, HintOptions};

pub(crate) fn advisor() -> Advisor {
    let rules = Rules::embedded();
    Advisor::new(&rules, Brain::scripted(&rules))
}

pub(crate) fn quick(seed: u64) -> HintOptions {
    HintOptions {
        playouts: Some(32),
        seed,
        ..HintOptions::default()
    }
}

/// Applies the options of a hint, and the steps of its plan, to the position they are for.
pub(crate) fn check_legal(advisor: &Advisor, game: &Game, hint: &Hint) {
    let rules = advisor.rules();
    let legal = rules.legal(game);
    assert_eq!(hint.options.is_empty(), legal.is_empty());
    for option in &hint.options {
        assert!(legal.has(option.id), "{}", option.text);
        assert_eq!(option.id, option.ids[0]);
        let mut at = *game;
        for id in &option.ids {
            rules.apply(&mut at, decode(*id).unwrap()).unwrap();
        }
        assert!((0.0..=1.0).contains(&option.win_chance));
        assert!(!option.reasons.is_empty());
        for odds in &option.odds {
            assert!((0.0..=1.0).contains(&odds.chance), "{odds:?}");
        }
    }
    let mut at = *game;
    for step in hint.plan.iter().flat_map(|p| &p.steps) {
        for id in &step.ids {
            rules.apply(&mut at, decode(*id).unwrap()).unwrap();
        }
    }
}
