//! The first lines of a file: is it a table, and of which version?

use serde_json::Value;

use super::error::TableErrors;
use super::values::describe;
use super::{FORMAT, VERSION};

/// Checks format and version, before anything else is looked at.
pub(super) fn check(value: &Value) -> Result<(), TableErrors> {
    let Value::Object(file) = value else {
        let problem = format!("{} is not an object {{ ... }}", describe(value));
        return Err(TableErrors::one("", problem));
    };
    let given = |key: &str| file.get(key).filter(|v| !v.is_null());
    match given("format") {
        None => {
            let problem = format!("\"format\" is missing; write \"format\": \"{FORMAT}\"");
            return Err(TableErrors::one("", problem));
        }
        Some(format) if format != FORMAT => {
            let problem = format!("{} is not \"{FORMAT}\"", describe(format));
            return Err(TableErrors::one("format", problem));
        }
        Some(_) => {}
    }
    let problem = match given("version") {
        Some(version) if *version == VERSION => return Ok(()),
        Some(version) if *version == 1 => return Err(TableErrors::one("version", renew(value))),
        None => {
            let problem = format!("\"version\" is missing; write \"version\": {VERSION}");
            return Err(TableErrors::one("", problem));
        }
        Some(version) => format!(
            "{} is not a version that this program reads ({VERSION})",
            describe(version)
        ),
    };
    Err(TableErrors::one("version", problem))
}

/// Steps that version 1 called otherwise.
const STEPS: [(&str, &str); 8] = [
    ("place-steelheart", "place-boss"),
    ("move-steelheart", "move-boss"),
    ("prologue-buy", "buy"),
    ("rolling", "roll-dice"),
    ("roll", "keep"),
    ("improvise", "set-face"),
    ("rewards", "reward"),
    ("purchase", "buy"),
];

/// Keys that version 1 called otherwise.
const KEYS: [(&str, &str); 4] = [
    ("steelheart", "boss"),
    ("rolling", "who"),
    ("improvising", "die"),
    ("bought", "card"),
];

/// What to change in a file of version 1.
fn renew(file: &Value) -> String {
    let mut changes = vec![format!("write \"version\": {VERSION}")];
    let step = file["step"].as_str().unwrap_or_default();
    let step = STEPS.iter().find(|(old, _)| step.eq_ignore_ascii_case(old));
    changes.extend(step.map(|(_, new)| format!("write \"step\": \"{new}\"")));
    let old_keys = KEYS.iter().filter(|(old, _)| file.get(old).is_some());
    changes.extend(old_keys.map(|(old, new)| format!("call \"{old}\" \"{new}\"")));
    if file.get("agenda").is_some() {
        changes.push(
            "in \"agenda\" write \"boss\" for \"steelheart\", and a track by its colour".into(),
        );
    }
    format!("1 is the version before this one; {}", changes.join(", "))
}
