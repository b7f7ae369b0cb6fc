//! Agents by name: the baselines, searches and networks, one decision or a batch at a time.

use std::path::Path;
use std::sync::{Mutex, MutexGuard};

use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use rand::Rng as _;
use reckoners_agents::net::cards::features;
use reckoners_agents::net::mask::{MaskedSoftmax, uniform};
use reckoners_agents::net::{Checkpoint, Net, Scratch, shipped, win_chance};
use reckoners_agents::{Agent, AgentSpec, Turn};
use reckoners_env::action::WORDS;
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::{ACTION_COUNT, Game, OBS_LEN, Rules};

use crate::error;
use crate::setup::encoder;
use crate::single::SingleEnv;
use crate::state::Position;
use crate::vector::VectorEnv;
use crate::workers::in_pool;

/// A player; used through `reckoners.Policy`.
#[pyclass(frozen, module = "reckoners._core")]
pub(crate) struct Player {
    name: String,
    rules: Rules,
    net: Option<Net>,
    sample: bool,
    inner: Mutex<Inner>,
}

struct Inner {
    agent: Box<dyn Agent>,
    seed: u64,
    /// Luck of the agent, a stream a row.
    luck: Vec<GameRng>,
    scratch: Scratch,
    softmax: MaskedSoftmax,
}

impl Inner {
    /// Luck for so many rows.
    fn expect_rows(&mut self, rows: usize) {
        for row in self.luck.len()..rows {
            self.luck
                .push(stream(self.seed, row as u64, 0, Purpose::Agent));
        }
    }
}

