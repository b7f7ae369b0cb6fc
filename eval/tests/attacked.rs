//! Odd surroundings: files without end, threads that do not start, positions that no game reaches.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const SAMPLE: &str = "../configs/tables/middle-4.json";

/// A few games, in no time.
const EVAL: [&str; 9] = [
    "eval",
    "--agents",
    "random",
    "--games",
    "2",
    "--players",
    "2",
    "--difficulty",
    "hard",
];

/// Runs the program, and ends it when it hangs.
fn run(words: &[&str], variable: Option<(&str, &str)>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reckoners"));
    command.args(words).envs(variable).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("runs");
    let start = Instant::now();
    while child.try_wait().expect("waits").is_none() {
        if start.elapsed() > Duration::from_secs(60) {
            child.kill().expect("ends");
            panic!("{words:?} {variable:?}: no end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("output")
}

/// What it said when it refused.
fn refused(words: &[&str], variable: Option<(&str, &str)>) -> String {
    let output = run(words, variable);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
    assert!(said.starts_with("error: "), "{said}");
    said
}

#[test]
fn absurd_numbers_of_threads_are_refused_and_absurd_stacks_do_no_harm() {
    let said = refused(&EVAL, Some(("RAYON_NUM_THREADS", "100000")));
    assert!(said.contains("RAYON_NUM_THREADS 100000: give a number from 1 to 1024"));
    let said = refused(&[&EVAL[..], &["--threads", "100000"]].concat(), None);
    assert!(said.contains("--threads 100000: give a number from 1 to 1024"));
    let stack = run(&EVAL, Some(("RUST_MIN_STACK", "99999999999999999")));
    assert!(stack.status.success(), "{stack:?}");
    assert!(stack.stderr.is_empty(), "{stack:?}");
}

#[test]
fn games_that_cannot_be_set_up_are_not_measured() {
    let game = ["--city", "babilar", "--newcago-cards", "A"];
    let said = refused(&[&["measure", "told"], &game[..]].concat(), None);
    assert!(said.contains("no cards lie on the boards"), "{said}");
    let said = refused(&["measure", "told", "--between", "90", "10"], None);
    assert!(said.contains("the lower number comes first"), "{said}");
    for (flag, number) in [("--playouts", "4000000000"), ("--games", "99999999999999")] {
        let said = refused(&["measure", "people", flag, number], None);
        assert!(said.contains(flag), "{said}");
    }
}

/// Only an ordinary user can be kept from starting threads; for root this shows that nothing else is wrong.
#[test]
#[cfg(target_os = "linux")]
fn without_threads_one_does_all_the_work() {
    let program = env!("CARGO_BIN_EXE_reckoners");
    let words = [&["--nproc=1", program], &EVAL[..], &["--json"]].concat();
    let Ok(alone) = Command::new("prlimit").args(words).output() else {
        return; // util-linux is not everywhere
    };
    assert!(alone.status.success(), "{alone:?}");
    let with = run(&[&EVAL[..], &["--json"]].concat(), None);
    let cells = |output: &Output| -> Value {
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        report["cells"].clone()
    };
    assert_eq!(cells(&alone), cells(&with));
}

#[test]
#[cfg(unix)]
fn files_without_end_are_not_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo is there").success());
    let sparse = folder.path().join("sparse");
    let file = std::fs::File::create(&sparse).expect("creates");
    file.set_len(5 << 30).expect("a sparse file");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join(SAMPLE);
    let sample = sample.to_str().expect("a name");
    for file in [Path::new("/dev/zero"), &pipe, &sparse] {
        let name = file.to_str().expect("a name");
        let network = format!("net:{name}");
        let readme = [&EVAL[..], &["--readme", name]].concat();
        for words in [
            &["play", "--resume", name][..],
            &["play", "--table", name],
            &["replay", name],
            &["hint", name],
            &["table", "check", name],
            &["table", "show", name],
            &["hint", sample, "--agent", &network],
            &["calibrate", &network, "--games", "2"],
            &readme,
        ] {
            let said = refused(words, None);
            assert!(said.contains(name), "{words:?}: {said}");
            let reason = "not a regular file";
            assert!(said.contains(reason) || said.contains("bytes"), "{said}");
        }
    }
}

#[test]
fn a_slip_in_a_table_is_refused_and_a_meant_one_is_told_to_be_a_guess() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join(SAMPLE);
    let text = std::fs::read_to_string(sample).expect("reads");
    let mut table: Value = serde_json::from_str(&text).expect("JSON");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("table.json");
    let name = file.to_str().expect("a name");
    let hint = ["hint", name, "--raw"];
    table["boss"]["research"] = 1000.into();
    std::fs::write(&file, table.to_string()).expect("writes");
    assert!(refused(&hint, None).contains("boss.research: 1000 is not a whole number"));
    table["unusual"] = true.into();
    std::fs::write(&file, table.to_string()).expect("writes");
    let said = |words: &[&str]| {
        let output = run(words, None);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let note = "the network extrapolates: the boss's research 1000";
    assert!(said(&hint).contains(note));
    assert!(said(&[&hint[..], &["--json"]].concat()).contains(note));
    // Its playouts are real games to the end, whatever the numbers.
    let scripted = [&hint[..2], &["--agent", "scripted", "--playouts", "8"]].concat();
    assert!(!said(&scripted).contains("extrapolates"));
}
