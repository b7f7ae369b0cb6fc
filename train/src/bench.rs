//! Speed of the trainer alone, on an environment that costs nothing.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use rand_chacha::rand_core::Rng;
use reckoners_agents::net::mask::uniform;
use reckoners_agents::net::{Activation, Body, Encoding, Net, NetSpec};
use serde::Serialize;
use serde_json::Value;

use crate::adam::Adam;
use crate::config::DeviceName;
use crate::env::{Ending, EpisodeSummary, RolloutEnv, StepOut, TaskScore, World};
use crate::gradient::{Backend, BackendName};
use crate::init;
use crate::loss::Coefficients;
use crate::memory::expect_room;
use crate::rollout::{Estimation, MOST_BYTES, Rollout, gibibytes};
use crate::trainer::thread_count;
use crate::update::{UpdatePlan, update};
use reckoners_env::rng::{Purpose, stream};

/// Sizes of a measurement.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BenchSizes {
    /// Length of an observation.
    pub obs: usize,
    /// Number of actions, a tenth of them legal.
    pub actions: usize,
    /// Share of observation values that are not zero.
    pub density: f32,
    /// Width of the hidden layers.
    pub hidden: usize,
    /// Number of hidden layers of a plain MLP, or blocks of a residual network.
    pub layers: usize,
    /// How the layers are chained.
    pub body: Body,
    /// The non-linearity.
    pub activation: Activation,
    /// Layer normalisation.
    pub norm: bool,
    /// Environments side by side.
    pub envs: usize,
    /// Steps of a rollout.
    pub steps: usize,
    /// Passes of an update.
    pub epochs: usize,
    /// Gradients of a pass.
    pub minibatches: usize,
    /// What computes gradients.
    pub backend: BackendName,
    /// Worker threads; 0 is one for each core.
    pub threads: usize,
    /// Timed rollouts and updates in each repetition.
    pub iterations: usize,
}

/// What was measured: decisions per second, the median of three repetitions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BenchResult {
    /// End to end.
    pub sps_total: f64,
    /// Of the rollout alone.
    pub sps_rollout: f64,
    /// Of the update alone.
    pub sps_update: f64,
    /// Slowest repetition, end to end.
    pub sps_total_min: f64,
    /// Fastest repetition, end to end.
    pub sps_total_max: f64,
    /// Parameters of the network.
    pub parameters: usize,
    /// Worker threads.
    pub worker_threads: usize,
    /// The sizes asked for.
    pub sizes: BenchSizes,
}

/// Measures.
///
/// # Errors
/// When the sizes cannot be built.
pub fn bench(sizes: &BenchSizes) -> Result<BenchResult> {
    let hidden_layers = match sizes.body {
        // The input layer is the first hidden layer.
        Body::Mlp => sizes.layers.saturating_sub(1),
        Body::Residual => sizes.layers,
    };
    let spec = NetSpec {
        obs_len: sizes.obs,
        action_count: sizes.actions,
        width: sizes.hidden,
        blocks: hidden_layers,
        body: sizes.body,
        activation: sizes.activation,
        norm: sizes.norm,
        outlooks: 0,
        entities: None,
    };
    spec.validate()?;
    // The environments keep their observations too.
    let bytes = Rollout::bytes(sizes.envs, sizes.steps + POOL, sizes.obs);
    ensure!(
        bytes <= MOST_BYTES,
        "--obs, --envs and --steps are {}, {} and {}: the observations take {:.1} GiB, and at most {} \
         are allowed; lower one of them",
        sizes.obs,
        sizes.envs,
        sizes.steps,
        gibibytes(bytes),
        gibibytes(MOST_BYTES)
    );
    let threads = thread_count(sizes.threads);
    let settings = format!(
        "--hidden is {} and --layers is {}",
        sizes.hidden, sizes.layers
    );
    expect_room(spec.parameter_count(), threads, bytes, &settings)?;
    let mut times = Vec::new();
    for repetition in 0..3 {
        times.push(measure(sizes, &spec, threads, repetition)?);
    }
    let samples = (sizes.envs * sizes.steps * sizes.iterations) as f64;
    let sorted = |pick: &dyn Fn(&(Duration, Duration)) -> Duration| {
        let mut speeds: Vec<f64> = times
            .iter()
            .map(|t| samples / pick(t).as_secs_f64())
            .collect();
        speeds.sort_by(f64::total_cmp);
        speeds
    };
    let total = sorted(&|t| t.0 + t.1);
    Ok(BenchResult {
        sps_total: total[1],
        sps_rollout: sorted(&|t| t.0)[1],
        sps_update: sorted(&|t| t.1)[1],
        sps_total_min: total[0],
        sps_total_max: total[2],
        parameters: spec.parameter_count(),
        worker_threads: threads,
        sizes: sizes.clone(),
    })
}

