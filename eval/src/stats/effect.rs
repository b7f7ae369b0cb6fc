//! What a property of a game does to the chance to win, other things being equal.

use std::collections::BTreeSet;

use super::clusters::Clusters;
use super::{Interval, Stratum, Z95, two_sided};

/// One game as this module sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Whether it has the property.
    pub with: bool,
    /// Whether it was won.
    pub won: bool,
}

/// What the property does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Win rate with it minus win rate without it, a share in `[-1, 1]`.
    pub difference: f64,
    /// 95 % interval of the difference.
    pub interval: Interval,
    /// Two-sided p-value of "no difference".
    pub p_value: f64,
    /// Games with the property, of the strata that have both kinds.
    pub with: u64,
    /// Games without it.
    pub without: u64,
}

/// Fewest wins and fewest losses that say anything about a difference, and fewest deals with and without the property.
pub const FEWEST: usize = 20;

/// The difference that a property makes, averaged over strata with the weights of Mantel and
/// Haenszel, so that a stratum in which it is common does not lend it that stratum's win rate.
///
/// The standard error adds up over the games that share their luck. Nothing if the strata that have games
/// with and without it hold fewer than 20 wins or 20 losses, or fewer than 20 different deals with or without it.
#[must_use]
pub fn effect(strata: &[Stratum<Trial>]) -> Option<Effect> {
    // (wins, games) of those with, and of those without.
    let count = |trials: &[Trial], with: bool| {
        let mine = trials.iter().filter(|t| t.with == with);
        let wins = mine.clone().filter(|t| t.won).count();
        (wins as f64, mine.count() as f64)
    };
    let (mut weights, mut difference) = (0.0, 0.0);
    let (mut wins, mut with, mut without) = (0.0, 0.0, 0.0);
    let mut pulls = Clusters::default();
    let mut deals = [BTreeSet::new(), BTreeSet::new()];
    for stratum in strata {
        let (wins1, games1) = count(&stratum.games, true);
        let (wins0, games0) = count(&stratum.games, false);
        // One game has no spread, and so nothing to tell its error by.
        if games1 < 2.0 || games0 < 2.0 {
            continue;
        }
        for (n, trial) in stratum.games.iter().enumerate() {
            deals[usize::from(trial.with)].insert((stratum.players, n));
        }
        let weight = games1 * games0 / (games1 + games0);
        let (rate1, rate0) = (wins1 / games1, wins0 / games0);
        weights += weight;
        difference += weight * (rate1 - rate0);
        (wins, with, without) = (wins + wins1 + wins0, with + games1, without + games0);
        // How much each game pulls at the difference; the rates are made of the same games, which hides some of it.
        let hidden = |games: f64| (games / (games - 1.0)).sqrt();
        pulls.add(stratum, |trial| {
            let won = f64::from(u8::from(trial.won));
            if trial.with {
                weight * (won - rate1) / games1 * hidden(games1)
            } else {
                weight * (rate0 - won) / games0 * hidden(games0)
            }
        });
    }
    let fewest = FEWEST as f64;
    let few_games = wins < fewest || with + without - wins < fewest;
    if few_games || deals.iter().any(|deals| deals.len() < FEWEST) {
        return None;
    }
    let difference = difference / weights;
    let error = pulls.squares().sqrt() / weights;
    (error > 0.0).then(|| Effect {
        difference,
        interval: Interval {
            low: (difference - Z95 * error).max(-1.0),
            high: (difference + Z95 * error).min(1.0),
        },
        p_value: two_sided(difference / error),
        with: with as u64,
        without: without as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stratum: of `games1` games with the property `wins1` were won, and likewise without.
    fn stratum(players: u8, [wins1, games1, wins0, games0]: [usize; 4]) -> Stratum<Trial> {
        let trial = |with: bool, won: bool| Trial { with, won };
        let games = (0..games1)
            .map(|i| trial(true, i < wins1))
            .chain((0..games0).map(|i| trial(false, i < wins0)))
            .collect();
        Stratum { players, games }
    }

    /// One stratum is the textbook difference of two rates: 0.2 with the standard error
    /// sqrt(0.24 / 99 + 0.24 / 99).
    #[test]
    fn one_stratum_is_the_plain_difference() {
        let effect = effect(&[stratum(2, [60, 100, 40, 100])]).unwrap();
        assert!((effect.difference - 0.2).abs() < 1e-12);
        let error = (0.24_f64 / 99.0 * 2.0).sqrt();
        assert!((effect.interval.low - (0.2 - Z95 * error)).abs() < 1e-9);
        assert!((effect.p_value - two_sided(0.2 / error)).abs() < 1e-9);
        assert_eq!((effect.with, effect.without), (100, 100));
    }

    #[test]
    fn a_stratum_lends_nobody_its_win_rate() {
        // Common where games are easy, without any effect: the crude rates would say 0.59 to 0.41.
        let strata = [stratum(2, [72, 90, 8, 10]), stratum(3, [2, 10, 18, 90])];
        let effect = effect(&strata).unwrap();
        assert!(effect.difference.abs() < 1e-12, "{effect:?}");
        assert!(effect.interval.low < 0.0 && effect.interval.high > 0.0);
    }

    #[test]
    fn strata_count_by_what_they_tell() {
        // 100 and 100 games weigh 50, 10 and 90 weigh 9.
        let strata = [stratum(2, [60, 100, 40, 100]), stratum(3, [10, 10, 45, 90])];
        let effect = effect(&strata).unwrap();
        let want = (50.0 * 0.2 + 9.0 * 0.5) / 59.0;
        assert!((effect.difference - want).abs() < 1e-12, "{effect:?}");
    }

    #[test]
    fn the_same_luck_twice_is_no_more_evidence() {
        let once = [stratum(2, [60, 100, 40, 100])];
        let twice = [once[0].clone(), once[0].clone()];
        let (once, twice) = (effect(&once).unwrap(), effect(&twice).unwrap());
        assert!((once.interval.low - twice.interval.low).abs() < 1e-12);
        let apart = [
            stratum(2, [60, 100, 40, 100]),
            stratum(3, [60, 100, 40, 100]),
        ];
        assert!(effect(&apart).unwrap().interval.low > once.interval.low + 0.01);
    }

    #[test]
    fn too_little_says_nothing() {
        assert_eq!(effect(&[]), None);
        assert_eq!(effect(&[stratum(2, [500, 500, 481, 500])]), None);
        assert!(effect(&[stratum(2, [500, 500, 480, 500])]).is_some());
        assert_eq!(effect(&[stratum(2, [19, 500, 0, 500])]), None);
        // Everybody has it: nothing to compare with.
        assert_eq!(effect(&[stratum(6, [50, 100, 0, 0])]), None);
        // One deal, won at every difficulty, and nineteen deals.
        assert_eq!(effect(&vec![stratum(2, [1, 1, 25, 49]); 4]), None);
        assert_eq!(effect(&vec![stratum(2, [10, 19, 25, 49]); 4]), None);
        assert!(effect(&vec![stratum(2, [10, 20, 25, 49]); 4]).is_some());
    }
}
