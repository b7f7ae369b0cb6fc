//! Bars over named categories.

use std::fmt::Write as _;

use super::axis::Axis;
use super::canvas::{Canvas, Plot, num, safe_id, shorten, text_width};
use super::palette::{class, hatch};
use super::{Labels, Placement};
use crate::report::escape::xml;

/// The bars of one colour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BarSeries {
    /// Shown in the legend.
    pub name: String,
    /// One value for each category; missing, negative and not finite ones are not drawn.
    pub values: Vec<f64>,
    /// Lower and upper limits, drawn as error bars of grouped bars.
    pub ranges: Vec<Option<(f64, f64)>>,
}

impl BarSeries {
    /// Bars without limits.
    pub fn new(name: impl Into<String>, values: Vec<f64>) -> Self {
        Self {
            name: name.into(),
            values,
            ranges: Vec::new(),
        }
    }

    fn value(&self, category: usize) -> f64 {
        self.values
            .get(category)
            .copied()
            .filter(|v| v.is_finite() && *v > 0.0)
            .unwrap_or(0.0)
    }

    fn range(&self, category: usize) -> Option<(f64, f64)> {
        let range = self.ranges.get(category).copied().flatten();
        range.filter(|(low, high)| low.is_finite() && high.is_finite())
    }
}

/// A chart of upright bars from zero.
#[derive(Clone, Debug, PartialEq)]
pub struct BarChart {
    /// Its name.
    pub labels: Labels,
    /// What the categories are.
    pub x_label: String,
    /// Vertical axis; starts at zero unless its range says otherwise.
    pub y: Axis,
    /// Names under the bars.
    pub categories: Vec<String>,
    /// The bars.
    pub series: Vec<BarSeries>,
    /// On top of each other instead of side by side.
    pub stacked: bool,
    /// Width and height in pixels.
    pub size: (u32, u32),
}

impl BarChart {
    /// A chart of 640 by 380 pixels with bars side by side.
    #[must_use]
    pub fn new(
        labels: Labels,
        x_label: impl Into<String>,
        y: Axis,
        categories: Vec<String>,
        series: Vec<BarSeries>,
    ) -> Self {
        let x_label = x_label.into();
        Self {
            labels,
            x_label,
            y,
            categories,
            series,
            stacked: false,
            size: (640, 380),
        }
    }

    /// Draws the chart.
    #[must_use]
    pub fn render(&self, placement: Placement) -> String {
        let mut canvas = Canvas::new(&self.labels, self.size, placement);
        let tops = (0..self.categories.len()).flat_map(|c| self.tops(c));
        let scale = self.y.fit(std::iter::once(0.0).chain(tops), 5);
        let (Some(y), false, false) = (scale, self.categories.is_empty(), self.series.is_empty())
        else {
            return canvas.nothing();
        };
        let id = safe_id(&self.labels.id);
        let fill = |i: usize| format!("{id}-fill-{i}");
        let patterns: String = (0..self.series.len()).map(|i| hatch(i, &fill(i))).collect();
        canvas.push(&format!("<defs>{patterns}</defs>"));
        let names: Vec<_> = self.series.iter().map(|s| s.name.as_str()).collect();
        canvas.legend(&names, |i, x, y| {
            let place = (x - 9.0, y - 7.0, 20.0, 14.0);
            format!(
                "<g class=\"{}\">{}</g>",
                class(i),
                rect(place, &fill(i), names[i])
            )
        });
        let slot = canvas.plot_width(&y) / self.categories.len() as f64;
        let names: Vec<_> = self
            .categories
            .iter()
            .map(|c| two_lines(c, slot - 6.0))
            .collect();
        let rows = names.iter().map(Vec::len).max().unwrap_or(1);
        let plot = canvas.frame(&y, &self.x_label, &self.y.label, 7.0 + 15.0 * rows as f64);
        for (c, lines) in names.iter().enumerate() {
            let left = plot.left + c as f64 * slot;
            for (row, line) in lines.iter().enumerate() {
                let y = plot.bottom + 17.0 + 15.0 * row as f64;
                canvas.text("rk-text", left + slot / 2.0, y, "middle", line);
            }
            let bars = self.bars(c, left, slot, &plot, |v| plot.y(y.place(v)), &fill);
            canvas.push(&bars);
        }
        canvas.segment(
            "rk-axis",
            (plot.left, plot.bottom),
            (plot.right, plot.bottom),
        );
        canvas.finish()
    }

    /// The values that must fit on the axis.
    fn tops(&self, category: usize) -> Vec<f64> {
        if self.stacked {
            vec![self.series.iter().map(|s| s.value(category)).sum()]
        } else {
            let high = |s: &BarSeries| s.range(category).map_or(0.0, |(_, high)| high);
            self.series
                .iter()
                .map(|s| s.value(category).max(high(s)))
                .collect()
        }
    }

