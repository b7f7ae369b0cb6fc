//! What is played, from names: rules with their cards, tasks, and how episodes behave.
//!
//! Python hands all keywords over as one JSON object. The names of a ruleset (difficulty, modules, boss, ...) are
//! those of [`Ruleset`] itself, so a new one needs no line here.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use reckoners_env::cards::{CityCards, Modules, Ruleset, Side, load_dir};
use reckoners_env::chance::below;
use reckoners_env::ids::{Adjustment, UnknownName};
use reckoners_env::reward::Shaping;
use reckoners_env::rng::GameRng;
use reckoners_env::task::EpisodeTask;
use reckoners_env::{Difficulty, Encoder, EnvOptions, GameSetup, Reckoner, Rules, TaskSource};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error;

/// Keywords of an environment that are not names of a ruleset.
const OTHERS: [&str; 8] = [
    "players",
    "team",
    "pool",
    "weights",
    "cards",
    "shaping",
    "round_cap",
    "auto_forced",
];
/// How many of them, from the first, say what episodes play.
const WHO: usize = 4;
/// Reckoners of a game when nothing is said.
const PLAYERS: u8 = 4;
/// Difficulty when nothing is said.
const DIFFICULTY: Difficulty = Difficulty::Standard;

/// The rules with the embedded cards, or those of a folder, with their encoder.
pub(crate) fn encoder(cards: Option<&str>) -> PyResult<Arc<Encoder>> {
    static EMBEDDED: OnceLock<Arc<Encoder>> = OnceLock::new();
    match cards {
        None => Ok(Arc::clone(
            EMBEDDED.get_or_init(|| Arc::new(Encoder::new(Rules::embedded()))),
        )),
        Some(folder) => {
            let catalog = load_dir(Path::new(folder)).map_err(error::value)?;
            Ok(Arc::new(Encoder::new(Rules::new(catalog))))
        }
    }
}

/// What an environment is made of.
pub(crate) struct Setup {
    pub(crate) encoder: Arc<Encoder>,
    pub(crate) tasks: Tasks,
    pub(crate) options: EnvOptions,
}

impl Setup {
    /// Reads the keywords of an environment.
    pub(crate) fn parse(text: &str) -> PyResult<Self> {
        let keywords = object(text)?;
        let cards: Option<String> = read(&keywords, "cards")?;
        let mut options = EnvOptions::default();
        if let Some(cap) = read(&keywords, "round_cap")? {
            if cap == 0 {
                return Err(error::value("round_cap=0: an episode has at least 1 round"));
            }
            options.episode.round_cap = cap;
        }
        if let Some(auto) = read(&keywords, "auto_forced")? {
            options.episode.auto_forced = auto;
        }
        options.shaping = match keywords.get("shaping") {
            None | Some(Value::Null | Value::Bool(false)) => None,
            Some(Value::Bool(true)) => Some(Shaping::default()),
            Some(_) => read(&keywords, "shaping")?,
        };
        Ok(Self {
            encoder: encoder(cards.as_deref())?,
            tasks: Tasks::new(&keywords)?,
            options,
        })
    }
}

/// The keywords as an object; every key is one that is known.
fn object(text: &str) -> PyResult<Map<String, Value>> {
    let keywords: Map<String, Value> = serde_json::from_str(text).map_err(error::value)?;
    let fields = ruleset_fields();
    let known = || OTHERS.into_iter().chain(fields.keys().map(String::as_str));
    for key in keywords.keys() {
        if known().all(|name| name != key) {
            return Err(pyo3::exceptions::PyTypeError::new_err(
                UnknownName::new("keyword", key, known()).to_string(),
            ));
        }
    }
    Ok(keywords)
}

/// The keywords that say what episodes play; one episode or a curriculum may change them.
#[pyfunction]
pub(crate) fn task_keywords() -> Vec<String> {
    let who = OTHERS[..WHO].iter().map(|name| (*name).to_owned());
    who.chain(ruleset_fields().into_iter().map(|(name, _)| name))
        .collect()
}

/// One value by its name; absent when it is not there or null.
fn read<T: DeserializeOwned>(keywords: &Map<String, Value>, key: &str) -> PyResult<Option<T>> {
    match keywords.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => serde_json::from_value(value.clone())
            .map(Some)
            .map_err(|e| error::value(format!("{key}={value}: {e}"))),
    }
}

