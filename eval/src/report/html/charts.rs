//! The charts of a report with the numbers they show.

use std::collections::BTreeMap;

use super::super::chart::{
    Axis, BarChart, BarSeries, Format, Labels, LineChart, Placement, Point, Series,
};
use super::super::data::{CellDetail, Report};
use super::super::grid::{Grid, in_words, percent, unique};

/// Rounds reached by a smaller share of games are not shown: their mean is noise.
const SHOWN_SHARE: f64 = 0.01;

/// A chart and the same numbers as a table.
#[derive(Debug)]
pub(super) struct Figure {
    pub(super) svg: String,
    pub(super) header: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

/// Win rate over player counts, one chart for each difficulty.
pub(super) fn win_rates(grid: &Grid<'_>) -> Vec<Figure> {
    let chart = |(index, difficulty): (usize, &&str)| {
        let mut rows = Vec::new();
        let mut lines = Vec::new();
        for (agent, team) in grid.series() {
            let name = grid.series_name(agent, team);
            let cells = grid
                .players
                .iter()
                .filter_map(|&p| grid.cell(difficulty, p, team, agent));
            let mut points = Vec::new();
            for c in cells {
                points.push(Point::within(
                    f64::from(c.players),
                    c.win_rate,
                    c.ci_low,
                    c.ci_high,
                ));
                let interval = format!("{}\u{2013}{}", percent(c.ci_low), percent(c.ci_high));
                rows.push(vec![
                    name.clone(),
                    c.players.to_string(),
                    percent(c.win_rate),
                    interval,
                    c.games.to_string(),
                ]);
            }
            lines.push(Series::new(name, points).error_bars());
        }
        let labels = Labels::new(
            format!("win-{index}"),
            format!("Win rate, {difficulty}"),
            format!(
                "Win rate by number of players on {difficulty}, one line for each agent, with 95 % \
                 intervals. The numbers are in the table below."
            ),
        );
        let x = Axis::new("players").whole();
        let y = Axis::new("games won (%)")
            .format(Format::Percent)
            .range(0.0, 1.0);
        Figure {
            svg: LineChart::new(labels, x, y, lines).render(Placement::Inline),
            header: strings(["agent", "players", "win rate (%)", "95 % interval", "games"]),
            rows,
        }
    };
    grid.difficulties.iter().enumerate().map(chart).collect()
}

/// Mean population after each round, one chart for each difficulty.
pub(super) fn population(report: &Report, grid: &Grid<'_>) -> Vec<Figure> {
    let chart = |(index, difficulty): (usize, &&str)| {
        let mut rows = Vec::new();
        let mut lines = Vec::new();
        for (name, details) in pooled(report, grid, difficulty) {
            let mut rounds: BTreeMap<u32, (f64, u64)> = BTreeMap::new();
            for r in details.iter().flat_map(|d| &d.population_by_round) {
                let sum = rounds.entry(r.round).or_default();
                sum.0 += r.mean * r.games as f64;
                sum.1 += r.games;
            }
            let games = rounds.values().map(|(_, games)| *games).max().unwrap_or(0);
            let mut points = Vec::new();
            for (round, (sum, reached)) in rounds {
                if reached as f64 >= SHOWN_SHARE * games as f64 {
                    let mean = sum / reached as f64;
                    points.push(Point::new(f64::from(round), mean));
                    let (round, reached) = (round.to_string(), reached.to_string());
                    rows.push(vec![name.clone(), round, format!("{mean:.2}"), reached]);
                }
            }
            lines.push(Series::new(name, points));
        }
        let labels = Labels::new(
            format!("population-{index}"),
            format!("Population by round, {difficulty}"),
            format!(
                "Mean population at the end of each round on {difficulty}, one line for each agent. \
                 The numbers are in the table below."
            ),
        );
        let x = Axis::new("round").whole();
        let y = Axis::new("mean population").from_zero();
        (!rows.is_empty()).then(|| Figure {
            svg: LineChart::new(labels, x, y, lines).render(Placement::Inline),
            header: strings(["agent", "round", "mean population", "games"]),
            rows,
        })
    };
    grid.difficulties
        .iter()
        .enumerate()
        .filter_map(chart)
        .collect()
}

/// Share of games by their number of rounds, one chart for each difficulty.
pub(super) fn rounds(report: &Report, grid: &Grid<'_>) -> Vec<Figure> {
    let chart = |(index, difficulty): (usize, &&str)| {
        let mut rows = Vec::new();
        let mut lines = Vec::new();
        for (name, details) in pooled(report, grid, difficulty) {
            let mut counts: BTreeMap<usize, u64> = BTreeMap::new();
            for (rounds, count) in details
                .iter()
                .flat_map(|d| d.rounds_histogram.iter().enumerate())
            {
                *counts.entry(rounds).or_default() += count;
            }
            let games: u64 = counts.values().sum();
            // From the shortest to the longest game, zeros between them included.
            let first = counts.iter().find(|(_, n)| **n > 0).map_or(0, |(r, _)| *r);
            let last = counts
                .iter()
                .rfind(|(_, n)| **n > 0)
                .map_or(first, |(r, _)| *r);
            let mut points = Vec::new();
            for (rounds, count) in counts.range(first..=last) {
                let share = *count as f64 / games as f64;
                points.push(Point::new(*rounds as f64, share));
                rows.push(vec![
                    name.clone(),
                    rounds.to_string(),
                    count.to_string(),
                    percent(share),
                ]);
            }
            lines.push(Series::new(name, points));
        }
        let labels = Labels::new(
            format!("rounds-{index}"),
            format!("Rounds of a game, {difficulty}"),
            format!(
                "Share of games by number of rounds on {difficulty}, one line for each agent. The \
                 numbers are in the table below."
            ),
        );
        let x = Axis::new("rounds").whole();
        let y = Axis::new("games (%)").format(Format::Percent).from_zero();
        (!rows.is_empty()).then(|| Figure {
            svg: LineChart::new(labels, x, y, lines).render(Placement::Inline),
            header: strings(["agent", "rounds", "games", "share (%)"]),
            rows,
        })
    };
    grid.difficulties
        .iter()
        .enumerate()
        .filter_map(chart)
        .collect()
}

/// Reasons of losses stacked to the share of lost games, one chart for each difficulty.
pub(super) fn losses(grid: &Grid<'_>) -> Vec<Figure> {
    let lines = grid.series();
    let chart = |(index, difficulty): (usize, &&str)| {
        // Games and reasons of each bar.
        let bars: Vec<(String, u64, BTreeMap<&str, u64>)> = lines
            .iter()
            .map(|&(agent, team)| {
                let mut games = 0;
                let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
                for c in grid
                    .players
                    .iter()
                    .filter_map(|&p| grid.cell(difficulty, p, team, agent))
                {
                    games += c.games;
                    for (reason, count) in &c.loss_reasons {
                        *reasons.entry(reason).or_default() += count;
                    }
                }
                (grid.series_name(agent, team), games, reasons)
            })
            .filter(|(_, games, _)| *games > 0)
            .collect();
        let share = |reason: &str, bar: &(String, u64, BTreeMap<&str, u64>)| {
            bar.2.get(reason).copied().unwrap_or(0) as f64 / bar.1 as f64
        };
        let series = reasons(grid)
            .into_iter()
            .map(|reason| {
                BarSeries::new(
                    in_words(reason),
                    bars.iter().map(|bar| share(reason, bar)).collect(),
                )
            })
            .collect();
        let rows = reasons(grid)
            .into_iter()
            .map(|reason| {
                let shares = bars.iter().map(|bar| percent(share(reason, bar)));
                std::iter::once(in_words(reason).to_owned())
                    .chain(shares)
                    .collect()
            })
            .collect();
        let names: Vec<_> = bars.iter().map(|bar| bar.0.clone()).collect();
        let labels = Labels::new(
            format!("losses-{index}"),
            format!("Reasons of losses, {difficulty}"),
            format!(
                "Share of all games lost on {difficulty}, by reason, one bar for each agent. The \
                 numbers are in the table below."
            ),
        );
        let y = Axis::new("games lost (%)")
            .format(Format::Percent)
            .range(0.0, 1.0);
        let chart = BarChart::new(labels, "agent", y, names.clone(), series);
        Figure {
            svg: BarChart {
                stacked: true,
                ..chart
            }
            .render(Placement::Inline),
            header: std::iter::once("reason (% of games)".to_owned())
                .chain(names)
                .collect(),
            rows,
        }
    };
    if reasons(grid).is_empty() {
        return Vec::new();
    }
    grid.difficulties.iter().enumerate().map(chart).collect()
}

/// All reasons in one order, so that a reason has the same hatching in every chart.
fn reasons<'a>(grid: &Grid<'a>) -> Vec<&'a str> {
    let mut reasons = unique(grid.loss_reasons());
    reasons.sort_unstable();
    reasons
}

/// The details of each line at one difficulty, player counts together.
fn pooled<'a>(
    report: &'a Report,
    grid: &Grid<'_>,
    difficulty: &str,
) -> Vec<(String, Vec<&'a CellDetail>)> {
    grid.series()
        .into_iter()
        .map(|(agent, team)| {
            let mine =
                |d: &&CellDetail| d.difficulty == difficulty && d.agent == agent && d.team == team;
            let details: Vec<_> = report.details.iter().filter(mine).collect();
            (grid.series_name(agent, team), details)
        })
        .collect()
}

fn strings<const N: usize>(names: [&str; N]) -> Vec<String> {
    names.map(str::to_owned).into()
}
