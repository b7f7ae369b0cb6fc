//! One environment: a game, its luck, and the bookkeeping of episodes.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::action::{ActionMask, decode};
use crate::ids::{Cause, Difficulty};
use crate::obs::Encoder;
use crate::reward::{Shaping, terminal};
use crate::rng::{GameRng, Purpose, stream};
use crate::state::{Ending, Game, Now};
use crate::task::{EpisodeTask, TaskSource};

/// How environments behave.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EnvOptions {
    /// Play decisions with one legal action without asking.
    pub auto_forced: bool,
    /// Rounds after which an episode is cut short: after the boss's movement, when the dice of
    /// the next round lie on the table. Never a loss.
    pub round_cap: u16,
    /// Shaping; without it the shaping reward is 0.
    pub shaping: Option<Shaping>,
    /// What the luck is for.
    pub purpose: Purpose,
}

impl Default for EnvOptions {
    fn default() -> Self {
        Self {
            auto_forced: true,
            round_cap: 50,
            shaping: None,
            purpose: Purpose::Training,
        }
    }
}

/// How an episode ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EpisodeEnd {
    /// The boss was defeated.
    Won,
    /// The population reached zero, with the cause of the last loss.
    Lost(Cause),
    /// The round cap was reached.
    Truncated,
}

/// A finished episode.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpisodeInfo {
    /// The environment, counted over all shards of the run.
    pub env: u64,
    /// The episode of that environment.
    pub episode: u64,
    /// What was played.
    pub task: EpisodeTask,
    /// How it ended.
    pub end: EpisodeEnd,
    /// Rounds begun and not cut off.
    pub rounds: u16,
    /// Decisions asked for.
    pub decisions: u32,
    /// Decisions that the environment played because there was one option.
    pub forced: u32,
    /// Population left.
    pub population: u16,
}

impl EpisodeInfo {
    /// Whether the team won.
    pub fn won(&self) -> bool {
        self.end == EpisodeEnd::Won
    }
    /// Why the last of the population fell, if the team lost.
    pub fn loss(&self) -> Option<Cause> {
        match self.end {
            EpisodeEnd::Lost(cause) => Some(cause),
            EpisodeEnd::Won | EpisodeEnd::Truncated => None,
        }
    }
    /// Number of Reckoners.
    pub fn seats(&self) -> usize {
        self.task.setup.team().len()
    }
    /// How hard it was.
    pub fn difficulty(&self) -> Difficulty {
        self.task.setup.difficulty()
    }
}

/// An action id that is not legal now. Nothing was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("action {action} is not legal in environment {env}: take one from its mask")]
pub struct StepError {
    /// The environment, counted over all shards of the run.
    pub env: u64,
    /// The id.
    pub action: usize,
}

/// What one step gave.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StepInfo {
    /// +1 for a win, -1 for a loss, otherwise 0.
    pub reward: f32,
    /// The change of the potential.
    pub shaping: f32,
    /// The episode, when it ended.
    pub episode: Option<EpisodeInfo>,
}

impl StepInfo {
    /// Whether the game was won or lost.
    pub fn terminated(&self) -> bool {
        self.episode.is_some_and(|e| e.end != EpisodeEnd::Truncated)
    }
    /// Whether the episode was cut short by the round cap.
    pub fn truncated(&self) -> bool {
        self.episode.is_some_and(|e| e.end == EpisodeEnd::Truncated)
    }
}

/// One game with its luck; what [`GameEnv`] holds once and a batch many times.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) game: Game,
    pub(crate) mask: ActionMask,
    rng: GameRng,
    pub(crate) task: EpisodeTask,
    pub(crate) run: u64,
    pub(crate) env: u64,
    pub(crate) episode: u64,
    decisions: u32,
    forced: u32,
    potential: f32,
}

impl Row {
    /// Begins an episode with the task that the source gives it.
    pub(crate) fn start(kit: &Kit, run: u64, env: u64, episode: u64) -> Self {
        let task = kit
            .tasks
            .draw(env, episode, &mut stream(run, env, episode, Purpose::Task));
        Self::start_task(kit, run, env, episode, task)
    }

    pub(crate) fn start_task(
        kit: &Kit,
        run: u64,
        env: u64,
        episode: u64,
        task: EpisodeTask,
    ) -> Self {
        let mut row = Self {
            game: kit.encoder.rules().new_game(&task.setup),
            mask: ActionMask::EMPTY,
            rng: stream(run, env, episode, kit.options.purpose),
            task,
            run,
            env,
            episode,
            decisions: 0,
            forced: 0,
            potential: 0.0,
        };
        row.advance(kit);
        row.potential = row.potential_now(kit);
        row
    }

    fn potential_now(&self, kit: &Kit) -> f32 {
        let encoder = &kit.encoder;
        kit.options.shaping.map_or(0.0, |s| {
            s.potential(encoder.rules(), encoder.outlook(), &self.game)
        })
    }

