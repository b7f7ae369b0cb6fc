//! Statistics of win/loss games: how sure a win rate is, whether two agents differ, and how honest
//! a win chance is.
//!
//! All intervals are two-sided 95 %. Nothing here draws random numbers, so the same games always
//! give the same numbers.

mod calibration;
mod paired;
mod proportion;

pub use calibration::{Calibration, CalibrationBin, CalibrationError, calibrate};
pub use paired::{EXACT_LIMIT, PairedError, PairedResult, PairedTable, Test};
pub use proportion::{Interval, wilson};

/// The 97.5 % point of the standard normal distribution: half of a two-sided 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Below this p-value two agents are said to differ.
pub const SIGNIFICANCE: f64 = 0.05;
