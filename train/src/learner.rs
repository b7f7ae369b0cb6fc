//! Gradients by libtorch: a batch goes in once, minibatches of it give gradients.

use anyhow::{Result, ensure};
use reckoners_agents::net::{NetSpec, mask};
use tch::{Device, Kind, Tensor};

use crate::loss::{self, Coefficients, Inputs, Lesson, Stats};
use crate::model::Model;
use crate::rollout::Shard;

/// The network in libtorch and the batch it learns from.
#[derive(Debug)]
pub struct Learner {
    model: Model,
    device: Device,
    actions: usize,
    words: usize,
}

/// The samples of a rollout as tensors, in the order of the shards.
#[derive(Debug)]
pub struct Batch {
    samples: usize,
    obs: Tensor,
    illegal: Tensor,
    actions: Tensor,
    log_probs: Tensor,
    advantages: Tensor,
    returns: Tensor,
    entropy_weights: Tensor,
}

impl Batch {
    /// Number of samples.
    #[must_use]
    pub fn samples(&self) -> usize {
        self.samples
    }
}

/// What a teacher did, as tensors.
#[derive(Debug)]
pub struct LessonBatch {
    samples: usize,
    obs: Tensor,
    illegal: Tensor,
    actions: Tensor,
    outcomes: Tensor,
}

impl LessonBatch {
    /// Number of samples.
    #[must_use]
    pub fn samples(&self) -> usize {
        self.samples
    }
}

impl Learner {
    /// A learner for a network on a device.
    #[must_use]
    pub fn new(spec: &NetSpec, device: Device) -> Self {
        Self {
            model: Model::new(spec, device),
            device,
            actions: spec.action_count,
            words: spec.mask_words(),
        }
    }

