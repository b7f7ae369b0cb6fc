//! Many games at once, written into buffers that the caller owns.
//!
//! Every row has its own luck, so rows do not depend on each other, on the batch size or on
//! threads. A row whose episode ends starts the next one in the same step: its observation and mask are
//! the new episode's; the last observation of a truncated one goes to `final_obs`.

use std::sync::Arc;

use ndarray::{Array1, Array2, ArrayViewMut1, ArrayViewMut2};
use serde::{Deserialize, Serialize};

use crate::action::{ACTION_COUNT, WORDS};
use crate::episode::EpisodeEnd;
use crate::game_env::{EnvOptions, EpisodeInfo, Row, Shared, StepError};
use crate::obs::{Counts, Encoder, OBS_LEN, ObsRows, Seen};
use crate::state::Game;
use crate::task::{EpisodeTask, SavedTask, TaskSource};

/// What a batch is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchOptions {
    /// Seed of the run.
    pub seed: u64,
    /// Number of the first environment: shards of one run count on, so that they never share luck.
    pub first_env: u64,
    /// Number of environments.
    pub envs: usize,
    /// Threads: 1 steps in the calling thread, 0 uses rayon's common pool, others make a pool.
    pub threads: usize,
}

impl BatchOptions {
    /// A batch in the calling thread.
    pub const fn new(seed: u64, envs: usize) -> Self {
        Self {
            seed,
            first_env: 0,
            envs,
            threads: 1,
        }
    }
}

/// Why a batch cannot be made, stepped or restored. Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// No environments.
    #[error("a batch of 0 environments; give at least 1")]
    Empty,
    /// Threads could not be started.
    #[error("{threads} threads could not be started: {reason}")]
    Threads {
        /// Threads asked for.
        threads: usize,
        /// The system's answer.
        reason: String,
    },
    /// A buffer of the wrong shape.
    #[error("buffer {name} has shape {found:?}; {expected:?} in one contiguous piece is needed")]
    Shape {
        /// The buffer.
        name: &'static str,
        /// Its shape.
        found: Vec<usize>,
        /// The right shape.
        expected: Vec<usize>,
    },
    /// An illegal action.
    #[error(transparent)]
    Action(#[from] StepError),
    /// A saved state that cannot be played again.
    #[error("saved environment {row}: {reason}")]
    Saved {
        /// The row.
        row: usize,
        /// What is wrong.
        reason: String,
    },
}

/// Where the observations of a step go.
#[derive(Debug)]
pub enum Observations<'a> {
    /// `[N, OBS_LEN]`: any memory of the caller. Every number is written.
    Whole(ArrayViewMut2<'a, f32>),
    /// `N` rows that nobody else writes. Only sections that are made of something else than before are written, which takes
    /// less time.
    Changes(&'a mut ObsRows),
}

/// The buffers of one step, owned by the caller; `N` rows each.
#[derive(Debug)]
pub struct StepBuffers<'a> {
    /// Observations.
    pub obs: Observations<'a>,
    /// `[N, WORDS]`: masks, action `i` at bit `i % 64` of word `i / 64`.
    pub masks: ArrayViewMut2<'a, u64>,
    /// `[N, ACTION_COUNT]`, or `[N, 0]` where nobody wants them: masks as bytes.
    pub mask_bytes: ArrayViewMut2<'a, u8>,
    /// `[N]`: +1 for a win, -1 for a loss, otherwise 0.
    pub reward: ArrayViewMut1<'a, f32>,
    /// `[N]`: change of the potential.
    pub shaping: ArrayViewMut1<'a, f32>,
    /// `[N]`: the game was won or lost.
    pub terminated: ArrayViewMut1<'a, bool>,
    /// `[N]`: the episode was cut short.
    pub truncated: ArrayViewMut1<'a, bool>,
    /// `[N, OBS_LEN]`: the last observation of truncated rows; other rows are left as they were.
    pub final_obs: ArrayViewMut2<'a, f32>,
}

/// Buffers that own their memory, for callers without their own.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Observations.
    pub obs: ObsRows,
    /// Masks as bit words.
    pub masks: Array2<u64>,
    /// Masks as bytes; no columns when not wanted.
    pub mask_bytes: Array2<u8>,
    /// Rewards.
    pub reward: Array1<f32>,
    /// Shaping rewards.
    pub shaping: Array1<f32>,
    /// Won or lost.
    pub terminated: Array1<bool>,
    /// Cut short.
    pub truncated: Array1<bool>,
    /// Last observations of truncated rows.
    pub final_obs: Array2<f32>,
}

