//! Every statement about the expansion has a test named after it: `t16_..` is T16, `s01_..` is S1, `m012_..` is M12.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use reckoners_env::Reckoner;
use reckoners_env::cards::{BASE_EQUIPMENT, load_embedded};

use super::page::tests_in;

fn tests_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// Worked examples of the rulebook, statements about modules 1 to 3 and about the fourth.
fn statements() -> impl Iterator<Item = String> {
    let examples = (1..=23).map(|n: u32| format!("s{n:02}"));
    let modules = (1..=112).map(|n: u32| format!("t{n:02}"));
    let fourth = (1..=118).map(|n: u32| format!("m{n:03}"));
    examples.chain(modules).chain(fourth)
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
    assert_eq!(missing, Vec::<String>::new());
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
