//! What an evaluation found, and every way to show it: terminal table, JSON, CSV, Markdown, and one
//! HTML page with charts.
//!
//! A [`Tally`] counts games, [`Cell`] is one line of the results, [`Report`] is all of them with
//! what is needed to run them again. The renderers only read a report; none of them computes a
//! statistic, so all of them show the same numbers.

mod csv;
mod data;
mod escape;
mod files;
mod grid;
mod html;
mod markdown;
mod table;
mod tally;

pub mod chart;

pub use csv::csv;
pub use data::{Cell, CellDetail, Comparison, Report, RoundMean, Timings};
pub use files::{
    README_BEGIN, README_END, expect_folder, expect_readme, readme_block, write_atomic,
};
pub use html::html;
pub use markdown::{brief, markdown};
pub use table::{TableStyle, table};
pub use tally::{CellKey, Ending, GameResult, Tally};
