//! The reliability diagram of predicted win chances.

use super::axis::{Axis, Format};
use super::canvas::{Canvas, num, text_width, upright};
use super::palette::{class, marker};
use super::{Labels, Placement};
use crate::report::escape::xml;
use crate::rounded::percent;
use crate::stats::{Calibration, CalibrationBin};

/// A bin of fewer games is faint: its share says little.
const FEW: u64 = 20;

/// A square chart of how often predictions came true against what they said, a marker a bin, with
/// 95 % intervals; honest predictions lie on the diagonal. The area of a marker follows the number
/// of its games, which stands beside it where there is room. Both axes are spaced by odds, because
/// predictions gather at their ends.
#[must_use]
pub fn reliability(
    labels: &Labels,
    predictors: &[(String, &Calibration)],
    placement: Placement,
) -> String {
    let mut canvas = Canvas::new(labels, (560, 600), placement);
    let share = Axis::new("").format(Format::Percent).odds();
    let bins = || predictors.iter().flat_map(|(_, c)| &c.bins);
    let most = bins().map(|bin| bin.count).max().unwrap_or(0);
    let (Some(scale), true) = (share.fit([0.0, 1.0].into_iter(), 5), most > 0) else {
        return canvas.nothing();
    };
    let names: Vec<_> = predictors
        .iter()
        .map(|(name, c)| format!("{name}: {} games", c.count))
        .chain(["a prediction that comes true".to_owned()])
        .collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    canvas.legend(&names, |i, x, y| {
        if i < predictors.len() {
            return format!("<g class=\"{}\">{}</g>", class(i), marker(i, x, y, 1.0));
        }
        format!(
            "<line class=\"rk-guide\" x1=\"{}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\"/>",
            num(x - 11.0),
            num(x + 11.0),
            y = num(y)
        )
    });
    let plot = canvas.frame(&scale, "predicted win chance", "games won", 22.0);
    canvas.across(&scale, &plot);
    canvas.segment(
        "rk-guide",
        (plot.x(0.0), plot.y(0.0)),
        (plot.x(1.0), plot.y(1.0)),
    );
    let place = |bin: &CalibrationBin| {
        let (x, y) = (scale.place(bin.mean_prediction), scale.place(bin.observed));
        (plot.x(x), plot.y(y))
    };
    let size = |bin: &CalibrationBin| 0.6 + (bin.count as f64 / most as f64).sqrt();
    for (i, (name, calibration)) in predictors.iter().enumerate() {
        for bin in &calibration.bins {
            let (x, y) = place(bin);
            let up = |value: f64| plot.y(scale.place(value));
            let faint = if bin.count < FEW { " rk-faint" } else { "" };
            canvas.push(&format!(
                "<g class=\"{}{faint}\"><title>{}</title>{}{}</g>",
                class(i),
                xml(&tip(name, bin)),
                upright(x, up(bin.interval.low), up(bin.interval.high)),
                marker(i, x, y, size(bin)),
            ));
        }
    }
    // Numbers last and only where they cover nothing, the tips have them all.
    let mut taken: Vec<Place> = bins().map(|bin| Place::around(place(bin), 5.5)).collect();
    for bin in bins() {
        let ((x, y), text) = (place(bin), bin.count.to_string());
        let width = text_width(&text);
        let gap = 4.0 + 4.5 * size(bin);
        let spots = [
            (x + gap, "start", x + gap),
            (x - gap, "end", x - gap - width),
        ];
        for (at, anchor, left) in spots {
            let spot = Place {
                left,
                top: y - 6.0,
                right: left + width,
                bottom: y + 6.0,
            };
            let inside = spot.left > plot.left && spot.right < plot.right + 14.0;
            if inside && !taken.iter().any(|other| other.meets(&spot)) {
                canvas.text("rk-small", at, y + 4.0, anchor, &text);
                taken.push(spot);
                break;
            }
        }
    }
    canvas.finish()
}

/// A rectangle that is covered.
#[derive(Clone, Copy, Debug)]
struct Place {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Place {
    fn around((x, y): (f64, f64), reach: f64) -> Self {
        Self {
            left: x - reach,
            top: y - reach,
            right: x + reach,
            bottom: y + reach,
        }
    }

    fn meets(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

fn tip(name: &str, bin: &CalibrationBin) -> String {
    format!(
        "{name}: {} games, predicted {} %, won {} %",
        bin.count,
        percent(bin.mean_prediction, 1),
        percent(bin.observed, 1)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::calibrate;

    #[test]
    fn shows_every_bin_with_its_count_and_no_line() {
        // 30 games of a sure loser, 5 of a likely winner.
        let predictions: Vec<f64> = (0..35).map(|i| if i < 30 { 0.1 } else { 0.9 }).collect();
        let outcomes: Vec<bool> = (0..35).map(|i| i >= 31).collect();
        let calibration = calibrate(&predictions, &outcomes, 5).unwrap();
        assert_eq!(calibration.bins.len(), 2);
        let labels = Labels::new("r", "Reliability", "d");
        let predictors = [("own <games>".to_owned(), &calibration)];
        let svg = reliability(&labels, &predictors, Placement::File);
        assert_eq!(svg.matches("rk-error\" d").count(), 2);
        assert!(
            svg.contains(">30</text>") && svg.contains(">5</text>"),
            "{svg}"
        );
        // Few games are faint, and no line joins the bins.
        assert_eq!(svg.matches("class=\"rk-s0 rk-faint\"").count(), 1);
        assert!(!svg.contains("class=\"rk-line\""));
        assert!(svg.contains("own &lt;games&gt;: 35 games"));
        // The guide and its swatch.
        assert_eq!(svg.matches("class=\"rk-guide\"").count(), 2);
    }

    #[test]
    fn nothing_to_draw_says_so() {
        let labels = Labels::new("r", "Reliability", "d");
        assert!(reliability(&labels, &[], Placement::Inline).contains(">no data<"));
    }
}