/// A ruleset as its file form has it: which names there are, and which of them take a list.
fn ruleset_fields() -> Map<String, Value> {
    // Names with their usual values are left out of a file, so here every one has another.
    let full = Ruleset {
        city_cards: CityCards::all(Side::A),
        adjustment: Adjustment::Casual,
        ..Ruleset::base(DIFFICULTY).with(Modules::ALL)
    };
    match serde_json::to_value(full) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// One value or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    fn list(self) -> Vec<T> {
        match self {
            Self::One(one) => vec![one],
            Self::Many(many) => many,
        }
    }
}

/// Every ruleset that the keywords name: one, or all combinations where names are given as lists.
pub(crate) fn rulesets(keywords: &Map<String, Value>) -> PyResult<Vec<Ruleset>> {
    let mut list = vec![Map::new()];
    list[0].insert("difficulty".into(), DIFFICULTY.key().into());
    for (name, full) in ruleset_fields() {
        let Some(given) = keywords.get(&name).filter(|v| !v.is_null()) else {
            continue;
        };
        let choices = match (&full, given) {
            (Value::Array(_), Value::String(text)) => vec![names_of(&full, text)],
            (Value::Array(_), _) => vec![given.clone()],
            (_, Value::Array(several)) => several.clone(),
            _ => vec![given.clone()],
        };
        if choices.is_empty() {
            return Err(error::value(format!("{name}=[]: name at least one")));
        }
        list = choices
            .iter()
            .flat_map(|choice| {
                list.iter().map(|ruleset| {
                    let mut ruleset = ruleset.clone();
                    ruleset.insert(name.clone(), choice.clone());
                    ruleset
                })
            })
            .collect();
    }
    list.into_iter()
        .map(|ruleset| serde_json::from_value(Value::Object(ruleset)).map_err(error::value))
        .collect()
}

/// A list of names written as one text: `all`, `none`, or names with commas.
fn names_of(full: &Value, text: &str) -> Value {
    match text.trim().to_ascii_lowercase().as_str() {
        "all" => full.clone(),
        "none" | "" => Value::Array(Vec::new()),
        _ => text
            .split(',')
            .map(|name| Value::from(name.trim()))
            .collect(),
    }
}

/// The Reckoners of a team that is named: a list, or one text. None if it is drawn.
fn named_team(keywords: &Map<String, Value>) -> PyResult<Option<Vec<Reckoner>>> {
    match keywords.get("team") {
        Some(Value::String(text)) if text.eq_ignore_ascii_case("random") => Ok(None),
        Some(Value::String(text)) => {
            let names = text.split([',', '+']).map(str::parse);
            Ok(Some(names.collect::<Result<_, _>>().map_err(error::value)?))
        }
        _ => read(keywords, "team"),
    }
}

/// The numbers of Reckoners: those that are given, otherwise that of the team, otherwise the usual one.
fn player_counts(keywords: &Map<String, Value>, team: Option<&[Reckoner]>) -> PyResult<Vec<u8>> {
    let given: Option<OneOrMany<u8>> = read(keywords, "players")?;
    let players = match (team, given) {
        (_, Some(players)) => players.list(),
        (Some(team), None) => vec![team.len() as u8],
        (None, None) => vec![PLAYERS],
    };
    if players.is_empty() {
        return Err(error::value("players=[]: name at least one number"));
    }
    Ok(players)
}

/// Sums of the weights up to each task, in parts of 2^32 - 1; all tasks weigh the same if nothing is said.
fn summed_weights(keywords: &Map<String, Value>, tasks: usize) -> PyResult<Vec<f64>> {
    let weights = read::<Vec<f64>>(keywords, "weights")?;
    let weights = weights.unwrap_or_else(|| vec![1.0; tasks]);
    let total: f64 = weights.iter().sum();
    let usable = |w: &f64| w.is_finite() && *w >= 0.0;
    if weights.len() != tasks || !weights.iter().all(usable) || total <= 0.0 {
        return Err(error::value(format!(
            "weights: {tasks} tasks (rulesets x players) need as many numbers of at least 0, one of them above 0"
        )));
    }
    let mut sum = 0.0;
    let until = weights.iter().map(|weight| {
        sum += weight;
        sum / total * f64::from(u32::MAX)
    });
    Ok(until.collect())
}

