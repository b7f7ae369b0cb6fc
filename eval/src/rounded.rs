//! How shares are written for people: one way of rounding, so that the same number is never written in two ways.

/// "63.7" for a share of 0.6375 with one decimal, in per cent: the decimal number that is nearest to 100 times the share as
/// it is held, and that with the even last digit if two are as near (0.5625 is "56.2"). Never "-0.0".
#[must_use]
pub fn percent(share: f64, decimals: usize) -> String {
    unsigned_zero(format!("{:.decimals$}", 100.0 * share), "")
}

/// "+4.1" for a difference of 0.041, in points; rounded as [`percent`] is.
#[must_use]
pub fn points(share: f64) -> String {
    signed(100.0 * share)
}

/// "+0.3" for a difference of 0.3, of whatever it counts; never "-0.0".
#[must_use]
pub fn signed(difference: f64) -> String {
    unsigned_zero(format!("{difference:+.1}"), "+")
}

/// A number without the sign of a direction that is not there.
fn unsigned_zero(text: String, plus: &str) -> String {
    match text.strip_prefix('-') {
        Some(zero) if zero.chars().all(|c| matches!(c, '0' | '.')) => format!("{plus}{zero}"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ties, or nearly: 153 of 240 games are 63.75 %, 27 of 48 are 56.25 %.
    #[test]
    fn a_number_is_rounded_the_same_with_and_without_a_sign() {
        for (wins, games, want) in [(153, 240, "63.7"), (27, 48, "56.2"), (1, 8, "12.5")] {
            let share = f64::from(wins) / f64::from(games);
            assert_eq!(percent(share, 1), want);
            assert_eq!(points(share), format!("+{want}"));
            assert_eq!(points(-share), format!("-{want}"));
        }
    }

    #[test]
    fn nothing_has_no_direction() {
        assert_eq!(points(-0.000_01), "+0.0");
        assert_eq!(points(-0.041), "-4.1");
        assert_eq!(signed(-0.04), "+0.0");
        assert_eq!(signed(-1.26), "-1.3");
        assert_eq!(percent(-0.000_01, 1), "0.0");
        assert_eq!(percent(-0.001, 0), "0");
        assert_eq!(percent(-0.1, 0), "-10");
        assert_eq!(percent(1.0, 2), "100.00");
    }
}
