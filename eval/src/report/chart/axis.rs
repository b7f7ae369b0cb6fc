//! Axes: their range, their ticks and how numbers are written on them.

/// How the numbers of an axis are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// As they are.
    #[default]
    Plain,
    /// A share of 0.4 as "40 %".
    Percent,
    /// A share of 0.04 as "+4": percentage points, for differences.
    Points,
}

/// One axis of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What it measures, with the unit: "win rate (%)".
    pub label: String,
    /// How its numbers are written.
    pub format: Format,
    /// First and last value; taken from the data if not set.
    pub range: Option<(f64, f64)>,
    /// Ticks at whole numbers only.
    pub whole: bool,
    /// Values that are shown even if no data are near them.
    pub including: Option<(f64, f64)>,
    /// Ends where the data end, not at the next round number.
    pub tight: bool,
    /// Equal steps are equal factors of the odds, so that 99 % and 99.9 % are as far apart as 90 %
    /// and 99 %. For shares; those beyond 0.1 % and 99.9 % are held there.
    pub odds: bool,
}

/// Where an axis of odds can begin and end, and its ticks, which are as many as have room.
const LADDER: [f64; 19] = [
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99,
    0.995, 0.998, 0.999,
];

/// The ticks that readers look for first, by their number in the ladder; then those between.
const RUNGS: [usize; 19] = [
    9, 6, 12, 3, 15, 0, 18, 7, 11, 5, 13, 2, 16, 4, 14, 1, 17, 8, 10,
];

impl Axis {
    /// An axis that fits its data.
    pub fn new(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            ..Self::default()
        }
    }

    /// Sets how numbers are written.
    #[must_use]
    pub fn format(mut self, format: Format) -> Self {
        self.format = format;
        self
    }

    /// Sets the first and the last value.
    #[must_use]
    pub fn range(mut self, from: f64, to: f64) -> Self {
        self.range = Some((from, to));
        self
    }

    /// Allows ticks at whole numbers only.
    #[must_use]
    pub fn whole(mut self) -> Self {
        self.whole = true;
        self
    }

    /// Shows these values even if no data are near them.
    #[must_use]
    pub fn including(mut self, low: f64, high: f64) -> Self {
        self.including = Some((low, high));
        self
    }

    /// Ends the axis where the data end.
    #[must_use]
    pub fn tight(mut self) -> Self {
        self.tight = true;
        self
    }

    /// Spaces shares by their odds.
    #[must_use]
    pub fn odds(mut self) -> Self {
        self.odds = true;
        self
    }

    /// The axis with its range settled; `None` without any finite value to show.
    pub(super) fn fit(&self, values: impl Iterator<Item = f64>, ticks: usize) -> Option<Scale> {
        let finite = |range: &(f64, f64)| {
            range.0.is_finite() && range.1.is_finite() && (range.1 - range.0).is_finite()
        };
        let data = values
            .filter(|v| v.is_finite())
            .fold(None, |range: Option<(f64, f64)>, v| {
                Some(range.map_or((v, v), |(low, high)| (low.min(v), high.max(v))))
            })
            .filter(finite)?;
        let data = match self.including.filter(finite) {
            Some((low, high)) => (data.0.min(low), data.1.max(high)),
            None => data,
        };
        let fixed = self.range.filter(finite).filter(|(from, to)| from < to);
        if self.odds {
            return Some(self.fit_odds(fixed.unwrap_or(data), data));
        }
        let (from, to) = fixed.unwrap_or(data);
        // A single value still needs some room around it.
        let (from, to) = if from < to {
            (from, to)
        } else {
            let room = if from == 0.0 || self.whole {
                1.0
            } else {
                from.abs() * 0.1
            };
            (from - room, to + room)
        };
        let step = nice_step(to - from, ticks, self.whole);
        let (from, to) = if fixed.is_some() || self.tight {
            (from, to)
        } else {
            ((from / step).floor() * step, (to / step).ceil() * step)
        };
        Some(Scale {
            from,
            to,
            step,
            format: self.format,
            odds: false,
            beyond: (false, false),
        })
    }

    /// Ends at the rungs around the range.
    fn fit_odds(&self, range: (f64, f64), data: (f64, f64)) -> Scale {
        let (first, last) = (LADDER[0], LADDER[LADDER.len() - 1]);
        let below = LADDER.iter().rfind(|rung| **rung <= range.0);
        let above = LADDER.iter().find(|rung| **rung >= range.1);
        let (from, to) = (*below.unwrap_or(&first), *above.unwrap_or(&last));
        let (from, to) = if from < to { (from, to) } else { (first, last) };
        Scale {
            from,
            to,
            step: 0.0,
            format: self.format,
            odds: true,
            beyond: (data.0 < from, data.1 > to),
        }
    }
}

