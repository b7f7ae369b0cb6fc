//! How good a position is: the guide's own opinion, and playouts a round ahead.

use std::ops::Range;
use std::time::{Duration, Instant};

use reckoners_agents::search::future::play_to_end;
use reckoners_agents::search::luck::Luck;
use reckoners_agents::search::weigh::Mean;
use reckoners_agents::search::{Cancel, Outlook, Playout, SearchOptions, play_out, settled};
use reckoners_env::action::decode;
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::{Game, Rules};

use super::Brain;

/// How much to think, and with which imagined luck.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    /// How to search.
    pub search: SearchOptions,
    /// Imagined luck: the same seed and playouts give the same answer.
    pub seed: u64,
}

/// A win chance with the error of its sampling.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The chance to win, 0 to 1.
    pub win_chance: f32,
    /// Standard error; none when nothing was sampled.
    pub error: Option<f32>,
    /// Playouts behind it.
    pub playouts: u32,
}

/// Playouts between two looks at the clock.
const WAVE: usize = 64;
/// Playouts of a position that is only evaluated, unless more are asked for by time.
const MOST: u32 = 512;
/// Imagined outcomes when the guide judges a position in which chance comes first.
const SAMPLES: u64 = 16;

/// The luck of one imagined future.
fn imagined(seed: u64, index: u64) -> GameRng {
    stream(seed, index, 0, Purpose::Search)
}

/// Luck for choices of a guide that needs some.
pub(super) fn guide_luck(seed: u64) -> GameRng {
    stream(seed, 0, 0, Purpose::Agent)
}

/// Imagined futures of a position, each with its own luck.
fn futures(
    rules: &Rules,
    brain: &Brain,
    game: &Game,
    horizon: u16,
    seed: u64,
    indices: Range<usize>,
) -> Vec<f32> {
    let last = game.round.saturating_add(horizon);
    let playouts = indices.map(|index| Playout {
        game: *game,
        luck: imagined(seed, index as u64),
        last,
    });
    play_out(rules, brain.guide(), playouts.collect())
}

/// The value of a position when the guide plays on with imagined luck.
pub fn playouts(rules: &Rules, brain: &Brain, game: &Game, budget: &Budget) -> Estimate {
    let SearchOptions {
        playouts,
        time,
        horizon,
        ..
    } = budget.search;
    let deadline = time.map(|t| Instant::now() + t);
    let goal = playouts.max(2) as usize;
    let mut results = Vec::new();
    while results.len() < goal {
        let next = results.len()..goal.min(results.len() + WAVE);
        results.extend(futures(rules, brain, game, horizon, budget.seed, next));
        if deadline.is_some_and(|end| Instant::now() >= end) {
            break;
        }
    }
    mean_and_error(&results)
}

/// The value of a position when the players of the brain play it to its end; none when it was cancelled.
pub fn evaluate(
    rules: &Rules,
    brain: &Brain,
    game: &Game,
    budget: &Budget,
    cancel: &Cancel,
) -> Option<Estimate> {
    if let Some(known) = settled(game) {
        return Some(Estimate {
            win_chance: known,
            error: Some(0.0),
            playouts: 0,
        });
    }
    let begun = Instant::now();
    let ahead = game.round.saturating_add(budget.search.horizon);
    let most = match budget.search.time {
        None => budget.search.playouts.clamp(2, MOST),
        Some(_) => budget.search.playouts,
    } as usize;
    let mut wins: Vec<f32> = Vec::new();
    let mut slowest = Duration::ZERO;
    while wins.len() < most {
        let wave = WAVE.min(most - wins.len());
        let before = begun.elapsed();
        let starts = wins.len()..wins.len() + wave;
        let starts: Vec<(Game, Luck)> = starts
            .map(|i| (*game, Luck::new(budget.seed, i as u64)))
            .collect();
        let played = play_to_end(rules, brain.players(), &starts, ahead, cancel)?;
        wins.extend(played.futures.iter().map(|future| future.win));
        slowest = slowest.max(begun.elapsed() - before);
        // Another wave must fit as well.
        if budget
            .search
            .time
            .is_some_and(|time| begun.elapsed() + slowest > time)
        {
            break;
        }
    }
    let mean = Mean::of(wins.iter().copied());
    Some(Estimate {
        win_chance: mean.value,
        error: Some(mean.error),
        playouts: mean.count,
    })
}

