//! The program as it is typed: what it refuses, and how its runs begin and go on.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const CONFIGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs");

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_reckoners-train"))
}

/// Exit code and what was said.
pub(crate) fn told(output: &Output) -> (Option<i32>, String) {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), text)
}

/// A run of a moment, with `more` behind it.
pub(crate) fn train(root: &Path, more: &[&str]) -> Command {
    let mut command = program();
    command
        .args(["--config", &format!("{CONFIGS}/train/smoke.toml"), "--run"])
        .arg(root);
    for change in [
        "run.total_steps=512",
        "run.envs=8",
        "run.threads=1",
        "run.checkpoint_seconds=3600",
        "net.width=32",
        "ppo.steps=16",
        "ppo.minibatch=64",
        "warm.samples=100",
        "eval.every_steps=0",
    ] {
        command.args(["--set", change]);
    }
    command.args(more);
    command
}

pub(crate) fn run(mut command: Command) -> (Option<i32>, String) {
    told(&command.output().expect("the program starts"))
}

pub(crate) fn resume(root: &Path, more: &[&str]) -> (Option<i32>, String) {
    let mut command = program();
    command.arg("--resume").arg(root).args(more);
    run(command)
}

pub(crate) fn holds(said: &(Option<i32>, String), code: i32, parts: &[&str]) {
    assert_eq!(said.0, Some(code), "{}", said.1);
    for part in parts {
        assert!(said.1.contains(part), "{:?} lacks {part:?}", said.1);
    }
}

#[test]
fn arguments_that_would_be_ignored_or_make_no_sense_are_refused() {
    for (typed, parts) in [
        ("--bench --device cpu", ["--bench", "--device"]),
        ("--bench --set ppo.lr=1", ["--bench", "--set"]),
        ("--bench --config x.toml", ["--bench", "--config"]),
        ("--bench --cards x", ["--bench", "--cards"]),
        ("--config x.toml --obs 5", ["--config", "--obs"]),
        ("--resume x --json", ["--resume", "--json"]),
        ("--bench --envs 0", ["--envs", "1..=65536"]),
        ("--bench --iterations 0", ["--iterations", "1..="]),
        ("--bench --density nan", ["--density", "from 0 to 1"]),
        (
            "--bench --envs 65536 --steps 65536",
            ["--envs times --steps", "16777216"],
        ),
        (
            "--bench --obs 65536 --envs 64 --steps 65536 --threads 1",
            ["--obs", "GiB"],
        ),
        ("--config x.toml --device gpu", ["--device", "cuda"]),
    ] {
        let mut command = program();
        command.args(typed.split(' '));
        holds(&run(command), 2, &parts);
    }
}

/// A folder that `plot` can draw.
fn drawn() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("temporary folder");
    std::fs::write(folder.path().join("config.toml"), "").expect("writes");
    let rows = "{\"step\":1,\"charts/win_rate\":0.5}\n";
    std::fs::write(folder.path().join("metrics.jsonl"), rows).expect("writes");
    folder
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_an_error_and_a_reader_that_left_is_not() {
    let folder = drawn();
    let plot = |out: Stdio| {
        let mut command = program();
        command.arg("plot").arg(folder.path()).stdout(out);
        told(&command.stderr(Stdio::piped()).output().expect("starts"))
    };
    let full = std::fs::File::options().write(true).open("/dev/full");
    let said = plot(full.expect("Linux has it").into());
    holds(&said, 2, &["error: ", "standard output"]);
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    assert_eq!(plot(writer.into()), (Some(0), String::new()));
}

#[test]
fn an_error_that_nobody_hears_is_still_an_error() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = program();
    command.args(["plot", "/no/such"]).stderr(writer);
    let status = command.status().expect("the program starts");
    assert_eq!(status.code(), Some(2));
}

#[test]
fn a_run_killed_after_its_warm_start_goes_on_by_the_same_command() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let root = folder.path().join("run");
    // Too long to end, and the next save is an hour away: the state is that of the warm start.
    let mut command = train(&root, &["--set", "run.total_steps=1000000000"]);
    let mut child = command.stderr(Stdio::null()).spawn().expect("starts");
    // Opened right before the first update.
    let metrics = root.join("metrics.jsonl");
    let begun = Instant::now();
    while !metrics.exists() && begun.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("our own child");
    child.wait().expect("our own child");
    assert!(metrics.exists());

    let other = run(train(&root, &[]));
    let parts = ["run.total_steps is 512, there 1000000000", "--resume"];
    holds(&other, 2, &parts);
    let changed = resume(&root, &["--set", "run.total_steps=512"]);
    holds(&changed, 0, &["going on", "done"]);
    assert!(!changed.1.contains("warm start"), "{}", changed.1);
    holds(&run(train(&root, &[])), 0, &["at step 512", "done"]);
}

