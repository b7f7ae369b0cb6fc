//! Runs that diverge, files that are damaged, and machines that are too small: each stops with a clear
//! message, and what was good stays.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use anyhow::{Result, ensure};
use reckoners_agents::net::{Checkpoint, Encoding, Net};
use reckoners_env::Rules;
use reckoners_train::config;
use reckoners_train::env::{RolloutEnv, TaskScore, World};
use reckoners_train::game::{GameTeacher, GameWorld};
use reckoners_train::report::Report;
use reckoners_train::run::{Existing, RunFolder};
use reckoners_train::state::{Best, TrainerState};
use reckoners_train::trainer::Trainer;

use crate::cli::{holds, resume, run, train};
use crate::support::dice::Dice;
use crate::support::{ToyWorld, config};

#[test]
fn lessons_that_were_stopped_go_on_bit_for_bit() {
    let text = include_str!("../../../configs/train/smoke.toml");
    let change = ["warm.samples=9000", "warm.minibatch=128"].map(String::from);
    let config = config::parse("smoke.toml", text, &change).expect("good settings");
    let world = GameWorld::new(Rules::embedded(), &config).expect("good settings");
    let teacher = || GameTeacher::new(&world, "", 1).expect("good settings");
    let never = AtomicBool::new(false);

    let mut whole = Trainer::new(&world, &config).expect("good settings");
    let mut chunks = 0;
    let finished = whole.warm_start(&mut teacher(), &never, &mut |_, _, _| {
        chunks += 1;
        Ok(())
    });
    assert!(finished.expect("learns") && chunks >= 3);

    let mut stopped = Trainer::new(&world, &config).expect("good settings");
    let stop = AtomicBool::new(false);
    let finished = stopped.warm_start(&mut teacher(), &stop, &mut |_, _, _| {
        stop.store(true, Ordering::Relaxed);
        Ok(())
    });
    assert!(!finished.expect("stops"));
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("state.safetensors");
    stopped.state().save(&file).expect("saves");
    let saved = TrainerState::load(&file).expect("loads");
    assert!(saved.progress.lessons.is_some());
    let mut resumed = Trainer::resume(&world, &config, saved).expect("resumes");
    let finished = resumed.warm_start(&mut teacher(), &never, &mut |_, _, _| Ok(()));
    assert!(finished.expect("learns"));
    assert!(
        resumed.state() == whole.state(),
        "the lessons went another way"
    );
}

/// Dice with one exam; the second breaks off.
struct OneExam {
    dice: ToyWorld<Dice>,
    held: AtomicU32,
}

impl World for OneExam {
    fn obs_len(&self) -> usize {
        self.dice.obs_len()
    }

    fn action_count(&self) -> usize {
        self.dice.action_count()
    }

    fn observation(&self) -> Encoding {
        self.dice.observation()
    }

    fn action(&self) -> Encoding {
        self.dice.action()
    }

    fn catalog(&self) -> String {
        self.dice.catalog()
    }

    fn tasks(&self) -> Vec<String> {
        self.dice.tasks()
    }

    fn shard(&self, seed: u64, first: usize, rows: usize) -> Result<Box<dyn RolloutEnv>> {
        self.dice.shard(seed, first, rows)
    }

    fn evaluate(&self, _net: &Net, games: u32) -> Result<Vec<TaskScore>> {
        ensure!(self.held.fetch_add(1, Ordering::Relaxed) == 0, "broken off");
        let task = "toy".to_owned();
        let score = games as f32 / 2.0;
        Ok(vec![TaskScore { task, games, score }])
    }
}

