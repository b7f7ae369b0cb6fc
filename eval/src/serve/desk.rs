//! What a page can ask of a table: edits, questions, and the requests of the analysis protocol.

use reckoners_env::rng::{Purpose, stream};
use reckoners_env::rules::BadTeam;
use reckoners_env::state::Now;
use reckoners_env::table::{MAX_BYTES, Table};
use reckoners_env::trace::Trace;
use reckoners_env::{Game, GameSetup, Reckoner, Rules, Ruleset};
use serde::Deserialize as _;
use serde_json::{Map, Value, json};

use super::advice;
use super::cards::Corrections;
use super::catalog::SAMPLES;
use super::live::{Chapter, Live};
use super::settings::Settings;
use super::store::{Slot, Store};
use crate::analyze::fields::{Fault, Fields, shown};
use crate::analyze::{REQUESTS, Session};

/// What a table answers besides the requests of the analysis protocol.
pub const TABLE_REQUESTS: [&str; 13] = [
    "state", "play", "undo", "redo", "settings", "correct", "cards", "look", "try", "advise",
    "review", "log", "file",
];

/// A request that thinks: it waits for its turn and runs apart.
pub fn is_thinking(kind: &str) -> bool {
    matches!(kind, "advise" | "review" | "hint" | "evaluate")
}

/// The kind of a request.
pub fn kind(request: &Map<String, Value>) -> Result<&'static str, Fault> {
    let all: Vec<&'static str> = TABLE_REQUESTS.into_iter().chain(REQUESTS).collect();
    Fields::new(request).kind(&all)
}

/// Answers a request about a table. Whatever takes long is told to `tell` as it grows.
pub fn answer(
    store: &Store,
    slot: &Slot,
    request: &Map<String, Value>,
    cancel: &advice::Cancel,
    tell: &mut dyn FnMut(Value),
) -> Result<Value, Fault> {
    let kind = kind(request)?;
    let fields = Fields::new(request);
    let version = || fields.number("version", 0, u64::MAX);
    let done = |version: u64| json!({ "version": version });
    match kind {
        "state" => {
            let live = slot.live();
            let mut state = live.state();
            state["id"] = json!(slot.id);
            Ok(state)
        }
        "play" => {
            let steps = fields.list("steps")?;
            slot.edit(version()?, |live| live.play(steps)).map(done)
        }
        "undo" => slot.edit(version()?, Live::undo).map(done),
        "redo" => slot.edit(version()?, Live::redo).map(done),
        "settings" => {
            let settings =
                settings(&fields)?.ok_or_else(|| Fault::missing("settings", "write an object"))?;
            slot.edit(version()?, |live| live.set(settings)).map(done)
        }
        "correct" => {
            let advisor = slot.live().advisor();
            let table = table(advisor.rules(), &fields)?;
            slot.edit(version()?, |live| live.correct(table)).map(done)
        }
        "cards" => {
            let value = json!(fields.list("cards")?);
            let wanted =
                Corrections::deserialize(&value).map_err(|e| Fault::new("cards", e.to_string()))?;
            let cards = store.source.with(wanted)?;
            slot.edit(version()?, |live| live.change_cards(cards))
                .map(done)
        }
        "look" => {
            let step = fields.number("step", 0, u32::MAX.into())?;
            let step = step.ok_or_else(|| Fault::missing("step", "write its number"))?;
            Ok(json!({ "view": slot.live().look(step as usize)?, "step": step }))
        }
        "try" => {
            let (table, advisor) = snapshot(slot);
            advice::try_steps(&advisor, &table, &fields)
        }
        "advise" => {
            let (table, advisor) = snapshot(slot);
            let request = with_level(slot, request);
            let mut options = advice::question(&advisor, &table, &Fields::new(&request))?;
            if options.time.is_none() {
                options.playouts = options.playouts.or(store.source.playouts);
            }
            let digest = format!("{:016x}", table.game.digest());
            let signed = |mut hint: Value| {
                hint["digest"] = json!(digest);
                hint
            };
            let last = advice::grow(&advisor, &table, &options, cancel, |hint| {
                tell(signed(hint));
            })?;
            Ok(signed(last))
        }
        "review" => {
            let (trace, advisor, human) = {
                let live = slot.live();
                let seats = live
                    .table()
                    .game
                    .seated()
                    .map(|(seat, _)| seat)
                    .collect::<Vec<_>>();
                let human: Vec<bool> = seats.into_iter().map(|s| live.is_human(s)).collect();
                (live.trace().clone(), live.advisor(), human)
            };
            advice::review(&advisor, &trace, &human, cancel)
        }
        "log" => Ok(json!({ "log": slot.live().log() })),
        "file" => {
            let live = slot.live();
            let advisor = live.advisor();
            Ok(json!({ "table": live.table().to_value(advisor.rules()) }))
        }
        _ => {
            let (table, advisor) = snapshot(slot);
            let mut request = match kind {
                "hint" => with_level(slot, request),
                _ => request.clone(),
            };
            if kind != "version" && fields.get("table").is_none() {
                request.insert("table".into(), table.to_value(advisor.rules()));
            }
            let line = Value::Object(request).to_string();
            let mut session = Session::new((*advisor).clone()).until(cancel.clone());
            Ok(session.answer(line.as_bytes()))
        }
    }
}

