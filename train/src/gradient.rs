//! Where gradients come from: plain Rust, or libtorch.

use anyhow::Result;
use reckoners_agents::net::NetSpec;
use serde::{Deserialize, Serialize};
use tch::Device;

use crate::loss::{Coefficients, Stats};
use crate::native::{Imitation, Native, Objective, Ppo};
use crate::rollout::Shard;
use crate::torch::Torch;
use crate::warm::Lessons;

/// A loss over numbered samples.
pub trait Gradient {
    /// Number of samples.
    fn samples(&self) -> usize;

    /// Writes the gradient of the mean loss over some samples to `out`; returns averages.
    ///
    /// # Errors
    /// When the loss is not finite.
    fn gradient(&mut self, parameters: &[f32], rows: &[u32], out: &mut [f32]) -> Result<Stats>;
}

/// The name of a backend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BackendName {
    /// Plain Rust on the processor.
    Native,
    /// libtorch, on the processor or a graphics card.
    Torch,
}

/// What computes gradients.
#[derive(Debug)]
pub enum Backend {
    /// Plain Rust.
    Native(Box<Native>),
    /// libtorch.
    Torch(Torch),
}

impl Backend {
    /// A backend for a network.
    #[must_use]
    pub fn new(name: BackendName, spec: &NetSpec, device: Device, threads: usize) -> Self {
        match name {
            BackendName::Native => Self::Native(Box::new(Native::new(spec, threads))),
            BackendName::Torch => {
                tch::set_num_threads(i32::try_from(threads).unwrap_or(1));
                Self::Torch(Torch::new(spec, device))
            }
        }
    }

    /// The PPO loss over the samples of some shards, counted through.
    #[must_use]
    pub fn ppo<'a>(
        &'a mut self,
        shards: Vec<&'a Shard>,
        normalise_entropy: bool,
        how: Coefficients,
    ) -> Box<dyn Gradient + 'a> {
        match self {
            Self::Native(native) => {
                let objective = Ppo::new(shards, normalise_entropy, how);
                let samples = objective.samples();
                Box::new(Plain {
                    native,
                    objective,
                    samples,
                })
            }
            Self::Torch(torch) => Box::new(torch.ppo(&shards, normalise_entropy, how)),
        }
    }

    /// The imitation loss over some lessons.
    #[must_use]
    pub fn imitation<'a>(&'a mut self, lessons: &'a Lessons, value: f64) -> Box<dyn Gradient + 'a> {
        match self {
            Self::Native(native) => {
                let objective = Imitation::new(lessons, value);
                let samples = lessons.actions.len();
                Box::new(Plain {
                    native,
                    objective,
                    samples,
                })
            }
            Self::Torch(torch) => Box::new(torch.imitation(lessons, value)),
        }
    }
}

/// An objective with the memory to differentiate it.
struct Plain<'a, O> {
    native: &'a mut Native,
    objective: O,
    samples: usize,
}

impl<O: Objective> Gradient for Plain<'_, O> {
    fn samples(&self) -> usize {
        self.samples
    }

    fn gradient(&mut self, parameters: &[f32], rows: &[u32], out: &mut [f32]) -> Result<Stats> {
        self.native.gradient(parameters, &self.objective, rows, out)
    }
}
