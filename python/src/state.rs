//! A position for searches, in the manner of OpenSpiel: chance is a player, every outcome has its probability.

use std::sync::Arc;

use numpy::PyArray1;
use pyo3::prelude::*;
use reckoners_env::action::decode;
use reckoners_env::chance::{self, Outcome};
use reckoners_env::ids::SeatIx;
use reckoners_env::reward::terminal;
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::state::Now;
use reckoners_env::table::Table;
use reckoners_env::words::{DistrictNames, Speaker};
use reckoners_env::{ACTION_COUNT, Encoder, Game, OBS_LEN, Rules};

use crate::error::{self, IllegalActionError};
use crate::setup::Setup;
use crate::view;

/// What `current_player` says when chance decides, and when the game is over.
const CHANCE: i64 = -1;
const OVER: i64 = -4;

/// A position; used through `reckoners.State`.
#[pyclass(module = "reckoners._core", subclass)]
#[derive(Debug, Clone)]
pub(crate) struct Position {
    encoder: Arc<Encoder>,
    game: Game,
    /// Luck of its own, for callers who do not choose the outcomes of chance.
    luck: GameRng,
    /// The outcomes of the pending chance event, once somebody asked.
    outcomes: Option<Vec<(Outcome, u64)>>,
}

impl Position {
    pub(crate) fn rules(&self) -> &Rules {
        self.encoder.rules()
    }

    pub(crate) const fn game(&self) -> &Game {
        &self.game
    }

    fn outcomes(&mut self) -> &[(Outcome, u64)] {
        let catalog = self.encoder.rules().catalog();
        let game = &self.game;
        self.outcomes
            .get_or_insert_with(|| chance::outcomes(catalog, game))
    }

    fn outcome(&mut self, index: i64) -> PyResult<Outcome> {
        let list = self.outcomes();
        usize::try_from(index)
            .ok()
            .and_then(|i| list.get(i))
            .map(|(outcome, _)| *outcome)
            .ok_or_else(|| {
                IllegalActionError::new_err(format!(
                    "outcome {index}: the chance event has {}",
                    list.len()
                ))
            })
    }
}

#[pymethods]
impl Position {
    /// The start of a game: team and luck of a seed.
    #[new]
    fn new(setup: &str, seed: u64) -> PyResult<Self> {
        let Setup { encoder, tasks, .. } = Setup::parse(setup)?;
        let task = tasks.draw(&mut stream(seed, 0, 0, Purpose::Task));
        Ok(Self {
            game: encoder.rules().new_game(&task.setup),
            luck: stream(seed, 0, 0, Purpose::Training),
            encoder,
            outcomes: None,
        })
    }

    /// A position from a table file.
    #[staticmethod]
    fn from_table(setup: &str, table: &str, seed: u64) -> PyResult<Self> {
        let encoder = Setup::parse(setup)?.encoder;
        let game = Table::parse(encoder.rules(), table)
            .map_err(error::value)?
            .game;
        Ok(Self {
            game,
            luck: stream(seed, 0, 0, Purpose::Training),
            encoder,
            outcomes: None,
        })
    }

    /// The seat that decides, -1 at chance, -4 at the end.
    fn current_player(&self) -> i64 {
        match self.game.now {
            Now::Over(_) => OVER,
            now if now.is_chance() => CHANCE,
            _ => i64::from(self.game.acting.0),
        }
    }

    /// Whether chance decides.
    fn is_chance_node(&self) -> bool {
        self.game.now.is_chance()
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.game.now.is_over()
    }

    /// Ids of the legal actions; at chance the numbers of its outcomes.
    fn legal_actions(&mut self) -> Vec<usize> {
        if self.game.now.is_chance() {
            (0..self.outcomes().len()).collect()
        } else {
            self.rules().legal(&self.game).ids().collect()
        }
    }

