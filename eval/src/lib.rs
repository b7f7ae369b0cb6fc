//! Evaluation, statistics, reports and hints: everything behind the `reckoners` command.

pub mod analyze;
pub mod arena;
pub mod bench;
pub mod board;
pub mod catalog_page;
pub mod corrections;
pub mod decisions;
pub mod fuzz;
pub mod hint;
pub mod play;
pub mod record;
pub mod report;
pub mod rounded;
pub mod seeds;
#[cfg(feature = "serve")]
pub mod serve;
pub mod stats;
pub mod strength;
pub mod suite;
pub mod terminal;
pub mod threads;
