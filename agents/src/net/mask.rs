//! Legal actions as bit words, and the softmax over the legal actions only.
//!
//! Action `i` is bit `i % 64` of word `i / 64`. Nothing here ever looks at an illegal logit, so an
//! illegal action has probability zero by construction.

use pulp::Arch;

use super::math;

/// Whether an action is legal.
#[must_use]
pub fn contains(mask: &[u64], action: usize) -> bool {
    mask.get(action / 64)
        .is_some_and(|word| word >> (action % 64) & 1 == 1)
}

/// Number of legal actions.
#[must_use]
pub fn count(mask: &[u64]) -> usize {
    mask.iter().map(|word| word.count_ones() as usize).sum()
}

/// The legal actions in increasing order.
pub fn iter(mask: &[u64]) -> impl Iterator<Item = usize> {
    mask.iter().enumerate().flat_map(|(i, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(i * 64 + bit)
        })
    })
}

/// A uniform number in [0, 1) from 24 random bits, for [`MaskedSoftmax::sample`].
#[must_use]
pub fn uniform(bits: u32) -> f32 {
    (bits >> 8) as f32 / (1 << 24) as f32
}

/// Why no distribution can be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MaskError {
    /// No action is legal.
    #[error("the action mask is empty: there is nothing to choose from")]
    Empty,
    /// The network gave a logit that is not a number.
    #[error("the logit of action {action} is not finite: the weights are broken")]
    NotFinite {
        /// The action id.
        action: usize,
    },
}

/// The distribution over the legal actions of one position.
///
/// Reuse one value for many positions: after the first few it allocates nothing.
#[derive(Debug, Clone, Default)]
pub struct MaskedSoftmax {
    actions: Vec<u16>,
    /// Logits minus the largest.
    shifted: Vec<f32>,
    /// Exponentials of `shifted`.
    weights: Vec<f32>,
    total: f32,
    log_total: f32,
}

impl MaskedSoftmax {
    /// An empty distribution; [`MaskedSoftmax::set`] fills it.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the legal actions of one position and their logits.
    ///
    /// # Errors
    /// When nothing is legal, or a legal logit is not finite.
    pub fn set(&mut self, logits: &[f32], mask: &[u64]) -> Result<(), MaskError> {
        self.set_legal(iter(mask).map(|action| (action, logits[action])))
    }

    /// Takes the legal actions of one position, in increasing order, each with its logit.
    ///
    /// # Errors
    /// When there is none, or a logit is not finite.
    pub fn set_legal(
        &mut self,
        legal: impl IntoIterator<Item = (usize, f32)>,
    ) -> Result<(), MaskError> {
        self.actions.clear();
        self.shifted.clear();
        let mut largest = f32::NEG_INFINITY;
        for (action, logit) in legal {
            if !logit.is_finite() {
                return Err(MaskError::NotFinite { action });
            }
            self.actions
                .push(u16::try_from(action).expect("a network has fewer actions than 65536"));
            self.shifted.push(logit);
            largest = largest.max(logit);
        }
        debug_assert!(self.actions.is_sorted());
        if self.actions.is_empty() {
            return Err(MaskError::Empty);
        }
        self.weights.resize(self.shifted.len(), 0.0);
        let both = self.shifted.iter_mut().zip(&mut self.weights);
        Arch::new().dispatch(|| {
            for (logit, weight) in both {
                *logit -= largest;
                *weight = math::exp(*logit);
            }
        });
        self.total = self.weights.iter().sum();
        self.log_total = self.total.ln();
        Ok(())
    }

    /// The legal actions in increasing order.
    #[must_use]
    pub fn actions(&self) -> &[u16] {
        &self.actions
    }

    /// Probabilities of [`MaskedSoftmax::actions`], in the same order.
    pub fn probabilities(&self) -> impl Iterator<Item = f32> {
        self.weights.iter().map(|weight| weight / self.total)
    }

    /// Log-probabilities of [`MaskedSoftmax::actions`], in the same order.
    pub fn log_probs(&self) -> impl Iterator<Item = f32> {
        self.shifted.iter().map(|logit| logit - self.log_total)
    }

    /// Log-probability of the legal action at a place in [`MaskedSoftmax::actions`].
    fn log_prob_at(&self, index: usize) -> f32 {
        self.shifted[index] - self.log_total
    }

    /// Log-probability of an action; minus infinity when it is illegal.
    #[must_use]
    pub fn log_prob(&self, action: u16) -> f32 {
        let found = self.actions.binary_search(&action);
        found.map_or(f32::NEG_INFINITY, |index| self.log_prob_at(index))
    }

