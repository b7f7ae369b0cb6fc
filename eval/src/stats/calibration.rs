//! Whether a predicted win chance means what it says.

use serde::{Deserialize, Serialize};

use super::{Interval, wilson};

/// Why predictions cannot be judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CalibrationError {
    /// Not one outcome for each prediction.
    LengthMismatch {
        /// Predictions given.
        predictions: usize,
        /// Outcomes given.
        outcomes: usize,
    },
    /// A prediction is not a probability.
    OutOfRange {
        /// Its index.
        index: usize,
        /// Its value.
        value: f64,
    },
    /// No predictions, or no bins to sort them into.
    Empty,
}

impl std::fmt::Display for CalibrationError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::LengthMismatch {
                predictions,
                outcomes,
            } => {
                write!(
                    f,
                    "{predictions} predictions need as many outcomes, not {outcomes}"
                )
            }
            Self::OutOfRange { index, value } => {
                write!(
                    f,
                    "prediction {index} is {value}, which is not a probability in [0, 1]"
                )
            }
            Self::Empty => f.write_str("calibration needs at least one prediction and one bin"),
        }
    }
}

impl std::error::Error for CalibrationError {}

/// The predictions that fell into one bin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CalibrationBin {
    /// Lower edge of the bin.
    pub from: f64,
    /// Upper edge of the bin.
    pub to: f64,
    /// Predictions in it.
    pub count: u64,
    /// How many of them came true.
    pub wins: u64,
    /// What they say; nothing if the bin is empty.
    #[serde(flatten)]
    pub said: Option<Said>,
}

/// What the predictions of a bin say.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Said {
    /// Their mean predicted chance.
    pub mean_prediction: f64,
    /// Share that came true.
    pub observed: f64,
    /// 95 % Wilson interval of that share.
    pub interval: Interval,
}

/// How well predicted chances match outcomes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// Number of predictions.
    pub count: u64,
    /// Mean squared error of the predicted chance; 0 is perfect, always saying 0.5 gives 0.25.
    pub brier: f64,
    /// Expected calibration error: mean distance between predicted and observed share, over bins
    /// weighted by their count.
    pub expected_error: f64,
    /// Bins of equal width from 0 to 1, empty ones included.
    pub bins: Vec<CalibrationBin>,
}

/// Judges predicted win chances against what happened, in `bins` bins of equal width.
///
/// A prediction on an inner edge belongs to the bin above it, 1.0 to the last.
pub fn calibrate(
    predictions: &[f64],
    outcomes: &[bool],
    bins: usize,
) -> Result<Calibration, CalibrationError> {
    if predictions.len() != outcomes.len() {
        let (predictions, outcomes) = (predictions.len(), outcomes.len());
        return Err(CalibrationError::LengthMismatch {
            predictions,
            outcomes,
        });
    }
    if predictions.is_empty() || bins == 0 {
        return Err(CalibrationError::Empty);
    }
    let mut sums = vec![(0_u64, 0_u64, 0.0_f64); bins];
    let mut squares = 0.0;
    for (index, (&value, &won)) in predictions.iter().zip(outcomes).enumerate() {
        if !(0.0..=1.0).contains(&value) {
            return Err(CalibrationError::OutOfRange { index, value });
        }
        let bin = ((value * bins as f64) as usize).min(bins - 1);
        let (count, wins, sum) = &mut sums[bin];
        *count += 1;
        *wins += u64::from(won);
        *sum += value;
        squares += (value - f64::from(u8::from(won))).powi(2);
    }
    let total = predictions.len() as f64;
    let width = 1.0 / bins as f64;
    let bins: Vec<_> = sums
        .into_iter()
        .enumerate()
        .map(|(i, (count, wins, sum))| {
            let (from, to) = (i as f64 * width, (i + 1) as f64 * width);
            let n = count as f64;
            CalibrationBin {
                from,
                to,
                count,
                wins,
                said: (count > 0).then(|| Said {
                    mean_prediction: sum / n,
                    observed: wins as f64 / n,
                    interval: wilson(wins, count),
                }),
            }
        })
        .collect();
    let expected_error = bins
        .iter()
        .filter_map(|bin| Some((bin.count as f64, bin.said?)))
        .map(|(count, said)| count / total * (said.observed - said.mean_prediction).abs())
        .sum();
    Ok(Calibration {
        count: predictions.len() as u64,
        brier: squares / total,
        expected_error,
        bins,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked example of the scikit-learn documentation of `brier_score_loss`: 0.0375.
    #[test]
    fn brier_matches_scikit_learn() {
        let result = calibrate(&[0.1, 0.9, 0.8, 0.3], &[false, true, true, false], 10).unwrap();
        assert!((result.brier - 0.0375).abs() < 1e-12);
    }

    /// The worked example of the torchmetrics documentation of `BinaryCalibrationError`: two bins,
    /// l1 norm, 0.29.
    #[test]
    fn expected_error_matches_torchmetrics() {
        let predictions = [0.25, 0.25, 0.55, 0.75, 0.75];
        let result = calibrate(&predictions, &[false, false, true, true, true], 2).unwrap();
        assert!(
            (result.expected_error - 0.29).abs() < 1e-12,
            "{}",
            result.expected_error
        );
        assert_eq!(
            result.bins.iter().map(|bin| bin.count).collect::<Vec<_>>(),
            [2, 3]
        );
    }

    #[test]
    fn edges_and_empty_bins() {
        let result = calibrate(&[0.0, 0.5, 1.0], &[false, true, true], 4).unwrap();
        let counts: Vec<_> = result.bins.iter().map(|bin| bin.count).collect();
        assert_eq!(counts, [1, 0, 1, 1]);
        assert_eq!(result.bins[1].said, None);
        assert!((result.expected_error - 0.5 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn refuses_what_is_not_a_probability() {
        let nan = calibrate(&[0.5, f64::NAN], &[true, true], 5).unwrap_err();
        assert!(matches!(nan, CalibrationError::OutOfRange { index: 1, .. }));
        assert!(
            calibrate(&[1.01], &[true], 5)
                .unwrap_err()
                .to_string()
                .contains("1.01")
        );
        assert_eq!(calibrate(&[], &[], 5), Err(CalibrationError::Empty));
        assert_eq!(calibrate(&[0.5], &[true], 0), Err(CalibrationError::Empty));
        assert!(
            calibrate(&[0.5], &[], 5)
                .unwrap_err()
                .to_string()
                .contains("not 0")
        );
    }
}
