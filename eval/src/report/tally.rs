//! Counting games.

use std::collections::BTreeMap;

use super::data::{Cell, CellDetail, RoundMean};
use crate::stats::wilson;

/// Which games belong together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellKey {
    /// Difficulty by name.
    pub difficulty: String,
    /// Number of Reckoners.
    pub players: u8,
    /// The team by name, such as `random`.
    pub team: String,
    /// The agent as it was asked for, such as `search:scripted,ms=200`.
    pub agent: String,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending<'a> {
    /// The team won.
    Won,
    /// The team lost, for this reason.
    Lost(&'a str),
    /// The round cap came first: neither won nor lost.
    Unfinished,
}

/// What is counted of one game.
#[derive(Clone, Copy, Debug)]
pub struct GameResult<'a> {
    /// How it ended.
    pub ending: Ending<'a>,
    /// Rounds begun.
    pub rounds: u32,
    /// Population at the end.
    pub population: u32,
    /// Population at the end of each round, first round first; may be empty.
    pub population_by_round: &'a [u32],
}

/// Counts of the games of one cell.
///
/// Whole numbers only: adding games in any order gives the same tally and so the same report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    games: u64,
    wins: u64,
    unfinished: u64,
    population: u64,
    loss_reasons: BTreeMap<String, u64>,
    /// Index: rounds of the game.
    rounds: Vec<u64>,
    /// Index: round - 1; sum of the population and number of games that got there.
    population_by_round: Vec<(u64, u64)>,
}

impl Tally {
    /// Adds one game.
    pub fn add(&mut self, game: &GameResult<'_>) {
        self.games += 1;
        match game.ending {
            Ending::Won => self.wins += 1,
            Ending::Unfinished => self.unfinished += 1,
            Ending::Lost(reason) => {
                if let Some(count) = self.loss_reasons.get_mut(reason) {
                    *count += 1;
                } else {
                    self.loss_reasons.insert(reason.to_owned(), 1);
                }
            }
        }
        self.population += u64::from(game.population);
        let rounds = game.rounds as usize;
        grow(&mut self.rounds, rounds + 1);
        self.rounds[rounds] += 1;
        grow(
            &mut self.population_by_round,
            game.population_by_round.len(),
        );
        for (sum, &population) in self
            .population_by_round
            .iter_mut()
            .zip(game.population_by_round)
        {
            sum.0 += u64::from(population);
            sum.1 += 1;
        }
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Games won.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.wins
    }

    /// The line of the report, `None` if no game was played: an interrupted evaluation has no rates
    /// for cells that it never reached.
    #[must_use]
    pub fn cell(&self, key: &CellKey) -> Option<Cell> {
        if self.games == 0 {
            return None;
        }
        let games = self.games as f64;
        let rounds: u64 = (0..)
            .zip(&self.rounds)
            .map(|(rounds, count)| rounds * count)
            .sum();
        let interval = wilson(self.wins, self.games);
        Some(Cell {
            agent: key.agent.clone(),
            team: key.team.clone(),
            players: key.players,
            difficulty: key.difficulty.clone(),
            games: self.games,
            wins: self.wins,
            unfinished: self.unfinished,
            win_rate: self.wins as f64 / games,
            ci_low: interval.low,
            ci_high: interval.high,
            mean_rounds: rounds as f64 / games,
            mean_population: self.population as f64 / games,
            loss_reasons: self.loss_reasons.clone(),
        })
    }

    /// What the charts need beyond the cell, `None` if no game was played.
    #[must_use]
    pub fn detail(&self, key: &CellKey) -> Option<CellDetail> {
        if self.games == 0 {
            return None;
        }
        let population_by_round = (1..)
            .zip(&self.population_by_round)
            .filter(|(_, (_, games))| *games > 0)
            .map(|(round, &(sum, games))| RoundMean {
                round,
                mean: sum as f64 / games as f64,
                games,
            })
            .collect();
        Some(CellDetail {
            agent: key.agent.clone(),
            team: key.team.clone(),
            players: key.players,
            difficulty: key.difficulty.clone(),
            rounds_histogram: self.rounds.clone(),
            population_by_round,
        })
    }
}

fn grow<T: Clone + Default>(values: &mut Vec<T>, len: usize) {
    if values.len() < len {
        values.resize(len, T::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> CellKey {
        CellKey {
            difficulty: "standard".into(),
            players: 2,
            team: "random".into(),
            agent: "greedy".into(),
        }
    }

    fn games() -> Vec<GameResult<'static>> {
        vec![
            GameResult {
                ending: Ending::Won,
                rounds: 3,
                population: 5,
                population_by_round: &[9, 7, 5],
            },
            GameResult {
                ending: Ending::Lost("population"),
                rounds: 2,
                population: 0,
                population_by_round: &[6, 0],
            },
            GameResult {
                ending: Ending::Unfinished,
                rounds: 4,
                population: 2,
                population_by_round: &[],
            },
        ]
    }

    #[test]
    fn counts_what_happened() {
        let mut tally = Tally::default();
        for game in games() {
            tally.add(&game);
        }
        let cell = tally.cell(&key()).unwrap();
        assert_eq!((cell.games, cell.wins, cell.unfinished), (3, 1, 1));
        assert!((cell.win_rate - 1.0 / 3.0).abs() < 1e-15);
        assert!((cell.mean_rounds - 3.0).abs() < 1e-15);
        assert!((cell.mean_population - 7.0 / 3.0).abs() < 1e-15);
        assert_eq!(cell.loss_reasons["population"], 1);
        assert_eq!(
            cell.loss_reasons.values().sum::<u64>() + cell.wins + cell.unfinished,
            cell.games
        );
        let detail = tally.detail(&key()).unwrap();
        assert_eq!(detail.rounds_histogram, [0, 0, 1, 1, 1]);
        let means: Vec<_> = detail
            .population_by_round
            .iter()
            .map(|r| (r.round, r.mean, r.games))
            .collect();
        assert_eq!(means, [(1, 7.5, 2), (2, 3.5, 2), (3, 5.0, 1)]);
    }

    #[test]
    fn no_games_give_no_cell() {
        assert_eq!(Tally::default().cell(&key()), None);
        assert_eq!(Tally::default().detail(&key()), None);
    }
}
