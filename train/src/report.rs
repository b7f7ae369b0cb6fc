//! The live line: how far, how fast, how well.

use std::io::Write;

use indicatif::{ProgressBar, ProgressStyle};

use crate::metrics::Row;

/// A line for whoever watches. That nobody does is no reason to stop: the pipe may be gone.
pub fn say(line: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// A progress bar that also carries warnings.
#[derive(Debug)]
pub struct Report {
    bar: ProgressBar,
    /// Recent mean score of finished episodes.
    rate: Option<f64>,
}

impl Report {
    /// A bar for a run that stands at `step` of `total`.
    #[must_use]
    pub fn new(step: u64, total: u64) -> Self {
        Self {
            bar: bar(step, total),
            rate: None,
        }
    }

    /// A report that shows nothing, for tests.
    #[must_use]
    pub fn hidden() -> Self {
        Self {
            bar: ProgressBar::hidden(),
            rate: None,
        }
    }

    /// Shows the numbers of an update, and warnings above the bar.
    pub fn show(&mut self, row: &Row, warnings: &[String]) {
        if let Some(rate) = row.get("charts/win_rate") {
            self.rate = Some(self.rate.map_or(rate, |former| 0.8 * former + 0.2 * rate));
        }
        for warning in warnings {
            self.say(&format!("warning: {warning}"));
        }
        if let Some(rate) = row.get("eval/win_rate") {
            self.say(&format!(
                "step {}: evaluated, {:.1} % won",
                row.step,
                100.0 * rate
            ));
        }
        let speed = row.get("charts/SPS").unwrap_or(0.0);
        let won = self.rate.map_or("no game ended yet".into(), |r| {
            format!("{:.1} % won", 100.0 * r)
        });
        self.bar
            .set_message(format!("{:.1} k/s, {won}", speed / 1000.0));
        self.bar.set_position(row.step);
    }

    /// A line above the bar; a plain line where there is no terminal.
    pub fn say(&self, line: &str) {
        if self.bar.is_hidden() {
            say(line);
        } else {
            self.bar.println(line);
        }
    }

    /// Leaves the bar as it stands.
    pub fn close(&self) {
        self.bar.abandon();
    }
}

/// A bar with room for a message.
///
/// # Panics
/// Never: the template is a constant that a test draws.
fn bar(step: u64, total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    let style = ProgressStyle::with_template(
        "{wide_bar} {percent:>3} %  {msg}  {elapsed} gone, {eta} to go",
    );
    bar.set_style(style.expect("the template is good"));
    bar.set_position(step);
    bar.reset_eta();
    bar
}

/// The live line of the warm start.
#[derive(Debug)]
pub struct LessonReport {
    bar: ProgressBar,
}

impl LessonReport {
    /// A bar for lessons that stand at `done` of `total`.
    #[must_use]
    pub fn new(done: usize, total: usize) -> Self {
        let bar = bar(done as u64, total as u64);
        say(format_args!(
            "warm start: learning from {total} decisions of the teacher"
        ));
        bar.set_message("playing them");
        bar.tick();
        Self { bar }
    }

    /// Shows how far it is; as a line where there is no terminal.
    pub fn show(&self, done: usize, loss: f64) {
        if self.bar.is_hidden() {
            let total = self.bar.length().unwrap_or(0);
            say(format_args!(
                "warm start: {done} of {total} decisions, loss {loss:.4}"
            ));
        }
        let speed = self.bar.per_sec() / 1000.0;
        self.bar
            .set_message(format!("imitation, {speed:.1} k/s, loss {loss:.4}"));
        self.bar.set_position(done as u64);
    }

    /// Leaves the bar as it stands.
    pub fn close(&self) {
        self.bar.abandon();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_good_and_rates_are_smoothed() {
        let mut report = Report::new(5, 100);
        let mut row = Row::new(10);
        row.add("charts/win_rate", 1.0);
        report.show(&row, &[]);
        row.values[0].1 = 0.0;
        report.show(&row, &[]);
        assert!((report.rate.expect("two rates") - 0.8).abs() < 1e-9);
    }
}
