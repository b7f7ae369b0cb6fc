//! From JSON to the structs of the file, with every error of shape and not only the first.
//!
//! `serde` stops at the first error. It says where that is; the value there is cut out and the rest is tried
//! again, until everything fits.

use serde_json::Value;
use serde_path_to_error::Segment;

use super::error::{Found, MOST, join};
use super::file::TableFile;
use crate::ids::UnknownName;
use crate::words::shown;

/// Reads the shape of the file; what has another shape is told and left out.
pub(super) fn read(value: &Value, found: &mut Found) -> TableFile {
    let mut rest = value.clone();
    while found.len() < MOST {
        let error = match serde_path_to_error::deserialize::<_, TableFile>(&rest) {
            Ok(file) => return file,
            Err(error) => error,
        };
        let segments: Vec<Segment> = error.path().iter().cloned().collect();
        let Some(place) = Place::find(&mut rest, &segments) else {
            found.add("", error.inner().to_string());
            break;
        };
        if !place.tell(&error.inner().to_string(), found) {
            break;
        }
    }
    TableFile::default()
}

/// A value of the file that has the wrong shape.
struct Place<'a> {
    path: String,
    value: &'a mut Value,
}

impl<'a> Place<'a> {
    fn find(root: &'a mut Value, segments: &[Segment]) -> Option<Self> {
        let mut path = String::new();
        let mut value = root;
        for segment in segments {
            match segment {
                Segment::Seq { index } => {
                    path += &format!("[{index}]");
                    value = value.get_mut(*index)?;
                }
                Segment::Map { key } => {
                    path = join(&path, key);
                    value = value.get_mut(key)?;
                }
                Segment::Enum { .. } | Segment::Unknown => return None,
            }
        }
        Some(Self { path, value })
    }

    /// Tells what is wrong here and cuts it out; says whether that changed anything.
    fn tell(self, message: &str, found: &mut Found) -> bool {
        let Self { path, value } = self;
        if let (Some((key, known)), Value::Object(map)) = (unknown_key(message), &mut *value) {
            found.add(path, UnknownName::new("key", key, known).to_string());
            return map.remove(key).is_some();
        }
        match expected(message) {
            Some(right) => found.not(path, describe(value), right),
            None => found.add(path, message),
        }
        let told = !value.is_null();
        *value = Value::Null;
        told
    }
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

/// A value as a message shows it.
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) => format!("\"{}\"", shown(text)),
        simple => shown(&simple.to_string()),
    }
}
