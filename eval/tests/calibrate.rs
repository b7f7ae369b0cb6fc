//! `reckoners calibrate`: one prediction a game, the same with any number of threads.

use std::process::{Command, Output};

use serde_json::Value;

fn calibrate(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_reckoners"))
        .arg("calibrate")
        .args(words)
        .output()
        .expect("runs")
}

const SMALL: [&str; 10] = [
    "scripted",
    "--from",
    "itself,random",
    "--players",
    "2",
    "--difficulty",
    "beginner,hard",
    "--games",
    "40",
    "--json",
];

#[test]
fn predictions_are_sorted_into_bins_whatever_the_threads() {
    let run = |threads: &str| calibrate(&[&SMALL[..], &["--threads", threads]].concat()).stdout;
    let one = run("1");
    assert_eq!(one, run("2"));
    let value: Value = serde_json::from_slice(&one).expect("JSON");
    let bins = value["bins"].as_array().expect("bins");
    let counted: u64 = bins.iter().filter_map(|bin| bin["count"].as_u64()).sum();
    assert_eq!(value["count"].as_u64(), Some(counted));
    assert_eq!(counted, 160);
    assert_eq!(value["agent"], "scripted");
    // About as many in each.
    assert!(bins.len() > 4, "{bins:?}");
    let least = bins.iter().filter_map(|bin| bin["count"].as_u64()).min();
    assert!(least > Some(4), "{bins:?}");
    // Wins are predicted to be likelier than losses.
    let error = value["expected_error"].as_f64().expect("a number");
    let brier = value["brier"].as_f64().expect("a number");
    assert!(error < 0.25 && brier < 0.25, "{error} {brier}");
}

#[test]
fn weak_players_lead_to_bad_positions() {
    let output = calibrate(&SMALL);
    let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let mean = |i: usize| value["from"][i]["mean_prediction"].as_f64().expect("mean");
    assert_eq!(value["from"][0]["player"], "itself");
    assert_eq!(value["from"][1]["player"], "random");
    assert_eq!(value["from"][1]["count"].as_u64(), Some(80));
    assert!(mean(0) > mean(1) + 0.05, "{} {}", mean(0), mean(1));
}

/// Its own name, another spelling and "itself" are one player: pooled twice, its games would seem to tell twice as much.
#[test]
fn whoever_is_named_twice_plays_once() {
    let words = [
        &["scripted", "--from", "scripted,itself,Scripted,random"],
        &SMALL[3..],
    ];
    let output = calibrate(&words.concat());
    let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let parts = value["from"].as_array().expect("a list");
    let players: Vec<_> = parts.iter().map(|part| &part["player"]).collect();
    assert_eq!(players, ["itself", "random"]);
    assert_eq!(value["count"].as_u64(), Some(160));
}

#[test]
fn the_diagram_is_written() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("reliability.svg");
    let path = file.to_str().expect("UTF-8");
    let output = calibrate(&[&SMALL[..9], &["--svg", path]].concat());
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("expected calibration error"));
    let svg = std::fs::read_to_string(&file).expect("written");
    assert!(svg.contains("predicted win chance"), "{svg}");
}

#[test]
fn who_cannot_predict_is_told_so() {
    let output = calibrate(&["greedy"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("use scripted, net or net:FILE"), "{error}");
    let output = calibrate(&["scripted", "--from", "itself,gredy"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("--from") && error.contains("did you mean \"greedy\"?"),
        "{error}"
    );
}