impl Batch {
    /// Buffers for so many rows, with or without masks as bytes.
    pub fn new(rows: usize, bytes: bool) -> Self {
        Self {
            obs: ObsRows::new(rows),
            masks: Array2::zeros((rows, WORDS)),
            mask_bytes: Array2::zeros((rows, if bytes { ACTION_COUNT } else { 0 })),
            reward: Array1::zeros(rows),
            shaping: Array1::zeros(rows),
            terminated: Array1::from_elem(rows, false),
            truncated: Array1::from_elem(rows, false),
            final_obs: Array2::zeros((rows, OBS_LEN)),
        }
    }

    /// Views for [`VecEnv::step`].
    pub fn buffers(&mut self) -> StepBuffers<'_> {
        StepBuffers {
            obs: Observations::Changes(&mut self.obs),
            masks: self.masks.view_mut(),
            mask_bytes: self.mask_bytes.view_mut(),
            reward: self.reward.view_mut(),
            shaping: self.shaping.view_mut(),
            terminated: self.terminated.view_mut(),
            truncated: self.truncated.view_mut(),
            final_obs: self.final_obs.view_mut(),
        }
    }
}

/// One row with what the batch remembers of it.
#[derive(Clone, Debug)]
struct Slot {
    row: Row,
    /// The actions of this episode, from which a saved state is played again.
    history: Vec<u16>,
    finished: Option<EpisodeInfo>,
}

/// Actions for which a row has room from the start; longer games grow it once.
const HISTORY: usize = 4096;

/// A batch of games.
#[derive(Debug)]
pub struct VecEnv {
    shared: Shared,
    slots: Vec<Slot>,
    seed: u64,
    pool: Pool,
    finished: Vec<EpisodeInfo>,
}

#[derive(Debug)]
enum Pool {
    Here,
    Common,
    Own(rayon::ThreadPool),
}

/// One environment of a saved batch: enough to play it again to the same point.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedRow {
    /// The episode.
    pub episode: u64,
    /// Its task.
    pub task: SavedTask,
    /// The actions taken.
    pub actions: Vec<u16>,
    /// Digest of the position reached.
    pub digest: u64,
}

impl VecEnv {
    /// A batch in which every environment is at the start of its first episode.
    pub fn new(
        encoder: Arc<Encoder>,
        tasks: impl Into<TaskSource>,
        options: EnvOptions,
        batch: BatchOptions,
    ) -> Result<Self, BatchError> {
        if batch.envs == 0 {
            return Err(BatchError::Empty);
        }
        let pool = match batch.threads {
            1 => Pool::Here,
            0 => Pool::Common,
            threads => Pool::Own(
                rayon::ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .build()
                    .map_err(|e| BatchError::Threads {
                        threads,
                        reason: e.to_string(),
                    })?,
            ),
        };
        let shared = Shared {
            encoder,
            tasks: tasks.into(),
            options,
        };
        let slot = |i: usize| Slot {
            row: Row::start(&shared, batch.seed, batch.first_env + i as u64, 0),
            history: Vec::with_capacity(HISTORY),
            finished: None,
        };
        let slots = (0..batch.envs).map(slot).collect();
        Ok(Self {
            slots,
            shared,
            seed: batch.seed,
            pool,
            finished: Vec::with_capacity(batch.envs),
        })
    }

    /// Number of environments.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is none; never true.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Where the tasks of coming episodes are drawn from; may be changed at any time.
    pub fn tasks_mut(&mut self) -> &mut TaskSource {
        &mut self.shared.tasks
    }

    /// The position of a row.
    pub fn game(&self, row: usize) -> &Game {
        self.slots[row].row.game()
    }

    /// The task of a row's episode.
    pub fn task(&self, row: usize) -> &EpisodeTask {
        &self.slots[row].row.task
    }

    /// The encoder and, through it, the rules.
    pub fn encoder(&self) -> &Encoder {
        &self.shared.encoder
    }

    /// Starts every row again at the first episode of a seed.
    pub fn reset(&mut self, seed: u64) {
        self.seed = seed;
        let shared = &self.shared;
        for slot in &mut self.slots {
            slot.restart(Row::start(shared, seed, slot.row.env, 0));
        }
    }

    /// Writes the observations and masks of all rows as they are; rewards become 0.
    pub fn observe(&mut self, buffers: StepBuffers<'_>) -> Result<(), BatchError> {
        let part = Part::new(&mut self.slots, &[], buffers)?;
        run(&self.pool, part, &|rows| rows.observe(&self.shared));
        Ok(())
    }