/// What episodes play: rulesets and numbers of Reckoners to draw from, and who.
#[derive(Clone, Debug)]
pub(crate) struct Tasks {
    list: Vec<(Ruleset, u8)>,
    /// Sums of the weights up to each task, in parts of 2^32 - 1.
    until: Vec<f64>,
    team: Option<Vec<Reckoner>>,
    pool: Option<Vec<Reckoner>>,
}

impl Tasks {
    fn new(keywords: &Map<String, Value>) -> PyResult<Self> {
        let rulesets = rulesets(keywords)?;
        let team = named_team(keywords)?;
        let pool: Option<Vec<Reckoner>> = read(keywords, "pool")?;
        let players = player_counts(keywords, team.as_deref())?;
        if let Some(team) = &team
            && (pool.is_some() || players.iter().any(|&n| usize::from(n) != team.len()))
        {
            return Err(error::value(format!(
                "team names {} Reckoners: leave players and pool out, or team",
                team.len()
            )));
        }
        let list: Vec<(Ruleset, u8)> = rulesets
            .iter()
            .flat_map(|&ruleset| players.iter().map(move |&n| (ruleset, n)))
            .collect();
        let tasks = Self {
            until: summed_weights(keywords, list.len())?,
            list,
            team,
            pool,
        };
        for &(ruleset, players) in &tasks.list {
            tasks.check(&ruleset, players)?;
        }
        Ok(tasks)
    }

    /// Whether a task can be drawn.
    fn check(&self, ruleset: &Ruleset, players: u8) -> PyResult<()> {
        let everybody = self.everybody(ruleset);
        let team = match &self.team {
            Some(team) => team,
            None => everybody.get(..usize::from(players)).unwrap_or(everybody),
        };
        if team.len() != usize::from(players) {
            return Err(error::value(format!(
                "players={players}: there are {} Reckoners to draw from",
                everybody.len()
            )));
        }
        GameSetup::new(team, *ruleset).map_err(error::value)?;
        // Everyone of the pool may come to play, not only the first.
        for who in everybody {
            if !ruleset.reckoners().contains(who) {
                return Err(error::value(format!(
                    "pool: {who} is in no box that is in play (modules)"
                )));
            }
        }
        if let Some(i) = (1..everybody.len()).find(|&i| everybody[..i].contains(&everybody[i])) {
            return Err(error::value(format!(
                "pool: {} is there twice",
                everybody[i]
            )));
        }
        Ok(())
    }

    fn everybody<'a>(&'a self, ruleset: &'a Ruleset) -> &'a [Reckoner] {
        self.pool.as_deref().unwrap_or_else(|| ruleset.reckoners())
    }

    /// The tasks: ruleset and number of Reckoners.
    pub(crate) fn list(&self) -> &[(Ruleset, u8)] {
        &self.list
    }

    /// The named team, if there is one.
    pub(crate) fn team(&self) -> Option<&[Reckoner]> {
        self.team.as_deref()
    }

    /// The task of an episode.
    pub(crate) fn draw(&self, luck: &mut GameRng) -> EpisodeTask {
        let drawn = f64::from(below(luck, u32::MAX));
        let last = self.list.len() - 1;
        let index = self.until.iter().position(|&until| drawn < until);
        let index = index.unwrap_or(last);
        let (ruleset, players) = self.list[index];
        let mut team = match &self.team {
            Some(team) => team.clone(),
            None => self.everybody(&ruleset).to_vec(),
        };
        if self.team.is_none() {
            for i in 0..usize::from(players) {
                let other = i + below(luck, (team.len() - i) as u32) as usize;
                team.swap(i, other);
            }
            team.truncate(usize::from(players));
        }
        EpisodeTask {
            setup: GameSetup::new(&team, ruleset).expect("tasks are checked when they are made"),
            index: index as u16,
        }
    }

    /// The same as a source for environments.
    pub(crate) fn source(&self) -> TaskSource {
        let tasks = self.clone();
        TaskSource::Callback(Arc::new(move |_, _, luck| tasks.draw(luck)))
    }

    /// Reads tasks alone, for curricula.
    pub(crate) fn parse(text: &str) -> PyResult<Self> {
        Self::new(&object(text)?)
    }
}
