//! Gradients in plain Rust, on the kernels that also play.
//!
//! libtorch multiplies whole matrices: every observation value, every action of every sample. Here
//! zeros of the observation are skipped, only legal actions have logits and gradients, and a chunk
//! of samples goes forward and backward while it is still in the cache. The result is the same
//! gradient (a test compares the two), at least twice as soon.

mod entities;
mod gradient_buffers;
mod objective;
mod ops;
mod packed;
mod pass;
mod products;

pub use objective::{Imitation, Objective, OutputGradients, Ppo};

use anyhow::{Result, ensure};
use reckoners_agents::net::NetSpec;
use reckoners_agents::net::kernel::transpose;

use crate::loss::Stats;
use crate::threads::each;
use packed::Packed;
use pass::Pass;

/// Weights packed for both directions, and the memory of every thread.
#[derive(Debug)]
pub struct Native {
    packed: Packed,
    passes: Vec<Pass>,
}

impl Native {
    /// Memory for a network and so many threads.
    #[must_use]
    pub fn new(spec: &NetSpec, threads: usize) -> Self {
        Self {
            packed: Packed::new(spec),
            passes: (0..threads.max(1)).map(|_| Pass::new(spec)).collect(),
        }
    }

    /// Gradient of the mean loss over some samples, written to `out`; returns averages.
    ///
    /// # Errors
    /// When the loss or a logit is not finite, or a sample has no legal action.
    pub fn gradient(
        &mut self,
        parameters: &[f32],
        objective: &dyn Objective,
        rows: &[u32],
        out: &mut [f32],
    ) -> Result<Stats> {
        self.packed.load(parameters);
        let packed = &self.packed;
        let threads = self.passes.len();
        let share = |i: usize| &rows[i * rows.len() / threads..(i + 1) * rows.len() / threads];
        let mut work: Vec<_> = self.passes.iter_mut().enumerate().collect();
        let outcomes = each(&mut work, threads, |(i, pass)| {
            pass.run(packed, parameters, objective, share(*i))
        });
        outcomes.into_iter().collect::<Result<(), _>>()?;

        let scale = 1.0 / rows.len() as f32;
        let mut stats = Stats::default();
        for pass in &self.passes {
            stats.add(pass.stats(), f64::from(scale));
        }
        let parts: Vec<_> = self.passes.iter().map(Pass::gradient).collect();
        ops::average(&parts, scale, out);
        for (weight, outputs) in self.packed.by_input() {
            let weight = &mut out[weight.range()];
            let by_input = weight.to_vec();
            transpose(&by_input, outputs, weight, by_input.len() / outputs);
        }
        ensure!(
            stats.is_finite(),
            "the loss is not a finite number ({stats:?})"
        );
        Ok(stats)
    }
}
