//! A batch of environments that writes into NumPy arrays of the caller.

use std::sync::{Mutex, MutexGuard};

use numpy::{
    Element, IntoPyArray, PyArray1, PyArray3, PyReadonlyArray1, PyReadwriteArray1,
    PyReadwriteArray2, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use reckoners_env::ids::Cause;
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::table::Table;
use reckoners_env::{ACTION_COUNT, Game, GameEnv, OBS_LEN};

use crate::error;
use crate::rows::{self, Autoreset, Out, Row};
use crate::setup::{Setup, Tasks};
use crate::single::outcome;
use crate::view;
use crate::workers::Workers;

/// Many games at once; used through `reckoners.ReckonersVectorEnv`.
#[pyclass(frozen, module = "reckoners._core")]
#[derive(Debug)]
pub(crate) struct VectorEnv {
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    rows: Vec<Row>,
    mode: Autoreset,
    /// Whether an illegal action is an exception; otherwise it changes nothing.
    refuse: bool,
    /// None steps in the calling thread.
    workers: Option<Workers>,
    luck: GameRng,
}

/// The arrays of a step, one row an environment, by the names of the attributes of `reckoners.Buffers`. The arrays are
/// borrowed only under the lock, so that a second thread gets the error "in use by another thread" and not one about
/// borrowed arrays.
#[derive(FromPyObject)]
pub(crate) struct Buffers<'py> {
    obs: PyReadwriteArray2<'py, f32>,
    action_mask: PyReadwriteArray2<'py, i8>,
    reward: PyReadwriteArray1<'py, f64>,
    terminated: PyReadwriteArray1<'py, bool>,
    truncated: PyReadwriteArray1<'py, bool>,
    current_player: PyReadwriteArray1<'py, i64>,
    illegal_action: PyReadwriteArray1<'py, bool>,
}

impl Buffers<'_> {
    /// The arrays as plain memory, checked.
    fn out(&mut self, rows: usize) -> PyResult<Out<'_>> {
        Ok(Out {
            obs: matrix("obs", &mut self.obs, rows, OBS_LEN)?,
            mask: matrix("action_mask", &mut self.action_mask, rows, ACTION_COUNT)?,
            reward: column("reward", &mut self.reward, rows)?,
            terminated: column("terminated", &mut self.terminated, rows)?,
            truncated: column("truncated", &mut self.truncated, rows)?,
            player: column("current_player", &mut self.current_player, rows)?,
            illegal: column("illegal_action", &mut self.illegal_action, rows)?,
        })
    }
}

fn matrix<'a, T: Element>(
    name: &str,
    array: &'a mut PyReadwriteArray2<'_, T>,
    rows: usize,
    columns: usize,
) -> PyResult<&'a mut [T]> {
    let wrong = wrong_shape(name, array.shape(), &[rows, columns]);
    let in_order = array.is_c_contiguous();
    match array.as_slice_mut() {
        Ok(slice) if wrong.is_none() && in_order => Ok(slice),
        _ => Err(wrong.unwrap_or_else(|| not_contiguous(name))),
    }
}

fn column<'a, T: Element>(
    name: &str,
    array: &'a mut PyReadwriteArray1<'_, T>,
    rows: usize,
) -> PyResult<&'a mut [T]> {
    let wrong = wrong_shape(name, array.shape(), &[rows]);
    match array.as_slice_mut() {
        Ok(slice) if wrong.is_none() => Ok(slice),
        _ => Err(wrong.unwrap_or_else(|| not_contiguous(name))),
    }
}

fn wrong_shape(name: &str, found: &[usize], wanted: &[usize]) -> Option<PyErr> {
    (found != wanted)
        .then(|| error::value(format!("{name} has shape {found:?}; {wanted:?} is needed")))
}

fn not_contiguous(name: &str) -> PyErr {
    error::value(format!("{name} must be one contiguous piece (C order)"))
}