/// A request for a hint; where it does not say how well people know the game, the table does.
fn with_level(slot: &Slot, request: &Map<String, Value>) -> Map<String, Value> {
    let mut request = request.clone();
    if Fields::new(&request).get("level").is_none() {
        request.insert("level".into(), json!(slot.live().settings.level));
    }
    request
}

/// The position of a table and who gives hints there.
fn snapshot(slot: &Slot) -> (Table, std::sync::Arc<crate::hint::Advisor>) {
    let live = slot.live();
    (live.table(), live.advisor())
}

fn settings(fields: &Fields<'_>) -> Result<Option<Settings>, Fault> {
    let read = |value: &Value| {
        Settings::deserialize(value).map_err(|e| Fault::new("settings", e.to_string()))
    };
    fields.get("settings").map(read).transpose()
}

/// The table file of a request.
fn table(rules: &Rules, fields: &Fields<'_>) -> Result<Table, Fault> {
    let value = fields
        .get("table")
        .ok_or_else(|| Fault::missing("table", "send a table file object"))?;
    Table::from_value(rules, value).map_err(|errors| Fault::of_table(&errors, ""))
}

/// Makes a table: from a team and a game, a sample, a table file or a saved game.
pub fn create(store: &Store, request: &Map<String, Value>) -> Result<String, Fault> {
    let fields = Fields::new(request);
    let chosen = settings(&fields)?;
    if let Some(saved) = fields.get("saved") {
        let text = saved
            .as_str()
            .ok_or_else(|| Fault::new("saved", "it is not the text of a saved game"))?;
        let slot = store.import(text, chosen)?;
        return Ok(slot.id.clone());
    }
    let cards = std::sync::Arc::clone(&store.source.plain);
    let rules = &cards.rules;
    let start = if let Some(sample) = fields.get("sample") {
        let name = sample.as_str().unwrap_or_default();
        let found = SAMPLES.iter().find(|(key, _)| *key == name);
        let (_, text) = found.ok_or_else(|| {
            let message = format!("there is no sample {}", shown(sample));
            Fault::new("sample", message)
        })?;
        Table::parse(rules, text).map_err(|e| Fault::new("sample", e.to_string()))?
    } else if fields.get("table").is_some() {
        table(rules, &fields)?
    } else {
        let game = rules.new_game(&setup(&fields)?);
        let under_way = fields.flag("under_way")?;
        Table::new(&if under_way {
            first_roll(rules, game)
        } else {
            game
        })
    };
    let seed = random_seed().map_err(|e| Fault::new("", e))?;
    let trace = Trace::new(start, Some(seed));
    let slot = store.create(Chapter::new(trace, cards), chosen.unwrap_or_default())?;
    Ok(slot.id.clone())
}

fn setup(fields: &Fields<'_>) -> Result<GameSetup, Fault> {
    let rules = fields.get("rules").ok_or_else(|| {
        Fault::missing(
            "rules",
            "write the game, such as { \"difficulty\": \"standard\" }",
        )
    })?;
    let ruleset = Ruleset::deserialize(rules).map_err(|e| Fault::new("rules", e.to_string()))?;
    let mut team = Vec::new();
    for (i, name) in fields.list("reckoners")?.iter().take(20).enumerate() {
        let who: Result<Reckoner, _> = name.as_str().unwrap_or_default().parse();
        team.push(who.map_err(|e| Fault::new(format!("reckoners[{i}]"), e.to_string()))?);
    }
    GameSetup::new(&team, ruleset).map_err(|e| {
        let field = match e {
            BadTeam::NoCards(..) => "rules.newcago_cards",
            BadTeam::Size(_) | BadTeam::Twice(_) | BadTeam::NotInPlay(_) => "reckoners",
        };
        Fault::new(field, e.to_string())
    })
}

/// The first roll of the first round after any set-up: where people begin who describe a game that is under way.
fn first_roll(rules: &Rules, mut game: Game) -> Game {
    let mut luck = stream(0, 0, 0, Purpose::Evaluation);
    while !matches!(game.now, Now::RollDice { .. } | Now::Over(_)) {
        match rules.legal(&game).actions().next() {
            Some(first) => rules.apply_unchecked(&mut game, first),
            None => rules.play_chance(&mut game, &mut luck),
        }
    }
    game
}

fn random_seed() -> Result<u64, String> {
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes).map_err(|e| format!("the system gives no randomness: {e}"))?;
    Ok(u32::from_le_bytes(bytes).into())
}

/// The largest request that is read: a saved game with its log.
pub const MOST_BYTES: usize = 8 * MAX_BYTES;
