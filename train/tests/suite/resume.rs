//! A run that is stopped and resumed is the same run.

use std::sync::atomic::AtomicBool;

use crate::support::chain::Chain;
use crate::support::dice::Dice;
use crate::support::{Toy, ToyWorld, config};
use reckoners_agents::net::Checkpoint;
use reckoners_train::config::Config;
use reckoners_train::env::World;
use reckoners_train::metrics;
use reckoners_train::report::Report;
use reckoners_train::run::{Existing, RunFolder};
use reckoners_train::state::TrainerState;
use reckoners_train::trainer::Trainer;

fn small(threads: usize) -> Config {
    let mut config = config();
    config.run.threads = threads;
    config.run.envs = 8;
    config.ppo.steps = 50;
    config.ppo.minibatch = 100;
    config.ppo.ema = 0.5;
    config
}

fn train(trainer: &mut Trainer<'_>, updates: u64) {
    for _ in 0..updates {
        trainer.update().expect("finite numbers");
    }
}

/// The state with what no two runs share: the time it took.
fn timeless(trainer: &Trainer<'_>) -> TrainerState {
    let mut state = trainer.state();
    state.progress.seconds = 0.0;
    state
}

fn resumes<T: Toy>() {
    let world = ToyWorld::<T>::new();
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("state.safetensors");
    let config = small(1);

    let mut whole = Trainer::new(&world, &config).expect("good settings");
    train(&mut whole, 3);
    whole.state().save(&file).expect("saves");
    train(&mut whole, 4);

    let saved = TrainerState::load(&file).expect("loads");
    let mut resumed = Trainer::resume(&world, &config, saved).expect("resumes");
    train(&mut resumed, 4);
    assert!(
        timeless(&whole) == timeless(&resumed),
        "the resumed run went another way"
    );
}

#[test]
fn resuming_equals_not_stopping_bit_for_bit() {
    resumes::<Dice>();
    // Episodes of a thousand steps: the save falls into the middle of each.
    resumes::<Chain>();
}

#[test]
fn the_seed_decides_everything() {
    let world = ToyWorld::<Dice>::new();
    let run = |seed: u64| {
        let mut config = small(1);
        config.run.seed = seed;
        let mut trainer = Trainer::new(&world, &config).expect("good settings");
        train(&mut trainer, 2);
        timeless(&trainer)
    };
    assert!(run(1) == run(1));
    assert!(run(1).parameters != run(2).parameters);
}

#[test]
fn what_is_played_does_not_depend_on_the_number_of_threads() {
    use reckoners_agents::net::Net;
    use reckoners_train::rollout::Rollout;

    let world = ToyWorld::<Dice>::new();
    let config = small(1);
    let spec = config.net.spec(world.obs_len(), world.action_count());
    let net = Net::new(&spec, &reckoners_train::init::parameters(&spec, 1)).expect("good sizes");
    let play = |threads: usize| {
        let mut rollout = Rollout::new(&world, 5, 7, threads, 40).expect("good settings");
        rollout.collect(&net, 0).expect("finite numbers");
        // By environment: shards of any size, one column after the other.
        let mut columns: Vec<Vec<(u16, u32)>> = Vec::new();
        for shard in rollout.shards() {
            for row in 0..shard.rows {
                let slots = (0..shard.steps).map(|step| step * shard.rows + row);
                columns.push(
                    slots
                        .map(|s| (shard.actions[s], shard.log_probs[s].to_bits()))
                        .collect(),
                );
            }
        }
        columns
    };
    assert_eq!(play(1), play(2));
    assert_eq!(play(1), play(3));
}

#[test]
fn a_run_folder_holds_all_it_should_and_goes_on() {
    let world = ToyWorld::<Dice>::new();
    let parent = tempfile::tempdir().expect("temporary folder");
    let root = parent.path().join("run");
    let mut config = small(1);
    config.run.total_steps = 2000;
    let stop = AtomicBool::new(false);

    let folder = RunFolder::create(&root, &config, Existing::Refuse).expect("creates");
    let mut trainer = Trainer::new(&world, &config).expect("good settings");
    trainer
        .run(&folder, &stop, &mut Report::hidden())
        .expect("trains");
    assert_eq!(metrics::read(&folder.metrics()).expect("reads").len(), 5);
    let checkpoint = Checkpoint::load(&folder.last()).expect("loads");
    assert_eq!(checkpoint.manifest.steps, 2000);
    let events = |name: &str| name.starts_with("events.out.tfevents.");
    let names = std::fs::read_dir(&root)
        .expect("lists")
        .map(|entry| entry.expect("entry"));
    assert!(
        names
            .map(|e| e.file_name())
            .any(|n| events(&n.to_string_lossy()))
    );

    let refused = RunFolder::create(&root, &config, Existing::Refuse).expect_err("holds a run");
    assert!(refused.to_string().contains("--resume"), "{refused}");

    config.run.total_steps = 4000;
    let state = TrainerState::load(&folder.state()).expect("loads");
    let mut trainer = Trainer::resume(&world, &config, state).expect("resumes");
    trainer
        .run(&folder, &stop, &mut Report::hidden())
        .expect("trains");
    assert_eq!(metrics::read(&folder.metrics()).expect("reads").len(), 10);

    let mut other = config.clone();
    other.net.width = 96;
    let state = TrainerState::load(&folder.state()).expect("loads");
    let error = Trainer::resume(&world, &other, state).expect_err("another network");
    assert!(error.to_string().contains("[net]"), "{error}");

    std::fs::write(root.join("mine.txt"), "keep").expect("writes");
    RunFolder::create(&root, &config, Existing::Replace).expect("replaces");
    assert!(!folder.state().exists() && root.join("mine.txt").exists());
}

#[test]
fn a_broken_state_is_told_apart() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("state.safetensors");
    let message = |bytes: &[u8]| {
        std::fs::write(&file, bytes).expect("writes");
        format!("{:#}", TrainerState::load(&file).expect_err("broken"))
    };
    let world = ToyWorld::<Dice>::new();
    let trainer = Trainer::new(&world, &small(1)).expect("good settings");
    trainer.state().save(&file).expect("saves");
    let whole = std::fs::read(&file).expect("reads");
    for bytes in [&whole[..whole.len() / 2], b"nonsense", b""] {
        let said = message(bytes);
        assert!(
            said.contains("state.safetensors") && said.contains("--fresh"),
            "{said}"
        );
    }
}
