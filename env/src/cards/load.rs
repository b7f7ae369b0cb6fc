//! From card files to a checked [`Catalog`].
//!
//! The files compiled into the program are the default; a folder may replace any of them by its path. Whatever the
//! source, the same checks apply, and an error names file, card, field and remedy.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::card_files::CardFiles;
use super::catalog::Catalog;
use crate::ids::UnknownName;

/// Equipment cards in the base game.
pub const BASE_EQUIPMENT: usize = 29;
/// Equipment cards in all boxes.
pub const EQUIPMENT_COUNT: usize = BASE_EQUIPMENT + 24;
/// Epic cards in the base game.
pub const BASE_EPICS: usize = 25;
/// Epic cards in all boxes.
pub const EPIC_COUNT: usize = BASE_EPICS + 39;

macro_rules! embedded {
    ($(#[$meta:meta])* $name:ident, $folder:literal, { $($path:literal,)+ }) => {
        $(#[$meta])*
        pub const $name: &[(&str, &str)] =
            &[$(($path, include_str!(concat!("../../../configs/", $folder, "/", $path))),)+];
    };
}

embedded! {
    /// The card files compiled into the program, by their path in a folder of cards.
    FILES, "cards", {
    "base/setup.toml",
    "base/dice.toml",
    "base/reckoners.toml",
    "base/equipment.toml",
    "base/epics.toml",
    "steelslayer/setup.toml",
    "steelslayer/reckoners.toml",
    "steelslayer/equipment.toml",
    "steelslayer/epics.toml",
    "bosses/steelheart.toml",
    "bosses/regalia.toml",
    "bosses/limelight.toml",
    "cities/newcago.toml",
    "cities/babilar.toml",
    "cities/ildithia.toml",
}}

embedded! {
    /// What `base-2` has of its own.
    BASE_2, "cards-base-2", {
    "base/setup.toml",
    "base/equipment.toml",
    "base/epics.toml",
    "bosses/steelheart.toml",
}}

/// Card sets that are compiled in: a name, and the files that differ from [`FILES`].
pub const NAMED: [(&str, &[(&str, &str)]); 2] = [("base-1", &[]), ("base-2", BASE_2)];

/// The longest card file that is read; the shipped ones have a tenth of it.
const MOST_BYTES: u64 = 1 << 20;

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

/// The embedded catalog with every file replaced that `dir` holds, at the same path. The name of a compiled-in set
/// ([`NAMED`]) stands for it unless there is a folder of that name.
pub fn load_dir(dir: &Path) -> Result<Catalog, CatalogError> {
    build(&texts_in(dir)?)
}

/// The card files of a folder or of a compiled-in set, by path, as [`build`] takes them.
pub fn texts_in(dir: &Path) -> Result<BTreeMap<String, String>, CatalogError> {
    let named = NAMED.iter().find(|(name, _)| Path::new(name) == dir);
    if let Some((_, files)) = named.filter(|_| !dir.exists()) {
        let files = files.iter();
        let texts = files.map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
        return Ok(texts.collect());
    }
    let shown = dir.display().to_string();
    let fail = |message: String| CatalogError::File {
        file: shown.clone(),
        message,
    };
    let known = || FILES.iter().map(|(path, _)| *path);
    let mut found = BTreeMap::new();
    for path in toml_files(dir).map_err(|e| fail(unreadable(&e)))? {
        let name = path
            .strip_prefix(dir)
            .unwrap_or(&path)
            .to_string_lossy()
            .replace('\\', "/");
        if !known().any(|k| k == name) {
            return Err(fail(
                UnknownName::new("card file", &name, known()).to_string(),
            ));
        }
        let text = read_bounded(&path).map_err(|message| CatalogError::File {
            file: path.display().to_string(),
            message,
        })?;
        found.insert(name, text);
    }
    if found.is_empty() {
        let all = known().collect::<Vec<_>>().join(", ");
        return Err(fail(format!(
            "no card file in it; put at least one of {all} there"
        )));
    }
    Ok(found)
}

/// What is said of a folder that cannot be read.
fn unreadable(error: &std::io::Error) -> String {
    let names = NAMED.map(|(name, _)| name).join(" or ");
    format!("cannot be read as a folder of card files: {error}; name a folder, or {names}")
}

/// The TOML files of a folder and of the folders in it.
fn toml_files(dir: &Path) -> std::io::Result<Vec<PathBuf>> {
    let is_toml = |path: &PathBuf| path.extension().is_some_and(|e| e == "toml");
    let list = |dir: &Path| -> std::io::Result<Vec<PathBuf>> {
        std::fs::read_dir(dir)?.map(|e| Ok(e?.path())).collect()
    };
    let mut files = Vec::new();
    for path in list(dir)? {
        if path.is_dir() {
            files.extend(list(&path)?.into_iter().filter(is_toml));
        } else if is_toml(&path) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Reads a card file, but nothing endless.
fn read_bounded(path: &Path) -> Result<String, String> {
    let info = std::fs::metadata(path).map_err(|e| e.to_string())?;
    if !info.is_file() {
        return Err("not a regular file".into());
    }
    if info.len() > MOST_BYTES {
        return Err(format!(
            "{} bytes is more than a card file can have (at most {MOST_BYTES})",
            info.len()
        ));
    }
    std::fs::read_to_string(path).map_err(|e| e.to_string())
}

/// Builds a catalog from texts by path, the embedded text where none is given.
pub fn build(replaced: &BTreeMap<String, String>) -> Result<Catalog, CatalogError> {
    CardFiles::parse(replaced)?.catalog()
}
