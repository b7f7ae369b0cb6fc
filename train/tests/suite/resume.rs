//! A run that is stopped and resumed is the same run.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use crate::support::chain::Chain;
use crate::support::dice::Dice;
use crate::support::{Toy, ToyWorld, config};
use reckoners_agents::net::Checkpoint;
use reckoners_train::config::Config;
use reckoners_train::metrics;
use reckoners_train::report::Report;
use reckoners_train::run::{Existing, RunFolder};
use reckoners_train::state::TrainerState;
use reckoners_train::trainer::Trainer;
use safetensors::SafeTensors;

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
fn the_same_games_go_on_with_another_number_of_threads() {
    let world = ToyWorld::<Chain>::new();
    let mut trainer = Trainer::new(&world, &small(1)).expect("good settings");
    train(&mut trainer, 2);
    let state = trainer.state();
    let resumed = Trainer::resume(&world, &small(3), state.clone()).expect("resumes");
    assert!(resumed.state() == state);
    let row = |mut trainer: Trainer<'_>| trainer.update().expect("finite numbers");
    // What is played next comes before any gradient is summed.
    let explained = |row: &metrics::Row| row.get("losses/explained_variance").map(f64::to_bits);
    let (one, three) = (row(trainer), row(resumed));
    assert!(explained(&one).is_some() && explained(&one) == explained(&three));
}

#[test]
fn a_run_goes_on_with_its_own_seed_and_environments_alone() {
    let world = ToyWorld::<Dice>::new();
    let state = Trainer::new(&world, &small(1))
        .expect("good settings")
        .state();
    let refused = |change: &dyn Fn(&mut Config), state: &TrainerState| {
        let mut config = small(1);
        change(&mut config);
        let error = Trainer::resume(&world, &config, state.clone()).expect_err("another run");
        error.to_string()
    };
    let said = refused(&|config| config.run.envs = 5, &state);
    assert!(
        said.contains("run.envs is 5, the saved run has 8"),
        "{said}"
    );
    let said = refused(&|config| config.run.seed = 8, &state);
    assert!(
        said.contains("run.seed is 8, the saved run has 7"),
        "{said}"
    );
    let said = refused(&|config| config.env.round_cap = 9, &state);
    assert!(
        said.contains("env.round_cap is 9, the saved run has 50"),
        "{said}"
    );
    let said = refused(&|config| config.env.pool = vec!["tia".into()], &state);
    for part in ["env.pool", "david", "tia"] {
        assert!(said.contains(part), "{said}");
    }
}

/// Rewrites the metadata of a saved state.
fn rewrite(file: &std::path::Path, change: impl FnOnce(&mut HashMap<String, String>)) {
    let bytes = std::fs::read(file).expect("reads");
    let (_, header) = SafeTensors::read_metadata(&bytes).expect("a state");
    let mut metadata = header.metadata().clone().expect("metadata");
    change(&mut metadata);
    let tensors = SafeTensors::deserialize(&bytes).expect("a state");
    let changed = safetensors::serialize(tensors.tensors(), Some(metadata)).expect("serializes");
    std::fs::write(file, changed).expect("writes");
}