impl VectorEnv {
    fn lock(&self) -> PyResult<MutexGuard<'_, Inner>> {
        self.inner
            .try_lock()
            .map_err(|_| error::state("the environment is in use by another thread"))
    }

    /// Hash of the cards that all rows play with.
    pub(crate) fn catalog(&self) -> PyResult<String> {
        let inner = self.lock()?;
        Ok(inner.row(0)?.encoder().rules().catalog().hash.clone())
    }

    /// Every row's position, where a decision is awaited.
    pub(crate) fn games(&self) -> PyResult<Vec<Option<Game>>> {
        let open = |row: &Row| (!row.env.has_ended()).then(|| *row.env.game());
        Ok(self.lock()?.rows.iter().map(open).collect())
    }
}

impl Inner {
    fn row(&self, row: usize) -> PyResult<&GameEnv> {
        let count = self.rows.len();
        self.rows
            .get(row)
            .map(|row| &row.env)
            .ok_or_else(|| error::value(format!("environment {row}: there are {count}")))
    }
}

#[pymethods]
impl VectorEnv {
    #[new]
    fn new(
        setup: &str,
        num_envs: usize,
        autoreset: &str,
        refuse: bool,
        threads: usize,
    ) -> PyResult<Self> {
        if num_envs == 0 {
            return Err(error::value("num_envs=0: give at least 1"));
        }
        let Setup {
            encoder,
            tasks,
            options,
        } = Setup::parse(setup)?;
        let row = || Row::new(GameEnv::new(encoder.clone(), tasks.source(), options));
        Ok(Self {
            inner: Mutex::new(Inner {
                rows: (0..num_envs).map(|_| row()).collect(),
                mode: autoreset.parse()?,
                refuse,
                workers: (threads != 1)
                    .then(|| Workers::asked_for(threads))
                    .transpose()?,
                luck: stream(0, 0, 0, Purpose::Agent),
            }),
        })
    }

    /// Begins episodes: of a seed a row where there is one, otherwise the next ones. Only rows of `which`, if given.
    #[pyo3(signature = (buffers, seeds, which=None, tasks=None))]
    fn reset(
        &self,
        buffers: &Bound<'_, PyAny>,
        seeds: Vec<Option<u64>>,
        which: Option<PyReadonlyArray1<'_, bool>>,
        tasks: Option<&str>,
    ) -> PyResult<()> {
        let inner = &mut *self.lock()?;
        let mut buffers: Buffers<'_> = buffers.extract()?;
        let count = inner.rows.len();
        let out = buffers.out(count)?;
        let which = which.map(|w| w.as_array().to_vec());
        for given in [seeds.len(), which.as_ref().map_or(count, Vec::len)] {
            if given != count {
                return Err(error::value(format!(
                    "{given} values for {count} environments"
                )));
            }
        }
        let tasks = tasks.map(Tasks::parse).transpose()?;
        if let Some(seed) = seeds[0] {
            inner.luck = stream(seed, 0, 0, Purpose::Agent);
        }
        for (i, row) in inner.rows.iter_mut().enumerate() {
            if which.as_ref().is_some_and(|which| !which[i]) {
                continue;
            }
            let (run, number) = match seeds[i] {
                Some(seed) => (seed, 0),
                None => (row.env.place().0, row.env.place().2 + 1),
            };
            match &tasks {
                None => row.env.reset_to(run, 0, number),
                Some(tasks) => {
                    let mut luck = stream(run, 0, number, Purpose::Task);
                    row.env.reset_task(run, 0, number, tasks.draw(&mut luck));
                }
            }
        }
        rows::observe(&mut inner.rows, out);
        Ok(())
    }

    /// Plays one action in every row and writes what they show; gives the rows whose episode ended.
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        buffers: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<usize>> {
        let inner = &mut *self.lock()?;
        let mut buffers: Buffers<'_> = buffers.extract()?;
        let actions = actions.as_slice().map_err(|_| not_contiguous("actions"))?;
        if actions.len() != inner.rows.len() {
            let wanted = [inner.rows.len()];
            return Err(wrong_shape("actions", &[actions.len()], &wanted)
                .unwrap_or_else(|| error::value("actions")));
        }
        rows::check(&inner.rows, actions, inner.mode, inner.refuse)?;
        let out = buffers.out(inner.rows.len())?;
        let pool = inner.workers.as_mut().map(Workers::pool).transpose()?;
        let (rows, mode) = (&mut inner.rows, inner.mode);
        py.detach(|| rows::step(rows, actions, out, pool.as_deref(), mode));
        let ended = |(i, row): (usize, &Row)| row.finished.map(|_| i);
        Ok(inner.rows.iter().enumerate().filter_map(ended).collect())
    }

