//! The game itself: shards go on where they were saved, and training beats random play.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use reckoners_agents::net::agent::{Cards, NetGuide};
use reckoners_agents::net::{MaskedSoftmax, Net, Scratch};
use reckoners_env::Rules;
use reckoners_env::obs::describe_index;
use reckoners_train::config::{self, Config};
use reckoners_train::env::{Ending, EpisodeSummary, RolloutEnv, StepOut, World};
use reckoners_train::game::{GameTeacher, GameWorld};
use reckoners_train::report::Report;
use reckoners_train::rollout::Rollout;
use reckoners_train::run::{Existing, RunFolder};
use reckoners_train::state::{Best, TrainerState};
use reckoners_train::trainer::Trainer;
use reckoners_train::warm::{Lessons, Teacher};

fn smoke(overrides: &[&str]) -> Config {
    let text = include_str!("../../../configs/train/smoke.toml");
    let overrides: Vec<String> = overrides.iter().map(|s| (*s).to_owned()).collect();
    config::parse("smoke.toml", text, &overrides).expect("good settings")
}

fn game(config: &Config) -> GameWorld {
    GameWorld::new(Rules::embedded(), config).expect("good settings")
}

/// The lowest legal action of every row.
fn lowest(masks: &[u64], words: usize) -> Vec<u16> {
    let first = |mask: &[u64]| {
        reckoners_agents::net::mask::iter(mask)
            .next()
            .expect("not empty")
    };
    masks
        .chunks_exact(words)
        .map(|mask| first(mask) as u16)
        .collect()
}

#[test]
fn a_shard_goes_on_exactly_where_it_was_saved() {
    let config = smoke(&[
        "ppo.shaping=0.5",
        "env.players=[2,3]",
        r#"env.difficulties=["beginner","sparks"]"#,
    ]);
    let world = game(&config);
    let (rows, obs_len, words) = (5, world.obs_len(), world.action_count().div_ceil(64));
    let play = |shard: &mut dyn RolloutEnv, steps: usize| {
        let (mut obs, mut masks) = (vec![0.0; rows * obs_len], vec![0; rows * words]);
        let mut out = StepOut::new(rows, obs_len, world.outlooks());
        shard.observe(&mut obs, &mut masks);
        let mut seen = Vec::new();
        for _ in 0..steps {
            shard.step(&lowest(&masks, words), &mut out, &mut obs, &mut masks);
            seen.extend_from_slice(&out.shaping);
            seen.extend_from_slice(&out.rewards);
        }
        (seen, obs, masks, out.episodes)
    };
    // The task of a game that is under way is saved; those that follow are drawn by the weights.
    let weights = [0.1, 0.2, 0.3, 0.4];
    let mut shard = world.shard(3, 0, rows).expect("good settings");
    shard.set_task_weights(&weights);
    play(shard.as_mut(), 1000);
    let saved = shard.save();
    let whole = play(shard.as_mut(), 2000);
    let mut again = world.shard(3, 0, rows).expect("good settings");
    again.set_task_weights(&weights);
    again.restore(&saved).expect("restores");
    assert!(whole == play(again.as_mut(), 2000));
    assert!(
        whole.0.iter().any(|s| *s != 0.0),
        "something must have happened"
    );
    let tasks: HashSet<usize> = whole.3.iter().map(|episode| episode.task).collect();
    assert!(tasks.len() > 1, "only one task was played: {tasks:?}");
}

/// A network that has seen the scripted player: it wins some games and loses others.
fn taught(world: &GameWorld, config: &Config) -> Net {
    let mut trainer = Trainer::new(world, config).expect("good settings");
    let mut teacher = GameTeacher::new(world, "", 1).expect("good settings");
    let finished = trainer
        .warm_start(&mut teacher, &AtomicBool::new(false), &mut |_, _, _| Ok(()))
        .expect("learns");
    assert!(finished);
    trainer.player()
}

