//! Small charts as SVG text, without scripts or outside resources.
//!
//! Made to be read by everyone: series differ by marker, line style or hatching and not only by
//! colour, every chart has a title, a description for screen readers, axis labels and a legend, and
//! it brings its own background with one set of colours for light and one for dark displays.
//!
//! [`LineChart`] draws lines with bands or error bars (learning curves, win rates), [`BarChart`]
//! grouped or stacked bars, [`Forest`] differences with their intervals, [`Matrix`] what pairs have
//! in common, and [`reliability()`] how predictions came true. Values that are not finite are left
//! out, an empty chart says so: drawing never fails.

mod axis;
mod bar;
mod canvas;
mod forest;
mod line;
mod matrix;
mod palette;
mod reliability;

pub use axis::{Axis, Format};
pub use bar::{BarChart, BarSeries};
pub use forest::{Estimate, Forest};
pub use line::{LineChart, Point, Series, Spread};
pub use matrix::{Matrix, Tile};
pub use palette::STYLE;
pub use reliability::reliability;

/// What a chart is called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// Unique among the charts of one page; characters that ids cannot have are replaced.
    pub id: String,
    /// Shown above the chart.
    pub title: String,
    /// What the chart shows, in a sentence, for those who cannot see it.
    pub description: String,
}

impl Labels {
    /// Labels from their texts.
    pub fn new(
        id: impl Into<String>,
        title: impl Into<String>,
        description: impl Into<String>,
    ) -> Self {
        Self {
            id: id.into(),
            title: title.into(),
            description: description.into(),
        }
    }
}

/// Whether an SVG stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// A file of its own, with its style sheet.
    File,
    /// Inside an HTML page that has [`STYLE`] in its style sheet.
    Inline,
}
