//! Playing: each worker thread owns a shard of environments and everything it writes.
//!
//! encode -> forward -> sample -> step, with no lock and no shared memory. Actions are drawn from a
//! stream hashed from (run, update, environment), and the network gives the same bits in any batch,
//! so what is played depends neither on the number of threads nor on their timing.

use std::sync::Arc;

use anyhow::{Context, Result};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use reckoners_agents::net::mask::uniform;
use reckoners_agents::net::{Features, MaskedSoftmax, Net, Scratch, win_chance};
use serde_json::Value;

use crate::env::{Ending, EpisodeSummary, RolloutEnv, StepOut, World};
use crate::gae::{self, Segment};
use crate::threads::each;
use reckoners_env::rng::{Purpose, stream};

/// What a shard saw and did in one rollout: everything is `[steps + 1, rows]`, where the last slot
/// holds what is seen after the last step (observation, mask, value) and nothing else.
#[derive(Debug, Clone, Default)]
pub struct Shard {
    /// Number of environments.
    pub rows: usize,
    /// Number of steps.
    pub steps: usize,
    /// Observations.
    pub obs: Vec<f32>,
    /// Legal actions.
    pub masks: Vec<u64>,
    /// Actions taken.
    pub actions: Vec<u16>,
    /// Their log-probabilities when they were taken.
    pub log_probs: Vec<f32>,
    /// Predicted win chances.
    pub values: Vec<f32>,
    /// Things foreseen besides a win.
    pub outlooks: usize,
    /// What was gained of each of these, `[steps + 1, rows, outlooks]`.
    pub gains: Vec<f32>,
    /// What is gained of them until the end: what the network learns to foresee. In the last slot and where an
    /// episode was truncated it is what the network foresaw; see [`Shard::estimate`].
    pub prospects: Vec<f32>,
    /// True rewards.
    pub rewards: Vec<f32>,
    /// Shaping rewards, unscaled.
    pub shaping: Vec<f32>,
    /// How the episodes went on.
    pub endings: Vec<Ending>,
    /// Win chances of final observations, where an episode was truncated.
    pub final_values: Vec<f32>,
    /// Advantages; see [`Shard::estimate`].
    pub advantages: Vec<f32>,
    /// Targets of the critic; see [`Shard::estimate`].
    pub returns: Vec<f32>,
    /// Episodes that ended.
    pub episodes: Vec<EpisodeSummary>,
}

/// How advantages and critic targets are estimated.
#[derive(Debug, Clone, Copy)]
pub struct Estimation {
    /// Discount of a step.
    pub gamma: f32,
    /// Reach of the advantages.
    pub lambda: f32,
    /// Reach of the critic's targets.
    pub lambda_value: f32,
    /// Scale of the shaping reward, which is a plain difference of potentials: unless it is 0,
    /// `gamma` must be 1.
    pub shaping: f32,
}

impl Shard {
    fn new(steps: usize, rows: usize, (obs_len, words, outlooks): (usize, usize, usize)) -> Self {
        let slots = (steps + 1) * rows;
        Self {
            rows,
            steps,
            obs: vec![0.0; slots * obs_len],
            masks: vec![0; slots * words],
            actions: vec![0; slots],
            log_probs: vec![0.0; slots],
            values: vec![0.0; slots],
            outlooks,
            gains: vec![0.0; slots * outlooks],
            prospects: vec![0.0; slots * outlooks],
            rewards: vec![0.0; slots],
            shaping: vec![0.0; slots],
            endings: vec![Ending::Running; slots],
            final_values: vec![0.0; slots],
            advantages: vec![0.0; slots],
            returns: vec![0.0; slots],
            episodes: Vec::new(),
        }
    }

    /// Number of samples: the last slot is none.
    #[must_use]
    pub fn samples(&self) -> usize {
        self.steps * self.rows
    }

    /// Fills advantages and returns.
    ///
    /// The critic learns the win chance alone, so that it stays calibrated; shaping enters only the
    /// advantages, the drop of the potential at the end of a game included. For a game that ends
    /// within the rollout and `lambda` 1 they are then smaller by the potential acted on, whatever
    /// the action was. With a shorter reach, or at the edge of a rollout, they lean toward
    /// actions that raise the potential soon: that is the help, and why it must be annealed away.
    pub fn estimate(&mut self, how: &Estimation) {
        let n = self.samples();
        let (values, last_values) = self.values.split_at(n);
        let mut segment = Segment {
            rows: self.rows,
            rewards: &self.rewards[..n],
            endings: &self.endings[..n],
            values,
            final_values: &self.final_values[..n],
            last_values,
        };
        let returns = &mut self.returns[..n];
        gae::advantages(&segment, how.gamma, how.lambda_value, returns);
        returns
            .iter_mut()
            .zip(values)
            .for_each(|(r, v)| *r = (*r + v).clamp(0.0, 1.0));
        let shaped: Vec<f32>;
        if how.shaping != 0.0 {
            shaped = (0..n)
                .map(|i| self.rewards[i] + how.shaping * self.shaping[i])
                .collect();
            segment.rewards = &shaped;
        }
        gae::advantages(&segment, how.gamma, how.lambda, &mut self.advantages[..n]);
        self.look_back();
    }

