//! The learning curve of a run as SVG.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use reckoners_agents::net::Checkpoint;
use reckoners_env::Rules;
use reckoners_eval::report::chart::{Axis, Format, Labels, LineChart, Placement, Point, Series};

use crate::config;
use crate::env::TaskScore;
use crate::game::GameWorld;
use crate::metrics::{self, Row};
use crate::run::{RunFolder, write_atomically};

/// Most points of one line: more cannot be seen.
const POINTS: usize = 400;

/// Games of each task that the scripted player is measured on.
const SCRIPTED_GAMES: u32 = 200;

/// How the numbers of the held-out games of a task begin.
const HELD_OUT: &str = "eval/win_rate/";

/// Draws the curve of a run and returns the file.
///
/// # Errors
/// When the folder holds no run, no numbers yet, or cannot be written.
pub fn plot(root: &Path, out: Option<&Path>) -> Result<PathBuf> {
    let folder = RunFolder::open(root)?;
    let rows = metrics::read(&folder.metrics())?;
    let name = root.display().to_string();
    let Some(mut chart) = curve(&rows, &name) else {
        bail!(
            "{}: no finished game yet; train for longer",
            folder.metrics().display()
        );
    };
    if held_out(&rows).next().is_some() {
        chart.references = references(&scripted(&folder)?);
    }
    let file = out.map_or_else(|| root.join("curve.svg"), Path::to_owned);
    write_atomically(&file, chart.render(Placement::File).as_bytes())?;
    Ok(file)
}

/// How the scripted player does on the tasks of a run; nothing for a run with cards that are not built in.
fn scripted(folder: &RunFolder) -> Result<Vec<TaskScore>> {
    let rules = Rules::embedded();
    let last = Checkpoint::load(&folder.last());
    if last.is_ok_and(|last| last.manifest.catalog != rules.catalog().hash) {
        return Ok(Vec::new());
    }
    let config = config::load(&folder.config(), &[])?;
    GameWorld::new(rules, &config)?.evaluate_scripted(SCRIPTED_GAMES)
}

/// A dotted line for each difficulty.
fn references(scores: &[TaskScore]) -> Vec<(f64, String)> {
    let mean = |level: &str| {
        let of_level = scores.iter().filter(|s| difficulty(&s.task) == level);
        let rates: Vec<f64> = of_level.map(TaskScore::rate).collect();
        rates.iter().sum::<f64>() / rates.len() as f64
    };
    distinct(scores.iter().map(|s| difficulty(&s.task)))
        .into_iter()
        .map(|level| (mean(level), format!("scripted, {level}")))
        .collect()
}

/// The difficulty of a task such as `standard/4`.
fn difficulty(task: &str) -> &str {
    task.split('/').next().unwrap_or(task)
}

