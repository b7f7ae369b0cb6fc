//! The rules page: every test it names exists, and every worked example and ruling is on it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use reckoners_env::Game;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names of all functions marked as tests under a folder.
pub(super) fn tests_in(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            tests_in(&path, names);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let mut marked = false;
            for line in text.lines().map(str::trim) {
                if let Some(rest) = line.strip_prefix("fn ").filter(|_| marked) {
                    names.insert(rest.split('(').next().unwrap().to_owned());
                }
                marked = line == "#[test]";
            }
        }
    }
}

/// The rows of the page: rule, source, ruling, test.
fn rows() -> Vec<[String; 4]> {
    let page = fs::read_to_string(root().join("docs/rules.md")).unwrap();
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|')
            .split('|')
            .map(|c| c.trim().to_owned())
            .collect()
    };
    page.lines()
        .filter(|l| l.starts_with('|') && !l.starts_with("|---") && !l.starts_with("| rule |"))
        .map(|l| {
            cells(l)
                .try_into()
                .unwrap_or_else(|_| panic!("not four cells: {l}"))
        })
        .collect()
}

#[test]
fn page_names_only_tests_that_exist_and_every_example_and_ruling() {
    let mut tests = BTreeSet::new();
    tests_in(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"),
        &mut tests,
    );
    let listed: BTreeSet<String> = rows()
        .into_iter()
        .map(|[_, _, _, test]| test.trim_matches('`').to_owned())
        .collect();
    let missing: Vec<_> = listed.difference(&tests).collect();
    assert!(
        missing.is_empty(),
        "docs/rules.md names tests that do not exist: {missing:?}"
    );
    let is_rule = |name: &&String| {
        name.starts_with("r84_")
            || name.starts_with("r85_")
            || (name.starts_with('w') && name[1..3].parse::<u8>().is_ok())
    };
    let unlisted: Vec<_> = tests
        .iter()
        .filter(is_rule)
        .filter(|t| !listed.contains(*t))
        .collect();
    assert!(unlisted.is_empty(), "not on docs/rules.md: {unlisted:?}");
    // Nothing of the list of examples and rulings is forgotten.
    let has = |prefix: &str| tests.iter().any(|t| t.starts_with(prefix));
    for example in (1..=17).filter(|n| *n != 2) {
        assert!(has(&format!("w{example:02}_")), "worked example {example}");
    }
    for ruling in 1..=27 {
        assert!(has(&format!("r85_{ruling:02}_")), "ruling {ruling}");
    }
    assert_eq!(tests.iter().filter(|t| t.starts_with("r84_")).count(), 18);
    // Rulings of the expansion: general ones, module 1, module 2, module 4.
    let rules: Vec<String> = rows().into_iter().map(|[rule, ..]| rule).collect();
    let modules = [("G", 15), ("A", 11), ("B", 37)];
    let fourth = [
        ("K", 14),
        ("D", 17),
        ("E", 15),
        ("R", 10),
        ("Y", 17),
        ("L", 15),
        ("I", 11),
        ("N", 13),
        ("X", 3),
        ("V", 5),
    ];
    for (letter, count) in modules.into_iter().chain(fourth) {
        for n in 1..=count {
            let mark = format!("{letter}{n}: ");
            let lines = rules.iter().filter(|rule| rule.starts_with(&mark));
            assert_eq!(lines.count(), 1, "ruling {letter}{n}");
        }
    }
}

#[test]
fn page_gives_each_rule_a_source_or_a_ruling() {
    let rows = rows();
    assert!(rows.len() > 60, "{} rows", rows.len());
    for [rule, source, ruling, test] in rows {
        assert!(!rule.is_empty() && !test.is_empty());
        assert!(
            !source.is_empty() || !ruling.is_empty(),
            "{rule}: neither source nor ruling"
        );
        for place in source.split(", ").filter(|s| !s.is_empty()) {
            let (file, line) = place
                .split_once(':')
                .unwrap_or_else(|| panic!("{rule}: {place}"));
            assert!(
                ["es", "de", "steelslayer"].contains(&file),
                "{rule}: {place}"
            );
            assert!(line.parse::<u32>().is_ok_and(|n| n > 0), "{rule}: {place}");
        }
    }
}

#[test]
fn page_positions_are_small_values_and_the_crate_has_no_unsafe_code() {
    fn is_copy<T: Copy + Send + Sync + 'static>() {}
    is_copy::<Game>();
    assert!(size_of::<Game>() <= 2048, "{}", size_of::<Game>());
    let manifest: toml::Table = fs::read_to_string(root().join("Cargo.toml"))
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(
        manifest["workspace"]["lints"]["rust"]["unsafe_code"].as_str(),
        Some("forbid")
    );
    let own: toml::Table = fs::read_to_string(root().join("env/Cargo.toml"))
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(own["lints"]["workspace"].as_bool(), Some(true));
}
