//! Measuring a network, or the scripted player beside it, on held-out games.

use std::sync::Arc;

use anyhow::Result;
use reckoners_agents::agent::Policy;
use reckoners_agents::net::outlook::OUTLOOKS;
use reckoners_agents::net::{MaskedSoftmax, Net, Scratch};
use reckoners_agents::scripted::Scripted;
use reckoners_env::action::WORDS;
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::{ActionMask, BatchOptions, OBS_LEN, TaskSet, TaskSource, VecEnv};

use super::GameWorld;
use super::shard::GameShard;
use crate::env::{RolloutEnv, StepOut, TaskScore, World};
use crate::threads::each;

/// Games played side by side over all threads. Which games are played depends on it, so it is fixed.
const ROWS: usize = 256;

/// The same games for every network of every run.
const SEED: u64 = 0x4558_414d;

/// Who is measured.
#[derive(Clone, Copy)]
pub(super) enum Examinee<'a> {
    /// A network, by its most probable action.
    Net(&'a Net),
    /// The scripted player.
    Scripted(&'a Scripted),
}

/// Plays so many games of every task; a game cut short is not won.
pub(super) fn exam(world: &GameWorld, who: Examinee<'_>, games: u32) -> Result<Vec<TaskScore>> {
    let names = world.tasks();
    let total = names.len() * games as usize;
    let singles: Arc<[TaskSet]> = world.single_tasks()?.into();
    let threads = world.threads.clamp(1, ROWS);
    let bounds = |i: usize| i * ROWS / threads;
    let mut parts: Vec<_> = (0..threads).map(|i| bounds(i)..bounds(i + 1)).collect();
    let results = each(&mut parts, threads, |rows| {
        play(world, who, Arc::clone(&singles), rows.clone(), total)
    });
    let results = results.into_iter().collect::<Result<Vec<_>>>()?;
    let score = |task: usize| results.iter().map(|wins| wins[task]).sum::<u32>() as f32;
    let scores = names.into_iter().enumerate();
    Ok(scores
        .map(|(i, task)| TaskScore {
            task,
            games,
            score: score(i),
        })
        .collect())
}

/// Plays the games of some rows; gives the wins of each task.
fn play(
    world: &GameWorld,
    who: Examinee<'_>,
    singles: Arc<[TaskSet]>,
    rows: std::ops::Range<usize>,
    total: usize,
) -> Result<Vec<u32>> {
    let tasks = singles.len();
    let number = |env: u64, episode: u64| episode as usize * ROWS + env as usize;
    let source = TaskSource::Callback(Arc::new(move |env, episode, rng| {
        let index = number(env, episode) % tasks;
        let mut task = TaskSource::Set(singles[index].clone()).draw(env, episode, rng);
        task.index = index as u16;
        task
    }));
    // A stream a row, so that threads do not matter.
    let own = |env: usize| stream(SEED, env as u64, 0, Purpose::Agent);
    let mut luck: Vec<GameRng> = rows.clone().map(own).collect();
    let (count, first) = (rows.len(), rows.start);
    let batch = BatchOptions {
        first_env: rows.start as u64,
        ..BatchOptions::new(SEED, count)
    };
    let encoder = Arc::clone(&world.own_box().encoder);
    let env = VecEnv::new(encoder, source, world.evaluation_options(), batch)?;
    let mut shard = GameShard::with(env, world.own_box(), first, &world.tasks);

    let mut left = rows
        .map(|env| (total + ROWS - 1).saturating_sub(env) / ROWS)
        .sum::<usize>();
    let mut wins = vec![0; tasks];
    let mut obs = vec![0.0; count * OBS_LEN];
    let mut masks = vec![0; count * WORDS];
    let mut actions = vec![0; count];
    let mut out = StepOut::new(count, OBS_LEN, OUTLOOKS);
    let (mut scratch, mut softmax) = (Scratch::new(), MaskedSoftmax::new());
    shard.observe(&mut obs, &mut masks);
    while left > 0 {
        if let Examinee::Net(net) = who {
            net.forward(&obs, &masks, &mut scratch);
        }
        for (row, action) in actions.iter_mut().enumerate() {
            let mask = &masks[row * WORDS..(row + 1) * WORDS];
            *action = match who {
                Examinee::Net(_) => {
                    softmax.set(scratch.logits(row), mask)?;
                    softmax.best().0
                }
                Examinee::Scripted(player) => {
                    let (games, legal) = (shard.games(), ActionMask::from_words(mask));
                    player.pick(
                        world.own.encoder.rules(),
                        games.game(row),
                        &legal,
                        &mut luck[row],
                    ) as u16
                }
            };
        }
        for info in shard.play(&actions, &mut out, &mut obs, &mut masks)? {
            if number(info.env, info.episode) < total {
                left -= 1;
                wins[usize::from(info.task.index)] += u32::from(info.won());
            }
        }
        out.episodes.clear();
    }
    Ok(wins)
}