    /// Plays chance and forced decisions until there is something to ask, or the episode ends.
    #[inline]
    fn advance(&mut self, kit: &Kit) -> Option<EpisodeEnd> {
        let rules = kit.encoder.rules();
        loop {
            rules.play_chance(&mut self.game, &mut self.rng);
            self.mask = ActionMask::EMPTY;
            if let Now::Over(ending) = self.game.now {
                return Some(match ending {
                    Ending::Won => EpisodeEnd::Won,
                    Ending::Lost(cause) => EpisodeEnd::Lost(cause),
                });
            }
            self.mask = rules.legal(&self.game);
            if self.game.round > kit.options.round_cap {
                return Some(EpisodeEnd::Truncated);
            }
            match self.mask.single().and_then(decode) {
                Some(only) if kit.options.auto_forced => {
                    self.forced += 1;
                    rules.apply_unchecked(&mut self.game, only);
                }
                _ => return None,
            }
        }
    }

    pub(crate) fn check(&self, action: usize) -> Result<(), StepError> {
        if self.mask.has(action) {
            Ok(())
        } else {
            Err(StepError {
                env: self.env,
                action,
            })
        }
    }

    /// Plays a legal action.
    #[inline]
    pub(crate) fn step(&mut self, kit: &Kit, action: usize) -> StepInfo {
        let action = decode(action).expect("a legal action has an id");
        kit.encoder.rules().apply_unchecked(&mut self.game, action);
        self.decisions += 1;
        let end = self.advance(kit);
        let potential = self.potential_now(kit);
        let shaping = potential - std::mem::replace(&mut self.potential, potential);
        let reward = match self.game.now {
            Now::Over(ending) => terminal(ending),
            _ => 0.0,
        };
        StepInfo {
            reward,
            shaping,
            episode: end.map(|end| self.info(kit, end)),
        }
    }

    fn info(&self, kit: &Kit, end: EpisodeEnd) -> EpisodeInfo {
        EpisodeInfo {
            env: self.env,
            episode: self.episode,
            task: self.task,
            end,
            rounds: self.game.round.min(kit.options.round_cap),
            decisions: self.decisions,
            forced: self.forced,
            population: self.game.population,
        }
    }
}

/// What all rows share.
#[derive(Clone, Debug)]
pub(crate) struct Kit {
    pub(crate) encoder: Arc<Encoder>,
    pub(crate) tasks: TaskSource,
    pub(crate) options: EnvOptions,
}

/// One environment.
///
/// An ended episode stays as it is until the next reset; its mask is empty.
#[derive(Clone, Debug)]
pub struct GameEnv {
    kit: Kit,
    row: Row,
    ended: bool,
}

impl GameEnv {
    /// An environment at the start of the first episode of seed 0.
    pub fn new(encoder: Arc<Encoder>, tasks: impl Into<TaskSource>, options: EnvOptions) -> Self {
        let kit = Kit {
            encoder,
            tasks: tasks.into(),
            options,
        };
        let row = Row::start(&kit, 0, 0, 0);
        Self {
            row,
            kit,
            ended: false,
        }
    }

    /// Begins the first episode of a seed.
    pub fn reset(&mut self, seed: u64) {
        self.reset_to(seed, 0, 0);
    }

    /// Begins the next episode: other luck, same seed.
    pub fn reset_next(&mut self) {
        self.reset_to(self.row.run, self.row.env, self.row.episode + 1);
    }

    /// Begins one episode of one environment of a run, as a batch with that seed would.
    pub fn reset_to(&mut self, run: u64, env: u64, episode: u64) {
        self.row = Row::start(&self.kit, run, env, episode);
        self.ended = false;
    }

    /// Plays an action, or changes nothing and says why not.
    pub fn step(&mut self, action: usize) -> Result<StepInfo, StepError> {
        if self.ended {
            return Err(StepError {
                env: self.row.env,
                action,
            });
        }
        self.row.check(action)?;
        let info = self.row.step(&self.kit, action);
        self.ended = info.episode.is_some();
        Ok(info)
    }

    /// The legal actions; none once the episode has ended.
    pub fn mask(&self) -> ActionMask {
        if self.ended {
            ActionMask::EMPTY
        } else {
            self.row.mask
        }
    }

    /// Writes the observation.
    ///
    /// # Panics
    /// When `out` is not [`crate::obs::OBS_LEN`] long.
    pub fn observe(&self, out: &mut [f32]) {
        self.kit.encoder.encode(&self.row.game, out);
    }

    /// The position.
    pub fn game(&self) -> &Game {
        &self.row.game
    }

    /// The task of this episode.
    pub fn task(&self) -> &EpisodeTask {
        &self.row.task
    }

    /// Its encoder and, through it, its rules.
    pub fn encoder(&self) -> &Encoder {
        &self.kit.encoder
    }

    /// The potential of the position; 0 without shaping.
    pub fn potential(&self) -> f32 {
        self.row.potential
    }
}
