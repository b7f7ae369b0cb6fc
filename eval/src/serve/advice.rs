//! Hints, odds and reviews for a page: a thin layer over [`crate::hint`] and [`crate::play::review`].
//!
//! Everything that a hint says in the terminal is in the answer: the data, and the words of the terminal.

use std::time::{Duration, Instant};

pub use reckoners_agents::search::Cancel;
use reckoners_env::event::Event;
use reckoners_env::ids::Symbol;
use reckoners_env::state::Spot;
use reckoners_env::table::Table;
use reckoners_env::trace::Trace;
use reckoners_env::words::Speaker;
use reckoners_env::{Action, Game, Rules};
use serde_json::{Map, Value, json};

use super::view;
use crate::analyze::apply::read_step;
use crate::analyze::fields::{Fault, Fields};
use crate::analyze::question::{self, Most};
use crate::hint::entry::play_move;
use crate::hint::odds::Chase;
use crate::hint::{Advisor, HintOptions, awaited, text};
use crate::play::review::{self, ReviewOptions};

/// Most that a table may ask for.
const MOST: Most = Most {
    playouts: 16_384,
    top: 20,
};
/// Imagined games of the first search that is told.
const FIRST_PLAYOUTS: u32 = 64;
/// Each search uses this many times the playouts of the previous one.
const GROWTH: u32 = 4;

/// Default time limit for all searches of one request.
const PATIENCE: Duration = Duration::from_secs(8);
/// The least time that a further search is worth.
const LEAST: Duration = Duration::from_millis(500);

/// What a request asks of a hint.
pub fn question(
    advisor: &Advisor,
    table: &Table,
    fields: &Fields<'_>,
) -> Result<HintOptions, Fault> {
    question::question(advisor.rules(), table, fields, MOST)
}

/// Runs searches of growing size. Reports each result but the last; returns the last.
pub fn grow(
    advisor: &Advisor,
    table: &Table,
    options: &HintOptions,
    cancel: &Cancel,
    mut tell: impl FnMut(Value),
) -> Result<Value, Fault> {
    let most = advisor.budget(options).search.playouts;
    let most = most.min(MOST.playouts as u32);
    let options = &HintOptions {
        cancel: cancel.clone(),
        ..options.clone()
    };
    let raw = HintOptions {
        raw: true,
        ..options.clone()
    };
    let marked = |mut found: Value, last: bool| {
        found["last"] = json!(last);
        found
    };
    let first = marked(hint(advisor, table, &raw)?, options.raw);
    if options.raw {
        return Ok(first);
    }
    tell(first);
    let patience = options.playouts.is_none().then_some(PATIENCE);
    let patience = options.time.or(patience);
    let begun = Instant::now();
    let mut playouts = FIRST_PLAYOUTS.min(most);
    // The first search may not use up all of it: nobody waits so long for the first numbers.
    let half = patience.map(|all| all / 2);
    let mut time = options.time.or(half);
    loop {
        let search = HintOptions {
            playouts: Some(playouts),
            time,
            ..options.clone()
        };
        let start = Instant::now();
        let found = hint(advisor, table, &search)?;
        time = patience.map(|all| all.saturating_sub(begun.elapsed()));
        // A larger search that had less time than this one would know less.
        let late = time.is_some_and(|left| left < start.elapsed().max(LEAST));
        let last = late || playouts >= most;
        let found = marked(found, last);
        if last {
            return Ok(found);
        }
        tell(found);
        playouts = most.min(playouts.saturating_mul(GROWTH));
    }
}

/// One hint, with the terminal's words for it.
fn hint(advisor: &Advisor, table: &Table, options: &HintOptions) -> Result<Value, Fault> {
    let hint = advisor.hint(table, options)?;
    let mut value = serde_json::to_value(&hint).map_err(|e| Fault::new("", e.to_string()))?;
    value["said"] = json!(text::show(&hint));
    // Numbers in words are made here, so that a page rounds them as the terminal does.
    let chances = text::chances(&hint).into_iter();
    value["chances"] = chances
        .map(|(chance, whose)| json!({ "chance": chance, "whose": whose }))
        .collect();
    for (i, option) in hint.options.iter().enumerate() {
        value["options"][i]["standing"] = json!(text::standing(option, &hint));
        value["options"][i]["chance"] = json!(text::told_chance(option, &hint));
    }
    if let Some(win) = &hint.win {
        let told = text::alike(&win.steps).into_iter();
        value["win"]["told"] = told
            .map(|step| json!({ "first": step.first, "text": step.text }))
            .collect();
    }
    let goals = hint.plan.iter().flat_map(|plan| &plan.goals);
    for (i, goal) in goals.enumerate() {
        value["plan"]["goals"][i]["text"] = json!(text::goal(goal));
    }
    Ok(value)
}

