//! Batches are nothing but single environments side by side.

use std::collections::HashSet;

use reckoners_env::cards::{CityCards, Modules, Ruleset, Side, load_embedded};
use reckoners_env::episode::EpisodeRules;
use reckoners_env::ids::{Adjustment, BossKind, CityKind};
use reckoners_env::obs::describe_index;
use reckoners_env::reward::Shaping;
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::vec_env::{BatchError, SavedRow};
use reckoners_env::{
    ACTION_COUNT, ActionMask, Batch, BatchOptions, Difficulty, Encoder, EnvOptions, EpisodeInfo,
    GameEnv, OBS_LEN, Rules, TaskSet, VecEnv,
};

use crate::play::{encoder, every_task, pick};

const SEED: u64 = 11;

fn options() -> EnvOptions {
    // A low cap, so that both ways of ending occur.
    EnvOptions {
        episode: EpisodeRules {
            round_cap: 2,
            ..EpisodeRules::default()
        },
        shaping: Some(Shaping::default()),
        ..EnvOptions::default()
    }
}

fn batch(first_env: u64, envs: usize, threads: usize) -> VecEnv {
    let batch = BatchOptions {
        seed: SEED,
        first_env,
        envs,
        threads,
    };
    VecEnv::new(encoder(), every_task(), options(), batch).unwrap()
}

/// One policy stream a row, so that rows play the same in every batch.
fn policies(first_env: u64, envs: usize) -> Vec<GameRng> {
    (0..envs as u64)
        .map(|i| stream(1, first_env + i, 0, Purpose::Agent))
        .collect()
}

fn actions(batch: &Batch, rngs: &mut [GameRng]) -> Vec<u16> {
    let masks = batch.masks.rows().into_iter();
    masks
        .zip(rngs)
        .map(|(m, rng)| pick(&ActionMask::from_words(m.as_slice().unwrap()), rng) as u16)
        .collect()
}

/// Steps a batch beside single environments and compares everything.
fn compare_with_single(
    first_env: u64,
    envs: usize,
    threads: usize,
    steps: usize,
) -> Vec<EpisodeInfo> {
    let mut many = batch(first_env, envs, threads);
    let mut singles: Vec<GameEnv> = (0..envs as u64)
        .map(|i| {
            let mut env = GameEnv::new(encoder(), every_task(), options());
            env.reset_to(SEED, first_env + i, 0);
            env
        })
        .collect();
    let mut rngs = policies(first_env, envs);
    let mut buffers = Batch::new(envs, true);
    many.observe(buffers.buffers()).unwrap();
    let mut ended = Vec::new();
    for _ in 0..steps {
        let chosen = actions(&buffers, &mut rngs);
        let finished = many.step(&chosen, buffers.buffers()).unwrap().to_vec();
        let mut expected = Vec::new();
        for (i, env) in singles.iter_mut().enumerate() {
            let info = env.step(usize::from(chosen[i])).unwrap();
            assert_eq!(
                (buffers.reward[i], buffers.shaping[i]),
                (info.reward, info.shaping)
            );
            assert_eq!(
                (buffers.terminated[i], buffers.truncated[i]),
                (info.terminated(), info.truncated())
            );
            let mut obs = [0.0; OBS_LEN];
            if let Some(end) = info.episode {
                expected.push(end);
                if info.truncated() {
                    env.observe(&mut obs);
                    assert_eq!(buffers.final_obs.row(i).as_slice().unwrap(), obs);
                }
                env.reset_next();
            }
            env.observe(&mut obs);
            assert_eq!(buffers.obs.row(i).as_slice().unwrap(), obs);
            let mask = env.mask();
            assert_eq!(buffers.masks.row(i).as_slice().unwrap(), mask.words());
            for id in 0..ACTION_COUNT {
                assert_eq!(buffers.mask_bytes[(i, id)] == 1, mask.has(id));
            }
            assert_eq!(many.game(i), env.game());
        }
        assert_eq!(finished, expected);
        ended.extend(finished);
    }
    ended
}

