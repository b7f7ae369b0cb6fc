//! Two agents on the same seeds: does one win more often, and by how much?
//!
//! Games of the same seed share their luck, so only the games that exactly one of the two won carry
//! information about which is better. Test and interval come from one statistic, the score of the
//! paired difference (T. Tango, Statistics in Medicine 17 (1998) 891-908), which at a difference of
//! zero is McNemar's. So the p-value is below 5 % exactly when the 95 % interval leaves out zero.
//! Chosen because it keeps its level and its coverage when discordant games are few (M. W.
//! Fagerland, S. Lydersen and P. Laake recommend both halves: BMC Medical Research Methodology 13
//! (2013) 91 and Statistics in Medicine 33 (2014) 2850-2875), and never collapses to a point.

use super::{Interval, SIGNIFICANCE, Z95, two_sided};
use crate::rounded::percent;

/// Why two result vectors cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairedError {
    /// The vectors do not have the same length, so they cannot come from the same seeds.
    LengthMismatch {
        /// Games of the first agent.
        first: usize,
        /// Games of the second agent.
        second: usize,
    },
    /// There are no games.
    Empty,
}

impl std::fmt::Display for PairedError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::LengthMismatch { first, second } => write!(
                f,
                "a paired comparison needs both agents on the same seeds, but one has {first} \
                 games and the other {second}"
            ),
            Self::Empty => f.write_str("a paired comparison needs at least one game"),
        }
    }
}

impl std::error::Error for PairedError {}

/// The games of two agents on the same seeds, counted by who won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairedTable {
    /// Both won.
    pub both: u64,
    /// Only the first won.
    pub only_first: u64,
    /// Only the second won.
    pub only_second: u64,
    /// Neither won.
    pub neither: u64,
}

/// What a paired comparison says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedResult {
    /// Win rate of the first minus win rate of the second, as a share in `[-1, 1]`.
    pub difference: f64,
    /// 95 % interval of the difference.
    pub interval: Interval,
    /// Two-sided p-value of "both win equally often".
    pub p_value: f64,
}

impl PairedTable {
    /// Counts two result vectors; index `i` of both must be the same seed.
    pub fn count(first: &[bool], second: &[bool]) -> Result<Self, PairedError> {
        if first.len() != second.len() {
            let (first, second) = (first.len(), second.len());
            return Err(PairedError::LengthMismatch { first, second });
        }
        let mut table = Self::default();
        for pair in first.iter().zip(second) {
            *match pair {
                (true, true) => &mut table.both,
                (true, false) => &mut table.only_first,
                (false, true) => &mut table.only_second,
                (false, false) => &mut table.neither,
            } += 1;
        }
        Ok(table)
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.both + self.only_first + self.only_second + self.neither
    }

    /// Adds the games of another table.
    pub fn add(&mut self, other: &Self) {
        self.both += other.both;
        self.only_first += other.only_first;
        self.only_second += other.only_second;
        self.neither += other.neither;
    }

    /// The difference, its interval and its p-value. `design_effect` is how many games tell as much
    /// as one independent game: 1 unless some of them share their luck, see
    /// [`design_effect`](super::design_effect()).
    pub fn compare(&self, design_effect: f64) -> Result<PairedResult, PairedError> {
        let games = self.games();
        if games == 0 {
            return Err(PairedError::Empty);
        }
        // Games that say the same thing twice make the statistic too large by this.
        let excess = design_effect.max(1.0).sqrt();
        Ok(PairedResult {
            difference: (self.only_first as f64 - self.only_second as f64) / games as f64,
            interval: self.score_interval(Z95 * excess),
            p_value: two_sided(self.score(0.0) / excess),
        })
    }

    /// The differences whose score lies within `limit`. The score falls strictly in the difference,
    /// so bisection finds both ends.
    fn score_interval(&self, limit: f64) -> Interval {
        let n = self.games() as f64;
        let estimate = (self.only_first as f64 - self.only_second as f64) / n;
        Interval {
            low: bisect(-1.0, estimate, |d| self.score(d) <= limit),
            high: bisect(estimate, 1.0, |d| self.score(d) <= -limit),
        }
    }

