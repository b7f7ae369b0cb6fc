//! Gradients by libtorch: samples go in once, minibatches of them give gradients.
//!
//! The only module that uses libtorch, and only built with the feature `torch`: [`model`] is the
//! network, [`loss`] what is learned.

pub mod loss;
pub mod model;

use anyhow::{Result, ensure};
use reckoners_agents::net::{NetSpec, mask};
use tch::{Device, Kind, Tensor};

use crate::config::DeviceName;
use crate::gradient::Gradient;
use crate::loss::{Coefficients, Stats, entropy_weight};
use crate::rollout::Shard;
use crate::warm::Lessons;
use loss::{Inputs, Lesson};
use model::Model;

/// The network in libtorch.
#[derive(Debug)]
pub struct Torch {
    model: Model,
    device: Device,
    actions: usize,
    words: usize,
}

/// The samples of a rollout as tensors, in the order of the shards.
struct PpoBatch<'a> {
    torch: &'a mut Torch,
    samples: usize,
    obs: Tensor,
    illegal: Tensor,
    actions: Tensor,
    log_probs: Tensor,
    advantages: Tensor,
    returns: Tensor,
    entropy_weights: Tensor,
    prospects: Tensor,
    how: Coefficients,
}

/// What a teacher did, as tensors.
struct LessonBatch<'a> {
    torch: &'a mut Torch,
    samples: usize,
    obs: Tensor,
    illegal: Tensor,
    actions: Tensor,
    outcomes: Tensor,
    value: f64,
}

impl Torch {
    /// The network on a device.
    ///
    /// # Errors
    /// When there is no such device.
    pub fn new(spec: &NetSpec, device: DeviceName, threads: usize) -> Result<Self> {
        let device = match device {
            DeviceName::Cpu => Device::Cpu,
            DeviceName::Cuda => Device::Cuda(0),
        };
        ensure!(
            device == Device::Cpu || tch::Cuda::is_available(),
            "run.device is cuda, but this libtorch sees no CUDA device; set run.device to cpu, or \
             LIBTORCH to a CUDA build"
        );
        tch::set_num_threads(i32::try_from(threads).unwrap_or(1));
        Ok(Self {
            model: Model::new(spec, device),
            device,
            actions: spec.action_count,
            words: spec.mask_words(),
        })
    }

    /// Copies the samples of a rollout; masks are expanded once.
    pub fn ppo<'a>(
        &'a mut self,
        shards: &[&Shard],
        normalise_entropy: bool,
        how: Coefficients,
    ) -> impl Gradient + use<'a> {
        let mut parts: [Vec<Tensor>; 8] = Default::default();
        let mut samples = 0;
        for shard in shards {
            let n = shard.samples();
            samples += n;
            let obs_len = shard.obs.len() / shard.values.len();
            let masks = &shard.masks[..n * self.words];
            let legal = masks.chunks_exact(self.words).map(mask::count);
            let weights: Vec<f32> = legal
                .map(|n| entropy_weight(n, normalise_entropy))
                .collect();
            let tensors = [
                Tensor::from_slice(&shard.obs[..n * obs_len]).view([n as i64, obs_len as i64]),
                self.illegal(masks),
                ids(&shard.actions[..n]),
                Tensor::from_slice(&shard.log_probs[..n]),
                Tensor::from_slice(&shard.advantages[..n]),
                Tensor::from_slice(&shard.returns[..n]),
                Tensor::from_slice(&weights),
                Tensor::from_slice(&shard.prospects[..n * shard.outlooks])
                    .view([n as i64, shard.outlooks as i64]),
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
            prospects,
        ] = parts.map(|part| Tensor::cat(&part, 0).to_device(self.device));
        PpoBatch {
            torch: self,
            samples,
            obs,
            illegal,
            actions,
            log_probs,
            advantages,
            returns,
            entropy_weights,
            prospects,
            how,
        }
    }

    /// Copies what a teacher did.
    pub fn imitation<'a>(&'a mut self, lessons: &Lessons, value: f64) -> impl Gradient + use<'a> {
        let samples = lessons.actions.len();
        let shape = [samples as i64, (lessons.obs.len() / samples.max(1)) as i64];
        LessonBatch {
            samples,
            obs: Tensor::from_slice(&lessons.obs)
                .view(shape)
                .to_device(self.device),
            illegal: self.illegal(&lessons.masks).to_device(self.device),
            actions: ids(&lessons.actions).to_device(self.device),
            outcomes: Tensor::from_slice(&lessons.outcomes).to_device(self.device),
            value,
            torch: self,
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

    fn index(&self, rows: &[u32]) -> Tensor {
        let rows: Vec<i64> = rows.iter().map(|row| i64::from(*row)).collect();
        Tensor::from_slice(&rows).to_device(self.device)
    }

    fn differentiate(&self, loss: &Tensor, out: &mut [f32]) {
        let parts = Tensor::run_backward(&[loss], self.model.leaves(), false, false);
        let flat: Vec<Tensor> = parts.iter().map(|part| part.reshape([-1])).collect();
        let flat = Tensor::cat(&flat, 0).to_device(Device::Cpu);
        flat.to_kind(Kind::Float).copy_data(out, out.len());
    }
}

