//! The reliability diagram of predicted win chances.

use super::Labels;
use super::axis::{Axis, Format};
use super::line::{LineChart, Point, Series};
use crate::stats::Calibration;

/// A square chart of how often predictions came true against what they said, with 95 % intervals;
/// honest predictions lie on the diagonal. The legend gives the scores of each predictor.
#[must_use]
pub fn reliability(labels: Labels, predictors: &[(&str, &Calibration)]) -> LineChart {
    let series = predictors
        .iter()
        .map(|(name, calibration)| {
            let points = calibration
                .bins
                .iter()
                .filter_map(|bin| bin.said)
                .map(|said| {
                    let (low, high) = (said.interval.low, said.interval.high);
                    Point::within(said.mean_prediction, said.observed, low, high)
                })
                .collect();
            let Calibration {
                brier,
                expected_error,
                count,
                ..
            } = calibration;
            let scores = format!("Brier {brier:.3}, ECE {expected_error:.3}, n = {count}");
            Series::new(format!("{name} ({scores})"), points).error_bars()
        })
        .collect();
    let share = |label| Axis::new(label).format(Format::Percent).range(0.0, 1.0);
    LineChart {
        diagonal: Some("perfectly calibrated".to_owned()),
        size: (520, 520),
        ..LineChart::new(
            labels,
            share("predicted win chance (%)"),
            share("games won (%)"),
            series,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::Placement;
    use super::*;
    use crate::stats::calibrate;

    #[test]
    fn shows_filled_bins_scores_and_the_diagonal() {
        let calibration = calibrate(&[0.1, 0.9, 0.8, 0.4], &[false, true, true, false], 5).unwrap();
        let chart = reliability(
            Labels::new("r", "Reliability", "d"),
            &[("net", &calibration)],
        );
        let filled = calibration.bins.iter().filter(|bin| bin.count > 0).count();
        assert_eq!(chart.series[0].points.len(), filled);
        let svg = chart.render(Placement::File);
        assert!(svg.contains("net (Brier 0.055, ECE 0.200, n = 4)"), "{svg}");
        assert!(svg.contains("perfectly calibrated"));
        // The guide and its swatch.
        assert_eq!(svg.matches("class=\"rk-guide\"").count(), 2);
    }
}
