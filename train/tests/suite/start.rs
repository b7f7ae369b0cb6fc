//! Runs that begin with the weights of a checkpoint.

use std::path::{Path, PathBuf};

use reckoners_agents::net::Checkpoint;
use reckoners_env::Rules;
use reckoners_train::game::GameWorld;
use reckoners_train::{config, init};

use crate::cli::{holds, other_cards, resume, run, train};

/// A folder with a finished run in it.
fn trained() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("temporary folder");
    let root = folder.path().join("first");
    holds(&run(train(&root, &[])), 0, &["done"]);
    (folder, root)
}

fn load(root: &Path) -> Checkpoint {
    Checkpoint::load(&root.join("last.safetensors")).expect("loads")
}

#[test]
fn a_run_on_other_cards_begins_with_the_weights_it_is_given() {
    let (folder, first) = trained();
    let second = folder.path().join("second");
    let from = format!("warm.from={}", first.join("last.safetensors").display());
    let cards = other_cards(folder.path()).display().to_string();
    // Steps too small to be seen; the moving average of the weights rounds.
    let more = [
        "--set",
        &from,
        "--set",
        "warm.samples=0",
        "--set",
        "ppo.lr=1e-30",
        "--cards",
        &cards,
    ];
    holds(&run(train(&second, &more)), 0, &["done"]);
    let (given, kept) = (load(&first), load(&second));
    let moved = given.parameters.iter().zip(&kept.parameters);
    let most = moved.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(most < 1e-6, "{most}");
    assert_eq!(given.manifest.catalog, Rules::embedded().catalog().hash);
    assert_ne!(kept.manifest.catalog, given.manifest.catalog);
    // The file is not needed again, and stays what the run began with.
    std::fs::remove_dir_all(&first).expect("removes");
    holds(&run(train(&second, &more)), 0, &["going on", "done"]);
    let other = ["--set", "warm.from=other", "--cards", &cards];
    holds(&resume(&second, &other), 2, &["the saved run began with"]);
}

#[test]
fn a_run_past_its_lessons_goes_on_without_its_teacher() {
    let (folder, first) = trained();
    let second = folder.path().join("second");
    let teacher = format!("warm.teacher={}", first.join("last.safetensors").display());
    let taught = run(train(&second, &["--set", &teacher]));
    holds(&taught, 0, &["warm start", "done"]);
    std::fs::remove_dir_all(&first).expect("removes");
    let more = ["--set", "run.total_steps=1024"];
    holds(&resume(&second, &more), 0, &["going on", "done"]);
    // A run that has its lessons before it is not begun.
    let third = folder.path().join("third");
    let refused = run(train(&third, &["--set", &teacher]));
    holds(&refused, 2, &["warm.teacher", "cannot read"]);
    assert!(!third.exists());
}

#[test]
fn what_a_run_begins_with_is_measured_and_may_be_its_best() {
    let (folder, first) = trained();
    let second = folder.path().join("second");
    let from = format!("warm.from={}", first.join("last.safetensors").display());
    let mut more = Vec::new();
    for change in [
        from.as_str(),
        "warm.samples=0",
        "ppo.lr=1e-30",
        "ppo.ema=0",
        "eval.every_steps=1000",
        "eval.games=2",
    ] {
        more.extend(["--set", change]);
    }
    let said = run(train(&second, &more));
    let parts = ["step 0: evaluated", "step 512: evaluated", "done"];
    holds(&said, 0, &parts);
    // Nothing moved, so nothing was better.
    let best = Checkpoint::load(&second.join("best.safetensors")).expect("loads");
    assert_eq!(best.manifest.steps, 0);
    assert!(best.manifest.win_rates.is_object());
    let metrics = std::fs::read_to_string(second.join("metrics.jsonl")).expect("reads");
    assert_eq!(metrics.matches("\"step\":0,").count(), 1);
    // Going on measures nothing twice.
    let again = run(train(&second, &more));
    assert!(!again.1.contains("step 0: evaluated"), "{}", again.1);
}

#[test]
fn a_checkpoint_that_cannot_be_begun_with_is_refused_before_anything_is_written() {
    let (folder, first) = trained();
    let second = folder.path().join("second");
    let good = first.join("last.safetensors").display().to_string();
    let try_from = |file: &str, change: &str| {
        let from = format!("warm.from={file}");
        let said = run(train(&second, &["--set", &from, "--set", change]));
        assert!(!second.exists(), "{}", said.1);
        said
    };
    holds(
        &try_from("no-such-file", "warm.samples=0"),
        2,
        &["warm.from: no-such-file: cannot read"],
    );
    for (change, parts) in [
        (
            "net.width=64",
            ["net.width is 64, there 32", "set [net] to its values"],
        ),
        (
            "net.norm=false",
            ["net.norm is false, there true", "last.safetensors"],
        ),
        (
            "net.body=mlp",
            ["net.body is \"mlp\", there \"residual\"", "warm.from"],
        ),
    ] {
        holds(&try_from(&good, change), 2, &parts);
    }
}

#[test]
fn the_configuration_for_other_cards_fits_the_shipped_network() {
    let text = include_str!("../../../configs/train/own-cards.toml");
    let config = config::parse("own-cards.toml", text, &[]).expect("good settings");
    let world = GameWorld::new(Rules::embedded(), &config).expect("good settings");
    let spec = config.net.shape(&world);
    assert_eq!(config.warm.from, "net");
    let parameters = init::from_checkpoint("net", &world, &spec).expect("fits");
    assert_eq!(parameters.len(), spec.parameter_count());
}