    /// Copies the samples of a rollout; masks are expanded once.
    #[must_use]
    pub fn batch<'a>(
        &self,
        shards: impl Iterator<Item = &'a Shard>,
        normalise_entropy: bool,
    ) -> Batch {
        let mut parts: [Vec<Tensor>; 7] = Default::default();
        let mut samples = 0;
        for shard in shards {
            let n = shard.samples();
            samples += n;
            let obs_len = shard.obs.len() / shard.values.len();
            let masks = &shard.masks[..n * self.words];
            let actions: Vec<i64> = shard.actions[..n].iter().map(|a| i64::from(*a)).collect();
            let legal = masks.chunks_exact(self.words).map(mask::count);
            let weights: Vec<f32> = legal
                .map(|n| loss::entropy_weight(n, normalise_entropy))
                .collect();
            let tensors = [
                Tensor::from_slice(&shard.obs[..n * obs_len]).view([n as i64, obs_len as i64]),
                self.illegal(masks),
                Tensor::from_slice(&actions),
                Tensor::from_slice(&shard.log_probs[..n]),
                Tensor::from_slice(&shard.advantages[..n]),
                Tensor::from_slice(&shard.returns[..n]),
                Tensor::from_slice(&weights),
            ];
            parts
                .iter_mut()
                .zip(tensors)
                .for_each(|(part, tensor)| part.push(tensor));
        }
        let [
            obs,
            illegal,
            actions,
            log_probs,
            advantages,
            returns,
            entropy_weights,
        ] = parts.map(|part| match <[Tensor; 1]>::try_from(part) {
            Ok([only]) => only.to_device(self.device),
            Err(many) => Tensor::cat(&many, 0).to_device(self.device),
        });
        Batch {
            samples,
            obs,
            illegal,
            actions,
            log_probs,
            advantages,
            returns,
            entropy_weights,
        }
    }

    /// Copies what a teacher did; `outcomes` are win chances or negative where unknown.
    #[must_use]
    pub fn lessons(
        &self,
        obs: &[f32],
        masks: &[u64],
        actions: &[u16],
        outcomes: &[f32],
    ) -> LessonBatch {
        let samples = actions.len();
        let ids: Vec<i64> = actions.iter().map(|a| i64::from(*a)).collect();
        let shape = [samples as i64, (obs.len() / samples.max(1)) as i64];
        LessonBatch {
            samples,
            obs: Tensor::from_slice(obs).view(shape).to_device(self.device),
            illegal: self.illegal(masks).to_device(self.device),
            actions: Tensor::from_slice(&ids).to_device(self.device),
            outcomes: Tensor::from_slice(outcomes).to_device(self.device),
        }
    }

    /// Expands bit words to `[samples, actions]`, true where illegal.
    fn illegal(&self, masks: &[u64]) -> Tensor {
        let mut flags = vec![true; masks.len() / self.words * self.actions];
        let rows = flags
            .chunks_exact_mut(self.actions)
            .zip(masks.chunks_exact(self.words));
        for (row, words) in rows {
            mask::iter(words).for_each(|action| row[action] = false);
        }
        let samples = (flags.len() / self.actions) as i64;
        Tensor::from_slice(&flags).view([samples, self.actions as i64])
    }

    /// Replaces the parameters that the next gradient is taken at.
    pub fn load(&mut self, parameters: &[f32]) {
        self.model.load(parameters);
    }

    /// Gradient of the PPO loss over some samples, written to `out`.
    ///
    /// # Errors
    /// When the loss is not finite.
    pub fn ppo(
        &self,
        batch: &Batch,
        rows: &[i64],
        how: &Coefficients,
        out: &mut [f32],
    ) -> Result<Stats> {
        let index = Tensor::from_slice(rows).to_device(self.device);
        let pick = |tensor: &Tensor| tensor.index_select(0, &index);
        let (logits, values) = self.model.forward(&pick(&batch.obs));
        let (loss, stats) = loss::ppo(
            &Inputs {
                logits: &logits,
                values: &values,
                illegal: &pick(&batch.illegal),
                actions: &pick(&batch.actions),
                log_probs: &pick(&batch.log_probs),
                advantages: &pick(&batch.advantages),
                returns: &pick(&batch.returns),
                entropy_weights: &pick(&batch.entropy_weights),
            },
            how,
        );
        self.gradient(&loss, out);
        let mut numbers = [0f32; 5];
        stats.to_device(Device::Cpu).copy_data(&mut numbers, 5);
        let [policy_loss, value_loss, entropy, approx_kl, clip_fraction] = numbers.map(f64::from);
        let stats = Stats {
            policy_loss,
            value_loss,
            entropy,
            approx_kl,
            clip_fraction,
        };
        ensure!(
            stats.is_finite(),
            "the loss is not a finite number ({stats:?})"
        );
        Ok(stats)
    }

    /// Gradient of the imitation loss over some samples, written to `out`; returns the loss.
    ///
    /// # Errors
    /// When the loss is not finite.
    pub fn imitation(
        &self,
        batch: &LessonBatch,
        rows: &[i64],
        value: f64,
        out: &mut [f32],
    ) -> Result<f64> {
        let index = Tensor::from_slice(rows).to_device(self.device);
        let pick = |tensor: &Tensor| tensor.index_select(0, &index);
        let (logits, values) = self.model.forward(&pick(&batch.obs));
        let loss = loss::imitation(
            &Lesson {
                logits: &logits,
                values: &values,
                illegal: &pick(&batch.illegal),
                actions: &pick(&batch.actions),
                outcomes: &pick(&batch.outcomes),
            },
            value,
        );
        self.gradient(&loss, out);
        let number = loss.double_value(&[]);
        ensure!(
            number.is_finite(),
            "the imitation loss is not a finite number"
        );
        Ok(number)
    }

    fn gradient(&self, loss: &Tensor, out: &mut [f32]) {
        let parts = Tensor::run_backward(&[loss], self.model.leaves(), false, false);
        let flat: Vec<Tensor> = parts.iter().map(|part| part.reshape([-1])).collect();
        let flat = Tensor::cat(&flat, 0).to_device(Device::Cpu);
        flat.to_kind(Kind::Float).copy_data(out, out.len());
    }
}
