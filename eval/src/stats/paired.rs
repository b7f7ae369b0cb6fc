//! Two agents on the same seeds: does one win more often, and by how much?
//!
//! Games of the same seed share their luck, so only the games that exactly one of the two won carry
//! information about which is better. That is McNemar's test.

use serde::{Deserialize, Serialize};

use super::{Interval, SIGNIFICANCE, Z95};

/// Up to this many discordant games the p-value is the exact binomial one.
///
/// Beyond it the chi-square approximation with continuity correction is the same to three digits at
/// any p-value worth printing, and needs no sum over thousands of terms.
pub const EXACT_LIMIT: u64 = 1000;

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

/// How a p-value was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// McNemar's test as the exact two-sided binomial test of the discordant games.
    McnemarExact,
    /// McNemar's chi-square test with continuity correction.
    McnemarChiSquare,
}

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
    /// How the p-value was computed.
    pub test: Test,
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

    /// The difference, its interval and its p-value.
    pub fn compare(&self) -> Result<PairedResult, PairedError> {
        let games = self.games();
        if games == 0 {
            return Err(PairedError::Empty);
        }
        let (p_value, test) = if self.discordant() <= EXACT_LIMIT {
            (self.exact_p(), Test::McnemarExact)
        } else {
            (
                chi_square_tail(self.corrected_chi_square()),
                Test::McnemarChiSquare,
            )
        };
        Ok(PairedResult {
            difference: (self.only_first as f64 - self.only_second as f64) / games as f64,
            interval: self.score_interval(),
            p_value,
            test,
        })
    }

    fn discordant(&self) -> u64 {
        self.only_first + self.only_second
    }

    /// Two-sided exact binomial p-value: twice the smaller tail of Binomial(discordant, 1/2).
    fn exact_p(&self) -> f64 {
        let n = self.discordant() as f64;
        let fewer = self.only_first.min(self.only_second);
        let k = fewer as f64;
        // Start at the largest term of the tail and walk down by the ratio of neighbours.
        let log_choose = libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0);
        let mut term = (log_choose - n * std::f64::consts::LN_2).exp();
        let mut tail = 0.0;
        for i in (0..=fewer).rev() {
            tail += term;
            term *= i as f64 / (n - i as f64 + 1.0);
        }
        (2.0 * tail).min(1.0)
    }

    /// McNemar's statistic with Edwards' continuity correction.
    fn corrected_chi_square(&self) -> f64 {
        let distance = self.only_first.abs_diff(self.only_second) as f64 - 1.0;
        let distance = distance.max(0.0);
        distance * distance / self.discordant() as f64
    }

    /// Tango's score interval of the paired difference (Statistics in Medicine 17 (1998) 891-908).
    ///
    /// Chosen over the paired Wald interval because it keeps its coverage when discordant games are
    /// few and never collapses to a point when there are none, and over Newcombe's because it
    /// inverts McNemar's own score test, so interval and p-value tell the same story. It is the set
    /// of differences whose score statistic lies within the 95 % points; the statistic falls
    /// strictly in the difference, so bisection finds both ends.
    fn score_interval(&self) -> Interval {
        let n = self.games() as f64;
        let estimate = (self.only_first as f64 - self.only_second as f64) / n;
        Interval {
            low: bisect(-1.0, estimate, |d| self.score(d) <= Z95),
            high: bisect(estimate, 1.0, |d| self.score(d) <= -Z95),
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
        let points = |share: f64| {
            let rounded = (sign * share * 1000.0).round() / 10.0;
            // "-0.0" would read as a direction that is not there.
            format!("{:.1}", if rounded == 0.0 { 0.0 } else { rounded })
        };
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
fn p_text(p: f64) -> String {
    if p < 0.001 {
        "p < 0.001".to_owned()
    } else if p < 0.1 {
        format!("p = {p:.3}")
    } else {
        format!("p = {p:.2}")
    }
}

/// Upper tail of the chi-square distribution with one degree of freedom.
fn chi_square_tail(x: f64) -> f64 {
    libm::erfc((x / 2.0).sqrt())
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

    /// P. Armitage and G. Berry, "Statistical Methods in Medical Research" (1994) p. 127, as
    /// computed in the StatsDirect manual: corrected chi-square 5.785714, P 0.0162, exact P 0.0129.
    #[test]
    fn mcnemar_matches_armitage_and_berry() {
        let media = table(20, 12, 2, 16);
        close(media.corrected_chi_square(), 5.785_714, 1e-6);
        close(chi_square_tail(media.corrected_chi_square()), 0.0162, 5e-5);
        close(media.exact_p(), 0.0129, 5e-5);
    }

    /// A. Agresti, "Categorical Data Analysis" (1990) p. 350, approval ratings: the uncorrected
    /// statistic is 17.36; the correction makes it 63^2 / 236.
    #[test]
    fn mcnemar_matches_agresti() {
        let ratings = table(794, 150, 86, 570);
        // The score at a difference of zero is McNemar's uncorrected statistic.
        close(ratings.score(0.0).powi(2), 17.36, 5e-3);
        close(ratings.corrected_chi_square(), 3969.0 / 236.0, 1e-12);
        close(
            chi_square_tail(ratings.corrected_chi_square()),
            4.115e-5,
            5e-8,
        );
        let result = ratings.compare().unwrap();
        close(result.difference, 0.04, 1e-12);
        // Agresti prints the Wald interval 0.02 to 0.06; the score interval agrees at this size.
        close(result.interval.low, 0.02, 5e-3);
        close(result.interval.high, 0.06, 5e-3);
        assert!(result.significant());
    }

    /// M. W. Fagerland, S. Lydersen and P. Laake, airway hyper-responsiveness data: exact
    /// conditional P 0.070 (BMC Medical Research Methodology 13 (2013) 91), Tango interval -0.517 to
    /// -0.026 (Statistics in Medicine 33 (2014) 2850-2875).
    #[test]
    fn small_tables_match_fagerland() {
        let airways = table(1, 1, 7, 12);
        close(airways.exact_p(), 0.070, 5e-4);
        let interval = airways.score_interval();
        close(interval.low, -0.517, 5e-4);
        close(interval.high, -0.026, 5e-4);
    }

    #[test]
    fn exact_tail_equals_plain_summation() {
        // Pascal's triangle row by row, in floats that stay exact up to this size.
        let n = 40_u64;
        let mut row = vec![1.0_f64];
        for _ in 0..n {
            let mut next = vec![1.0];
            next.extend(row.windows(2).map(|pair| pair[0] + pair[1]));
            next.push(1.0);
            row = next;
        }
        for k in 0..=n {
            let tail: f64 = row[..=k.min(n - k) as usize].iter().sum();
            let want = (2.0 * tail / 2_f64.powi(n as i32)).min(1.0);
            close(table(5, k, n - k, 5).exact_p() / want, 1.0, 1e-10);
        }
    }

    #[test]
    fn both_tests_agree_where_they_meet() {
        for (b, c) in [(520, 480), (531, 469), (545, 455), (560, 440)] {
            let pair = table(4000, b, c, 4000);
            let approximate = chi_square_tail(pair.corrected_chi_square());
            close(approximate / pair.exact_p(), 1.0, 0.02);
        }
        assert_eq!(
            table(0, 500, 500, 0).compare().unwrap().test,
            Test::McnemarExact
        );
        assert_eq!(
            table(0, 501, 500, 0).compare().unwrap().test,
            Test::McnemarChiSquare
        );
    }

    #[test]
    fn swapping_the_agents_mirrors_the_result() {
        for pair in [table(3, 9, 2, 4), table(0, 0, 5, 0), table(9, 1, 0, 1)] {
            let swapped = table(pair.both, pair.only_second, pair.only_first, pair.neither);
            let (a, b) = (pair.compare().unwrap(), swapped.compare().unwrap());
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
            let result = pair.compare().unwrap();
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
        assert_eq!(table(0, 0, 0, 0).compare().unwrap_err(), PairedError::Empty);
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
            test: Test::McnemarChiSquare,
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
            test: Test::McnemarExact,
        };
        assert_eq!(
            level.sentence("a", "b", 500),
            "no significant difference between a and b (0.3 points, 95 % 0.0 to 0.6, p = 0.066) \
             on 500 paired games"
        );
    }
}
