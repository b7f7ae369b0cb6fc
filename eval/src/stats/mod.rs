//! Statistics of win/loss games: how sure a win rate is, whether two agents differ, whether a
//! Reckoner helps, and how honest a win chance is.
//!
//! All intervals are two-sided 95 %. Nothing here draws random numbers, so the same games always
//! give the same numbers.

mod calibration;
mod clusters;
mod effect;
mod mean;
mod paired;
mod proportion;

pub use calibration::{Calibration, CalibrationBin, CalibrationError, calibrate};
pub use clusters::{Stratum, design_effect};
pub use effect::{Effect, FEWEST, Trial, effect};
pub use mean::{Estimate, Moments, mean_of_cells};
pub use paired::{PairedError, PairedResult, PairedTable, p_text};
pub use proportion::{Interval, wilson, wilson_of};

/// The 97.5 % point of the standard normal distribution: half of a two-sided 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Below this p-value two agents are said to differ.
pub const SIGNIFICANCE: f64 = 0.05;

/// The chance of a standard normal value at least this far from zero, on either side.
fn two_sided(z: f64) -> f64 {
    libm::erfc(z.abs() / std::f64::consts::SQRT_2)
}

/// p-values corrected for being several (S. Holm, Scandinavian Journal of Statistics 6 (1979)
/// 65-70): the chance that even one of them is this small by luck stays below what it says.
#[must_use]
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut corrected = vec![1.0; p_values.len()];
    let mut least = 0.0_f64;
    for (rank, &i) in order.iter().enumerate() {
        least = least.max(p_values[i] * (p_values.len() - rank) as f64);
        corrected[i] = least.min(1.0);
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holm_corrects_step_by_step() {
        // 0.01 * 4, 0.02 * 3, then 0.03 * 2 and 0.04, which may not fall below those before.
        let corrected = holm(&[0.04, 0.01, 0.03, 0.02]);
        let want = [0.06, 0.04, 0.06, 0.06];
        for (got, want) in corrected.iter().zip(want) {
            assert!((got - want).abs() < 1e-12, "{corrected:?}");
        }
        assert_eq!(holm(&[0.7, 0.9]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }

    #[test]
    fn the_tails_are_those_of_the_normal_distribution() {
        assert!((two_sided(Z95) - 0.05).abs() < 1e-12);
        assert!((two_sided(0.0) - 1.0).abs() < 1e-12);
    }
}
