//! One environment: the core of the Gymnasium and PettingZoo faces.

use std::sync::{Mutex, MutexGuard};

use numpy::{PyArray1, PyArray3};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use reckoners_env::ids::{Cause, SeatIx};
use reckoners_env::rng::{Purpose, stream};
use reckoners_env::table::Table;
use reckoners_env::{ACTION_COUNT, EpisodeEnd, EpisodeInfo, Game, GameEnv, OBS_LEN};

use crate::error::{self, IllegalActionError};
use crate::setup::{Setup, Tasks};
use crate::view;

/// Observation, reward, terminated, truncated, info.
type Step<'py> = (
    Bound<'py, PyArray1<f32>>,
    f64,
    bool,
    bool,
    Bound<'py, PyDict>,
);

/// One game after the other; used through `reckoners.ReckonersEnv`.
#[pyclass(frozen, module = "reckoners._core")]
#[derive(Debug)]
pub(crate) struct SingleEnv {
    inner: Mutex<Inner>,
}

#[derive(Debug, Clone)]
struct Inner {
    env: GameEnv,
    /// Whether an illegal action is an exception; otherwise it changes nothing.
    refuse: bool,
}

impl SingleEnv {
    fn lock(&self) -> PyResult<MutexGuard<'_, Inner>> {
        self.inner
            .try_lock()
            .map_err(|_| error::state("the environment is in use by another thread"))
    }

    /// Hash of the cards that it plays with.
    pub(crate) fn catalog(&self) -> PyResult<String> {
        Ok(self.lock()?.env.encoder().rules().catalog().hash.clone())
    }

    /// The position, while a decision is awaited.
    pub(crate) fn open_game(&self) -> PyResult<Option<Game>> {
        let env = &self.lock()?.env;
        Ok((!env.has_ended()).then(|| *env.game()))
    }
}

#[pymethods]
impl SingleEnv {
    #[new]
    fn new(setup: &str, refuse: bool) -> PyResult<Self> {
        let setup = Setup::parse(setup)?;
        let env = GameEnv::new(setup.encoder, setup.tasks.source(), setup.options);
        Ok(Self {
            inner: Mutex::new(Inner { env, refuse }),
        })
    }

    /// Begins an episode: the first one of a seed, or the next one. `tasks` and `table` hold for it alone.
    #[pyo3(signature = (seed=None, tasks=None, table=None))]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        seed: Option<u64>,
        tasks: Option<&str>,
        table: Option<&str>,
    ) -> PyResult<(Bound<'py, PyArray1<f32>>, Bound<'py, PyDict>)> {
        let env = &mut self.lock()?.env;
        let (run, number) = match seed {
            Some(seed) => (seed, 0),
            None => (env.place().0, env.place().2 + 1),
        };
        if let Some(text) = table {
            let game = Table::parse(env.encoder().rules(), text)
                .map_err(error::value)?
                .game;
            if game.now.is_over() {
                return Err(error::value("the game of this table is over"));
            }
            // On a copy, so that a table that is refused leaves the present episode as it is.
            let mut begun = env.clone();
            begun
                .reset_from(run, 0, number, &game)
                .map_err(error::value)?;
            if begun.has_ended() {
                return Err(error::value(
                    "from this table the game ends before a decision",
                ));
            }
            *env = begun;
        } else if let Some(text) = tasks {
            let mut luck = stream(run, 0, number, Purpose::Task);
            let task = Tasks::parse(text)?.draw(&mut luck);
            env.reset_task(run, 0, number, task);
        } else {
            env.reset_to(run, 0, number);
        }
        let info = info(py, env)?;
        let team: Vec<&str> = env.task().setup.team().iter().map(|r| r.key()).collect();
        info.set_item(intern!(py, "team"), team)?;
        info.set_item(intern!(py, "task"), env.task().index)?;
        Ok((observation(py, env, None), info))
    }

    /// Plays an action.
    fn step<'py>(&self, py: Python<'py>, action: i64) -> PyResult<Step<'py>> {
        let inner = &mut *self.lock()?;
        let id = view::known_id(action)?;
        let env = &mut inner.env;
        if env.has_ended() {
            return Err(error::state("the episode has ended: call reset()"));
        }
        let Ok(played) = env.step(id) else {
            if inner.refuse {
                return Err(illegal(env, action));
            }
            let info = info(py, env)?;
            info.set_item(intern!(py, "illegal_action"), true)?;
            return Ok((observation(py, env, None), 0.0, false, false, info));
        };
        let info = info(py, env)?;
        if let Some(episode) = &played.episode {
            ended(&info, episode)?;
        }
        let reward = f64::from(played.reward) + f64::from(played.shaping);
        Ok((
            observation(py, env, None),
            reward,
            played.terminated(),
            played.truncated(),
            info,
        ))
    }

    /// The position as a seat sees it; that of the Reckoner who decides unless named.
    #[pyo3(signature = (seat=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<u8>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let inner = self.lock()?;
        let seats = inner.env.game().seat_count;
        if let Some(seat) = seat.filter(|s| *s >= seats) {
            return Err(error::value(format!("seat {seat}: the game has {seats}")));
        }
        Ok(observation(py, &inner.env, seat))
    }

    /// The legal actions, one byte an id; all ones once the episode has ended.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        Ok(mask(py, &self.lock()?.env))
    }

    /// The legal actions as ids.
    fn legal(&self) -> PyResult<Vec<usize>> {
        Ok(self.lock()?.env.mask().ids().collect())
    }

    /// The seat that decides.
    #[getter]
    fn current_player(&self) -> PyResult<u8> {
        Ok(self.lock()?.env.game().acting.0)
    }

    /// The Reckoners in seating order.
    #[getter]
    fn team(&self) -> PyResult<Vec<&'static str>> {
        let inner = self.lock()?;
        Ok(inner
            .env
            .task()
            .setup
            .team()
            .iter()
            .map(|r| r.key())
            .collect())
    }

    /// Which game is played, as JSON.
    #[getter]
    fn ruleset(&self) -> PyResult<String> {
        serde_json::to_string(&self.lock()?.env.game().ruleset).map_err(error::state)
    }

    /// Changes what coming episodes play.
    fn set_tasks(&self, setup: &str) -> PyResult<()> {
        let tasks = Tasks::parse(setup)?;
        *self.lock()?.env.tasks_mut() = tasks.source();
        Ok(())
    }

    /// A digest of the whole position.
    #[getter]
    fn digest(&self) -> PyResult<u64> {
        Ok(self.lock()?.env.game().digest())
    }

    /// The position as a table file.
    fn table(&self) -> PyResult<String> {
        let inner = self.lock()?;
        Ok(Table::new(inner.env.game()).to_text(inner.env.encoder().rules()))
    }

    /// An action in words.
    fn action_text(&self, id: i64) -> PyResult<String> {
        let inner = self.lock()?;
        view::action_text(inner.env.encoder().rules(), inner.env.game(), id)
    }

    /// The board as text.
    fn ansi(&self, colour: bool) -> PyResult<String> {
        let inner = self.lock()?;
        Ok(view::ansi(
            inner.env.encoder().rules(),
            inner.env.game(),
            colour,
        ))
    }

    /// The board as a picture.
    fn picture<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let inner = self.lock()?;
        Ok(view::picture(
            py,
            inner.env.encoder().rules(),
            inner.env.game(),
        ))
    }

    /// A copy with its own future: the same luck, until other actions are played.
    fn __copy__(&self) -> PyResult<Self> {
        Ok(Self {
            inner: Mutex::new(self.lock()?.clone()),
        })
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__copy__()
    }
}

