//! A shard of games behind the trainer's trait.

use std::sync::Arc;

use anyhow::{Context, Result};
use ndarray::{ArrayViewMut1, ArrayViewMut2};
use reckoners_env::action::WORDS;
use reckoners_env::game_env::EpisodeInfo;
use reckoners_env::vec_env::{BatchError, SavedRow};
use reckoners_env::{BatchOptions, EpisodeEnd, OBS_LEN, StepBuffers, TaskSet, TaskSource, VecEnv};
use serde::Deserialize;
use serde_json::Value;

use super::GameWorld;
use crate::env::{Ending, Episode, RolloutEnv, StepOut};

/// Games stepped by one worker.
pub(super) struct GameShard {
    env: VecEnv,
    tasks: TaskSet,
    scrap: Scrap,
}

/// Buffers that the trainer does not keep.
struct Scrap {
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    bytes: [u8; 0],
}

/// The views of one step over the caller's slices.
struct Slices<'a> {
    obs: &'a mut [f32],
    masks: &'a mut [u64],
    reward: &'a mut [f32],
    shaping: &'a mut [f32],
    final_obs: &'a mut [f32],
}

impl Scrap {
    fn buffers<'a>(&'a mut self, slices: Slices<'a>) -> StepBuffers<'a> {
        let rows = self.terminated.len();
        let shape = "slices of whole rows";
        StepBuffers {
            obs: ArrayViewMut2::from_shape((rows, OBS_LEN), slices.obs).expect(shape),
            masks: ArrayViewMut2::from_shape((rows, WORDS), slices.masks).expect(shape),
            mask_bytes: ArrayViewMut2::from_shape((rows, 0), &mut self.bytes).expect(shape),
            reward: ArrayViewMut1::from(slices.reward),
            shaping: ArrayViewMut1::from(slices.shaping),
            terminated: ArrayViewMut1::from(&mut self.terminated[..]),
            truncated: ArrayViewMut1::from(&mut self.truncated[..]),
            final_obs: ArrayViewMut2::from_shape((rows, OBS_LEN), slices.final_obs).expect(shape),
        }
    }
}

impl GameShard {
    pub(super) fn new(world: &GameWorld, seed: u64, first: usize, rows: usize) -> Result<Self> {
        let batch = BatchOptions {
            first_env: first as u64,
            ..BatchOptions::new(seed, rows)
        };
        let encoder = Arc::clone(&world.encoder);
        let env = VecEnv::new(encoder, world.tasks.clone(), world.options, batch)?;
        Ok(Self::with(env, world))
    }

    pub(super) fn with(env: VecEnv, world: &GameWorld) -> Self {
        let rows = env.len();
        Self {
            env,
            tasks: world.tasks.clone(),
            scrap: Scrap {
                terminated: vec![false; rows],
                truncated: vec![false; rows],
                bytes: [],
            },
        }
    }

    /// The games themselves.
    pub(super) fn games(&self) -> &VecEnv {
        &self.env
    }

    /// Plays one legal action in every row; gives the episodes that ended.
    ///
    /// The game's reward of +1 or -1 becomes 1 or 0: the trainer counts in win chances.
    pub(super) fn play(
        &mut self,
        actions: &[u16],
        out: &mut StepOut,
        obs: &mut [f32],
        masks: &mut [u64],
    ) -> Result<&[EpisodeInfo], BatchError> {
        let StepOut {
            rewards,
            shaping,
            endings,
            final_obs,
            episodes,
        } = out;
        let slices = Slices {
            obs,
            masks,
            reward: rewards,
            shaping,
            final_obs,
        };
        let finished = self.env.step(actions, self.scrap.buffers(slices))?;
        let flags = self.scrap.terminated.iter().zip(&self.scrap.truncated);
        for ((ending, reward), flags) in endings.iter_mut().zip(rewards).zip(flags) {
            *ending = match flags {
                (true, _) => Ending::Terminated,
                (false, true) => Ending::Truncated,
                (false, false) => Ending::Running,
            };
            *reward = if *ending == Ending::Terminated {
                (*reward + 1.0) / 2.0
            } else {
                0.0
            };
        }
        episodes.extend(finished.iter().map(|info| Episode {
            task: info.task.index.into(),
            score: f32::from(u8::from(info.won())),
            decisions: info.decisions,
            rounds: info.rounds.into(),
            truncated: info.end == EpisodeEnd::Truncated,
        }));
        Ok(finished)
    }
}

impl RolloutEnv for GameShard {
    fn observe(&mut self, obs: &mut [f32], masks: &mut [u64]) {
        let mut out = StepOut::new(self.env.len(), OBS_LEN);
        let StepOut {
            rewards,
            shaping,
            final_obs,
            ..
        } = &mut out;
        let slices = Slices {
            obs,
            masks,
            reward: rewards,
            shaping,
            final_obs,
        };
        self.env
            .observe(self.scrap.buffers(slices))
            .expect("buffers of the right shape");
    }

    fn step(&mut self, actions: &[u16], out: &mut StepOut, obs: &mut [f32], masks: &mut [u64]) {
        // The actions come from the masks that these games wrote.
        self.play(actions, out, obs, masks).expect("legal actions");
    }

    fn set_task_weights(&mut self, weights: &[f32]) {
        self.tasks
            .set_weights(weights)
            .expect("one good weight for each task");
        *self.env.tasks_mut() = TaskSource::Set(self.tasks.clone());
    }

    fn save(&self) -> Vec<Value> {
        let save = |row| serde_json::to_value(row).expect("saved games are plain data");
        self.env.save().iter().map(save).collect()
    }

    fn restore(&mut self, saved: &[Value]) -> Result<()> {
        let rows: Vec<SavedRow> = saved
            .iter()
            .map(SavedRow::deserialize)
            .collect::<Result<_, _>>()
            .context("the saved games cannot be read")?;
        Ok(self.env.restore(&rows)?)
    }
}