    /// Draws an action from a uniform number in [0, 1); returns it with its log-probability.
    #[must_use]
    pub fn sample(&self, uniform: f32) -> (u16, f32) {
        let mut left = uniform * self.total;
        for (index, weight) in self.weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return (self.actions[index], self.log_prob_at(index));
            }
        }
        // Rounding can leave a trace at the end; it must not land on an action that hardly ever is
        // taken.
        self.best()
    }

    /// The most probable action, the lowest id among equals, with its log-probability.
    #[must_use]
    pub fn best(&self) -> (u16, f32) {
        let mut index = 0;
        for (i, logit) in self.shifted.iter().enumerate() {
            if *logit > self.shifted[index] {
                index = i;
            }
        }
        (self.actions[index], self.log_prob_at(index))
    }

    /// Entropy in nats over the legal actions.
    #[must_use]
    pub fn entropy(&self) -> f32 {
        let weighted: f32 = self
            .weights
            .iter()
            .zip(&self.shifted)
            .map(|(w, s)| w * s)
            .sum();
        self.log_total - weighted / self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three() -> MaskedSoftmax {
        // Logits ln 1, ln 2, ln 5 on actions 1, 3, 64: probabilities 1/8, 2/8, 5/8 by hand.
        let mut logits = vec![99.0f32; 70];
        logits[1] = 1f32.ln();
        logits[3] = 2f32.ln();
        logits[64] = 5f32.ln();
        let mut softmax = MaskedSoftmax::new();
        softmax
            .set(&logits, &[0b1010, 0b1])
            .expect("three legal actions");
        softmax
    }

    #[test]
    fn bits_name_actions() {
        let mask = [1 << 63 | 0b101, 0b10];
        assert_eq!(iter(&mask).collect::<Vec<_>>(), [0, 2, 63, 65]);
        assert_eq!(count(&mask), 4);
        assert!(contains(&mask, 63) && !contains(&mask, 64) && !contains(&mask, 128));
    }

    #[test]
    fn probabilities_are_those_worked_out_by_hand() {
        let softmax = three();
        assert_eq!(softmax.actions(), [1, 3, 64]);
        for (p, want) in softmax.probabilities().zip([0.125, 0.25, 0.625]) {
            assert!((p - want).abs() < 1e-6, "{p} is not {want}");
        }
        let want = -(0.125f32 * 0.125f32.ln() + 0.25 * 0.25f32.ln() + 0.625 * 0.625f32.ln());
        assert!((softmax.entropy() - want).abs() < 1e-6);
        assert!((softmax.log_prob(3) - 0.25f32.ln()).abs() < 1e-6);
        assert!(softmax.log_prob(2) < f32::MIN);
        assert_eq!(softmax.best().0, 64);
    }

    #[test]
    fn sampling_follows_the_cumulative_distribution() {
        let softmax = three();
        for (uniform, want) in [
            (0.0, 1),
            (0.124, 1),
            (0.126, 3),
            (0.374, 3),
            (0.376, 64),
            (0.999_999_9, 64),
        ] {
            assert_eq!(softmax.sample(uniform).0, want, "at {uniform}");
        }
    }

    #[test]
    fn what_rounding_leaves_goes_to_the_most_probable_action() {
        let mut softmax = three();
        softmax
            .set(&[0.0, 5.0, -50.0], &[0b111])
            .expect("three legal actions");
        // As if the weights had been rounded up in their sum.
        softmax.total *= 1.001;
        assert_eq!(softmax.sample(0.999_999_9).0, 1);
    }

    #[test]
    fn uniform_numbers_stay_below_one() {
        assert!(uniform(u32::MAX) < 1.0);
        assert_eq!(uniform(0).to_bits(), 0f32.to_bits());
    }

    #[test]
    fn one_legal_action_is_certain() {
        let mut softmax = MaskedSoftmax::new();
        softmax
            .set(&[-3.0, 7.5], &[0b10])
            .expect("one legal action");
        let (action, log_prob) = softmax.sample(0.7);
        assert_eq!((action, log_prob.to_bits()), (1, 0f32.to_bits()));
        assert!(softmax.entropy().abs() < 1e-7);
    }

    #[test]
    fn wide_logits_stay_finite_and_never_draw_the_impossible() {
        let mut softmax = MaskedSoftmax::new();
        softmax
            .set(&[1000.0, -1000.0, 0.0], &[0b111])
            .expect("three legal actions");
        assert_eq!(softmax.sample(0.999_999_9).0, 0);
        assert!(softmax.entropy().is_finite());
    }

    #[test]
    fn refuses_what_has_no_distribution() {
        let mut softmax = MaskedSoftmax::new();
        assert_eq!(softmax.set(&[1.0], &[0]), Err(MaskError::Empty));
        assert_eq!(
            softmax.set(&[0.0, f32::NAN], &[3]),
            Err(MaskError::NotFinite { action: 1 })
        );
    }
}