impl Player {
    fn lock(&self) -> PyResult<MutexGuard<'_, Inner>> {
        self.inner
            .try_lock()
            .map_err(|_| error::state("the policy is in use by another thread"))
    }

    /// Refuses positions of other cards: it would weigh them by values that are not printed there.
    fn expect_cards(&self, theirs: &str) -> PyResult<()> {
        let mine = &self.rules.catalog().hash;
        if mine == theirs {
            return Ok(());
        }
        Err(error::value(format!(
            "the environment plays with other cards ({theirs}) than this policy ({mine}): give its cards= to Policy"
        )))
    }

    /// An action for each position; 0 where there is none.
    fn act(&self, py: Python<'_>, games: &[Option<Game>]) -> PyResult<Vec<i64>> {
        let inner = &mut *self.lock()?;
        inner.expect_rows(games.len());
        let legal: Vec<_> = games
            .iter()
            .flatten()
            .map(|g| self.rules.legal(g))
            .collect();
        let rows = games.iter().zip(&mut inner.luck);
        let open = rows.filter_map(|(game, rng)| game.as_ref().map(|game| (game, rng)));
        let mut turns: Vec<Turn<'_>> = open
            .zip(&legal)
            .map(|((game, rng), legal)| Turn { game, legal, rng })
            .collect();
        let mut choices = Vec::new();
        let agent = &mut inner.agent;
        in_pool(py, || agent.act(&self.rules, &mut turns, &mut choices))?;
        let mut choices = choices.into_iter();
        let choose = |game: &Option<Game>| match game {
            Some(_) => choices.next().unwrap_or(0) as i64,
            None => 0,
        };
        Ok(games.iter().map(choose).collect())
    }

    /// Runs the network over rows of observations and masks, and hands each row's distribution on.
    fn each_row(
        &self,
        py: Python<'_>,
        obs: &PyReadonlyArray2<'_, f32>,
        mask: &PyReadonlyArray2<'_, i8>,
        mut row: impl FnMut(usize, &MaskedSoftmax, &mut GameRng) + Send,
    ) -> PyResult<()> {
        let net = self.network()?;
        let inner = &mut *self.lock()?;
        let rows = check(obs, "obs", OBS_LEN)?;
        if check(mask, "action_mask", ACTION_COUNT)? != rows {
            return Err(error::value(
                "obs and action_mask have different numbers of rows",
            ));
        }
        inner.expect_rows(rows);
        let words = words(mask);
        let obs = obs.as_slice().map_err(error::value)?;
        let done: Result<(), String> = py.detach(|| {
            net.forward(obs, &words, &mut inner.scratch);
            for i in 0..rows {
                let legal = &words[i * WORDS..][..WORDS];
                let set = inner.softmax.set(inner.scratch.logits(i), legal);
                set.map_err(|e| format!("row {i}: {e}"))?;
                row(i, &inner.softmax, &mut inner.luck[i]);
            }
            Ok(())
        });
        done.map_err(error::value)
    }

    fn network(&self) -> PyResult<&Net> {
        self.net.as_ref().ok_or_else(|| {
            error::value(format!(
                "{} is no network: it looks at positions, not at observations; use act(env)",
                self.name
            ))
        })
    }
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (name, seed, cards=None))]
    fn new(name: &str, seed: u64, cards: Option<&str>) -> PyResult<Self> {
        let rules = encoder(cards)?.rules().clone();
        let spec = AgentSpec::parse(name).map_err(error::value)?;
        let agent = spec.load(&rules).map_err(error::value)?.make();
        let (mut net, mut samples) = (None, false);
        if let AgentSpec::Net { file, sample, .. } = &spec {
            net = Some(checkpoint(file.as_deref())?.net(&features(rules.catalog())));
            samples = *sample;
        }
        Ok(Self {
            name: spec.to_string(),
            rules,
            net,
            sample: samples,
            inner: Mutex::new(Inner {
                agent,
                seed,
                luck: Vec::new(),
                scratch: Scratch::new(),
                softmax: MaskedSoftmax::new(),
            }),
        })
    }

    /// The name, with every parameter.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is a network, which can answer observations.
    #[getter]
    fn is_network(&self) -> bool {
        self.net.is_some()
    }

    /// Begins the luck of its choices anew.
    fn reseed(&self, seed: u64) -> PyResult<()> {
        let inner = &mut *self.lock()?;
        inner.seed = seed;
        inner.luck.clear();
        Ok(())
    }

    /// An action for every environment of a batch; 0 where the episode has ended.
    fn act_vector<'py>(
        &self,
        py: Python<'py>,
        env: &VectorEnv,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        self.expect_cards(&env.catalog()?)?;
        Ok(self.act(py, &env.games()?)?.into_pyarray(py))
    }

    /// An action for one environment.
    fn act_single(&self, py: Python<'_>, env: &SingleEnv) -> PyResult<i64> {
        self.expect_cards(&env.catalog()?)?;
        match env.open_game()? {
            Some(game) => Ok(self.act(py, &[Some(game)])?[0]),
            None => Err(error::state("the episode has ended: call reset()")),
        }
    }

    /// An action for a position.
    fn act_position(&self, py: Python<'_>, position: &Position) -> PyResult<i64> {
        self.expect_cards(&position.rules().catalog().hash)?;
        let game = position.game();
        if !game.now.is_decision() {
            return Err(error::state(
                "nobody decides here: chance does, or the game is over",
            ));
        }
        Ok(self.act(py, &[Some(*game)])?[0])
    }

    /// An action for each row of observations and masks.
    fn predict<'py>(
        &self,
        py: Python<'py>,
        obs: PyReadonlyArray2<'py, f32>,
        mask: PyReadonlyArray2<'py, i8>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut actions = vec![0; obs.shape()[0]];
        let sample = self.sample;
        self.each_row(py, &obs, &mask, |i, softmax, luck| {
            let (action, _) = if sample {
                softmax.sample(uniform(luck.next_u32()))
            } else {
                softmax.best()
            };
            actions[i] = i64::from(action);
        })?;
        Ok(actions.into_pyarray(py))
    }

    /// The probability of every action, a row each.
    fn probabilities<'py>(
        &self,
        py: Python<'py>,
        obs: PyReadonlyArray2<'py, f32>,
        mask: PyReadonlyArray2<'py, i8>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let mut all = vec![vec![0.0; ACTION_COUNT]; obs.shape()[0]];
        self.each_row(py, &obs, &mask, |i, softmax, _| {
            for (&action, p) in softmax.actions().iter().zip(softmax.probabilities()) {
                all[i][usize::from(action)] = p;
            }
        })?;
        PyArray2::from_vec2(py, &all).map_err(error::value)
    }

    /// The chance to win, a number a row.
    fn win_chances<'py>(
        &self,
        py: Python<'py>,
        obs: PyReadonlyArray2<'py, f32>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let net = self.network()?;
        let inner = &mut *self.lock()?;
        check(&obs, "obs", OBS_LEN)?;
        let rows = obs.as_slice().map_err(error::value)?;
        let scratch = &mut inner.scratch;
        py.detach(|| net.evaluate(rows, scratch));
        let chances: Vec<f32> = scratch.values().iter().map(|v| win_chance(*v)).collect();
        Ok(chances.into_pyarray(py))
    }
}

/// The checkpoint of a file, or the shipped one.
pub(crate) fn checkpoint(file: Option<&Path>) -> PyResult<Checkpoint> {
    match file {
        Some(file) => Checkpoint::load(file),
        None => shipped::checkpoint(),
    }
    .map_err(error::value)
}

/// The number of rows of an array with so many columns.
fn check<T: numpy::Element>(
    array: &PyReadonlyArray2<'_, T>,
    name: &str,
    columns: usize,
) -> PyResult<usize> {
    match array.shape() {
        [rows, found] if *found == columns && *rows > 0 => Ok(*rows),
        shape => Err(error::value(format!(
            "{name} has shape {shape:?}; [rows, {columns}] is needed"
        ))),
    }
}

/// Masks as bit words.
fn words(mask: &PyReadonlyArray2<'_, i8>) -> Vec<u64> {
    let view = mask.as_array();
    let mut words = vec![0u64; view.nrows() * WORDS];
    for (row, words) in view.outer_iter().zip(words.chunks_exact_mut(WORDS)) {
        for (id, _) in row.iter().enumerate().filter(|(_, bit)| **bit != 0) {
            words[id / 64] |= 1 << (id % 64);
        }
    }
    words
}
