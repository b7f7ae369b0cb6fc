//! Policy improvement by rollouts.
//!
//! For each candidate action the same imagined luck is played out by a guide (a policy with a
//! sense of how a position will end), to the end of a round some rounds ahead. Sequential halving
//! spends the playouts on the candidates that still matter. The search leaves the guide's own
//! choice only when the gain is significant, so it is rarely worse than its guide.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng};
use rayon::prelude::*;
use reckoners_env::action::decode;
use reckoners_env::rng::GameRng;
use reckoners_env::state::{Ending, Now};
use reckoners_env::{ActionMask, Game, Rules};

use crate::agent::{Agent, Turn};

/// A player that also judges positions.
pub trait Guide: Send + Sync {
    /// The candidates for a decision, the guide's own choice first, at most `most`.
    fn candidates(
        &self,
        rules: &Rules,
        game: &Game,
        legal: &ActionMask,
        most: usize,
        rng: &mut GameRng,
    ) -> Vec<usize>;

    /// Plays each game on by itself until it is over or has passed round `last`, with its own luck.
    fn play_on(&self, rules: &Rules, games: &mut [Game], luck: &mut [GameRng], last: u16);

    /// The chance to win of each game, which may be over.
    fn win_chances(&self, rules: &Rules, games: &[Game]) -> Vec<f32>;
}

/// The win chance of a finished game.
pub fn settled(game: &Game) -> Option<f32> {
    match game.now {
        Now::Over(Ending::Won) => Some(1.0),
        Now::Over(Ending::Lost(_)) => Some(0.0),
        _ => None,
    }
}

/// How long to search, and how boldly to follow the result.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SearchOptions {
    /// Most playouts a decision. With this alone the result depends on the seed only.
    pub playouts: u32,
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
            time: None,
            width: 8,
            horizon: 1,
            certainty: 1.5,
            least_gain: 0.002,
        }
    }
}

/// What the search found about one candidate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Finding {
    /// The action id.
    pub action: usize,
    /// Chance to win, estimated as the guide's choice plus the gain on the same luck.
    pub win_chance: f32,
    /// Standard error of that estimate.
    pub error: f32,
    /// Playouts.
    pub playouts: u32,
}

/// The outcome of a search: candidates, best first, and what to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// The chosen action.
    pub choice: usize,
    /// What the guide alone would do.
    pub guide_choice: usize,
    /// All candidates: the chosen one, then the others, best first.
    pub candidates: Vec<Finding>,
    /// Playouts in all.
    pub playouts: u32,
}

/// One candidate in the race.
struct Runner {
    action: usize,
    results: Vec<f32>,
}

impl Runner {
    fn mean(&self) -> f32 {
        self.results.iter().sum::<f32>() / self.results.len().max(1) as f32
    }
    /// What is known of this candidate, told as a difference from the guide's choice on the same
    /// luck: a candidate that left the race early is not judged by the luck it happened to see.
    fn finding(&self, base: &Self) -> Finding {
        let (level, level_error) = mean_error(base.results.iter().copied());
        let same_luck = self
            .results
            .iter()
            .zip(&base.results)
            .map(|(own, base)| own - base);
        let (gain, gain_error) = mean_error(same_luck);
        let error = if self.action == base.action {
            level_error
        } else {
            level_error.hypot(gain_error)
        };
        Finding {
            action: self.action,
            win_chance: (level + gain).clamp(0.0, 1.0),
            error,
            playouts: self.results.len() as u32,
        }
    }
}

/// Mean and standard error; one sample or none says nothing about its error.
fn mean_error(values: impl Iterator<Item = f32> + Clone) -> (f32, f32) {
    let samples = values.clone().count();
    let count = samples.max(1) as f32;
    let mean = values.clone().sum::<f32>() / count;
    if samples < 2 {
        return (mean, 0.5);
    }
    let spread: f32 = values.map(|v| (v - mean).powi(2)).sum();
    (mean, (spread / (count - 1.0) / count).sqrt())
}

/// Playouts of one candidate that are run together.
const CHUNK: usize = 8;

/// Searches one decision. `candidates` must be legal, the guide's choice first.
pub fn search(
    rules: &Rules,
    guide: &dyn Guide,
    game: &Game,
    candidates: &[usize],
    options: &SearchOptions,
    seed: u64,
) -> Findings {
    let deadline = options.time.map(|t| Instant::now() + t);
    let mut runners: Vec<Runner> = candidates
        .iter()
        .map(|&action| Runner {
            action,
            results: Vec::new(),
        })
        .collect();
    let guide_choice = candidates[0];
    let mut spent = 0;
    let mut out: Vec<Runner> = Vec::new();
    let stages = (candidates.len().max(2) as f32).log2().ceil() as u32;
    let mut stage = 0;
    while runners.len() > 1 && stage < stages {
        // Each stage gets an equal share of playouts and time; every runner in it is brought to the
        // same number.
        let left = options.playouts.saturating_sub(spent) / (stages - stage);
        let each = left / runners.len() as u32;
        if each == 0 {
            break;
        }
        let budget = StageBudget {
            each: each as usize,
            end: deadline.map(|end| {
                let now = Instant::now();
                now + end.saturating_duration_since(now) / (stages - stage)
            }),
        };
        let last = game.round.saturating_add(options.horizon);
        run_stage(rules, guide, game, &mut runners, last, seed, budget);
        spent = playouts(&runners) + playouts(&out);
        stage += 1;
        // The guide's choice stays in the race: every comparison is against it.
        runners.sort_by(|a, b| {
            let key = |r: &Runner| (r.action == guide_choice, r.mean());
            key(b)
                .0
                .cmp(&key(a).0)
                .then(b.mean().total_cmp(&a.mean()))
                .then(a.action.cmp(&b.action))
        });
        let keep = runners.len().div_ceil(2).max(2);
        if stage < stages && keep < runners.len() {
            out.extend(runners.drain(keep..));
        }
    }
    let choice = choose(&runners, guide_choice, options);
    let base = runners
        .iter()
        .position(|r| r.action == guide_choice)
        .expect("the guide's choice stays in the race");
    let mut found: Vec<Finding> = runners
        .iter()
        .chain(&out)
        .map(|r| r.finding(&runners[base]))
        .collect();
    found.sort_by(|a, b| {
        let chosen = |f: &Finding| f.action == choice;
        chosen(b)
            .cmp(&chosen(a))
            .then(b.win_chance.total_cmp(&a.win_chance))
            .then(a.action.cmp(&b.action))
    });
    Findings {
        choice,
        guide_choice,
        candidates: found,
        playouts: spent,
    }
}

