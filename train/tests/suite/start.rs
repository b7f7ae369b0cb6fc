//! Runs that begin with the weights of a checkpoint.

use std::path::Path;

use reckoners_agents::net::Checkpoint;
use reckoners_env::Rules;

use crate::cli::{holds, other_cards, run, train};

fn load(root: &Path) -> Checkpoint {
    Checkpoint::load(&root.join("last.safetensors")).expect("loads")
}

#[test]
fn a_run_on_other_cards_begins_with_the_weights_it_is_given() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    holds(&run(train(&first, &[])), 0, &["done"]);
    let from = format!("warm.from={}", first.join("last.safetensors").display());
    let cards = other_cards(folder.path()).display().to_string();
    // Steps too small to be seen.
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
    assert!(most < 1e-20, "{most}");
    assert_eq!(given.manifest.catalog, Rules::embedded().catalog().hash);
    assert_ne!(kept.manifest.catalog, given.manifest.catalog);
    // The file is not needed again.
    std::fs::remove_dir_all(&first).expect("removes");
    holds(&run(train(&second, &more)), 0, &["going on", "done"]);
}

#[test]
fn a_checkpoint_that_cannot_be_begun_with_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    holds(&run(train(&first, &[])), 0, &["done"]);
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
            ["has width 32, but net.width is 64", "set it to 32"],
        ),
        ("net.norm=false", ["has norm true", "net.norm is false"]),
        ("net.body=mlp", ["has body Residual", "set it to residual"]),
    ] {
        holds(&try_from(&good, change), 2, &parts);
    }
}
