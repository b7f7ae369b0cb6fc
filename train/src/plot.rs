//! The learning curve of a run as SVG.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use reckoners_eval::report::chart::{Axis, Format, Labels, LineChart, Placement, Point, Series};

use crate::metrics::{self, Row};
use crate::run::{RunFolder, write_atomically};

/// Most points of one line: more cannot be seen.
const POINTS: usize = 400;

/// Draws the curve of a run and returns the file.
///
/// # Errors
/// When the folder holds no run, no numbers yet, or cannot be written.
pub fn plot(root: &Path, out: Option<&Path>) -> Result<PathBuf> {
    let folder = RunFolder::open(root)?;
    let rows = metrics::read(&folder.metrics())?;
    let Some(chart) = curve(&rows, &root.display().to_string()) else {
        bail!(
            "{}: no finished game yet; train for longer",
            folder.metrics().display()
        );
    };
    let file = out.map_or_else(|| root.join("curve.svg"), Path::to_owned);
    write_atomically(&file, chart.render(Placement::File).as_bytes())?;
    Ok(file)
}

/// Win rate in training and in evaluation over the decisions trained on.
fn curve(rows: &[Row], name: &str) -> Option<LineChart> {
    let line = |title: &str, key: &str, bins: usize| {
        let points: Vec<(f64, f64)> = rows
            .iter()
            .filter_map(|row| row.get(key).map(|value| (row.step as f64 / 1e6, value)))
            .collect();
        (!points.is_empty()).then(|| Series::new(title, thin(&points, bins)))
    };
    let series: Vec<Series> = [
        line("training games", "charts/win_rate", POINTS),
        line("held-out games", "eval/win_rate", usize::MAX),
    ]
    .into_iter()
    .flatten()
    .collect();
    if series.is_empty() {
        return None;
    }
    let labels = Labels::new(
        "learning-curve",
        format!("Learning curve of {name}"),
        "Share of games won over the decisions trained on, in training and on held-out seeds.",
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
    fn draws_what_is_there_and_says_when_nothing_is() {
        let svg = curve(&rows(), "runs/x")
            .expect("rows")
            .render(Placement::File);
        assert!(
            svg.contains("training games") && !svg.contains("held-out games"),
            "{svg}"
        );
        assert!(curve(&[Row::new(1)], "runs/x").is_none());
    }
}
