//! The frame that all charts share: background, title, legend, axes.

use std::fmt::Write as _;

use super::super::escape::xml;
use super::axis::Scale;
use super::palette::STYLE;
use super::{Labels, Placement};

/// Mean width of a character in units of the font size; legends are laid out without measuring.
const CHARACTER: f64 = 0.56;
const FONT: f64 = 13.0;
const SWATCH: f64 = 30.0;
const MARGIN: f64 = 14.0;

/// A coordinate with one decimal at most.
pub(super) fn num(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    // Adding zero turns -0 into 0.
    format!("{}", rounded + 0.0)
}

/// About how wide a text is.
pub(super) fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * CHARACTER * FONT
}

/// An error bar between two heights.
pub(super) fn upright(x: f64, low: f64, high: f64) -> String {
    let (left, right) = (num(x - 3.5), num(x + 3.5));
    let (x, low, high) = (num(x), num(low), num(high));
    format!(
        "<path class=\"rk-error\" d=\"M{left} {high}H{right}M{left} {low}H{right}M{x} {high}V{low}\"/>"
    )
}

/// The rectangle in which data are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plot {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Plot {
    /// Horizontal place of a share of the width.
    pub(super) fn x(&self, share: f64) -> f64 {
        self.left + share * (self.right - self.left)
    }

    /// Vertical place of a share of the height, counted from below.
    pub(super) fn y(&self, share: f64) -> f64 {
        self.bottom - share * (self.bottom - self.top)
    }
}

/// An SVG in the making.
#[derive(Debug)]
pub(super) struct Canvas {
    out: String,
    width: f64,
    height: f64,
    /// Where the next part may start.
    top: f64,
}

