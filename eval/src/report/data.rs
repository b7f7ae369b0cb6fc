//! The data of a report, and its JSON. Names here and in the list of columns are the keys.

use anyhow::{Result, bail};
use reckoners_env::Ruleset;
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::Value as Json;

use super::columns;
use super::compare::{Comparison, comparisons};
use super::influence::{Influence, influences};
use super::tally::Cell;

/// What an evaluation took. Kept apart because it is the only part that changes from run to run.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Timings {
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Threads used.
    pub threads: usize,
    /// Games a second, all threads together.
    pub games_per_second: f64,
}

impl std::fmt::Display for Timings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let noun = if self.threads == 1 {
            "thread"
        } else {
            "threads"
        };
        // Two digits that count, for searches play less than one game a second.
        let digits = match self.games_per_second {
            speed if speed >= 10.0 => 0,
            speed if speed >= 1.0 => 1,
            _ => 2,
        };
        write!(
            f,
            "{:.1} s on {} {noun}, {:.digits$} games a second",
            self.seconds, self.threads, self.games_per_second
        )
    }
}

/// What readers of an unfinished report are told.
pub(super) const STOPPED_EARLY: &str = "Stopped early: the command was interrupted before all its \
     games were played. Cells may be missing or have fewer games, and numbers over all games mix \
     what there is.";

/// How an evaluation can be made again.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Origin {
    /// Which game was played, at all its difficulties.
    #[serde(serialize_with = "game_name")]
    pub game: Ruleset,
    /// Hash of the card catalog the games were played with.
    pub catalog: String,
    /// Version of the program.
    pub version: String,
    /// Seed of the suite.
    pub seed: u64,
    /// The command that makes this report.
    pub command: String,
}

impl Origin {
    /// "The base game", or "The game:" and its name.
    pub(super) fn game(&self) -> String {
        if self.game == Ruleset::base(self.game.difficulty) {
            "The base game".to_owned()
        } else {
            format!("The game: {}", self.game.name())
        }
    }
}

/// The game by its name.
fn game_name<S: serde::Serializer>(game: &Ruleset, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&game.name())
}

/// Everything an evaluation found and how to find it again.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Report {
    /// One entry for each agent, player count and difficulty.
    pub cells: Vec<Cell>,
    /// Paired comparisons of agents: all pairs, pooled and by cell.
    pub comparisons: Vec<Comparison>,
    /// Which Reckoners, and which two together, help whom.
    pub influence: Vec<Influence>,
    /// How to make it again.
    #[serde(flatten)]
    pub origin: Origin,
    /// Whether it was stopped before all games were played.
    pub stopped_early: bool,
    /// How long it took, if measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timings: Option<Timings>,
}

impl Report {
    /// Makes the comparisons and all else that follows from the cells.
    #[must_use]
    pub fn new(cells: Vec<Cell>, origin: Origin) -> Self {
        Self {
            comparisons: comparisons(&cells),
            influence: influences(&cells),
            cells,
            origin,
            stopped_early: false,
            timings: None,
        }
    }

    /// The report as indented JSON with a final newline.
    ///
    /// # Errors
    ///
    /// If a number is not finite: JSON has no way to write it, and a silent `null` would break
    /// readers far from the cause.
    pub fn to_json(&self) -> Result<String> {
        Ok(format!("{:#}\n", self.to_value()?))
    }

    /// The same as a value.
    pub(super) fn to_value(&self) -> Result<Json> {
        let json = serde_json::to_value(self)?;
        expect_numbers(&json)?;
        Ok(json)
    }
}

/// An error that names the first number that is none.
pub(super) fn expect_numbers(json: &Json) -> Result<()> {
    match first_null(json) {
        Some(place) => bail!("{place} is not a number"),
        None => Ok(()),
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (column, value) in columns::values(self) {
            // Nothing to tell is no number; readers see that the key is missing.
            if value == columns::Value::Estimate(None) {
                continue;
            }
            let mut fields = value.fields(column.key);
            // `loss_reasons.epic_attack` and its like are one object.
            let inside = |(key, _): &(String, Json)| key.contains('.');
            if fields.iter().all(inside) {
                let strip = |(key, value): (String, Json)| {
                    let name = key.split_once('.').map_or("", |(_, name)| name);
                    (name.to_owned(), value)
                };
                let object: serde_json::Map<_, _> = fields.into_iter().map(strip).collect();
                fields = vec![(column.key.to_owned(), object.into())];
            }
            for (key, value) in fields {
                map.serialize_entry(&key, &value)?;
            }
        }
        map.end()
    }
}

