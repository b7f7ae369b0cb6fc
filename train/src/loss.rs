//! What the PPO loss is made of, apart from the gradients: coefficients, averages, weights.

/// Coefficients of the loss.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coefficients {
    /// How far a probability may move before its gradient stops.
    pub clip: f64,
    /// Weight of the entropy bonus.
    pub entropy: f64,
    /// Weight of the critic's loss.
    pub value: f64,
}

/// Averages over the samples of a batch.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Stats {
    /// Clipped policy loss.
    pub policy_loss: f64,
    /// Cross-entropy of the critic.
    pub value_loss: f64,
    /// Entropy, weighted as in the loss.
    pub entropy: f64,
    /// Estimate of how far the policy has moved.
    pub approx_kl: f64,
    /// Share of samples beyond the clip.
    pub clip_fraction: f64,
}

impl Stats {
    /// Whether every number is finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        let sum = self.policy_loss + self.value_loss + self.entropy + self.approx_kl;
        sum.is_finite()
    }

    /// Adds another batch's averages with a weight.
    pub fn add(&mut self, other: &Self, weight: f64) {
        self.policy_loss += weight * other.policy_loss;
        self.value_loss += weight * other.value_loss;
        self.entropy += weight * other.entropy;
        self.approx_kl += weight * other.approx_kl;
        self.clip_fraction += weight * other.clip_fraction;
    }
}

/// Weight of the entropy of a sample with so many legal actions.
///
/// Normalised, a uniform choice counts 1 whatever the number of options, so that wide decisions do
/// not drown narrow ones.
#[must_use]
pub fn entropy_weight(legal: usize, normalise: bool) -> f32 {
    match (normalise, legal) {
        (false, _) => 1.0,
        (true, 0 | 1) => 0.0,
        (true, n) => 1.0 / (n as f32).ln(),
    }
}