/// What the guide thinks of a position without looking ahead.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Opinion {
    /// The chance to win.
    pub win: f32,
    /// People left at the end, none in a lost game; none from a guide that does not foresee it.
    pub population: Option<f32>,
    /// The round of the win, where one is likely and the guide foresees it.
    pub round: Option<f32>,
}

/// Chance from which the end that a guide foresees counts as a win: in games that are lost it is the end of the team.
const LIKELY: f32 = 0.9;

/// The guide's own opinion of a position; chance is averaged.
pub fn opinion(rules: &Rules, brain: &Brain, game: &Game, seed: u64) -> Opinion {
    let games = next_decisions(rules, game, seed);
    let foreseen = brain.guide().foresee(rules, &games);
    let Some(foreseen) = foreseen else {
        return Opinion {
            win: raw_value(rules, brain, game, seed),
            population: None,
            round: None,
        };
    };
    let n = foreseen.len() as f32;
    let mean = |of: fn(&Outlook) -> f32| foreseen.iter().map(of).sum::<f32>() / n;
    let win = mean(|o| o.win);
    let round = f32::from(game.round) + mean(|o| o.rounds);
    Opinion {
        win,
        population: Some(mean(|o| o.population)),
        round: (win >= LIKELY).then_some(round),
    }
}

/// The value that the guide gives a position without looking ahead; chance is averaged.
pub fn raw_value(rules: &Rules, brain: &Brain, game: &Game, seed: u64) -> f32 {
    let games = next_decisions(rules, game, seed);
    let values = brain.guide().win_chances(rules, &games);
    values.iter().sum::<f32>() / values.len() as f32
}

/// The position itself, or what imagined luck makes of it where chance comes first.
fn next_decisions(rules: &Rules, game: &Game, seed: u64) -> Vec<Game> {
    if !game.now.is_chance() {
        return vec![*game];
    }
    let played = |i| {
        let mut future = *game;
        rules.play_chance(&mut future, &mut imagined(seed, i));
        future
    };
    (0..SAMPLES).map(played).collect()
}

/// How much better one action is than another when the guide plays on with the same luck: the mean
/// difference and its standard error. Both actions are legal.
pub fn paired_gain(
    rules: &Rules,
    brain: &Brain,
    game: &Game,
    (better, worse): (usize, usize),
    playouts: u32,
    seed: u64,
) -> (f32, f32) {
    let run = |action: usize| {
        let mut after = *game;
        rules.apply_unchecked(&mut after, decode(action).expect("an id of the mask"));
        let horizon = brain.search.horizon;
        futures(
            rules,
            brain,
            &after,
            horizon,
            seed,
            0..playouts.max(2) as usize,
        )
    };
    let gains: Vec<f32> = run(better)
        .iter()
        .zip(run(worse))
        .map(|(a, b)| a - b)
        .collect();
    let value = mean_and_error(&gains);
    (value.win_chance, value.error.unwrap_or(0.0))
}

/// The mean of some playouts with its standard error.
fn mean_and_error(results: &[f32]) -> Estimate {
    let n = results.len() as f32;
    let mean = results.iter().sum::<f32>() / n;
    let spread: f32 = results.iter().map(|r| (r - mean).powi(2)).sum();
    let error = (spread / (n - 1.0) / n).sqrt();
    Estimate {
        win_chance: mean,
        error: Some(error),
        playouts: results.len() as u32,
    }
}
