//! From a file and command-line overrides to checked settings.

use std::path::Path;

use reckoners_agents::file::read_text_at_most;

use super::Config;

/// Most bytes of a configuration: a file that has more is another file.
const MOST_BYTES: u64 = 1 << 20;

/// A setting that cannot be used: one sentence that names file, key, value and remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(pub String);

/// Reads a file and applies overrides such as `ppo.lr=3e-4`.
///
/// # Errors
/// Names the file, the key, the value and what would be right.
pub fn load(file: &Path, overrides: &[String]) -> Result<Config, ConfigError> {
    let name = file.display().to_string();
    let text = read_text_at_most(file, MOST_BYTES)
        .map_err(|error| ConfigError(format!("{name}: cannot read the configuration: {error}")))?;
    parse(&name, &text, overrides)
}

/// The same from a text; `name` stands for the file in messages.
///
/// # Errors
/// Names the file, the key, the value and what would be right.
pub fn parse(name: &str, text: &str, overrides: &[String]) -> Result<Config, ConfigError> {
    let fail = |error: &dyn std::fmt::Display| {
        ConfigError(format!("{name}: {}", error.to_string().trim_end()))
    };
    // Once as written, so that a mistake in the file is shown with its line.
    let written: Config = toml::from_str(text).map_err(|error| fail(&error))?;
    // With what the file leaves out, so that every key can be set.
    let mut table = toml::Table::try_from(written).map_err(|error| fail(&error))?;
    for change in overrides {
        let former = apply(&mut table, change)?;
        // Each by itself, so that the message can repeat what was typed.
        let _: Config = table.clone().try_into().map_err(|error: toml::de::Error| {
            ConfigError(format!(
                "--set {change}: {}",
                plain(error.message(), &former)
            ))
        })?;
    }
    let config: Config = table.try_into().map_err(|error| fail(&error))?;
    config.check(name)?;
    Ok(config)
}

/// Sets one `section.key=value` and gives the former value; the key must exist, so that a misspelt one
/// is no silent no-op.
fn apply(table: &mut toml::Table, change: &str) -> Result<toml::Value, ConfigError> {
    let fail = |reason: String| Err(ConfigError(format!("--set {change}: {reason}")));
    let Some((path, value)) = change.split_once('=') else {
        return fail("write it as section.key=value, for example ppo.lr=3e-4".into());
    };
    let Some((section, key)) = path.trim().split_once('.') else {
        return fail("the key needs its section, for example ppo.lr".into());
    };
    let sections = table.keys().cloned().collect::<Vec<_>>().join(", ");
    let Some(entries) = table.get_mut(section).and_then(toml::Value::as_table_mut) else {
        return fail(format!(
            "there is no section {section}; there are {sections}"
        ));
    };
    let keys = entries.keys().cloned().collect::<Vec<_>>().join(", ");
    let Some(slot) = entries.get_mut(key) else {
        return fail(format!("section {section} has no key {key}; it has {keys}"));
    };
    let value = read_value(value.trim(), slot);
    if !value.same_type(slot) {
        let kind = match slot {
            toml::Value::Integer(_) => "a whole number",
            toml::Value::Float(_) => "a number",
            toml::Value::Boolean(_) => "true or false",
            toml::Value::Array(_) => "a list",
            toml::Value::Table(_) => {
                "a table of names and numbers, such as { hard = 2.0 }; now it is"
            }
            _ => "a name",
        };
        return fail(format!("the value must be {kind}, for example {slot}"));
    }
    Ok(std::mem::replace(slot, value))
}

/// What a value must be, in words instead of Rust types, with the former one as an example; other
/// messages as they are.
fn plain(message: &str, former: &toml::Value) -> String {
    let wanted = message
        .rsplit_once("expected ")
        .map_or("", |(_, kind)| kind);
    match wanted {
        "u8" => "it must be a whole number from 0 to 255".into(),
        "u16" => "it must be a whole number from 0 to 65535".into(),
        "u32" => "it must be a whole number from 0 to 4294967295".into(),
        "u64" | "usize" => "it must be a whole number of at least 0".into(),
        "a string" => format!("it must be a list of names, for example {former}"),
        _ => message.trim_end().to_owned(),
    }
}

/// Reads a value as TOML; what is not TOML is text, so that names need no quotes.
fn read_value(text: &str, former: &toml::Value) -> toml::Value {
    let parsed = format!("v = {text}")
        .parse::<toml::Table>()
        .ok()
        .and_then(|mut t| t.remove("v"));
    match (parsed, former) {
        // `lr=1` for a number with a fraction.
        (Some(toml::Value::Integer(n)), toml::Value::Float(_)) => toml::Value::Float(n as f64),
        // `total_steps=2e6` for a whole number.
        (Some(toml::Value::Float(x)), toml::Value::Integer(_))
            if x.fract() == 0.0 && x.abs() < 9e15 =>
        {
            toml::Value::Integer(x as i64)
        }
        (Some(value), _) => value,
        (None, _) => toml::Value::String(text.to_owned()),
    }
}