fn measure(
    sizes: &BenchSizes,
    spec: &NetSpec,
    threads: usize,
    seed: u64,
) -> Result<(Duration, Duration)> {
    let world = Dummy {
        sizes: sizes.clone(),
    };
    let mut rollout = Rollout::new(&world, seed, sizes.envs, threads, sizes.steps)?;
    let mut parameters = init::parameters(&spec.clone().into(), seed);
    let mut net = Net::new(spec, &parameters)?;
    let mut adam = Adam::new(parameters.len());
    let mut backend = Backend::new(sizes.backend, spec, DeviceName::Cpu, threads)?;
    let plan = UpdatePlan {
        epochs: sizes.epochs,
        minibatch: (sizes.envs * sizes.steps).div_ceil(sizes.minibatches),
        rate: 2.5e-4,
        max_grad_norm: 0.5,
        target_kl: 0.0,
    };
    let loss = Coefficients {
        clip: 0.2,
        entropy: 0.01,
        value: 0.5,
    };
    let how = Estimation {
        gamma: 0.99,
        lambda: 0.95,
        lambda_value: 0.95,
        shaping: 0.0,
    };
    let (mut playing, mut learning) = (Duration::ZERO, Duration::ZERO);
    for iteration in 0..=sizes.iterations {
        let start = Instant::now();
        rollout.collect(std::slice::from_ref(&net), iteration as u64)?;
        rollout.estimate(&how);
        let played = Instant::now();
        let mut source = backend.ppo(rollout.shards().collect(), false, loss);
        let mut rng = stream(seed, iteration as u64, 0, Purpose::Shuffle);
        update(source.as_mut(), &mut parameters, &mut adam, &plan, &mut rng)?;
        drop(source);
        net.load(&parameters);
        rollout.turn_over();
        // The first iteration warms up memory and caches.
        if iteration > 0 {
            playing += played - start;
            learning += played.elapsed();
        }
    }
    Ok((playing, learning))
}

/// Eight fixed batches of random observations and masks, played round and round.
struct Dummy {
    sizes: BenchSizes,
}

const POOL: usize = 8;
const EPISODE: u32 = 1000;

struct DummyShard {
    obs: Vec<f32>,
    masks: Vec<u64>,
    now: usize,
    clocks: Vec<u32>,
}

impl World for Dummy {
    fn obs_len(&self) -> usize {
        self.sizes.obs
    }

    fn action_count(&self) -> usize {
        self.sizes.actions
    }

    fn observation(&self) -> Encoding {
        Encoding {
            version: 0,
            hash: "dummy".into(),
        }
    }

    fn action(&self) -> Encoding {
        Encoding {
            version: 0,
            hash: "dummy".into(),
        }
    }

    fn catalog(&self) -> String {
        "dummy".into()
    }

    fn tasks(&self) -> Vec<String> {
        vec!["dummy".into()]
    }

    fn shard(&self, seed: u64, first: usize, rows: usize) -> Result<Box<dyn RolloutEnv>> {
        let BenchSizes {
            obs,
            actions,
            density,
            ..
        } = self.sizes;
        let words = actions.div_ceil(64);
        let mut rng = stream(seed, first as u64, 0, Purpose::Training);
        let mut shard = DummyShard {
            obs: vec![0.0; POOL * rows * obs],
            masks: vec![0; POOL * rows * words],
            now: 0,
            clocks: (0..rows).map(|_| rng.next_u32() % EPISODE).collect(),
        };
        for value in &mut shard.obs {
            let noise = 4.0 * uniform(rng.next_u32()) - 2.0;
            *value = if uniform(rng.next_u32()) < density {
                noise
            } else {
                0.0
            };
        }
        for mask in shard.masks.chunks_exact_mut(words) {
            mask[0] |= 1;
            for action in (0..actions).filter(|_| uniform(rng.next_u32()) < 0.1) {
                mask[action / 64] |= 1 << (action % 64);
            }
        }
        Ok(Box::new(shard))
    }

    fn evaluate(&self, _net: &Net, _games: u32) -> Result<Vec<TaskScore>> {
        Ok(Vec::new())
    }
}

impl RolloutEnv for DummyShard {
    fn observe(&mut self, obs: &mut [f32], masks: &mut [u64]) {
        let at = self.now % POOL;
        obs.copy_from_slice(&self.obs[at * obs.len()..(at + 1) * obs.len()]);
        masks.copy_from_slice(&self.masks[at * masks.len()..(at + 1) * masks.len()]);
    }

    fn step(&mut self, actions: &[u16], out: &mut StepOut, obs: &mut [f32], masks: &mut [u64]) {
        for (row, clock) in self.clocks.iter_mut().enumerate() {
            *clock += 1;
            let ended = *clock >= EPISODE;
            out.rewards[row] = f32::from(actions[row] & 1) / EPISODE as f32;
            out.endings[row] = if ended {
                Ending::Terminated
            } else {
                Ending::Running
            };
            if ended {
                *clock = 0;
                out.episodes.push(EpisodeSummary {
                    task: 0,
                    score: 0.5,
                    decisions: EPISODE,
                    rounds: 0,
                    truncated: false,
                });
            }
        }
        self.now += 1;
        self.observe(obs, masks);
    }

    fn set_task_weights(&mut self, _weights: &[f32]) {}

    fn save(&self) -> Vec<Value> {
        Vec::new()
    }

    fn restore(&mut self, _saved: &[Value]) -> Result<()> {
        anyhow::bail!("the benchmark has no state to go back to")
    }
}
