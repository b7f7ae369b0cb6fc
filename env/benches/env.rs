//! The hot parts one by one: `cargo bench -p reckoners-env`.

use std::sync::Arc;

use divan::{Bencher, black_box};
use reckoners_env::chance::below;
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::state::Now;
use reckoners_env::{
    ActionMask, Batch, BatchOptions, Difficulty, Encoder, EnvOptions, Game, GameSetup, OBS_LEN,
    Reckoner, Rules, VecEnv, action,
};

fn main() {
    divan::main();
}

fn setup() -> GameSetup {
    GameSetup::new(&Reckoner::ALL[..4], Difficulty::Standard).expect("four different Reckoners")
}

fn pick(mask: &ActionMask, rng: &mut GameRng) -> usize {
    mask.nth(below(rng, mask.len() as u32) as usize)
        .expect("a decision has an option")
}

/// Decisions of random games.
fn positions(rules: &Rules) -> Vec<Game> {
    let mut list = Vec::new();
    for n in 0..8 {
        let mut rng = stream(n, 0, 0, Purpose::Evaluation);
        let mut game = rules.new_game(&setup());
        loop {
            rules.play_chance(&mut game, &mut rng);
            if matches!(game.now, Now::Over(_)) {
                break;
            }
            list.push(game);
            let id = pick(&rules.legal(&game), &mut rng);
            rules.apply_unchecked(&mut game, action::decode(id).expect("a legal id"));
        }
    }
    list
}

/// One whole game of random play, masks included.
#[divan::bench]
fn game(bencher: Bencher<'_, '_>) {
    let rules = Rules::embedded();
    let mut n = 0;
    bencher.bench_local(|| {
        n += 1;
        let mut rng = stream(n, 0, 0, Purpose::Evaluation);
        let mut game = rules.new_game(&setup());
        loop {
            rules.play_chance(&mut game, &mut rng);
            if matches!(game.now, Now::Over(_)) {
                break game;
            }
            let id = pick(&rules.legal(&game), &mut rng);
            rules.apply_unchecked(&mut game, action::decode(id).expect("a legal id"));
        }
    });
}

#[divan::bench]
fn legal(bencher: Bencher<'_, '_>) {
    let rules = Rules::embedded();
    let list = positions(&rules);
    bencher.counter(list.len()).bench_local(|| {
        for game in &list {
            black_box(rules.legal(black_box(game)));
        }
    });
}

#[divan::bench]
fn encode(bencher: Bencher<'_, '_>) {
    let encoder = Encoder::new(Rules::embedded());
    let list = positions(encoder.rules());
    let mut obs = vec![0.0; OBS_LEN];
    bencher.counter(list.len()).bench_local(|| {
        for game in &list {
            encoder.encode(black_box(game), &mut obs);
            black_box(&obs);
        }
    });
}

#[divan::bench]
fn clone_game(bencher: Bencher<'_, '_>) {
    let rules = Rules::embedded();
    let game = rules.new_game(&setup());
    let mut copies = vec![game; 64];
    bencher.counter(64usize).bench_local(|| {
        for copy in &mut copies {
            *copy = *black_box(&game);
        }
        black_box(&copies);
    });
}

/// One step of a batch of 64.
#[divan::bench]
fn step_64(bencher: Bencher<'_, '_>) {
    const ENVS: usize = 64;
    let encoder = Arc::new(Encoder::new(Rules::embedded()));
    let mut env = VecEnv::new(
        encoder,
        setup(),
        EnvOptions::default(),
        BatchOptions::new(1, ENVS),
    )
    .expect("a batch of 64 in this thread");
    let mut batch = Batch::new(ENVS, false);
    env.observe(batch.buffers()).expect("fitting buffers");
    let mut rng = stream(1, 0, 0, Purpose::Agent);
    let mut actions = [0u16; ENVS];
    bencher.counter(ENVS).bench_local(|| {
        for (action, mask) in actions.iter_mut().zip(batch.masks.rows()) {
            let mask = ActionMask::from_words(mask.as_slice().expect("contiguous rows"));
            *action = pick(&mask, &mut rng) as u16;
        }
        env.step(&actions, batch.buffers())
            .expect("legal actions")
            .len()
    });
}
