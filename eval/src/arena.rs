//! Playing the games of a suite, in parallel, with results that do not depend on threads.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use reckoners_agents::agent::{Agent, Turn};
use reckoners_agents::registry::AgentFactory;
use reckoners_env::action::{Action, decode};
use reckoners_env::episode::ROUND_CAP;
use reckoners_env::rng::GameRng;
use reckoners_env::state::Spot;
use reckoners_env::{Episode, EpisodeEnd, EpisodeRules, Game, GameSetup, Rules, Ruleset};

use crate::seeds::{self, TeamChoice};

/// Games played side by side by one worker, so that networks see batches.
const CHUNK: u64 = 32;

/// What is asked of the arena: one cell of the grid.
#[derive(Debug, Clone)]
pub struct Bout {
    /// Number of Reckoners.
    pub players: u8,
    /// Which game, and how hard.
    pub ruleset: Ruleset,
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
    /// Dice that Reckoners had not used when they were done with dice.
    pub unused_dice: u32,
    /// Plan Tokens that the team had at the end.
    pub tokens_left: u32,
    /// Population at the end of each round.
    pub population_by_round: Vec<u32>,
    /// The position at the first decision of each round, if kept.
    pub round_starts: Vec<Game>,
}

impl Record {
    /// Whether the team won.
    pub fn won(&self) -> bool {
        self.end.won()
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
    play_from(rules, agent, bout, 0, keep, stop, played)
}

/// [`play`] from game `first` of the suite on, for suites that are shared out: game `n` is the same whoever plays it.
pub fn play_from(
    rules: &Rules,
    agent: &AgentFactory,
    bout: &Bout,
    first: u64,
    keep: Keep,
    stop: &AtomicBool,
    played: &(dyn Fn(u64) + Sync),
) -> Vec<Record> {
    let begin = |n: u64| {
        let n = first + n;
        let suite = seeds::game(bout.suite, n, bout.players, bout.ruleset, &bout.team);
        let episode = Episode::new(rules, &suite.setup, suite.luck, PLAY);
        Table::new(suite.setup, episode, suite.agent_luck, keep)
    };
    play_all(rules, agent, bout.games, &begin, stop, played)
}

/// Plays on from given positions, each with the number of its game in the bout. The luck is new, so
/// that how a position was chosen from its game tells nothing about how it goes on.
pub fn play_on(
    rules: &Rules,
    agent: &AgentFactory,
    bout: &Bout,
    starts: &[(u64, Game)],
    stop: &AtomicBool,
    played: &(dyn Fn(u64) + Sync),
) -> Vec<Record> {
    let begin = |i: u64| {
        let (n, start) = starts[i as usize];
        let suite = seeds::game(bout.suite, n, bout.players, bout.ruleset, &bout.team);
        let (luck, agent_luck) =
            seeds::onward(bout.suite, n, bout.players, bout.ruleset.difficulty);
        let episode = Episode::on_from(rules, &start, luck, PLAY);
        Table::new(suite.setup, episode, agent_luck, Keep::Numbers)
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
        .map(|&first| {
            // An agent of its own: some remember what they have begun, and must not remember other games of whichever chunk
            // this thread played before.
            let chunk = (first..games.min(first + CHUNK)).map(begin);
            play_chunk(rules, agent.make().as_mut(), chunk, stop, played)
        })
        .collect();
    done.into_iter()
        .map_while(|chunk| chunk)
        .flatten()
        .collect()
}

/// Agents answer every decision, also one with a single option.
const PLAY: EpisodeRules = EpisodeRules {
    auto_forced: false,
    round_cap: ROUND_CAP,
};

/// A game in progress.
struct Table {
    setup: GameSetup,
    episode: Episode,
    agent_luck: GameRng,
    keep: Keep,
    unused_dice: u32,
    population_by_round: Vec<u32>,
    round_starts: Vec<Game>,
}

impl Table {
    fn new(setup: GameSetup, episode: Episode, agent_luck: GameRng, keep: Keep) -> Self {
        let mut table = Self {
            setup,
            episode,
            agent_luck,
            keep,
            unused_dice: 0,
            population_by_round: Vec::new(),
            round_starts: Vec::new(),
        };
        table.keep_start(0);
        table
    }

    fn is_open(&self) -> bool {
        self.episode.end().is_none()
    }

    /// Plays an agent's choice and notes the population when that ends a round or the game.
    fn play(&mut self, rules: &Rules, id: usize) {
        let action = decode(id)
            .filter(|_| self.episode.legal.has(id))
            .expect("agents choose legal actions");
        let game = &self.episode.game;
        let before = game.round;
        if action == Action::EndDice {
            self.unused_dice += u32::from(game.actor().dice.count(Spot::Kept));
        }
        self.episode.play(rules, action);
        let game = &self.episode.game;
        if (before > 0 && game.round > before) || game.now.is_over() {
            self.population_by_round.push(u32::from(game.population));
        }
        self.keep_start(before);
    }

    /// Keeps the position at the first decision of a round.
    fn keep_start(&mut self, before: u16) {
        let game = &self.episode.game;
        if self.keep == Keep::RoundStarts && game.round > before && self.is_open() {
            self.round_starts.push(*game);
        }
    }

    /// The record of a game that has ended.
    fn record(self) -> Record {
        let episode = self.episode;
        let team = episode.game.team().iter();
        let tokens = team.map(|seat| u32::from(seat.tokens + seat.fresh_tokens));
        Record {
            setup: self.setup,
            end: episode.end().expect("games are played to their end"),
            rounds: episode.rounds(),
            population: episode.game.population,
            decisions: episode.decisions,
            unused_dice: self.unused_dice,
            tokens_left: tokens.sum(),
            population_by_round: self.population_by_round,
            round_starts: self.round_starts,
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
    let mut open: Vec<usize> = (0..tables.len()).filter(|&i| tables[i].is_open()).collect();
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

#[cfg(test)]
mod tests {
    use reckoners_agents::AgentSpec;
    use reckoners_env::Difficulty;

    use super::*;

    #[test]
    fn a_game_goes_on_with_its_own_luck_whichever_others_do() {
        let rules = Rules::embedded();
        let agent = AgentSpec::parse("random").unwrap().load(&rules).unwrap();
        let bout = Bout {
            players: 2,
            ruleset: Ruleset::base(Difficulty::Standard),
            team: TeamChoice::Random,
            suite: 1,
            games: 4,
        };
        let stop = AtomicBool::new(false);
        let begun = play(&rules, &agent, &bout, Keep::RoundStarts, &stop, &|_| ());
        let starts: Vec<(u64, Game)> = (0..)
            .zip(&begun)
            .map(|(n, record)| (n, record.round_starts[0]))
            .collect();
        let on = |starts: &[(u64, Game)]| play_on(&rules, &agent, &bout, starts, &stop, &|_| ());
        // The first has no position to go on from.
        assert_eq!(on(&starts[1..]), on(&starts)[1..]);
    }
}