    /// Tango's score statistic for the hypothesis that the true difference is `delta`.
    fn score(&self, delta: f64) -> f64 {
        let (n, b, c) = (
            self.games() as f64,
            self.only_first as f64,
            self.only_second as f64,
        );
        let distance = b - c - n * delta;
        if distance.abs() < 1e-12 * n {
            return 0.0;
        }
        // Maximum likelihood estimate of P(only the second wins) under the hypothesis.
        let linear = -b - c + (2.0 * n - b + c) * delta;
        let constant = -c * delta * (1.0 - delta);
        let root = (linear * linear - 8.0 * n * constant).max(0.0).sqrt();
        let second_only = (root - linear) / (4.0 * n);
        let variance = n * (2.0 * second_only + delta * (1.0 - delta));
        // At delta = +-1 the hypothesis leaves no variance: any distance is infinitely unlikely.
        distance / variance.max(f64::MIN_POSITIVE).sqrt()
    }
}

impl PairedResult {
    /// Whether the two differ at the 5 % level.
    #[must_use]
    pub fn significant(&self) -> bool {
        self.p_value < SIGNIFICANCE
    }

    /// The result as one plain sentence, without a final stop.
    ///
    /// "scripted beats greedy by 41.0 points (95 % 39.2 to 42.8, p < 0.001) on 20000 paired games"
    #[must_use]
    pub fn sentence(&self, first: &str, second: &str, games: u64) -> String {
        // The better one is named first, so that the number is never negative when it matters.
        let (better, worse, sign) = if self.difference < 0.0 {
            (second, first, -1.0)
        } else {
            (first, second, 1.0)
        };
        let points = |share: f64| percent(sign * share, 1);
        let (near, far) = if sign < 0.0 {
            (self.interval.high, self.interval.low)
        } else {
            (self.interval.low, self.interval.high)
        };
        let evidence = format!(
            "95 % {} to {}, {}",
            points(near),
            points(far),
            p_text(self.p_value)
        );
        let noun = if games == 1 { "game" } else { "games" };
        if self.significant() {
            let by = points(self.difference);
            format!("{better} beats {worse} by {by} points ({evidence}) on {games} paired {noun}")
        } else {
            let ahead = points(self.difference);
            format!(
                "no significant difference between {better} and {worse} ({ahead} points, \
                 {evidence}) on {games} paired {noun}"
            )
        }
    }
}

/// "p = 0.034", "p < 0.001".
#[must_use]
pub fn p_text(p: f64) -> String {
    if p < 0.001 {
        "p < 0.001".to_owned()
    } else if p < 0.1 {
        format!("p = {p:.3}")
    } else {
        format!("p = {p:.2}")
    }
}