#[test]
fn a_state_of_another_format_is_told_apart() {
    let world = ToyWorld::<Dice>::new();
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("state.safetensors");
    let trainer = Trainer::new(&world, &small(1)).expect("good settings");
    for (found, part) in [(Some("9"), "format 9"), (None, "no format")] {
        trainer.state().save(&file).expect("saves");
        rewrite(&file, |metadata| {
            metadata.remove("format");
            metadata.extend(found.map(|format| ("format".to_owned(), format.to_owned())));
        });
        let said = format!(
            "{:#}",
            TrainerState::load(&file).expect_err("another format")
        );
        for part in ["state.safetensors", part, "format 1", "--fresh"] {
            assert!(said.contains(part), "{said}");
        }
    }
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
    let shape = config.net.shape(&world);
    let parameters = reckoners_train::init::parameters(&shape, 1);
    let net = Net::new(&shape.net, &parameters).expect("good sizes");
    let play = |threads: usize| {
        let mut rollout = Rollout::new(&world, 5, 7, threads, 40).expect("good settings");
        rollout
            .collect(std::slice::from_ref(&net), 0)
            .expect("finite numbers");
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

    let (folder, lock) = RunFolder::create(&root, &config, Existing::Refuse).expect("creates");
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

    drop(lock);
    let refused = RunFolder::create(&root, &config, Existing::Refuse).expect_err("holds a run");
    assert!(refused.to_string().contains("--resume"), "{refused}");
    let lock = folder.lock().expect("nobody is at work");

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
    let busy = RunFolder::create(&root, &config, Existing::Replace).expect_err("is at work");
    assert!(busy.to_string().contains("another trainer"), "{busy}");
    assert!(folder.state().exists(), "nothing is removed under it");
    drop(lock);
    RunFolder::create(&root, &config, Existing::Replace).expect("replaces");
    assert!(!folder.state().exists() && root.join("mine.txt").exists());
}

#[test]
fn a_folder_is_looked_at_under_its_lock_and_leftovers_are_removed() {
    let parent = tempfile::tempdir().expect("temporary folder");
    let root = parent.path().join("run");
    let config = small(1);
    let create = || RunFolder::create(&root, &config, Existing::Refuse);
    let (folder, lock) = create().expect("creates");
    let leftover = root.join(".reckoners-x1y2z3");
    std::fs::write(&leftover, "half a state").expect("writes");
    std::fs::write(folder.best(), "precious").expect("writes");
    let busy = create().expect_err("is at work").to_string();
    assert!(busy.contains("another trainer"), "{busy}");
    assert!(leftover.exists(), "it may belong to the other trainer");
    drop(lock);
    let precious = create().expect_err("holds a checkpoint").to_string();
    assert!(precious.contains("best.safetensors") && precious.contains("--fresh"));
    assert!(!precious.contains("--resume"), "{precious}");
    assert!(!leftover.exists());
    std::fs::write(&leftover, "half a state").expect("writes");
    drop(folder.lock().expect("nobody is at work"));
    assert!(!leftover.exists());
}

#[test]
fn a_network_whose_checkpoints_would_be_refused_is_not_trained() {
    let world = ToyWorld::<Dice>::new();
    let mut config = small(1);
    config.net.blocks = 24;
    let said = Trainer::new(&world, &config).expect_err("sums too large");
    for part in ["net.blocks", "24", "net.norm"] {
        assert!(said.to_string().contains(part), "{said}");
    }
    config.net.norm = true;
    Trainer::new(&world, &config).expect("normalised sums are small");
}

#[test]
fn a_rollout_that_does_not_fit_in_memory_is_refused() {
    let world = ToyWorld::<Dice>::new();
    let mut config = small(1);
    config.run.envs = 1 << 16;
    config.ppo.steps = 1 << 16;
    let said = Trainer::new(&world, &config)
        .expect_err("too large")
        .to_string();
    for part in ["run.envs", "ppo.steps", "GiB", "16"] {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn large_minibatches_do_not_make_the_lessons_sixteen_times_as_large() {
    use reckoners_train::warm::{Lessons, Teacher};

    struct Asked(usize);
    impl Teacher for Asked {
        fn teach(&mut self, samples: usize, _lessons: &mut Lessons) -> anyhow::Result<()> {
            self.0 = samples;
            Ok(())
        }
    }
    let world = ToyWorld::<Dice>::new();
    for (minibatch, chunk) in [
        (512, 8192),
        (4096, 65_536),
        (8192, 65_536),
        (1 << 17, 1 << 17),
    ] {
        let mut config = small(1);
        config.warm.samples = 10_000_000;
        config.warm.minibatch = minibatch;
        let mut trainer = Trainer::new(&world, &config).expect("good settings");
        let mut teacher = Asked(0);
        let stop = AtomicBool::new(false);
        let finished = trainer.warm_start(&mut teacher, &stop, &mut |_, _, _| Ok(()));
        assert!(finished.expect("an idle teacher"));
        assert_eq!(teacher.0, chunk, "minibatches of {minibatch}");
    }
}

#[test]
fn a_small_rest_of_the_lessons_makes_no_step_of_its_own() {
    use reckoners_train::warm::{Lessons, Teacher};

    struct Idle;
    impl Teacher for Idle {
        fn teach(&mut self, samples: usize, lessons: &mut Lessons) -> anyhow::Result<()> {
            *lessons = Lessons {
                obs: vec![0.0; samples * Dice::OBS],
                masks: vec![1; samples * Dice::ACTIONS.div_ceil(64)],
                actions: vec![0; samples],
                outcomes: vec![1.0; samples],
                ..Lessons::default()
            };
            Ok(())
        }
    }
    let world = ToyWorld::<Dice>::new();
    let mut config = small(1);
    config.warm.samples = 300;
    config.warm.minibatch = 256;
    let mut trainer = Trainer::new(&world, &config).expect("good settings");
    let stop = AtomicBool::new(false);
    let mut steps = Vec::new();
    let finished = trainer.warm_start(&mut Idle, &stop, &mut |trainer, done, _| {
        steps.push((done, trainer.state().adam.steps));
        Ok(())
    });
    assert!(finished.expect("learns"));
    assert_eq!(steps, [(300, 1)], "not 256 and 44");
}

#[test]
#[cfg(target_os = "linux")]
fn lessons_that_do_not_fit_in_memory_are_refused() {
    let world = ToyWorld::<Dice>::new();
    let mut config = small(1);
    config.warm.minibatch = 1 << 40;
    config.warm.samples = 1 << 40;
    let said = Trainer::new(&world, &config).expect_err("too large");
    for part in ["GiB", "warm.minibatch"] {
        assert!(said.to_string().contains(part), "{said}");
    }
    config.warm.samples = 300;
    Trainer::new(&world, &config).expect("no more than there are");
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