#[test]
fn a_run_that_breaks_off_after_an_evaluation_knows_its_best_checkpoint() {
    let world = OneExam {
        dice: ToyWorld::new(),
        held: AtomicU32::new(0),
    };
    let mut config = config();
    config.run.envs = 8;
    config.ppo.steps = 50;
    config.ppo.minibatch = 100;
    config.eval.every_steps = 800;
    config.eval.games = 2;
    let parent = tempfile::tempdir().expect("temporary folder");
    let (folder, _lock) =
        RunFolder::create(parent.path(), &config, Existing::Refuse).expect("creates");
    let mut trainer = Trainer::new(&world, &config).expect("good settings");
    let never = AtomicBool::new(false);
    let result = trainer.run(&folder, &never, &mut Report::hidden());
    let said = result.expect_err("stops").to_string();
    assert!(said.contains("broken off"), "{said}");
    // The next regular save is an hour away.
    let saved = TrainerState::load(&folder.state()).expect("saved with the evaluation");
    assert_eq!((saved.progress.steps, saved.progress.evaluated), (800, 800));
    let half = Best {
        score: 0.5,
        games: 2,
    };
    assert_eq!(saved.progress.best, Some(half));
    assert!(folder.best().exists());
}

#[test]
fn a_kill_between_the_two_files_of_the_first_save_leaves_a_run_that_goes_on() {
    let (world, config) = (ToyWorld::<Dice>::new(), config());
    let parent = tempfile::tempdir().expect("temporary folder");
    let (folder, _lock) =
        RunFolder::create(parent.path(), &config, Existing::Refuse).expect("creates");
    // In the way of the second file, as a kill would be.
    std::fs::create_dir(folder.last()).expect("makes a folder");
    let trainer = Trainer::new(&world, &config).expect("good settings");
    trainer.save(&folder).expect_err("only half of it");
    assert!(RunFolder::find(parent.path()).is_some());
    TrainerState::load(&folder.state()).expect("loads");
}

#[test]
fn states_that_no_training_makes_are_neither_saved_nor_gone_on_with() {
    let (world, config) = (ToyWorld::<Dice>::new(), config());
    let parent = tempfile::tempdir().expect("temporary folder");
    let (folder, _lock) =
        RunFolder::create(parent.path(), &config, Existing::Refuse).expect("creates");
    let good = Trainer::new(&world, &config)
        .expect("good settings")
        .state();
    good.save(&folder.state()).expect("saves");
    type Change = fn(&mut TrainerState);
    let changes: [(Change, &str); 7] = [
        (
            |s| s.parameters[3] = f32::NAN,
            "parameters holds NaN at index 3",
        ),
        (|s| s.average[0] = f32::INFINITY, "average holds inf"),
        (|s| s.average.fill(1e9), "sums in the network could reach"),
        (|s| s.adam.mean[5] = f32::NAN, "adam.mean holds NaN"),
        (|s| s.adam.mean[5] = 1e6, "no moments of any gradients"),
        (|s| s.adam.square[5] = -1.0, "no moments of any gradients"),
        (|s| s.progress.seconds = -1.0, "out of range"),
    ];
    for (change, part) in changes {
        let mut bad = good.clone();
        change(&mut bad);
        let file = parent.path().join("bad");
        bad.save(&file).expect("writes");
        let said = format!("{:#}", TrainerState::load(&file).expect_err(part));
        assert!(said.contains(part) && said.contains("--fresh"), "{said}");
        let said = Trainer::resume(&world, &config, bad).expect_err(part);
        assert!(format!("{said:#}").contains(part), "{said:#}");
    }
}

#[test]
fn one_flipped_bit_of_a_saved_state_is_noticed() {
    let (world, config) = (ToyWorld::<Dice>::new(), config());
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("state.safetensors");
    let trainer = Trainer::new(&world, &config).expect("good settings");
    trainer.state().save(&file).expect("saves");
    let good = std::fs::read(&file).expect("reads");
    let weights = good.len() / 2;
    let mut bytes = good.clone();
    bytes[weights - weights % 4] ^= 1;
    std::fs::write(&file, &bytes).expect("writes");
    let said = format!("{:#}", TrainerState::load(&file).expect_err("damaged"));
    assert!(said.contains("checksum"), "{said}");
}

