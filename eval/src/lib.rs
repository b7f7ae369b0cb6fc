//! Evaluation, statistics, reports and hints.

pub mod report;
pub mod stats;