#[test]
fn rewards_are_win_chances_and_the_exam_is_the_same_for_any_number_of_threads() {
    let settings = |threads: usize| {
        smoke(&[
            &format!("run.threads={threads}"),
            "env.players=[2,3]",
            "net.width=128",
            "warm.samples=120000",
            "warm.epochs=3",
        ])
    };
    let world = game(&settings(1));
    let net = taught(&world, &settings(1));

    let mut rollout = Rollout::new(&world, 1, 64, 1, 500).expect("good settings");
    let (mut paid, mut won, mut lost) = (0, 0, 0);
    for update in 0..10 {
        rollout
            .collect(std::slice::from_ref(&net), update)
            .expect("finite numbers");
        let shard = rollout.shards().next().expect("one thread");
        let ended = |slot: usize| shard.endings[slot] == Ending::Terminated;
        for (slot, reward) in shard.rewards[..shard.samples()].iter().enumerate() {
            assert!([0.0, 1.0].contains(reward) && (*reward == 0.0 || ended(slot)));
            paid += usize::from(*reward > 0.0);
        }
        let wins = shard.episodes.iter().filter(|e| e.score > 0.0).count();
        won += wins;
        lost += shard.episodes.len() - wins;
        rollout.turn_over();
    }
    assert!(won > 0 && lost > 0, "{won} won, {lost} lost");
    assert_eq!(paid, won);

    let one = world.evaluate(&net, 50).expect("plays");
    let names: Vec<&str> = one.iter().map(|s| s.task.as_str()).collect();
    assert_eq!(names, ["beginner/2", "beginner/3"]);
    for task in &one {
        assert!(task.games == 50 && task.score < 50.0, "{one:?}");
    }
    assert!(one.iter().any(|task| task.score > 0.0), "{one:?}");
    assert_eq!(one, game(&settings(2)).evaluate(&net, 50).expect("plays"));
}

#[test]
fn a_warm_start_ends_when_it_is_told_to() {
    let config = smoke(&[]);
    let world = game(&config);
    let mut trainer = Trainer::new(&world, &config).expect("good settings");
    let mut teacher = GameTeacher::new(&world, "", 1).expect("good settings");
    let before = trainer.state().parameters;
    let finished = trainer
        .warm_start(&mut teacher, &AtomicBool::new(true), &mut |_, _, _| Ok(()))
        .expect("stops");
    assert!(!finished && trainer.state().parameters == before);
}

