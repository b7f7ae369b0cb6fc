//! Playing steps: actions by id or in words, chance outcomes in words or drawn by the seed.

use reckoners_env::action::{decode, encode};
use reckoners_env::chance;
use reckoners_env::event::Event;
use reckoners_env::rng::{Purpose, stream};
use reckoners_env::table::Table;
use reckoners_env::trace::TraceMove;
use reckoners_env::words::Speaker;
use reckoners_env::{Action, Game, Rules};
use serde_json::{Map, Value, json};

use super::digest;
use super::fields::{Fault, Fields, shown};
use super::next::next;
use crate::hint::entry::play_move;

/// Most steps of one request.
const MOST_STEPS: usize = 10_000;

/// A table after some steps.
#[derive(Debug)]
pub struct Applied {
    /// The table.
    pub table: Table,
    /// What happened: the step and its words.
    pub events: Vec<(usize, String)>,
    /// What was decided or drawn, in words.
    pub played: Vec<Value>,
}

impl Applied {
    /// The answer.
    pub fn answer(&self, rules: &Rules, most_outcomes: usize) -> Value {
        let events: Vec<Value> = self
            .events
            .iter()
            .map(|(step, text)| json!({ "step": step, "text": text }))
            .collect();
        json!({
            "played": self.played,
            "events": events,
            "digest": digest(&self.table),
            "table": self.table.to_value(rules),
            "next": next(rules, &self.table, most_outcomes),
        })
    }
}

/// Plays the steps of a request. When one cannot be played, none is.
pub fn apply(rules: &Rules, mut table: Table, fields: &Fields<'_>) -> Result<Applied, Fault> {
    let steps = fields.list("steps")?;
    if fields.get("steps").is_none() {
        let remedy = "write a list of { \"action\": id or text } and { \"outcome\": text }";
        return Err(Fault::missing("steps", remedy));
    }
    if steps.len() > MOST_STEPS {
        let message = format!(
            "{} steps; at most {MOST_STEPS} are played at once",
            steps.len()
        );
        return Err(Fault::new("steps", message));
    }
    let seed = fields.seed()?;
    let (mut told, mut played) = (Vec::new(), Vec::new());
    for (i, step) in steps.iter().enumerate() {
        let before = table.game;
        let speaker = Speaker::new(rules, &table.names);
        let place = format!("steps[{i}]");
        let Value::Object(map) = step else {
            let message = format!(
                "{} is not an object with \"action\" or \"outcome\"",
                shown(step)
            );
            return Err(Fault::new(place, message));
        };
        let play = read_step(&speaker, &before, map, &place, seed)?;
        played.push(match play {
            TraceMove::Action(action) => {
                json!({ "action": encode(action), "text": speaker.sentence(&before, action) })
            }
            TraceMove::Chance(outcome) => json!({ "outcome": speaker.outcome(&before, &outcome) }),
        });
        let mut events: Vec<Event> = Vec::new();
        play_move(rules, &mut table.game, &play, &mut events)
            .map_err(|e| Fault::new(place, e.to_string()))?;
        let speaker = Speaker::new(rules, &table.names);
        told.extend(events.iter().map(|e| (i, speaker.event(&before, e))));
    }
    Ok(Applied {
        table,
        events: told,
        played,
    })
}

/// Reads one step: what is decided, or what chance brought.
pub(crate) fn read_step(
    speaker: &Speaker<'_>,
    game: &Game,
    step: &Map<String, Value>,
    place: &str,
    seed: u64,
) -> Result<TraceMove, Fault> {
    const KEYS: [&str; 3] = ["action", "outcome", "random"];
    let fault = |key: &str, text: String| Err(Fault::new(format!("{place}.{key}"), text));
    let mut keys = step.iter();
    let (Some((key, value)), None) = (keys.next(), keys.next()) else {
        let text = "a step has exactly one of \"action\", \"outcome\" and \"random\"";
        return Err(Fault::new(place, text));
    };
    match key.as_str() {
        "action" => read_action(speaker, game, value)
            .map(TraceMove::Action)
            .or_else(|text| fault("action", text)),
        "outcome" => {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                other => {
                    return fault(
                        "outcome",
                        format!("{} is not a text or number", shown(other)),
                    );
                }
            };
            speaker
                .read_outcome(game, &text)
                .map(TraceMove::Chance)
                .or_else(|e| fault("outcome", e.to_string()))
        }
        "random" if *value != Value::Bool(true) => {
            fault("random", format!("{} is not true", shown(value)))
        }
        "random" if !game.now.is_chance() => fault(
            "random",
            format!("no chance is awaited: {}", speaker.awaited(game)),
        ),
        "random" => {
            // The position is part of the key, so that equal steps do not draw alike.
            let mut luck = stream(seed, game.digest(), 0, Purpose::Evaluation);
            Ok(TraceMove::Chance(chance::sample(
                speaker.rules.catalog(),
                game,
                &mut luck,
            )))
        }
        other => {
            let error =
                reckoners_env::ids::UnknownName::new("key", other, KEYS.into_iter()).to_string();
            fault(other, error)
        }
    }
}

/// Reads a legal action by its id or in words.
fn read_action(speaker: &Speaker<'_>, game: &Game, value: &Value) -> Result<Action, String> {
    match value {
        Value::String(text) => speaker.read_action(game, text).map_err(|e| e.to_string()),
        Value::Number(number) => {
            let legal = speaker.rules.legal(game);
            if legal.is_empty() {
                return Err(format!("no decision is awaited: {}", speaker.awaited(game)));
            }
            let id = number.as_u64().and_then(|n| usize::try_from(n).ok());
            id.filter(|id| legal.has(*id))
                .and_then(decode)
                .ok_or_else(|| {
                    format!(
                        "{number} is not the id of one of the {} legal actions",
                        legal.len()
                    )
                })
        }
        other => Err(format!("{} is not an id or a text", shown(other))),
    }
}

/// A list of legal actions, as ids.
pub fn read_actions(
    rules: &Rules,
    table: &Table,
    fields: &Fields<'_>,
    key: &str,
) -> Result<Vec<usize>, Fault> {
    let speaker = Speaker::new(rules, &table.names);
    let mut ids = Vec::new();
    for (i, value) in fields.list(key)?.iter().enumerate() {
        let action = read_action(&speaker, &table.game, value)
            .map_err(|text| Fault::new(format!("{key}[{i}]"), text))?;
        ids.push(encode(action));
    }
    Ok(ids)
}
