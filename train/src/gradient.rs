//! Where gradients come from: plain Rust, or libtorch.

#[cfg(not(feature = "torch"))]
use anyhow::bail;
use anyhow::{Result, ensure};
use reckoners_agents::net::{NetSpec, Weaver};
use serde::{Deserialize, Serialize};

use crate::config::DeviceName;
use crate::loss::{Coefficients, Stats};
use crate::native::{Imitation, Native, Objective, Ppo};
use crate::rollout::Shard;
#[cfg(feature = "torch")]
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

impl BackendName {
    /// The name as in the settings.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Torch => "torch",
        }
    }
}

/// What computes gradients.
#[derive(Debug)]
pub enum Backend {
    /// Plain Rust.
    Native(Box<Native>),
    /// libtorch.
    #[cfg(feature = "torch")]
    Torch(Torch),
}

impl Backend {
    /// A backend for a network.
    ///
    /// # Errors
    /// When this build or this machine does not have it; says what to do.
    pub fn new(
        name: BackendName,
        spec: &NetSpec,
        device: DeviceName,
        threads: usize,
    ) -> Result<Self> {
        match name {
            BackendName::Native => {
                ensure!(
                    device == DeviceName::Cpu,
                    "run.device is cuda, but run.backend is native, which runs on the processor; set \
                     run.backend to torch"
                );
                Ok(Self::Native(Box::new(Native::new(spec, threads))))
            }
            #[cfg(feature = "torch")]
            BackendName::Torch => Ok(Self::Torch(Torch::new(spec, device, threads)?)),
            #[cfg(not(feature = "torch"))]
            BackendName::Torch => bail!(
                "run.backend is torch, but this trainer was built without libtorch; set run.backend \
                 to native, start it by make train TRAIN=\"...\", or build it with `make libtorch` \
                 and `cargo build --release -p reckoners-train`"
            ),
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
            #[cfg(feature = "torch")]
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
            #[cfg(feature = "torch")]
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

/// A gradient by the parameters of a network that reads what is printed, from those by the networks that play with
/// each shard's cards.
#[allow(missing_debug_implementations)]
pub struct Woven<'a> {
    inner: Box<dyn Gradient + 'a>,
    weavers: &'a [Weaver],
    /// Number of samples before each shard.
    starts: Vec<u32>,
    /// Samples of each shard, and the gradient of its network.
    rows: Vec<Vec<u32>>,
    plain: Vec<f32>,
}

impl<'a> Woven<'a> {
    /// Over samples that lie shard after shard; one weaver for each shard.
    #[must_use]
    pub fn new(
        inner: Box<dyn Gradient + 'a>,
        weavers: &'a [Weaver],
        samples: impl Iterator<Item = usize>,
    ) -> Self {
        let mut before = 0;
        let starts = samples.map(|count| {
            let start = before;
            before += count as u32;
            start
        });
        Self {
            inner,
            starts: starts.collect(),
            rows: vec![Vec::new(); weavers.len()],
            plain: vec![0.0; weavers.first().map_or(0, Weaver::plain_count)],
            weavers,
        }
    }
}

impl Gradient for Woven<'_> {
    fn samples(&self) -> usize {
        self.inner.samples()
    }

    fn gradient(&mut self, parameters: &[f32], rows: &[u32], out: &mut [f32]) -> Result<Stats> {
        self.rows.iter_mut().for_each(Vec::clear);
        for row in rows {
            let shard = self.starts.partition_point(|start| start <= row) - 1;
            self.rows[shard].push(*row);
        }
        out.fill(0.0);
        let mut stats = Stats::default();
        for (mine, weaver) in self.rows.iter().zip(self.weavers) {
            if mine.is_empty() {
                continue;
            }
            let share = mine.len() as f32 / rows.len() as f32;
            let woven = weaver.weave(parameters);
            let found = self.inner.gradient(&woven, mine, &mut self.plain)?;
            stats.add(&found, f64::from(share));
            weaver.unravel(parameters, &mut self.plain, share, out);
        }
        Ok(stats)
    }
}
