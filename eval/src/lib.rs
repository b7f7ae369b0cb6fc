//! Evaluation, statistics, reports and hints.
