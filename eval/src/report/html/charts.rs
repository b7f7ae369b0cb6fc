//! The charts of a report with the numbers they show. Charts that stand beside each other have the
//! same axes, so that they can be compared.

use reckoners_env::ids::Cause;

use super::super::chart::{
    Axis, BarChart, BarSeries, Estimate, Forest, Format, Labels, LineChart, Matrix, Placement,
    Point, Series, Tile,
};
use super::super::columns::in_words;
use super::super::compare::{Comparison, Scope};
use super::super::data::Report;
use super::super::grid::{Grid, unique};
use super::super::influence::{Influence, groups};
use super::super::sheet::{Entry, Lean, Sheet};
use super::super::sheets::{points_interval, pooled};
use super::super::tally::Tally;
use crate::rounded::{percent, points};

/// Small enough that texts can be read on a phone, where a chart is as wide as the screen.
const PANEL: (u32, u32) = (440, 340);

/// Rounds that fewer games are still going on in are not shown: nothing changes any more.
const SHOWN_SHARE: f64 = 0.01;

/// A chart and the same numbers as a table, if no table beside it has them.
#[derive(Debug)]
pub(super) struct Figure {
    pub(super) svg: String,
    pub(super) numbers: Option<Sheet>,
}

/// The numbers of a chart: a name, then columns of numbers.
fn numbers(names: &[&str], rows: Vec<Vec<String>>) -> Sheet {
    let lean = |i: usize| if i == 0 { Lean::Left } else { Lean::Right };
    let head = names.iter().enumerate();
    let head = head
        .map(|(i, name)| ((*name).to_owned(), lean(i)))
        .collect();
    let mut sheet = Sheet::new("Numbers", String::new(), head);
    sheet.rows = rows
        .into_iter()
        .map(|row| row.into_iter().map(Entry::new).collect())
        .collect();
    sheet
}

fn line_chart(labels: Labels, x: Axis, y: Axis, lines: Vec<Series>) -> LineChart {
    LineChart {
        size: PANEL,
        ..LineChart::new(labels, x, y, lines)
    }
}

/// The axis of player counts.
fn players_axis(grid: &Grid<'_>) -> Axis {
    let ends = (grid.players.first(), grid.players.last());
    let (Some(&first), Some(&last)) = ends else {
        return Axis::new("players").whole();
    };
    Axis::new("players")
        .whole()
        .including(f64::from(first), f64::from(last))
}

/// Win rate over player counts, one chart for each difficulty.
pub(super) fn win_rates(grid: &Grid<'_>) -> Vec<Figure> {
    let chart = |(index, difficulty): (usize, &&str)| {
        let line = |agent: &&str| {
            let rate = |&players: &u8| {
                let rate = grid.rate(agent, Some(difficulty), Some(players))?;
                let (low, high) = (rate.interval.low, rate.interval.high);
                Some(Point::within(f64::from(players), rate.share, low, high))
            };
            let points = grid.players.iter().filter_map(rate).collect();
            Series::new(*agent, points).error_bars()
        };
        let labels = Labels::new(
            format!("win-{index}"),
            format!("Win rate, {difficulty}"),
            format!(
                "Win rate by number of players on {difficulty}, one line for each agent, with 95 % \
                 intervals. The numbers are in the table below."
            ),
        );
        let y = Axis::new("games won")
            .format(Format::Percent)
            .range(0.0, 1.0);
        let lines = grid.agents.iter().map(line).collect();
        Figure {
            svg: line_chart(labels, players_axis(grid), y, lines).render(Placement::Inline),
            numbers: None,
        }
    };
    grid.difficulties.iter().enumerate().map(chart).collect()
}

