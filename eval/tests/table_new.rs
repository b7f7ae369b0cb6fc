//! `reckoners table new` replaces no table that somebody typed in.

use std::path::Path;
use std::process::{Command, Output};

fn table_new(file: &Path, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_reckoners"))
        .args(["table", "new", "--reckoners", "tia,megan"])
        .args(more)
        .arg(file)
        .output()
        .expect("runs")
}

#[test]
fn a_table_with_modules_is_written_and_checked() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("mine.json");
    let made = table_new(&file, &["--modules", "all"]);
    assert!(made.status.success(), "{made:?}");
    let text = std::fs::read_to_string(&file).expect("reads");
    let modules = "\"modules\": [\"reckoners\", \"equipment\", \"epics\"]";
    assert!(text.contains(modules), "{text}");
    let check = Command::new(env!("CARGO_BIN_EXE_reckoners"))
        .args(["table", "check"])
        .arg(&file)
        .output()
        .expect("runs");
    assert!(check.status.success(), "{check:?}");
}

#[test]
fn a_file_that_exists_is_replaced_only_by_force() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("mine.json");
    assert!(table_new(&file, &[]).status.success());
    std::fs::write(&file, "typed for an hour").expect("writes");
    let refused = table_new(&file, &[]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--force"));
    let kept = std::fs::read_to_string(&file).expect("reads");
    assert_eq!(kept, "typed for an hour");
    assert!(table_new(&file, &["--force"]).status.success());
    let new = std::fs::read_to_string(&file).expect("reads");
    assert!(new.contains("reckoners-table"), "{new}");
}

#[test]
fn a_template_of_a_round_begins_before_anything_is_kept() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("mine.json");
    for round in ["2", "4"] {
        let made = table_new(&file, &["--round", round, "--force"]);
        assert!(made.status.success(), "{made:?}");
        let text = std::fs::read_to_string(&file).expect("reads");
        let table: serde_json::Value = serde_json::from_str(&text).expect("is JSON");
        assert_eq!(
            (&table["step"], table["round"].to_string()),
            (&"keep".into(), round.into())
        );
        for seat in table["reckoners"].as_array().expect("is a list") {
            assert_eq!(
                (seat.get("kept"), &seat["kept_now"]),
                (None, &0.into()),
                "{text}"
            );
        }
    }
}

#[test]
fn cards_without_their_city_are_refused_by_their_own_flag() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("mine.json");
    let made = table_new(&file, &["--city", "babilar", "--newcago-cards", "A"]);
    assert_eq!(made.status.code(), Some(2));
    let said = String::from_utf8_lossy(&made.stderr);
    assert!(
        said.contains("--newcago-cards") && said.contains("play in newcago"),
        "{said}"
    );
    assert!(!said.contains("--reckoners"), "{said}");
}
