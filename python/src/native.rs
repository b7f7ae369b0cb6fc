//! The engine's own batch, `VecEnv`, for tests that compare games and for measuring what Python costs.

use std::time::{Duration, Instant};

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use reckoners_env::action::WORDS;
use reckoners_env::action::mask::ActionMask;
use reckoners_env::chance::below;
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::{Batch, BatchOptions, VecEnv};

use crate::error;
use crate::setup::Setup;

/// A batch of the engine with its buffers and a player of random legal actions.
struct Play {
    envs: VecEnv,
    batch: Batch,
    luck: GameRng,
    actions: Vec<u16>,
}

impl Play {
    fn new(setup: &str, seed: u64, envs: usize, threads: usize) -> PyResult<Self> {
        let Setup {
            encoder,
            tasks,
            options,
        } = Setup::parse(setup)?;
        let batch = BatchOptions {
            threads,
            ..BatchOptions::new(seed, envs)
        };
        let mut play = Self {
            envs: VecEnv::new(encoder, tasks.source(), options, batch).map_err(error::value)?,
            batch: Batch::new(envs, true),
            luck: stream(seed, 0, 0, Purpose::Actions),
            actions: vec![0; envs],
        };
        play.envs
            .observe(play.batch.buffers())
            .map_err(error::value)?;
        Ok(play)
    }

    /// Plays one random legal action in every row.
    fn step(&mut self) -> Result<(), String> {
        let words = self.batch.masks.as_slice().unwrap_or_default();
        for (action, words) in self.actions.iter_mut().zip(words.chunks_exact(WORDS)) {
            let legal = ActionMask::from_words(words);
            let place = below(&mut self.luck, legal.len() as u32) as usize;
            *action = legal.nth(place).unwrap_or(0) as u16;
        }
        let stepped = self.envs.step(&self.actions, self.batch.buffers());
        stepped.map(|_| ()).map_err(|e| e.to_string())
    }
}

/// Random legal play of environment 0 of a seed in the engine's own batch: what it showed and did, step by step.
#[pyfunction]
pub(crate) fn engine_rollout<'py>(
    py: Python<'py>,
    setup: &str,
    seed: u64,
    steps: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let mut play = Play::new(setup, seed, 1, 1)?;
    let (mut obs, mut masks, mut digests) = (Vec::new(), Vec::new(), Vec::new());
    let (mut actions, mut rewards, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..steps {
        obs.extend_from_slice(play.batch.obs.as_slice().unwrap_or_default());
        masks.extend_from_slice(play.batch.mask_bytes.as_slice().unwrap_or_default());
        digests.push(play.envs.game(0).digest());
        play.step().map_err(error::state)?;
        py.check_signals()?;
        actions.push(i64::from(play.actions[0]));
        rewards.push(play.batch.reward[0]);
        ends.push(play.batch.terminated[0] || play.batch.truncated[0]);
    }
    let all = PyDict::new(py);
    all.set_item("obs", obs.into_pyarray(py))?;
    all.set_item("masks", masks.into_pyarray(py))?;
    all.set_item("digests", digests)?;
    all.set_item("actions", actions)?;
    all.set_item("rewards", rewards)?;
    all.set_item("ends", ends)?;
    Ok(all)
}

/// How long steps are taken without looking for signals such as Ctrl-C.
const SLICE: Duration = Duration::from_millis(100);

/// How many decisions the engine's own batch makes in some seconds, with observations and masks, in random legal play.
#[pyfunction]
pub(crate) fn engine_steps(
    py: Python<'_>,
    setup: &str,
    envs: usize,
    seconds: f64,
    threads: usize,
) -> PyResult<u64> {
    let mut play = Play::new(setup, 0, envs, threads)?;
    let limit = Duration::try_from_secs_f64(seconds).map_err(error::value)?;
    let (start, mut steps) = (Instant::now(), 0u64);
    while start.elapsed() < limit {
        let until = limit.min(start.elapsed() + SLICE);
        let stepped = py.detach(|| {
            while start.elapsed() < until {
                play.step()?;
                steps += 1;
            }
            Ok::<_, String>(())
        });
        stepped.map_err(error::state)?;
        py.check_signals()?;
    }
    Ok(steps * envs as u64)
}
