//! The files of a sampled box as texts.

use toml::{Table, Value};

use crate::cards::card_files::CardFiles;
use crate::cards::load::FILES;

/// The texts of a sampled box by path in a folder of cards. Sources are written as the embedded files give them: what
/// has one is kept, and what is marked as a placeholder is drawn.
///
/// # Panics
/// Never: card models are plain data.
pub fn texts(files: &CardFiles) -> Vec<(&'static str, String)> {
    let written = FILES.iter().map(|(path, embedded)| {
        let mut noted: Value = toml::from_str::<Table>(embedded)
            .map(Value::Table)
            .expect("the embedded card files are checked by a test");
        replace(&mut noted, model(files, path));
        let body = toml::to_string(&noted).expect("card models are plain data");
        let version = &files.setup.version;
        let text = format!(
            "# {version}: a sampled box. Values marked as placeholders are drawn, the others are kept.\n\n{body}"
        );
        (*path, text)
    });
    written.collect()
}

/// The values of a file, without notes.
fn model(files: &CardFiles, path: &str) -> Value {
    let model = match path {
        "base/setup.toml" => Value::try_from(&files.setup),
        "base/dice.toml" => Value::try_from(&files.dice),
        "base/reckoners.toml" => Value::try_from(&files.reckoners[0]),
        "base/equipment.toml" => Value::try_from(&files.equipment[0]),
        "base/epics.toml" => Value::try_from(&files.epics[0]),
        "steelslayer/setup.toml" => Value::try_from(&files.expansion),
        "steelslayer/reckoners.toml" => Value::try_from(&files.reckoners[1]),
        "steelslayer/equipment.toml" => Value::try_from(&files.equipment[1]),
        "steelslayer/epics.toml" => Value::try_from(&files.epics[1]),
        "bosses/steelheart.toml" => Value::try_from(&files.steelheart),
        "bosses/regalia.toml" => Value::try_from(&files.regalia),
        "bosses/limelight.toml" => Value::try_from(&files.limelight),
        "cities/newcago.toml" => Value::try_from(&files.newcago),
        "cities/babilar.toml" => Value::try_from(&files.babilar),
        "cities/ildithia.toml" => Value::try_from(&files.ildithia),
        _ => unreachable!("every card file has a model"),
    };
    model.expect("card models are plain data")
}

/// Puts new values in place of the old ones; notes stay, as models have none.
fn replace(old: &mut Value, new: Value) {
    match (old, new) {
        (Value::Table(old), Value::Table(new)) => {
            old.retain(|key, _| key == "provenance" || new.contains_key(key));
            for (key, value) in new {
                match old.get_mut(&key) {
                    Some(before) => replace(before, value),
                    None => {
                        old.insert(key, value);
                    }
                }
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (before, value) in old.iter_mut().zip(new) {
                replace(before, value);
            }
        }
        (old, new) => *old = new,
    }
}
