//! One environment: an episode, its task and its rewards.

use std::sync::Arc;

use crate::action::{ActionMask, decode};
use crate::episode::{Episode, EpisodeEnd, EpisodeRules};
use crate::ids::{Cause, Difficulty};
use crate::obs::Encoder;
use crate::reward::{Shaping, terminal};
use crate::rng::{Purpose, stream};
use crate::rules::{BadTeam, GameSetup};
use crate::state::{Game, Now};
use crate::task::{EpisodeTask, TaskSource};

/// How environments behave.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EnvOptions {
    /// How episodes are played.
    pub episode: EpisodeRules,
    /// Shaping; without it the shaping reward is 0.
    pub shaping: Option<Shaping>,
    /// What the luck is for.
    pub purpose: Purpose,
}

impl Default for EnvOptions {
    fn default() -> Self {
        Self {
            episode: EpisodeRules::default(),
            shaping: None,
            purpose: Purpose::Training,
        }
    }
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
        self.end.won()
    }
    /// Why the last of the population fell, if the team lost.
    pub fn loss(&self) -> Option<Cause> {
        self.end.loss()
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

/// An episode of one environment of a run; what [`GameEnv`] holds once and a batch many times.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) episode: Episode,
    pub(crate) task: EpisodeTask,
    pub(crate) run: u64,
    pub(crate) env: u64,
    pub(crate) number: u64,
    potential: f32,
}

impl Row {
    /// Begins an episode with the task that the source gives it.
    pub(crate) fn start(shared: &Shared, run: u64, env: u64, number: u64) -> Self {
        let mut luck = stream(run, env, number, Purpose::Task);
        let task = shared.tasks.draw(env, number, &mut luck);
        Self::start_task(shared, run, env, number, task)
    }

    pub(crate) fn start_task(
        shared: &Shared,
        run: u64,
        env: u64,
        number: u64,
        task: EpisodeTask,
    ) -> Self {
        let game = shared.encoder.rules().new_game(&task.setup);
        Self::start_at(shared, run, env, number, task, &game)
    }

    /// Goes on from a position of a task with new luck.
    fn start_at(
        shared: &Shared,
        run: u64,
        env: u64,
        number: u64,
        task: EpisodeTask,
        game: &Game,
    ) -> Self {
        let (rules, options) = (shared.encoder.rules(), &shared.options);
        let luck = stream(run, env, number, options.purpose);
        let mut row = Self {
            episode: Episode::on_from(rules, game, luck, options.episode),
            task,
            run,
            env,
            number,
            potential: 0.0,
        };
        row.potential = row.potential_now(shared);
        row
    }

    pub(crate) fn game(&self) -> &Game {
        &self.episode.game
    }

    fn potential_now(&self, shared: &Shared) -> f32 {
        let encoder = &shared.encoder;
        shared.options.shaping.map_or(0.0, |s| {
            s.potential(encoder.rules(), encoder.activations(), self.game())
        })
    }

    pub(crate) fn check(&self, action: usize) -> Result<(), StepError> {
        if self.episode.legal.has(action) {
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
    pub(crate) fn step(&mut self, shared: &Shared, action: usize) -> StepInfo {
        let action = decode(action).expect("a legal action has an id");
        self.episode.play(shared.encoder.rules(), action);
        let potential = self.potential_now(shared);
        let shaping = potential - std::mem::replace(&mut self.potential, potential);
        let reward = match self.game().now {
            Now::Over(ending) => terminal(ending),
            _ => 0.0,
        };
        StepInfo {
            reward,
            shaping,
            episode: self.episode.end().map(|end| self.info(end)),
        }
    }

    fn info(&self, end: EpisodeEnd) -> EpisodeInfo {
        EpisodeInfo {
            env: self.env,
            episode: self.number,
            task: self.task,
            end,
            rounds: self.episode.rounds(),
            decisions: self.episode.decisions,
            forced: self.episode.forced,
            population: self.game().population,
        }
    }
}

/// What all rows share.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    pub(crate) encoder: Arc<Encoder>,
    pub(crate) tasks: TaskSource,
    pub(crate) options: EnvOptions,
}

/// One environment.
///
/// An ended episode stays as it is until the next reset; its mask is empty.
#[derive(Clone, Debug)]
pub struct GameEnv {
    shared: Shared,
    row: Row,
    ended: bool,
}

impl GameEnv {
    /// An environment at the start of the first episode of seed 0.
    pub fn new(encoder: Arc<Encoder>, tasks: impl Into<TaskSource>, options: EnvOptions) -> Self {
        let shared = Shared {
            encoder,
            tasks: tasks.into(),
            options,
        };
        let row = Row::start(&shared, 0, 0, 0);
        Self {
            row,
            shared,
            ended: false,
        }
    }

