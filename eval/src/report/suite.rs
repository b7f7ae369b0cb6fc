//! The report of a suite: its tasks one by one, its groups and all of it pooled.
//!
//! Numbers and comparisons are those of every report; only the rows differ, which are tasks in place of difficulties.

use std::fmt::Write as _;

use anyhow::Result;
use serde::Serialize;

use super::columns;
use super::compare::Comparison;
use super::csv::{line, plain};
use super::data::{Origin, Report, STOPPED_EARLY, Timings};
use super::escape;
use super::grid::{Grid, Rate, unique};
use super::markdown::{code_block, open_table};
use super::sheet::{Entry, Lean, Sheet};
use super::sheets::{self, points_interval};
use super::table::{TableStyle, drawn, wrap};
use super::tally::{Cell, Game};
use crate::rounded::points;
use crate::stats::{Stratum, mean_of_cells, p_text};

/// A number that some games have.
type Number = fn(&Game) -> Option<f64>;

/// How an agent did at one task.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TaskCell {
    /// The group of the task.
    pub group: String,
    /// The task's name.
    pub task: String,
    /// The game by its name.
    pub game: String,
    /// Hash of the cards it was played with.
    pub cards: String,
    /// What happened.
    #[serde(flatten)]
    pub cell: Cell,
}

/// Two agents compared on the games of a group, or of the whole suite.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct GroupComparison {
    /// The group, or "all".
    group: String,
    #[serde(flatten)]
    comparison: Comparison,
}

/// Everything that a suite found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SuiteReport {
    /// The suite's name.
    pub suite: String,
    /// What it is for.
    pub about: String,
    /// One entry for each task and agent.
    pub cells: Vec<TaskCell>,
    comparisons: Vec<GroupComparison>,
    #[serde(flatten)]
    origin: SuiteOrigin,
    /// Whether it was stopped before all games were played.
    pub stopped_early: bool,
    /// How long it took, if measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timings: Option<Timings>,
}

/// How a suite can be played again; the games are those of its tasks.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct SuiteOrigin {
    catalog: String,
    version: String,
    seed: u64,
    command: String,
}

/// The name of all groups together.
const ALL: &str = "all";

impl SuiteReport {
    /// A report, with the comparisons that follow from its cells.
    #[must_use]
    pub fn new(suite: &str, about: &str, cells: Vec<TaskCell>, origin: Origin) -> Self {
        let mut report = Self {
            suite: suite.to_owned(),
            about: about.to_owned(),
            comparisons: Vec::new(),
            cells,
            origin: SuiteOrigin {
                catalog: origin.catalog.clone(),
                version: origin.version.clone(),
                seed: origin.seed,
                command: origin.command.clone(),
            },
            stopped_early: false,
            timings: None,
        };
        for group in std::iter::once(ALL.to_owned()).chain(report.groups()) {
            let pooled = report.pooled(&group, &origin);
            let named = sheets::pooled(&pooled)
                .into_iter()
                .map(|c| GroupComparison {
                    group: group.clone(),
                    comparison: c.clone(),
                });
            report.comparisons.extend(named);
        }
        report
    }

    fn groups(&self) -> Vec<String> {
        unique(self.cells.iter().map(|c| c.group.clone()))
    }

    /// The tasks of a group as a report of its own, whose difficulties are the tasks.
    fn pooled(&self, group: &str, origin: &Origin) -> Report {
        let cells = self.cells.iter();
        let cells = cells.filter(|c| group == ALL || c.group == group).map(|c| {
            let mut cell = c.cell.clone();
            cell.key.difficulty.clone_from(&c.task);
            cell
        });
        Report::new(cells.collect(), origin.clone())
    }

    /// The report as indented JSON with a final newline.
    ///
    /// # Errors
    /// If a number is not finite.
    pub fn to_json(&self) -> Result<String> {
        let json = serde_json::to_value(self)?;
        super::data::expect_numbers(&json)?;
        Ok(format!("{json:#}\n"))
    }