#[test]
fn any_batch_size_and_thread_count_equals_single_environments() {
    for (envs, threads) in [(1, 1), (5, 1), (40, 2), (37, 3), (64, 0)] {
        let ended = compare_with_single(0, envs, threads, 400);
        assert!(ended.iter().any(|e| e.loss().is_some()) || envs == 1);
        let cut = ended
            .iter()
            .filter(|e| e.loss().is_none() && !e.won())
            .count();
        assert!(cut > 0 || envs == 1, "no episode was cut short");
        assert!(ended.iter().any(|e| e.episode > 0), "no row started again");
    }
}

#[test]
fn shards_of_a_run_are_the_run() {
    let whole = compare_with_single(0, 6, 1, 300);
    let mut parts = compare_with_single(0, 2, 1, 300);
    parts.extend(compare_with_single(2, 4, 1, 300));
    let order = |list: &mut Vec<EpisodeInfo>| list.sort_by_key(|e| (e.env, e.episode));
    let mut whole = whole;
    order(&mut whole);
    order(&mut parts);
    assert_eq!(whole, parts);
    let tasks: HashSet<_> = whole.iter().map(|e| (e.env, e.task)).collect();
    assert!(tasks.len() > 6, "rows play the same games");
}

#[test]
fn one_illegal_action_stops_the_whole_step_before_anything_changes() {
    let mut env = batch(0, 3, 1);
    let mut buffers = Batch::new(3, false);
    env.observe(buffers.buffers()).unwrap();
    let mut chosen = actions(&buffers, &mut policies(0, 3));
    chosen[2] = (0..)
        .find(|&id| {
            !ActionMask::from_words(buffers.masks.row(2).as_slice().unwrap()).has(usize::from(id))
        })
        .unwrap();
    let before: Vec<_> = (0..3).map(|i| *env.game(i)).collect();
    let error = env.step(&chosen, buffers.buffers()).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "action {} is not legal in environment 2: take one from its mask",
            chosen[2]
        )
    );
    assert_eq!((0..3).map(|i| *env.game(i)).collect::<Vec<_>>(), before);
}

#[test]
fn wrong_buffers_are_named() {
    let mut env = batch(0, 3, 1);
    let mut small = Batch::new(2, false);
    let error = env.observe(small.buffers()).unwrap_err().to_string();
    assert_eq!(
        error,
        format!(
            "buffer obs has shape [2, {OBS_LEN}]; [3, {OBS_LEN}] in one contiguous piece is needed"
        )
    );
    let mut right = Batch::new(3, false);
    assert!(matches!(
        env.step(&[0; 2], right.buffers()),
        Err(BatchError::Shape {
            name: "actions",
            ..
        })
    ));
    let none = BatchOptions::new(1, 0);
    let made = VecEnv::new(encoder(), every_task(), options(), none);
    assert_eq!(made.unwrap_err(), BatchError::Empty);
}

#[test]
fn a_saved_batch_goes_on_as_if_it_had_not_stopped() {
    let mut first = batch(4, 8, 1);
    let mut rngs = policies(4, 8);
    let mut buffers = Batch::new(8, false);
    first.observe(buffers.buffers()).unwrap();
    for _ in 0..333 {
        let chosen = actions(&buffers, &mut rngs);
        first.step(&chosen, buffers.buffers()).unwrap();
    }
    let text = serde_json::to_string(&first.save()).unwrap();
    let saved: Vec<SavedRow> = serde_json::from_str(&text).unwrap();
    let mut second = batch(4, 8, 1);
    second.restore(&saved).unwrap();
    let mut other = Batch::new(8, false);
    second.observe(other.buffers()).unwrap();
    assert_eq!(*buffers.obs, *other.obs);
    for _ in 0..300 {
        let chosen = actions(&buffers, &mut rngs);
        let a = first.step(&chosen, buffers.buffers()).unwrap().to_vec();
        let b = second.step(&chosen, other.buffers()).unwrap();
        assert_eq!(a, b);
        assert_eq!(
            (&*buffers.obs, &buffers.shaping),
            (&*other.obs, &other.shaping)
        );
    }
}

