//! What is learned from a sample: the losses of [`crate::loss`], with their derivatives written out by hand.

use reckoners_agents::net::{MaskedSoftmax, win_chance};

use crate::loss::{Coefficients, Stats, entropy_weight};
use crate::rollout::Shard;
use crate::warm::Lessons;

/// Entries of one sample (its legal actions, for example): each holds a logit at first, which is replaced by the
/// gradient of the loss with respect to it.
pub type OutputGradients = [(u32, f32)];

/// Samples and a loss over them.
pub trait Objective: Sync {
    /// Observation of a sample.
    fn observation(&self, row: u32) -> &[f32];

    /// Legal actions of a sample.
    fn mask(&self, row: u32) -> &[u64];

    /// Replaces the logits of all legal actions, whose distribution is given, by the gradients of the loss with
    /// respect to them; returns the gradient with respect to the value logit, and adds to the sums.
    fn differentiate(
        &self,
        row: u32,
        policy: &MaskedSoftmax,
        gradients: &mut OutputGradients,
        value: f32,
        sums: &mut Stats,
    ) -> f32;

    /// Replaces the logits of what else is foreseen by the gradients of the loss with respect to them.
    fn look_ahead(&self, row: u32, outlooks: &mut OutputGradients);
}

/// The PPO loss over a rollout.
#[derive(Debug)]
pub struct Ppo<'a> {
    shards: Vec<&'a Shard>,
    /// Number of samples before each shard.
    starts: Vec<u32>,
    obs_len: usize,
    words: usize,
    normalise_entropy: bool,
    how: Coefficients,
}

impl<'a> Ppo<'a> {
    /// The loss over the samples of some shards, counted through.
    #[must_use]
    pub fn new(shards: Vec<&'a Shard>, normalise_entropy: bool, how: Coefficients) -> Self {
        let mut starts = Vec::with_capacity(shards.len());
        let mut samples = 0;
        for shard in &shards {
            starts.push(samples);
            samples += shard.samples() as u32;
        }
        let slots = shards.first().map_or(1, |shard| shard.values.len());
        let per_slot = |len: usize| len / slots;
        Self {
            obs_len: shards.first().map_or(0, |shard| per_slot(shard.obs.len())),
            words: shards
                .first()
                .map_or(0, |shard| per_slot(shard.masks.len())),
            shards,
            starts,
            normalise_entropy,
            how,
        }
    }

    /// Number of samples.
    #[must_use]
    pub fn samples(&self) -> usize {
        self.shards.iter().map(|shard| shard.samples()).sum()
    }

    fn find(&self, row: u32) -> (&'a Shard, usize) {
        let index = self.starts.partition_point(|start| *start <= row) - 1;
        (self.shards[index], (row - self.starts[index]) as usize)
    }
}

impl Objective for Ppo<'_> {
    fn observation(&self, row: u32) -> &[f32] {
        let (shard, slot) = self.find(row);
        &shard.obs[slot * self.obs_len..(slot + 1) * self.obs_len]
    }

    fn mask(&self, row: u32) -> &[u64] {
        let (shard, slot) = self.find(row);
        &shard.masks[slot * self.words..(slot + 1) * self.words]
    }

    fn differentiate(
        &self,
        row: u32,
        policy: &MaskedSoftmax,
        gradients: &mut OutputGradients,
        value: f32,
        sums: &mut Stats,
    ) -> f32 {
        let (shard, slot) = self.find(row);
        let sample = Sample {
            action: shard.actions[slot],
            log_prob: shard.log_probs[slot],
            advantage: shard.advantages[slot],
            target: shard.returns[slot],
            entropy_weight: entropy_weight(gradients.len(), self.normalise_entropy),
        };
        sample.differentiate(&self.how, policy, gradients, value, sums)
    }

    fn look_ahead(&self, row: u32, outlooks: &mut OutputGradients) {
        let (shard, slot) = self.find(row);
        let targets = &shard.prospects[slot * shard.outlooks..][..shard.outlooks];
        for ((_, logit), target) in outlooks.iter_mut().zip(targets) {
            *logit = self.how.value as f32 * (win_chance(*logit) - target);
        }
    }
}