/// Where the first `null` stands, such as `cells[1].mean_rounds`.
fn first_null(json: &Json) -> Option<String> {
    let below = |name: String, value: &Json| {
        let rest = first_null(value)?;
        let dot = if rest.is_empty() || rest.starts_with('[') {
            ""
        } else {
            "."
        };
        Some(format!("{name}{dot}{rest}"))
    };
    match json {
        Json::Null => Some(String::new()),
        Json::Array(list) => list
            .iter()
            .enumerate()
            .find_map(|(i, value)| below(format!("[{i}]"), value)),
        Json::Object(map) => map
            .iter()
            .find_map(|(key, value)| below(key.clone(), value)),
        _ => None,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use reckoners_env::ids::Cause;
    use reckoners_env::{Difficulty, EpisodeEnd, GameSetup, Reckoner};

    use super::*;
    use crate::arena::Record;
    use crate::report::CellKey;

    /// A game that ended like this, with the population at the end of each round.
    pub(in crate::report) fn record(end: EpisodeEnd, populations: &[u32]) -> Record {
        let team = [Reckoner::David, Reckoner::Tia];
        Record {
            setup: GameSetup::new(&team, Difficulty::Standard).unwrap(),
            end,
            rounds: populations.len() as u16,
            population: populations.last().copied().unwrap_or(0) as u16,
            decisions: 10,
            unused_dice: 4,
            tokens_left: 2,
            population_by_round: populations.to_vec(),
            round_starts: Vec::new(),
        }
    }

    /// A cell of as many games as `won` has letters: a 1 is a win.
    pub(in crate::report) fn cell(agent: &str, difficulty: &str, players: u8, won: &str) -> Cell {
        let records: Vec<_> = won
            .chars()
            .map(|c| match c {
                '1' => record(EpisodeEnd::Won, &[30, 20, 10]),
                _ => record(EpisodeEnd::Lost(Cause::BossAttack), &[30, 0]),
            })
            .collect();
        let key = CellKey {
            difficulty: difficulty.into(),
            players,
            reckoners: "random".into(),
            agent: agent.into(),
        };
        Cell::count(key, &records).unwrap()
    }

    pub(in crate::report) fn report(cells: Vec<Cell>) -> Report {
        let origin = Origin {
            game: Ruleset::base(reckoners_env::Difficulty::Standard),
            catalog: "c0ffee".into(),
            version: "0.1.0".into(),
            seed: 7,
            command: "reckoners eval --agents 'a<b>&\"c|d\"'".into(),
        };
        Report::new(cells, origin)
    }

    /// Two agents, one with an awkward name, at one difficulty for two player counts.
    pub(in crate::report) fn sample() -> Report {
        let cells = [("random", "1000"), ("a<b>&\"c|d\"", "1110")]
            .into_iter()
            .flat_map(|(agent, won)| [2, 4].map(|n| cell(agent, "standard", n, won)))
            .collect();
        report(cells)
    }

    /// A report of an evaluation that was stopped before its first game.
    pub(in crate::report) fn empty() -> Report {
        report(vec![])
    }

    #[test]
    fn json_has_the_columns_and_where_it_came_from() {
        let json: Json = serde_json::from_str(&sample().to_json().unwrap()).unwrap();
        let keys: Vec<_> = json.as_object().unwrap().keys().cloned().collect();
        assert_eq!(
            keys.join(" "),
            "cells comparisons influence game catalog version seed command stopped_early"
        );
        let cell = &json["cells"][0];
        assert_eq!(cell["agent"], "random");
        assert_eq!(cell["win_rate"], 0.25);
        assert_eq!(cell["loss_reasons"]["boss_attack"], 3);
        let columns = cell.as_object().unwrap().len();
        // The limits of a share are two; of the two means with limits, one is of the won games, and one won
        // game tells nothing.
        assert_eq!(columns, columns::COLUMNS.len() + 1 + 2 - 1);
        assert_eq!(json["cells"][2]["rounds_to_win"], 3.0);
        let empty: Json = serde_json::from_str(&empty().to_json().unwrap()).unwrap();
        assert_eq!(empty["cells"], serde_json::json!([]));
    }

    #[test]
    fn json_refuses_what_is_not_a_number() {
        let mut report = sample();
        assert!(!report.to_json().unwrap().contains("null"));
        report.comparisons[1].p_value = f64::NAN;
        let message = report.to_json().unwrap_err().to_string();
        assert_eq!(message, "comparisons[1].p_value is not a number");
    }

    #[test]
    fn slow_games_are_not_rounded_away() {
        let text = |games_per_second| {
            let timings = Timings {
                seconds: 2.0,
                threads: 1,
                games_per_second,
            };
            timings.to_string()
        };
        assert_eq!(text(0.6), "2.0 s on 1 thread, 0.60 games a second");
        assert_eq!(text(1.4), "2.0 s on 1 thread, 1.4 games a second");
        assert_eq!(text(812.3), "2.0 s on 1 thread, 812 games a second");
    }
}
