//! Stacked bars over named categories.

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
}

impl BarSeries {
    fn value(&self, category: usize) -> f64 {
        self.values
            .get(category)
            .copied()
            .filter(|v| v.is_finite() && *v > 0.0)
            .unwrap_or(0.0)
    }
}

/// A chart of upright bars from zero, the series on top of each other.
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
    /// Width and height in pixels.
    pub size: (u32, u32),
}

impl BarChart {
    /// Draws the chart.
    #[must_use]
    pub fn render(&self, placement: Placement) -> String {
        let mut canvas = Canvas::new(&self.labels, self.size, placement);
        let stack = |c: usize| self.series.iter().map(|s| s.value(c)).sum();
        let tops = (0..self.categories.len()).map(stack);
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

    fn bars(
        &self,
        category: usize,
        left: f64,
        slot: f64,
        plot: &Plot,
        up: impl Fn(f64) -> f64,
        fill: &impl Fn(usize) -> String,
    ) -> String {
        let width = (slot * 0.74).min(90.0);
        let x = left + (slot - width) / 2.0;
        let mut out = String::new();
        let mut below = 0.0;
        for (i, series) in self.series.iter().enumerate() {
            let value = series.value(category);
            let (top, bottom) = (up(below + value), up(below).min(plot.bottom));
            if bottom - top > 0.05 {
                let tip = format!("{}, {}: {value:.3}", self.categories[category], series.name);
                let bar = rect((x, top, width, bottom - top), &fill(i), &tip);
                let _ = write!(out, "<g class=\"{}\">{bar}</g>", class(i));
            }
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
        .match_indices([' ', ',', ':', '/', '-', '_', '+'])
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

    fn chart(series: Vec<(&str, Vec<f64>)>) -> BarChart {
        let series = series.into_iter().map(|(name, values)| BarSeries {
            name: name.to_owned(),
            values,
        });
        BarChart {
            labels: Labels::new("b", "Bars", "Some"),
            x_label: "agent".into(),
            y: Axis::new("share"),
            categories: vec!["one".to_owned(), "t<o".to_owned()],
            series: series.collect(),
            size: (440, 340),
        }
    }

    #[test]
    fn one_bar_for_each_value_above_zero() {
        let series = vec![
            ("a", vec![1.0, 2.0]),
            ("b", vec![0.0, f64::NAN]),
            ("c", vec![3.0]),
        ];
        let svg = chart(series).render(Placement::Inline);
        // Three bars and three swatches.
        assert_eq!(svg.matches("rk-bar").count(), 6, "{svg}");
        assert!(
            svg.contains(">t&lt;o</text>") && !svg.contains("NaN"),
            "{svg}"
        );
    }

    #[test]
    fn stacks_add_up_on_the_axis() {
        let svg = chart(vec![("a", vec![3.0, 1.0]), ("b", vec![5.0, 1.0])]);
        assert!(svg.render(Placement::Inline).contains(">8</text>"));
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
        let mut empty = chart(vec![("a", vec![])]);
        empty.categories.clear();
        assert!(empty.render(Placement::Inline).contains(">no data<"));
    }

    #[test]
    fn long_names_break_once() {
        assert_eq!(
            two_lines("search:scripted+ms=200", 90.0),
            ["search:", "scripted+ms\u{2026}"]
        );
        assert_eq!(two_lines("short", 90.0), ["short"]);
        assert_eq!(two_lines("unbreakableandlong", 60.0).len(), 1);
    }
}