/// Action ids as libtorch wants indices.
fn ids(actions: &[u16]) -> Tensor {
    let actions: Vec<i64> = actions.iter().map(|action| i64::from(*action)).collect();
    Tensor::from_slice(&actions)
}

impl Gradient for PpoBatch<'_> {
    fn samples(&self) -> usize {
        self.samples
    }

    fn gradient(&mut self, parameters: &[f32], rows: &[u32], out: &mut [f32]) -> Result<Stats> {
        self.torch.model.load(parameters);
        let index = self.torch.index(rows);
        let pick = |tensor: &Tensor| tensor.index_select(0, &index);
        let (logits, values, outlooks) = self.torch.model.forward(&pick(&self.obs));
        let prospects = pick(&self.prospects);
        let (loss, stats) = loss::ppo(
            &Inputs {
                logits: &logits,
                values: &values,
                illegal: &pick(&self.illegal),
                actions: &pick(&self.actions),
                log_probs: &pick(&self.log_probs),
                advantages: &pick(&self.advantages),
                returns: &pick(&self.returns),
                outlooks: outlooks.as_ref().map(|logits| (logits, &prospects)),
                entropy_weights: &pick(&self.entropy_weights),
            },
            &self.how,
        );
        self.torch.differentiate(&loss, out);
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
}

impl Gradient for LessonBatch<'_> {
    fn samples(&self) -> usize {
        self.samples
    }

    fn gradient(&mut self, parameters: &[f32], rows: &[u32], out: &mut [f32]) -> Result<Stats> {
        self.torch.model.load(parameters);
        let index = self.torch.index(rows);
        let pick = |tensor: &Tensor| tensor.index_select(0, &index);
        let (logits, values, outlooks) = self.torch.model.forward(&pick(&self.obs));
        let (policy, value) = loss::imitation(&Lesson {
            logits: &logits,
            values: &values,
            illegal: &pick(&self.illegal),
            actions: &pick(&self.actions),
            outcomes: &pick(&self.outcomes),
        });
        let mut loss = &policy + self.value * &value;
        if let Some(outlooks) = outlooks {
            // Lessons tell nothing of these, but libtorch wants every parameter to have a part.
            loss += outlooks.sum(Kind::Float) * 0.0;
        }
        self.torch.differentiate(&loss, out);
        let (policy_loss, value_loss) = (policy.double_value(&[]), value.double_value(&[]));
        let stats = Stats {
            policy_loss,
            value_loss,
            ..Stats::default()
        };
        ensure!(
            stats.is_finite(),
            "the imitation loss is not a finite number"
        );
        Ok(stats)
    }
}