#[test]
fn a_run_killed_in_its_warm_start_begins_anew() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let root = folder.path();
    let settings = root.join("config.toml");
    std::fs::copy(format!("{CONFIGS}/train/smoke.toml"), settings).expect("copies");
    let shown = root.display().to_string();
    let parts = ["state.safetensors", "config.toml --run", &shown, "--fresh"];
    holds(&resume(root, &[]), 2, &parts);
    holds(&run(train(root, &[])), 0, &["warm start", "done"]);
    // What --resume advises also works when only the state was lost.
    std::fs::remove_file(root.join("state.safetensors")).expect("removes");
    holds(&resume(root, &[]), 2, &parts);
    holds(&run(train(root, &[])), 2, &["last.safetensors", "--fresh"]);
    holds(&run(train(root, &["--fresh"])), 0, &["warm start", "done"]);
}

#[test]
fn a_saved_run_without_its_settings_is_told_alike_by_both_commands() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let root = folder.path();
    std::fs::write(root.join("state.safetensors"), "saved").expect("writes");
    let begun = run(train(root, &[]));
    holds(&begun, 2, &["state.safetensors", "config.toml", "--fresh"]);
    assert!(!begun.1.contains("--resume"), "{}", begun.1);
    let resumed = resume(root, &[]);
    holds(
        &resumed,
        2,
        &["state.safetensors", "config.toml", "--fresh"],
    );
}

/// The file of a folder of cards that says how much money there is at the start.
const SETUP: &str = "base/setup.toml";

/// A folder of cards with more money at the start.
pub(crate) fn other_cards(folder: &Path) -> PathBuf {
    let cards = folder.join("cards");
    let setup = cards.join(SETUP);
    std::fs::create_dir_all(cards.join("base")).expect("makes a folder");
    let text = std::fs::read_to_string(format!("{CONFIGS}/cards/{SETUP}")).expect("reads");
    let changed = text.replacen("\nmoney = ", "\nmoney = 1", 1);
    assert!(changed != text, "setup.toml has money");
    std::fs::write(&setup, changed).expect("writes");
    cards
}

#[test]
fn other_cards_are_trained_on_and_a_run_keeps_its_cards() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let root = folder.path().join("run");
    let cards = other_cards(folder.path()).display().to_string();
    holds(&run(train(&root, &["--cards", &cards])), 0, &["done"]);
    let catalog = |file: &str| {
        let checkpoint = reckoners_agents::net::Checkpoint::load(&root.join(file));
        checkpoint.expect("loads").manifest.catalog
    };
    let built_in = reckoners_env::Rules::embedded().catalog().hash.clone();
    assert_ne!(catalog("last.safetensors"), built_in);
    let more = ["--set", "run.total_steps=1024"];
    holds(
        &resume(&root, &more),
        2,
        &["cannot go on", "--cards", &built_in],
    );
    let same = [more[0], more[1], "--cards", &cards];
    holds(&resume(&root, &same), 0, &["done"]);
    // Another card is corrected.
    let setup = Path::new(&cards).join(SETUP);
    let text = std::fs::read_to_string(&setup).expect("reads");
    std::fs::write(&setup, text.replacen("\nmoney = ", "\nmoney = 1", 1)).expect("writes");
    let again = ["--cards", &cards, "--set", "run.total_steps=1024"];
    let said = run(train(&root, &again));
    holds(&said, 2, &["cannot go on", "--fresh or another --run"]);
    let more = [again.as_slice(), &["--fresh"]].concat();
    holds(&run(train(&root, &more)), 0, &["done"]);
    holds(&resume(&root, &["--cards", "/no/such"]), 2, &["/no/such"]);
}

#[test]
#[cfg(target_os = "linux")]
fn event_files_that_cannot_be_written_are_a_warning_and_no_panic() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let root = folder.path();
    holds(&run(train(root, &[])), 0, &["done"]);
    // Folders in the way of every event file of the next minute, which the writer names by the second,
    // the machine and the process.
    let shell = r#"for i in $(seq 0 60); do
        mkdir "$DIR/events.out.tfevents.$(($(date +%s) + i)).$(uname -n).$$.0"; done
        exec "$0" "$@""#;
    let mut command = Command::new("sh");
    command.args(["-c", shell, env!("CARGO_BIN_EXE_reckoners-train")]);
    command.arg("--resume").arg(root).env("DIR", root);
    let said = run({
        command.args(["--set", "run.total_steps=2048"]);
        command
    });
    holds(&said, 0, &["warning: TensorBoard", "done"]);
    assert!(!said.1.contains("panicked"), "{}", said.1);
}
