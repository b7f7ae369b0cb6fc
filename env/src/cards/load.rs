//! From card files to a checked [`Catalog`].
//!
//! The files compiled into the program are the default; a folder may replace any of them by its path. Whatever the
//! source, the same checks apply, and an error names file, card, field and remedy.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::catalog::Catalog;
use super::files::babilar::BabilarFile;
use super::files::dice::DiceFile;
use super::files::epics::EpicsFile;
use super::files::equipment::EquipmentFile;
use super::files::expansion::ExpansionFile;
use super::files::ildithia::IldithiaFile;
use super::files::limelight::LimelightFile;
use super::files::newcago::NewcagoFile;
use super::files::reckoners::ReckonersFile;
use super::files::regalia::RegaliaFile;
use super::files::setup::SetupFile;
use super::files::steelheart::SteelheartFile;
use super::files::{At, all_given};
use super::power::Gain;
use crate::ids::{DieKind, Reckoner, UnknownName};
use crate::state::MAX_DICE;

/// Equipment cards in the base game.
pub const BASE_EQUIPMENT: usize = 29;
/// Equipment cards in all boxes.
pub const EQUIPMENT_COUNT: usize = BASE_EQUIPMENT + 24;
/// Epic cards in the base game.
pub const BASE_EPICS: usize = 25;
/// Epic cards in all boxes.
pub const EPIC_COUNT: usize = BASE_EPICS + 39;

macro_rules! embedded {
    ($($path:literal,)+) => {
        /// The card files compiled into the program, by their path in a folder of cards.
        pub const FILES: &[(&str, &str)] =
            &[$(($path, include_str!(concat!("../../../configs/cards/", $path))),)+];
    };
}

embedded! {
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
}

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

