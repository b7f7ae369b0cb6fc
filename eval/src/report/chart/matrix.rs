//! What two of a few have in common, as a triangle of tiles.

use super::canvas::{Canvas, num, shorten, text_width};
use super::palette::class;
use super::{Labels, Placement};
use crate::report::escape::xml;

/// One tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// Its value: its sign chooses the colour, its size the strength of it.
    pub value: f64,
    /// What is written on it.
    pub text: String,
    /// Shown under the pointer.
    pub tip: String,
    /// Whether it has a frame and bold text.
    pub strong: bool,
}

/// A triangle of tiles: row `i` and column `j` up to `i`, the diagonal for each alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    /// Its name.
    pub labels: Labels,
    /// Names of the rows and of the columns.
    pub names: Vec<String>,
    /// Row by row, `i + 1` tiles in row `i`; missing ones stay empty.
    pub rows: Vec<Vec<Option<Tile>>>,
    /// The value that has the full colour, the same for charts that are compared.
    pub full: f64,
    /// Width in pixels; the height follows from the rows.
    pub width: u32,
}

impl Matrix {
    /// Draws the chart.
    #[must_use]
    pub fn render(&self, placement: Placement) -> String {
        const TALL: f64 = 34.0;
        let count = self.names.len() as f64;
        let height = 80.0 + TALL * count;
        let mut canvas = Canvas::new(&self.labels, (self.width, height as u32), placement);
        if self.rows.iter().flatten().flatten().next().is_none() {
            return canvas.nothing();
        }
        let widest = self.names.iter().map(|name| text_width(name));
        let names = widest.fold(0.0, f64::max).min(f64::from(self.width) * 0.3);
        let plot = canvas.area(names + 10.0, 34.0);
        let wide = (plot.right - plot.left) / count;
        for (i, name) in self.names.iter().enumerate() {
            let y = plot.top + (i as f64 + 0.5) * TALL;
            canvas.text(
                "rk-label",
                plot.left - 10.0,
                y + 4.0,
                "end",
                &shorten(name, names),
            );
            let x = plot.left + (i as f64 + 0.5) * wide;
            let below = plot.top + TALL * count + 18.0;
            canvas.text("rk-label", x, below, "middle", &shorten(name, wide));
        }
        for (i, row) in self.rows.iter().enumerate() {
            for (j, tile) in row.iter().enumerate() {
                let Some(tile) = tile else { continue };
                let corner = (plot.left + j as f64 * wide, plot.top + i as f64 * TALL);
                canvas.push(&self.tile(tile, corner, (wide, TALL)));
            }
        }
        canvas.finish()
    }

    fn tile(&self, tile: &Tile, corner: (f64, f64), size: (f64, f64)) -> String {
        let place = format!(
            "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\"",
            num(corner.0 + 1.5),
            num(corner.1 + 1.5),
            num(size.0 - 3.0),
            num(size.1 - 3.0)
        );
        // Never so strong that the text on it is hard to read.
        let share = (tile.value.abs() / self.full).clamp(0.0, 1.0);
        let strength = if share.is_finite() { 0.5 * share } else { 0.0 };
        let (frame, weight) = match tile.strong {
            true => (format!("<rect class=\"rk-frame\" {place}/>"), " rk-strong"),
            false => (String::new(), ""),
        };
        format!(
            "<g class=\"{}\"><title>{}</title><rect class=\"rk-heat\" fill-opacity=\"{strength:.2}\" \
             {place}/>{frame}<text class=\"rk-label{weight}\" x=\"{}\" y=\"{}\" \
             text-anchor=\"middle\">{}</text></g>",
            class(usize::from(tile.value < 0.0)),
            xml(&tile.tip),
            num(corner.0 + size.0 / 2.0),
            num(corner.1 + size.1 / 2.0 + 4.0),
            xml(&tile.text)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(rows: Vec<Vec<Option<Tile>>>) -> String {
        let chart = Matrix {
            labels: Labels::new("m", "Pairs", "d"),
            names: vec!["a<b".into(), "c".into()],
            rows,
            full: 0.1,
            width: 440,
        };
        chart.render(Placement::Inline)
    }

    #[test]
    fn tiles_tell_sign_and_strength_without_colour() {
        let tile = |value: f64, strong| {
            Some(Tile {
                value,
                text: format!("{value:+}"),
                tip: "<tip>".into(),
                strong,
            })
        };
        let svg = chart(vec![
            vec![tile(0.2, true)],
            vec![tile(-0.05, false), tile(f64::NAN, false)],
        ]);
        assert_eq!(svg.matches("rk-heat").count(), 3);
        assert_eq!(svg.matches("rk-frame").count(), 1);
        assert!(svg.contains(">+0.2</text>") && svg.contains(">-0.05</text>"));
        assert!(svg.contains("fill-opacity=\"0.50\"") && svg.contains("fill-opacity=\"0.25\""));
        assert!(svg.contains("&lt;tip&gt;") && svg.contains(">a&lt;b</text>"));
    }

    #[test]
    fn nothing_to_draw_says_so() {
        assert!(chart(vec![vec![None], vec![None, None]]).contains(">no data<"));
    }
}
