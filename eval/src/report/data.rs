//! The data of a report. Field names here are the keys of the JSON.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use crate::stats::{PairedError, PairedTable, SIGNIFICANCE, Test};

/// The results of one agent with one team at one difficulty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The agent as it was asked for.
    pub agent: String,
    /// The team by name.
    pub team: String,
    /// Number of Reckoners.
    pub players: u8,
    /// Difficulty by name.
    pub difficulty: String,
    /// Games played; at least one.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games cut short by the round cap, neither won nor lost.
    pub unfinished: u64,
    /// Share of games won.
    pub win_rate: f64,
    /// Lower limit of the 95 % Wilson interval of the win rate.
    pub ci_low: f64,
    /// Upper limit of the 95 % Wilson interval of the win rate.
    pub ci_high: f64,
    /// Mean rounds of a game.
    pub mean_rounds: f64,
    /// Mean population at the end of a game, lost games included.
    pub mean_population: f64,
    /// How many games were lost for which reason.
    pub loss_reasons: BTreeMap<String, u64>,
}

/// The mean population after one round.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoundMean {
    /// The round, from 1.
    pub round: u32,
    /// Mean population of the games that reached the end of that round.
    pub mean: f64,
    /// How many games that was.
    pub games: u64,
}

/// What the charts show beyond a [`Cell`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellDetail {
    /// The agent as it was asked for.
    pub agent: String,
    /// The team by name.
    pub team: String,
    /// Number of Reckoners.
    pub players: u8,
    /// Difficulty by name.
    pub difficulty: String,
    /// Entry `i` counts the games of `i` rounds.
    pub rounds_histogram: Vec<u64>,
    /// Mean population round by round, over the games still running.
    pub population_by_round: Vec<RoundMean>,
}

/// Two agents compared on the same seeds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The first agent.
    pub first: String,
    /// The second agent.
    pub second: String,
    /// The team, or nothing if several are pooled.
    pub team: Option<String>,
    /// Number of Reckoners, or nothing if several are pooled.
    pub players: Option<u8>,
    /// Difficulty, or nothing if several are pooled.
    pub difficulty: Option<String>,
    /// Games that each of the two played.
    pub games: u64,
    /// Games that only the first won.
    pub only_first: u64,
    /// Games that only the second won.
    pub only_second: u64,
    /// Win rate of the first minus win rate of the second.
    pub difference: f64,
    /// Lower limit of the 95 % interval of the difference.
    pub ci_low: f64,
    /// Upper limit of the 95 % interval of the difference.
    pub ci_high: f64,
    /// Two-sided p-value, not corrected for the number of comparisons.
    pub p_value: f64,
    /// How the p-value was computed.
    pub test: Test,
    /// All of this as one sentence.
    pub sentence: String,
}

impl Comparison {
    /// Compares two agents pooled over everything; see [`Comparison::within`] to narrow it.
    ///
    /// # Errors
    ///
    /// If there are no games.
    pub fn new(first: &str, second: &str, table: &PairedTable) -> Result<Self, PairedError> {
        let result = table.compare()?;
        let games = table.games();
        Ok(Self {
            first: first.to_owned(),
            second: second.to_owned(),
            team: None,
            players: None,
            difficulty: None,
            games,
            only_first: table.only_first,
            only_second: table.only_second,
            difference: result.difference,
            ci_low: result.interval.low,
            ci_high: result.interval.high,
            p_value: result.p_value,
            test: result.test,
            sentence: result.sentence(first, second, games),
        })
    }

    /// Says that the games were of one cell.
    #[must_use]
    pub fn within(mut self, difficulty: &str, players: u8, team: &str) -> Self {
        self.difficulty = Some(difficulty.to_owned());
        self.players = Some(players);
        self.team = Some(team.to_owned());
        self
    }

    /// Whether the two differ at the 5 % level.
    #[must_use]
    pub fn significant(&self) -> bool {
        self.p_value < SIGNIFICANCE
    }

