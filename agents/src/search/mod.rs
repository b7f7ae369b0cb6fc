//! Policy improvement by rollouts.
//!
//! For each candidate action the same imagined luck is played out by a guide (a policy with a
//! sense of how a position will end), to the end of a round some rounds ahead. Sequential halving
//! spends the playouts on the candidates that still matter. The search leaves the guide's own
//! choice only when the gain is significant, so it is rarely worse than its guide.
//!
//! A [`Race`] decides which playouts come next and reads their results; it plays nothing itself.
//! So the playouts of many candidates, and of many decisions at once, go to the guide together,
//! and a network sees large batches.

pub mod adviser;
mod agent;
pub mod avert;
mod cancel;
pub mod future;
pub mod luck;
pub mod order;
mod race;
mod reserve;
pub mod rolls;
pub mod thrift;
pub mod weigh;
pub mod whole;
pub mod win;

use std::time::Duration;

use rayon::prelude::*;
use reckoners_env::rng::GameRng;
use reckoners_env::state::{Ending, Now};
use reckoners_env::{ActionMask, Game, Rules};

pub use adviser::Adviser;
pub use agent::SearchAgent;
pub use cancel::Cancel;
pub use future::Players;
pub use race::{Finding, Findings, Race};

/// A player that also judges positions.
pub trait Guide: Send + Sync {
    /// The candidates for a decision that deserve a look, the guide's own choice first, at most
    /// `most`.
    fn candidates(
        &self,
        rules: &Rules,
        game: &Game,
        legal: &ActionMask,
        most: usize,
        rng: &mut GameRng,
    ) -> Vec<usize>;

    /// Every legal action with the share that the guide gives it, the largest first.
    /// A guide that only ranks them halves the share from each to the next, so that theirs sum to a little less than one.
    fn shares(
        &self,
        rules: &Rules,
        game: &Game,
        legal: &ActionMask,
        rng: &mut GameRng,
    ) -> Vec<(usize, f32)> {
        let ranked = self.candidates(rules, game, legal, legal.len(), rng);
        let halves = std::iter::successors(Some(0.5f32), |share| Some(share * 0.5));
        ranked.into_iter().zip(halves).collect()
    }

    /// Plays each game on by itself, until it is over or waits for a decision after its last round.
    /// What becomes of one does not depend on the others.
    fn play_on(&self, rules: &Rules, playouts: &mut [Playout]);

    /// The chance to win of each game, which may be over.
    fn win_chances(&self, rules: &Rules, games: &[Game]) -> Vec<f32>;

    /// How each game will end, or has ended. None from a guide that foresees no more than wins.
    fn foresee(&self, _rules: &Rules, _games: &[Game]) -> Option<Vec<Outlook>> {
        None
    }
}

/// How a game will end, as a guide sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outlook {
    /// The chance to win.
    pub win: f32,
    /// People left at the end on average; none in a lost game.
    pub population: f32,
    /// Rounds from now to the end on average.
    pub rounds: f32,
}

/// An imagined continuation of a game.
#[derive(Debug, Clone)]
pub struct Playout {
    /// The position.
    pub game: Game,
    /// Its luck from here on.
    pub luck: GameRng,
    /// The round after which the guide judges.
    pub last: u16,
}

/// How long to search, and how boldly to follow the result.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SearchOptions {
    /// Most playouts a decision. With this alone the result depends on the seed only.
    pub playouts: u32,
    /// Most decisions of players in all playouts of hints, which keeps long games from taking long.
    pub work: u64,
    /// Most time a decision.
    pub time: Option<Duration>,
    /// Most candidates.
    pub width: usize,
    /// Rounds to play beyond the current one before the guide judges.
    pub horizon: u16,
    /// Standard errors by which a candidate must beat the guide's choice.
    pub certainty: f32,
    /// Win chance by which it must beat it.
    pub least_gain: f32,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            playouts: 256,
            work: u64::MAX,
            time: None,
            width: 8,
            horizon: 1,
            certainty: 1.5,
            least_gain: 0.002,
        }
    }
}

/// Playouts of a search that only time limits.
pub const UNLIMITED: u32 = 1_000_000;

/// The win chance of a finished game.
pub fn settled(game: &Game) -> Option<f32> {
    match game.now {
        Now::Over(Ending::Won) => Some(1.0),
        Now::Over(Ending::Lost(_)) => Some(0.0),
        _ => None,
    }
}

/// Fewest and most playouts that one thread runs together: a network is slow with few rows, and
/// all threads should have some.
const BATCH: (usize, usize) = (8, 64);

/// Has the guide play each game on and judge how it will end, on all threads.
pub fn play_out(rules: &Rules, guide: &dyn Guide, mut playouts: Vec<Playout>) -> Vec<f32> {
    let share = playouts.len().div_ceil(rayon::current_num_threads());
    let judged: Vec<Vec<f32>> = playouts
        .par_chunks_mut(share.clamp(BATCH.0, BATCH.1))
        .map(|batch| {
            guide.play_on(rules, batch);
            let games: Vec<Game> = batch.iter().map(|p| p.game).collect();
            guide.win_chances(rules, &games)
        })
        .collect();
    judged.concat()
}

/// Searches one decision. `candidates` must be legal, the guide's choice first.
pub fn search(
    rules: &Rules,
    guide: &dyn Guide,
    game: &Game,
    candidates: &[usize],
    options: &SearchOptions,
    seed: u64,
) -> Findings {
    run_one(rules, guide, Race::new(game, candidates, options, seed))
}

fn run_one(rules: &Rules, guide: &dyn Guide, race: Race) -> Findings {
    let mut races = [race];
    run(rules, guide, &mut races);
    races[0].findings()
}

/// Runs races to their end, side by side.
fn run(rules: &Rules, guide: &dyn Guide, races: &mut [Race]) {
    loop {
        let mut playouts = Vec::new();
        let sizes: Vec<usize> = races
            .iter_mut()
            .map(|race| race.next_wave(rules, &mut playouts))
            .collect();
        if playouts.is_empty() {
            return;
        }
        let values = play_out(rules, guide, playouts);
        let mut rest = values.as_slice();
        for (race, size) in races.iter_mut().zip(sizes) {
            let (own, others) = rest.split_at(size);
            race.take(own);
            rest = others;
        }
    }
}