/// What PPO knows of a sample.
#[derive(Debug, Clone, Copy)]
struct Sample {
    action: u16,
    log_prob: f32,
    advantage: f32,
    target: f32,
    entropy_weight: f32,
}

impl Sample {
    fn differentiate(
        &self,
        how: &Coefficients,
        policy: &MaskedSoftmax,
        gradients: &mut OutputGradients,
        value: f32,
        sums: &mut Stats,
    ) -> f32 {
        let entropy = policy.entropy();
        let log_ratio = policy.log_prob(self.action) - self.log_prob;
        let ratio = log_ratio.exp();
        let clip = how.clip as f32;
        let plain = self.advantage * ratio;
        let clipped = self.advantage * ratio.clamp(1.0 - clip, 1.0 + clip);
        // Where the clipped term is the smaller one, moving further changes nothing.
        let by_log_prob = if plain <= clipped { -plain } else { 0.0 };
        let bonus = how.entropy as f32 * self.entropy_weight;
        let legal = policy.probabilities().zip(policy.log_probs());
        for ((action, gradient), (prob, log_prob)) in gradients.iter_mut().zip(legal) {
            let is_taken = f32::from(u8::from(*action == u32::from(self.action)));
            *gradient = by_log_prob * (is_taken - prob) + bonus * prob * (log_prob + entropy);
        }
        sums.policy_loss -= f64::from(plain.min(clipped));
        sums.value_loss += f64::from(cross_entropy(value, self.target));
        sums.entropy += f64::from(entropy * self.entropy_weight);
        sums.approx_kl += f64::from((ratio - 1.0) - log_ratio);
        sums.clip_fraction += f64::from(u8::from((ratio - 1.0).abs() > clip));
        how.value as f32 * (win_chance(value) - self.target)
    }
}

/// Cross-entropy of a teacher's lessons.
#[derive(Debug)]
pub struct Imitation<'a> {
    lessons: &'a Lessons,
    obs_len: usize,
    words: usize,
    value: f64,
}

impl<'a> Imitation<'a> {
    /// The loss over some lessons, with the weight of the critic's loss.
    #[must_use]
    pub fn new(lessons: &'a Lessons, value: f64) -> Self {
        let samples = lessons.actions.len().max(1);
        Self {
            lessons,
            obs_len: lessons.obs.len() / samples,
            words: lessons.masks.len() / samples,
            value,
        }
    }
}

impl Objective for Imitation<'_> {
    fn observation(&self, row: u32) -> &[f32] {
        &self.lessons.obs[row as usize * self.obs_len..][..self.obs_len]
    }

    fn mask(&self, row: u32) -> &[u64] {
        &self.lessons.masks[row as usize * self.words..][..self.words]
    }

    fn differentiate(
        &self,
        row: u32,
        policy: &MaskedSoftmax,
        gradients: &mut OutputGradients,
        value: f32,
        sums: &mut Stats,
    ) -> f32 {
        let taken = self.lessons.actions[row as usize];
        let outcome = self.lessons.outcomes[row as usize];
        sums.policy_loss -= f64::from(policy.log_prob(taken));
        for ((action, gradient), prob) in gradients.iter_mut().zip(policy.probabilities()) {
            *gradient = prob - f32::from(u8::from(*action == u32::from(taken)));
        }
        if outcome < 0.0 {
            return 0.0;
        }
        sums.value_loss += f64::from(cross_entropy(value, outcome));
        self.value as f32 * (win_chance(value) - outcome)
    }

    /// Lessons tell nothing of it.
    fn look_ahead(&self, _row: u32, outlooks: &mut OutputGradients) {
        outlooks
            .iter_mut()
            .for_each(|(_, gradient)| *gradient = 0.0);
    }
}

/// `-t ln s(v) - (1 - t) ln (1 - s(v))` without overflow.
fn cross_entropy(value: f32, target: f32) -> f32 {
    value.max(0.0) - value * target + (-value.abs()).exp().ln_1p()
}
