//! The table file: any position as JSON that a person can write and read.
//!
//! It holds what lies on the table and nothing else. [`Table::parse`] is the one door from outside
//! text to a [`Game`]: every name, count and combination is checked, and all errors are told at once,
//! each with its place in the file. What follows from the rest (decks, supply, pending work) is not
//! written but derived. `docs/table-file.md` documents the format.
//!
//! [`mod@file`] is the shape of the file and [`values`] its small values; `shape` reads it from JSON. [`step`] is the
//! table of steps. `read` turns the file into a position (`start`, `board`, `seat` and `awaited` are its parts), `fit`,
//! `rolled` and `source` say whether all that can be together, `agenda`, `order` and `room` what comes after the step. `write` is the
//! other way. `expansion` does all of this for what the expansion adds.

mod agenda;
mod awaited;
mod below;
mod board;
pub mod error;
mod expansion;
pub mod file;
mod fit;
mod header;
pub mod json;
mod order;
mod owned;
mod read;
mod rolled;
mod room;
mod seat;
mod shape;
mod source;
mod start;
pub mod step;
pub mod values;
mod write;

pub use agenda::FORMS as WORK_FORMS;
pub use error::{TableError, TableErrors};
pub use json::parse_json;

use serde_json::Value;

use crate::rules::Rules;
use crate::state::Game;
use crate::words::DistrictNames;

/// The word in the field `format`.
pub const FORMAT: &str = "reckoners-table";
/// The number in the field `version`.
pub const VERSION: u64 = 2;
/// Longest text that is read as a table, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// A position with the names of its districts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The position.
    pub game: Game,
    /// What the districts are called.
    pub names: DistrictNames,
}

impl Table {
    /// A table whose districts have their default names.
    pub fn new(game: &Game) -> Self {
        Self {
            game: *game,
            names: DistrictNames::default(),
        }
    }
    /// Reads a table file.
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, TableErrors> {
        Self::from_value(rules, &parse_json(text)?)
    }
    /// Reads a table from JSON that is already parsed, by [`parse_json`] if keys given twice shall be refused.
    pub fn from_value(rules: &Rules, value: &Value) -> Result<Self, TableErrors> {
        read::table(rules, value)
    }
    /// The table as JSON.
    pub fn to_value(&self, rules: &Rules) -> Value {
        write::table(rules, self)
    }
    /// The table as the text of a file: one line an entry, a newline at the end.
    pub fn to_text(&self, rules: &Rules) -> String {
        json::lay_out(&self.to_value(rules))
    }
}