/// What some steps would do, without doing them: what happens, what comes next, the coming Epics' phase, and
/// for dice to be rolled again the odds.
pub fn try_steps(advisor: &Advisor, table: &Table, fields: &Fields<'_>) -> Result<Value, Fault> {
    const MOST: usize = 200;
    let rules = advisor.rules();
    let steps = fields.list("steps")?;
    if steps.len() > MOST {
        let message = format!("{} steps; at most {MOST} are tried at once", steps.len());
        return Err(Fault::new("steps", message));
    }
    let speaker = Speaker::new(rules, &table.names);
    let mut game = table.game;
    let mut happens = Vec::new();
    for (i, step) in steps.iter().enumerate() {
        let place = format!("steps[{i}]");
        let empty = Map::new();
        let map = step.as_object().unwrap_or(&empty);
        let before = game;
        let play = read_step(&speaker, &game, map, &place, 0)?;
        let mut events: Vec<Event> = Vec::new();
        play_move(rules, &mut game, &play, &mut events)
            .map_err(|e| Fault::new(place, e.to_string()))?;
        happens.extend(events.iter().map(|e| speaker.event(&before, e)));
    }
    let legal = rules.legal(&game);
    let rolls = game.acting == table.game.acting && legal.actions().any(|a| a == Action::RollRest);
    let odds = match rolls {
        true => odds_of_rest(rules, &game),
        false => Vec::new(),
    };
    Ok(json!({
        "happens": happens,
        "awaited": awaited(&speaker, rules, &game),
        "forecast": view::forecast_of(rules, &game),
        "forecast_now": view::forecast_of(rules, &table.game),
        "odds": odds,
    }))
}

/// The odds of the dice that would be rolled again: of one and of two more of each symbol that the kept ones show.
fn odds_of_rest(rules: &Rules, game: &Game) -> Vec<Value> {
    let seat = game.actor();
    let [kept, rolled] = [Spot::Kept, Spot::Rolled].map(|spot| seat.dice.faces(spot));
    let rolls = rules.traits(game, seat).rolls().saturating_sub(seat.rolls);
    let mut list = Vec::new();
    for symbol in Symbol::ALL {
        let mut chase = Chase::new(rules, game, seat, symbol);
        let have = chase.shown(&kept);
        for more in [1, 2].into_iter().filter(|_| have > 0) {
            let (wanted, chance) = (have + more, chase.chance(&rolled.kinds(), rolls, more));
            let text = format!("{:.0} % to have {wanted} {symbol} or more", 100.0 * chance);
            let odds =
                json!({ "symbol": symbol.key(), "wanted": wanted, "chance": chance, "text": text });
            list.push(odds);
        }
    }
    list
}

/// A reviewed game, with the terminal's words.
pub fn review(
    advisor: &Advisor,
    trace: &Trace,
    human: &[bool],
    cancel: &Cancel,
) -> Result<Value, Fault> {
    let options = ReviewOptions {
        cancel: cancel.clone(),
        ..ReviewOptions::default()
    };
    let is_human = |seat: reckoners_env::ids::SeatIx| human.get(seat.ix()).copied().unwrap_or(true);
    let review = review::review(advisor, trace, &is_human, &options, &mut |_, _| ())
        .map_err(|e| Fault::new("", e.to_string()))?;
    let mut value = serde_json::to_value(&review).map_err(|e| Fault::new("", e.to_string()))?;
    value["said"] = json!(review::show(&review));
    value["starts"] = json!(first_steps(advisor, trace)?);
    Ok(value)
}

/// The number of the step with which each round begins, so that a page can go there.
fn first_steps(advisor: &Advisor, trace: &Trace) -> Result<Vec<Value>, Fault> {
    let mut list: Vec<Value> = Vec::new();
    let mut step = 0;
    trace
        .walk(advisor.rules(), |before, _, _| {
            let known = list.last().and_then(|entry| entry["round"].as_u64());
            if known != Some(before.round.into()) {
                list.push(json!({ "round": before.round, "step": step }));
            }
            step += 1;
        })
        .map_err(|e| Fault::new("", e.to_string()))?;
    Ok(list)
}
