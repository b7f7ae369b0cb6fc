//! One PPO update: epochs over shuffled minibatches, with an early stop and a gradient clip.

use anyhow::{Result, ensure};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::adam::{self, Adam};
use crate::gradient::Gradient;
use crate::loss::Stats;

/// The settings of an update.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UpdatePlan {
    /// Passes over the batch, at most.
    pub epochs: usize,
    /// Samples of one gradient.
    pub minibatch: usize,
    /// Step size.
    pub rate: f64,
    /// Longest gradient.
    pub max_grad_norm: f64,
    /// Stop when the policy has moved further than this, on average over the minibatches of a pass; 0 never stops.
    /// Each minibatch is measured before its own step, so the first one of an update measures nothing.
    pub target_kl: f64,
}

/// What an update did.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct UpdateReport {
    /// Averages over the last pass, as far as it went.
    pub stats: Stats,
    /// Average length of the gradient before clipping, over all minibatches.
    pub grad_norm: f64,
    /// Passes made, with a fraction for one that stopped halfway.
    pub epochs: f64,
    /// Gradients taken.
    pub minibatches: usize,
}

/// Updates the parameters in place.
///
/// # Errors
/// When a loss or gradient is not finite; the parameters are then those of the last good step.
pub fn update(
    source: &mut dyn Gradient,
    parameters: &mut [f32],
    optimizer: &mut Adam,
    plan: &UpdatePlan,
    rng: &mut ChaCha8Rng,
) -> Result<UpdateReport> {
    let mut order: Vec<u32> = (0..source.samples() as u32).collect();
    let mut gradient = vec![0.0; parameters.len()];
    let mut report = UpdateReport::default();
    for _ in 0..plan.epochs {
        shuffle(&mut order, rng);
        let (mut sums, mut seen) = (Stats::default(), 0.0);
        let mut too_far = false;
        for rows in order.chunks(even_size(order.len(), plan.minibatch)) {
            let stats = source.gradient(parameters, rows, &mut gradient)?;
            let norm = adam::clip(&mut gradient, plan.max_grad_norm);
            ensure!(norm.is_finite(), "the gradient is not a finite number");
            optimizer.step(parameters, &gradient, plan.rate);
            sums.add(&stats, rows.len() as f64);
            seen += rows.len() as f64;
            report.grad_norm += norm;
            report.minibatches += 1;
            too_far = plan.target_kl > 0.0 && sums.approx_kl > plan.target_kl * seen;
            if too_far {
                break;
            }
        }
        report.stats = Stats::default();
        report.stats.add(&sums, 1.0 / seen);
        report.epochs += seen / order.len() as f64;
        if too_far {
            break;
        }
    }
    report.grad_norm /= report.minibatches.max(1) as f64;
    Ok(report)
}

/// The size nearest to the one wanted that splits the batch evenly: a small remainder would make for one noisy
/// step.
pub(crate) fn even_size(samples: usize, wanted: usize) -> usize {
    let parts = (samples as f64 / wanted as f64).round().max(1.0) as usize;
    samples.div_ceil(parts).max(1)
}

/// A Fisher-Yates shuffle.
pub(crate) fn shuffle(order: &mut [u32], rng: &mut ChaCha8Rng) {
    for i in (1..order.len()).rev() {
        // The bias of the multiplication is below 2^-32 times the length.
        let j = (u64::from(rng.next_u32()) * (i as u64 + 1)) >> 32;
        order.swap(i, j as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reckoners_env::rng::{Purpose, stream};

    #[test]
    fn minibatches_split_evenly() {
        assert_eq!(even_size(8192, 2048), 2048);
        assert_eq!(even_size(100, 30), 34);
        assert_eq!(even_size(100, 1000), 100);
        assert_eq!(even_size(3, 2), 2);
    }

    #[test]
    fn shuffling_keeps_every_sample_and_moves_them() {
        let mut order: Vec<u32> = (0..1000).collect();
        shuffle(&mut order, &mut stream(1, 0, 0, Purpose::Shuffle));
        assert_ne!(order, (0..1000).collect::<Vec<_>>());
        order.sort_unstable();
        assert_eq!(order, (0..1000).collect::<Vec<_>>());
    }
}
