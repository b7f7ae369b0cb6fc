//! The mean of a sample and how sure it is.

use serde::{Deserialize, Serialize};

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeanError {
    /// How many values.
    pub count: u64,
    /// Their mean.
    pub mean: f64,
    /// Standard error of the mean; `None` for a single value, which says nothing about spread.
    pub std_error: Option<f64>,
}

impl MeanError {
    /// Mean and standard error of the values, `None` if there are none.
    ///
    /// Welford's update, so that a small spread around a large mean is not lost to cancellation.
    #[must_use]
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let (mut count, mut mean, mut squares) = (0_u64, 0.0, 0.0);
        for value in values {
            count += 1;
            let before = value - mean;
            mean += before / count as f64;
            squares += before * (value - mean);
        }
        let n = count as f64;
        let std_error = (count > 1).then(|| (squares / (n - 1.0) / n).sqrt());
        (count > 0).then_some(Self {
            count,
            mean,
            std_error,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NIST/SEMATECH e-Handbook of Statistical Methods, StRD univariate set `NumAcc3`: 1001 values
    /// around 10^6 with certified mean 1000000.2 and standard deviation 0.1. Naive sums of squares
    /// fail on it.
    #[test]
    fn matches_the_nist_numacc3_certificate() {
        let values = std::iter::once(1_000_000.2)
            .chain((0..1000).map(|i| if i % 2 == 0 { 1_000_000.1 } else { 1_000_000.3 }));
        let summary = MeanError::of(values).unwrap();
        assert_eq!(summary.count, 1001);
        assert!((summary.mean - 1_000_000.2).abs() < 1e-8);
        let deviation = summary.std_error.unwrap() * 1001_f64.sqrt();
        assert!((deviation - 0.1).abs() < 1e-9, "{deviation}");
    }

    #[test]
    fn says_nothing_it_does_not_know() {
        assert_eq!(MeanError::of([]), None);
        let one = MeanError::of([3.0]).unwrap();
        assert_eq!((one.count, one.std_error), (1, None));
    }
}