    /// Begins the first episode of a seed.
    pub fn reset(&mut self, seed: u64) {
        self.reset_to(seed, 0, 0);
    }

    /// Begins the next episode: other luck, same seed.
    pub fn reset_next(&mut self) {
        self.reset_to(self.row.run, self.row.env, self.row.number + 1);
    }

    /// Begins one episode of one environment of a run, as a batch with that seed would.
    pub fn reset_to(&mut self, run: u64, env: u64, episode: u64) {
        self.row = Row::start(&self.shared, run, env, episode);
        self.ended = false;
    }

    /// [`GameEnv::reset_to`] with a task that the caller chooses for this one episode.
    pub fn reset_task(&mut self, run: u64, env: u64, episode: u64, task: EpisodeTask) {
        self.row = Row::start_task(&self.shared, run, env, episode, task);
        self.ended = false;
    }

    /// [`GameEnv::reset_to`] from a position, for this one episode; its team and ruleset are the task. A position
    /// that is over gives an episode that has ended.
    ///
    /// # Errors
    /// When the position has a team that cannot play.
    pub fn reset_from(
        &mut self,
        run: u64,
        env: u64,
        episode: u64,
        game: &Game,
    ) -> Result<(), BadTeam> {
        let team: Vec<_> = game.team().iter().map(|seat| seat.reckoner).collect();
        let task = EpisodeTask {
            setup: GameSetup::new(&team, game.ruleset)?,
            index: 0,
        };
        self.row = Row::start_at(&self.shared, run, env, episode, task, game);
        self.ended = self.row.episode.end().is_some();
        Ok(())
    }

    /// Where the tasks of coming episodes are drawn from; may be changed at any time.
    pub fn tasks_mut(&mut self) -> &mut TaskSource {
        &mut self.shared.tasks
    }

    /// Seed of the run, environment and episode, as in [`GameEnv::reset_to`].
    pub fn place(&self) -> (u64, u64, u64) {
        (self.row.run, self.row.env, self.row.number)
    }

    /// Whether the episode has ended.
    pub fn has_ended(&self) -> bool {
        self.ended
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
        let info = self.row.step(&self.shared, action);
        self.ended = info.episode.is_some();
        Ok(info)
    }

    /// The legal actions; none once the episode has ended.
    pub fn mask(&self) -> ActionMask {
        if self.ended {
            ActionMask::EMPTY
        } else {
            self.row.episode.legal
        }
    }

    /// Writes the observation.
    ///
    /// # Panics
    /// When `out` is not [`crate::obs::OBS_LEN`] long.
    pub fn observe(&self, out: &mut [f32]) {
        self.shared.encoder.encode(self.row.game(), out);
    }

    /// The position.
    pub fn game(&self) -> &Game {
        self.row.game()
    }

    /// The task of this episode.
    pub fn task(&self) -> &EpisodeTask {
        &self.row.task
    }

    /// Its encoder and, through it, its rules.
    pub fn encoder(&self) -> &Encoder {
        &self.shared.encoder
    }

    /// The potential of the position; 0 without shaping.
    pub fn potential(&self) -> f32 {
        self.row.potential
    }
}
