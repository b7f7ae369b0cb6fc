//! JSON with paths: strict parsing, a walker that names every place, and a layout for people.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::MAX_BYTES;
use super::error::{Problem, TableError};
use crate::ids::UnknownName;
use crate::words::shown;

/// Parses text; a key given twice is an error, because one of the two would be lost silently.
pub(super) fn parse(text: &str) -> Result<Value, TableError> {
    if text.len() > MAX_BYTES {
        let problem = Problem::TooLong {
            bytes: text.len(),
            most: MAX_BYTES,
        };
        return Err(TableError::new("", problem));
    }
    // The parser itself refuses nesting beyond its recursion limit.
    let text = text.trim_start_matches('\u{feff}');
    match serde_json::from_str::<Strict>(text) {
        Ok(strict) => Ok(strict.0),
        Err(e) => {
            let slip = slip(text, &e).map_or(String::new(), |slip| format!(" ({slip})"));
            Err(TableError::new("", Problem::Json(format!("{e}{slip}"))))
        }
    }
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
    if near(&['/', '#']).is_some() {
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

/// A value and its place.
#[derive(Clone)]
pub(super) struct Node<'a> {
    value: &'a Value,
    /// The place.
    pub(super) path: String,
}

impl<'a> Node<'a> {
    /// The whole file.
    pub(super) const fn root(value: &'a Value) -> Self {
        Self {
            value,
            path: String::new(),
        }
    }
    /// An error at this place.
    pub(super) fn error(&self, problem: impl Into<Problem>) -> TableError {
        TableError::new(self.path.clone(), problem)
    }
    /// A conflict at this place.
    pub(super) fn conflict(&self, message: impl Into<String>) -> TableError {
        TableError::conflict(self.path.clone(), message)
    }
    /// Not what was expected.
    pub(super) fn wrong(&self, expected: impl Into<String>) -> TableError {
        let found = match self.value {
            Value::Array(_) => "a list".to_owned(),
            Value::Object(_) => "an object".to_owned(),
            Value::String(text) => format!("\"{}\"", shown(text)),
            simple => shown(&simple.to_string()),
        };
        self.error(Problem::Value {
            found,
            expected: expected.into(),
        })
    }
    /// An object with no other keys than these.
    pub(super) fn object(&self, keys: &'static [&'static str]) -> Result<Object<'a>, TableError> {
        let Value::Object(map) = self.value else {
            return Err(self.wrong("an object { ... }"));
        };
        if let Some(key) = map.keys().find(|key| !keys.contains(&key.as_str())) {
            return Err(self.error(UnknownName::new("key", key, keys.iter().copied())));
        }
        Ok(Object {
            map,
            path: self.path.clone(),
        })
    }
    /// Whether it is an object.
    pub(super) fn is_object(&self) -> bool {
        self.value.is_object()
    }
    /// A list, with the places of its items.
    pub(super) fn list(&self) -> Result<Vec<Node<'a>>, TableError> {
        let Value::Array(items) = self.value else {
            return Err(self.wrong("a list [ ... ]"));
        };
        let node = |(i, value)| Node {
            value,
            path: format!("{}[{i}]", self.path),
        };
        Ok(items.iter().enumerate().map(node).collect())
    }
    /// A text.
    pub(super) fn text(&self, expected: &str) -> Result<&'a str, TableError> {
        self.value.as_str().ok_or_else(|| self.wrong(expected))
    }
    /// A text, if it is one.
    pub(super) fn as_text(&self) -> Option<&'a str> {
        self.value.as_str()
    }
    /// A whole number, if it is one.
    pub(super) fn as_number(&self) -> Option<u64> {
        self.value.as_u64()
    }
    /// A whole number in a range.
    pub(super) fn number(&self, least: u16, most: u16) -> Result<u16, TableError> {
        self.value
            .as_u64()
            .and_then(|n| u16::try_from(n).ok())
            .filter(|n| (least..=most).contains(n))
            .ok_or_else(|| self.wrong(format!("a whole number from {least} to {most}")))
    }
    /// A whole number from 0 to `most`, which fits a byte.
    pub(super) fn small(&self, least: u8, most: u8) -> Result<u8, TableError> {
        self.number(u16::from(least), u16::from(most))
            .map(|n| n as u8)
    }
    /// True or false.
    pub(super) fn flag(&self) -> Result<bool, TableError> {
        self.value
            .as_bool()
            .ok_or_else(|| self.wrong("true or false"))
    }
}

/// An object whose keys are known to be allowed.
pub(super) struct Object<'a> {
    map: &'a Map<String, Value>,
    path: String,
}

impl<'a> Object<'a> {
    /// The place of a key.
    pub(super) fn path(&self, key: &str) -> String {
        if self.path.is_empty() {
            key.to_owned()
        } else {
            format!("{}.{key}", self.path)
        }
    }
    /// The value of a key; `null` counts as absent.
    pub(super) fn get(&self, key: &'static str) -> Option<Node<'a>> {
        let value = self.map.get(key).filter(|v| !v.is_null())?;
        Some(Node {
            value,
            path: self.path(key),
        })
    }
    /// The value of a key that must be there.
    pub(super) fn need(
        &self,
        key: &'static str,
        remedy: impl Into<String>,
    ) -> Result<Node<'a>, TableError> {
        self.get(key).ok_or_else(|| self.missing(key, remedy))
    }
    /// The error that a key is not there.
    pub(super) fn missing(&self, key: &'static str, remedy: impl Into<String>) -> TableError {
        TableError::new(
            self.path.clone(),
            Problem::Missing {
                key,
                remedy: remedy.into(),
            },
        )
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
