//! The interval of a single win rate.

use serde::Serialize;

use super::Z95;

/// A two-sided 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Lower limit.
    pub low: f64,
    /// Upper limit.
    pub high: f64,
}

/// The Wilson score interval of `wins` out of `games`.
///
/// Wilson rather than the textbook normal interval because win rates near 0 and 1 are common here,
/// where the latter leaves `[0, 1]` and covers far less than it says. No games tell nothing, so they
/// give the whole of `[0, 1]`. `wins` above `games` counts as `games`.
#[must_use]
pub fn wilson(wins: u64, games: u64) -> Interval {
    wilson_of(wins, games, 1.0)
}

/// The Wilson interval of games of which `design_effect` tell as much as one independent game, see
/// [`design_effect`](super::design_effect()).
#[must_use]
pub fn wilson_of(wins: u64, games: u64, design_effect: f64) -> Interval {
    if games == 0 {
        return Interval {
            low: 0.0,
            high: 1.0,
        };
    }
    let wins = wins.min(games);
    let rate = wins as f64 / games as f64;
    let n = games as f64 / design_effect.max(1.0);
    let z2 = Z95 * Z95;
    let centre = rate + z2 / (2.0 * n);
    let half = Z95 * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    // The limits at the ends are exactly 0 and 1; rounding would leave a stray 1e-17.
    Interval {
        low: if wins == 0 {
            0.0
        } else {
            ((centre - half) / scale).max(0.0)
        },
        high: if wins == games {
            1.0
        } else {
            ((centre + half) / scale).min(1.0)
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R. G. Newcombe, "Two-sided confidence intervals for the single proportion: comparison of
    /// seven methods", Statistics in Medicine 17 (1998) 857-872, table I, method 3 (score).
    #[test]
    fn wilson_matches_newcombe_1998() {
        for (wins, games, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0000, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = wilson(wins, games);
            assert!(
                (interval.low - low).abs() < 5e-5,
                "{wins}/{games}: {interval:?}"
            );
            assert!(
                (interval.high - high).abs() < 5e-5,
                "{wins}/{games}: {interval:?}"
            );
        }
    }

    #[test]
    fn wilson_is_symmetric_and_stays_inside() {
        for games in [1, 2, 7, 20_000] {
            for wins in [0, 1, games / 2, games] {
                let won = wilson(wins, games);
                let lost = wilson(games - wins, games);
                assert!((won.low - (1.0 - lost.high)).abs() < 1e-12);
                let rate = wins as f64 / games as f64;
                assert!(0.0 <= won.low && won.low <= rate && rate <= won.high && won.high <= 1.0);
            }
        }
        assert_eq!(
            wilson(0, 0),
            Interval {
                low: 0.0,
                high: 1.0
            }
        );
        assert_eq!(wilson(9, 4), wilson(4, 4));
        // Games that tell half as much are as good as half of them.
        assert_eq!(wilson_of(60, 100, 2.0), wilson(30, 50));
    }
}
