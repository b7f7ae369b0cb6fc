//! The cells as CSV, for spreadsheets and data frames.

use serde_json::Value as Json;

use super::columns::{COLUMNS, values};
use super::data::Report;
use super::escape;
use super::tally::{Cell, CellKey, Tally};

/// The cells as CSV with a header line: the columns, and what the games were played with. Numbers
/// are written in full.
#[must_use]
pub fn csv(report: &Report) -> String {
    // The header does not depend on what is in a cell, nor on there being one.
    let key = CellKey {
        difficulty: String::new(),
        players: 0,
        reckoners: String::new(),
        agent: String::new(),
    };
    let blank = Cell {
        key,
        tally: Tally::default(),
    };
    let names = fields(&blank, report).into_iter().map(|(name, _)| name);
    let mut out = line(names);
    for cell in &report.cells {
        out += &line(fields(cell, report).into_iter().map(|(_, value)| value));
    }
    out
}

fn fields(cell: &Cell, report: &Report) -> Vec<(String, String)> {
    let mut fields = Vec::with_capacity(COLUMNS.len() + 5);
    for (column, value) in values(cell) {
        let named = value.fields(column.key).into_iter();
        fields.extend(named.map(|(name, value)| (name, plain(value))));
    }
    let origin = &report.origin;
    for (name, value) in [
        ("game", origin.game.name()),
        ("seed", origin.seed.to_string()),
        ("catalog", origin.catalog.clone()),
        ("version", origin.version.clone()),
        ("stopped_early", report.stopped_early.to_string()),
    ] {
        fields.push((name.to_owned(), value));
    }
    fields
}

/// A value without quotes; nothing where there is nothing to tell.
pub(super) fn plain(value: Json) -> String {
    match value {
        Json::String(text) => text,
        Json::Null => String::new(),
        other => other.to_string(),
    }
}

pub(super) fn line(fields: impl Iterator<Item = String>) -> String {
    let fields: Vec<_> = fields.map(|field| escape::csv(&field)).collect();
    fields.join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::{empty, sample};
    use super::*;

    #[test]
    fn every_line_has_a_field_for_every_name() {
        let report = sample();
        let text = csv(&report);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 5);
        let names: Vec<_> = lines[0].split(',').collect();
        for plain in [lines[1], lines[2]] {
            assert_eq!(plain.split(',').count(), names.len());
        }
        let of = |name: &str| {
            let at = names.iter().position(|n| *n == name).expect(name);
            lines[1].split(',').nth(at).unwrap()
        };
        assert_eq!((of("agent"), of("reckoners")), ("random", "random"));
        assert_eq!((of("games"), of("win_rate")), ("4", "0.25"));
        assert_eq!(
            of("ci_low"),
            report.cells[0].tally.interval().low.to_string()
        );
        assert_eq!((of("loss_reasons.boss_attack"), of("seed")), ("3", "7"));
        assert_eq!((of("catalog"), of("stopped_early")), ("c0ffee", "false"));
        assert!(lines[3].contains(",\"a<b>&\"\"c|d\"\"\","), "{}", lines[3]);
    }

    #[test]
    fn an_empty_report_is_the_same_header() {
        let (some, none) = (csv(&sample()), csv(&empty()));
        assert_eq!(none.lines().count(), 1);
        assert_eq!(none.lines().next(), some.lines().next());
    }
}
