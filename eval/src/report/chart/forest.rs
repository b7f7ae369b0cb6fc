//! Differences and their intervals, one row each.

use super::axis::Axis;
use super::canvas::{Canvas, num, shorten, text_width};
use super::palette::{class, marker};
use super::{Labels, Placement};
use crate::report::escape::xml;
use crate::rounded::points;

/// Room for the marker of one series in a row.
const LANE: f64 = 15.0;

/// A value with its limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Lower limit.
    pub low: f64,
    /// Upper limit.
    pub high: f64,
}

impl Estimate {
    fn is_finite(&self) -> bool {
        [self.value, self.low, self.high]
            .iter()
            .all(|v| v.is_finite())
    }
}

/// A chart of intervals that lie, around a dotted line where the difference is zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Forest {
    /// Its name.
    pub labels: Labels,
    /// Horizontal axis; shows zero in any case.
    pub x: Axis,
    /// What each row is about.
    pub rows: Vec<String>,
    /// Name and estimates, one for each row, of each series. One series needs no legend.
    pub series: Vec<(String, Vec<Option<Estimate>>)>,
    /// Width in pixels; the height follows from the rows.
    pub width: u32,
}

impl Forest {
    /// Draws the chart.
    #[must_use]
    pub fn render(&self, placement: Placement) -> String {
        let lanes = self.series.len().max(1) as f64;
        let row = LANE * lanes + 12.0;
        let legend = if self.series.len() > 1 { 46.0 } else { 0.0 };
        let height = 110.0 + legend + row * self.rows.len() as f64;
        let mut canvas = Canvas::new(&self.labels, (self.width, height as u32), placement);
        let estimates = || {
            let all = self.series.iter().flat_map(|(_, list)| list);
            all.flatten().filter(|e| e.is_finite())
        };
        let ends = estimates().flat_map(|e| [e.low, e.high]);
        let axis = self.x.clone().including(0.0, 0.0);
        let (Some(x), false) = (axis.fit(ends, 5), self.rows.is_empty()) else {
            return canvas.nothing();
        };
        if self.series.len() > 1 {
            let names: Vec<_> = self.series.iter().map(|(name, _)| name.as_str()).collect();
            canvas.legend(&names, |i, x, y| {
                format!("<g class=\"{}\">{}</g>", class(i), marker(i, x, y, 1.0))
            });
        }
        let most = f64::from(self.width) * 0.45;
        let widest = self.rows.iter().map(|name| text_width(name));
        let names = widest.fold(0.0, f64::max).min(most);
        let plot = canvas.area(names + 14.0, 52.0);
        for (value, _) in x.ticks() {
            let at = plot.x(x.place(value));
            canvas.segment("rk-grid", (at, plot.top), (at, plot.bottom));
        }
        let zero = plot.x(x.place(0.0));
        canvas.segment("rk-guide", (zero, plot.top), (zero, plot.bottom));
        canvas.across(&x, &plot);
        let middle = f64::midpoint(plot.left, plot.right);
        canvas.text(
            "rk-label",
            middle,
            plot.bottom + 40.0,
            "middle",
            &self.x.label,
        );
        let step = (plot.bottom - plot.top) / self.rows.len() as f64;
        for (r, name) in self.rows.iter().enumerate() {
            let centre = plot.top + (r as f64 + 0.5) * step;
            if r > 0 {
                let edge = plot.top + r as f64 * step;
                canvas.segment("rk-grid", (plot.left, edge), (plot.right, edge));
            }
            let text = shorten(name, names);
            canvas.text("rk-label", plot.left - 10.0, centre + 4.0, "end", &text);
            for (i, (series, list)) in self.series.iter().enumerate() {
                let estimate = list.get(r).copied().flatten().filter(Estimate::is_finite);
                let Some(e) = estimate else { continue };
                let y = centre + (i as f64 - (lanes - 1.0) / 2.0) * LANE;
                let at = |value: f64| plot.x(x.place(value));
                let tip = format!(
                    "{name}, {series}: {} ({} to {})",
                    points(e.value),
                    points(e.low),
                    points(e.high)
                );
                canvas.push(&format!(
                    "<g class=\"{}\"><title>{}</title>{}{}</g>",
                    class(i),
                    xml(&tip),
                    lying(y, at(e.low), at(e.high)),
                    marker(i, at(e.value), y, 1.0)
                ));
            }
        }
        canvas.finish()
    }
}

/// An error bar between two places on a line.
fn lying(y: f64, low: f64, high: f64) -> String {
    let (top, bottom) = (num(y - 3.5), num(y + 3.5));
    let (y, low, high) = (num(y), num(low), num(high));
    format!(
        "<path class=\"rk-error\" d=\"M{low} {top}V{bottom}M{high} {top}V{bottom}M{low} {y}H{high}\"/>"
    )
}

#[cfg(test)]
mod tests {
    use super::super::Format;
    use super::*;

    fn chart(series: Vec<(String, Vec<Option<Estimate>>)>) -> Forest {
        Forest {
            labels: Labels::new("f", "Differences", "d"),
            x: Axis::new("points").format(Format::Points),
            rows: vec!["a − b".into(), "c < d".into()],
            series,
            width: 440,
        }
    }

    fn estimate(value: f64) -> Option<Estimate> {
        Some(Estimate {
            value,
            low: value - 0.1,
            high: value + 0.1,
        })
    }

    #[test]
    fn rows_and_zero_are_shown() {
        let one = vec![("all".to_owned(), vec![estimate(0.4), None])];
        let svg = chart(one).render(Placement::Inline);
        assert_eq!(svg.matches("rk-error").count(), 1);
        assert_eq!(svg.matches("rk-guide").count(), 1);
        assert!(
            svg.contains(">c &lt; d</text>") && svg.contains(">0</text>"),
            "{svg}"
        );
        assert!(svg.contains("+40.0 (+30.0 to +50.0)"));
    }

    #[test]
    fn several_series_have_a_legend_and_lanes() {
        let list = || vec![estimate(0.1), estimate(f64::NAN)];
        let two = vec![("x".to_owned(), list()), ("y".to_owned(), list())];
        let svg = chart(two).render(Placement::Inline);
        // Two markers and two swatches.
        assert_eq!(svg.matches("rk-mark").count(), 4, "{svg}");
        assert!(svg.contains(">x</text>") && !svg.contains("NaN"));
    }

    #[test]
    fn nothing_to_draw_says_so() {
        let empty = vec![("x".to_owned(), vec![None, None])];
        assert!(chart(empty).render(Placement::Inline).contains(">no data<"));
        assert!(
            chart(vec![])
                .render(Placement::Inline)
                .contains(">no data<")
        );
    }
}
