//! The order in which results are shown, shared by all renderers.

use super::data::Report;
use super::tally::{Cell, Tally};
use crate::stats::{Interval, Stratum, design_effect, wilson_of};

/// A report sorted into blocks: one for each difficulty, with a row for each player count and a
/// column for each agent.
///
/// Names keep the order in which the report has them, because that is the order the user asked for
/// (difficulties from easy to hard, agents from weak to strong); player counts are sorted.
#[derive(Debug)]
pub(super) struct Grid<'a> {
    pub(super) agents: Vec<&'a str>,
    pub(super) difficulties: Vec<&'a str>,
    pub(super) players: Vec<u8>,
    cells: &'a [Cell],
}

/// A win rate with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rate {
    pub(super) share: f64,
    pub(super) interval: Interval,
    pub(super) games: u64,
}

impl<'a> Grid<'a> {
    pub(super) fn new(report: &'a Report) -> Self {
        let cells = &report.cells;
        let mut players = unique(cells.iter().map(|c| c.key.players));
        players.sort_unstable();
        Self {
            agents: unique(cells.iter().map(|c| c.key.agent.as_str())),
            difficulties: unique(cells.iter().map(|c| c.key.difficulty.as_str())),
            players,
            cells,
        }
    }

    /// The cells of an agent, of all difficulties or one, of all player counts or one.
    fn matching(
        &self,
        agent: &str,
        difficulty: Option<&str>,
        players: Option<u8>,
    ) -> impl Iterator<Item = &'a Cell> {
        self.cells.iter().filter(move |c| {
            c.key.agent == agent
                && difficulty.is_none_or(|d| c.key.difficulty == d)
                && players.is_none_or(|p| c.key.players == p)
        })
    }

    /// The counts of all player counts of an agent at a difficulty together.
    pub(super) fn tally(&self, agent: &str, difficulty: &str) -> Tally {
        let mut all = Tally::default();
        for cell in self.matching(agent, Some(difficulty), None) {
            all.merge(&cell.tally);
        }
        all
    }

    /// The win rate over the cells given; nothing if they have no games.
    pub(super) fn rate(
        &self,
        agent: &str,
        difficulty: Option<&str>,
        players: Option<u8>,
    ) -> Option<Rate> {
        let (mut wins, mut games) = (0, 0);
        let mut strata = Vec::new();
        for cell in self.matching(agent, difficulty, players) {
            wins += cell.tally.wins();
            games += cell.tally.games();
            let won = |game: &super::tally::Game| f64::from(u8::from(game.won));
            strata.push(Stratum {
                players: cell.key.players,
                games: cell.tally.each().iter().map(won).collect(),
            });
        }
        (games > 0).then(|| Rate {
            share: wins as f64 / games as f64,
            interval: wilson_of(wins, games, design_effect(&strata)),
            games,
        })
    }

    /// The best of a row if its interval lies above all others, so that it may be marked.
    pub(super) fn clear_best(row: &[Option<Rate>]) -> Option<usize> {
        let low = |rate: &Option<Rate>| rate.map_or(f64::NEG_INFINITY, |r| r.interval.low);
        let best = (0..row.len()).max_by(|a, b| low(&row[*a]).total_cmp(&low(&row[*b])))?;
        let (below, others) = (low(&row[best]), row.iter().flatten().count());
        let beaten = row
            .iter()
            .enumerate()
            .all(|(i, rate)| i == best || rate.is_none_or(|r| r.interval.high < below));
        (others > 1 && beaten).then_some(best)
    }

    /// "20000 games a cell", or the range if cells differ; nothing without cells.
    pub(super) fn games_text(&self) -> Option<String> {
        let games = || self.cells.iter().map(|c| c.tally.games());
        let (least, most) = (games().min()?, games().max()?);
        Some(match (least == most, most) {
            (true, 1) => "1 game a cell".to_owned(),
            (true, _) => format!("{most} games a cell"),
            (false, _) => format!("{least} to {most} games a cell"),
        })
    }
}

/// The distinct values in order of first appearance.
pub(super) fn unique<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = Vec::new();
    for value in values {
        if !seen.contains(&value) {
            seen.push(value);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::{empty, sample};
    use super::*;

    #[test]
    fn order_is_that_of_the_report_and_players_are_sorted() {
        let mut report = sample();
        report.cells.reverse();
        let grid = Grid::new(&report);
        assert_eq!(grid.agents, ["a<b>&\"c|d\"", "random"]);
        assert_eq!(grid.players, [2, 4]);
        assert_eq!(grid.games_text().unwrap(), "4 games a cell");
        assert_eq!(Grid::new(&empty()).games_text(), None);
    }

    #[test]
    fn rates_are_pooled_over_what_is_not_named() {
        let report = sample();
        let grid = Grid::new(&report);
        let rate = grid.rate("random", Some("standard"), None).unwrap();
        assert!((rate.share - 0.25).abs() < 1e-12 && rate.games == 8);
        let cell = grid.rate("random", Some("standard"), Some(2)).unwrap();
        assert_eq!(cell.interval, report.cells[0].tally.interval());
        assert!(cell.interval.high > rate.interval.high);
        assert_eq!(grid.rate("random", Some("hard"), None), None);
    }

    #[test]
    fn only_a_clear_best_is_marked() {
        let with = |low, high| {
            Some(Rate {
                share: f64::midpoint(low, high),
                interval: Interval { low, high },
                games: 9,
            })
        };
        let (low, middle, high) = (with(0.1, 0.2), with(0.15, 0.3), with(0.25, 0.4));
        assert_eq!(Grid::clear_best(&[low, high]), Some(1));
        assert_eq!(Grid::clear_best(&[high, None, low]), Some(0));
        assert_eq!(Grid::clear_best(&[middle, high]), None);
        assert_eq!(Grid::clear_best(&[high]), None);
        assert_eq!(Grid::clear_best(&[None, None]), None);
    }
}
