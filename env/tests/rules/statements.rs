//! Every statement about the expansion has a test named after it: `t16_..` is T16, `s01_..` is S1.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use reckoners_env::Reckoner;
use reckoners_env::cards::{BASE_EQUIPMENT, load_embedded};

use super::page::tests_in;

fn tests_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

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
    tests_in(&tests_folder(), &mut tests);
    let has = |statement: &String| {
        let prefix = format!("{statement}_");
        tests.iter().any(|test| test.starts_with(&prefix))
    };
    let missing: Vec<String> = statements().filter(|s| !has(s)).collect();
    let forgotten: Vec<&String> = missing.iter().filter(|s| !is_planned(s)).collect();
    assert_eq!(forgotten, Vec::<&String>::new());
}

#[test]
fn every_reckoner_and_card_of_the_modules_is_in_some_test() {
    let mut sources = String::new();
    for file in fs::read_dir(tests_folder().join("rules/steelslayer")).unwrap() {
        sources += &fs::read_to_string(file.unwrap().path()).unwrap();
    }
    let mut names: Vec<String> = load_embedded().equipment[BASE_EQUIPMENT..]
        .iter()
        .map(|card| format!("\"{}\"", card.key))
        .collect();
    let new = Reckoner::ALL
        .iter()
        .filter(|who| !Reckoner::BASE.contains(who));
    names.extend(new.map(|who| format!("&[{who:?}, ")));
    let absent = names.iter().filter(|name| !sources.contains(*name));
    assert_eq!(absent.collect::<Vec<_>>(), Vec::<&String>::new());
}
