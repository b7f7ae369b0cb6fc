//! Whether a predicted win chance means what it says.

use serde::Serialize;

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
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CalibrationBin {
    /// Smallest prediction in it.
    pub from: f64,
    /// Largest prediction in it.
    pub to: f64,
    /// Predictions in it; at least one.
    pub count: u64,
    /// How many of them came true.
    pub wins: u64,
    /// Their mean predicted chance.
    pub mean_prediction: f64,
    /// Share that came true.
    pub observed: f64,
    /// 95 % Wilson interval of that share.
    pub interval: Interval,
}

/// How well predicted chances match outcomes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// Number of predictions.
    pub count: u64,
    /// How many of them came true.
    pub wins: u64,
    /// Mean of the predicted chances.
    pub mean_prediction: f64,
    /// Mean squared error of the predicted chance; 0 is perfect, always saying 0.5 gives 0.25.
    pub brier: f64,
    /// Expected calibration error: mean distance between predicted and observed share, over bins
    /// weighted by their count. With few games in a bin it is above 0 by luck alone.
    pub expected_error: f64,
    /// Bins of about equal count, from the smallest predictions to the largest.
    pub bins: Vec<CalibrationBin>,
}

/// Judges predicted win chances against what happened, in at most `bins` bins of about equal count.
///
/// Equal predictions share a bin, so that there can be fewer bins, and fuller ones.
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
    for (index, &value) in predictions.iter().enumerate() {
        if !(0.0..=1.0).contains(&value) {
            return Err(CalibrationError::OutOfRange { index, value });
        }
    }
    let mut pairs: Vec<(f64, bool)> = predictions
        .iter()
        .copied()
        .zip(outcomes.iter().copied())
        .collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let total = pairs.len() as f64;
    let bins: Vec<_> = quantiles(&pairs, bins).into_iter().map(bin).collect();
    let squares = |(value, won): &(f64, bool)| (value - f64::from(u8::from(*won))).powi(2);
    Ok(Calibration {
        count: pairs.len() as u64,
        wins: bins.iter().map(|bin| bin.wins).sum(),
        mean_prediction: pairs.iter().map(|pair| pair.0).sum::<f64>() / total,
        brier: pairs.iter().map(squares).sum::<f64>() / total,
        expected_error: bins
            .iter()
            .map(|b| b.count as f64 / total * (b.observed - b.mean_prediction).abs())
            .sum(),
        bins,
    })
}

/// Cuts sorted pairs into parts of about equal length, never between equal predictions.
fn quantiles(pairs: &[(f64, bool)], parts: usize) -> Vec<&[(f64, bool)]> {
    let mut cuts = Vec::new();
    let mut rest = pairs;
    for left in (1..=parts).rev() {
        let least = rest.len().div_ceil(left);
        let Some(&(last, _)) = rest.get(least.wrapping_sub(1)) else {
            break;
        };
        // Equal predictions around the cut go all to the side that most of them are on.
        let start = rest.partition_point(|pair| pair.0 < last);
        let end = rest.partition_point(|pair| pair.0 <= last);
        let before = start > 0 && least - start < end - least;
        let (part, after) = rest.split_at(if before { start } else { end });
        cuts.push(part);
        rest = after;
    }
    cuts
}

/// The numbers of a part that is not empty.
fn bin(part: &[(f64, bool)]) -> CalibrationBin {
    let count = part.len() as u64;
    let wins = part.iter().filter(|(_, won)| *won).count() as u64;
    CalibrationBin {
        from: part[0].0,
        to: part[part.len() - 1].0,
        count,
        wins,
        mean_prediction: part.iter().map(|pair| pair.0).sum::<f64>() / count as f64,
        observed: wins as f64 / count as f64,
        interval: wilson(wins, count),
    }
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

    #[test]
    fn expected_error_is_the_mean_distance_weighted_by_count() {
        let predictions = [0.25, 0.25, 0.55, 0.75, 0.75];
        let result = calibrate(&predictions, &[false, false, true, true, true], 2).unwrap();
        let counts: Vec<_> = result.bins.iter().map(|bin| bin.count).collect();
        assert_eq!(counts, [3, 2]);
        // The first bin says 0.35 and has one win in three, the second says 0.75 and has two of two.
        let want = 0.6 * (0.35_f64 - 1.0 / 3.0).abs() + 0.4 * 0.25;
        assert!((result.expected_error - want).abs() < 1e-12);
    }

    #[test]
    fn bins_hold_about_as_many_and_equal_predictions_stay_together() {
        let counts = |predictions: &[f64], bins| {
            let result = calibrate(predictions, &vec![true; predictions.len()], bins).unwrap();
            assert_eq!(result.wins, predictions.len() as u64);
            let ordered = result.bins.windows(2).all(|pair| pair[0].to < pair[1].from);
            assert!(ordered, "{result:?}");
            result.bins.iter().map(|bin| bin.count).collect::<Vec<_>>()
        };
        let even: Vec<f64> = (0..100).map(|i| f64::from(i) / 100.0).collect();
        assert_eq!(counts(&even, 10), [10; 10]);
        assert_eq!(counts(&[0.2, 0.9, 0.9, 0.9, 0.9, 0.9], 3), [1, 5]);
        assert_eq!(counts(&[0.1, 0.2, 0.9, 0.9, 0.9, 0.9], 3), [2, 4]);
        assert_eq!(counts(&[0.5], 10), [1]);
        assert_eq!(counts(&[0.0, 1.0], 10), [1, 1]);
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