/// All pairs over all games, and one chart for each pair by player count and difficulty.
pub(super) fn comparisons(report: &Report, grid: &Grid<'_>) -> Vec<Figure> {
    let pooled = pooled(report);
    if pooled.is_empty() {
        return Vec::new();
    }
    let name = |c: &Comparison| format!("{} − {}", c.first, c.second);
    let estimate = |c: &&Comparison| {
        Some(Estimate {
            value: c.difference,
            low: c.ci_low,
            high: c.ci_high,
        })
    };
    let labels = Labels::new(
        "pairs",
        "Difference of win rates, all games",
        "Each pair of agents on the same seeds, with the 95 % interval of the difference in points. \
         The numbers are in the table below.",
    );
    let forest = Forest {
        labels,
        x: Axis::new("points").format(Format::Points),
        rows: pooled.iter().map(|c| name(c)).collect(),
        series: vec![(
            "all games".to_owned(),
            pooled.iter().map(estimate).collect(),
        )],
        width: PANEL.0,
    };
    let mut figures = vec![Figure {
        svg: forest.render(Placement::Inline),
        numbers: None,
    }];
    let by_cell = || {
        report
            .comparisons
            .iter()
            .filter(|c| c.scope() == Scope::Cell)
    };
    if by_cell().count() <= pooled.len() {
        return figures;
    }
    let low = by_cell().map(|c| c.ci_low).fold(0.0, f64::min);
    let high = by_cell().map(|c| c.ci_high).fold(0.0, f64::max);
    for (index, pair) in pooled.iter().enumerate() {
        let line = |difficulty: &&str| {
            let mine = |c: &&Comparison| {
                (&c.first, &c.second) == (&pair.first, &pair.second)
                    && c.difficulty.as_deref() == Some(difficulty)
            };
            let point = |c: &Comparison| {
                let x = f64::from(c.players.unwrap_or_default());
                Point::within(x, c.difference, c.ci_low, c.ci_high)
            };
            Series::new(*difficulty, by_cell().filter(mine).map(point).collect()).error_bars()
        };
        let labels = Labels::new(
            format!("pair-{index}"),
            name(pair),
            format!(
                "Difference of the win rates of {} and {} by number of players, one line for each \
                 difficulty, with 95 % intervals. The numbers are in the table below.",
                pair.first, pair.second
            ),
        );
        let y = Axis::new("points")
            .format(Format::Points)
            .including(low, high)
            .tight();
        let lines = grid.difficulties.iter().map(line).collect();
        let mut chart = line_chart(labels, players_axis(grid), y, lines);
        chart.references = vec![(0.0, String::new())];
        figures.push(Figure {
            svg: chart.render(Placement::Inline),
            numbers: None,
        });
    }
    figures
}

/// Which Reckoners help, and which two together, one chart of tiles for each agent.
pub(super) fn influence(report: &Report) -> Vec<Figure> {
    let list = &report.influence;
    let agents = unique(list.iter().map(|i| i.agent.as_str()));
    if agents.is_empty() {
        return Vec::new();
    }
    let find = |agent: &str, group: &[reckoners_env::Reckoner]| {
        let mine = |i: &&Influence| i.agent == agent && i.reckoners == group;
        list.iter().find(mine)
    };
    // Of those who never played nothing is drawn.
    let mut told = groups(1);
    told.retain(|group| list.iter().any(|i| i.reckoners == *group));
    let estimates = |agent: &&str| {
        let estimate = |group: Vec<_>| {
            find(agent, &group).map(|i| Estimate {
                value: i.difference,
                low: i.ci_low,
                high: i.ci_high,
            })
        };
        let all = told.iter().cloned().map(estimate).collect();
        ((*agent).to_owned(), all)
    };
    let names: Vec<String> = told.iter().map(|g| g[0].key().to_owned()).collect();
    let forest = Forest {
        labels: Labels::new(
            "reckoners",
            "Difference each Reckoner makes",
            "Win rate of teams with the Reckoner minus that of teams without, in points, with 95 % \
             intervals, for each agent. The numbers are in the table below.",
        ),
        x: Axis::new("points").format(Format::Points),
        rows: names.clone(),
        series: agents.iter().map(estimates).collect(),
        width: PANEL.0,
    };
    let mut figures = vec![Figure {
        svg: forest.render(Placement::Inline),
        numbers: None,
    }];
    let full = list.iter().map(|i| i.difference.abs()).fold(0.0, f64::max);
    for (index, agent) in agents.iter().enumerate() {
        let tile = |i: &Influence| Tile {
            value: i.difference,
            text: points(i.difference),
            tip: format!(
                "{}: {} ({}), {} games with, {} without",
                i.reckoners
                    .iter()
                    .map(|r| r.key())
                    .collect::<Vec<_>>()
                    .join(" + "),
                points(i.difference),
                points_interval(i.ci_low, i.ci_high),
                i.games_with,
                i.games_without
            ),
            strong: i.holds(),
        };
        let all: Vec<_> = told.iter().map(|g| g[0]).collect();
        let row = |i: usize| {
            let group = |j: usize| {
                if i == j {
                    vec![all[i]]
                } else {
                    vec![all[j], all[i]]
                }
            };
            (0..=i).map(|j| find(agent, &group(j)).map(tile)).collect()
        };
        let chart = Matrix {
            labels: Labels::new(
                format!("couples-{index}"),
                format!("Pairs of Reckoners, {agent}"),
                format!(
                    "Win rate of {agent}'s teams with both Reckoners minus that of its other teams, \
                     in points; on the diagonal with the one. The numbers are in the table below."
                ),
            ),
            names: names.clone(),
            rows: (0..all.len()).map(row).collect(),
            full,
            width: PANEL.0,
        };
        figures.push(Figure {
            svg: chart.render(Placement::Inline),
            numbers: None,
        });
    }
    figures
}