    /// Adds up what was gained, from the end to the beginning.
    fn look_back(&mut self) {
        let (rows, count) = (self.rows, self.outlooks);
        for slot in (0..self.samples()).rev() {
            for i in 0..count {
                let (at, next) = (slot * count + i, (slot + rows) * count + i);
                let later = match self.endings[slot] {
                    Ending::Running => self.prospects[next],
                    Ending::Terminated => 0.0,
                    Ending::Truncated => self.prospects[at],
                };
                self.prospects[at] = (self.gains[at] + later).clamp(0.0, 1.0);
            }
        }
    }
}

/// Normalises the advantages over all shards together; gives the standard deviation that there was.
fn normalise_advantages(shards: &mut [&mut Shard]) -> f64 {
    let mut all = Vec::new();
    for shard in shards.iter() {
        all.extend_from_slice(&shard.advantages[..shard.samples()]);
    }
    let deviation = gae::normalise(&mut all);
    let mut rest = all.as_slice();
    for shard in shards.iter_mut() {
        let n = shard.samples();
        let (mine, others) = rest.split_at(n);
        shard.advantages[..n].copy_from_slice(mine);
        rest = others;
    }
    deviation
}

/// One worker thread's environments and memory.
struct Worker {
    env: Box<dyn RolloutEnv>,
    /// Number of its first environment within the run.
    first: usize,
    obs_len: usize,
    words: usize,
    shard: Shard,
    out: StepOut,
    scratch: Scratch,
    softmax: MaskedSoftmax,
    cut: Vec<usize>,
    cut_obs: Vec<f32>,
}

impl Worker {
    fn new(world: &dyn World, seed: u64, first: usize, rows: usize, steps: usize) -> Result<Self> {
        let mut env = world.shard(seed, first, rows)?;
        let (obs_len, words) = (world.obs_len(), world.action_count().div_ceil(64));
        let outlooks = world.outlooks();
        let mut shard = Shard::new(steps, rows, (obs_len, words, outlooks));
        env.observe(
            &mut shard.obs[..rows * obs_len],
            &mut shard.masks[..rows * words],
        );
        Ok(Self {
            env,
            first,
            obs_len,
            words,
            shard,
            out: StepOut::new(rows, obs_len, outlooks),
            scratch: Scratch::new(),
            softmax: MaskedSoftmax::new(),
            cut: Vec::new(),
            cut_obs: Vec::new(),
        })
    }

    fn collect(&mut self, net: &Net, run: u64, update: u64) -> Result<()> {
        let rows = self.shard.rows;
        let rng = |row: usize| stream(run, update, (self.first + row) as u64, Purpose::Actions);
        let mut rngs: Vec<ChaCha8Rng> = (0..rows).map(rng).collect();
        self.shard.episodes.clear();
        for step in 0..self.shard.steps {
            self.choose(net, step, &mut rngs)?;
            self.play(net, step);
        }
        let last = self.shard.samples();
        net.evaluate(&self.shard.obs[last * self.obs_len..], &mut self.scratch);
        for (value, logit) in self.shard.values[last..]
            .iter_mut()
            .zip(self.scratch.values())
        {
            *value = win_chance(*logit);
        }
        net.foresee(&mut self.scratch);
        let count = self.shard.outlooks;
        for row in 0..rows {
            let at = (last + row) * count;
            let prospects = &mut self.shard.prospects[at..at + count];
            prospects
                .iter_mut()
                .zip(self.scratch.outlook(row))
                .for_each(|(prospect, seen)| *prospect = seen);
        }
        Ok(())
    }

    /// Makes the last slot the first of the next rollout.
    fn turn_over(&mut self) {
        let last = self.shard.samples();
        self.shard.obs.copy_within(last * self.obs_len.., 0);
        self.shard.masks.copy_within(last * self.words.., 0);
    }

    /// Writes what is seen now into the first slot.
    fn look(&mut self) {
        let rows = self.shard.rows;
        let obs = &mut self.shard.obs[..rows * self.obs_len];
        let masks = &mut self.shard.masks[..rows * self.words];
        self.env.observe(obs, masks);
    }

