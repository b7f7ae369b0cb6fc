//! Values that a box prints otherwise: typed in once, kept beside the table, and played with.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder with a sample table in it.
fn sample(folder: &Path) -> PathBuf {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/tables/early-2.json");
    let file = folder.join("mine.json");
    std::fs::copy(from, &file).expect("copies");
    file
}

fn reckoners(words: &[&str], file: &Path, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_reckoners"))
        .args(words)
        .arg(file)
        .args(more)
        .output()
        .expect("runs")
}

fn edit(file: &Path, changes: &[&str]) -> Output {
    reckoners(&["table", "edit"], file, changes)
}

fn said(output: &Output) -> String {
    let all = [output.stdout.as_slice(), &output.stderr].concat();
    String::from_utf8_lossy(&all).into_owned()
}

fn fine(output: &Output) -> String {
    assert!(output.status.success(), "{}", said(output));
    said(output)
}

#[test]
fn a_corrected_card_is_kept_beside_the_table_and_played_with() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = sample(folder.path());
    let beside = folder.path().join("mine.cards.json");
    fine(&edit(
        &file,
        &[
            "cards.fault.research=5",
            "cards.Camera.price=1",
            "population=30",
        ],
    ));
    let kept = std::fs::read_to_string(&beside).expect("reads");
    let list: serde_json::Value = serde_json::from_str(&kept).expect("is JSON");
    assert_eq!(list[0]["card"], "faultline");
    assert_eq!(list[1]["value"], 1);
    // An Epic that had its printed value has the new one; the table is checked by the new cards.
    let shown = fine(&reckoners(&["table", "show"], &file, &[]));
    assert!(shown.contains("Faultline"), "{shown}");
    let text = std::fs::read_to_string(&file).expect("reads");
    let table: serde_json::Value = serde_json::from_str(&text).expect("is JSON");
    assert_eq!(table["districts"][2]["research"], 5);
    assert_eq!(table["population"], 30);
    // The network reads what is printed: with a cheaper Camera the same position is worth something else.
    let chance = |file: &Path| {
        let said = fine(&reckoners(&["hint"], file, &["--raw", "--json"]));
        let answer: serde_json::Value = serde_json::from_str(&said).expect("is JSON");
        answer["win_chance"].to_string()
    };
    let alone = folder.path().join("alone.json");
    std::fs::copy(&file, &alone).expect("copies");
    assert_ne!(chance(&file), chance(&alone));
    assert_eq!(chance(&file), chance(&file));
}

#[test]
fn corrections_are_taken_back_and_go_along_with_a_copy() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = sample(folder.path());
    fine(&edit(&file, &["cards.camera.price=1"]));
    let copy = folder.path().join("copy.json");
    fine(&edit(
        &file,
        &["money=2", "--out", copy.to_str().expect("UTF-8")],
    ));
    assert!(folder.path().join("copy.cards.json").exists());
    fine(&edit(&file, &["cards.camera.price="]));
    assert!(!folder.path().join("mine.cards.json").exists());
    fine(&reckoners(&["table", "check"], &file, &[]));
}

#[test]
fn a_value_that_is_there_already_is_no_correction() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = sample(folder.path());
    let beside = folder.path().join("mine.cards.json");
    let printed = reckoners_env::Rules::embedded().catalog().equipment[0].clone();
    let change = |price: u8| format!("cards.{}.price={price}", printed.key);
    let same = format!(": {} already; nothing is corrected", printed.price);
    let said = fine(&edit(&file, &[&change(printed.price)]));
    assert!(said.contains(&same), "{said}");
    assert!(!beside.exists());
    // A correction is taken back by it.
    fine(&edit(&file, &[&change(printed.price + 1)]));
    assert!(beside.exists());
    fine(&edit(&file, &[&change(printed.price)]));
    assert!(!beside.exists());
}

#[test]
fn a_wrong_correction_changes_nothing_and_says_what_would_be_right() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = sample(folder.path());
    let before = std::fs::read_to_string(&file).expect("reads");
    for (change, words) in [
        (
            "cards.fautline.research=5",
            &["unknown card", "did you mean \"Faultline\"", "one of"][..],
        ),
        ("cards.faultline.colour=5", &["unknown field", "research"]),
        (
            "cards.faultline.research=1000",
            &["mine.cards.json", "1000", "research"],
        ),
        ("cards.faultline.track=FLY", &["mine.cards.json", "FLY"]),
        ("cards.faultline=5", &["cards.NAME.FIELD=VALUE"]),
        ("cards.f.research=5", &[" or "]),
    ] {
        let refused = edit(&file, &[change]);
        let text = said(&refused);
        assert_eq!(refused.status.code(), Some(2), "{change}: {text}");
        for word in words {
            assert!(text.contains(word), "{change}: {text}");
        }
        assert_eq!(std::fs::read_to_string(&file).expect("reads"), before);
        assert!(!folder.path().join("mine.cards.json").exists());
    }
    // A file that somebody wrote by hand.
    let beside = folder.path().join("mine.cards.json");
    for (text, word) in [
        ("{}", "write a list"),
        (
            "[{\"file\": \"base/epic.toml\", \"card\": \"faultline\", \"field\": \"research\", \"value\": 5}]",
            "cards[0].file",
        ),
        (
            "[{\"file\": \"base/epics.toml\", \"card\": \"faultline\", \"field\": \"research\", \"value\": \"x\"}]",
            "cards[0].value",
        ),
    ] {
        std::fs::write(&beside, text).expect("writes");
        let refused = reckoners(&["table", "check"], &file, &[]);
        assert_eq!(refused.status.code(), Some(2));
        let text = said(&refused);
        assert!(
            text.contains("mine.cards.json") && text.contains(word),
            "{text}"
        );
    }
}

#[test]
fn a_game_from_a_corrected_table_is_saved_with_its_cards() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = sample(folder.path());
    fine(&edit(&file, &["cards.camera.price=1"]));
    let saved = folder.path().join("game.jsonl");
    let mut playing = Command::new(env!("CARGO_BIN_EXE_reckoners"))
        .args(["play", "--agent", "scripted", "--seed", "1", "--table"])
        .arg(&file)
        .arg("--autosave")
        .arg(&saved)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("starts");
    let mut input = playing.stdin.take().expect("is piped");
    std::io::Write::write_all(&mut input, b"k all\nquit\n").expect("writes");
    drop(input);
    assert!(playing.wait().expect("ends").success());
    assert!(folder.path().join("game.jsonl.cards.json").exists());
    fine(&reckoners(&["replay"], &saved, &[]));
    // Without them it is a game of other cards.
    std::fs::remove_file(folder.path().join("game.jsonl.cards.json")).expect("removes");
    let refused = reckoners(&["replay"], &saved, &[]);
    assert!(
        said(&refused).contains("recorded with the cards"),
        "{}",
        said(&refused)
    );
    // What is missing is named: most often the game was copied alone.
    let missing = "game.jsonl.cards.json: if cards were corrected for this game";
    assert!(said(&refused).contains(missing), "{}", said(&refused));
}
