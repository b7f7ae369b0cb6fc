//! The reliability diagram of predicted win chances.

use super::axis::{Axis, Format};
use super::canvas::{Canvas, num, upright};
use super::palette::{class, marker};
use super::{Labels, Placement};
use crate::report::escape::xml;
use crate::stats::{Calibration, CalibrationBin};

/// A bin of fewer games is faint: its share says little.
const FEW: u64 = 20;

/// A square chart of how often predictions came true against what they said, a marker a bin, with
/// 95 % intervals; honest predictions lie on the diagonal. The area of a marker follows the number
/// of its games, which stands beside it.
#[must_use]
pub fn reliability(
    labels: &Labels,
    predictors: &[(String, &Calibration)],
    placement: Placement,
) -> String {
    let mut canvas = Canvas::new(labels, (560, 600), placement);
    let share = Axis::new("").format(Format::Percent).range(0.0, 1.0);
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
    let corner = |share: f64| (plot.x(share), plot.y(share));
    canvas.segment("rk-guide", corner(0.0), corner(1.0));
    for (i, (name, calibration)) in predictors.iter().enumerate() {
        for bin in &calibration.bins {
            let place = |value: f64| scale.place(value);
            let (x, y) = (
                plot.x(place(bin.mean_prediction)),
                plot.y(place(bin.observed)),
            );
            let (low, high) = (place(bin.interval.low), place(bin.interval.high));
            let size = 0.7 + (bin.count as f64 / most as f64).sqrt();
            let faint = if bin.count < FEW { " rk-faint" } else { "" };
            // Towards the inside, where there is room.
            let (dx, anchor) = match bin.mean_prediction > 0.5 {
                true => (-5.0 - 4.5 * size, "end"),
                false => (5.0 + 4.5 * size, "start"),
            };
            canvas.push(&format!(
                "<g class=\"{}{faint}\"><title>{}</title>{}{}\
                 <text class=\"rk-small\" x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text></g>",
                class(i),
                xml(&tip(name, bin)),
                upright(x, plot.y(low), plot.y(high)),
                marker(i, x, y, size),
                num(x + dx),
                num(y + 4.0),
                bin.count
            ));
        }
    }
    canvas.finish()
}

fn tip(name: &str, bin: &CalibrationBin) -> String {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    format!(
        "{name}: {} games, predicted {}, won {}",
        bin.count,
        percent(bin.mean_prediction),
        percent(bin.observed)
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
