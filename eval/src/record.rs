//! Games of a suite as traces, which `replay` prints and `review` grades: a folder for each game, and in it a file name
//! for each playing of it, so that no two recorded games share one. Games with other cards are kept apart by their hash.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, Result};
use reckoners_agents::{AgentFactory, Turn};
use reckoners_env::action::decode;
use reckoners_env::cards::load_embedded;
use reckoners_env::chance;
use reckoners_env::episode::ROUND_CAP;
use reckoners_env::ids::Adjustment;
use reckoners_env::table::Table;
use reckoners_env::trace::{Trace, TraceMove};
use reckoners_env::{EpisodeEnd, Rules, Ruleset};

use crate::arena::{Bout, Record};
use crate::report::write_atomic;
use crate::seeds::{self, TeamChoice};

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

/// The folder of a game, by what sets it apart from other games: `steelheart-newcago`, `regalia-babilar-epics-casual`; with
/// other cards than the built-in ones, their hash.
pub fn folder_of(folder: &Path, rules: &Rules, ruleset: &Ruleset) -> PathBuf {
    let mut name = format!("{}-{}", ruleset.boss.key(), ruleset.city.key());
    if !ruleset.city_cards.is_none() {
        name += &format!("-{}", ruleset.city_cards);
    }
    if !ruleset.modules.is_empty() {
        name += &format!("-{}", ruleset.modules);
    }
    if ruleset.adjustment != Adjustment::None {
        name += &format!("-{}", ruleset.adjustment);
    }
    let hash = &rules.catalog().hash;
    if *hash != load_embedded().hash {
        name += &format!("-cards-{hash}");
    }
    folder.join(name)
}

/// The name of an agent as part of a file name. Where letters are left out or replaced, a hash of the whole name is
/// added, so that different agents never get the same one.
fn plain(name: &str) -> String {
    /// Longest part of a name that is kept; file systems limit file names.
    const MOST: usize = 60;
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    if name.len() <= MOST && name.chars().all(is_plain) {
        return name.to_owned();
    }
    let letters = name.chars().take(MOST);
    let shown: String = letters
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    // FNV-1a, which is the same in every build: recording the same games again replaces their files.
    let number = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    format!("{shown}-{number:08x}")
}

/// The file of game `n`: who plays, how hard, which seats, of which suite, and how it ended.
fn file_of(agent: &str, bout: &Bout, n: u64, end: EpisodeEnd) -> String {
    let team = match &bout.team {
        TeamChoice::Random | TeamChoice::OfSuite(_) => bout.players.to_string(),
        named @ TeamChoice::Named(_) => named.to_string(),
    };
    let end = match end {
        EpisodeEnd::Won => "won",
        EpisodeEnd::Lost(_) => "lost",
        EpisodeEnd::Truncated => "unfinished",
    };
    format!(
        "{}-{}-{team}-seed{}-{n:04}-{end}.jsonl",
        plain(agent),
        bout.ruleset.difficulty.key(),
        bout.suite,
    )
}

/// Writes the wanted games of a bout below a folder, one file each, until `stop` is set, and says how many.
pub fn write(
    rules: &Rules,
    (name, agent): (&str, &AgentFactory),
    bout: &Bout,
    records: &[Record],
    (folder, wanted): (&Path, &Wanted),
    stop: &AtomicBool,
) -> Result<usize> {
    let folder = folder_of(folder, rules, &bout.ruleset);
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let mut written = 0;
    for (n, record_of) in (0..).zip(records) {
        if !wanted.has(n, record_of) {
            continue;
        }
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let trace = record(rules, agent, bout, n);
        let file = folder.join(file_of(name, bout, n, record_of.end));
        write_atomic(&file, &trace.to_text(rules)?)?;
        written += 1;
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use reckoners_env::Difficulty;
    use reckoners_env::cards::Modules;
    use reckoners_env::ids::{BossKind, CityKind};

    use super::*;

    #[test]
    fn no_two_recorded_games_share_a_file() {
        let base = Ruleset::base(Difficulty::Standard);
        let games = [
            base,
            base.with(Modules::ALL),
            Ruleset {
                adjustment: Adjustment::One,
                ..base
            },
            Ruleset {
                boss: BossKind::ALL[1],
                ..base
            },
            Ruleset {
                city: CityKind::ALL[1],
                ..base
            },
        ];
        let ours = Rules::embedded();
        let mut catalog = ours.catalog().clone();
        catalog.hash = "0123456789abcdef".into();
        let others = Rules::new(catalog);
        let mut names: Vec<PathBuf> = Vec::new();
        for ruleset in games {
            for suite in [0, 1] {
                for agent in ["net:a/b", "net:a-b", "net:a_b", "scripted"] {
                    let bout = Bout {
                        players: 2,
                        ruleset,
                        team: TeamChoice::Random,
                        suite,
                        games: 1,
                    };
                    let file = file_of(agent, &bout, 0, EpisodeEnd::Truncated);
                    assert!(file.ends_with("-0000-unfinished.jsonl"), "{file}");
                    for rules in [&ours, &others] {
                        names.push(folder_of(Path::new("kept"), rules, &ruleset).join(&file));
                    }
                }
            }
        }
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all, "{names:?}");
        let first =
            Path::new("kept/steelheart-newcago/scripted-standard-2-seed0-0000-unfinished.jsonl");
        assert!(names.iter().any(|name| name == first), "{names:?}");
    }
}