/// What was played at one difficulty, player counts together.
struct Level<'a> {
    difficulty: &'a str,
    agents: Vec<(&'a str, Tally)>,
}

fn levels<'a>(grid: &Grid<'a>) -> Vec<Level<'a>> {
    let level = |difficulty: &&'a str| {
        let tally = |agent: &&'a str| (*agent, grid.tally(agent, difficulty));
        let played = |(_, tally): &(&str, Tally)| tally.games() > 0;
        Level {
            difficulty,
            agents: grid.agents.iter().map(tally).filter(played).collect(),
        }
    };
    grid.difficulties.iter().map(level).collect()
}

/// One of several line charts with the same axes.
struct Panel {
    difficulty: String,
    lines: Vec<Series>,
    numbers: Sheet,
}

/// Mean population after each round, one chart for each difficulty.
pub(super) fn population(grid: &Grid<'_>) -> Vec<Figure> {
    let panel = |level: Level<'_>| {
        let mut rows = Vec::new();
        let mut lines = Vec::new();
        for (agent, tally) in &level.agents {
            let mut points = Vec::new();
            for r in tally.population_by_round() {
                if r.going as f64 >= SHOWN_SHARE * tally.games() as f64 {
                    points.push(Point::new(f64::from(r.round), r.mean));
                    let (round, mean) = (r.round.to_string(), format!("{:.2}", r.mean));
                    rows.push(vec![(*agent).to_owned(), round, mean, r.going.to_string()]);
                }
            }
            lines.push(Series::new(*agent, points));
        }
        let header = ["agent", "round", "mean population", "games still going on"];
        Panel {
            difficulty: level.difficulty.to_owned(),
            lines,
            numbers: numbers(&header, rows),
        }
    };
    let text = (
        "population",
        "Population by round",
        "Mean population of all games at the end of each round",
    );
    let y = Axis::new("mean population");
    alike(
        text,
        levels(grid).into_iter().map(panel).collect(),
        "round",
        &y,
    )
}

/// Share of games by their number of rounds, one chart for each difficulty.
pub(super) fn rounds(grid: &Grid<'_>) -> Vec<Figure> {
    let panel = |level: Level<'_>| {
        let mut rows = Vec::new();
        let mut lines = Vec::new();
        for (agent, tally) in &level.agents {
            let counts = tally.rounds_histogram();
            // From the shortest to the longest game, zeros between them included.
            let first = counts.iter().position(|n| *n > 0).unwrap_or(0);
            let mut points = Vec::new();
            for (rounds, count) in counts.iter().enumerate().skip(first) {
                let share = *count as f64 / tally.games() as f64;
                points.push(Point::new(rounds as f64, share));
                let (rounds, count) = (rounds.to_string(), count.to_string());
                rows.push(vec![(*agent).to_owned(), rounds, count, percent(share, 1)]);
            }
            lines.push(Series::new(*agent, points));
        }
        let header = ["agent", "rounds", "games", "share (%)"];
        Panel {
            difficulty: level.difficulty.to_owned(),
            lines,
            numbers: numbers(&header, rows),
        }
    };
    let text = (
        "rounds",
        "Rounds of a game",
        "Share of games by number of rounds",
    );
    let y = Axis::new("games").format(Format::Percent);
    alike(
        text,
        levels(grid).into_iter().map(panel).collect(),
        "rounds",
        &y,
    )
}