/// The error for an action that is not legal.
pub(crate) fn illegal(env: &GameEnv, action: i64) -> PyErr {
    let text = view::action_text(env.encoder().rules(), env.game(), action);
    IllegalActionError::new_err(format!(
        "action {action} ({}) is not legal now: take one of the {} in the mask",
        text.unwrap_or_default(),
        env.mask().len()
    ))
}

fn observation<'py>(py: Python<'py>, env: &GameEnv, seat: Option<u8>) -> Bound<'py, PyArray1<f32>> {
    view::filled(py, OBS_LEN, |out| match seat {
        None => env.observe(out),
        Some(seat) => {
            let mut seen = *env.game();
            seen.acting = SeatIx(seat);
            env.encoder().encode(&seen, out);
        }
    })
}

fn mask<'py>(py: Python<'py>, env: &GameEnv) -> Bound<'py, PyArray1<i8>> {
    view::filled(py, ACTION_COUNT, |out| write_mask(env, out))
}

/// Writes the legal actions, 0 or 1 an id; all ones once the episode has ended.
pub(crate) fn write_mask(env: &GameEnv, out: &mut [i8]) {
    if env.has_ended() {
        out.fill(1);
        return;
    }
    out.fill(0);
    view::mark(&env.mask(), out);
}

fn info<'py>(py: Python<'py>, env: &GameEnv) -> PyResult<Bound<'py, PyDict>> {
    let info = PyDict::new(py);
    info.set_item(intern!(py, "action_mask"), mask(py, env))?;
    info.set_item(intern!(py, "current_player"), env.game().acting.0)?;
    Ok(info)
}

/// How an episode ended, under the names that every face uses.
fn ended(info: &Bound<'_, PyDict>, episode: &EpisodeInfo) -> PyResult<()> {
    let py = info.py();
    info.set_item(intern!(py, "outcome"), outcome(episode.end))?;
    info.set_item(intern!(py, "loss_reason"), episode.loss().map(Cause::key))?;
    info.set_item(intern!(py, "rounds"), episode.rounds)?;
    info.set_item(intern!(py, "decisions"), episode.decisions)?;
    info.set_item(intern!(py, "population"), episode.population)
}

/// An ending in one word.
pub(crate) const fn outcome(end: EpisodeEnd) -> &'static str {
    match end {
        EpisodeEnd::Won => "won",
        EpisodeEnd::Lost(_) => "lost",
        EpisodeEnd::Truncated => "truncated",
    }
}
