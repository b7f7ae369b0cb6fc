//! Several games side by side: a table of win rates by game first, then each report as it is alone.

use anyhow::Result;

use super::csv::csv;
use super::data::Report;
use super::grid::{Grid, Rate, unique};
use super::markdown::{self, markdown};
use super::sheet::{Entry, Lean, Sheet};
use super::sheets::with_all;
use super::table::{self, TableStyle, table};

/// The reports as text for a terminal.
#[must_use]
pub fn tables(reports: &[Report], style: TableStyle) -> String {
    let each = reports.iter().map(|report| table(report, style));
    match by_game(reports) {
        Some(sheet) => table::section(&sheet, style) + &each.collect::<Vec<_>>().join("\n"),
        None => each.collect(),
    }
}

/// The reports as Markdown.
#[must_use]
pub fn markdowns(reports: &[Report]) -> String {
    let each = reports.iter().map(markdown).collect::<Vec<_>>().join("\n");
    by_game(reports).map_or_else(String::new, |sheet| markdown::open_table(&sheet)) + &each
}

/// The cells of all reports as one CSV; a column names the game.
#[must_use]
pub fn csvs(reports: &[Report]) -> String {
    let mut out = String::new();
    for report in reports {
        let text = csv(report);
        let cells = text.split_once('\n').map_or("", |(_, cells)| cells);
        out += if out.is_empty() { &text } else { cells };
    }
    out
}

/// One report as it is alone, several as a list.
///
/// # Errors
///
/// As [`Report::to_json`].
pub fn json(reports: &[Report]) -> Result<String> {
    if let [only] = reports {
        return only.to_json();
    }
    let list = reports.iter().map(Report::to_value);
    let list: serde_json::Value = list.collect::<Result<Vec<_>>>()?.into();
    Ok(format!("{list:#}\n"))
}

/// Win rates by game and difficulty; nothing unless there are several games.
fn by_game(reports: &[Report]) -> Option<Sheet> {
    let cells = reports.iter().flat_map(|report| &report.cells);
    let agents = unique(cells.map(|cell| cell.key.agent.as_str()));
    if reports.len() < 2 || agents.is_empty() {
        return None;
    }
    let about = "In %, with 95 % Wilson intervals, all numbers of Reckoners together. Marked: the interval lies \
                 above those of all other agents. Every game has its own tables below.";
    let left = ["game", "difficulty"].map(|name| (name.to_owned(), Lean::Left));
    let right = agents
        .iter()
        .map(|agent| ((*agent).to_owned(), Lean::Right));
    let head = left.into_iter().chain(right).collect();
    let mut sheet = Sheet::new("Win rate by game", about.to_owned(), head);
    for report in reports {
        let grid = Grid::new(report);
        for difficulty in with_all(&grid.difficulties) {
            let rates: Vec<Option<Rate>> = agents
                .iter()
                .map(|agent| grid.rate(agent, difficulty, None))
                .collect();
            let best = Grid::clear_best(&rates);
            let mut row = vec![
                Entry::new(report.origin.game.name()),
                Entry::new(difficulty.unwrap_or("all")),
            ];
            row.extend(rates.iter().enumerate().map(|(i, rate)| {
                rate.map_or_else(Entry::default, |rate| rate.entry().strong(best == Some(i)))
            }));
            sheet.rows.push(row);
        }
    }
    Some(sheet)
}

#[cfg(test)]
mod tests {
    use reckoners_env::ids::BossKind;

    use super::super::data::tests::{cell, report};
    use super::*;

    fn two() -> Vec<Report> {
        let one = |boss, wins: &str| {
            let cells = vec![
                cell("a", "hard", 2, wins),
                cell("a", "hard", 3, wins),
                cell("b", "hard", 2, &"0".repeat(40)),
            ];
            let mut report = report(cells);
            report.origin.game.boss = boss;
            report
        };
        vec![
            one(BossKind::ALL[0], &"1".repeat(40)),
            one(BossKind::ALL[1], &"10".repeat(20)),
        ]
    }

    #[test]
    fn games_stand_side_by_side_and_each_alone() {
        let reports = two();
        let text = markdowns(&reports);
        let names = reports.iter().map(|report| report.origin.game.name());
        for (name, rate) in names.zip(["**100.0** (95.4–100.0)", "**50.0** (39.3–60.7)"]) {
            let row = format!("| {name} | hard | {rate} | 0.0 (0.0–8.8) |");
            assert!(text.contains(&row), "{row} not in {text}");
            assert!(
                text.contains(&format!("{name}. Seed")) || text.contains("The base game. Seed")
            );
        }
        assert!(tables(&reports, TableStyle::default()).starts_with("Win rate by game."));
        // One game is shown as ever.
        assert_eq!(markdowns(&reports[1..]), markdown(&reports[1]));
        let style = TableStyle::default();
        assert_eq!(tables(&reports[1..], style), table(&reports[1], style));
    }

    #[test]
    fn machines_get_one_table_or_one_list() {
        let reports = two();
        let lines = csvs(&reports);
        assert_eq!(lines.lines().count(), 1 + 6);
        assert_eq!(lines.matches("win_rate").count(), 1);
        let list: serde_json::Value = serde_json::from_str(&json(&reports).unwrap()).unwrap();
        assert_eq!(list[1]["game"], reports[1].origin.game.name());
        assert_eq!(json(&reports[..1]).unwrap(), reports[0].to_json().unwrap());
    }
}
