//! Means of what games count, with their intervals.

use super::{Interval, Z95};

/// Count, sum and sum of squares of whole numbers: enough for a mean and its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    /// How many numbers.
    pub count: u64,
    /// Their sum.
    pub sum: u64,
    squares: u64,
}

/// A mean with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its interval, from the numbers' own spread (normal approximation).
    pub interval: Interval,
}

impl Moments {
    /// Counts one number.
    pub fn add(&mut self, number: u64) {
        self.count += 1;
        self.sum += number;
        self.squares += number * number;
    }

    /// Counts the numbers of another one too.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean; nothing with fewer than two numbers, whose spread is not known.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        if self.count < 2 {
            return None;
        }
        let n = self.count as f64;
        let mean = self.sum as f64 / n;
        let variance = (self.squares as f64 - n * mean * mean).max(0.0) / (n - 1.0);
        let half = Z95 * (variance / n).sqrt();
        let interval = Interval {
            low: mean - half,
            high: mean + half,
        };
        Some(Estimate { mean, interval })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_the_interval_of_its_spread() {
        let mut moments = Moments::default();
        assert_eq!(moments.estimate(), None);
        [2, 4, 4, 6].into_iter().for_each(|n| moments.add(n));
        let found = moments.estimate().expect("four numbers");
        // The variance is 8 / 3, the standard error the root of 2 / 3.
        let half = Z95 * (2.0_f64 / 3.0).sqrt();
        assert!((found.mean - 4.0).abs() < 1e-12);
        assert!((found.interval.low - (4.0 - half)).abs() < 1e-12);
        assert!((found.interval.high - (4.0 + half)).abs() < 1e-12);
        let mut parts = Moments::default();
        parts.add(2);
        assert_eq!(parts.estimate(), None, "one number has no spread");
        let mut rest = Moments::default();
        [4, 4, 6].into_iter().for_each(|n| rest.add(n));
        parts.merge(&rest);
        assert_eq!(parts, moments);
    }
}
