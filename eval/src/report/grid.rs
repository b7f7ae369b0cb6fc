//! The order in which results are shown, shared by all renderers.

use reckoners_env::ids::Cause;
use reckoners_env::words::event;

use super::data::{Cell, Report};

/// A report sorted into blocks: one for each difficulty, with a row for each player count and team,
/// and a column for each agent.
///
/// Names keep the order in which the report has them, because that is the order the user asked for
/// (difficulties from easy to hard, agents from weak to strong); player counts are sorted.
#[derive(Debug)]
pub(super) struct Grid<'a> {
    pub(super) agents: Vec<&'a str>,
    pub(super) difficulties: Vec<&'a str>,
    pub(super) teams: Vec<&'a str>,
    pub(super) players: Vec<u8>,
    cells: &'a [Cell],
}

impl<'a> Grid<'a> {
    pub(super) fn new(report: &'a Report) -> Self {
        let cells = &report.cells;
        let mut players = unique(cells.iter().map(|c| c.players));
        players.sort_unstable();
        Self {
            agents: unique(cells.iter().map(|c| c.agent.as_str())),
            difficulties: unique(cells.iter().map(|c| c.difficulty.as_str())),
            teams: unique(cells.iter().map(|c| c.team.as_str())),
            players,
            cells,
        }
    }

    pub(super) fn cell(
        &self,
        difficulty: &str,
        players: u8,
        team: &str,
        agent: &str,
    ) -> Option<&'a Cell> {
        self.cells.iter().find(|c| {
            c.players == players && c.difficulty == difficulty && c.team == team && c.agent == agent
        })
    }

    /// Agent and team pairs that occur: the lines of a chart.
    pub(super) fn series(&self) -> Vec<(&'a str, &'a str)> {
        unique(
            self.cells
                .iter()
                .map(|c| (c.agent.as_str(), c.team.as_str())),
        )
    }

    /// Reasons of losses, once for each cell that has them.
    pub(super) fn loss_reasons(&self) -> impl Iterator<Item = &'a str> {
        self.cells
            .iter()
            .flat_map(|c| c.loss_reasons.keys().map(String::as_str))
    }

    /// The name of a line: the agent, and its team if there are several.
    pub(super) fn series_name(&self, agent: &str, team: &str) -> String {
        if self.teams.len() > 1 {
            format!("{agent} ({team})")
        } else {
            agent.to_owned()
        }
    }

    /// The best cell of a row if its interval lies above all others, so that it may be marked.
    pub(super) fn clear_best(row: &[Option<&'a Cell>]) -> Option<usize> {
        let best = row
            .iter()
            .enumerate()
            .filter_map(|(i, cell)| cell.map(|c| (i, c.ci_low)))
            .max_by(|a, b| a.1.total_cmp(&b.1))?
            .0;
        let low = row[best]?.ci_low;
        let others: Vec<_> = row
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != best)
            .filter_map(|(_, c)| *c)
            .collect();
        (!others.is_empty() && others.iter().all(|c| c.ci_high < low)).then_some(best)
    }

    /// "20000 games a cell", or the range if cells differ; nothing without cells.
    pub(super) fn games_text(&self) -> Option<String> {
        let least = self.cells.iter().map(|c| c.games).min()?;
        let most = self.cells.iter().map(|c| c.games).max()?;
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

/// "1 player", "4 players".
pub(super) fn players_text(players: u8) -> String {
    if players == 1 {
        "1 player".to_owned()
    } else {
        format!("{players} players")
    }
}

/// "41.2" for a share of 0.412.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

/// A reason of a loss for people: what struck the last blow.
pub(super) fn in_words(reason: &str) -> &str {
    match reason.parse::<Cause>() {
        Ok(cause) => event::cause(cause),
        Err(_) => reason,
    }
}

/// Loss reasons from the most to the least frequent, as shares of the lost games:
/// "Steelheart attacked 80 %, an Epic attacked 20 %".
pub(super) fn losses_text(cell: &Cell) -> String {
    let lost: u64 = cell.loss_reasons.values().sum();
    let mut reasons: Vec<_> = cell
        .loss_reasons
        .iter()
        .filter(|(_, count)| **count > 0)
        .collect();
    reasons.sort_by(|a, b| b.1.cmp(a.1));
    let share = |count: u64| 100.0 * count as f64 / lost as f64;
    let mut parts: Vec<_> = reasons
        .iter()
        .map(|(name, count)| format!("{} {:.0} %", in_words(name), share(**count)))
        .collect();
    if cell.unfinished > 0 {
        parts.push(format!("{} games unfinished", cell.unfinished));
    }
    if parts.is_empty() {
        "-".to_owned()
    } else {
        parts.join(", ")
    }
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
    fn only_a_clear_best_is_marked() {
        let report = sample();
        let with = |low, high| Cell {
            ci_low: low,
            ci_high: high,
            ..report.cells[0].clone()
        };
        let (low, middle, high) = (with(0.1, 0.2), with(0.15, 0.3), with(0.25, 0.4));
        assert_eq!(Grid::clear_best(&[Some(&low), Some(&high)]), Some(1));
        assert_eq!(Grid::clear_best(&[Some(&high), None, Some(&low)]), Some(0));
        assert_eq!(Grid::clear_best(&[Some(&middle), Some(&high)]), None);
        assert_eq!(Grid::clear_best(&[Some(&high)]), None);
        assert_eq!(Grid::clear_best(&[None, None]), None);
    }

    #[test]
    fn losses_are_sorted_by_size() {
        let mut cell = sample().cells.remove(0);
        cell.loss_reasons = [("a".into(), 1), ("b".into(), 3), ("c".into(), 0)].into();
        assert_eq!(losses_text(&cell), "b 75 %, a 25 %");
        cell.unfinished = 2;
        assert_eq!(losses_text(&cell), "b 75 %, a 25 %, 2 games unfinished");
        cell.unfinished = 0;
        cell.loss_reasons.clear();
        assert_eq!(losses_text(&cell), "-");
    }
}