/// A settled axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) from: f64,
    pub(super) to: f64,
    step: f64,
    format: Format,
    odds: bool,
    /// Whether data are held at the start and at the end of an axis of odds.
    beyond: (bool, bool),
}

impl Scale {
    /// Where a value lies: 0 at the start, 1 at the end; values outside are held at the ends.
    pub(super) fn place(&self, value: f64) -> f64 {
        let along = |value: f64| {
            if self.odds {
                let share = value.clamp(self.from, self.to);
                (share / (1.0 - share)).ln()
            } else {
                value
            }
        };
        let (from, to) = (along(self.from), along(self.to));
        ((along(value) - from) / (to - from)).clamp(0.0, 1.0)
    }

    /// Ticks with their texts.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        if self.odds {
            return self.rungs();
        }
        let first = (self.from / self.step - 1e-9).ceil();
        let count = ((self.to - first * self.step) / self.step + 1e-9)
            .floor()
            .max(0.0) as usize;
        (0..=count)
            .map(|i| {
                // Rounded to zero so that "-0" is never written.
                let value = (first + i as f64) * self.step;
                let value = if value.abs() < self.step * 1e-9 {
                    0.0
                } else {
                    value
                };
                (value, self.text(value))
            })
            .collect()
    }

    /// Ticks of an axis of odds: its ends, and those between that have room.
    fn rungs(&self) -> Vec<(f64, String)> {
        let mut values = vec![self.from, self.to];
        for rung in RUNGS.map(|i| LADDER[i]) {
            let inside = self.from < rung && rung < self.to;
            let near = |v: &f64| (self.place(*v) - self.place(rung)).abs() < 0.055;
            if inside && !values.iter().any(near) {
                values.push(rung);
            }
        }
        values.sort_by(f64::total_cmp);
        let text = |value: f64| {
            let percent = (value * 1e5).round() / 1e3;
            match (value <= self.from, value >= self.to) {
                (true, _) if self.beyond.0 => format!("≤ {percent} %"),
                (_, true) if self.beyond.1 => format!("≥ {percent} %"),
                _ => format!("{percent} %"),
            }
        };
        values.into_iter().map(|v| (v, text(v))).collect()
    }

    fn text(&self, value: f64) -> String {
        let hundred = || decimals(value * 100.0, self.step * 100.0);
        match self.format {
            Format::Plain => decimals(value, self.step),
            Format::Percent => format!("{} %", hundred()),
            Format::Points if value > 0.0 => format!("+{}", hundred()),
            Format::Points => hundred(),
        }
    }
}

/// As many decimals as the step needs, and no more.
fn decimals(value: f64, step: f64) -> String {
    let needed = (0..=6)
        .find(|&d| {
            let scaled = step * 10_f64.powi(d);
            (scaled - scaled.round()).abs() < 1e-6 * scaled.max(1.0)
        })
        .unwrap_or(6);
    format!("{value:.*}", needed as usize)
}

