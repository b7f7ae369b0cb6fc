//! Reading the fields of a request: what is missing or wrong is named, what is unknown is listed.

use reckoners_env::ids::UnknownName;
use reckoners_env::table::TableErrors;
use reckoners_env::table::json::strict;
use serde_json::{Map, Value, json};

use crate::hint::HintError;

/// A request that cannot be answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The field that is wrong; empty for the line as a whole.
    pub field: String,
    /// What is wrong and what would be right.
    pub message: String,
    /// What kind of fault it is; HTTP statuses follow it.
    pub kind: FaultKind,
}

/// Kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FaultKind {
    /// The request cannot be answered as it is.
    #[default]
    Request,
    /// What it asks about is not there.
    NotThere,
    /// It was made against something that has changed meanwhile.
    Stale,
}

impl Fault {
    /// A fault in a field.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            message: message.into(),
            kind: FaultKind::default(),
        }
    }

    /// The same fault as one of another kind.
    #[must_use]
    pub fn of_kind(self, kind: FaultKind) -> Self {
        Self { kind, ..self }
    }

    /// A table file in the field `table` that is no position: its first error by its place. `more` says where the others
    /// are to be had.
    pub fn of_table(errors: &TableErrors, more: &str) -> Self {
        let error = errors.first();
        let place = match error.path.as_str() {
            "" => "table".to_owned(),
            path => format!("table.{path}"),
        };
        let others = match errors.list().len() - 1 {
            0 => String::new(),
            n => format!(" (and {n} more{more})"),
        };
        Self::new(place, format!("{}{others}", error.problem))
    }

    /// A field that is not there. `remedy` says what to write.
    pub fn missing(field: &str, remedy: &str) -> Self {
        Self::new(field, format!("\"{field}\" is missing; {remedy}"))
    }

    /// The fault as an answer.
    pub fn answer(&self, id: Value) -> Value {
        json!({ "id": id, "error": self.message, "field": self.field })
    }
}

impl From<HintError> for Fault {
    fn from(error: HintError) -> Self {
        let field = match error {
            HintError::NothingLeft { .. } => "allow",
            HintError::Stopped => "",
        };
        Self::new(field, error.to_string())
    }
}

/// Parses a line into an object in which no key is given twice.
pub fn parse(line: &[u8]) -> Result<Map<String, Value>, Fault> {
    let text = std::str::from_utf8(line).map_err(|e| {
        Fault::new(
            "",
            format!("not UTF-8 text from byte {}", e.valid_up_to() + 1),
        )
    })?;
    match strict(text.trim().trim_start_matches('\u{feff}')) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(other) => {
            let message = format!("{} is not an object {{ ... }}", shown(&other));
            Err(Fault::new("", message))
        }
        Err(e) => Err(Fault::new("", format!("not valid JSON: {e}"))),
    }
}

/// The id of a request, to be echoed.
///
/// # Errors
/// When a number in it has more than 64 bits: it would come back rounded, and be taken for another one.
pub fn id(request: &Map<String, Value>) -> Result<Value, Fault> {
    let id = request.get("id").cloned().unwrap_or(Value::Null);
    if is_exact(&id) {
        return Ok(id);
    }
    let remedy = "a number in it has more than 64 bits; write it as text, in quotes";
    Err(Fault::new("id", remedy))
}

/// Whether a value holds no number that was too large for an integer.
fn is_exact(value: &Value) -> bool {
    /// 2^63: smaller integers fit, with either sign.
    const LARGE: f64 = 9_223_372_036_854_775_808.0;
    match value {
        Value::Number(number) => {
            number.as_u64().is_some() || number.as_f64().is_some_and(|n| n.abs() <= LARGE)
        }
        Value::Array(items) => items.iter().all(is_exact),
        Value::Object(map) => map.values().all(is_exact),
        _ => true,
    }
}

/// A value as it is repeated in a message.
pub fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
        simple => {
            let text = simple.to_string();
            if text.chars().count() <= 60 {
                text
            } else {
                text.chars().take(60).chain(['…']).collect()
            }
        }
    }
}

/// Outcomes of a roll listed when a request does not say how many.
const DEFAULT_OUTCOMES: usize = 250;
/// Most outcomes that a request may ask for.
const MOST_OUTCOMES: u64 = 100_000;

/// The fields of a request.
#[derive(Debug, Clone, Copy)]
pub struct Fields<'a> {
    map: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    /// The fields of an object.
    pub const fn new(map: &'a Map<String, Value>) -> Self {
        Self { map }
    }

    /// A field; `null` counts as absent.
    pub fn get(&self, key: &str) -> Option<&'a Value> {
        self.map.get(key).filter(|v| !v.is_null())
    }

    /// The kind of request.
    pub fn kind(&self, kinds: &[&'static str]) -> Result<&'static str, Fault> {
        let all = kinds.join(", ");
        let Some(value) = self.get("request") else {
            return Err(Fault::missing("request", &format!("write one of: {all}")));
        };
        let Some(text) = value.as_str() else {
            let message = format!("{} is not one of: {all}", shown(value));
            return Err(Fault::new("request", message));
        };
        let found = kinds.iter().find(|k| k.eq_ignore_ascii_case(text.trim()));
        found.copied().ok_or_else(|| {
            let error = UnknownName::new("request", text, kinds.iter().copied());
            Fault::new("request", error.to_string())
        })
    }

    /// True or false; false when absent.
    pub fn flag(&self, key: &str) -> Result<bool, Fault> {
        match self.get(key) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(other) => Err(Fault::new(
                key,
                format!("{} is not true or false", shown(other)),
            )),
        }
    }

    /// Words.
    pub fn text(&self, key: &str) -> Result<Option<&'a str>, Fault> {
        match self.get(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(Fault::new(key, format!("{} is not a text", shown(other)))),
        }
    }

    /// A whole number in a range.
    pub fn number(&self, key: &str, least: u64, most: u64) -> Result<Option<u64>, Fault> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        let number = value.as_u64().filter(|n| (least..=most).contains(n));
        number.map(Some).ok_or_else(|| {
            let message = format!(
                "{} is not a whole number from {least} to {most}",
                shown(value)
            );
            Fault::new(key, message)
        })
    }

    /// The seed; 0 when absent.
    pub fn seed(&self) -> Result<u64, Fault> {
        Ok(self.number("seed", 0, u64::MAX)?.unwrap_or(0))
    }

    /// How many outcomes of a roll to list.
    pub fn max_outcomes(&self) -> Result<usize, Fault> {
        let most = self.number("maxOutcomes", 0, MOST_OUTCOMES)?;
        Ok(most.map_or(DEFAULT_OUTCOMES, |n| n as usize))
    }

    /// A list; empty when absent.
    pub fn list(&self, key: &str) -> Result<&'a [Value], Fault> {
        match self.get(key) {
            None => Ok(&[]),
            Some(Value::Array(items)) => Ok(items),
            Some(other) => Err(Fault::new(
                key,
                format!("{} is not a list [ ... ]", shown(other)),
            )),
        }
    }

    /// A warning for each field that this kind of request does not have.
    pub fn unknown(&self, known: &[&str]) -> Vec<String> {
        let all = || ["id", "request"].into_iter().chain(known.iter().copied());
        let strange = self
            .map
            .keys()
            .filter(|key| all().all(|k| k != key.as_str()));
        strange
            .take(20)
            .map(|key| format!("ignored: {}", UnknownName::new("field", key, all())))
            .collect()
    }
}