/// Each once, in the order in which they come.
fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found = Vec::new();
    for name in names {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// The tasks of the held-out games.
fn held_out(rows: &[Row]) -> impl Iterator<Item = &str> {
    let names = rows.iter().flat_map(|row| &row.values);
    names.filter_map(|(name, _)| name.strip_prefix(HELD_OUT))
}

/// Share of held-out games won over the decisions trained on, a line a difficulty. A run that was not
/// measured yet shows its training games.
fn curve(rows: &[Row], name: &str) -> Option<LineChart> {
    let level = |level: &str| {
        let of_level = |row: &Row| {
            let cells = row.values.iter().filter_map(|(name, rate)| {
                let task = name.strip_prefix(HELD_OUT)?;
                (difficulty(task) == level).then_some(*rate)
            });
            let rates: Vec<f64> = cells.collect();
            let mean = rates.iter().sum::<f64>() / rates.len() as f64;
            (!rates.is_empty()).then_some((row.step as f64 / 1e6, mean))
        };
        let points: Vec<(f64, f64)> = rows.iter().filter_map(of_level).collect();
        Series::new(level, thin(&points, POINTS))
    };
    let mut series: Vec<Series> = distinct(held_out(rows).map(difficulty))
        .into_iter()
        .map(level)
        .collect();
    let mut told = "held-out seeds, by difficulty; dotted, the scripted player";
    if series.is_empty() {
        let training = |row: &Row| Some((row.step as f64 / 1e6, row.get("charts/win_rate")?));
        let points: Vec<(f64, f64)> = rows.iter().filter_map(training).collect();
        if points.is_empty() {
            return None;
        }
        told = "the games it trains on";
        series.push(Series::new("training games", thin(&points, POINTS)));
    }
    let labels = Labels::new(
        "learning-curve",
        format!("Learning curve of {name}"),
        format!("Share of games won over the decisions trained on: {told}."),
    );
    let x = Axis::new("million decisions").tight();
    // By odds, so that 99 % can be told from 98 %.
    let y = Axis::new("games won").format(Format::Percent).odds();
    Some(LineChart::new(labels, x, y, series))
}

/// Averages neighbours until at most so many points are left.
fn thin(points: &[(f64, f64)], most: usize) -> Vec<Point> {
    let group = points.len().div_ceil(most.min(points.len()));
    let mean = |part: &[(f64, f64)]| {
        let n = part.len() as f64;
        let (x, y) = part
            .iter()
            .fold((0.0, 0.0), |(a, b), (x, y)| (a + x, b + y));
        Point::new(x / n, y / n)
    };
    points.chunks(group).map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        let row = |i: u64| {
            let mut row = Row::new(i * 1000);
            row.add("charts/win_rate", i as f64 / 1000.0);
            row
        };
        (0..1000).map(row).collect()
    }

    #[test]
    fn many_points_are_averaged_to_few() {
        let points: Vec<(f64, f64)> = (0..1000).map(|i| (f64::from(i), 1.0)).collect();
        let thinned = thin(&points, 400);
        assert!(thinned.len() <= 400 && thinned.len() > 200);
        assert!((thinned[0].x - 1.0).abs() < 1e-9, "the mean of 0, 1 and 2");
    }

    #[test]
    fn a_line_for_each_difficulty_and_a_dotted_one_for_the_scripted_player() {
        let row = |step: u64, beginner: f64| {
            let mut row = Row::new(step);
            row.add("charts/win_rate", 0.5);
            row.add("eval/win_rate/beginner/2", beginner);
            row.add("eval/win_rate/beginner/4", 1.0);
            row.add("eval/win_rate/hard/2", 0.25);
            row.add("eval/win_rate", 0.6);
            row
        };
        let mut chart = curve(&[row(0, 0.5), row(2_000_000, 0.9)], "runs/x").expect("rows");
        let names: Vec<&str> = chart.series.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, ["beginner", "hard"]);
        let beginner = &chart.series[0].points;
        assert_eq!(*beginner, [Point::new(0.0, 0.75), Point::new(2.0, 0.95)]);
        let score = |task: &str, score: f32| TaskScore {
            task: task.into(),
            games: 10,
            score,
        };
        let scores = [
            score("beginner/2", 6.0),
            score("beginner/4", 8.0),
            score("hard/2", 2.0),
        ];
        let wanted = [(0.7, "scripted, beginner"), (0.2, "scripted, hard")];
        let found = references(&scores);
        for ((rate, name), (wanted, text)) in found.iter().zip(wanted) {
            assert!((rate - wanted).abs() < 1e-6 && name == text, "{found:?}");
        }
        assert_eq!(found.len(), wanted.len());
        chart.references = found;
        let svg = chart.render(Placement::File);
        assert!(svg.contains("scripted, hard") && !svg.contains("training games"));
    }

    #[test]
    fn draws_the_training_games_of_a_run_that_was_not_measured_and_says_when_nothing_is_there() {
        let svg = curve(&rows(), "runs/x")
            .expect("rows")
            .render(Placement::File);
        assert!(svg.contains("training games"), "{svg}");
        assert!(curve(&[Row::new(1)], "runs/x").is_none());
    }
}
