//! How long hints take once the program is warm.

use std::time::Instant;

use reckoners_env::table::Table;
use serde::Serialize;

use super::{Advisor, HintError, HintOptions};

/// Hints timed for each table and kind; the median counts.
const REPEATS: usize = 5;

/// Times in milliseconds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Timing {
    /// The brain.
    pub brain: String,
    /// Playouts of a searched hint.
    pub playouts: u32,
    /// Threads.
    pub threads: usize,
    /// Median over the tables of a raw hint.
    pub raw_ms: f64,
    /// Median over the tables of a searched hint.
    pub searched_ms: f64,
    /// The slowest table's raw hint.
    pub raw_ms_max: f64,
    /// The slowest table's searched hint.
    pub searched_ms_max: f64,
    /// Each table.
    pub tables: Vec<TableTiming>,
}

/// Times for one table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TableTiming {
    /// Its name.
    pub table: String,
    /// A raw hint.
    pub raw_ms: f64,
    /// A searched hint.
    pub searched_ms: f64,
}

/// Times hints for some tables, which must not be empty.
pub fn run(
    advisor: &Advisor,
    tables: &[(String, Table)],
    options: &HintOptions,
) -> Result<Timing, HintError> {
    let mut list = Vec::new();
    for (name, table) in tables {
        let raw = HintOptions {
            raw: true,
            ..options.clone()
        };
        let searched = HintOptions {
            raw: false,
            ..options.clone()
        };
        list.push(TableTiming {
            table: name.clone(),
            raw_ms: time(advisor, table, &raw)?,
            searched_ms: time(advisor, table, &searched)?,
        });
    }
    let raws: Vec<f64> = list.iter().map(|t| t.raw_ms).collect();
    let searches: Vec<f64> = list.iter().map(|t| t.searched_ms).collect();
    let most = |times: &[f64]| times.iter().copied().fold(0.0, f64::max);
    Ok(Timing {
        brain: advisor.brain().name.clone(),
        playouts: options.playouts.unwrap_or(advisor.brain().search.playouts),
        threads: rayon::current_num_threads(),
        raw_ms_max: most(&raws),
        searched_ms_max: most(&searches),
        raw_ms: thousandths(median(raws)),
        searched_ms: thousandths(median(searches)),
        tables: list,
    })
}

/// The median time of a hint, after one that warms up.
fn time(advisor: &Advisor, table: &Table, options: &HintOptions) -> Result<f64, HintError> {
    advisor.hint(table, options)?;
    let mut times = Vec::new();
    for _ in 0..REPEATS {
        let start = Instant::now();
        advisor.hint(table, options)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(thousandths(median(times)))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        f64::midpoint(values[middle - 1], values[middle])
    }
}

fn thousandths(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}
