//! The cells as CSV, for spreadsheets and data frames.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::data::Report;
use super::escape;

/// The cells as CSV with a header line: the keys of the JSON, and one column `loss_reasons.NAME` for
/// each reason that occurs (0 where a cell has none). Numbers are written in full.
#[must_use]
pub fn csv(report: &Report) -> String {
    let reasons: BTreeSet<&str> = report
        .cells
        .iter()
        .flat_map(|c| c.loss_reasons.keys().map(String::as_str))
        .collect();
    let mut out = String::from(
        "agent,team,players,difficulty,games,wins,unfinished,win_rate,ci_low,ci_high,\
         mean_rounds,mean_population",
    );
    for reason in &reasons {
        let _ = write!(out, ",{}", escape::csv(&format!("loss_reasons.{reason}")));
    }
    out.push('\n');
    for c in &report.cells {
        let _ = write!(
            out,
            "{},{},{},{},{},{},{},{},{},{},{},{}",
            escape::csv(&c.agent),
            escape::csv(&c.team),
            c.players,
            escape::csv(&c.difficulty),
            c.games,
            c.wins,
            c.unfinished,
            c.win_rate,
            c.ci_low,
            c.ci_high,
            c.mean_rounds,
            c.mean_population,
        );
        for reason in &reasons {
            let _ = write!(
                out,
                ",{}",
                c.loss_reasons.get(*reason).copied().unwrap_or(0)
            );
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::{empty, sample};
    use super::*;

    #[test]
    fn golden() {
        let mut report = sample();
        report.cells.truncate(3);
        report.cells[0]
            .loss_reasons
            .insert("late, \"so\"".into(), 2);
        let wilson = |low: f64, high: f64| format!("{low},{high}");
        let one = wilson(report.cells[0].ci_low, report.cells[0].ci_high);
        let three = wilson(report.cells[2].ci_low, report.cells[2].ci_high);
        assert_eq!(
            csv(&report),
            format!(
                "agent,team,players,difficulty,games,wins,unfinished,win_rate,ci_low,ci_high,\
                 mean_rounds,mean_population,\"loss_reasons.late, \"\"so\"\"\",loss_reasons.population\n\
                 random,random,2,standard,4,1,0,0.25,{one},6.5,2.5,2,3\n\
                 random,random,4,standard,4,1,0,0.25,{one},6.5,2.5,0,3\n\
                 \"a<b>&\"\"c|d\"\"\",random,2,standard,4,3,0,0.75,{three},6.5,7.5,0,1\n"
            )
        );
    }

    #[test]
    fn an_empty_report_is_a_header() {
        assert_eq!(csv(&empty()).lines().count(), 1);
    }
}