    /// Which games were compared: "standard, 4 players" or "all games".
    #[must_use]
    pub fn scope(&self) -> String {
        let players = self.players.map(super::grid::players_text);
        let parts: Vec<_> = self.difficulty.clone().into_iter().chain(players).collect();
        if parts.is_empty() {
            "all games".to_owned()
        } else {
            parts.join(", ")
        }
    }
}

/// What an evaluation took. Kept apart because it is the only part that changes from run to run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timings {
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Threads used.
    pub threads: usize,
    /// Games a second, all threads together.
    pub games_per_second: f64,
}

/// What readers of an unfinished report are told.
pub(super) const STOPPED_EARLY: &str = "Stopped early: not all games of the command were played.";

/// Everything an evaluation found and how to find it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// One entry for each agent, team, player count and difficulty.
    pub cells: Vec<Cell>,
    /// Paired comparisons of agents.
    #[serde(default)]
    pub comparisons: Vec<Comparison>,
    /// Numbers for the charts; may be empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<CellDetail>,
    /// Hash of the card catalog the games were played with.
    pub catalog: String,
    /// Version of the program.
    pub version: String,
    /// Seed of the suite.
    pub seed: u64,
    /// The command that makes this report.
    pub command: String,
    /// Whether it was stopped before all games were played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stopped_early: bool,
    /// How long it took, if measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timings: Option<Timings>,
}

impl Report {
    /// The report as indented JSON with a final newline.
    ///
    /// # Errors
    ///
    /// If a number is not finite: JSON has no way to write it, and a silent `null` would break
    /// readers far from the cause.
    pub fn to_json(&self) -> Result<String> {
        self.check_finite()?;
        let mut text = serde_json::to_string_pretty(self).context("cannot write report as JSON")?;
        text.push('\n');
        Ok(text)
    }

    /// Reads what [`Report::to_json`] wrote.
    ///
    /// # Errors
    ///
    /// If the text is not such a report; the message has the line and the column.
    pub fn from_json(text: &str) -> Result<Self> {
        serde_json::from_str(text).context("this is not a report written by `eval --json`")
    }

