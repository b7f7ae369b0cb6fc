//! The cells as CSV, for spreadsheets and data frames.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use reckoners_env::ids::Cause;

use super::data::Report;
use super::escape;

/// The cells as CSV with a header line: the keys of the JSON, what the games were played with, and
/// one column `loss_reasons.NAME` for each reason. Numbers are written in full.
#[must_use]
pub fn csv(report: &Report) -> String {
    // All causes whether they occur or not, so that files of different runs have the same columns.
    let mut reasons: BTreeSet<&str> = Cause::ALL.into_iter().map(Cause::key).collect();
    for cell in &report.cells {
        reasons.extend(cell.loss_reasons.keys().map(String::as_str));
    }
    let mut out = String::from(
        "agent,team,players,difficulty,games,wins,unfinished,win_rate,ci_low,ci_high,\
         mean_rounds,mean_population,seed,catalog,version,stopped_early",
    );
    for reason in &reasons {
        let _ = write!(out, ",{}", escape::csv(&format!("loss_reasons.{reason}")));
    }
    out.push('\n');
    for c in &report.cells {
        let _ = write!(
            out,
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
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
            report.seed,
            escape::csv(&report.catalog),
            escape::csv(&report.version),
            report.stopped_early,
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
    use std::collections::BTreeMap;

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
        let causes = |late: u64, population: u64| {
            let mut counts: BTreeMap<&str, u64> =
                Cause::ALL.into_iter().map(|c| (c.key(), 0)).collect();
            counts.insert("late, \"so\"", late);
            counts.insert("population", population);
            let counts: Vec<String> = counts.values().map(u64::to_string).collect();
            counts.join(",")
        };
        let text = csv(&report);
        let (header, rows) = text.split_once('\n').unwrap();
        assert!(header.starts_with(
            "agent,team,players,difficulty,games,wins,unfinished,win_rate,ci_low,ci_high,\
             mean_rounds,mean_population,seed,catalog,version,stopped_early,loss_reasons."
        ));
        assert!(header.contains(",\"loss_reasons.late, \"\"so\"\"\","));
        assert!(header.ends_with(",loss_reasons.population"));
        assert_eq!(
            rows,
            format!(
                "random,random,2,standard,4,1,0,0.25,{one},6.5,2.5,7,c0ffee,0.1.0,false,{}\n\
                 random,random,4,standard,4,1,0,0.25,{one},6.5,2.5,7,c0ffee,0.1.0,false,{}\n\
                 \"a<b>&\"\"c|d\"\"\",random,2,standard,4,3,0,0.75,{three},6.5,7.5,7,c0ffee,0.1.0,false,{}\n",
                causes(2, 3),
                causes(0, 3),
                causes(0, 1)
            )
        );
    }

    #[test]
    fn an_empty_report_is_a_header() {
        assert_eq!(csv(&empty()).lines().count(), 1);
    }
}
