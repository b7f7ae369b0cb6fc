//! Stepping allocates nothing once everything is warm. Alone in its binary, because it counts the
//! allocations of the whole process.

use std::alloc::System;
use std::sync::Arc;

use reckoners_env::chance::below;
use reckoners_env::episode::EpisodeRules;
use reckoners_env::reward::Shaping;
use reckoners_env::rng::{Purpose, stream};
use reckoners_env::{
    ActionMask, Batch, BatchOptions, Difficulty, Encoder, EnvOptions, Rules, TaskSet, VecEnv,
};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTING: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn stepping_allocates_nothing_after_warm_up() {
    const ENVS: usize = 32;
    let encoder = Arc::new(Encoder::new(Rules::embedded()));
    let tasks = TaskSet::new(&Difficulty::ALL, &[2, 3, 4, 5, 6]).unwrap();
    // A low cap, so that truncation and restarts are among the steps that are counted.
    let options = EnvOptions {
        episode: EpisodeRules {
            round_cap: 2,
            ..EpisodeRules::default()
        },
        shaping: Some(Shaping::default()),
        ..EnvOptions::default()
    };
    let mut env = VecEnv::new(encoder, tasks, options, BatchOptions::new(1, ENVS)).unwrap();
    let mut batch = Batch::new(ENVS, true);
    env.observe(batch.buffers()).unwrap();
    let mut rng = stream(1, 0, 0, Purpose::Agent);
    let mut actions = [0u16; ENVS];
    let mut play = |steps: usize| {
        let mut ended = 0;
        for _ in 0..steps {
            for (action, mask) in actions.iter_mut().zip(batch.masks.rows()) {
                let mask = ActionMask::from_words(mask.as_slice().unwrap());
                *action = mask
                    .nth(below(&mut rng, mask.len() as u32) as usize)
                    .unwrap() as u16;
            }
            ended += env.step(&actions, batch.buffers()).unwrap().len();
        }
        ended
    };
    play(200);
    let region = Region::new(COUNTING);
    let ended = play(2000);
    let change = region.change();
    assert_eq!(
        (
            change.allocations,
            change.reallocations,
            change.deallocations
        ),
        (0, 0, 0)
    );
    assert!(ended > 100, "no episode ended while counting");
    let counted = Region::new(COUNTING);
    drop(vec![0u8; 100]);
    assert_eq!(counted.change().allocations, 1, "the counter counts");
}
