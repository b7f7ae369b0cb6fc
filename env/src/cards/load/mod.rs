//! From card files to a checked [`Catalog`].
//!
//! The embedded files are the default; a directory may replace any of them by name. Whatever the
//! source, the same checks apply, and an error names file, card, field and remedy.

mod parts;
mod place;
mod sources;
mod villains;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use self::parts::{check_setup, read_dice, read_equipment, read_reckoners};
use self::sources::read_sources;
use self::villains::{read_boss, read_epics};
use super::catalog::Catalog;
use super::embedded;
use super::model::{DiceFile, EpicsFile, EquipmentFile, ReckonersFile, SetupFile, SteelheartFile};
use crate::ids::UnknownName;

/// Equipment cards in the box.
pub const EQUIPMENT_COUNT: usize = 29;
/// Epic cards in the box.
pub const EPIC_COUNT: usize = 25;

/// What is wrong with a card file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CatalogError {
    /// The file could not be read, or a file of that name is not part of the box.
    #[error("{file}: {message}")]
    File {
        /// The file.
        file: String,
        /// What is wrong and what to do.
        message: String,
    },
    /// The file is not valid TOML of the expected shape.
    #[error("{file}: {message}")]
    Syntax {
        /// The file.
        file: String,
        /// The parser's message with line and column.
        message: String,
    },
    /// A value is not possible.
    #[error("{file}: {item}: {field}: {message}")]
    Value {
        /// The file.
        file: String,
        /// The card, die or board.
        item: String,
        /// The field.
        field: String,
        /// What is wrong and what would be right.
        message: String,
    },
}

/// The catalog compiled into the program.
///
/// # Panics
/// Never in a released build: a test loads the embedded files.
pub fn load_embedded() -> Catalog {
    build(&BTreeMap::new()).expect("the embedded card files are checked by a test")
}

/// The embedded catalog with every file replaced that `dir` holds.
pub fn load_dir(dir: &Path) -> Result<Catalog, CatalogError> {
    let shown = dir.display().to_string();
    let fail = |message: String| CatalogError::File {
        file: shown.clone(),
        message,
    };
    let names = || embedded::FILES.iter().map(|(name, _)| *name);
    let mut found = BTreeMap::new();
    let entries = std::fs::read_dir(dir)
        .map_err(|e| fail(format!("cannot be read as a folder of card files: {e}")))?;
    for entry in entries {
        let path = entry.map_err(|e| fail(e.to_string()))?.path();
        if path.extension().is_none_or(|e| e != "toml") {
            continue;
        }
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if !names().any(|n| n == name) {
            return Err(fail(
                UnknownName::new("card file", &name, names()).to_string(),
            ));
        }
        let text = std::fs::read_to_string(&path).map_err(|e| CatalogError::File {
            file: path.display().to_string(),
            message: e.to_string(),
        })?;
        found.insert(name, text);
    }
    if found.is_empty() {
        let all = names().collect::<Vec<_>>().join(", ");
        return Err(fail(format!(
            "no card file in it; put at least one of {all} there"
        )));
    }
    build(&found)
}

/// Builds a catalog from texts by file name, the embedded text where none is given.
pub fn build(replaced: &BTreeMap<String, String>) -> Result<Catalog, CatalogError> {
    let source = |name: &str| -> &str {
        replaced.get(name).map_or_else(
            || {
                embedded::FILES
                    .iter()
                    .find(|(n, _)| *n == name)
                    .map_or("", |(_, text)| *text)
            },
            String::as_str,
        )
    };
    let setup: SetupFile = parse("setup.toml", source("setup.toml"))?;
    let dice: DiceFile = parse("dice.toml", source("dice.toml"))?;
    let reckoners: ReckonersFile = parse("reckoners.toml", source("reckoners.toml"))?;
    let equipment: EquipmentFile = parse("equipment.toml", source("equipment.toml"))?;
    let epics: EpicsFile = parse("epics.toml", source("epics.toml"))?;
    let boss: SteelheartFile = parse("steelheart.toml", source("steelheart.toml"))?;

    check_setup(&setup)?;
    let mut catalog = Catalog {
        version: setup.version.clone(),
        hash: content_hash(&(&setup, &dice, &reckoners, &equipment, &epics, &boss)),
        dice: read_dice(&dice)?,
        reckoners: read_reckoners(&reckoners)?,
        equipment: read_equipment(&equipment)?,
        epics: read_epics(&epics, &setup)?,
        boss: read_boss(&boss, &setup)?,
        sources: Vec::new(),
        setup,
    };
    read_sources(&mut catalog, &dice, &reckoners, &equipment, &epics, &boss)?;
    Ok(catalog)
}

fn parse<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, CatalogError> {
    toml::from_str(text).map_err(|e| CatalogError::Syntax {
        file: file.into(),
        message: e.to_string().trim_end().to_owned(),
    })
}

fn content_hash(files: &impl Serialize) -> String {
    let json = serde_json::to_vec(files).expect("card models are plain data");
    blake3::hash(&json).to_hex()[..16].to_owned()
}
