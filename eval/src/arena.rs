//! Playing the games of a suite, in parallel, with results that do not depend on threads.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use reckoners_agents::agent::{Agent, Turn};
use reckoners_agents::registry::AgentFactory;
use reckoners_env::action::decode;
use reckoners_env::rng::GameRng;
use reckoners_env::state::{Ending, Now};
use reckoners_env::{ActionMask, Difficulty, EpisodeEnd, Game, GameSetup, Rules};

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

/// What is kept of a game beyond its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Nothing.
    Numbers,
    /// The position at the first decision of each round.
    RoundStarts,
}

/// How one game went.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Team and difficulty.
    pub setup: GameSetup,
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
    /// The position at the first decision of each round, if kept.
    pub round_starts: Vec<Game>,
}

impl Record {
    /// Whether the team won.
    pub fn won(&self) -> bool {
        self.end == EpisodeEnd::Won
    }
}

/// Plays a bout. `played` hears of finished games; when `stop` is set, games in progress are given
/// up and what is done so far is returned (the first games of the suite, without a gap).
pub fn play(
    rules: &Rules,
    agent: &AgentFactory,
    bout: &Bout,
    keep: Keep,
    stop: &AtomicBool,
    played: &(dyn Fn(u64) + Sync),
) -> Vec<Record> {
    let begin = |n: u64| {
        let suite = seeds::game(bout.suite, n, bout.players, bout.difficulty, &bout.team);
        let luck = (suite.luck, suite.agent_luck);
        Table::new(&rules.new_game(&suite.setup), suite.setup, luck, keep)
    };
    play_all(rules, agent, bout.games, &begin, stop, played)
}

/// Plays on from given positions: `starts[n]` is one of game `n` of the bout. The luck is new, so
/// that how a position was chosen from its game tells nothing about how it goes on.
pub fn play_on(
    rules: &Rules,
    agent: &AgentFactory,
    bout: &Bout,
    starts: &[Game],
    stop: &AtomicBool,
    played: &(dyn Fn(u64) + Sync),
) -> Vec<Record> {
    let begin = |n: u64| {
        let suite = seeds::game(bout.suite, n, bout.players, bout.difficulty, &bout.team);
        let luck = seeds::onward(bout.suite, n, bout.players, bout.difficulty);
        Table::new(&starts[n as usize], suite.setup, luck, Keep::Numbers)
    };
    play_all(rules, agent, starts.len() as u64, &begin, stop, played)
}

fn play_all(
    rules: &Rules,
    agent: &AgentFactory,
    games: u64,
    begin: &(dyn Fn(u64) -> Table + Sync),
    stop: &AtomicBool,
    played: &(dyn Fn(u64) + Sync),
) -> Vec<Record> {
    let chunks: Vec<u64> = (0..games).step_by(CHUNK as usize).collect();
    let done: Vec<Option<Vec<Record>>> = chunks
        .par_iter()
        .map_init(
            || agent.make(),
            |agent, &first| {
                let chunk = (first..games.min(first + CHUNK)).map(begin);
                play_chunk(rules, agent.as_mut(), chunk, stop, played)
            },
        )
        .collect();
    done.into_iter()
        .map_while(|chunk| chunk)
        .flatten()
        .collect()
}

/// A game in progress.
struct Table {
    game: Game,
    luck: GameRng,
    agent_luck: GameRng,
    legal: ActionMask,
    keep: Keep,
    /// The round whose start was kept last.
    kept: u16,
    record: Record,
}

impl Table {
    fn new(game: &Game, setup: GameSetup, luck: (GameRng, GameRng), keep: Keep) -> Self {
        Self {
            game: *game,
            luck: luck.0,
            agent_luck: luck.1,
            legal: ActionMask::EMPTY,
            keep,
            kept: 0,
            record: Record {
                setup,
                // Until it ends otherwise.
                end: EpisodeEnd::Truncated,
                rounds: 0,
                population: 0,
                decisions: 0,
                population_by_round: Vec::new(),
                round_starts: Vec::new(),
            },
        }
    }

    /// Plays chance on; returns whether a decision is awaited.
    fn settle(&mut self, rules: &Rules) -> bool {
        let before = (self.game.round, self.game.population);
        rules.play_chance(&mut self.game, &mut self.luck);
        self.note_round(before.0);
        match self.game.now {
            Now::Over(ending) => {
                self.record.end = match ending {
                    Ending::Won => EpisodeEnd::Won,
                    Ending::Lost(cause) => EpisodeEnd::Lost(cause),
                };
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
                if self.keep == Keep::RoundStarts && self.game.round > self.kept {
                    self.kept = self.game.round;
                    self.record.round_starts.push(self.game);
                }
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
        if self.record.end != EpisodeEnd::Truncated {
            self.record
                .population_by_round
                .push(u32::from(self.game.population));
        }
    }
}

/// Plays some games side by side; none when told to stop.
fn play_chunk(
    rules: &Rules,
    agent: &mut dyn Agent,
    games: impl Iterator<Item = Table>,
    stop: &AtomicBool,
    played: &(dyn Fn(u64) + Sync),
) -> Option<Vec<Record>> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let mut tables: Vec<Table> = games.collect();
    let mut open: Vec<usize> = (0..tables.len())
        .filter(|&i| tables[i].settle(rules))
        .collect();
    let mut choices = Vec::new();
    while !open.is_empty() {
        if stop.load(Ordering::Relaxed) {
            return None;
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
