//! From JSON to the structs of the file, with every error of shape and not only the first.
//!
//! `serde` stops at the first error. It says where that is; the value there is cut out and the rest is tried
//! again, until everything fits.

use serde_json::Value;
use serde_path_to_error::Segment;

use super::error::{Found, MOST, join};
use super::file::TableFile;
use super::values::describe;
use crate::ids::UnknownName;

/// Reads the shape of the file; what has another shape is told and left out.
pub(super) fn read(value: &Value, found: &mut Found) -> TableFile {
    let mut rest = value.clone();
    // Only the file itself cannot be cut out, and that is an object.
    while found.len() < MOST {
        let error = match serde_path_to_error::deserialize::<_, TableFile>(&rest) {
            Ok(file) => return file,
            Err(error) => error,
        };
        let message = error.inner().to_string();
        let place: Vec<Segment> = error.path().iter().cloned().collect();
        if !cut(&mut rest, &place, &message, found) {
            break;
        }
    }
    TableFile::default()
}

/// Tells what is wrong at a place and cuts it out; says whether that changed anything.
fn cut(root: &mut Value, place: &[Segment], message: &str, found: &mut Found) -> bool {
    let Some((last, parents)) = place.split_last() else {
        found.add("", message);
        return false;
    };
    if let (Some((key, known)), Segment::Map { .. }) = (unknown_key(message), last) {
        found.add(
            path(parents),
            UnknownName::new("key", key, known).to_string(),
        );
        let parent = find(root, parents).and_then(Value::as_object_mut);
        return parent.and_then(|map| map.remove(key)).is_some();
    }
    let (Some(value), path) = (find(root, place), path(place)) else {
        found.add("", message);
        return false;
    };
    if value.is_null() && found.is_known(&path) {
        // A required field was cut out: then its parent goes too.
        return match find(root, parents) {
            Some(parent) if !parents.is_empty() => {
                *parent = Value::Null;
                true
            }
            _ => false,
        };
    }
    match expected(message) {
        Some(right) => found.not(path, describe(value), right),
        None => found.add(path, message),
    }
    *value = Value::Null;
    true
}

fn find<'a>(root: &'a mut Value, place: &[Segment]) -> Option<&'a mut Value> {
    place.iter().try_fold(root, |value, segment| match segment {
        Segment::Seq { index } => value.get_mut(*index),
        Segment::Map { key } => value.get_mut(key),
        Segment::Enum { .. } | Segment::Unknown => None,
    })
}

fn path(place: &[Segment]) -> String {
    let mut path = String::new();
    for segment in place {
        match segment {
            Segment::Seq { index } => path += &format!("[{index}]"),
            Segment::Map { key } => path = join(&path, key),
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    path
}

/// The key and the known ones in a message such as "unknown field `a`, expected one of `b`, `c`".
fn unknown_key(message: &str) -> Option<(&str, impl Iterator<Item = &str> + Clone)> {
    let rest = message.strip_prefix("unknown field `")?;
    let (given, known) = rest.split_once("`, expected ")?;
    Some((given, known.split('`').skip(1).step_by(2)))
}

/// What would be right, in a message such as "invalid type: string \"a\", expected a whole number".
fn expected(message: &str) -> Option<&str> {
    let invalid = ["invalid type: ", "invalid value: "];
    if !invalid.iter().any(|start| message.starts_with(start)) {
        return None;
    }
    let (_, right) = message.rsplit_once(", expected ")?;
    Some(match right {
        "a sequence" => "a list [ ... ]",
        "a boolean" => "true or false",
        "a string" => "a name in quotes",
        other => other,
    })
}