    /// Plays one legal action in every row; gives the episodes that ended, in row order.
    ///
    /// With an illegal action or a wrong buffer nothing is changed.
    pub fn step(
        &mut self,
        actions: &[u16],
        buffers: StepBuffers<'_>,
    ) -> Result<&[EpisodeInfo], BatchError> {
        if actions.len() != self.slots.len() {
            return Err(wrong_shape(
                "actions",
                &[actions.len()],
                &[self.slots.len()],
            ));
        }
        for (slot, &action) in self.slots.iter().zip(actions) {
            slot.row.check(usize::from(action))?;
        }
        let part = Part::new(&mut self.slots, actions, buffers)?;
        run(&self.pool, part, &|rows| rows.step(&self.shared, self.seed));
        self.finished.clear();
        self.finished.extend(
            self.slots
                .iter_mut()
                .filter_map(|slot| slot.finished.take()),
        );
        Ok(&self.finished)
    }

    /// The episodes that ended in the last step.
    pub fn finished(&self) -> &[EpisodeInfo] {
        &self.finished
    }

    /// Everything needed to go on exactly here.
    pub fn save(&self) -> Vec<SavedRow> {
        let save = |slot: &Slot| SavedRow {
            episode: slot.row.number,
            task: SavedTask::from(&slot.row.task),
            actions: slot.history.clone(),
            digest: slot.row.game().digest(),
        };
        self.slots.iter().map(save).collect()
    }

    /// Goes back to a saved place by playing its actions again.
    pub fn restore(&mut self, saved: &[SavedRow]) -> Result<(), BatchError> {
        if saved.len() != self.slots.len() {
            return Err(wrong_shape(
                "saved environments",
                &[saved.len()],
                &[self.slots.len()],
            ));
        }
        let mut rows = Vec::with_capacity(saved.len());
        for (i, (slot, saved)) in self.slots.iter().zip(saved).enumerate() {
            let failed = |reason: String| BatchError::Saved { row: i, reason };
            let task = EpisodeTask::try_from(&saved.task).map_err(|e| failed(e.to_string()))?;
            let mut row =
                Row::start_task(&self.shared, self.seed, slot.row.env, saved.episode, task);
            for &action in &saved.actions {
                row.check(usize::from(action))
                    .map_err(|e| failed(e.to_string()))?;
                if row
                    .step(&self.shared, usize::from(action))
                    .episode
                    .is_some()
                {
                    return Err(failed("the episode ends before its last action".to_owned()));
                }
            }
            if row.game().digest() != saved.digest {
                return Err(failed(
                    "the same actions now lead to another position; seed, cards or rules differ"
                        .to_owned(),
                ));
            }
            rows.push(row);
        }
        for ((slot, row), saved) in self.slots.iter_mut().zip(rows).zip(saved) {
            slot.restart(row);
            slot.history.extend_from_slice(&saved.actions);
        }
        Ok(())
    }
}

impl Slot {
    fn restart(&mut self, row: Row) {
        self.row = row;
        self.history.clear();
        self.finished = None;
    }
}

fn wrong_shape(name: &'static str, found: &[usize], expected: &[usize]) -> BatchError {
    BatchError::Shape {
        name,
        found: found.to_vec(),
        expected: expected.to_vec(),
    }
}

/// Some rows with their share of every buffer; splits in two for threads.
struct Part<'r, 'a> {
    slots: &'r mut [Slot],
    actions: &'r [u16],
    obs: &'a mut [f32],
    /// What `obs` shows; none where that is not known.
    seen: &'a mut [Seen],
    masks: &'a mut [u64],
    bytes: &'a mut [u8],
    reward: &'a mut [f32],
    shaping: &'a mut [f32],
    terminated: &'a mut [bool],
    truncated: &'a mut [bool],
    final_obs: &'a mut [f32],
}

/// Rows below which splitting costs more than it gives.
const GRAIN: usize = 16;

fn run(pool: &Pool, part: Part<'_, '_>, work: &(impl Fn(Part<'_, '_>) + Sync)) {
    match pool {
        Pool::Here => work(part),
        Pool::Common => split(part, work),
        Pool::Own(pool) => pool.install(|| split(part, work)),
    }
}

fn split(part: Part<'_, '_>, work: &(impl Fn(Part<'_, '_>) + Sync)) {
    if part.slots.len() <= GRAIN {
        return work(part);
    }
    let (left, right) = part.halves();
    rayon::join(|| split(left, work), || split(right, work));
}

macro_rules! flat2 {
    ($view:expr, $name:literal, $rows:expr, $columns:expr) => {{
        let found = $view.dim();
        match $view.into_slice() {
            Some(slice) if found == ($rows, $columns) => slice,
            _ => return Err(wrong_shape($name, &[found.0, found.1], &[$rows, $columns])),
        }
    }};
}

macro_rules! flat1 {
    ($view:expr, $name:literal, $rows:expr) => {{
        let found = $view.len();
        match $view.into_slice() {
            Some(slice) if found == $rows => slice,
            _ => return Err(wrong_shape($name, &[found], &[$rows])),
        }
    }};
}