    fn choose(&mut self, net: &Net, step: usize, rngs: &mut [ChaCha8Rng]) -> Result<()> {
        let Self {
            shard,
            scratch,
            softmax,
            obs_len,
            words,
            ..
        } = self;
        let slots = step * shard.rows..(step + 1) * shard.rows;
        let obs = &shard.obs[slots.start * *obs_len..slots.end * *obs_len];
        let masks = &shard.masks[slots.start * *words..slots.end * *words];
        net.forward(obs, masks, scratch);
        for (row, slot) in slots.enumerate() {
            softmax
                .set(
                    scratch.logits(row),
                    &masks[row * *words..(row + 1) * *words],
                )
                .with_context(|| format!("environment {} at step {step}", self.first + row))?;
            let (action, log_prob) = softmax.sample(uniform(rngs[row].next_u32()));
            shard.actions[slot] = action;
            shard.log_probs[slot] = log_prob;
            shard.values[slot] = win_chance(scratch.values()[row]);
        }
        Ok(())
    }

    fn play(&mut self, net: &Net, step: usize) {
        let Self {
            env,
            shard,
            out,
            obs_len,
            words,
            ..
        } = self;
        let rows = shard.rows;
        let (start, end) = (step * rows, (step + 1) * rows);
        out.episodes.clear();
        env.step(
            &shard.actions[start..end],
            out,
            &mut shard.obs[end * *obs_len..(end + rows) * *obs_len],
            &mut shard.masks[end * *words..(end + rows) * *words],
        );
        shard.rewards[start..end].copy_from_slice(&out.rewards);
        let count = shard.outlooks;
        shard.gains[start * count..end * count].copy_from_slice(&out.gains);
        shard.shaping[start..end].copy_from_slice(&out.shaping);
        shard.endings[start..end].copy_from_slice(&out.endings);
        shard.episodes.extend_from_slice(&out.episodes);

        self.cut.clear();
        self.cut
            .extend((0..rows).filter(|row| out.endings[*row] == Ending::Truncated));
        if self.cut.is_empty() {
            return;
        }
        self.cut_obs.clear();
        for row in &self.cut {
            let values = &out.final_obs[row * *obs_len..(row + 1) * *obs_len];
            self.cut_obs.extend_from_slice(values);
        }
        net.evaluate(&self.cut_obs, &mut self.scratch);
        for (row, logit) in self.cut.iter().zip(self.scratch.values()) {
            shard.final_values[start + row] = win_chance(*logit);
        }
        net.foresee(&mut self.scratch);
        for (nth, row) in self.cut.iter().enumerate() {
            let prospects = &mut shard.prospects[(start + row) * count..][..count];
            let seen = self.scratch.outlook(nth);
            prospects.iter_mut().zip(seen).for_each(|(p, s)| *p = s);
        }
    }
}

/// Most memory for the observations of a rollout. Beyond it a typing mistake is more likely than a
/// machine that has room for them and for what else a run needs.
pub const MOST_BYTES: u64 = 16 << 30;

/// Bytes as GiB, for messages.
#[must_use]
pub fn gibibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 30)
}

/// All workers of a run.
pub struct Rollout {
    workers: Vec<Worker>,
    threads: usize,
    run: u64,
}

impl std::fmt::Debug for Rollout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rollout")
            .field("workers", &self.workers.len())
            .finish_non_exhaustive()
    }
}

impl Rollout {
    /// Memory that the observations of so many environments and steps take.
    #[must_use]
    pub fn bytes(envs: usize, steps: usize, obs_len: usize) -> u64 {
        // What is seen after the last step comes on top, and what games that were cut short saw last.
        let rows = (steps as u64 + 2).saturating_mul(envs as u64);
        rows.saturating_mul(4 * obs_len as u64)
    }

    /// Shares `envs` environments among workers, one for each thread unless the world wants another number.
    ///
    /// # Errors
    /// When an environment cannot be made.
    pub fn new(
        world: &dyn World,
        run: u64,
        envs: usize,
        threads: usize,
        steps: usize,
    ) -> Result<Self> {
        let count = world.shards().unwrap_or(threads).clamp(1, envs);
        let bounds = |i: usize| i * envs / count;
        let workers = (0..count).map(|i| {
            let (first, end) = (bounds(i), bounds(i + 1));
            Worker::new(world, run, first, end - first, steps)
        });
        Ok(Self {
            workers: workers.collect::<Result<_>>()?,
            threads,
            run,
        })
    }

