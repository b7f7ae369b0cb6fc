//! What an evaluation found, and every way to show it: terminal table, JSON, CSV, Markdown, and one
//! HTML page with charts.
//!
//! A [`Cell`] counts the games of one agent in one setting, a [`Report`] is all of them with what
//! follows from them and what is needed to run them again. `columns` lists what is said of a cell,
//! once for every format; `sheets` makes the tables that people read, once for terminal, Markdown
//! and HTML. The renderers compute no statistic, so all of them show the same numbers.

mod columns;
mod compare;
mod csv;
mod data;
pub(crate) mod escape;
mod files;
mod games;
mod grid;
mod html;
mod influence;
mod markdown;
mod sheet;
mod sheets;
mod suite;
mod table;
mod tally;

pub mod chart;

pub use compare::Comparison;
pub use csv::csv;
pub use data::{Origin, Report, Timings};
pub use files::{RESULTS, expect_readme, expect_writable, readme_block, write_atomic};
pub use games::{csvs, json, markdowns, tables};
pub use html::html;
pub use influence::Influence;
pub use markdown::{brief, markdown};
pub use suite::{SuiteReport, TaskCell};
pub use table::{TableStyle, table};
pub use tally::{Cell, CellKey, Tally};