/// A step of 1, 2, 2.5 or 5 times a power of ten that gives about `ticks` ticks.
fn nice_step(span: f64, ticks: usize, whole: bool) -> f64 {
    let rough = span / ticks.max(1) as f64;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0]
        .into_iter()
        .map(|m| m * power)
        .find(|step| *step >= rough * 0.999)
        .unwrap_or(10.0 * power);
    if whole { step.ceil().max(1.0) } else { step }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: &Axis, data: &[f64]) -> String {
        let scale = axis.fit(data.iter().copied(), 5).unwrap();
        scale
            .ticks()
            .into_iter()
            .map(|(_, text)| text)
            .collect::<Vec<_>>()
            .join("|")
    }

    #[test]
    fn ticks_are_round_numbers() {
        let axis = Axis::new("x");
        assert_eq!(texts(&axis, &[0.0, 0.93]), "0.0|0.2|0.4|0.6|0.8|1.0");
        assert_eq!(texts(&axis, &[-3.0, 7.0]), "-4|-2|0|2|4|6|8");
        assert_eq!(
            texts(&axis.clone().including(0.0, 0.0), &[31.0, 37.0]),
            "0|10|20|30|40"
        );
        assert_eq!(texts(&axis.clone().whole(), &[2.0, 6.0]), "2|3|4|5|6");
        assert_eq!(texts(&axis.clone().whole(), &[4.0]), "3|4|5");
        let percent = axis.clone().format(Format::Percent).range(0.0, 1.0);
        assert_eq!(texts(&percent, &[0.3]), "0 %|20 %|40 %|60 %|80 %|100 %");
        let points = axis.clone().format(Format::Points);
        assert_eq!(texts(&points, &[-0.08, 0.1]), "-10|-5|0|+5|+10");
        assert_eq!(texts(&axis.tight(), &[0.0, 23.0]), "0|5|10|15|20");
    }

    #[test]
    fn odds_spread_what_is_near_the_ends() {
        let axis = Axis::new("won").odds();
        let scale = axis.fit([0.5, 0.9, 0.999].into_iter(), 5).unwrap();
        let near = |a: f64, b: f64| scale.place(b) - scale.place(a);
        assert!(near(0.9, 0.99) > 0.2 && near(0.99, 0.999) > 0.2);
        assert_eq!(
            texts(&axis, &[0.5, 0.999]),
            "50 %|70 %|80 %|90 %|95 %|98 %|99 %|99.5 %|99.8 %|99.9 %"
        );
        // Nobody wins more than all games, and nothing is drawn as if it were less.
        let held = axis.fit([0.0, 1.0].into_iter(), 5).unwrap();
        let ends = (held.place(0.0), held.place(1.0));
        assert_eq!(ends, (0.0, 1.0));
        let ticks = held.ticks();
        let all: std::collections::BTreeSet<_> = RUNGS.into_iter().collect();
        assert_eq!(all.len(), LADDER.len());
        assert_eq!(ticks[0].1, "≤ 0.1 %");
        assert_eq!(ticks[ticks.len() - 1].1, "≥ 99.9 %");
    }

    #[test]
    fn strange_data_give_a_scale_or_nothing() {
        let axis = Axis::new("x");
        assert!(axis.fit([f64::NAN, f64::INFINITY].into_iter(), 5).is_none());
        assert!(axis.fit([f64::MIN, f64::MAX].into_iter(), 5).is_none());
        assert!(axis.fit(std::iter::empty(), 5).is_none());
        for value in [0.0, -5.0, 1e-300, 1e300] {
            let scale = axis.fit([value].into_iter(), 5).unwrap();
            assert!(
                scale.from < scale.to && scale.ticks().len() < 20,
                "{value} {scale:?}"
            );
        }
        let backwards = axis.range(3.0, 1.0).fit([2.0].into_iter(), 5).unwrap();
        assert!(backwards.from < backwards.to);
    }
}
