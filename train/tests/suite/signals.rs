//! Signals: a run that is told to stop saves first, and one that is told again leaves at once.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::cli::{holds, told, train};

/// Settings that make one update last for a few seconds.
const LONG_UPDATE: [&str; 6] = [
    "--set",
    "ppo.steps=4096",
    "--set",
    "ppo.epochs=5",
    "--set",
    "ppo.target_kl=0",
];

/// Starts a run without an end by a shell line that ends with `exec "$0" "$@"`, and waits until it
/// is at work.
fn begun(root: &Path, shell: &str, more: &[&str]) -> Child {
    let endless = ["--set", "run.total_steps=1000000000"];
    let command = train(root, &[&endless[..], more].concat());
    let mut wrapped = Command::new("sh");
    wrapped.args(["-c", shell]).arg(command.get_program());
    wrapped.args(command.get_args()).stderr(Stdio::piped());
    let child = wrapped.spawn().expect("starts");
    // Opened right before the first update.
    let metrics = root.join("metrics.jsonl");
    let start = Instant::now();
    while !metrics.exists() && start.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(metrics.exists(), "the run has not begun");
    std::thread::sleep(Duration::from_millis(200));
    child
}

fn send(signal: &str, child: &Child) {
    let id = child.id().to_string();
    let status = Command::new("kill").args([signal, &id]).status();
    assert!(status.expect("kill is there").success());
}

#[test]
fn a_signal_that_comes_twice_within_a_moment_is_one() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let child = begun(folder.path(), r#"exec "$0" "$@""#, &LONG_UPDATE);
    // As from `timeout` with `make` between: both hand it on.
    send("-TERM", &child);
    std::thread::sleep(Duration::from_millis(100));
    send("-TERM", &child);
    let said = told(&child.wait_with_output().expect("our own child"));
    holds(&said, 0, &["once more leaves at once", "stopped and saved"]);
}

#[test]
fn a_second_signal_after_a_while_leaves_at_once() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let endless = [&LONG_UPDATE[..], &["--set", "ppo.epochs=100"]].concat();
    let child = begun(folder.path(), r#"exec "$0" "$@""#, &endless);
    send("-INT", &child);
    std::thread::sleep(Duration::from_millis(1500));
    send("-INT", &child);
    let said = told(&child.wait_with_output().expect("our own child"));
    holds(&said, 130, &["once more leaves at once"]);
}

#[test]
fn a_hang_up_that_nohup_ignores_does_not_stop_a_run() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut child = begun(folder.path(), r#"trap "" HUP; exec "$0" "$@""#, &[]);
    send("-HUP", &child);
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(child.try_wait().expect("our own child"), None);
    send("-TERM", &child);
    let said = told(&child.wait_with_output().expect("our own child"));
    holds(&said, 0, &["stopped and saved"]);
}
