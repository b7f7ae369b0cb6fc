//! Means of what games count, with their intervals.

use super::clusters::Clusters;
use super::{Interval, Stratum, Z95};

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
        Some(Estimate::new(mean, variance / n))
    }
}

impl Estimate {
    fn new(mean: f64, variance: f64) -> Self {
        let half = Z95 * variance.sqrt();
        let interval = Interval {
            low: mean - half,
            high: mean + half,
        };
        Self { mean, interval }
    }

    /// The same with the limits where a mean can be, from `least` to `most`.
    #[must_use]
    pub fn within(self, (least, most): (f64, f64)) -> Self {
        let Interval { low, high } = self.interval;
        let interval = Interval {
            low: low.clamp(least, most),
            high: high.clamp(least, most),
        };
        Self { interval, ..self }
    }
}

/// The mean over all games that have a number. Its spread is that within cells, added up over the games that share their
/// luck; nothing with fewer than two numbers.
#[must_use]
pub fn mean_of_cells(strata: &[Stratum<Option<f64>>]) -> Option<Estimate> {
    let numbers = |stratum: &Stratum<Option<f64>>| -> (f64, f64) {
        let all = stratum.games.iter().flatten();
        (all.clone().count() as f64, all.sum())
    };
    let (mut count, mut sum) = (0.0, 0.0);
    let mut clusters = Clusters::default();
    for stratum in strata {
        let (n, total) = numbers(stratum);
        (count, sum) = (count + n, sum + total);
        let centre = total / f64::max(n, 1.0);
        // The centre is made of the same games, which hides some of the spread.
        let hidden = (n / f64::max(n - 1.0, 1.0)).sqrt();
        clusters.add(stratum, |number| {
            number.map_or(0.0, |number| (number - centre) * hidden)
        });
    }
    (count >= 2.0).then(|| Estimate::new(sum / count, clusters.squares() / (count * count)))
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

    #[test]
    fn one_cell_is_the_plain_mean_and_shared_luck_tells_nothing_new() {
        let cell = |players: u8, numbers: &[u64]| Stratum {
            players,
            games: numbers.iter().map(|n| Some(*n as f64)).collect(),
        };
        let numbers = [3, 5, 4, 8, 10];
        let mut plain = Moments::default();
        numbers.iter().for_each(|n| plain.add(*n));
        let plain = plain.estimate().unwrap();
        let width = |e: Estimate| e.interval.high - e.interval.low;
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        let one = mean_of_cells(&[cell(2, &numbers)]).unwrap();
        close(one.mean, plain.mean);
        close(width(one), width(plain));
        // The same luck twice, and other luck.
        let twice = mean_of_cells(&[cell(2, &numbers), cell(2, &numbers)]).unwrap();
        close(width(twice), width(one));
        let more = mean_of_cells(&[cell(2, &numbers), cell(3, &numbers)]).unwrap();
        close(width(more), width(one) / 2f64.sqrt());
        // Games without a number do not count, and cells that differ are no spread.
        let gaps = Stratum {
            players: 2,
            games: vec![Some(3.0), None, Some(3.0)],
        };
        let flat = mean_of_cells(&[gaps, cell(3, &[9, 9])]).unwrap();
        close(flat.mean, 6.0);
        close(width(flat), 0.0);
        assert_eq!(mean_of_cells(&[cell(2, &[4])]), None);
    }
}
