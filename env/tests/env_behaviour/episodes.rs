//! Episodes: seeds, forced decisions, rewards, the round cap.

use std::sync::Arc;

use reckoners_env::episode::EpisodeRules;
use reckoners_env::reward::Shaping;
use reckoners_env::rng::{Purpose, stream};
use reckoners_env::task::EpisodeTask;
use reckoners_env::{
    ActionMask, Difficulty, EnvOptions, EpisodeEnd, EpisodeInfo, GameEnv, GameSetup, OBS_LEN,
    Reckoner, TaskSource,
};

use crate::play::{encoder, every_task, pick};

/// Weights with which the potential of no whole population is exactly 0.
const SHAPING: Shaping = Shaping {
    boss: 0.7,
    population: 1.3,
    danger: 0.4,
};

/// Plays one episode with a random policy; gives its end, the sums of reward and shaping.
fn episode(env: &mut GameEnv, seed: u64) -> (EpisodeInfo, f32, f64) {
    let mut rng = stream(seed, 0, 0, Purpose::Agent);
    let (mut reward, mut shaping) = (0.0, 0.0);
    loop {
        let info = env.step(pick(&env.mask(), &mut rng)).unwrap();
        reward += info.reward;
        shaping += f64::from(info.shaping);
        if let Some(end) = info.episode {
            assert_eq!(info.terminated(), end.end != EpisodeEnd::Truncated);
            assert_eq!(info.truncated(), end.end == EpisodeEnd::Truncated);
            return (end, reward, shaping);
        }
        assert!(!info.terminated() && !info.truncated());
    }
}

#[test]
fn same_seed_same_game_other_seed_other_game_next_reset_next_game() {
    let mut env = GameEnv::new(encoder(), every_task(), EnvOptions::default());
    let mut end = |seed, next| {
        env.reset(seed);
        if next {
            env.reset_next();
        }
        episode(&mut env, 5);
        env.game().digest()
    };
    assert_eq!(end(1, false), end(1, false));
    assert_ne!(end(1, false), end(2, false));
    assert_ne!(end(1, false), end(1, true));
}

#[test]
fn forced_decisions_are_played_and_change_nothing_else() {
    let options = EnvOptions::default();
    let asking = EnvOptions {
        episode: EpisodeRules {
            auto_forced: false,
            ..options.episode
        },
        ..options
    };
    let mut auto = GameEnv::new(encoder(), every_task(), options);
    let mut every = GameEnv::new(encoder(), every_task(), asking);
    let mut forced = 0;
    for seed in 0..30 {
        auto.reset(seed);
        every.reset(seed);
        let mut rng = stream(seed, 0, 0, Purpose::Agent);
        let mut asked = 0;
        let (a, b) = loop {
            let mut last = None;
            while let (None, Some(only)) = (last, every.mask().single()) {
                last = every.step(only).unwrap().episode;
                asked += 1;
            }
            if last.is_some() {
                panic!("the two environments end apart");
            }
            assert_eq!(auto.game(), every.game());
            assert!(auto.mask().len() > 1, "a forced decision was asked");
            let action = pick(&auto.mask(), &mut rng);
            let a = auto.step(action).unwrap().episode;
            let mut b = every.step(action).unwrap().episode;
            asked += 1;
            while let (None, Some(only)) = (b, every.mask().single()) {
                b = every.step(only).unwrap().episode;
                asked += 1;
            }
            if let (Some(a), Some(b)) = (a, b) {
                break (a, b);
            }
        };
        assert_eq!((a.decisions + a.forced, 0), (b.decisions, b.forced));
        assert_eq!(asked, b.decisions);
        forced += a.forced;
    }
    assert!(forced > 0);
}

#[test]
fn an_illegal_action_is_refused_and_changes_nothing() {
    let mut env = GameEnv::new(encoder(), every_task(), EnvOptions::default());
    env.reset(3);
    let illegal = (0..500).find(|&id| !env.mask().has(id)).unwrap();
    let before = *env.game();
    for id in [illegal, 70_000] {
        let error = env.step(id).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("action {id} is not legal in environment 0: take one from its mask")
        );
        assert_eq!(*env.game(), before);
    }
    episode(&mut env, 1);
    assert_eq!(env.mask(), ActionMask::EMPTY);
    assert!(env.step(0).is_err(), "an ended episode cannot be stepped");
}

