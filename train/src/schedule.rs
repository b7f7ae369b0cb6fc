//! How coefficients move over a run.

use crate::config::Config;

/// Straight line from `start` to `end` while `progress` goes from 0 to `until`, flat afterwards.
#[must_use]
pub fn linear(start: f64, end: f64, until: f64, progress: f64) -> f64 {
    if until <= 0.0 {
        return end;
    }
    start + (end - start) * (progress / until).clamp(0.0, 1.0)
}

/// The settings that change in the course of a run, as they are at some step.
#[derive(Debug, Clone, Copy)]
pub struct Scheduled {
    /// How much of the shaping counts.
    pub shaping: f64,
    /// The coefficient of the entropy.
    pub entropy: f64,
    /// The learning rate.
    pub rate: f64,
}

impl Scheduled {
    /// After so many steps.
    #[must_use]
    pub fn new(config: &Config, steps: u64) -> Self {
        let ppo = &config.ppo;
        let done = steps as f64 / config.run.total_steps as f64;
        Self {
            shaping: linear(ppo.shaping, 0.0, ppo.shaping_until, done),
            entropy: linear(ppo.entropy, ppo.entropy_end, 1.0, done),
            rate: linear(ppo.lr, ppo.lr_end, 1.0, done),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::linear;

    #[test]
    fn goes_straight_and_stays() {
        for (progress, want) in [(0.0, 4.0), (0.25, 3.0), (0.5, 2.0), (0.9, 2.0)] {
            assert!((linear(4.0, 2.0, 0.5, progress) - want).abs() < 1e-12);
        }
        assert!((linear(4.0, 0.0, 0.0, 0.0)).abs() < 1e-12);
    }
}