    fn check_finite(&self) -> Result<()> {
        let check = |place: &dyn Fn() -> String, fields: &[(&str, f64)]| {
            for (field, value) in fields {
                ensure!(
                    value.is_finite(),
                    "{}: {field} is {value}, not a number",
                    place()
                );
            }
            Ok(())
        };
        for c in &self.cells {
            check(
                &|| format!("cell {} {} {}", c.agent, c.difficulty, c.players),
                &[
                    ("win_rate", c.win_rate),
                    ("ci_low", c.ci_low),
                    ("ci_high", c.ci_high),
                    ("mean_rounds", c.mean_rounds),
                    ("mean_population", c.mean_population),
                ],
            )?;
        }
        for c in &self.comparisons {
            check(
                &|| format!("comparison of {} and {}", c.first, c.second),
                &[
                    ("difference", c.difference),
                    ("ci_low", c.ci_low),
                    ("ci_high", c.ci_high),
                    ("p_value", c.p_value),
                ],
            )?;
        }
        for d in &self.details {
            for r in &d.population_by_round {
                let place = || format!("detail {} {} {}", d.agent, d.difficulty, d.players);
                check(&place, &[("population_by_round.mean", r.mean)])?;
            }
        }
        if let Some(t) = &self.timings {
            let fields = [
                ("seconds", t.seconds),
                ("games_per_second", t.games_per_second),
            ];
            check(&|| "timings".to_owned(), &fields)?;
        }
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::report::{CellKey, Ending, GameResult, Tally};

    /// Two agents, one with an awkward name, at one difficulty for two player counts.
    pub(in crate::report) fn sample() -> Report {
        let mut cells = Vec::new();
        let mut details = Vec::new();
        for (agent, wins) in [("random", 1_u32), ("a<b>&\"c|d\"", 3)] {
            for players in [2, 4] {
                let mut tally = Tally::default();
                for game in 0..4 {
                    let won = game < wins;
                    tally.add(&GameResult {
                        ending: if won {
                            Ending::Won
                        } else {
                            Ending::Lost("population")
                        },
                        rounds: 5 + game,
                        population: if won { 10 } else { 0 },
                        population_by_round: &[30, 20, 10],
                    });
                }
                let key = CellKey {
                    difficulty: "standard".into(),
                    players,
                    team: "random".into(),
                    agent: agent.into(),
                };
                cells.extend(tally.cell(&key));
                details.extend(tally.detail(&key));
            }
        }
        let table = PairedTable {
            both: 1,
            only_first: 2,
            only_second: 0,
            neither: 1,
        };
        let comparison = Comparison::new("a<b>&\"c|d\"", "random", &table).unwrap();
        Report {
            cells,
            comparisons: vec![comparison.within("standard", 2, "random")],
            details,
            catalog: "c0ffee".into(),
            version: "0.1.0".into(),
            seed: 7,
            command: "reckoners eval --agents 'a<b>&\"c|d\"'".into(),
            stopped_early: false,
            timings: None,
        }
    }

    /// A report of an evaluation that was stopped before its first game.
    pub(in crate::report) fn empty() -> Report {
        Report {
            cells: vec![],
            comparisons: vec![],
            details: vec![],
            ..sample()
        }
    }

    #[test]
    fn json_has_exactly_the_promised_keys() {
        let json: serde_json::Value = serde_json::from_str(&sample().to_json().unwrap()).unwrap();
        let keys = |value: &serde_json::Value| {
            let mut keys: Vec<_> = value.as_object().unwrap().keys().cloned().collect();
            keys.sort();
            keys.join(" ")
        };
        assert_eq!(
            keys(&json),
            "catalog cells command comparisons details seed version"
        );
        assert_eq!(
            keys(&json["cells"][0]),
            "agent ci_high ci_low difficulty games loss_reasons mean_population mean_rounds \
             players team unfinished win_rate wins"
        );
        assert_eq!(json["cells"][0]["loss_reasons"]["population"], 3);
        let empty: serde_json::Value = serde_json::from_str(&empty().to_json().unwrap()).unwrap();
        assert_eq!(
            keys(&empty),
            "catalog cells command comparisons seed version"
        );
        assert_eq!(empty["cells"], serde_json::json!([]));
        let stopped = Report {
            stopped_early: true,
            ..sample()
        };
        assert!(
            stopped
                .to_json()
                .unwrap()
                .contains("\"stopped_early\": true")
        );
    }

    #[test]
    fn json_round_trips() {
        let report = Report {
            timings: Some(Timings {
                seconds: 1.5,
                threads: 2,
                games_per_second: 1e4,
            }),
            ..sample()
        };
        assert_eq!(
            Report::from_json(&report.to_json().unwrap()).unwrap(),
            report
        );
        assert!(
            Report::from_json("{}")
                .unwrap_err()
                .root_cause()
                .to_string()
                .contains("cells")
        );
    }

    #[test]
    fn json_refuses_what_is_not_a_number() {
        let mut report = sample();
        assert!(!report.to_json().unwrap().contains("null"));
        report.cells[1].mean_rounds = f64::NAN;
        let message = report.to_json().unwrap_err().to_string();
        assert_eq!(
            message,
            "cell random standard 4: mean_rounds is NaN, not a number"
        );
    }

    #[test]
    fn scope_names_the_games() {
        let mut comparison = sample().comparisons.remove(0);
        assert_eq!(comparison.scope(), "standard, 2 players");
        (comparison.difficulty, comparison.players) = (None, None);
        assert_eq!(comparison.scope(), "all games");
    }
}
