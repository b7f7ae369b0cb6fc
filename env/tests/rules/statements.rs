//! Every statement about the expansion has a test named after it: `t16_..` is T16, `s01_..` is S1.

use std::collections::BTreeSet;
use std::path::Path;

use super::page::tests_in;

/// Worked examples of the rulebook and statements about modules 1 to 3.
fn statements() -> impl Iterator<Item = String> {
    let examples = (1..=7).chain([14, 18]).chain(20..=23);
    let examples = examples.map(|n: u32| format!("s{n:02}"));
    examples.chain((1..=112).map(|n: u32| format!("t{n:02}")))
}

/// Not written yet: the statements about module 3.
fn is_planned(statement: &str) -> bool {
    let number: u32 = statement[1..].parse().expect("a letter and a number");
    match &statement[..1] {
        "t" => number >= 64,
        _ => ![1, 2, 3, 21, 23].contains(&number),
    }
}

#[test]
fn every_statement_has_a_test() {
    let mut tests = BTreeSet::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    tests_in(&folder, &mut tests);
    let has = |statement: &String| {
        let prefix = format!("{statement}_");
        tests.iter().any(|test| test.starts_with(&prefix))
    };
    let missing: Vec<String> = statements().filter(|s| !has(s)).collect();
    let forgotten: Vec<&String> = missing.iter().filter(|s| !is_planned(s)).collect();
    assert_eq!(forgotten, Vec::<&String>::new());
}
