//! Sequential halving: candidates race on the same luck, and the weaker half drops out.

use std::time::Instant;

use reckoners_env::action::decode;
use reckoners_env::rng::{Purpose, stream};
use reckoners_env::{Game, Rules};

use super::{Playout, SearchOptions};

/// What the search found about one candidate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Finding {
    /// The action id.
    pub action: usize,
    /// Chance to win, estimated as the guide's choice plus the gain on the same luck.
    pub win_chance: f32,
    /// Standard error of that estimate.
    pub error: f32,
    /// How much better than the guide's choice on the same luck; the guide's choice itself has 0.
    pub gain: f32,
    /// Standard error of the gain alone: how surely it differs from the guide's choice, whose own
    /// is 0.
    pub gain_error: f32,
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

impl Findings {
    /// Puts the candidates into their order.
    pub fn new(
        choice: usize,
        guide_choice: usize,
        mut candidates: Vec<Finding>,
        playouts: u32,
    ) -> Self {
        candidates.sort_by(|a, b| {
            (b.action == choice)
                .cmp(&(a.action == choice))
                .then(b.win_chance.total_cmp(&a.win_chance))
                .then(a.action.cmp(&b.action))
        });
        Self {
            choice,
            guide_choice,
            candidates,
            playouts,
        }
    }
}

/// Playouts a candidate, on average, below which a race tells nothing: fewer playouts, fewer
/// candidates.
const LEAST_EACH: usize = 8;
/// Most playouts of each candidate in a wave: few between two looks at the clock, otherwise no more
/// than memory holds with ease.
const WAVE: [usize; 2] = [8, 64];

/// A decision being searched.
#[derive(Debug)]
pub struct Race {
    game: Game,
    options: SearchOptions,
    seed: u64,
    guide_choice: usize,
    /// Still racing; all have the same number of results, of the same luck.
    runners: Vec<Runner>,
    dropped: Vec<Runner>,
    deadline: Option<Instant>,
    stages: u32,
    /// Stages finished.
    stage: u32,
    /// The stage being run.
    open: Option<Stage>,
}

/// How far a stage goes: to so many playouts of each runner, or less when its time is over.
#[derive(Debug)]
struct Stage {
    first: usize,
    goal: usize,
    end: Option<Instant>,
}

impl Race {
    /// A race of legal candidates, the guide's choice first. Its clock starts with its first wave.
    pub fn new(game: &Game, candidates: &[usize], options: &SearchOptions, seed: u64) -> Self {
        let affordable = (options.playouts as usize / LEAST_EACH).max(2);
        let runners: Vec<Runner> = candidates
            .iter()
            .take(affordable)
            .map(|&action| Runner {
                action,
                results: Vec::new(),
            })
            .collect();
        Self {
            game: *game,
            options: *options,
            seed,
            guide_choice: candidates[0],
            stages: (runners.len().max(2) as f32).log2().ceil() as u32,
            runners,
            dropped: Vec::new(),
            deadline: None,
            stage: 0,
            open: None,
        }
    }

    /// Adds the playouts to be run next, runner by runner, and says how many; none when the race is
    /// over. Their results must be given to [`Race::take`].
    pub fn next_wave(&mut self, rules: &Rules, playouts: &mut Vec<Playout>) -> usize {
        let now = Instant::now();
        if self.deadline.is_none() {
            self.deadline = self.options.time.map(|time| now + time);
        }
        let done = self.done();
        if let Some(stage) = &self.open {
            // The first wave of a stage is always run.
            let late = done > stage.first && stage.end.is_some_and(|end| now >= end);
            if done >= stage.goal || late {
                self.close_stage();
            }
        }
        if self.open.is_none() {
            self.open = self.next_stage(now);
        }
        let Some(stage) = &self.open else {
            return 0;
        };
        let wave = stage
            .goal
            .min(done + WAVE[usize::from(stage.end.is_none())]);
        let last = self.game.round.saturating_add(self.options.horizon);
        for runner in &self.runners {
            let mut after = self.game;
            rules.apply_unchecked(
                &mut after,
                decode(runner.action).expect("candidates are ids"),
            );
            playouts.extend((done..wave).map(|index| Playout {
                game: after,
                luck: stream(self.seed, index as u64, 0, Purpose::Search),
                last,
            }));
        }
        self.runners.len() * (wave - done)
    }

    /// Takes the results of the last wave.
    pub fn take(&mut self, values: &[f32]) {
        let each = values.len() / self.runners.len();
        if each > 0 {
            for (runner, own) in self.runners.iter_mut().zip(values.chunks_exact(each)) {
                runner.results.extend_from_slice(own);
            }
        }
    }

    /// Playouts of each runner so far.
    fn done(&self) -> usize {
        self.runners[0].results.len()
    }

    /// The next stage: each gets an equal share of the playouts and the time that are left.
    fn next_stage(&self, now: Instant) -> Option<Stage> {
        let left = self.stages - self.stage;
        if self.runners.len() < 2 || left == 0 {
            return None;
        }
        let playouts = self.options.playouts.saturating_sub(self.playouts()) / left;
        let each = playouts as usize / self.runners.len();
        (each > 0).then(|| Stage {
            first: self.done(),
            goal: self.done() + each,
            end: self
                .deadline
                .map(|end| now + end.saturating_duration_since(now) / left),
        })
    }

