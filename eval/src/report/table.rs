//! The results as tables for a terminal.

use std::fmt::Write as _;
use std::io::IsTerminal as _;

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{Attribute, CellAlignment, Color, ContentArrangement, Table};

use super::data::{Report, STOPPED_EARLY};
use super::escape::terminal as safe;
use super::grid::{Grid, losses_text, percent};

/// How a terminal table looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableStyle {
    /// Colours and bold text.
    pub color: bool,
    /// Columns of the terminal; lines are as long as they need to be without it.
    pub width: Option<u16>,
}

impl TableStyle {
    /// What suits the standard output: plain and as wide as needed if it is a file or a pipe, and
    /// plain if the user set `NO_COLOR`.
    #[must_use]
    pub fn detect() -> Self {
        let terminal = std::io::stdout().is_terminal();
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let width = if terminal { Table::new().width() } else { None };
        Self {
            color: terminal && !no_color,
            width,
        }
    }
}

/// The results as text: win rates by difficulty and player count with agents as columns, then the
/// other numbers of each cell, then the comparisons in words.
#[must_use]
pub fn table(report: &Report, style: TableStyle) -> String {
    if report.cells.is_empty() {
        return "No games were played.\n".to_owned();
    }
    let grid = Grid::new(report);
    let mut out = String::new();
    let games = grid.games_text().unwrap_or_default();
    let _ = writeln!(out, "Win rate in % (95 % interval), {games}");
    let _ = writeln!(out, "{}\n", win_rates(&grid, style));
    let _ = writeln!(out, "Means of all games, and why games were lost");
    let _ = writeln!(out, "{}", means(report, &grid, style));
    if !report.comparisons.is_empty() {
        let _ = writeln!(out, "\nPaired on the same seeds (McNemar's test)");
        for c in &report.comparisons {
            let _ = writeln!(out, "  {}: {}", safe(&c.scope()), safe(&c.sentence));
        }
    }
    if report.stopped_early {
        let _ = writeln!(out, "\n{STOPPED_EARLY}");
    }
    if let Some(t) = report.timings {
        let noun = if t.threads == 1 { "thread" } else { "threads" };
        let _ = writeln!(
            out,
            "\n{:.1} s on {} {noun}, {:.0} games a second",
            t.seconds, t.threads, t.games_per_second
        );
    }
    out
}

fn new_table(style: TableStyle) -> Table {
    let mut table = Table::new();
    table
        .load_preset(UTF8_FULL_CONDENSED)
        .set_content_arrangement(ContentArrangement::Dynamic);
    // Decided by the caller, not by what the library finds out about the terminal.
    table.force_no_tty();
    if style.color {
        table.enforce_styling();
    }
    if let Some(width) = style.width {
        table.set_width(width);
    }
    table
}

fn header<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<comfy_table::Cell> {
    let cell = |name| comfy_table::Cell::new(safe(name)).add_attribute(Attribute::Bold);
    names.into_iter().map(cell).collect()
}

fn right(text: impl ToString) -> comfy_table::Cell {
    comfy_table::Cell::new(text).set_alignment(CellAlignment::Right)
}

fn win_rates(grid: &Grid<'_>, style: TableStyle) -> Table {
    let mut table = new_table(style);
    let several_teams = grid.teams.len() > 1;
    let lead = ["difficulty", "players", "team"];
    let lead = if several_teams { &lead[..] } else { &lead[..2] };
    table.set_header(header(
        lead.iter().copied().chain(grid.agents.iter().copied()),
    ));
    for difficulty in &grid.difficulties {
        let mut first = true;
        for &players in &grid.players {
            for team in &grid.teams {
                let cells: Vec<_> = grid
                    .agents
                    .iter()
                    .map(|agent| grid.cell(difficulty, players, team, agent))
                    .collect();
                if cells.iter().all(Option::is_none) {
                    continue;
                }
                // Named once, so that the blocks of rows are seen at a glance.
                let name = if std::mem::take(&mut first) {
                    safe(difficulty)
                } else {
                    String::new()
                };
                let mut row = vec![comfy_table::Cell::new(name), right(players)];
                if several_teams {
                    row.push(comfy_table::Cell::new(safe(team)));
                }
                let best = Grid::clear_best(&cells);
                row.extend(cells.iter().enumerate().map(|(i, cell)| {
                    let text = cell.map_or_else(String::new, |c| {
                        format!(
                            "{} ({}-{})",
                            percent(c.win_rate),
                            percent(c.ci_low),
                            percent(c.ci_high)
                        )
                    });
                    let shown = right(text);
                    if best == Some(i) {
                        shown.fg(Color::Green).add_attribute(Attribute::Bold)
                    } else {
                        shown
                    }
                }));
                table.add_row(row);
            }
        }
    }
    table
}