    /// Plays one rollout: each shard with its own network, or all with one.
    ///
    /// # Errors
    /// When the network's output is not a distribution.
    pub fn collect(&mut self, nets: &[Net], update: u64) -> Result<()> {
        let run = self.run;
        let net = |i: usize| nets.get(i).unwrap_or(&nets[0]);
        let mut work: Vec<_> = self.workers.iter_mut().enumerate().collect();
        let outcomes = each(&mut work, self.threads, |(i, worker)| {
            worker.collect(net(*i), run, update)
        });
        outcomes.into_iter().collect()
    }

    /// What is printed on the cards of each shard.
    pub fn features(&self) -> impl Iterator<Item = Arc<Features>> {
        self.workers.iter().map(|worker| worker.env.features())
    }

    /// Lets shards take other cards before an update; gives those that did.
    ///
    /// # Errors
    /// When cards cannot be made.
    pub fn renew(&mut self, update: u64) -> Result<Vec<usize>> {
        let outcomes = each(&mut self.workers, self.threads, |worker| {
            let renewed = worker.env.renew(update)?;
            if renewed {
                worker.look();
            }
            Ok(renewed)
        });
        let renewed: Vec<bool> = outcomes.into_iter().collect::<Result<_>>()?;
        Ok((0..renewed.len()).filter(|i| renewed[*i]).collect())
    }

    /// Makes room for the next rollout: the last observations become the first.
    pub fn turn_over(&mut self) {
        self.workers.iter_mut().for_each(Worker::turn_over);
    }

    /// What was seen and done, shard by shard in the order of the environments.
    pub fn shards(&self) -> impl Iterator<Item = &Shard> {
        self.workers.iter().map(|worker| &worker.shard)
    }

    /// Fills and normalises advantages, and fills returns; gives the standard deviation of the
    /// advantages before.
    pub fn estimate(&mut self, how: &Estimation) -> f64 {
        let mut shards: Vec<&mut Shard> = self.workers.iter_mut().map(|w| &mut w.shard).collect();
        shards.iter_mut().for_each(|shard| shard.estimate(how));
        normalise_advantages(&mut shards)
    }

    /// Hands new task weights to the environments.
    pub fn set_task_weights(&mut self, weights: &[f32]) {
        self.workers
            .iter_mut()
            .for_each(|worker| worker.env.set_task_weights(weights));
    }

    /// Where the environments stand, one entry for each.
    #[must_use]
    pub fn save(&self) -> Vec<Value> {
        self.workers
            .iter()
            .flat_map(|worker| worker.env.save())
            .collect()
    }

    /// Goes back to where the environments stood, with any number of workers.
    ///
    /// # Errors
    /// When the saved places are not of these environments.
    pub fn restore(&mut self, saved: &[Value]) -> Result<()> {
        let envs: usize = self.workers.iter().map(|worker| worker.shard.rows).sum();
        anyhow::ensure!(
            saved.len() == envs,
            "run.envs is {envs}, the saved run has {0}; set run.envs to {0}",
            saved.len()
        );
        for worker in &mut self.workers {
            let rows = worker.shard.rows;
            worker
                .env
                .restore(&saved[worker.first..worker.first + rows])?;
            worker.look();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shaping_moves_whole_returns_by_the_first_potential_alone() {
        // Two games of two and three decisions, one won and one lost.
        let potentials = [0.25, 0.5, 0.25, 1.0, 0.75];
        let endings = [false, true, false, false, true].map(|ended| match ended {
            true => Ending::Terminated,
            false => Ending::Running,
        });
        let mut shard = Shard::new(5, 1, (0, 0, 0));
        shard.rewards[1] = 1.0;
        shard.values[..5].copy_from_slice(&[0.5, 0.75, 0.5, 0.25, 0.5]);
        shard.endings[..5].copy_from_slice(&endings);
        for (slot, ending) in endings.into_iter().enumerate() {
            let after = match ending {
                Ending::Terminated => 0.0,
                _ => potentials[slot + 1],
            };
            shard.shaping[slot] = after - potentials[slot];
        }
        let mut advantages = |shaping: f32| {
            shard.estimate(&Estimation {
                gamma: 1.0,
                lambda: 1.0,
                lambda_value: 1.0,
                shaping,
            });
            shard.advantages[..5].to_vec()
        };
        let (plain, shaped) = (advantages(0.0), advantages(2.0));
        for (slot, potential) in potentials.into_iter().enumerate() {
            let moved = shaped[slot] - plain[slot];
            assert!((moved + 2.0 * potential).abs() < 1e-6, "{slot}: {moved}");
        }
    }
}
