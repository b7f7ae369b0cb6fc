//! The game itself: shards go on where they were saved, and training beats random play.

use reckoners_train::config::{self, Config};
use reckoners_train::env::{StepOut, World};
use reckoners_train::game::{GameWorld, ScriptedTeacher};
use reckoners_train::trainer::Trainer;
use reckoners_train::warm::{Lessons, Teacher};

fn smoke(overrides: &[&str]) -> Config {
    let text = include_str!("../../../configs/train/smoke.toml");
    let overrides: Vec<String> = overrides.iter().map(|s| (*s).to_owned()).collect();
    config::parse("smoke.toml", text, &overrides).expect("good settings")
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
    let world = GameWorld::new(&smoke(&["ppo.shaping=0.5"])).expect("good settings");
    let (rows, obs_len, words) = (5, world.obs_len(), world.action_count().div_ceil(64));
    let play = |shard: &mut dyn reckoners_train::env::RolloutEnv, steps: usize| {
        let (mut obs, mut masks) = (vec![0.0; rows * obs_len], vec![0; rows * words]);
        let mut out = StepOut::new(rows, obs_len);
        shard.observe(&mut obs, &mut masks);
        let mut seen = Vec::new();
        for _ in 0..steps {
            shard.step(&lowest(&masks, words), &mut out, &mut obs, &mut masks);
            seen.extend_from_slice(&out.shaping);
            seen.extend_from_slice(&out.rewards);
        }
        (seen, obs, masks)
    };
    let mut shard = world.shard(3, 0, rows).expect("good settings");
    shard.set_task_weights(&[1.0]);
    play(shard.as_mut(), 100);
    let saved = shard.save();
    let whole = play(shard.as_mut(), 200);
    let mut again = world.shard(3, 0, rows).expect("good settings");
    again.restore(&saved).expect("restores");
    assert!(whole == play(again.as_mut(), 200));
    assert!(
        whole.0.iter().any(|s| *s != 0.0),
        "something must have happened"
    );
}

#[test]
fn rewards_are_win_chances_and_the_exam_is_the_same_for_any_number_of_threads() {
    let score = |threads: usize| {
        let config = smoke(&[&format!("run.threads={threads}"), "env.players=[2,3]"]);
        let world = GameWorld::new(&config).expect("good settings");
        let trainer = Trainer::new(&world, &config).expect("good settings");
        world.evaluate(&trainer.player(), 10).expect("plays")
    };
    let one = score(1);
    assert_eq!(one.len(), 2);
    assert!(
        one.iter()
            .all(|s| s.games == 10 && (0.0..=10.0).contains(&s.score)),
        "{one:?}"
    );
    assert_eq!(one, score(2));
}

#[test]
fn the_teacher_gives_legal_lessons_with_outcomes() {
    let config = smoke(&[]);
    let world = GameWorld::new(&config).expect("good settings");
    let mut teacher = ScriptedTeacher::new(&world, 1).expect("good settings");
    let mut lessons = Lessons::default();
    teacher.teach(2000, &mut lessons).expect("plays");
    let n = lessons.actions.len();
    assert!(n >= 2000);
    assert_eq!(lessons.obs.len(), n * world.obs_len());
    assert_eq!(lessons.outcomes.len(), n);
    let words = world.action_count().div_ceil(64);
    for (mask, action) in lessons.masks.chunks_exact(words).zip(&lessons.actions) {
        assert!(reckoners_agents::net::mask::contains(
            mask,
            usize::from(*action)
        ));
    }
    assert!(
        lessons
            .outcomes
            .iter()
            .all(|o| [0.0, 1.0, -1.0].contains(o))
    );
}

#[test]
fn a_checkpoint_of_the_trainer_is_one_that_agents_load() {
    let config = smoke(&[]);
    let world = GameWorld::new(&config).expect("good settings");
    let trainer = Trainer::new(&world, &config).expect("good settings");
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("last.safetensors");
    let checkpoint = trainer.checkpoint(serde_json::Value::Null);
    checkpoint.save(&file).expect("writes");
    let rules = reckoners_env::Rules::embedded();
    reckoners_agents::net::agent::NetGuide::load(&rules, &file).expect("fits this program");
}

#[test]
fn settings_that_the_game_does_not_have_are_named() {
    for (change, part) in [
        (r#"env.difficulties=["easy"]"#, "env.difficulties"),
        (r#"env.pool=["nobody"]"#, "env.pool"),
        ("env.players=[7]", "7 Reckoners"),
    ] {
        let error = GameWorld::new(&smoke(&[change])).expect_err(change);
        assert!(format!("{error:#}").contains(part), "{error:#}");
    }
}

#[test]
fn a_minute_of_training_wins_games_that_random_play_does_not() {
    let config = smoke(&[
        "net.width=128",
        "ppo.steps=128",
        "ppo.minibatch=1024",
        "run.envs=32",
        "run.total_steps=300000",
        "warm.samples=120000",
        "warm.minibatch=512",
        "warm.epochs=3",
    ]);
    let world = GameWorld::new(&config).expect("good settings");
    let mut trainer = Trainer::new(&world, &config).expect("good settings");
    let wins = |trainer: &Trainer<'_>| {
        let scores = world.evaluate(&trainer.player(), 100).expect("plays");
        scores.iter().map(|task| task.score).sum::<f32>()
    };
    let before = wins(&trainer);
    let mut teacher = ScriptedTeacher::new(&world, 1).expect("good settings");
    trainer
        .warm_start(&mut teacher, &mut |_, _| {})
        .expect("learns");
    let taught = wins(&trainer);
    while trainer.progress().steps < config.run.total_steps {
        trainer.update().expect("finite numbers");
    }
    let after = wins(&trainer);
    eprintln!("won of 100: {before} untrained, {taught} taught, {after} trained");
    assert!(before <= 5.0, "an untrained network wins {before} of 100");
    assert!(
        after >= 20.0,
        "won of 100: {before} untrained, {taught} taught, {after} trained"
    );
}