/// The point in `[from, to]` where `after` turns from false to true.
fn bisect(mut from: f64, mut to: f64, after: impl Fn(f64) -> bool) -> f64 {
    // 60 halvings of a width of at most 2 reach the resolution of f64.
    for _ in 0..60 {
        let middle = f64::midpoint(from, to);
        if after(middle) {
            to = middle;
        } else {
            from = middle;
        }
    }
    f64::midpoint(from, to)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn table(both: u64, only_first: u64, only_second: u64, neither: u64) -> PairedTable {
        PairedTable {
            both,
            only_first,
            only_second,
            neither,
        }
    }

    fn close(got: f64, want: f64, tolerance: f64) {
        assert!((got - want).abs() < tolerance, "got {got}, want {want}");
    }

    /// P. Armitage and G. Berry, "Statistical Methods in Medical Research" (1994) p. 127: 12 and 2
    /// discordant pairs, so McNemar's uncorrected chi-square is 100 / 14 and its P 0.0075.
    #[test]
    fn mcnemar_matches_armitage_and_berry() {
        let media = table(20, 12, 2, 16);
        close(media.score(0.0).powi(2), 100.0 / 14.0, 1e-9);
        close(media.compare(1.0).unwrap().p_value, 0.0075, 5e-5);
    }

    /// A. Agresti, "Categorical Data Analysis" (1990) p. 350, approval ratings: the statistic is
    /// 17.36.
    #[test]
    fn mcnemar_matches_agresti() {
        let ratings = table(794, 150, 86, 570);
        close(ratings.score(0.0).powi(2), 17.36, 5e-3);
        let result = ratings.compare(1.0).unwrap();
        close(result.difference, 0.04, 1e-12);
        // Agresti prints the Wald interval 0.02 to 0.06; the score interval agrees at this size.
        close(result.interval.low, 0.02, 5e-3);
        close(result.interval.high, 0.06, 5e-3);
        assert!(result.significant());
    }

    /// M. W. Fagerland, S. Lydersen and P. Laake, airway hyper-responsiveness data: asymptotic
    /// McNemar P 0.034 (BMC Medical Research Methodology 13 (2013) 91), Tango interval -0.517 to
    /// -0.026 (Statistics in Medicine 33 (2014) 2850-2875).
    #[test]
    fn small_tables_match_fagerland() {
        let result = table(1, 1, 7, 12).compare(1.0).unwrap();
        close(result.p_value, 0.034, 5e-4);
        close(result.interval.low, -0.517, 5e-4);
        close(result.interval.high, -0.026, 5e-4);
    }

    #[test]
    fn test_and_interval_always_say_the_same() {
        let mut differ = 0;
        for (first, second) in (0..=25).flat_map(|b| (0..=25).map(move |c| (b, c))) {
            for agreed in [0, 1, 7, 60, 2000] {
                for effect in [1.0, 1.7] {
                    let pair = table(agreed, first, second, agreed / 2);
                    let Ok(result) = pair.compare(effect) else {
                        continue;
                    };
                    let Interval { low, high } = result.interval;
                    let leaves_out_zero = low > 0.0 || high < 0.0;
                    assert_eq!(result.significant(), leaves_out_zero, "{pair:?} {result:?}");
                    differ += u32::from(leaves_out_zero);
                }
            }
        }
        assert!(differ > 1000, "both kinds were met");
    }

    #[test]
    fn games_that_share_luck_tell_less() {
        let pair = table(50, 30, 12, 50);
        let (alone, shared) = (pair.compare(1.0).unwrap(), pair.compare(2.0).unwrap());
        assert!(shared.p_value > alone.p_value);
        assert!(shared.interval.low < alone.interval.low);
        assert!(shared.interval.high > alone.interval.high);
        assert_eq!(pair.compare(0.5).unwrap(), alone, "never less than alone");
    }

    #[test]
    fn swapping_the_agents_mirrors_the_result() {
        for pair in [table(3, 9, 2, 4), table(0, 0, 5, 0), table(9, 1, 0, 1)] {
            let swapped = table(pair.both, pair.only_second, pair.only_first, pair.neither);
            let (a, b) = (pair.compare(1.0).unwrap(), swapped.compare(1.0).unwrap());
            close(a.difference, -b.difference, 1e-12);
            close(a.interval.low, -b.interval.high, 1e-9);
            close(a.interval.high, -b.interval.low, 1e-9);
            close(a.p_value, b.p_value, 1e-12);
        }
    }

    #[test]
    fn extremes_stay_finite_and_inside() {
        for pair in [
            table(1, 0, 0, 0),
            table(0, 1, 0, 0),
            table(0, 20_000, 0, 0),
            table(7, 0, 0, 9),
        ] {
            let result = pair.compare(1.0).unwrap();
            let Interval { low, high } = result.interval;
            assert!(
                -1.0 <= low && low <= result.difference,
                "{pair:?} {result:?}"
            );
            assert!(
                result.difference <= high && high <= 1.0,
                "{pair:?} {result:?}"
            );
            assert!(high > low, "{pair:?} {result:?}");
            assert!((0.0..=1.0).contains(&result.p_value));
        }
    }

    #[test]
    fn counts_pairs_and_refuses_what_is_not_paired() {
        let (t, f) = (true, false);
        let counted = PairedTable::count(&[t, t, f, f, t], &[t, f, t, f, f]).unwrap();
        assert_eq!(counted, table(1, 2, 1, 1));
        let error = PairedTable::count(&[t], &[t, f]).unwrap_err();
        assert_eq!(
            error,
            PairedError::LengthMismatch {
                first: 1,
                second: 2
            }
        );
        assert!(
            error
                .to_string()
                .contains("one has 1 games and the other 2")
        );
        assert_eq!(
            table(0, 0, 0, 0).compare(1.0).unwrap_err(),
            PairedError::Empty
        );
    }

    #[test]
    fn sentences_read_plainly() {
        let result = PairedResult {
            difference: 0.41,
            interval: Interval {
                low: 0.392,
                high: 0.428,
            },
            p_value: 1e-9,
        };
        assert_eq!(
            result.sentence("scripted", "greedy", 20_000),
            "scripted beats greedy by 41.0 points (95 % 39.2 to 42.8, p < 0.001) on 20000 paired \
             games"
        );
        let mirrored = PairedResult {
            difference: -0.41,
            interval: Interval {
                low: -0.428,
                high: -0.392,
            },
            ..result
        };
        assert_eq!(
            mirrored.sentence("greedy", "scripted", 20_000),
            result.sentence("scripted", "greedy", 20_000)
        );
        let level = PairedResult {
            difference: 0.003,
            interval: Interval {
                low: -0.000_2,
                high: 0.0062,
            },
            p_value: 0.0664,
        };
        assert_eq!(
            level.sentence("a", "b", 500),
            "no significant difference between a and b (0.3 points, 95 % 0.0 to 0.6, p = 0.066) \
             on 500 paired games"
        );
    }
}