#[test]
fn a_saved_batch_of_other_games_is_refused() {
    let env = batch(0, 2, 1);
    let mut saved = env.save();
    saved[1].digest ^= 1;
    let mut other = batch(0, 2, 1);
    let error = other.restore(&saved).unwrap_err().to_string();
    assert!(
        error.starts_with("saved environment 1: the same actions now lead to another"),
        "{error}"
    );
    saved[1].actions = vec![u16::MAX];
    let error = other.restore(&saved).unwrap_err().to_string();
    assert!(error.contains("action 65535 is not legal"), "{error}");
    assert!(other.restore(&saved[..1]).is_err());
}

#[test]
fn reset_starts_the_same_games_again() {
    let mut env = batch(0, 4, 1);
    let start: Vec<_> = (0..4).map(|i| *env.game(i)).collect();
    let mut buffers = Batch::new(4, false);
    env.observe(buffers.buffers()).unwrap();
    let chosen = actions(&buffers, &mut policies(0, 4));
    env.step(&chosen, buffers.buffers()).unwrap();
    env.reset(SEED);
    assert_eq!((0..4).map(|i| *env.game(i)).collect::<Vec<_>>(), start);
    env.reset(SEED + 1);
    assert_ne!((0..4).map(|i| *env.game(i)).collect::<Vec<_>>(), start);
}

/// Every boss in every city, with and without cards on the boards; modules, adjustments and difficulties in turn.
fn every_game() -> Vec<Ruleset> {
    let boards = [
        CityCards::NONE,
        CityCards::all(Side::A),
        CityCards::all(Side::B),
    ];
    let mut games = Vec::new();
    for boss in BossKind::ALL {
        for city in CityKind::ALL {
            for city_cards in boards {
                let turn = games.len();
                let game = Ruleset {
                    boss,
                    city,
                    city_cards,
                    modules: Modules::choices().nth(turn * 3 % 8).unwrap(),
                    adjustment: Adjustment::ALL[turn % Adjustment::COUNT],
                    ..Ruleset::base(Difficulty::ALL[turn % Difficulty::COUNT])
                };
                games.extend(game.cards_fit().then_some(game));
            }
        }
    }
    games
}

#[test]
fn rows_that_are_written_over_show_what_fresh_ones_would() {
    const ENVS: usize = 24;
    let games = every_game();
    // A larger population, so that some games are long; and two boxes that write into the same rows by turns.
    let mut long = load_embedded();
    long.setup.population = 400;
    let rounds = EpisodeRules {
        round_cap: 6,
        ..EpisodeRules::default()
    };
    let options = EnvOptions {
        episode: rounds,
        ..options()
    };
    let threads = BatchOptions {
        threads: 2,
        ..BatchOptions::new(SEED, ENVS)
    };
    let mut envs = [Rules::embedded(), Rules::new(long)].map(|rules| {
        let tasks = TaskSet::new(&games, &[2, 3, 4, 5, 6]).unwrap();
        VecEnv::new(Encoder::new(rules).into(), tasks, options, threads).unwrap()
    });
    let mut rows = Batch::new(ENVS, false);
    let mut rng = stream(2, 0, 0, Purpose::Agent);
    let (mut played, mut ended) = (HashSet::new(), 0);
    for step in 0..3000 {
        // By turns now and then only: most of the time a row is written over by its own game.
        let env = &mut envs[step / 50 % 2];
        let legal = |i: usize| env.encoder().rules().legal(env.game(i));
        let chosen: Vec<_> = (0..ENVS)
            .map(|i| pick(&legal(i), &mut rng) as u16)
            .collect();
        ended += env.step(&chosen, rows.buffers()).unwrap().len();
        for (i, row) in rows.obs.rows().into_iter().enumerate() {
            let mut fresh = [f32::NAN; OBS_LEN];
            env.encoder().encode(env.game(i), &mut fresh);
            let mut pairs = row.iter().zip(&fresh);
            let wrong = pairs.position(|(a, b)| a.to_bits() != b.to_bits());
            assert_eq!(wrong.and_then(describe_index), None, "row {i}, step {step}");
            played.insert(env.game(i).ruleset);
        }
    }
    assert_eq!(played.len(), games.len(), "some game was not played");
    assert!(ended > 200, "{ended} episodes ended");
}
