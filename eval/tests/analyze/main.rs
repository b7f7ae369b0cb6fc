//! The analysis protocol: whole games through it, hints, bad input, and the examples of its page.

mod games;
mod hints;
mod page;
mod refused;
#[path = "../support/tables.rs"]
mod tables;

use reckoners_env::{Game, Rules};
use reckoners_eval::analyze::Session;
use reckoners_eval::hint::{Advisor, Brain};
use serde_json::Value;
use tables::{city_games, city_setup, module_setup};

/// Decisions that random players hardly ever meet: which unused die a discovered base costs, who performs a benefit.
pub(crate) const RARE: [&str; 2] = ["lose-face", "perform"];

pub(crate) fn session(rules: &Rules) -> Session {
    Session::new(Advisor::new(rules, Brain::scripted(rules)))
}

pub(crate) fn ask(session: &mut Session, request: &Value) -> Value {
    session.answer(request.to_string().as_bytes())
}

/// Games with money for many cards, so that much is asked: of every choice of modules and of every boss in every city.
pub(crate) fn rich_games(rules: &Rules, of_each: u64) -> Vec<(u64, Game)> {
    let modules = (0..80).map(|seed| (seed, module_setup(seed)));
    let cities = city_games()
        .into_iter()
        .flat_map(|ruleset| (0..of_each).map(move |seed| (seed, city_setup(ruleset, seed))));
    let games = modules.chain(cities).map(|(seed, setup)| {
        let mut game = rules.new_game(&setup);
        game.money = 60;
        (seed, game)
    });
    games.collect()
}