fn means(report: &Report, grid: &Grid<'_>, style: TableStyle) -> Table {
    let mut table = new_table(style);
    let several_teams = grid.teams.len() > 1;
    let mut names = vec![
        "difficulty",
        "players",
        "agent",
        "rounds",
        "population",
        "losses",
    ];
    if several_teams {
        names.insert(2, "team");
    }
    table.set_header(header(names));
    for c in &report.cells {
        let mut row = vec![
            comfy_table::Cell::new(safe(&c.difficulty)),
            right(c.players),
        ];
        if several_teams {
            row.push(comfy_table::Cell::new(safe(&c.team)));
        }
        row.push(comfy_table::Cell::new(safe(&c.agent)));
        row.push(right(format!("{:.1}", c.mean_rounds)));
        row.push(right(format!("{:.1}", c.mean_population)));
        row.push(comfy_table::Cell::new(safe(&losses_text(c))));
        table.add_row(row);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::data::Timings;
    use super::super::data::tests::{empty, sample};
    use super::*;

    #[test]
    fn golden() {
        let mut report = sample();
        report.timings = Some(Timings {
            seconds: 2.0,
            threads: 1,
            games_per_second: 8.0,
        });
        assert_eq!(table(&report, TableStyle::default()), GOLDEN);
    }

    const GOLDEN: &str = "Win rate in % (95 % interval), 4 games a cell
┌────────────┬─────────┬─────────────────┬──────────────────┐
│ difficulty ┆ players ┆ random          ┆ a<b>&\"c|d\"       │
╞════════════╪═════════╪═════════════════╪══════════════════╡
│ standard   ┆       2 ┆ 25.0 (4.6-69.9) ┆ 75.0 (30.1-95.4) │
│            ┆       4 ┆ 25.0 (4.6-69.9) ┆ 75.0 (30.1-95.4) │
└────────────┴─────────┴─────────────────┴──────────────────┘

Means of all games, and why games were lost
┌────────────┬─────────┬────────────┬────────┬────────────┬──────────────────┐
│ difficulty ┆ players ┆ agent      ┆ rounds ┆ population ┆ losses           │
╞════════════╪═════════╪════════════╪════════╪════════════╪══════════════════╡
│ standard   ┆       2 ┆ random     ┆    6.5 ┆        2.5 ┆ population 100 % │
│ standard   ┆       4 ┆ random     ┆    6.5 ┆        2.5 ┆ population 100 % │
│ standard   ┆       2 ┆ a<b>&\"c|d\" ┆    6.5 ┆        7.5 ┆ population 100 % │
│ standard   ┆       4 ┆ a<b>&\"c|d\" ┆    6.5 ┆        7.5 ┆ population 100 % │
└────────────┴─────────┴────────────┴────────┴────────────┴──────────────────┘

Paired on the same seeds (McNemar's test)
  standard, 2 players: no significant difference between a<b>&\"c|d\" and random \
                          (50.0 points, 95 % -23.5 to 85.0, p = 0.50) on 4 paired games

2.0 s on 1 thread, 8 games a second
";

    #[test]
    fn colour_only_when_asked() {
        let mut report = sample();
        report.cells[0].ci_high = 0.2;
        assert!(!table(&report, TableStyle::default()).contains('\u{1b}'));
        let coloured = table(
            &report,
            TableStyle {
                color: true,
                width: None,
            },
        );
        assert!(coloured.contains("\u{1b}["));
    }

    #[test]
    fn narrow_terminals_are_respected() {
        let text = table(
            &sample(),
            TableStyle {
                color: false,
                width: Some(60),
            },
        );
        for line in text
            .lines()
            .filter(|line| line.starts_with(['│', '┌', '└']))
        {
            assert!(line.chars().count() <= 60, "{line}");
        }
    }

    #[test]
    fn several_teams_get_a_column() {
        let mut report = sample();
        report.cells[0].team = "david".into();
        let text = table(&report, TableStyle::default());
        assert!(
            text.contains(" team ") && text.contains(" david "),
            "{text}"
        );
    }

    #[test]
    fn an_empty_report_says_so() {
        assert_eq!(
            table(&empty(), TableStyle::default()),
            "No games were played.\n"
        );
    }
}