/// The best runner, if it beats the guide's choice significantly on the same luck.
fn choose(runners: &[Runner], guide_choice: usize, options: &SearchOptions) -> usize {
    let Some(base) = runners.iter().find(|r| r.action == guide_choice) else {
        return guide_choice;
    };
    let mut best = (guide_choice, 0.0f32);
    for runner in runners.iter().filter(|r| r.action != guide_choice) {
        let n = runner.results.len().min(base.results.len());
        if n < 4 {
            continue;
        }
        let same_luck = runner.results[..n].iter().zip(&base.results[..n]);
        let (mean, error) = mean_error(same_luck.map(|(own, base)| own - base));
        if mean > options.least_gain && mean > options.certainty * error && mean > best.1 {
            best = (runner.action, mean);
        }
    }
    best.0
}

fn playouts(runners: &[Runner]) -> u32 {
    runners.iter().map(|r| r.results.len() as u32).sum()
}

/// How far a stage goes: so many playouts of each runner, or less when its time is over.
#[derive(Clone, Copy)]
struct StageBudget {
    each: usize,
    end: Option<Instant>,
}

/// Runs playouts for every runner; the n-th playout of each uses the same luck. Playouts come in
/// waves that all runners finish, so luck stays aligned wherever time runs out; the first wave is
/// always run.
fn run_stage(
    rules: &Rules,
    guide: &dyn Guide,
    game: &Game,
    runners: &mut [Runner],
    last: u16,
    seed: u64,
    budget: StageBudget,
) {
    let goal = runners[0].results.len() + budget.each;
    let wave = match budget.end {
        None => budget.each,
        Some(_) => CHUNK,
    };
    while runners[0].results.len() < goal {
        let first = runners[0].results.len();
        let end = goal.min(first + wave);
        let jobs: Vec<(usize, usize)> = (first..end)
            .step_by(CHUNK)
            .flat_map(|start| (0..runners.len()).map(move |r| (start, r)))
            .collect();
        let done: Vec<Vec<f32>> = jobs
            .par_iter()
            .map(|&(start, r)| {
                let count = CHUNK.min(end - start);
                let mut games = vec![*game; count];
                let mut luck: Vec<GameRng> = (start..start + count)
                    .map(|index| playout_luck(seed, index as u64))
                    .collect();
                let action = decode(runners[r].action).expect("candidates are ids");
                for g in &mut games {
                    rules.apply_unchecked(g, action);
                }
                guide.play_on(rules, &mut games, &mut luck, last);
                guide.win_chances(rules, &games)
            })
            .collect();
        for ((_, r), values) in jobs.into_iter().zip(done) {
            runners[r].results.extend(values);
        }
        if budget.end.is_some_and(|end| Instant::now() >= end) {
            return;
        }
    }
}

/// The luck of one playout.
fn playout_luck(seed: u64, index: u64) -> GameRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&index.to_le_bytes());
    GameRng::from_seed(bytes)
}

/// The search as an agent.
#[derive(Clone)]
pub struct SearchAgent {
    guide: Arc<dyn Guide>,
    options: SearchOptions,
}

impl std::fmt::Debug for SearchAgent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchAgent")
            .field("options", &self.options)
            .finish()
    }
}

impl SearchAgent {
    /// A search over a guide.
    pub fn new(guide: Arc<dyn Guide>, options: SearchOptions) -> Self {
        Self { guide, options }
    }

    /// Searches one decision and tells what was found.
    pub fn examine(
        &self,
        rules: &Rules,
        game: &Game,
        legal: &ActionMask,
        rng: &mut GameRng,
    ) -> Findings {
        let candidates = self
            .guide
            .candidates(rules, game, legal, self.options.width, rng);
        search(
            rules,
            self.guide.as_ref(),
            game,
            &candidates,
            &self.options,
            rng.next_u64(),
        )
    }

    /// The options in use.
    pub fn options(&self) -> &SearchOptions {
        &self.options
    }

    /// The guide in use.
    pub fn guide(&self) -> &dyn Guide {
        self.guide.as_ref()
    }
}

impl Agent for SearchAgent {
    fn act(&mut self, rules: &Rules, turns: &mut [Turn<'_>], choices: &mut Vec<usize>) {
        choices.clear();
        for turn in turns {
            let choice = match turn.legal.single() {
                Some(only) => only,
                None => self.examine(rules, turn.game, turn.legal, turn.rng).choice,
            };
            choices.push(choice);
        }
    }
}