#[test]
fn a_run_goes_on_with_its_own_tasks_alone() {
    let order = |names: &str| smoke(&[&format!("env.difficulties={names}")]);
    let config = order(r#"["beginner","hard"]"#);
    let world = game(&config);
    let state = Trainer::new(&world, &config)
        .expect("good settings")
        .state();
    let reversed = order(r#"["hard","beginner"]"#);
    let other = game(&reversed);
    let error = Trainer::resume(&other, &reversed, state.clone()).expect_err("other tasks");
    let said = error.to_string();
    for part in [
        "env.difficulties",
        "hard/2, beginner/2",
        "beginner/2, hard/2",
    ] {
        assert!(said.contains(part), "{said}");
    }
    Trainer::resume(&world, &config, state).expect("the same tasks");
}

#[test]
fn the_floor_is_that_of_the_settings_and_rates_are_those_of_the_games() {
    let mut config = smoke(&["env.players=[2,3]", "curriculum.floor=0.2"]);
    let world = game(&config);
    let mut state = Trainer::new(&world, &config)
        .expect("good settings")
        .state();
    let won = EpisodeSummary {
        task: 0,
        score: 1.0,
        decisions: 1,
        rounds: 1,
        truncated: false,
    };
    state.progress.curriculum.record(&won);
    config.curriculum.floor = 1.0;
    config.ppo.steps = 16;
    let mut trainer = Trainer::resume(&world, &config, state).expect("resumes");
    let row = trainer.update().expect("finite numbers");
    assert_eq!(row.get("charts/games"), Some(0.0), "too short for a game");
    let spread = row.get("losses/advantage_std").expect("is logged");
    assert!(
        spread > 0.0 && spread < 1.0,
        "win chances differ by less than 1: {spread}"
    );
    assert_eq!(row.get("curriculum/beginner/2"), Some(0.5));
    assert_eq!(row.get("win_rate/beginner/2"), Some(1.0));
    assert_eq!(row.get("win_rate/beginner/3"), None);
}

#[test]
fn a_network_shows_the_games_it_has_learned_and_the_scripted_player_the_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let learned = smoke(&[]);
    let (run, _lock) = RunFolder::create(&folder.path().join("run"), &learned, Existing::Refuse)
        .expect("a new folder");
    let (base, trainer) = (game(&learned), |world| Trainer::new(world, &learned));
    let trainer = trainer(&base).expect("good settings");
    trainer.save(&run).expect("saved");
    let net = trainer.player();

    let config = smoke(&[r#"env.games=[{ adjustment = "+2" }, { modules = ["epics"] }]"#]);
    let world = game(&config);
    let file = folder.path().join("run/last.safetensors");
    let file = file.to_str().expect("a plain name");
    let mut teacher = GameTeacher::new(&world, file, 1).expect("it fits");
    let mut lessons = Lessons::default();
    teacher.teach(5_000, &mut lessons).expect("plays");

    let (len, words) = (world.obs_len(), world.action_count().div_ceil(64));
    let epics = (0..len).find(|i| describe_index(*i).as_deref() == Some("ruleset.modules[2]"));
    let epics = epics.expect("a number of the observation");
    let (mut scratch, mut softmax) = (Scratch::new(), MaskedSoftmax::new());
    // Decisions, and those that are the network's favourite, of the game that it knows and of the other.
    let mut counts = [[0; 2]; 2];
    let rows = lessons
        .obs
        .chunks_exact(len)
        .zip(lessons.masks.chunks_exact(words));
    for ((obs, mask), action) in rows.zip(&lessons.actions) {
        net.forward(obs, mask, &mut scratch);
        softmax
            .set(scratch.logits(0), mask)
            .expect("finite numbers");
        let [all, favourite] = &mut counts[usize::from(obs[epics] > 0.0)];
        *all += 1;
        *favourite += usize::from(softmax.best().0 == *action);
    }
    let [known, other] = counts;
    assert!(known[0] > 500 && known[0] == known[1], "{known:?}");
    assert!(other[0] > 300 && other[1] < other[0] * 3 / 4, "{other:?}");

    let error = GameTeacher::new(&world, "no-such-file", 1).expect_err("no file");
    assert!(format!("{error:#}").starts_with("warm.teacher: no-such-file: cannot read"));
}

#[test]
fn tasks_that_are_left_out_are_neither_played_at_first_nor_taught() {
    // Whether Hard is in the first games, and whether it is in the lessons.
    let hard = |weights: &str| {
        let weights = format!("curriculum.weights={weights}");
        let config = smoke(&[r#"env.difficulties=["beginner","hard"]"#, &weights]);
        let world = game(&config);
        assert_eq!(world.tasks(), ["beginner/2", "hard/2"], "exams have both");
        let (len, words) = (world.obs_len(), world.action_count().div_ceil(64));
        let place = (0..len).find(|i| describe_index(*i).as_deref() == Some("turn.difficulty[2]"));
        let place = place.expect("a number of the observation");
        let has = |obs: &[f32]| obs.chunks_exact(len).any(|row| row[place] > 0.0);
        let rows = 32;
        let (mut obs, mut masks) = (vec![0.0; rows * len], vec![0; rows * words]);
        let mut shard = world.shard(3, 0, rows).expect("good settings");
        shard.observe(&mut obs, &mut masks);
        let mut lessons = Lessons::default();
        let mut teacher = GameTeacher::new(&world, "", 1).expect("good settings");
        teacher.teach(3_000, &mut lessons).expect("plays");
        [has(&obs), has(&lessons.obs)]
    };
    assert_eq!(hard("{}"), [true, true]);
    assert_eq!(hard("{ hard = 0.0 }"), [false, false]);
}

#[test]
fn the_teacher_gives_legal_lessons_with_outcomes() {
    let config = smoke(&[]);
    let world = game(&config);
    let mut teacher = GameTeacher::new(&world, "", 1).expect("good settings");
    let mut lessons = Lessons::default();
    teacher.teach(20_000, &mut lessons).expect("plays");
    let n = lessons.actions.len();
    assert!(n >= 20_000);
    assert_eq!(lessons.obs.len(), n * world.obs_len());
    assert_eq!(lessons.outcomes.len(), n);
    let words = world.action_count().div_ceil(64);
    for (mask, action) in lessons.masks.chunks_exact(words).zip(&lessons.actions) {
        assert!(reckoners_agents::net::mask::contains(
            mask,
            usize::from(*action)
        ));
    }
    // Whole games one after the other, so that an outcome stands for all decisions of its game.
    let mut games: Vec<(i8, usize)> = Vec::new();
    for outcome in &lessons.outcomes {
        assert!([0.0, 1.0, -1.0].contains(outcome));
        match games.last_mut() {
            Some((last, decisions)) if *last == *outcome as i8 => *decisions += 1,
            _ => games.push((*outcome as i8, 1)),
        }
    }
    assert!(
        games.iter().all(|(_, decisions)| *decisions >= 100),
        "{games:?}"
    );
    for outcome in [0, 1] {
        let count = games.iter().filter(|game| game.0 == outcome).count();
        assert!(count >= 3, "{games:?}");
    }
}

#[test]
fn a_run_of_the_game_that_is_resumed_is_the_same_run() {
    let config = smoke(&[
        "run.threads=1",
        "run.envs=8",
        "net.width=32",
        "ppo.steps=48",
        "ppo.minibatch=96",
        "env.players=[2,3]",
    ]);
    let world = game(&config);
    let train = |trainer: &mut Trainer<'_>| {
        (0..3).for_each(|_| {
            trainer.update().expect("finite numbers");
        });
    };
    let timeless = |trainer: &Trainer<'_>| {
        let mut state = trainer.state();
        state.progress.seconds = 0.0;
        state
    };
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("state.safetensors");
    let mut whole = Trainer::new(&world, &config).expect("good settings");
    train(&mut whole);
    whole.state().save(&file).expect("saves");
    train(&mut whole);
    let saved = TrainerState::load(&file).expect("loads");
    let mut resumed = Trainer::resume(&world, &config, saved).expect("resumes");
    train(&mut resumed);
    assert!(timeless(&whole) == timeless(&resumed));
}

#[test]
fn a_checkpoint_of_the_trainer_is_one_that_agents_load() {
    let config = smoke(&[]);
    let world = game(&config);
    let trainer = Trainer::new(&world, &config).expect("good settings");
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("last.safetensors");
    let checkpoint = trainer.checkpoint(serde_json::Value::Null);
    checkpoint.save(&file).expect("writes");
    let rules = Rules::embedded();
    NetGuide::load(&rules, &file, Cards::Known).expect("fits this program");
}

#[test]
fn settings_that_the_game_does_not_have_are_named() {
    for (change, part) in [
        (r#"env.difficulties=["easy"]"#, "env.difficulties"),
        (r#"env.pool=["nobody"]"#, "env.pool"),
        ("env.players=[7]", "7 Reckoners"),
    ] {
        let error = GameWorld::new(Rules::embedded(), &smoke(&[change])).expect_err(change);
        assert!(format!("{error:#}").contains(part), "{error:#}");
    }
}

#[test]
fn lists_that_repeat_are_refused_and_examples_are_of_their_kind() {
    let text = include_str!("../../../configs/train/smoke.toml");
    for (change, parts) in [
        ("env.players=[2,3,2]", ["env.players", "2 twice"]),
        (
            r#"env.difficulties=["hard","hard"]"#,
            ["env.difficulties", "hard twice"],
        ),
        (
            r#"env.difficulties=["hard","Hard "]"#,
            ["env.difficulties", "Hard twice"],
        ),
        (
            r#"env.pool=["tia","david","tia"]"#,
            ["env.pool", "tia twice"],
        ),
        (
            "env.difficulties=[1]",
            ["--set env.difficulties=", "beginner"],
        ),
    ] {
        let error = config::parse("smoke.toml", text, &[change.into()]).expect_err(change);
        for part in parts {
            assert!(error.0.contains(part), "{change}: {error}");
        }
    }
}

#[test]
fn an_evaluation_of_other_games_is_not_measured_by_the_former_best() {
    let mut config = smoke(&["run.total_steps=1024", "eval.games=2", "warm.samples=0"]);
    let world = game(&config);
    let mut state = Trainer::new(&world, &config)
        .expect("good settings")
        .state();
    state.progress.best = Some(Best {
        score: 2.0,
        games: 2,
    });
    let root = tempfile::tempdir().expect("temporary folder");
    let (folder, _lock) = RunFolder::create(root.path(), &config, Existing::Refuse).expect("new");
    config.eval.games = 3;
    let mut trainer = Trainer::resume(&world, &config, state).expect("resumes");
    let stop = AtomicBool::new(false);
    let mut hidden = Report::hidden();
    trainer.run(&folder, &stop, &mut hidden).expect("trains");
    assert!(folder.best().exists(), "no score can beat 2");
}

#[test]
fn a_minute_of_training_wins_games_that_random_play_does_not() {
    let config = smoke(&[
        "net.width=128",
        "ppo.steps=128",
        "ppo.minibatch=1024",
        "run.envs=32",
        "run.total_steps=600000",
        "warm.samples=90000",
        "warm.minibatch=512",
        "warm.epochs=3",
    ]);
    let world = game(&config);
    let mut trainer = Trainer::new(&world, &config).expect("good settings");
    let wins = |trainer: &Trainer<'_>| {
        let scores = world.evaluate(&trainer.player(), 100).expect("plays");
        scores.iter().map(|task| task.score).sum::<f32>()
    };
    let before = wins(&trainer);
    let mut teacher = GameTeacher::new(&world, "", 1).expect("good settings");
    trainer
        .warm_start(&mut teacher, &AtomicBool::new(false), &mut |_, _, _| Ok(()))
        .expect("learns");
    let taught = wins(&trainer);
    while trainer.progress().steps < config.run.total_steps {
        trainer.update().expect("finite numbers");
    }
    let after = wins(&trainer);
    eprintln!("won of 100: {before} untrained, {taught} taught, {after} trained");
    assert!(before <= 5.0, "an untrained network wins {before} of 100");
    // Lessons alone win 24 and training makes it 58: both must have done their part.
    assert!(
        taught >= before + 10.0 && after >= taught + 10.0,
        "won of 100: {before} untrained, {taught} taught, {after} trained"
    );
}