    /// The legal actions of a decision, 0 or 1 an id.
    fn legal_actions_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let legal = self.rules().legal(&self.game);
        view::filled(py, ACTION_COUNT, |out| view::mark(&legal, out))
    }

    /// Every outcome of chance with its probability.
    fn chance_outcomes(&mut self) -> PyResult<Vec<(usize, f64)>> {
        if !self.game.now.is_chance() {
            return Err(error::state("chance decides nothing now"));
        }
        let list = self.outcomes();
        let total: u64 = list.iter().map(|(_, weight)| weight).sum();
        let share = |(i, (_, weight)): (usize, &(Outcome, u64))| (i, *weight as f64 / total as f64);
        Ok(list.iter().enumerate().map(share).collect())
    }

    /// Plays an action, or an outcome of chance by its number.
    fn apply_action(&mut self, action: i64) -> PyResult<()> {
        let rules = self.encoder.rules().clone();
        if self.game.now.is_chance() {
            let outcome = self.outcome(action)?;
            rules
                .resolve(&mut self.game, outcome)
                .map_err(error::state)?;
        } else if self.game.now.is_over() {
            return Err(error::state("the game is over"));
        } else {
            let id = view::known_id(action)?;
            let action = decode(id).expect("the id was checked");
            let played = rules.apply(&mut self.game, action);
            played.map_err(|e| IllegalActionError::new_err(format!("action {id}: {e}")))?;
        }
        self.outcomes = None;
        Ok(())
    }

    /// Lets chance happen, by the luck of the seed, until somebody decides or the game is over.
    fn play_chance(&mut self) {
        let rules = self.encoder.rules().clone();
        rules.play_chance(&mut self.game, &mut self.luck);
        self.outcomes = None;
    }

    /// Gives the position other luck.
    fn reseed(&mut self, seed: u64) {
        self.luck = stream(seed, 0, 0, Purpose::Search);
    }

    /// An action or an outcome of chance in words.
    fn action_to_string(&mut self, action: i64) -> PyResult<String> {
        if !self.game.now.is_chance() {
            return view::action_text(self.rules(), &self.game, action);
        }
        let outcome = self.outcome(action)?;
        let names = DistrictNames::default();
        Ok(Speaker::new(self.rules(), &names).outcome(&self.game, &outcome))
    }

    /// What every seat has won or lost: +1, -1, or 0 while the game goes on.
    fn returns(&self) -> Vec<f64> {
        let value = match self.game.now {
            Now::Over(ending) => f64::from(terminal(ending)),
            _ => 0.0,
        };
        vec![value; usize::from(self.game.seat_count)]
    }

    /// The observation of a seat; that of who decides unless named.
    #[pyo3(signature = (player=None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<u8>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let mut seen = self.game;
        if let Some(seat) = player {
            if seat >= seen.seat_count {
                return Err(error::value(format!(
                    "seat {seat}: the game has {}",
                    seen.seat_count
                )));
            }
            seen.acting = SeatIx(seat);
        }
        Ok(view::filled(py, OBS_LEN, |out| {
            self.encoder.encode(&seen, out);
        }))
    }

    /// Number of seats.
    fn num_players(&self) -> u8 {
        self.game.seat_count
    }

    /// The round, 0 in the prologue.
    #[getter]
    fn round(&self) -> u16 {
        self.game.round
    }

    /// The Reckoners in seating order.
    #[getter]
    fn team(&self) -> Vec<&'static str> {
        self.game.team().iter().map(|s| s.reckoner.key()).collect()
    }

    /// A digest of the whole position.
    #[getter]
    fn digest(&self) -> u64 {
        self.game.digest()
    }

    /// The position as a table file, which is read back as it was.
    fn serialize(&self) -> String {
        Table::new(&self.game).to_text(self.rules())
    }

    /// The board as text.
    fn __str__(&self) -> String {
        view::ansi(self.rules(), &self.game, false)
    }

    /// A copy, luck included.
    fn copy(&self) -> Self {
        self.clone()
    }
}
