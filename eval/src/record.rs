//! Games of a suite as traces, which `replay` prints and `review` grades.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, Result};
use reckoners_agents::{AgentFactory, Turn};
use reckoners_env::Rules;
use reckoners_env::action::decode;
use reckoners_env::chance;
use reckoners_env::episode::ROUND_CAP;
use reckoners_env::table::Table;
use reckoners_env::trace::{Trace, TraceMove};

use crate::arena::{Bout, Record};
use crate::report::write_atomic;
use crate::seeds;

/// Which games are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// Every game.
    All,
    /// Games that are not won.
    Lost,
    /// Games by their numbers in the suite, counted from 0.
    Numbers(Vec<u64>),
}

impl FromStr for Wanted {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim().to_lowercase().as_str() {
            "all" => Ok(Self::All),
            "lost" => Ok(Self::Lost),
            list => list
                .split(',')
                .map(|n| n.trim().parse::<u64>())
                .collect::<Result<_, _>>()
                .map(Self::Numbers)
                .map_err(|_| {
                    format!("\"{text}\": write all, lost, or numbers of games such as 0,7,12")
                }),
        }
    }
}

impl Wanted {
    /// A wanted number that no game has when there are so many games.
    #[must_use]
    pub fn beyond(&self, games: u64) -> Option<u64> {
        match self {
            Self::All | Self::Lost => None,
            Self::Numbers(list) => list.iter().copied().find(|&n| n >= games),
        }
    }

    fn has(&self, n: u64, record: &Record) -> bool {
        match self {
            Self::All => true,
            Self::Lost => !record.won(),
            Self::Numbers(list) => list.contains(&n),
        }
    }
}

/// Plays game `n` of a bout once more and keeps every step. It is the game that the arena played.
pub fn record(rules: &Rules, agent: &AgentFactory, bout: &Bout, n: u64) -> Trace {
    let suite = seeds::game(bout.suite, n, bout.players, bout.ruleset, &bout.team);
    let (mut luck, mut own) = (suite.luck, suite.agent_luck);
    let mut game = rules.new_game(&suite.setup);
    let mut trace = Trace::new(Table::new(&game), None);
    let mut agent = agent.make();
    let mut choices = Vec::new();
    while !game.now.is_over() {
        let play = if game.now.is_chance() {
            TraceMove::Chance(chance::sample(rules.catalog(), &game, &mut luck))
        } else {
            if game.round > ROUND_CAP {
                break;
            }
            let legal = rules.legal(&game);
            let mut turns = [Turn {
                game: &game,
                legal: &legal,
                rng: &mut own,
            }];
            agent.act(rules, &mut turns, &mut choices);
            match choices.first().copied().and_then(decode) {
                Some(action) => TraceMove::Action(action),
                None => break,
            }
        };
        if trace.play(rules, &mut game, play, &mut Vec::new()).is_err() {
            break;
        }
    }
    trace
}

/// Writes the wanted games of a bout into a folder, one file each, until `stop` is set, and says how many.
pub fn write(
    rules: &Rules,
    (name, agent): (&str, &AgentFactory),
    bout: &Bout,
    records: &[Record],
    (folder, wanted): (&Path, &Wanted),
    stop: &AtomicBool,
) -> Result<usize> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let mut written = 0;
    for (n, record_of) in (0..).zip(records) {
        if !wanted.has(n, record_of) {
            continue;
        }
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let trace = record(rules, agent, bout, n);
        let end = if record_of.won() { "won" } else { "lost" };
        let file = format!(
            "{}-{}-{}-{n:04}-{end}.jsonl",
            name.replace(|c: char| !c.is_alphanumeric(), "-"),
            bout.ruleset.difficulty.key(),
            bout.players,
        );
        let file: PathBuf = folder.join(file);
        write_atomic(&file, &trace.to_text(rules)?)?;
        written += 1;
    }
    Ok(written)
}