    /// The cells as CSV with a header line.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut out = String::new();
        for cell in &self.cells {
            let mut fields = vec![
                ("suite".to_owned(), self.suite.clone()),
                ("group".to_owned(), cell.group.clone()),
                ("task".to_owned(), cell.task.clone()),
                ("game".to_owned(), cell.game.clone()),
                ("cards".to_owned(), cell.cards.clone()),
            ];
            for (column, value) in columns::values(&cell.cell) {
                let named = value.fields(column.key).into_iter();
                fields.extend(named.map(|(name, value)| (name, plain(value))));
            }
            fields.push(("seed".to_owned(), self.origin.seed.to_string()));
            fields.push(("version".to_owned(), self.origin.version.clone()));
            fields.push(("stopped_early".to_owned(), self.stopped_early.to_string()));
            if out.is_empty() {
                out += &line(fields.iter().map(|(name, _)| name.clone()));
            }
            out += &line(fields.into_iter().map(|(_, value)| value));
        }
        out
    }

    /// The report as tables for a terminal.
    #[must_use]
    pub fn table(&self, style: TableStyle) -> String {
        if self.cells.is_empty() {
            return "No games were played.\n".to_owned();
        }
        let mut out = format!("Suite {}: {}.\n\n", self.suite, self.about);
        for sheet in self.sheets() {
            let width = usize::from(style.width.unwrap_or(100)).max(40);
            let about = format!("{}. {}", sheet.title, escape::terminal(&sheet.about));
            let _ = writeln!(out, "{}\n{}\n", wrap(&about, width), drawn(&sheet, style));
        }
        if self.stopped_early {
            let _ = writeln!(out, "{STOPPED_EARLY}\n");
        }
        if let Some(timings) = self.timings {
            let _ = writeln!(out, "{timings}");
        }
        out
    }

    /// The report as Markdown, with the command that makes it.
    #[must_use]
    pub fn markdown(&self) -> String {
        if self.cells.is_empty() {
            return "No games were played.\n".to_owned();
        }
        let out: String = self.sheets().iter().map(open_table).collect();
        out + &self.made_by()
    }

    /// How each group went and how to run it again, for the README.
    #[must_use]
    pub fn brief(&self) -> String {
        let mut rates = self.win_rates();
        rates.rows.retain(|row| row[1].text == ALL);
        // Of a group, task and players are "all".
        rates.head.drain(1..3);
        rates.rows.iter_mut().for_each(|row| drop(row.drain(1..3)));
        open_table(&rates) + &open_table(&self.how_well()) + &self.made_by()
    }

    fn made_by(&self) -> String {
        let mut out = String::new();
        if self.stopped_early {
            let _ = writeln!(out, "{STOPPED_EARLY}\n");
        }
        let safe = escape::markdown;
        let origin = &self.origin;
        let _ = write!(
            out,
            "Suite {}: {}. Seed {}, version {}, catalog `{}`. Made by:\n\n{}\n",
            safe(&self.suite),
            safe(&self.about),
            origin.seed,
            safe(&origin.version),
            safe(&origin.catalog),
            code_block(&origin.command)
        );
        out
    }

    fn sheets(&self) -> Vec<Sheet> {
        let sheets = [
            Some(self.win_rates()),
            Some(self.how_well()),
            self.pairs(),
            Some(self.numbers()),
        ];
        sheets.into_iter().flatten().collect()
    }

    fn agents(&self) -> Vec<&str> {
        unique(self.cells.iter().map(|c| c.cell.key.agent.as_str()))
    }

    fn win_rates(&self) -> Sheet {
        let origin = self.as_origin();
        let whole = self.pooled(ALL, &origin);
        let games = Grid::new(&whole).games_text().unwrap_or_default();
        let about = format!(
            "In %, with 95 % Wilson intervals, {}. Marked: the interval lies above those of all other \
             agents. \"all\" is the mean over the tasks it stands for.",
            games.replace("cell", "task")
        );
        let agents = self.agents();
        let mut head = ["group", "task", "players"].map(left).to_vec();
        head.extend(agents.iter().map(|agent| right(agent)));
        let mut sheet = Sheet::new("Win rate", about, head);
        let mut add = |names: [&str; 3], grid: &Grid<'_>, task: Option<&str>, players| {
            let rates = agents.iter().map(|agent| grid.rate(agent, task, players));
            let rates: Vec<Option<Rate>> = rates.collect();
            let best = Grid::clear_best(&rates);
            let mut row = names.map(Entry::new).to_vec();
            row.extend(rates.iter().enumerate().map(|(i, rate)| {
                rate.map_or_else(Entry::default, |rate| rate.entry().strong(best == Some(i)))
            }));
            sheet.rows.push(row);
        };
        for group in self.groups() {
            let report = self.pooled(&group, &origin);
            let grid = Grid::new(&report);
            let tasks = report.cells.iter();
            let tasks = tasks.map(|c| (c.key.difficulty.as_str(), c.key.players));
            for (task, players) in unique(tasks) {
                let names = [&group, task, &players.to_string()];
                add(names, &grid, Some(task), Some(players));
            }
            add([&group, ALL, ALL], &grid, None, None);
        }
        add([ALL, ALL, ALL], &Grid::new(&whole), None, None);
        sheet
    }

    /// Rounds to the win and population saved, by group: what tells players apart who win all.
    fn how_well(&self) -> Sheet {
        let about = "Means with 95 % intervals: rounds of the games that were won, and population at the \
             end of all games (0 in lost ones).";
        let shown: [(&str, Number); 2] = [
            ("rounds_to_win", |g| g.won.then_some(f64::from(g.rounds))),
            ("mean_population", |g| Some(f64::from(g.population))),
        ];
        let mut head = vec![left("group"), left("agent")];
        let of = |(key, number)| {
            let column = columns::COLUMNS.iter().find(|c| c.key == key);
            column.map(|column| (column, number))
        };
        let shown: Vec<_> = shown.into_iter().filter_map(of).collect();
        head.extend(shown.iter().map(|(column, _)| right(column.title)));
        let mut sheet = Sheet::new("How well", about.to_owned(), head);
        for group in self.groups().into_iter().chain([ALL.to_owned()]) {
            for agent in self.agents() {
                let mine = self.cells.iter().map(|c| (&c.group, &c.cell));
                let mine = mine.filter(|(of, cell)| {
                    (group == ALL || **of == group) && cell.key.agent == agent
                });
                let cells: Vec<&Cell> = mine.map(|(_, cell)| cell).collect();
                if cells.is_empty() {
                    continue;
                }
                let mut row = vec![Entry::new(&group), Entry::new(agent)];
                row.extend(shown.iter().map(|(column, number)| {
                    let strata = cells.iter().map(|cell| Stratum {
                        players: cell.key.players,
                        games: cell.tally.each().iter().map(number).collect(),
                    });
                    let strata: Vec<_> = strata.collect();
                    Entry::new(column.estimate(mean_of_cells(&strata)).text())
                }));
                sheet.rows.push(row);
            }
        }
        sheet
    }

    fn pairs(&self) -> Option<Sheet> {
        let about = "Each agent against each other on the same games: the difference of the win rates in \
             points. The last p-value is corrected for the pairs of a group by Holm's method; marked: below 0.05.";
        let head = vec![
            left("group"),
            left("agent"),
            left("against"),
            right("difference"),
            right("95 % interval"),
            right("p"),
            right("p corrected"),
            right("games"),
        ];
        let mut sheet = Sheet::new("Comparisons", about.to_owned(), head);
        for GroupComparison { group, comparison } in &self.comparisons {
            let c = comparison;
            let bare = |p: f64| p_text(p).replace("p = ", "").replace("p ", "");
            sheet.rows.push(vec![
                Entry::new(group),
                Entry::new(&c.first),
                Entry::new(&c.second),
                Entry::new(points(c.difference)).strong(c.holds()),
                Entry::new(points_interval(c.ci_low, c.ci_high)),
                Entry::new(bare(c.p_value)),
                Entry::new(bare(c.p_holm)),
                Entry::new(c.games),
            ]);
        }
        (!sheet.rows.is_empty()).then_some(sheet)
    }

    fn numbers(&self) -> Sheet {
        let mut sheet = Sheet::new("All numbers", columns::unfinished_note(), Vec::new());
        for cell in &self.cells {
            let values = columns::values(&cell.cell);
            // A task's name has its difficulty in it.
            let values = values.filter(|(c, _)| c.terminal && c.key != "difficulty");
            let values: Vec<_> = values.collect();
            sheet.head = vec![left("task")];
            sheet.head.extend(values.iter().map(|(column, value)| {
                if value.is_number() {
                    right(column.title)
                } else {
                    left(column.title)
                }
            }));
            let mut row = vec![Entry::new(&cell.task)];
            row.extend(values.iter().map(|(_, value)| Entry::new(value.text())));
            sheet.rows.push(row);
        }
        sheet
    }

    /// Reports of groups need an origin; nothing of it is shown.
    fn as_origin(&self) -> Origin {
        Origin {
            game: reckoners_env::Ruleset::base(reckoners_env::Difficulty::ALL[0]),
            catalog: self.origin.catalog.clone(),
            version: self.origin.version.clone(),
            seed: self.origin.seed,
            command: self.origin.command.clone(),
        }
    }
}