/// Line charts with the same axes, one for each difficulty; `text` is id, title and description.
fn alike(text: (&str, &str, &str), panels: Vec<Panel>, x_label: &str, y: &Axis) -> Vec<Figure> {
    let points = || {
        let lines = panels.iter().flat_map(|panel| &panel.lines);
        lines.flat_map(|line| &line.points)
    };
    let ends = |of: fn(&Point) -> f64| {
        let (low, high) = (f64::INFINITY, f64::NEG_INFINITY);
        let values = points().map(of);
        values.fold((low, high), |(low, high), v| (low.min(v), high.max(v)))
    };
    let (first, last) = ends(|p| p.x);
    let (_, top) = ends(|p| p.y);
    let (id, title, description) = text;
    let figure = |(index, panel): (usize, Panel)| {
        let difficulty = &panel.difficulty;
        let labels = Labels::new(
            format!("{id}-{index}"),
            format!("{title}, {difficulty}"),
            format!(
                "{description} on {difficulty}, one line for each agent. The numbers are in the \
                 table below."
            ),
        );
        let x = Axis::new(x_label).whole().including(first, last);
        let y = y.clone().including(0.0, top);
        Figure {
            svg: line_chart(labels, x, y, panel.lines).render(Placement::Inline),
            numbers: Some(panel.numbers),
        }
    };
    panels.into_iter().enumerate().map(figure).collect()
}

/// Reasons of losses stacked to the share of lost games, one chart for each difficulty.
pub(super) fn losses(grid: &Grid<'_>) -> Vec<Figure> {
    let levels = levels(grid);
    let every = levels.iter().flat_map(|level| &level.agents);
    // In one order, so that a reason has the same hatching in every chart.
    let causes: Vec<Cause> = Cause::ALL
        .into_iter()
        .filter(|c| {
            every
                .clone()
                .any(|(_, tally)| tally.losses()[c.index()] > 0)
        })
        .collect();
    if causes.is_empty() {
        return Vec::new();
    }
    let chart = |(index, Level { difficulty, agents }): (usize, &Level<'_>)| {
        let share = |cause: Cause, tally: &Tally| {
            tally.losses()[cause.index()] as f64 / tally.games() as f64
        };
        let shares = |cause: Cause| agents.iter().map(move |(_, tally)| share(cause, tally));
        let series = causes.iter().map(|&cause| BarSeries {
            name: in_words(cause).to_owned(),
            values: shares(cause).collect(),
        });
        let row = |&cause: &Cause| {
            let name = std::iter::once(in_words(cause).to_owned());
            name.chain(shares(cause).map(|share| percent(share, 1)))
                .collect()
        };
        let names: Vec<_> = agents.iter().map(|(agent, _)| *agent).collect();
        let header: Vec<_> = std::iter::once("reason (% of games)")
            .chain(names.iter().copied())
            .collect();
        let chart = BarChart {
            labels: Labels::new(
                format!("losses-{index}"),
                format!("Reasons of losses, {difficulty}"),
                format!(
                    "Share of all games lost on {difficulty}, by reason, one bar for each agent. \
                     The numbers are in the table below."
                ),
            ),
            x_label: "agent".to_owned(),
            y: Axis::new("games lost")
                .format(Format::Percent)
                .range(0.0, 1.0),
            categories: names.iter().map(|name| (*name).to_owned()).collect(),
            series: series.collect(),
            size: (PANEL.0, PANEL.1 + 110),
        };
        Figure {
            svg: chart.render(Placement::Inline),
            numbers: Some(numbers(&header, causes.iter().map(row).collect())),
        }
    };
    levels.iter().enumerate().map(chart).collect()
}
