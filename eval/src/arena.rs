//! Playing the games of a suite, in parallel, with results that do not depend on threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use reckoners_agents::agent::{Agent, Turn};
use reckoners_agents::registry::AgentFactory;
use reckoners_agents::search::Guide;
use reckoners_env::action::decode;
use reckoners_env::episode::ROUND_CAP;
use reckoners_env::ids::Cause;
use reckoners_env::rng::GameRng;
use reckoners_env::{Difficulty, Episode, EpisodeEnd, EpisodeRules, Game, Rules};

use crate::report::{Ending, GameResult, Tally};
use crate::seeds::{self, SuiteGame, TeamChoice};

/// Games played side by side by one worker, so that networks see batches.
const CHUNK: u64 = 32;

/// What is asked of the arena: one cell of the grid.
#[derive(Debug, Clone)]
pub struct Bout {
    /// Number of Reckoners.
    pub players: u8,
    /// How hard.
    pub difficulty: Difficulty,
    /// Who.
    pub team: TeamChoice,
    /// The seed suite.
    pub suite: u64,
    /// How many games of it.
    pub games: u64,
}

/// How one game went.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// How it ended.
    pub end: EpisodeEnd,
    /// Rounds begun.
    pub rounds: u16,
    /// Population at the end.
    pub population: u16,
    /// Decisions made, forced ones included.
    pub decisions: u32,
    /// Population at the end of each round.
    pub population_by_round: Vec<u32>,
    /// What the forecaster said at the first decision of each round; empty without one.
    pub forecasts: Vec<f32>,
}

impl Record {
    /// Whether the team won.
    pub fn won(&self) -> bool {
        self.end.won()
    }
}

/// Plays a bout. A `forecaster` says how likely the team is to win at the first decision of each
/// round. `played` hears of finished games; when `stop` is set, games in progress are given up and
/// what is done so far is returned (the first games of the suite, without a gap).
pub fn play(
    rules: &Rules,
    agent: &AgentFactory,
    forecaster: Option<&dyn Guide>,
    bout: &Bout,
    stop: &AtomicBool,
    played: &(dyn Fn(u64) + Sync),
) -> Vec<Record> {
    let chunks: Vec<u64> = (0..bout.games).step_by(CHUNK as usize).collect();
    let done: Vec<Option<Vec<Record>>> = chunks
        .par_iter()
        .map_init(
            || agent.make(),
            |agent, &first| {
                let chunk = first..bout.games.min(first + CHUNK);
                play_chunk(rules, agent.as_mut(), forecaster, bout, chunk, stop, played)
            },
        )
        .collect();
    done.into_iter()
        .map_while(|chunk| chunk)
        .flatten()
        .collect()
}

/// Counts the records of a bout.
pub fn tally(records: &[Record]) -> Tally {
    let mut tally = Tally::default();
    for record in records {
        let ending = match record.end {
            EpisodeEnd::Won => Ending::Won,
            EpisodeEnd::Lost(cause) => Ending::Lost(Cause::key(cause)),
            EpisodeEnd::Truncated => Ending::Unfinished,
        };
        tally.add(&GameResult {
            ending,
            rounds: u32::from(record.rounds),
            population: u32::from(record.population),
            population_by_round: &record.population_by_round,
        });
    }
    tally
}

/// Agents answer every decision, also one with a single option.
const PLAY: EpisodeRules = EpisodeRules {
    auto_forced: false,
    round_cap: ROUND_CAP,
};

/// A game in progress.
struct Table {
    episode: Episode,
    agent_luck: GameRng,
    population_by_round: Vec<u32>,
    forecasts: Vec<f32>,
}

impl Table {
    fn new(rules: &Rules, suite: SuiteGame) -> Self {
        Self {
            episode: Episode::new(rules, &suite.setup, suite.luck, PLAY),
            agent_luck: suite.agent_luck,
            population_by_round: Vec::new(),
            forecasts: Vec::new(),
        }
    }

    fn is_open(&self) -> bool {
        self.episode.end().is_none()
    }

    /// Plays an agent's choice and notes the population when that ends a round or the game.
    fn play(&mut self, rules: &Rules, id: usize) {
        let action = decode(id)
            .filter(|_| self.episode.legal.has(id))
            .expect("agents choose legal actions");
        let before = self.episode.game.round;
        self.episode.play(rules, action);
        let game = &self.episode.game;
        if (before > 0 && game.round > before) || game.now.is_over() {
            self.population_by_round.push(u32::from(game.population));
        }
    }

    /// The record of a game that has ended.
    fn record(self) -> Record {
        let episode = self.episode;
        Record {
            end: episode.end().expect("games are played to their end"),
            rounds: episode.rounds(),
            population: episode.game.population,
            decisions: episode.decisions,
            population_by_round: self.population_by_round,
            forecasts: self.forecasts,
        }
    }
}

/// Plays some games of the suite side by side; none when told to stop.
fn play_chunk(
    rules: &Rules,
    agent: &mut dyn Agent,
    forecaster: Option<&dyn Guide>,
    bout: &Bout,
    games: Range<u64>,
    stop: &AtomicBool,
    played: &(dyn Fn(u64) + Sync),
) -> Option<Vec<Record>> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let mut tables: Vec<Table> = games
        .map(|n| seeds::game(bout.suite, n, bout.players, bout.difficulty, &bout.team))
        .map(|suite| Table::new(rules, suite))
        .collect();
    let mut open: Vec<usize> = (0..tables.len()).filter(|&i| tables[i].is_open()).collect();
    let mut choices = Vec::new();
    while !open.is_empty() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if let Some(forecaster) = forecaster {
            forecast(rules, forecaster, &mut tables, &open);
        }
        let mut turns: Vec<Turn<'_>> = tables
            .iter_mut()
            .enumerate()
            .filter(|(i, _)| open.binary_search(i).is_ok())
            .map(|(_, t)| Turn {
                game: &t.episode.game,
                legal: &t.episode.legal,
                rng: &mut t.agent_luck,
            })
            .collect();
        agent.act(rules, &mut turns, &mut choices);
        drop(turns);
        for (&i, &id) in open.iter().zip(&choices) {
            tables[i].play(rules, id);
        }
        let before = open.len();
        open.retain(|&i| tables[i].is_open());
        if open.len() < before {
            played((before - open.len()) as u64);
        }
    }
    Some(tables.into_iter().map(Table::record).collect())
}

/// Asks for the win chance of each open game that has come to a new round.
fn forecast(rules: &Rules, forecaster: &dyn Guide, tables: &mut [Table], open: &[usize]) {
    let due = |&i: &usize| {
        let table = &tables[i];
        table.forecasts.len() < usize::from(table.episode.game.round)
    };
    let due: Vec<usize> = open.iter().copied().filter(due).collect();
    if due.is_empty() {
        return;
    }
    let games: Vec<Game> = due.iter().map(|&i| tables[i].episode.game).collect();
    for (i, chance) in due.into_iter().zip(forecaster.win_chances(rules, &games)) {
        tables[i].forecasts.push(chance);
    }
}