    /// How the episodes that ended in the last step went: columns by name, an entry a row of `ended`.
    fn endings<'py>(&self, py: Python<'py>, ended: Vec<usize>) -> PyResult<Bound<'py, PyDict>> {
        let inner = self.lock()?;
        let list: Vec<_> = ended
            .iter()
            .filter_map(|&i| inner.rows.get(i)?.finished)
            .collect();
        let all = PyDict::new(py);
        let outcomes: Vec<_> = list.iter().map(|e| outcome(e.end)).collect();
        let losses: Vec<_> = list.iter().map(|e| e.loss().map(Cause::key)).collect();
        all.set_item("outcome", outcomes)?;
        all.set_item("loss_reason", losses)?;
        let column =
            |number: &dyn Fn(usize) -> i64| -> Vec<i64> { (0..list.len()).map(number).collect() };
        let rounds = column(&|i| i64::from(list[i].rounds));
        let decisions = column(&|i| i64::from(list[i].decisions));
        let population = column(&|i| i64::from(list[i].population));
        all.set_item("rounds", rounds.into_pyarray(py))?;
        all.set_item("decisions", decisions.into_pyarray(py))?;
        all.set_item("population", population.into_pyarray(py))?;
        Ok(all)
    }

    /// The last observations of episodes after which the next began in the same step.
    fn last_observations<'py>(
        &self,
        py: Python<'py>,
        ended: Vec<usize>,
    ) -> PyResult<Bound<'py, PyList>> {
        let inner = self.lock()?;
        let list = PyList::empty(py);
        for i in ended {
            inner.row(i)?;
            list.append(PyArray1::from_slice(py, &inner.rows[i].last))?;
        }
        Ok(list)
    }

    /// A legal action for every row, each equally likely; 0 where the episode has ended.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let inner = &mut *self.lock()?;
        Ok(rows::sample(&inner.rows, &mut inner.luck).into_pyarray(py))
    }

    /// Changes what coming episodes play.
    fn set_tasks(&self, setup: &str) -> PyResult<()> {
        let tasks = Tasks::parse(setup)?;
        for row in &mut self.lock()?.rows {
            *row.env.tasks_mut() = tasks.source();
        }
        Ok(())
    }

    /// The Reckoners of a row in seating order.
    fn team(&self, row: usize) -> PyResult<Vec<&'static str>> {
        let inner = self.lock()?;
        Ok(inner
            .row(row)?
            .task()
            .setup
            .team()
            .iter()
            .map(|r| r.key())
            .collect())
    }

    /// The position of a row as a table file.
    fn table(&self, row: usize) -> PyResult<String> {
        let inner = self.lock()?;
        let env = inner.row(row)?;
        Ok(Table::new(env.game()).to_text(env.encoder().rules()))
    }

    /// A digest of every row's position.
    fn digests(&self) -> PyResult<Vec<u64>> {
        let inner = self.lock()?;
        Ok(inner
            .rows
            .iter()
            .map(|row| row.env.game().digest())
            .collect())
    }

    /// An action of a row in words.
    fn action_text(&self, row: usize, id: i64) -> PyResult<String> {
        let inner = self.lock()?;
        let env = inner.row(row)?;
        view::action_text(env.encoder().rules(), env.game(), id)
    }

    /// The board of a row as text.
    fn ansi(&self, row: usize, colour: bool) -> PyResult<String> {
        let inner = self.lock()?;
        let env = inner.row(row)?;
        Ok(view::ansi(env.encoder().rules(), env.game(), colour))
    }

    /// The board of a row as a picture.
    fn picture<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let inner = self.lock()?;
        let env = inner.row(row)?;
        Ok(view::picture(py, env.encoder().rules(), env.game()))
    }
}
