//! Axes: their range, their ticks and how numbers are written on them.

/// How the numbers of an axis are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// As they are.
    #[default]
    Plain,
    /// A share of 0.4 as "40 %".
    Percent,
    /// Thousands, millions and billions as "k", "M" and "G".
    Short,
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
    /// Zero is shown even if all data are far from it.
    pub from_zero: bool,
}

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

    /// Shows zero even if all data are far from it.
    #[must_use]
    pub fn from_zero(mut self) -> Self {
        self.from_zero = true;
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
        let fixed = self.range.filter(finite).filter(|(from, to)| from < to);
        let data = if self.from_zero {
            (data.0.min(0.0), data.1.max(0.0))
        } else {
            data
        };
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
        let (from, to) = if fixed.is_some() {
            (from, to)
        } else {
            ((from / step).floor() * step, (to / step).ceil() * step)
        };
        Some(Scale {
            from,
            to,
            step,
            format: self.format,
        })
    }
}

/// A settled axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) from: f64,
    pub(super) to: f64,
    step: f64,
    format: Format,
}

impl Scale {
    /// Where a value lies: 0 at the start, 1 at the end; values outside are held at the ends.
    pub(super) fn place(&self, value: f64) -> f64 {
        ((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0)
    }

    /// Ticks with their texts.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
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

    fn text(&self, value: f64) -> String {
        match self.format {
            Format::Plain => decimals(value, self.step),
            Format::Percent => format!("{} %", decimals(value * 100.0, self.step * 100.0)),
            Format::Short => {
                let largest = self.from.abs().max(self.to.abs());
                let (unit, suffix) = match largest {
                    l if l >= 1e9 => (1e9, " G"),
                    l if l >= 1e6 => (1e6, " M"),
                    l if l >= 1e4 => (1e3, " k"),
                    _ => (1.0, ""),
                };
                if value == 0.0 {
                    return "0".to_owned();
                }
                format!("{}{suffix}", decimals(value / unit, self.step / unit))
            }
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
            texts(&axis.clone().from_zero(), &[31.0, 37.0]),
            "0|10|20|30|40"
        );
        assert_eq!(texts(&axis.clone().whole(), &[2.0, 6.0]), "2|3|4|5|6");
        assert_eq!(texts(&axis.clone().whole(), &[4.0]), "3|4|5");
        let percent = axis.clone().format(Format::Percent).range(0.0, 1.0);
        assert_eq!(texts(&percent, &[0.3]), "0 %|20 %|40 %|60 %|80 %|100 %");
        let short = axis.format(Format::Short);
        assert_eq!(
            texts(&short, &[0.0, 2_000_000.0]),
            "0|0.5 M|1.0 M|1.5 M|2.0 M"
        );
        assert_eq!(texts(&short, &[0.0, 40.0]), "0|10|20|30|40");
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
