//! The results as Markdown.

use std::fmt::Write as _;

use super::data::{Report, STOPPED_EARLY};
use super::escape::markdown as safe;
use super::grid::{Grid, losses_text, percent};

/// The results as Markdown: one small table for each difficulty with agents as rows and player
/// counts as columns, the paired comparisons, all other numbers folded away, and how to run it
/// again.
#[must_use]
pub fn markdown(report: &Report) -> String {
    let mut out = String::new();
    all_win_rates(&mut out, report);
    if !report.comparisons.is_empty() {
        out.push_str("Paired on the same seeds (McNemar's test):\n\n");
        for c in &report.comparisons {
            let _ = writeln!(out, "- {}: {}.", safe(&c.scope()), safe(&c.sentence));
        }
        out.push('\n');
    }
    if !report.cells.is_empty() {
        all_cells(&mut out, report);
    }
    origin(&mut out, report);
    out
}

/// The win rates alone and how to run it again, for the README.
#[must_use]
pub fn brief(report: &Report) -> String {
    let mut out = String::new();
    all_win_rates(&mut out, report);
    origin(&mut out, report);
    out
}

/// How to run it again.
fn origin(out: &mut String, report: &Report) {
    if report.stopped_early {
        let _ = writeln!(out, "{STOPPED_EARLY}\n");
    }
    let _ = writeln!(
        out,
        "Seed {}, version {}, catalog `{}`. Made by:",
        report.seed,
        safe(&report.version),
        safe(&report.catalog)
    );
    let _ = writeln!(out, "\n{}", code_block(&report.command));
}

fn all_win_rates(out: &mut String, report: &Report) {
    if report.cells.is_empty() {
        out.push_str("No games were played.\n\n");
        return;
    }
    let grid = Grid::new(report);
    let games = grid.games_text().unwrap_or_default();
    let _ = writeln!(out, "Win rate in % with its 95 % Wilson interval, {games}.");
    out.push_str("Bold: the interval lies above those of all other agents.\n\n");
    for difficulty in &grid.difficulties {
        win_rates(out, &grid, difficulty);
    }
}

fn win_rates(out: &mut String, grid: &Grid<'_>, difficulty: &str) {
    let columns: Vec<_> = grid
        .players
        .iter()
        .flat_map(|&players| grid.teams.iter().map(move |&team| (players, team)))
        .filter(|&(players, team)| {
            grid.agents
                .iter()
                .any(|agent| grid.cell(difficulty, players, team, agent).is_some())
        })
        .collect();
    let _ = write!(out, "| {} |", safe(difficulty));
    for (players, team) in &columns {
        let players = super::grid::players_text(*players);
        if grid.teams.len() > 1 {
            let _ = write!(out, " {players}, {} |", safe(team));
        } else {
            let _ = write!(out, " {players} |");
        }
    }
    let _ = writeln!(out, "\n|---|{}", "---:|".repeat(columns.len()));
    let best: Vec<_> = columns
        .iter()
        .map(|(players, team)| {
            let column: Vec<_> = grid
                .agents
                .iter()
                .map(|agent| grid.cell(difficulty, *players, team, agent))
                .collect();
            Grid::clear_best(&column)
        })
        .collect();
    for (row, agent) in grid.agents.iter().enumerate() {
        let _ = write!(out, "| {} |", safe(agent));
        for ((players, team), best) in columns.iter().zip(&best) {
            match grid.cell(difficulty, *players, team, agent) {
                None => out.push_str(" |"),
                Some(c) => {
                    let mark = if *best == Some(row) { "**" } else { "" };
                    let (rate, low, high) =
                        (percent(c.win_rate), percent(c.ci_low), percent(c.ci_high));
                    let _ = write!(out, " {mark}{rate}{mark} ({low}-{high}) |");
                }
            }
        }
        out.push('\n');
    }
    out.push('\n');
}

fn all_cells(out: &mut String, report: &Report) {
    out.push_str("<details><summary>Rounds, population left and reasons of losses</summary>\n\n");
    out.push_str("| difficulty | players | team | agent | games | wins | rounds | population left | losses |\n");
    out.push_str("|---|---:|---|---|---:|---:|---:|---:|---|\n");
    for c in &report.cells {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {:.1} | {:.1} | {} |",
            safe(&c.difficulty),
            c.players,
            safe(&c.team),
            safe(&c.agent),
            c.games,
            c.wins,
            c.mean_rounds,
            c.mean_population,
            safe(&losses_text(c)),
        );
    }
    out.push_str("\n</details>\n\n");
}

/// A fenced block whose fence is longer than any run of backticks inside.
fn code_block(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}sh\n{text}\n{fence}")
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::{empty, sample};
    use super::*;

    #[test]
    fn golden() {
        let mut report = sample();
        report.cells[1].ci_high = 0.2;
        assert_eq!(
            markdown(&report),
            "Win rate in % with its 95 % Wilson interval, 4 games a cell.
Bold: the interval lies above those of all other agents.

| standard | 2 players | 4 players |
|---|---:|---:|
| random | 25.0 (4.6-69.9) | 25.0 (4.6-20.0) |
| a&lt;b&gt;&amp;\"c\\|d\" | 75.0 (30.1-95.4) | **75.0** (30.1-95.4) |

Paired on the same seeds (McNemar's test):

- standard, 2 players: no significant difference between a&lt;b&gt;&amp;\"c\\|d\" and random \
             (50.0 points, 95 % -23.5 to 85.0, p = 0.50) on 4 paired games.

<details><summary>Rounds, population left and reasons of losses</summary>

| difficulty | players | team | agent | games | wins | rounds | population left | losses |
|---|---:|---|---|---:|---:|---:|---:|---|
| standard | 2 | random | random | 4 | 1 | 6.5 | 2.5 | population 100 % |
| standard | 4 | random | random | 4 | 1 | 6.5 | 2.5 | population 100 % |
| standard | 2 | random | a&lt;b&gt;&amp;\"c\\|d\" | 4 | 3 | 6.5 | 7.5 | population 100 % |
| standard | 4 | random | a&lt;b&gt;&amp;\"c\\|d\" | 4 | 3 | 6.5 | 7.5 | population 100 % |

</details>

Seed 7, version 0.1.0, catalog `c0ffee`. Made by:

```sh
reckoners eval --agents 'a<b>&\"c|d\"'
```
"
        );
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
    fn the_brief_form_is_the_rates_and_the_command() {
        let (long, short) = (markdown(&sample()), brief(&sample()));
        let rates = long.find("Paired on").expect("has comparisons");
        let origin = long.find("Seed 7").expect("says how it was made");
        assert_eq!(short, long[..rates].to_owned() + &long[origin..]);
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
