//! How good a position or an option is: the guide's own opinion, and playouts.

use std::ops::Range;
use std::time::Instant;

use reckoners_agents::search::{Playout, SearchOptions, play_out, settled};
use reckoners_env::action::decode;
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::{ActionMask, Game, Rules};

use super::Brain;
use super::doubt::search_beyond_doubt;

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

/// One legal action with what is thought of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judged {
    /// The action id.
    pub action: usize,
    /// Probability that the network gives it.
    pub prior: Option<f32>,
    /// Its value.
    pub value: Estimate,
    /// Standard error of its difference from the guide's favourite; none when nothing was sampled.
    pub gain_error: Option<f32>,
    /// Whether the guide alone would choose it.
    pub guide_choice: bool,
}

/// Playouts between two looks at the clock.
const WAVE: usize = 64;
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

/// The value of any position: known at the end, that of the best option at a decision, that of its
/// successor after a forced move, and a mean over imagined luck when chance comes first.
pub fn evaluate(rules: &Rules, brain: &Brain, game: &Game, budget: &Budget) -> Estimate {
    let mut game = *game;
    loop {
        if let Some(known) = settled(&game) {
            return Estimate {
                win_chance: known,
                error: Some(0.0),
                playouts: 0,
            };
        }
        let legal = rules.legal(&game);
        if legal.is_empty() {
            return playouts(rules, brain, &game, budget);
        }
        match legal.single().and_then(decode) {
            Some(only) => rules.apply_unchecked(&mut game, only),
            None => {
                let order = brain.order(rules, &game, &legal, &mut guide_luck(budget.seed));
                let (options, _) = searched(rules, brain, &game, &order, order[0].0, budget);
                return options[0].value;
            }
        }
    }
}

/// The value that the guide gives a position without looking ahead; chance is averaged.
pub fn raw_value(rules: &Rules, brain: &Brain, game: &Game, seed: u64) -> f32 {
    let mut games: Vec<Game> = Vec::new();
    if game.now.is_chance() {
        for i in 0..SAMPLES {
            let mut future = *game;
            rules.play_chance(&mut future, &mut imagined(seed, i));
            games.push(future);
        }
    } else {
        games.push(*game);
    }
    let values = brain.guide().win_chances(rules, &games);
    values.iter().sum::<f32>() / values.len() as f32
}

/// Judges options by the guide alone, in its order. Each value is the guide's opinion of the
/// position after the option. `own` is the guide's choice, whether it is among the options or not.
pub fn raw(
    rules: &Rules,
    brain: &Brain,
    game: &Game,
    order: &[(usize, Option<f32>)],
    own: usize,
    seed: u64,
) -> Vec<Judged> {
    let judge = |&(action, prior): &(usize, Option<f32>)| {
        let mut after = *game;
        rules.apply_unchecked(&mut after, decode(action).expect("an id of the mask"));
        let win_chance = raw_value(rules, brain, &after, seed);
        let value = Estimate {
            win_chance,
            error: None,
            playouts: 0,
        };
        Judged {
            action,
            prior,
            value,
            gain_error: None,
            guide_choice: action == own,
        }
    };
    order.iter().map(judge).collect()
}

/// Judges options by search, best first, and counts its playouts. `order` is not empty, the guide's
/// favourite of them is first; `own` is its choice among all legal actions.
pub fn searched(
    rules: &Rules,
    brain: &Brain,
    game: &Game,
    order: &[(usize, Option<f32>)],
    own: usize,
    budget: &Budget,
) -> (Vec<Judged>, u32) {
    let width = budget.search.width.max(2);
    let candidates: Vec<usize> = order.iter().map(|(id, _)| *id).take(width).collect();
    let prior = |action: usize| {
        order
            .iter()
            .find(|(id, _)| *id == action)
            .and_then(|(_, p)| *p)
    };
    if let [only] = candidates[..] {
        let mut after = *game;
        rules.apply_unchecked(&mut after, decode(only).expect("an id of the mask"));
        let value = evaluate(rules, brain, &after, budget);
        let only = Judged {
            action: only,
            prior: prior(only),
            value,
            gain_error: Some(0.0),
            guide_choice: only == own,
        };
        return (vec![only], value.playouts);
    }
    let findings = search_beyond_doubt(rules, brain, game, &candidates, budget);
    let judged = findings.candidates.iter().map(|f| Judged {
        action: f.action,
        prior: prior(f.action),
        value: Estimate {
            win_chance: f.win_chance,
            error: Some(f.error),
            playouts: f.playouts,
        },
        gain_error: Some(f.gain_error),
        guide_choice: f.action == own,
    });
    (judged.collect(), findings.playouts)
}

/// The options that a request wants to hear of, in the guide's order, and the guide's own choice,
/// which may not be one of them. Some action is legal.
pub fn restricted(
    rules: &Rules,
    brain: &Brain,
    game: &Game,
    wanted: &ActionMask,
    seed: u64,
) -> (Vec<(usize, Option<f32>)>, usize) {
    // The guide sees all legal actions, because it may rely on some being there.
    let mut all = brain.order(rules, game, &rules.legal(game), &mut guide_luck(seed));
    let own = all[0].0;
    all.retain(|(id, _)| wanted.has(*id));
    (all, own)
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