#[test]
fn shaping_adds_up_to_minus_the_first_potential() {
    let options = EnvOptions {
        shaping: Some(SHAPING),
        ..EnvOptions::default()
    };
    let mut env = GameEnv::new(encoder(), every_task(), options);
    for seed in 0..40 {
        env.reset(seed);
        let first = f64::from(env.potential());
        assert!(first > 0.1, "{first}");
        let (end, reward, sum) = episode(&mut env, seed);
        let expected: f32 = if end.won() { 1.0 } else { -1.0 };
        assert_eq!(reward.to_bits(), expected.to_bits());
        assert!((sum + first).abs() < 1e-4, "{sum} against -{first}");
    }
}

#[test]
fn a_truncated_episode_keeps_its_potential_and_is_never_a_loss() {
    let options = EnvOptions {
        shaping: Some(SHAPING),
        episode: EpisodeRules {
            round_cap: 1,
            ..EpisodeRules::default()
        },
        ..EnvOptions::default()
    };
    let mut env = GameEnv::new(encoder(), every_task(), options);
    let (mut cut, mut lost) = (0, 0);
    for seed in 0..300 {
        env.reset(seed);
        let first = f64::from(env.potential());
        let (end, reward, sum) = episode(&mut env, seed);
        if end.end == EpisodeEnd::Truncated {
            cut += 1;
            assert_eq!((reward, end.loss(), end.rounds), (0.0, None, 1));
            assert!(end.population > 0 && env.game().round == 2 && env.game().now.is_decision());
            assert!((sum - (f64::from(env.potential()) - first)).abs() < 1e-4);
            assert!(env.potential().abs() > 0.0);
        } else {
            lost += 1;
            assert!(end.loss().is_some() && end.population == 0 && env.game().round == 1);
        }
    }
    assert!(cut > 100, "{cut} cut, {lost} lost");
}

#[test]
fn a_curriculum_chooses_the_task_of_every_episode() {
    let choose = |env: u64, episode: u64, _: &mut reckoners_env::rng::GameRng| {
        let seats = 2 + (env + episode) as usize % 5;
        let setup = GameSetup::new(&Reckoner::BASE[..seats], Difficulty::Hard).unwrap();
        EpisodeTask {
            setup,
            index: seats as u16,
        }
    };
    let source = TaskSource::Callback(Arc::new(choose));
    let mut env = GameEnv::new(encoder(), source, EnvOptions::default());
    for n in 0..7u64 {
        let (end, ..) = episode(&mut env, n);
        let seats = 2 + n as usize % 5;
        assert_eq!(
            (end.seats(), end.difficulty(), end.task.index),
            (seats, Difficulty::Hard, seats as u16)
        );
        assert_eq!(end.episode, n);
        let mut seen = [0.0; OBS_LEN];
        env.observe(&mut seen);
        env.reset_next();
    }
}

#[test]
fn an_episode_can_have_a_task_or_a_position_of_its_own() {
    let mut env = GameEnv::new(encoder(), every_task(), EnvOptions::default());
    let setup = GameSetup::new(&[Reckoner::Tia, Reckoner::Megan], Difficulty::Sparks).unwrap();
    env.reset_task(3, 0, 0, EpisodeTask { setup, index: 0 });
    assert_eq!(env.task().setup, setup);
    let mut same = GameEnv::new(encoder(), TaskSource::Fixed(setup), EnvOptions::default());
    same.reset(3);
    assert_eq!(env.game(), same.game(), "the luck is that of the seed");

    // From a position of that game, with other luck; the next episode is the source's again.
    let mut rng = stream(3, 0, 0, Purpose::Agent);
    for _ in 0..20 {
        env.step(pick(&env.mask(), &mut rng)).unwrap();
    }
    let start = *env.game();
    env.reset_from(9, 0, 4, &start).unwrap();
    assert_eq!((*env.game(), env.place()), (start, (9, 0, 4)));
    assert_eq!(env.task().setup, setup);
    assert!(!env.has_ended());
    episode(&mut env, 5);
    let over = *env.game();
    env.reset_next();
    same.reset_to(9, 0, 5);
    assert_eq!(env.place(), same.place());
    env.reset_from(9, 0, 6, &over).unwrap();
    assert!(env.has_ended() && env.mask().is_empty());
}
