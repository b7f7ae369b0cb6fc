//! Evaluation in parts: some games of a suite at a time, and the reports of all parts. Game `n` of a suite is the same
//! whoever plays it, so parts can be played anywhere, in any order.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use reckoners_agents::AgentSpec;
use reckoners_env::cards::Ruleset;
use reckoners_env::task::{EpisodeTask, SavedTask};
use reckoners_env::{Difficulty, EpisodeEnd, GameSetup, Reckoner};
use reckoners_eval::arena::{self, Bout, Keep, Record};
use reckoners_eval::report::{Cell, CellKey, Origin, Report};
use reckoners_eval::seeds::TeamChoice;
use serde::{Deserialize, Serialize};

use crate::error;
use crate::setup::{Tasks, encoder};
use crate::workers::in_pool_until_signal;

/// One cell of a report: an agent and what it plays. Travels between machines as JSON.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    /// One agent, or one for each seat.
    agent: Vec<String>,
    ruleset: Ruleset,
    players: u8,
    /// Named Reckoners; drawn for each game when there are none.
    team: Option<Vec<Reckoner>>,
    /// The seed suite.
    seed: u64,
}

impl Part {
    fn parse(text: &str) -> PyResult<Self> {
        serde_json::from_str(text).map_err(error::value)
    }

    fn spec(&self) -> PyResult<AgentSpec> {
        let seats = self.agent.iter().map(|name| AgentSpec::parse(name));
        let mut seats: Vec<AgentSpec> = seats.collect::<Result<_, _>>().map_err(error::value)?;
        match seats.len() {
            1 => Ok(seats.remove(0)),
            n if n <= usize::from(self.players) && n > 0 => Ok(AgentSpec::Team(seats)),
            n => Err(error::value(format!(
                "{n} agents have no seats in a game of {}",
                self.players
            ))),
        }
    }

    fn team(&self) -> TeamChoice {
        self.team
            .clone()
            .map_or(TeamChoice::Random, TeamChoice::Named)
    }
}

/// How one game went, on its way between machines.
#[derive(Serialize, Deserialize)]
struct Played {
    task: SavedTask,
    end: EpisodeEnd,
    rounds: u16,
    population: u16,
    decisions: u32,
    unused_dice: u32,
    tokens_left: u32,
    by_round: Vec<u32>,
}

impl From<Record> for Played {
    fn from(record: Record) -> Self {
        let task = EpisodeTask {
            setup: record.setup,
            index: 0,
        };
        Self {
            task: SavedTask::from(&task),
            end: record.end,
            rounds: record.rounds,
            population: record.population,
            decisions: record.decisions,
            unused_dice: record.unused_dice,
            tokens_left: record.tokens_left,
            by_round: record.population_by_round,
        }
    }
}

impl TryFrom<Played> for Record {
    type Error = PyErr;

    fn try_from(played: Played) -> PyResult<Self> {
        let task = EpisodeTask::try_from(&played.task).map_err(error::value)?;
        Ok(Self {
            setup: task.setup,
            end: played.end,
            rounds: played.rounds,
            population: played.population,
            decisions: played.decisions,
            unused_dice: played.unused_dice,
            tokens_left: played.tokens_left,
            population_by_round: played.by_round,
            round_starts: Vec::new(),
        })
    }
}

/// The cells of an evaluation, in the order of a report, each as JSON.
#[pyfunction]
pub(crate) fn evaluation_cells(
    agents: Vec<Vec<String>>,
    setup: &str,
    seed: u64,
) -> PyResult<Vec<String>> {
    let tasks = Tasks::parse(setup)?;
    let mut cells = Vec::new();
    for &(ruleset, players) in tasks.list() {
        for agent in &agents {
            let part = Part {
                agent: agent.clone(),
                ruleset,
                players,
                team: tasks.team().map(<[Reckoner]>::to_vec),
                seed,
            };
            part.spec()?;
            cells.push(serde_json::to_string(&part).map_err(error::state)?);
        }
    }
    Ok(cells)
}

/// Plays games `first` to `first + games` of a cell's suite; gives how they went, as bytes for [`evaluation_reports`].
#[pyfunction]
#[pyo3(signature = (cell, first, games, cards=None))]
pub(crate) fn evaluation_part<'py>(
    py: Python<'py>,
    cell: &str,
    first: u64,
    games: u64,
    cards: Option<&str>,
) -> PyResult<Bound<'py, PyBytes>> {
    let part = Part::parse(cell)?;
    let rules = encoder(cards)?.rules().clone();
    if let Some(team) = &part.team {
        GameSetup::new(team, part.ruleset).map_err(error::value)?;
    }
    let agent = part.spec()?.load(&rules).map_err(error::value)?;
    let bout = Bout {
        players: part.players,
        ruleset: part.ruleset,
        team: part.team(),
        suite: part.seed,
        games,
    };
    let stop = AtomicBool::new(false);
    let records = in_pool_until_signal(
        py,
        || stop.store(true, Ordering::Relaxed),
        || arena::play_from(&rules, &agent, &bout, first, Keep::Numbers, &stop, &|_| {}),
    )?;
    let played: Vec<Played> = records.into_iter().map(Played::from).collect();
    let bytes = serde_json::to_vec(&played).map_err(error::state)?;
    Ok(PyBytes::new(py, &bytes))
}

/// The reports of cells with their parts, in the order of the suite, each as JSON: one for each game, because agents
/// are compared within a game, never across games.
#[pyfunction]
#[pyo3(signature = (cells, command, cards=None))]
pub(crate) fn evaluation_reports(
    cells: Vec<(String, Vec<Vec<u8>>)>,
    command: &str,
    cards: Option<&str>,
) -> PyResult<Vec<String>> {
    let catalog = encoder(cards)?.rules().catalog().hash.clone();
    let mut games: Vec<(Origin, Vec<Cell>)> = Vec::new();
    for (text, parts) in cells {
        let part = Part::parse(&text)?;
        let mut records = Vec::new();
        for bytes in parts {
            let played: Vec<Played> = serde_json::from_slice(&bytes).map_err(error::value)?;
            for game in played {
                records.push(Record::try_from(game)?);
            }
        }
        let key = CellKey {
            difficulty: part.ruleset.difficulty.key().to_owned(),
            players: part.players,
            reckoners: part.team().to_string(),
            agent: part.spec()?.to_string(),
        };
        // One game at all its difficulties.
        let game = Ruleset {
            difficulty: Difficulty::ALL[0],
            ..part.ruleset
        };
        let known = games.iter().position(|(origin, _)| origin.game == game);
        let place = known.unwrap_or_else(|| {
            let origin = Origin {
                game,
                catalog: catalog.clone(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                seed: part.seed,
                command: command.to_owned(),
            };
            games.push((origin, Vec::new()));
            games.len() - 1
        });
        games[place].1.extend(Cell::count(key, &records));
    }
    games
        .into_iter()
        .map(|(origin, cells)| Report::new(cells, origin).to_json().map_err(error::state))
        .collect()
}
