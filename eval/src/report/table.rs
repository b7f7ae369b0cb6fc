//! The results as tables for a terminal.

use std::fmt::Write as _;
use std::io::IsTerminal as _;

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{Attribute, CellAlignment, Color, ContentArrangement, Table};

use super::data::{Report, STOPPED_EARLY};
use super::escape::terminal as safe;
use super::grid::Grid;
use super::sheet::{Entry, Lean, Sheet};
use super::sheets::{self, Room};
use crate::terminal;

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
        let is_terminal = std::io::stdout().is_terminal();
        Self {
            color: terminal::is_coloured(),
            width: is_terminal.then(|| Table::new().width()).flatten(),
        }
    }
}

/// The results as text: win rates, the other numbers of each cell, the comparisons, and which
/// Reckoners help.
#[must_use]
pub fn table(report: &Report, style: TableStyle) -> String {
    if report.cells.is_empty() {
        return "No games were played.\n".to_owned();
    }
    let sheets = [
        Some(sheets::win_rates(&Grid::new(report))),
        Some(sheets::numbers(report, Room::Narrow)),
        sheets::pairs(report),
        sheets::pairs_by_cell(report, Room::Narrow),
        sheets::influence(report, 1, Room::Wide),
    ];
    let mut out = format!("{}.\n\n", report.origin.game());
    for sheet in sheets.into_iter().flatten() {
        out += &section(&sheet, style);
    }
    if report.stopped_early {
        let _ = writeln!(out, "{STOPPED_EARLY}\n");
    }
    if let Some(timings) = report.timings {
        let _ = writeln!(out, "{timings}");
    }
    out
}

/// A table after its title and how to read it.
pub(super) fn section(sheet: &Sheet, style: TableStyle) -> String {
    let width = usize::from(style.width.unwrap_or(100)).max(40);
    let about = wrap(&format!("{}. {}", sheet.title, safe(&sheet.about)), width);
    format!("{about}\n{}\n\n", drawn(sheet, style))
}

pub(super) fn drawn(sheet: &Sheet, style: TableStyle) -> Table {
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
    let lean = |cell: comfy_table::Cell, lean: Lean| match lean {
        Lean::Left => cell,
        Lean::Right => cell.set_alignment(CellAlignment::Right),
    };
    table.set_header(sheet.head.iter().map(|(name, side)| {
        let cell = comfy_table::Cell::new(safe(name)).add_attribute(Attribute::Bold);
        lean(cell, *side)
    }));
    let mut block = "";
    for row in &sheet.rows {
        // Named once, so that the blocks of rows are seen at a glance.
        let begins = row[0].text != block;
        block = &row[0].text;
        table.add_row(
            row.iter()
                .zip(&sheet.head)
                .enumerate()
                .map(|(i, (entry, head))| {
                    let text = match i {
                        0 if !begins => String::new(),
                        // The star stays where bold and colour do not.
                        _ => entry.line(("", "*"), safe),
                    };
                    lean(shown(entry, text), head.1)
                }),
        );
    }
    table
}

fn shown(entry: &Entry, text: String) -> comfy_table::Cell {
    let cell = comfy_table::Cell::new(text);
    if entry.strong {
        cell.fg(Color::Green).add_attribute(Attribute::Bold)
    } else {
        cell
    }
}

/// Breaks a text into lines of at most so many characters, if its words let it.
pub(super) fn wrap(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let long = word.chars().count();
        if length > 0 && length + 1 + long > width {
            out.push('\n');
            length = 0;
        } else if length > 0 {
            out.push(' ');
            length += 1;
        }
        out.push_str(word);
        length += long;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::data::Timings;
    use super::super::data::tests::{empty, sample};
    use super::*;

    fn plain(width: Option<u16>) -> TableStyle {
        TableStyle {
            color: false,
            width,
        }
    }

    #[test]
    fn tables_are_drawn() {
        let mut report = sample();
        report.timings = Some(Timings {
            seconds: 2.0,
            threads: 1,
            games_per_second: 8.0,
        });
        let text = table(&report, plain(None));
        assert!(text.starts_with(BEGIN), "{text}");
        assert!(text.contains("Comparisons. Each agent against each other"));
        assert!(text.ends_with("2.0 s on 1 thread, 8.0 games a second\n"));
    }

    const BEGIN: &str = "\
The base game.

Win rate. In %, with 95 % Wilson intervals, 4 games a cell. Marked: the interval lies above those of
all other agents. \"all\" is the mean over the rows it stands for.
┌────────────┬─────────┬─────────────────┬──────────────────┐
│ difficulty ┆ players ┆          random ┆       a<b>&\"c|d\" │
╞════════════╪═════════╪═════════════════╪══════════════════╡
│ standard   ┆ 2       ┆ 25.0 (4.6–69.9) ┆ 75.0 (30.1–95.4) │
│            ┆ 4       ┆ 25.0 (4.6–69.9) ┆ 75.0 (30.1–95.4) │
│            ┆ all     ┆ 25.0 (7.1–59.1) ┆ 75.0 (40.9–92.9) │
└────────────┴─────────┴─────────────────┴──────────────────┘
";

    #[test]
    fn marks_do_not_depend_on_colour() {
        use super::super::data::tests::{cell, report};
        let (weak, strong) = ("0".repeat(40), "1".repeat(40));
        let cells = vec![cell("a", "hard", 2, &weak), cell("b", "hard", 2, &strong)];
        let report = report(cells);
        let text = table(&report, plain(None));
        assert!(text.contains("100.0* (91.2–100.0)") && !text.contains('\u{1b}'));
        let style = TableStyle {
            color: true,
            width: None,
        };
        assert!(table(&report, style).contains("\u{1b}["));
    }

    #[test]
    fn narrow_terminals_are_respected() {
        for line in table(&sample(), plain(Some(72))).lines() {
            assert!(line.chars().count() <= 72, "{line}");
        }
    }

    #[test]
    fn an_empty_report_says_so() {
        assert_eq!(table(&empty(), plain(None)), "No games were played.\n");
    }
}
