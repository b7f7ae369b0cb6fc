//! The results as Markdown.

use std::fmt::Write as _;

use super::data::{Report, STOPPED_EARLY};
use super::escape::markdown as safe;
use super::grid::Grid;
use super::sheet::{Lean, Sheet};
use super::sheets::{self, Room};

/// The results as Markdown: win rates, comparisons, which Reckoners help, all other numbers folded
/// away, and how to run it again.
#[must_use]
pub fn markdown(report: &Report) -> String {
    let mut out = win_rates(report);
    if !report.cells.is_empty() {
        let open = [
            sheets::pairs(report),
            sheets::influence(report, 1, Room::Wide),
        ];
        for sheet in open.into_iter().flatten() {
            out += &open_table(&sheet);
        }
        let folded = [
            sheets::pairs_by_cell(report, Room::Wide),
            sheets::influence(report, 2, Room::Wide),
            Some(sheets::numbers(report, Room::Wide)),
            Some(sheets::legend()),
        ];
        for sheet in folded.into_iter().flatten() {
            let (title, about) = (safe(&sheet.title), safe(&sheet.about));
            let _ = write!(
                out,
                "<details><summary>{title}</summary>\n\n{about}\n\n{}</details>\n\n",
                table(&sheet)
            );
        }
    }
    out + &origin(report)
}

/// The win rates alone and how to run it again, for the README.
#[must_use]
pub fn brief(report: &Report) -> String {
    win_rates(report) + &origin(report)
}

fn win_rates(report: &Report) -> String {
    if report.cells.is_empty() {
        return "No games were played.\n\n".to_owned();
    }
    open_table(&sheets::win_rates(&Grid::new(report)))
}

/// A table after its title and how to read it.
pub(super) fn open_table(sheet: &Sheet) -> String {
    let (title, about) = (safe(&sheet.title), safe(&sheet.about));
    format!("**{title}.** {about}\n\n{}", table(sheet))
}

/// How to run it again.
fn origin(report: &Report) -> String {
    let origin = &report.origin;
    let stopped = if report.stopped_early {
        format!("{STOPPED_EARLY}\n\n")
    } else {
        String::new()
    };
    format!(
        "{stopped}{}. Seed {}, version {}, catalog `{}`. Made by:\n\n{}\n",
        origin.game(),
        origin.seed,
        safe(&origin.version),
        safe(&origin.catalog),
        code_block(&origin.command)
    )
}

fn table(sheet: &Sheet) -> String {
    let line = |entries: Vec<String>| format!("| {} |\n", entries.join(" | "));
    let mut out = line(sheet.head.iter().map(|(name, _)| safe(name)).collect());
    let rule = |(_, lean): &(String, Lean)| match lean {
        Lean::Left => "---|",
        Lean::Right => "---:|",
    };
    let rules: String = sheet.head.iter().map(rule).collect();
    let _ = writeln!(out, "|{rules}");
    for row in &sheet.rows {
        out += &line(row.iter().map(|e| e.line(("**", "**"), safe)).collect());
    }
    out + "\n"
}

/// A fenced block whose fence is longer than any run of backticks inside.
fn code_block(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}sh\n{text}\n{fence}")
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::{cell, empty, report, sample};
    use super::*;

    #[test]
    fn the_brief_form_is_the_rates_and_the_command() {
        assert_eq!(
            brief(&sample()),
            "**Win rate.** In %, with 95 % Wilson intervals, 4 games a cell. Marked: the interval lies \
             above those of all other agents. \"all\" is the mean over the rows it stands for.

| difficulty | players | random | a&lt;b&gt;&amp;\"c\\|d\" |
|---|---|---:|---:|
| standard | 2 | 25.0 (4.6–69.9) | 75.0 (30.1–95.4) |
| standard | 4 | 25.0 (4.6–69.9) | 75.0 (30.1–95.4) |
| standard | all | 25.0 (7.1–59.1) | 75.0 (40.9–92.9) |

The base game. Seed 7, version 0.1.0, catalog `c0ffee`. Made by:

```sh
reckoners eval --agents 'a<b>&\"c|d\"'
```
"
        );
    }

    #[test]
    fn the_long_form_has_every_table() {
        let text = markdown(&sample());
        for part in [
            "| agent | against | difference |",
            "<summary>Comparisons by cell</summary>",
            "<summary>All numbers</summary>",
            "| unfinished | unfinished | games cut off by the round cap",
        ] {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
        let opened = text.matches("<details>").count();
        assert_eq!(opened, text.matches("</details>").count());
        for table in text.split("\n\n").filter(|t| t.starts_with('|')) {
            let pipes = |line: &str| line.replace("\\|", "").matches('|').count();
            let widths: Vec<_> = table.lines().map(pipes).collect();
            assert!(widths.windows(2).all(|w| w[0] == w[1]), "{table}");
        }
    }

    #[test]
    fn what_stands_out_is_bold() {
        let (weak, strong) = ("0".repeat(40), "1".repeat(40));
        let cells = vec![cell("a", "hard", 2, &weak), cell("b", "hard", 2, &strong)];
        assert!(brief(&report(cells)).contains("| **100.0** (91.2–100.0) |"));
    }

    #[test]
    fn an_unfinished_report_says_so() {
        let stopped = Report {
            stopped_early: true,
            ..sample()
        };
        assert!(markdown(&stopped).contains(STOPPED_EARLY));
        assert!(!markdown(&sample()).contains(STOPPED_EARLY));
    }

    #[test]
    fn an_empty_report_says_so() {
        let text = markdown(&empty());
        assert!(text.starts_with("No games were played.\n"));
        assert!(!text.contains("|---"), "{text}");
    }

    #[test]
    fn a_command_cannot_leave_its_block() {
        assert_eq!(code_block("a ```` b"), "`````sh\na ```` b\n`````");
        assert_eq!(code_block("a"), "```sh\na\n```");
    }
}
