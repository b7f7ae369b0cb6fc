//! The chance to win when people play on: measured by playing the position to its end with players that
//! stand for them.

use std::time::Instant;

use reckoners_agents::people::{Level, People};
use reckoners_agents::search::future::{Future, play_to_end};
use reckoners_agents::search::luck::Luck;
use reckoners_agents::search::weigh::Mean;
use reckoners_agents::search::{Cancel, Players};
use reckoners_env::{Game, Rules};
use serde::Serialize;

use super::text::spread;
use super::{rounded, told};

/// What people at a table may expect.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PeopleChance {
    /// How well they know the game.
    pub level: &'static str,
    /// The chance to win.
    pub win_chance: f64,
    /// Standard error of that.
    pub error: f64,
    /// People left at the end; none in a lost game.
    pub population: f64,
    /// Games played to the end for it.
    pub playouts: u32,
}

/// Players of one level.
pub fn players(rules: &Rules, level: Level) -> Players {
    let people = People::new(rules, level);
    Players::new(move || people.make())
}

/// Games between two looks at the clock.
const WAVE: usize = 32;

/// How many games, and until when.
#[derive(Debug)]
pub struct Limits<'a> {
    /// Most games.
    pub most: u32,
    /// The moment at which the answer must be there.
    pub deadline: Option<Instant>,
    /// Ends it without an answer.
    pub cancel: &'a Cancel,
}

/// The chance to win of a position; none if there is not the time for one wave of games (30 ms), or if it is cancelled.
pub fn chance(
    rules: &Rules,
    players: &Players,
    level: Level,
    game: &Game,
    limits: &Limits<'_>,
    seed: u64,
) -> Option<PeopleChance> {
    let most = limits.most as usize;
    let mut futures: Vec<Future> = Vec::new();
    let mut slowest = 0.0f64;
    while futures.len() < most {
        let wave = match limits.deadline {
            None => most,
            Some(end) => {
                let left = end.saturating_duration_since(Instant::now()).as_secs_f64();
                if left < 1.5 * slowest.max(0.02) {
                    break;
                }
                WAVE.min(most - futures.len())
            }
        };
        let begun = Instant::now();
        let starts: Vec<(Game, Luck)> = (futures.len()..futures.len() + wave)
            .map(|i| (*game, Luck::new(seed, i as u64)))
            .collect();
        let played = play_to_end(rules, players, &starts, game.round, limits.cancel);
        futures.extend(played?.futures);
        slowest = slowest.max(begun.elapsed().as_secs_f64());
    }
    if futures.is_empty() {
        return None;
    }
    let won = Mean::of(futures.iter().map(|f| f32::from(u8::from(f.won))));
    let left = Mean::of(futures.iter().map(|f| f32::from(f.population)));
    Some(PeopleChance {
        level: level.key(),
        win_chance: told(won.value),
        // None or all of a few games are no certainty.
        error: rounded(spread(f64::from(won.value), won.count)),
        population: told(left.value),
        playouts: won.count,
    })
}
