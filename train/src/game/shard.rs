//! A shard of games behind the trainer's trait.

use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use ndarray::{ArrayViewMut1, ArrayViewMut2};
use reckoners_agents::net::Features;
use reckoners_agents::net::outlook::{self, OUTLOOKS};
use reckoners_env::action::WORDS;
use reckoners_env::game_env::EpisodeInfo;
use reckoners_env::vec_env::{BatchError, SavedRow};
use reckoners_env::{
    BatchOptions, EpisodeEnd, OBS_LEN, Observations, StepBuffers, TaskSet, TaskSource, VecEnv,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::GameWorld;
use super::boxes::GameBox;
use crate::env::{Ending, EpisodeSummary, RolloutEnv, StepOut};

/// Games stepped by one worker.
pub(super) struct GameShard {
    env: VecEnv,
    cards: Arc<GameBox>,
    tasks: TaskSet,
    /// Number of its first row within the run.
    first: usize,
    /// Round of each row's game.
    rounds: Vec<u16>,
    scrap: Scrap,
    /// What makes games with other cards, if this shard takes them.
    source: Option<Source>,
}

/// The world and the place of a shard in its run.
struct Source {
    world: GameWorld,
    seed: u64,
    first: usize,
}

impl Source {
    /// New games with a box.
    fn open(&self, cards: &GameBox, rows: usize, tasks: &TaskSet) -> Result<VecEnv> {
        let batch = BatchOptions {
            first_env: self.first as u64,
            ..BatchOptions::new(self.luck(cards), rows)
        };
        let encoder = Arc::clone(&cards.encoder);
        Ok(VecEnv::new(
            encoder,
            tasks.clone(),
            self.world.options,
            batch,
        )?)
    }

    /// Games with other cards have other luck.
    fn luck(&self, cards: &GameBox) -> u64 {
        let mixed = cards.seed.unwrap_or_default().wrapping_mul(BOX_MIX);
        self.seed ^ mixed
    }
}

/// Spreads the numbers of boxes over all seeds.
const BOX_MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// A saved game with the box it is played with.
#[derive(Serialize, Deserialize)]
struct SavedGame {
    /// Seed of the box; none for one's own cards.
    #[serde(rename = "box", default, skip_serializing_if = "Option::is_none")]
    cards: Option<u64>,
    #[serde(flatten)]
    row: SavedRow,
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
            obs: Observations::Whole(
                ArrayViewMut2::from_shape((rows, OBS_LEN), slices.obs).expect(shape),
            ),
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

/// The round that each game is in: what is gained counts from there.
fn rounds(env: &VecEnv) -> Vec<u16> {
    (0..env.len()).map(|row| env.game(row).round).collect()
}

impl GameShard {
    pub(super) fn new(world: &GameWorld, seed: u64, first: usize, rows: usize) -> Result<Self> {
        let cards = world.boxes.open(world.boxes.at(first, 0), &world.own)?;
        let source = Source {
            world: world.clone(),
            seed,
            first,
        };
        let env = source.open(&cards, rows, &world.tasks)?;
        let mut shard = Self::with(env, &cards, first, &world.tasks);
        shard.source = Some(source);
        Ok(shard)
    }

    /// Games with some cards, for good.
    pub(super) fn with(env: VecEnv, cards: &Arc<GameBox>, first: usize, tasks: &TaskSet) -> Self {
        let rows = env.len();
        Self {
            cards: Arc::clone(cards),
            tasks: tasks.clone(),
            rounds: rounds(&env),
            env,
            first,
            source: None,
            scrap: Scrap {
                terminated: vec![false; rows],
                truncated: vec![false; rows],
                bytes: [],
            },
        }
    }

    /// Begins new games with another box.
    fn take(&mut self, seed: Option<u64>) -> Result<()> {
        let source = self
            .source
            .as_ref()
            .context("these games keep their cards")?;
        let plan = &source.world.boxes;
        self.cards = plan.open(seed, &source.world.own)?;
        self.env = source.open(&self.cards, self.env.len(), &self.tasks)?;
        self.rounds = rounds(&self.env);
        Ok(())
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
            gains,
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
        self.env.step(actions, self.scrap.buffers(slices))?;
        let finished = self.env.finished();
        let (gains, _) = gains.as_chunks_mut::<OUTLOOKS>();
        for info in finished {
            let row = info.env as usize - self.first;
            let saved = if info.won() { info.population } else { 0 };
            let rounds = info.rounds.saturating_sub(self.rounds[row]);
            gains[row] = outlook::shares(saved, rounds);
            self.rounds[row] = u16::MAX;
        }
        for (row, (gains, round)) in gains.iter_mut().zip(&mut self.rounds).enumerate() {
            let now = self.env.game(row).round;
            if *round != u16::MAX {
                *gains = outlook::shares(0, now.saturating_sub(*round));
            }
            *round = now;
        }
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
        episodes.extend(finished.iter().map(|info| EpisodeSummary {
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
        let mut out = StepOut::new(self.env.len(), OBS_LEN, OUTLOOKS);
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

    fn features(&self) -> Arc<Features> {
        Arc::clone(&self.cards.features)
    }

    fn renew(&mut self, update: u64) -> Result<bool> {
        let Some(source) = &self.source else {
            return Ok(false);
        };
        let wanted = source.world.boxes.at(self.first, update);
        let renewed = wanted != self.cards.seed;
        if renewed {
            self.take(wanted)?;
        }
        Ok(renewed)
    }

    fn save(&self) -> Vec<Value> {
        let of_box = |row| SavedGame {
            cards: self.cards.seed,
            row,
        };
        let save = |row| serde_json::to_value(of_box(row)).expect("saved games are plain data");
        self.env.save().into_iter().map(save).collect()
    }

    fn restore(&mut self, saved: &[Value]) -> Result<()> {
        let games: Vec<SavedGame> = saved
            .iter()
            .map(SavedGame::deserialize)
            .collect::<Result<_, _>>()
            .context("the saved games cannot be read")?;
        let cards = games.first().and_then(|game| game.cards);
        ensure!(
            games.iter().all(|game| game.cards == cards),
            "the saved games are of several boxes; set boxes.groups as it was"
        );
        if cards != self.cards.seed {
            self.take(cards)?;
        }
        let rows: Vec<SavedRow> = games.into_iter().map(|game| game.row).collect();
        self.env.restore(&rows)?;
        self.rounds = rounds(&self.env);
        Ok(())
    }
}
