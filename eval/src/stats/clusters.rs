//! Games that share their luck.
//!
//! Game `n` of a suite has the same team and the same luck at every difficulty, so that difficulties
//! can be compared. Pooled over difficulties such games are not independent, and an interval that
//! took them for it would be too narrow.

use std::collections::BTreeMap;

/// Games of one cell, in the order of the suite.
#[derive(Clone, Debug, PartialEq)]
pub struct Stratum<T> {
    /// Number of Reckoners. Game `n` of all strata with the same number shares its luck.
    pub players: u8,
    /// What is known of each game.
    pub games: Vec<T>,
}

/// Sums over games that share their luck.
#[derive(Debug, Default)]
pub(super) struct Clusters(BTreeMap<u8, Vec<f64>>);

impl Clusters {
    /// Adds a value for each game of a stratum.
    pub(super) fn add<T>(&mut self, stratum: &Stratum<T>, value: impl Fn(&T) -> f64) {
        let sums = self.0.entry(stratum.players).or_default();
        sums.resize(sums.len().max(stratum.games.len()), 0.0);
        for (sum, game) in sums.iter_mut().zip(&stratum.games) {
            *sum += value(game);
        }
    }

    /// The sum of the squares.
    pub(super) fn squares(&self) -> f64 {
        self.0.values().flatten().map(|sum| sum * sum).sum()
    }

    /// How many different lucks there are.
    fn count(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }
}

/// How many of these games tell as much about their mean as one independent game; at least 1.
///
/// The variance of the pooled mean, where deviations from the mean of their own cell add up over the
/// games that share their luck, is set against that of as many independent games. Where all games are alike their variance
/// tells nothing, and each luck counts as one game: the same luck may well have ended all of its games.
#[must_use]
pub fn design_effect(strata: &[Stratum<f64>]) -> f64 {
    let mean = |sum: f64, games: usize| sum / games.max(1) as f64;
    let games = strata.iter().map(|s| s.games.len()).sum();
    let overall = mean(strata.iter().flat_map(|s| &s.games).sum(), games);
    let mut alone = 0.0;
    let mut clusters = Clusters::default();
    for stratum in strata {
        let centre = mean(stratum.games.iter().sum(), stratum.games.len());
        alone += stratum
            .games
            .iter()
            .map(|v| (v - overall).powi(2))
            .sum::<f64>();
        clusters.add(stratum, |value| value - centre);
    }
    let effect = if alone > 0.0 {
        clusters.squares() / alone
    } else {
        games as f64 / clusters.count().max(1) as f64
    };
    effect.max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_shared_luck_counts() {
        let half = [1.0, 0.0, 1.0, 0.0];
        let close = |cells: &[(u8, [f64; 4])], want: f64| {
            let strata: Vec<_> = cells
                .iter()
                .map(|(players, games)| Stratum {
                    players: *players,
                    games: games.to_vec(),
                })
                .collect();
            let got = design_effect(&strata);
            assert!((got - want).abs() < 1e-12, "{got} instead of {want}");
        };
        // Twice the same games tell half as much a game; other games, or one cell, as much.
        close(&[(2, half), (2, half)], 2.0);
        close(&[(2, half), (3, half)], 1.0);
        close(&[(2, half)], 1.0);
        // Games that balance each other would tell more; that is not claimed.
        close(&[(2, half), (2, [0.0, 1.0, 0.0, 1.0])], 1.0);
        // Games without any spread are as many as their lucks.
        close(&[(2, [1.0; 4]), (2, [1.0; 4])], 2.0);
        close(&[(2, [0.0; 4]), (2, [0.0; 4]), (3, [0.0; 4])], 1.5);
        close(&[(2, [0.0; 4]), (3, [0.0; 4])], 1.0);
        close(&[], 1.0);
    }
}
