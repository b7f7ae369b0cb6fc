//! What a request asks of a hint, read the same way for every conversation.

use std::time::Duration;

use reckoners_agents::people::Level;
use reckoners_env::Rules;
use reckoners_env::table::Table;

use super::apply::read_actions;
use super::fields::{Fault, Fields};
use crate::hint::HintOptions;

/// How much one request may ask for.
#[derive(Debug, Clone, Copy)]
pub struct Most {
    /// Imagined games.
    pub playouts: u64,
    /// Options told.
    pub top: u64,
}

impl Most {
    /// Of a program that talks with its own engine.
    pub const ALONE: Self = Self {
        playouts: 1_000_000,
        top: 100,
    };
}

/// The fields of a question about the chance to win.
pub const EVALUATE: [&str; 5] = ["table", "seed", "raw", "maxPlayouts", "maxMs"];
/// The fields of a question for a hint.
pub const HINT: [&str; 11] = [
    "table",
    "seed",
    "raw",
    "maxPlayouts",
    "maxMs",
    "plan",
    "level",
    "top",
    "allow",
    "avoid",
    "why",
];

/// How long to think about what: what `hint` and `evaluate` have in common.
pub fn thinking(fields: &Fields<'_>, most: Most) -> Result<HintOptions, Fault> {
    let playouts = fields.number("maxPlayouts", 2, most.playouts)?;
    let raw = fields.flag("raw")?;
    for limit in ["maxPlayouts", "maxMs"] {
        if raw && fields.get(limit).is_some() {
            let remedy = "with \"raw\" nothing is played out, so there is nothing to limit; leave one of the two out";
            return Err(Fault::new(limit, remedy));
        }
    }
    Ok(HintOptions {
        raw,
        playouts: playouts.map(|n| n as u32),
        time: fields
            .number("maxMs", 1, 600_000)?
            .map(Duration::from_millis),
        seed: fields.seed()?,
        ..HintOptions::default()
    })
}

/// A whole question for a hint.
pub fn question(
    rules: &Rules,
    table: &Table,
    fields: &Fields<'_>,
    most: Most,
) -> Result<HintOptions, Fault> {
    let mut options = thinking(fields, most)?;
    options.plan = fields.flag("plan")?;
    if let Some(level) = level(fields)? {
        options.level = Some(level);
    }
    if let Some(top) = fields.number("top", 1, most.top)? {
        options.top = top as usize;
    }
    // Where nobody decides, there is nothing that these could name.
    if table.game.now.is_decision() {
        options.allow = read_actions(rules, table, fields, "allow")?;
        options.avoid = read_actions(rules, table, fields, "avoid")?;
        options.why = read_actions(rules, table, fields, "why")?;
    }
    Ok(options)
}

/// How well the people know the game whose chance is told.
fn level(fields: &Fields<'_>) -> Result<Option<Level>, Fault> {
    let Some(text) = fields.text("level")? else {
        return Ok(None);
    };
    let level = text.parse::<Level>();
    level
        .map(Some)
        .map_err(|e| Fault::new("level", e.to_string()))
}
