//! What the trainer needs from an environment: nothing of the game is named here, so that toy
//! problems with known answers and the game itself plug in alike.

use anyhow::Result;
use std::sync::Arc;

use reckoners_agents::net::{Encoding, Entities, Features, Net, Printed};
use serde_json::Value;

/// How the episode of a row went on after a step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Ending {
    /// It goes on.
    #[default]
    Running,
    /// It ended by its own rules; nothing follows, so nothing is bootstrapped.
    Terminated,
    /// It was cut short; its value goes on in the final observation.
    Truncated,
}

/// How a finished episode went.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EpisodeSummary {
    /// Which task it was, an index into [`World::tasks`].
    pub task: usize,
    /// The reward it gave in all, shaping apart: 1 for a win, 0 for a loss.
    pub score: f32,
    /// Decisions taken.
    pub decisions: u32,
    /// Rounds played, or 0 where there are none.
    pub rounds: u32,
    /// Whether it was cut short.
    pub truncated: bool,
}

/// What one step of a shard gave, row by row.
#[derive(Debug, Clone, Default)]
pub struct StepOut {
    /// The true reward; over an episode it adds up to a number in [0, 1].
    pub rewards: Vec<f32>,
    /// The shaping reward, which the trainer scales and anneals away.
    pub shaping: Vec<f32>,
    /// `[rows, outlooks]`: what was gained of each thing that the network foresees; over the rest of an episode it
    /// adds up to a number in [0, 1].
    pub gains: Vec<f32>,
    /// How the episode went on.
    pub endings: Vec<Ending>,
    /// `[rows, obs_len]`: the last observation of truncated rows; other rows hold anything.
    pub final_obs: Vec<f32>,
    /// Episodes that ended in this step, in row order.
    pub episodes: Vec<EpisodeSummary>,
}

impl StepOut {
    /// Room for a shard, all zero.
    #[must_use]
    pub fn new(rows: usize, obs_len: usize, outlooks: usize) -> Self {
        Self {
            gains: vec![0.0; rows * outlooks],
            rewards: vec![0.0; rows],
            shaping: vec![0.0; rows],
            endings: vec![Ending::Running; rows],
            final_obs: vec![0.0; rows * obs_len],
            episodes: Vec::new(),
        }
    }
}

/// A shard of environments that one worker thread steps.
///
/// Rows restart by themselves: after a step that ends an episode, the row's observation is the
/// first of the next one.
pub trait RolloutEnv: Send {
    /// Writes the present observations `[rows, obs_len]` and masks `[rows, mask_words]`.
    fn observe(&mut self, obs: &mut [f32], masks: &mut [u64]);

    /// Plays one legal action in every row; writes what it gave, and what is seen next.
    fn step(&mut self, actions: &[u16], out: &mut StepOut, obs: &mut [f32], masks: &mut [u64]);

    /// Tells how often each task is to be drawn from now on; the weights add up to 1.
    fn set_task_weights(&mut self, weights: &[f32]);

    /// What is printed on the cards that it plays with; nothing in most worlds.
    fn features(&self) -> Arc<Features> {
        Arc::default()
    }

    /// Between two rollouts: perhaps takes other cards, and begins new games with them; whether it did.
    ///
    /// # Errors
    /// When the cards cannot be made.
    fn renew(&mut self, _update: u64) -> Result<bool> {
        Ok(false)
    }

    /// Everything needed to go on exactly here, for [`RolloutEnv::restore`]: one value for each
    /// row, so that rows can be shared out among another number of shards.
    fn save(&self) -> Vec<Value>;

    /// Goes back to a saved place.
    ///
    /// # Errors
    /// When the values are not from such rows.
    fn restore(&mut self, saved: &[Value]) -> Result<()>;
}

/// Measured play of a network on one task.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskScore {
    /// Name of the task, for example `standard/4`.
    pub task: String,
    /// Games played.
    pub games: u32,
    /// Sum of their scores: the number of wins.
    pub score: f32,
}

impl TaskScore {
    /// Share of the games won.
    #[must_use]
    pub fn rate(&self) -> f64 {
        f64::from(self.score) / f64::from(self.games.max(1))
    }
}

/// Where training takes place.
pub trait World: Sync {
    /// Length of an observation.
    fn obs_len(&self) -> usize;

    /// Number of action ids.
    fn action_count(&self) -> usize;

    /// What the observation repeats and the actions point at, with codes of this width; nothing in
    /// most worlds.
    fn entities(&self, _width: usize) -> Option<Entities> {
        None
    }

    /// What is printed, read with codes of this width; nothing in most worlds.
    fn printed(&self, _width: usize) -> Option<Printed> {
        None
    }

    /// What is printed on the world's own cards.
    fn features(&self) -> Arc<Features> {
        Arc::default()
    }

    /// How many things are foreseen besides a win.
    fn outlooks(&self) -> usize {
        0
    }

    /// Into how many shards the environments are split, if that matters: each may have its own cards.
    fn shards(&self) -> Option<usize> {
        None
    }

    /// The observation encoding, for the checkpoint.
    fn observation(&self) -> Encoding;

    /// The action encoding, for the checkpoint.
    fn action(&self) -> Encoding;

    /// Content hash of the game's data, for the checkpoint.
    fn catalog(&self) -> String;

    /// Names of the games that are played, for the checkpoint; nothing in most worlds.
    fn games(&self) -> Vec<String> {
        Vec::new()
    }

    /// Names of the tasks that episodes are drawn from, easiest first.
    fn tasks(&self) -> Vec<String>;

    /// Makes the rows `first..first + rows` of the run with this seed.
    ///
    /// # Errors
    /// When the settings do not make a playable environment.
    fn shard(&self, seed: u64, first: usize, rows: usize) -> Result<Box<dyn RolloutEnv>>;

    /// Plays the network greedily on held-out seeds.
    ///
    /// # Errors
    /// When the games cannot be played.
    fn evaluate(&self, net: &Net, games: u32) -> Result<Vec<TaskScore>>;
}