/// The embedded catalog with every file replaced that `dir` holds, at the same path.
pub fn load_dir(dir: &Path) -> Result<Catalog, CatalogError> {
    let shown = dir.display().to_string();
    let fail = |message: String| CatalogError::File {
        file: shown.clone(),
        message,
    };
    let known = || FILES.iter().map(|(path, _)| *path);
    let mut found = BTreeMap::new();
    for path in toml_files(dir)
        .map_err(|e| fail(format!("cannot be read as a folder of card files: {e}")))?
    {
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
    build(&found)
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
    let files = Files(replaced);
    let setup: SetupFile = files.parse("base/setup.toml")?;
    let dice: DiceFile = files.parse("base/dice.toml")?;
    let expansion: ExpansionFile = files.parse("steelslayer/setup.toml")?;
    let steelheart: SteelheartFile = files.parse("bosses/steelheart.toml")?;
    let regalia: RegaliaFile = files.parse("bosses/regalia.toml")?;
    let limelight: LimelightFile = files.parse("bosses/limelight.toml")?;
    let newcago: NewcagoFile = files.parse("cities/newcago.toml")?;
    let babilar: BabilarFile = files.parse("cities/babilar.toml")?;
    let ildithia: IldithiaFile = files.parse("cities/ildithia.toml")?;
    let reckoners: [ReckonersFile; BOXES.len()] = files.parse_all(BOXES.map(|b| b.reckoners))?;
    let equipment: [EquipmentFile; BOXES.len()] = files.parse_all(BOXES.map(|b| b.equipment.0))?;
    let epics: [EpicsFile; BOXES.len()] = files.parse_all(BOXES.map(|b| b.epics.0))?;

    setup.check()?;
    let mut heroes = [const { None }; Reckoner::COUNT];
    let (mut cards, mut villains) = (Vec::new(), Vec::new());
    for (i, parts) in BOXES.iter().enumerate() {
        reckoners[i].read(parts.reckoners, &setup, &mut heroes)?;
        let (path, count) = parts.equipment;
        cards.extend(equipment[i].read(path, count)?);
        let (path, count) = parts.epics;
        villains.extend(epics[i].read(path, count, &setup)?);
    }
    let names = Reckoner::ALL.map(Reckoner::key);
    let content = (
        &setup,
        &dice,
        &reckoners,
        &equipment,
        &epics,
        &expansion,
        &steelheart,
        (&regalia, &limelight, &newcago, &babilar, &ildithia),
    );
    let mut catalog = Catalog {
        version: setup.version.clone(),
        hash: content_hash(&content),
        dice: dice.read()?,
        reckoners: all_given(BOXES[0].reckoners, "reckoner", heroes, names)?,
        epics: villains,
        bosses: [
            steelheart.read(&setup)?,
            regalia.read(&setup)?,
            limelight.read(&setup)?,
        ],
        cities: [newcago.read(&cards)?, babilar.read()?, ildithia.read()?],
        equipment: cards,
        pieces: expansion.read()?,
        sources: Vec::new(),
        setup: setup.clone(),
    };
    check_names(&catalog)?;
    check_room_for_dice(&catalog)?;
    setup.sources(&mut catalog)?;
    dice.sources(&mut catalog)?;
    for (i, parts) in BOXES.iter().enumerate() {
        reckoners[i].sources(parts.reckoners, &mut catalog)?;
        equipment[i].sources(parts.equipment.0, &mut catalog)?;
        epics[i].sources(parts.epics.0, &mut catalog)?;
    }
    expansion.sources(&mut catalog)?;
    steelheart.sources(&mut catalog)?;
    regalia.sources(&mut catalog)?;
    limelight.sources(&mut catalog)?;
    newcago.sources(&mut catalog)?;
    babilar.sources(&mut catalog)?;
    ildithia.sources(&mut catalog)?;
    Ok(catalog)
}

/// The card files of one box, with the number of cards in them.
#[derive(Clone, Copy)]
struct BoxFiles {
    reckoners: &'static str,
    equipment: (&'static str, usize),
    epics: (&'static str, usize),
}

/// The boxes, in the order of the cards' numbers.
const BOXES: [BoxFiles; 2] = [
    BoxFiles {
        reckoners: "base/reckoners.toml",
        equipment: ("base/equipment.toml", BASE_EQUIPMENT),
        epics: ("base/epics.toml", BASE_EPICS),
    },
    BoxFiles {
        reckoners: "steelslayer/reckoners.toml",
        equipment: (
            "steelslayer/equipment.toml",
            EQUIPMENT_COUNT - BASE_EQUIPMENT,
        ),
        epics: ("steelslayer/epics.toml", EPIC_COUNT - BASE_EPICS),
    },
];

/// All Equipment shares one deck, so its names must differ over all boxes.
fn check_names(catalog: &Catalog) -> Result<(), CatalogError> {
    for (i, card) in catalog.equipment.iter().enumerate() {
        let file = &BOXES[usize::from(i >= BASE_EQUIPMENT)];
        let at = At(file.equipment.0, &card.key);
        let before = catalog.equipment[..i].iter();
        let before = before.map(|c| (c.key.as_str(), c.name.as_str()));
        at.card_name((&card.key, &card.name), before)?;
    }
    Ok(())
}

/// Checks that no Reckoner can come to own more dice than a position has room for.
fn check_room_for_dice(catalog: &Catalog) -> Result<(), CatalogError> {
    for who in Reckoner::ALL {
        let start = catalog.reckoner(who).dice;
        let any = |gain: Gain| gain == Gain::AnyDie;
        let cards = catalog.equipment.iter();
        let mut extra = cards.filter(|card| any(card.power.gain)).count();
        for kind in DieKind::ALL {
            let gives = |power: Gain| power == Gain::Die(kind);
            let cards = catalog.equipment.iter();
            let cards = cards.filter(|card| gives(card.power.gain)).count();
            // A card gives nothing once the box has no die of the colour.
            let in_box = catalog.pieces.special_dice_per_colour;
            extra += cards.min(usize::from(in_box.saturating_sub(start[kind.index()])));
        }
        let start = usize::from(start.iter().sum::<u8>());
        if start + extra > MAX_DICE {
            let message = format!(
                "{who} could have {start} dice at the start and {extra} by extra_die cards; \
                 at most {MAX_DICE} in all"
            );
            return Err(At("base/equipment.toml", "equipment").error("effect", message));
        }
    }
    Ok(())
}

/// The card files in use.
struct Files<'a>(&'a BTreeMap<String, String>);

impl Files<'_> {
    fn parse_all<T: DeserializeOwned, const N: usize>(
        &self,
        paths: [&str; N],
    ) -> Result<[T; N], CatalogError> {
        let all = paths.iter().map(|path| self.parse(path));
        let all = all.collect::<Result<Vec<T>, _>>()?;
        Ok(<[T; N]>::try_from(all).unwrap_or_else(|_| unreachable!("one for each path")))
    }

    fn parse<T: DeserializeOwned>(&self, path: &str) -> Result<T, CatalogError> {
        let embedded = || FILES.iter().find(|(p, _)| *p == path).map(|(_, t)| *t);
        let text = self.0.get(path).map(String::as_str).or_else(embedded);
        toml::from_str(text.unwrap_or_default()).map_err(|e| CatalogError::Syntax {
            file: path.into(),
            message: e.to_string().trim_end().to_owned(),
        })
    }
}

fn content_hash(files: &impl Serialize) -> String {
    let json = serde_json::to_vec(files).expect("card models are plain data");
    blake3::hash(&json).to_hex()[..16].to_owned()
}