    fn bars(
        &self,
        category: usize,
        left: f64,
        slot: f64,
        plot: &Plot,
        up: impl Fn(f64) -> f64,
        fill: &impl Fn(usize) -> String,
    ) -> String {
        let room = (slot * 0.74).min(if self.stacked { 90.0 } else { 420.0 });
        let start = left + (slot - room) / 2.0;
        let width = if self.stacked {
            room
        } else {
            room / self.series.len() as f64
        };
        let mut out = String::new();
        let mut below = 0.0;
        for (i, series) in self.series.iter().enumerate() {
            let value = series.value(category);
            let (x, from) = if self.stacked {
                (start, below)
            } else {
                (start + i as f64 * width, 0.0)
            };
            let (top, bottom) = (up(from + value), up(from).min(plot.bottom));
            let _ = write!(out, "<g class=\"{}\">", class(i));
            if bottom - top > 0.05 {
                let tip = format!("{}, {}: {value:.3}", self.categories[category], series.name);
                out.push_str(&rect((x, top, width, bottom - top), &fill(i), &tip));
            }
            if let (Some((low, high)), false) = (series.range(category), self.stacked) {
                let (middle, low, high) = (num(x + width / 2.0), num(up(low)), num(up(high)));
                let (l, r) = (num(x + width / 2.0 - 3.5), num(x + width / 2.0 + 3.5));
                // Twice: an edge in the colour of the background keeps it visible on a filled bar.
                for class in ["rk-halo", "rk-whisker"] {
                    let _ = write!(
                        out,
                        "<path class=\"{class}\" d=\"M{l} {high}H{r}M{l} {low}H{r}M{middle} {high}V{low}\"/>"
                    );
                }
            }
            out.push_str("</g>");
            below += value;
        }
        out
    }
}

/// A bar with a tip that browsers show under the pointer.
fn rect((x, y, width, height): (f64, f64, f64, f64), fill: &str, tip: &str) -> String {
    format!(
        "<rect class=\"rk-bar\" fill=\"url(#{fill})\" x=\"{}\" y=\"{}\" width=\"{}\" \
         height=\"{}\"><title>{}</title></rect>",
        num(x),
        num(y),
        num(width),
        num(height),
        xml(tip)
    )
}

/// The name on one line or, broken after a separator, on two.
fn two_lines(name: &str, width: f64) -> Vec<String> {
    if text_width(name) <= width {
        return vec![name.to_owned()];
    }
    let breaks = name
        .match_indices([' ', ',', ':', '/', '-', '_'])
        .map(|(at, _)| at + 1);
    match breaks
        .take_while(|at| text_width(&name[..*at]) <= width)
        .last()
    {
        Some(at) if at < name.len() => {
            vec![
                name[..at].trim_end().to_owned(),
                shorten(&name[at..], width),
            ]
        }
        _ => vec![shorten(name, width)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(series: Vec<BarSeries>) -> BarChart {
        let names = vec!["one".to_owned(), "t<o".to_owned()];
        BarChart::new(
            Labels::new("b", "Bars", "Some"),
            "agent",
            Axis::new("share"),
            names,
            series,
        )
    }

    #[test]
    fn one_bar_for_each_value_above_zero() {
        let series = vec![
            BarSeries::new("a", vec![1.0, 2.0]),
            BarSeries::new("b", vec![0.0, f64::NAN]),
            BarSeries::new("c", vec![3.0]),
        ];
        for stacked in [false, true] {
            let svg = BarChart {
                stacked,
                ..chart(series.clone())
            }
            .render(Placement::Inline);
            // Three bars and three swatches.
            assert_eq!(svg.matches("rk-bar").count(), 6, "{svg}");
            assert!(
                svg.contains(">t&lt;o</text>") && !svg.contains("NaN"),
                "{svg}"
            );
        }
    }

    #[test]
    fn stacks_add_up_on_the_axis() {
        let series = vec![
            BarSeries::new("a", vec![3.0, 1.0]),
            BarSeries::new("b", vec![5.0, 1.0]),
        ];
        let side = chart(series.clone()).render(Placement::Inline);
        let stacked = BarChart {
            stacked: true,
            ..chart(series)
        }
        .render(Placement::Inline);
        assert!(!side.contains(">8</text>") && stacked.contains(">8</text>"));
    }

    #[test]
    fn hatches_differ() {
        let hatches: std::collections::BTreeSet<_> = (0..8)
            .map(|i| hatch(i, "x").replace(&class(i), ""))
            .collect();
        assert_eq!(hatches.len(), 8);
    }

    #[test]
    fn nothing_to_draw_says_so() {
        assert!(
            chart(vec![])
                .render(Placement::Inline)
                .contains(">no data<")
        );
        let mut empty = chart(vec![BarSeries::new("a", vec![])]);
        empty.categories.clear();
        assert!(empty.render(Placement::Inline).contains(">no data<"));
    }

    #[test]
    fn long_names_break_once() {
        assert_eq!(
            two_lines("search:scripted,ms=200", 90.0),
            ["search:", "scripted,ms=\u{2026}"]
        );
        assert_eq!(two_lines("short", 90.0), ["short"]);
        assert_eq!(two_lines("unbreakableandlong", 60.0).len(), 1);
    }
}