fn left(name: &str) -> (String, Lean) {
    (name.to_owned(), Lean::Left)
}

fn right(name: &str) -> (String, Lean) {
    (name.to_owned(), Lean::Right)
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::{cell, report};
    use super::*;

    fn sample() -> SuiteReport {
        let mut cells = Vec::new();
        for (group, task) in [("token", "token +2, hard"), ("boxes", "box 1, hard")] {
            // The same difficulty and number of Reckoners: only the task tells them apart.
            for players in [2, 3] {
                for (agent, won) in [("a", "10".repeat(20)), ("b", "1".repeat(40))] {
                    cells.push(TaskCell {
                        group: group.to_owned(),
                        task: task.to_owned(),
                        game: "steelheart in newcago".to_owned(),
                        cards: "c0ffee".to_owned(),
                        cell: cell(agent, "hard", players, &won),
                    });
                }
            }
        }
        SuiteReport::new("frontier", "hard tasks", cells, report(vec![]).origin)
    }

    #[test]
    fn tasks_groups_and_the_whole_have_their_rows() {
        let sheet = sample().win_rates();
        let names = sheet.rows.iter().map(|row| {
            let names = row[..3].iter().map(|entry| entry.text.clone());
            names.collect::<Vec<_>>().join("|")
        });
        assert_eq!(
            names.collect::<Vec<_>>(),
            [
                "token|token +2, hard|2",
                "token|token +2, hard|3",
                "token|all|all",
                "boxes|box 1, hard|2",
                "boxes|box 1, hard|3",
                "boxes|all|all",
                "all|all|all",
            ]
        );
        assert!(sheet.rows[0][4].strong && sheet.rows[0][4].text == "100.0");
    }

    #[test]
    fn a_group_of_one_task_is_compared_too() {
        let mut cells = sample().cells;
        cells.truncate(2);
        let report = SuiteReport::new("one", "one task", cells, report(vec![]).origin);
        let groups: Vec<_> = report
            .comparisons
            .iter()
            .map(|c| c.group.as_str())
            .collect();
        assert_eq!(groups, ["all", "token"]);
    }

    #[test]
    fn pairs_are_compared_by_group_and_over_all() {
        let report = sample();
        let found = report.comparisons.iter();
        let found: Vec<_> = found
            .map(|c| {
                (
                    c.group.as_str(),
                    c.comparison.games,
                    c.comparison.difference,
                )
            })
            .collect();
        assert_eq!(
            found,
            [("all", 160, 0.5), ("token", 80, 0.5), ("boxes", 80, 0.5)]
        );
    }

    #[test]
    fn every_format_has_every_task() {
        let report = sample();
        let json: serde_json::Value = serde_json::from_str(&report.to_json().unwrap()).unwrap();
        assert_eq!(json["cells"][0]["task"], "token +2, hard");
        assert_eq!(json["cells"][0]["difficulty"], "hard");
        assert_eq!(json["cells"][0]["rounds_to_win"], 3.0);
        assert_eq!(json["comparisons"][0]["group"], "all");
        let csv = report.csv();
        assert_eq!(csv.lines().count(), 1 + report.cells.len());
        let markdown = report.markdown();
        let text = report.table(TableStyle::default());
        for part in ["token +2, hard", "box 1, hard", "rounds to the win"] {
            assert!(markdown.contains(part) && text.contains(part), "{part}");
        }
        assert!(markdown.contains("reckoners eval --agents"));
    }
}
