//! Lines over a numeric axis.

use std::fmt::Write as _;

use super::axis::{Axis, Scale};
use super::canvas::{Canvas, Plot, num, upright};
use super::palette::{class, dashes, marker};
use super::{Labels, Placement};

/// Up to this many points each gets a marker; a longer line gets a few along its way.
const MARK_ALL: usize = 32;

/// Markers of a long line.
const MARKS: usize = 8;

/// One point of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Place on the horizontal axis.
    pub x: f64,
    /// Value.
    pub y: f64,
    /// Lower and upper limit of the value.
    pub range: Option<(f64, f64)>,
}

impl Point {
    /// A point without limits.
    #[must_use]
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y, range: None }
    }

    /// A point with limits.
    #[must_use]
    pub fn within(x: f64, y: f64, low: f64, high: f64) -> Self {
        Self {
            range: Some((low, high)),
            ..Self::new(x, y)
        }
    }

    fn is_finite(&self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }

    fn finite_range(&self) -> Option<(f64, f64)> {
        self.range
            .filter(|(low, high)| low.is_finite() && high.is_finite())
    }
}

/// How the limits of a point are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spread {
    /// As a band along the line.
    #[default]
    Band,
    /// As an error bar at each point; on an axis of whole numbers series stand a little apart so
    /// that bars do not cover each other.
    Bars,
}

/// One line with its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Shown in the legend.
    pub name: String,
    /// Points from left to right; one that is not finite makes a gap.
    pub points: Vec<Point>,
    /// How their limits are drawn.
    pub spread: Spread,
}

impl Series {
    /// A line with bands where points have limits.
    pub fn new(name: impl Into<String>, points: Vec<Point>) -> Self {
        Self {
            name: name.into(),
            points,
            ..Self::default()
        }
    }

    /// Draws limits as error bars.
    #[must_use]
    pub fn error_bars(mut self) -> Self {
        self.spread = Spread::Bars;
        self
    }
}

/// A chart of lines over a numeric axis.
#[derive(Clone, Debug, PartialEq)]
pub struct LineChart {
    /// Its name.
    pub labels: Labels,
    /// Horizontal axis.
    pub x: Axis,
    /// Vertical axis.
    pub y: Axis,
    /// The lines.
    pub series: Vec<Series>,
    /// Dotted lines at a value of the vertical axis, each with its name beside it.
    pub references: Vec<(f64, String)>,
    /// Width and height in pixels.
    pub size: (u32, u32),
}

impl LineChart {
    /// A chart of 640 by 380 pixels.
    #[must_use]
    pub fn new(labels: Labels, x: Axis, y: Axis, series: Vec<Series>) -> Self {
        Self {
            labels,
            x,
            y,
            series,
            references: Vec::new(),
            size: (640, 380),
        }
    }

    /// Draws the chart.
    #[must_use]
    pub fn render(&self, placement: Placement) -> String {
        let mut canvas = Canvas::new(&self.labels, self.size, placement);
        let points = || {
            self.series
                .iter()
                .flat_map(|s| &s.points)
                .filter(|p| p.is_finite())
        };
        let values = points().flat_map(|p| {
            let (low, high) = p.finite_range().unwrap_or((p.y, p.y));
            [p.y, low, high]
        });
        let values = values.chain(self.references.iter().map(|(value, _)| *value));
        let many = (self.size.0 / 64) as usize;
        let fitted = self.x.fit(points().map(|p| p.x), many);
        let (Some(x), Some(y)) = (fitted, self.y.fit(values, 5)) else {
            return canvas.nothing();
        };
        self.legend(&mut canvas);
        let plot = canvas.frame(&y, &self.x.label, &self.y.label, 22.0);
        let bars = self.series.iter().any(|s| s.spread == Spread::Bars);
        // Error bars at the very edge would stick out.
        let inset = if bars {
            8.0 + 3.0 * self.series.len() as f64
        } else {
            0.0
        };
        let plot = Plot {
            left: plot.left + inset,
            right: plot.right - inset,
            ..plot
        };
        canvas.across(&x, &plot);
        for (value, name) in self
            .references
            .iter()
            .filter(|(value, _)| value.is_finite())
        {
            let at = plot.y(y.place(*value));
            canvas.segment("rk-guide", (plot.left, at), (plot.right, at));
            canvas.text("rk-small", plot.right, at - 5.0, "end", name);
        }
        let place = |i: usize, p: &Point| {
            // Only where neighbours are a whole step away may a point leave its exact place.
            let apart = if self.x.whole && self.series[i].spread == Spread::Bars {
                (i as f64 - (self.series.len() as f64 - 1.0) / 2.0) * 6.0
            } else {
                0.0
            };
            plot.x(x.place(p.x)) + apart
        };
        for (i, series) in self.series.iter().enumerate() {
            canvas.push(&draw(i, series, &y, &plot, |p| place(i, p)));
        }
        canvas.finish()
    }

    fn legend(&self, canvas: &mut Canvas) {
        let names: Vec<_> = self.series.iter().map(|s| s.name.as_str()).collect();
        canvas.legend(&names, |i, x, y| {
            let line = format!("M{} {}H{}", num(x - 11.0), num(y), num(x + 11.0));
            let mark = marker(i, x, y, 1.0);
            format!("<g class=\"{}\">{}{mark}</g>", class(i), path(i, &line))
        });
    }
}

fn path(series: usize, d: &str) -> String {
    match dashes(series) {
        "" => format!("<path class=\"rk-line\" d=\"{d}\"/>"),
        dash => format!("<path class=\"rk-line\" stroke-dasharray=\"{dash}\" d=\"{d}\"/>"),
    }
}