    /// Drops the weaker half. The guide's choice stays: every comparison is against it.
    fn close_stage(&mut self) {
        self.open = None;
        self.stage += 1;
        let own = self.guide_choice;
        self.runners.sort_by(|a, b| {
            (b.action == own)
                .cmp(&(a.action == own))
                .then(b.mean().total_cmp(&a.mean()))
                .then(a.action.cmp(&b.action))
        });
        let keep = self.runners.len().div_ceil(2).max(2);
        if self.stage < self.stages && keep < self.runners.len() {
            self.dropped.extend(self.runners.drain(keep..));
        }
    }

    fn playouts(&self) -> u32 {
        let all = self.runners.iter().chain(&self.dropped);
        all.map(|r| r.results.len() as u32).sum()
    }

    /// What was found, once the race is over.
    pub fn findings(&self) -> Findings {
        let base = self
            .runners
            .iter()
            .find(|r| r.action == self.guide_choice)
            .expect("the guide's choice stays in the race");
        let all = self.runners.iter().chain(&self.dropped);
        let candidates = all.map(|r| r.finding(base)).collect();
        Findings::new(
            self.choice(base),
            self.guide_choice,
            candidates,
            self.playouts(),
        )
    }

    /// The best runner, if it beats the guide's choice significantly on the same luck.
    fn choice(&self, base: &Runner) -> usize {
        let mut best = (self.guide_choice, 0.0f32);
        for runner in self.runners.iter().filter(|r| r.action != base.action) {
            if runner.results.len() < 4 {
                continue;
            }
            let (gain, error) = runner.gain(base);
            if gain > self.options.least_gain
                && gain > self.options.certainty * error
                && gain > best.1
            {
                best = (runner.action, gain);
            }
        }
        best.0
    }
}

/// One candidate in the race.
#[derive(Debug)]
struct Runner {
    action: usize,
    results: Vec<f32>,
}

impl Runner {
    fn mean(&self) -> f32 {
        mean_error(self.results.iter().copied()).0
    }

    /// How much better this is than the guide's choice on the same luck, and the standard error.
    fn gain(&self, base: &Self) -> (f32, f32) {
        let pairs = self.results.iter().zip(&base.results);
        mean_error(pairs.map(|(own, base)| own - base))
    }

    /// What is known of this candidate, told as a difference from the guide's choice on the same
    /// luck: a candidate that left the race early is not judged by the luck it happened to see.
    fn finding(&self, base: &Self) -> Finding {
        let (level, level_error) = mean_error(base.results.iter().copied());
        let (gain, gain_error) = if self.action == base.action {
            (0.0, 0.0)
        } else {
            self.gain(base)
        };
        // Both come from the same playouts, so their errors go together or against each other.
        let shared = 2.0 * self.covariance_with_gain(base) / base.results.len().max(1) as f32;
        let variance = level_error.powi(2) + gain_error.powi(2) + shared;
        Finding {
            action: self.action,
            win_chance: (level + gain).clamp(0.0, 1.0),
            error: variance.max(0.0).sqrt(),
            gain,
            gain_error,
            playouts: self.results.len() as u32,
        }
    }

    /// Covariance of the gain over the guide's choice with the result of that choice.
    fn covariance_with_gain(&self, base: &Self) -> f32 {
        let pairs = || self.results.iter().zip(&base.results);
        let count = pairs().count() as f32;
        if count < 2.0 {
            return 0.0;
        }
        let gain = self.gain(base).0;
        let level = pairs().map(|(_, base)| base).sum::<f32>() / count;
        let products = pairs().map(|(own, base)| (own - base - gain) * (base - level));
        products.sum::<f32>() / (count - 1.0)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn runner(action: usize, results: &[f32]) -> Runner {
        Runner {
            action,
            results: results.to_vec(),
        }
    }

    #[test]
    fn the_error_of_a_finding_is_that_of_its_own_mean() {
        let base = runner(0, &[0.9, 0.5, 0.7, 1.0]);
        let other = runner(1, &[0.3, 0.6, 1.0, 0.2]);
        let (mean, error) = mean_error(other.results.iter().copied());
        let finding = other.finding(&base);
        assert!((finding.win_chance - mean).abs() < 1e-6);
        assert!((finding.error - error).abs() < 1e-6, "{finding:?} {error}");
        let own = base.finding(&base);
        let (mean, error) = mean_error(base.results.iter().copied());
        assert!((own.win_chance - mean).abs() < 1e-6 && (own.error - error).abs() < 1e-6);
    }

    #[test]
    fn a_candidate_that_left_early_is_judged_on_the_luck_it_saw() {
        // Its first two futures were bad ones for everybody.
        let base = runner(0, &[0.1, 0.3, 0.9, 0.9]);
        let other = runner(1, &[0.2, 0.4]);
        let finding = other.finding(&base);
        assert!((finding.win_chance - 0.65).abs() < 1e-6, "{finding:?}");
        // A constant gain adds no error to that of the level.
        let level = base.finding(&base).error;
        assert!((finding.error - level).abs() < 1e-6);
    }
}