#[test]
fn settings_that_diverge_stop_and_keep_what_was_good() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let root = folder.path().join("run");
    let wild = ["--set", "net.norm=false", "--set", "net.blocks=6"];
    holds(&run(train(&root, &wild)), 0, &["done"]);
    let state = || std::fs::read(root.join("state.safetensors")).expect("reads");
    let before = state();
    let mut more = Vec::new();
    for change in [
        "run.total_steps=4096",
        "ppo.lr=1",
        "ppo.target_kl=0",
        "ppo.epochs=20",
    ] {
        more.extend(["--set", change]);
    }
    let said = resume(&root, &more);
    holds(&said, 2, &["diverged", "--resume", "lower ppo.lr"]);
    assert!(state() == before, "a state that cannot go on was saved");
    // Whatever is left can be played.
    Checkpoint::load(&root.join("last.safetensors")).expect("loads");
}

#[test]
fn the_best_checkpoint_is_measured_again_when_other_games_are_asked_for() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let root = folder.path().join("run");
    let set = |changes: &[&'static str]| -> Vec<&'static str> {
        changes
            .iter()
            .flat_map(|change| ["--set", change])
            .collect()
    };
    // Steps too small to be seen: nothing can be better than the first.
    let more = set(&[
        "eval.every_steps=512",
        "eval.games=2",
        "ppo.lr=1e-30",
        "ppo.ema=0",
    ]);
    holds(&run(train(&root, &more)), 0, &["step 512: evaluated"]);
    let best = || Checkpoint::load(&root.join("best.safetensors")).expect("loads");
    assert_eq!(best().manifest.steps, 512);
    let said = resume(&root, &set(&["run.total_steps=1024", "eval.games=3"]));
    let parts = [
        "eval.games is now 3",
        "step 1024: evaluated",
        "best.safetensors",
    ];
    holds(&said, 0, &parts);
    assert_eq!(best().manifest.steps, 512, "an equal one replaced it");
}

#[test]
fn a_best_checkpoint_that_was_damaged_is_replaced_and_never_recommended() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let root = folder.path().join("run");
    let eval = ["--set", "eval.every_steps=512", "--set", "eval.games=2"];
    holds(&run(train(&root, &eval)), 0, &["best.safetensors"]);
    let best = root.join("best.safetensors");
    let damage = || {
        let mut bytes = std::fs::read(&best).expect("reads");
        *bytes.last_mut().expect("not empty") ^= 1;
        std::fs::write(&best, bytes).expect("writes");
    };
    damage();
    // Nothing is left to do, and nothing better comes.
    let said = resume(&root, &[]);
    holds(
        &said,
        0,
        &["warning", "damaged", "net:", "last.safetensors"],
    );
    let said = resume(&root, &["--set", "run.total_steps=1024"]);
    holds(&said, 0, &["step 1024: evaluated"]);
    let again = Checkpoint::load(&best).expect("a good one");
    assert_eq!(again.manifest.steps, 1024);
}

#[test]
fn a_network_that_does_not_fit_is_refused_before_it_is_made() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let root = folder.path().join("run");
    let more = ["--set", "net.width=4096", "--set", "net.blocks=64"];
    let said = run(train(&root, &more));
    holds(
        &said,
        2,
        &["net.width is 4096 and net.blocks is 64", "lower"],
    );
    assert!(!root.exists());
}

#[test]
#[cfg(target_os = "linux")]
fn settings_and_states_that_are_no_files_are_not_read() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_reckoners-train"));
    command.args(["--config", "/dev/zero"]);
    holds(&run(command), 2, &["/dev/zero", "not a regular file"]);
    let said = TrainerState::load(std::path::Path::new("/dev/zero")).expect_err("refused");
    assert!(format!("{said:#}").contains("not a regular file"));
    let root = folder.path().join("run");
    let from = ["--set", "warm.from=/dev/zero"];
    let said = run(train(&root, &from));
    holds(&said, 2, &["warm.from", "/dev/zero", "not a regular file"]);
}
