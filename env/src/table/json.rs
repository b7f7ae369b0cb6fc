//! JSON as text: strict parsing, and a layout for people.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::MAX_BYTES;
use super::error::TableErrors;
use crate::words::shown;

/// Parses text; a key given twice is an error, because one of the two would be lost silently.
pub fn parse_json(text: &str) -> Result<Value, TableErrors> {
    if text.len() > MAX_BYTES {
        let bytes = text.len();
        let problem = format!("{bytes} bytes is more than a table can have (at most {MAX_BYTES})");
        return Err(TableErrors::one("", problem));
    }
    // The parser itself refuses nesting beyond its recursion limit.
    let text = text.trim_start_matches('\u{feff}');
    match strict(text) {
        Ok(value) => Ok(value),
        Err(e) => {
            let slip = slip(text, &e).map_or(String::new(), |slip| format!(" ({slip})"));
            Err(TableErrors::one("", format!("not valid JSON: {e}{slip}")))
        }
    }
}

/// Parses text in which no key is given twice.
pub fn strict(text: &str) -> serde_json::Result<Value> {
    serde_json::from_str::<Strict>(text).map(|strict| strict.0)
}

/// What people usually did when a file stops being JSON at this place.
fn slip(text: &str, error: &serde_json::Error) -> Option<String> {
    if text.trim().is_empty() {
        return Some("the file is empty".into());
    }
    if text.contains("\"reckoners-trace\"") {
        return Some("this looks like a saved game: go on with `play --resume`".into());
    }
    let line = text.lines().nth(error.line().checked_sub(1)?)?;
    // The column counts bytes and may point at the sign or just behind it.
    let near = |c: &[char]| {
        let from = error.column().saturating_sub(4);
        let mut around = line
            .char_indices()
            .filter(|(i, _)| (from..=error.column()).contains(i));
        around.find(|(_, found)| c.contains(found)).map(|(_, c)| c)
    };
    if let Some(quote) = near(&['“', '”', '„', '‘', '’', '\'']) {
        return Some(format!("write \" instead of {quote}"));
    }
    // Only where there is JSON around it: a text of another kind may have such a sign anywhere.
    let json = text.lines().any(|line| line.trim_start().starts_with('{'));
    if json && near(&['/', '#']).is_some() {
        return Some("comments are not allowed here; take them out".into());
    }
    if error.to_string().starts_with("expected `,`") {
        return Some(
            "a comma is missing before this place, perhaps at the end of the line above".into(),
        );
    }
    None
}

struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Self)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }
    fn visit_bool<E>(self, v: bool) -> Result<Value, E> {
        Ok(Value::Bool(v))
    }
    fn visit_i64<E>(self, v: i64) -> Result<Value, E> {
        Ok(Value::Number(v.into()))
    }
    fn visit_u64<E>(self, v: u64) -> Result<Value, E> {
        Ok(Value::Number(v.into()))
    }
    fn visit_f64<E>(self, v: f64) -> Result<Value, E> {
        Ok(Number::from_f64(v).map_or(Value::Null, Value::Number))
    }
    fn visit_str<E>(self, v: &str) -> Result<Value, E> {
        Ok(Value::String(v.to_owned()))
    }
    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(item)) = seq.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        let mut seen = HashSet::new();
        while let Some(key) = access.next_key::<String>()? {
            if !seen.insert(key.clone()) {
                return Err(A::Error::custom(format!(
                    "the key \"{}\" is given twice",
                    shown(&key)
                )));
            }
            let Strict(value) = access.next_value()?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

/// Lays a table out for people: one line for each entry of the object, and for each object in a
/// list of objects.
pub(super) fn lay_out(value: &Value) -> String {
    let Value::Object(map) = value else {
        return format!("{}\n", line(value));
    };
    let entries = map.iter().map(|(key, value)| match value {
        Value::Array(items) if items.iter().any(Value::is_object) => {
            let rows: Vec<String> = items
                .iter()
                .map(|item| format!("    {}", line(item)))
                .collect();
            format!(
                "  {}: [\n{}\n  ]",
                Value::from(key.as_str()),
                rows.join(",\n")
            )
        }
        _ => format!("  {}: {}", Value::from(key.as_str()), line(value)),
    });
    format!("{{\n{}\n}}\n", entries.collect::<Vec<_>>().join(",\n"))
}

/// A value on one line, with spaces.
fn line(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!(
                "[{}]",
                items.iter().map(line).collect::<Vec<_>>().join(", ")
            )
        }
        Value::Object(map) => {
            let entry = |(key, value)| format!("{}: {}", Value::from(key), line(value));
            let entries = map.iter().map(|(k, v)| (k.as_str(), v)).map(entry);
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
        simple => simple.to_string(),
    }
}