impl<'r, 'a> Part<'r, 'a> {
    fn new(
        slots: &'r mut [Slot],
        actions: &'r [u16],
        buffers: StepBuffers<'a>,
    ) -> Result<Self, BatchError> {
        let rows = slots.len();
        let byte_columns = if buffers.mask_bytes.ncols() == 0 {
            0
        } else {
            ACTION_COUNT
        };
        let (obs, seen): (_, &mut [Seen]) = match buffers.obs {
            Observations::Whole(numbers) => (numbers, &mut []),
            Observations::Changes(rows) => {
                let (numbers, seen) = rows.parts();
                (numbers.view_mut(), seen)
            }
        };
        Ok(Self {
            actions,
            obs: flat2!(obs, "obs", rows, OBS_LEN),
            seen,
            masks: flat2!(buffers.masks, "masks", rows, WORDS),
            bytes: flat2!(buffers.mask_bytes, "mask_bytes", rows, byte_columns),
            reward: flat1!(buffers.reward, "reward", rows),
            shaping: flat1!(buffers.shaping, "shaping", rows),
            terminated: flat1!(buffers.terminated, "terminated", rows),
            truncated: flat1!(buffers.truncated, "truncated", rows),
            final_obs: flat2!(buffers.final_obs, "final_obs", rows, OBS_LEN),
            slots,
        })
    }

    fn halves(self) -> (Self, Self) {
        let half = self.slots.len() / 2;
        let (slots, slots2) = self.slots.split_at_mut(half);
        let (actions, actions2) = self.actions.split_at(half.min(self.actions.len()));
        let (obs, obs2) = self.obs.split_at_mut(half * OBS_LEN);
        let (seen, seen2) = self.seen.split_at_mut(half.min(self.seen.len()));
        let (masks, masks2) = self.masks.split_at_mut(half * WORDS);
        let (bytes, bytes2) = self
            .bytes
            .split_at_mut((half * ACTION_COUNT).min(self.bytes.len()));
        let (reward, reward2) = self.reward.split_at_mut(half);
        let (shaping, shaping2) = self.shaping.split_at_mut(half);
        let (terminated, terminated2) = self.terminated.split_at_mut(half);
        let (truncated, truncated2) = self.truncated.split_at_mut(half);
        let (final_obs, final_obs2) = self.final_obs.split_at_mut(half * OBS_LEN);
        (
            Self {
                slots,
                actions,
                obs,
                seen,
                masks,
                bytes,
                reward,
                shaping,
                terminated,
                truncated,
                final_obs,
            },
            Self {
                slots: slots2,
                actions: actions2,
                obs: obs2,
                seen: seen2,
                masks: masks2,
                bytes: bytes2,
                reward: reward2,
                shaping: shaping2,
                terminated: terminated2,
                truncated: truncated2,
                final_obs: final_obs2,
            },
        )
    }

    fn observe(mut self, shared: &Shared) {
        let mut counts = Counts::NONE;
        for i in 0..self.slots.len() {
            self.write(shared, i, &mut counts);
        }
        self.reward.fill(0.0);
        self.shaping.fill(0.0);
        self.terminated.fill(false);
        self.truncated.fill(false);
    }

    fn step(mut self, shared: &Shared, seed: u64) {
        let mut counts = Counts::NONE;
        for i in 0..self.slots.len() {
            let slot = &mut self.slots[i];
            let action = self.actions[i];
            let info = slot.row.step(shared, usize::from(action));
            slot.history.push(action);
            self.reward[i] = info.reward;
            self.shaping[i] = info.shaping;
            self.terminated[i] = info.terminated();
            self.truncated[i] = info.truncated();
            if let Some(episode) = info.episode {
                if episode.end == EpisodeEnd::Truncated {
                    let last = &mut self.final_obs[i * OBS_LEN..][..OBS_LEN];
                    shared.encoder.encode(slot.row.game(), last);
                }
                slot.restart(Row::start(shared, seed, slot.row.env, slot.row.number + 1));
                slot.finished = Some(episode);
            }
            self.write(shared, i, &mut counts);
        }
    }

    /// Writes what row `i` shows.
    #[inline]
    fn write(&mut self, shared: &Shared, i: usize, counts: &mut Counts) {
        let row = &self.slots[i].row;
        shared.encoder.encode_over(
            row.game(),
            self.seen.get_mut(i),
            counts,
            &mut self.obs[i * OBS_LEN..][..OBS_LEN],
        );
        self.masks[i * WORDS..][..WORDS].copy_from_slice(row.episode.legal.words());
        if !self.bytes.is_empty() {
            row.episode
                .legal
                .write_bytes(&mut self.bytes[i * ACTION_COUNT..][..ACTION_COUNT]);
        }
    }
}