impl Canvas {
    pub(super) fn new(labels: &Labels, size: (u32, u32), placement: Placement) -> Self {
        let (width, height) = (f64::from(size.0.max(240)), f64::from(size.1.max(160)));
        let id = safe_id(&labels.id);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"rk-chart\" role=\"img\" \
             viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             aria-labelledby=\"{id}-title {id}-desc\">\n<title id=\"{id}-title\">{}</title>\n\
             <desc id=\"{id}-desc\">{}</desc>\n",
            xml(&labels.title),
            xml(&labels.description),
        );
        if placement == Placement::File {
            let _ = writeln!(out, "<style>{STYLE}</style>");
        }
        let _ = writeln!(
            out,
            "<rect class=\"rk-bg\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>\n\
             <text class=\"rk-title\" x=\"{MARGIN}\" y=\"26\">{}</text>",
            xml(&shorten(
                &labels.title,
                (width - 2.0 * MARGIN) * FONT / 15.0
            ))
        );
        Self {
            out,
            width,
            height,
            top: 38.0,
        }
    }

    /// Adds SVG as it is.
    pub(super) fn push(&mut self, svg: &str) {
        self.out.push_str(svg);
        self.out.push('\n');
    }

    /// Adds a text.
    pub(super) fn text(&mut self, class: &str, x: f64, y: f64, anchor: &str, text: &str) {
        let _ = writeln!(
            self.out,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
            num(x),
            num(y),
            xml(text)
        );
    }

    /// Adds a straight line.
    pub(super) fn segment(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let _ = writeln!(
            self.out,
            "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            num(from.0),
            num(from.1),
            num(to.0),
            num(to.1)
        );
    }

    /// Adds the legend: names in rows, each after what `swatch` draws around a point for it.
    pub(super) fn legend(&mut self, names: &[&str], swatch: impl Fn(usize, f64, f64) -> String) {
        let room = self.width - 2.0 * MARGIN;
        let (mut x, mut y) = (MARGIN, self.top + 8.0);
        for (i, name) in names.iter().enumerate() {
            let name = shorten(name, room - SWATCH);
            let width = SWATCH + text_width(&name) + 14.0;
            if x > MARGIN && x + width > MARGIN + room {
                (x, y) = (MARGIN, y + 20.0);
            }
            let drawn = swatch(i, x + 11.0, y);
            self.push(&drawn);
            self.text("rk-label", x + SWATCH - 2.0, y + 4.0, "start", &name);
            x += width;
        }
        if !names.is_empty() {
            self.top = y + 16.0;
        }
    }

    /// Width of the data area beside this vertical axis.
    pub(super) fn plot_width(&self, y: &Scale) -> f64 {
        self.right() - left(y)
    }

    fn right(&self) -> f64 {
        self.width - MARGIN - 6.0
    }

    /// Adds the vertical axis with its grid, and both labels, and says where data go. `below` is the
    /// height that texts under the horizontal axis need.
    pub(super) fn frame(&mut self, y: &Scale, x_label: &str, y_label: &str, below: f64) -> Plot {
        let ticks = y.ticks();
        let widest = ticks
            .iter()
            .map(|(_, text)| text_width(text))
            .fold(0.0, f64::max);
        let plot = Plot {
            left: MARGIN + 18.0 + widest + 6.0,
            top: self.top + 8.0,
            right: self.right(),
            bottom: self.height - 30.0 - below,
        };
        for (value, text) in ticks {
            let at = plot.y(y.place(value));
            self.segment("rk-grid", (plot.left, at), (plot.right, at));
            self.text("rk-text", plot.left - 7.0, at + 4.0, "end", &text);
        }
        self.segment(
            "rk-axis",
            (plot.left, plot.bottom),
            (plot.right, plot.bottom),
        );
        let middle = f64::midpoint(plot.left, plot.right);
        self.text("rk-label", middle, self.height - 12.0, "middle", x_label);
        let middle = f64::midpoint(plot.top, plot.bottom);
        let _ = writeln!(
            self.out,
            "<text class=\"rk-label\" text-anchor=\"middle\" transform=\"translate(20 {}) \
             rotate(-90)\">{}</text>",
            num(middle),
            xml(y_label)
        );
        plot
    }

    /// Adds the ticks of the horizontal axis below the data, with as many texts as have room.
    pub(super) fn across(&mut self, x: &Scale, plot: &Plot) {
        let ticks = x.ticks();
        let Some(last) = ticks.len().checked_sub(1) else {
            return;
        };
        // Where a text begins and ends; the last one stays inside the chart.
        let place = |i: usize| {
            let half = text_width(&ticks[i].1) / 2.0;
            let middle = plot.x(x.place(ticks[i].0)).min(self.width - 4.0 - half);
            (middle - half - 3.0, middle, middle + half + 3.0)
        };
        let mut free = f64::NEG_INFINITY;
        let mut texts = Vec::new();
        for i in 0..=last {
            let (left, middle, right) = place(i);
            if i == last || (left > free && right < place(last).0) {
                texts.push((i, middle));
                free = right;
            }
        }
        for (value, _) in &ticks {
            let at = plot.x(x.place(*value));
            self.segment("rk-axis", (at, plot.bottom), (at, plot.bottom + 4.0));
        }
        for (i, middle) in texts {
            self.text("rk-text", middle, plot.bottom + 18.0, "middle", &ticks[i].1);
        }
    }

    /// Where data go in a chart that draws its own axes: `left` and `below` are the room for texts.
    pub(super) fn area(&self, left: f64, below: f64) -> Plot {
        Plot {
            left: MARGIN + left,
            top: self.top + 4.0,
            right: self.right(),
            bottom: self.height - below,
        }
    }

    /// Says that there is nothing to show.
    pub(super) fn nothing(mut self) -> String {
        let (x, y) = (self.width / 2.0, self.height / 2.0);
        self.text("rk-text", x, y, "middle", "no data");
        self.finish()
    }

    pub(super) fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }
}

/// Where data start beside the texts of the vertical axis.
fn left(y: &Scale) -> f64 {
    let widest = y
        .ticks()
        .iter()
        .map(|(_, text)| text_width(text))
        .fold(0.0, f64::max);
    MARGIN + 24.0 + widest
}

/// The text, cut with an ellipsis if it is wider than `width`.
pub(super) fn shorten(text: &str, width: f64) -> String {
    if text_width(text) <= width {
        return text.to_owned();
    }
    let keep = (width / (CHARACTER * FONT)).floor().max(2.0) as usize - 1;
    text.chars().take(keep).chain(['\u{2026}']).collect()
}

/// Letters, digits and hyphens only, never empty.
pub(super) fn safe_id(id: &str) -> String {
    let plain: String = id
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    format!("rk-{plain}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(num(12.0), "12");
        assert_eq!(num(-0.04), "0");
        assert_eq!(num(-0.44), "-0.4");
        assert_eq!(num(3.26), "3.3");
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(shorten("short", 200.0), "short");
        let cut = shorten("a very long name indeed", 60.0);
        assert!(
            cut.ends_with('\u{2026}') && text_width(&cut) <= 60.0,
            "{cut}"
        );
    }

    #[test]
    fn ids_are_safe() {
        assert_eq!(safe_id("a b\"<c>"), "rk-a-b--c-");
    }
}