/// Limits below, line above them, markers on top.
fn draw(i: usize, series: &Series, y: &Scale, plot: &Plot, x: impl Fn(&Point) -> f64) -> String {
    let mut out = format!("<g class=\"{}\">", class(i));
    let up = |value: f64| num(plot.y(y.place(value)));
    for run in series
        .points
        .split(|p| !p.is_finite())
        .filter(|run| !run.is_empty())
    {
        match series.spread {
            Spread::Band => {
                for part in run
                    .split(|p| p.finite_range().is_none())
                    .filter(|p| p.len() > 1)
                {
                    let edge = |p: &Point, high: bool| {
                        let (low, top) = p.finite_range().unwrap_or((p.y, p.y));
                        format!("{} {}", num(x(p)), up(if high { top } else { low }))
                    };
                    let above = part.iter().map(|p| edge(p, true));
                    let below = part.iter().rev().map(|p| edge(p, false));
                    let outline: Vec<_> = above.chain(below).collect();
                    let _ = write!(
                        out,
                        "<path class=\"rk-band\" d=\"M{}Z\"/>",
                        outline.join("L")
                    );
                }
            }
            Spread::Bars => {
                for p in run {
                    let Some((low, high)) = p.finite_range() else {
                        continue;
                    };
                    let at = |value: f64| plot.y(y.place(value));
                    out.push_str(&upright(x(p), at(low), at(high)));
                }
            }
        }
        if run.len() > 1 {
            let steps: Vec<_> = run
                .iter()
                .map(|p| format!("{} {}", num(x(p)), up(p.y)))
                .collect();
            out.push_str(&path(i, &format!("M{}", steps.join("L"))));
        }
    }
    let every = if series.points.len() <= MARK_ALL {
        1
    } else {
        series.points.len().div_ceil(MARKS)
    };
    // Long lines start their markers at different points, so that they do not pile up.
    for p in series
        .points
        .iter()
        .skip(i * every / 4 % every)
        .step_by(every)
    {
        if p.is_finite() {
            out.push_str(&marker(i, x(p), plot.y(y.place(p.y)), 1.0));
        }
    }
    out.push_str("</g>");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(series: Vec<Series>) -> LineChart {
        let labels = Labels::new("t", "A & B", "Rate < 1");
        LineChart::new(labels, Axis::new("round"), Axis::new("rate"), series)
    }

    #[test]
    fn series_differ_without_colour() {
        let line = |name: &str| {
            Series::new(
                name,
                vec![Point::new(0.0, 1.0), Point::within(1.0, 2.0, 1.5, 2.5)],
            )
        };
        let svg =
            chart((0..20).map(|i| line(&format!("s{i}"))).collect()).render(Placement::Inline);
        let styles: std::collections::BTreeSet<_> = (0..8)
            .map(|i| (dashes(i), marker(i, 0.0, 0.0, 1.0)))
            .collect();
        assert_eq!(styles.len(), 8);
        // Beyond the eighth, colour comes again but never with the same dashes.
        assert_eq!(class(3), class(11));
        assert_ne!(dashes(3), dashes(11));
        assert_eq!(svg.matches("<g class=").count(), 40);
    }

    #[test]
    fn texts_are_escaped_and_described() {
        let svg =
            chart(vec![Series::new("x<y>\"", vec![Point::new(0.0, 1.0)])]).render(Placement::File);
        assert!(svg.contains("<title id=\"rk-t-title\">A &amp; B</title>"));
        assert!(svg.contains("<desc id=\"rk-t-desc\">Rate &lt; 1</desc>"));
        assert!(svg.contains(">x&lt;y&gt;&quot;</text>"));
        assert!(svg.contains("prefers-color-scheme:dark"));
        assert!(svg.contains(">round</text>") && svg.contains(">rate</text>"));
    }

    #[test]
    fn gaps_and_nothing() {
        let nan = Point::new(2.0, f64::NAN);
        let points = vec![
            Point::new(0.0, 1.0),
            Point::new(1.0, 1.0),
            nan,
            Point::new(3.0, 1.0),
        ];
        let svg = chart(vec![Series::new("a", points)]).render(Placement::Inline);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        // One piece before the gap; the lone point behind it is a marker. The legend has one more.
        assert_eq!(svg.matches("rk-line").count(), 2);
        assert_eq!(svg.matches("rk-mark").count(), 4);
        let none = chart(vec![Series::new("a", vec![nan])]).render(Placement::Inline);
        assert!(none.contains(">no data<") && none.ends_with("</svg>\n"));
    }

    #[test]
    fn references_are_drawn_and_fit_on_the_axis() {
        let mut chart = chart(vec![Series::new("a", vec![Point::new(0.0, 0.9)])]);
        chart.references = vec![(0.5, "x < y".to_owned()), (f64::NAN, "none".to_owned())];
        let svg = chart.render(Placement::Inline);
        assert_eq!(svg.matches("class=\"rk-guide\"").count(), 1);
        assert!(
            svg.contains(">x &lt; y</text>") && svg.contains(">0.5</text>"),
            "{svg}"
        );
        assert!(!svg.contains("NaN"));
    }

    #[test]
    fn long_lines_have_few_markers() {
        let points = (0..10_000).map(|i| Point::new(f64::from(i), 0.5)).collect();
        let svg = chart(vec![Series::new("a", points)]).render(Placement::Inline);
        assert!(svg.matches("rk-mark").count() <= MARKS + 1);
    }
}
