//! Playing the games of a suite, in parallel, with results that do not depend on threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use reckoners_agents::agent::{Agent, Turn};
use reckoners_agents::registry::AgentFactory;
use reckoners_agents::search::Guide;
use reckoners_env::action::decode;
use reckoners_env::ids::Cause;
use reckoners_env::rng::GameRng;
use reckoners_env::state::{Ending, Now};
use reckoners_env::{ActionMask, Difficulty, Game, Rules};

use crate::report::{GameResult, Tally};
use crate::seeds::{self, TeamChoice};

/// Rounds after which a game counts as neither won nor lost.
pub const ROUND_CAP: u16 = 50;

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
    /// How it ended; `None` when the round cap came first.
    pub ending: Option<Ending>,
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
        self.ending == Some(Ending::Won)
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
        let ending = match record.ending {
            Some(Ending::Won) => crate::report::Ending::Won,
            Some(Ending::Lost(cause)) => crate::report::Ending::Lost(Cause::key(cause)),
            None => crate::report::Ending::Unfinished,
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

/// A game in progress.
struct Table {
    game: Game,
    luck: GameRng,
    agent_luck: GameRng,
    legal: ActionMask,
    record: Record,
}

impl Table {
    /// Plays chance on; returns whether a decision is awaited.
    fn settle(&mut self, rules: &Rules) -> bool {
        let before = (self.game.round, self.game.population);
        rules.play_chance(&mut self.game, &mut self.luck);
        self.note_round(before.0);
        match self.game.now {
            Now::Over(ending) => {
                self.record.ending = Some(ending);
                self.finish();
                false
            }
            _ if self.game.round > ROUND_CAP => {
                self.finish();
                self.record.rounds = ROUND_CAP;
                false
            }
            _ => {
                self.legal = rules.legal(&self.game);
                true
            }
        }
    }

    /// Notes the population when a round has ended.
    fn note_round(&mut self, before: u16) {
        if before > 0 && self.game.round > before {
            self.record
                .population_by_round
                .push(u32::from(self.game.population));
        }
    }

    fn finish(&mut self) {
        self.record.rounds = self.game.round;
        self.record.population = self.game.population;
        if self.record.ending.is_some() {
            self.record
                .population_by_round
                .push(u32::from(self.game.population));
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
        .map(|n| {
            let suite = seeds::game(bout.suite, n, bout.players, bout.difficulty, &bout.team);
            Table {
                game: rules.new_game(&suite.setup),
                luck: suite.luck,
                agent_luck: suite.agent_luck,
                legal: ActionMask::EMPTY,
                record: Record {
                    ending: None,
                    rounds: 0,
                    population: 0,
                    decisions: 0,
                    population_by_round: Vec::new(),
                    forecasts: Vec::new(),
                },
            }
        })
        .collect();
    let mut open: Vec<usize> = (0..tables.len())
        .filter(|&i| tables[i].settle(rules))
        .collect();
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
                game: &t.game,
                legal: &t.legal,
                rng: &mut t.agent_luck,
            })
            .collect();
        agent.act(rules, &mut turns, &mut choices);
        drop(turns);
        for (&i, &id) in open.iter().zip(&choices) {
            let table = &mut tables[i];
            let action = decode(id)
                .filter(|_| table.legal.has(id))
                .expect("agents choose legal actions");
            let before = table.game.round;
            rules.apply_unchecked(&mut table.game, action);
            table.note_round(before);
            table.record.decisions += 1;
        }
        let before = open.len();
        open.retain(|&i| tables[i].settle(rules));
        if open.len() < before {
            played((before - open.len()) as u64);
        }
    }
    Some(tables.into_iter().map(|t| t.record).collect())
}

/// Asks for the win chance of each open game that has come to a new round.
fn forecast(rules: &Rules, forecaster: &dyn Guide, tables: &mut [Table], open: &[usize]) {
    let due = |&i: &usize| tables[i].record.forecasts.len() < usize::from(tables[i].game.round);
    let due: Vec<usize> = open.iter().copied().filter(due).collect();
    if due.is_empty() {
        return;
    }
    let games: Vec<Game> = due.iter().map(|&i| tables[i].game).collect();
    for (i, chance) in due.into_iter().zip(forecaster.win_chances(rules, &games)) {
        tables[i].record.forecasts.push(chance);
    }
}
