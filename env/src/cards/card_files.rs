//! All card files of the boxes at once: parsed, and checked into one [`Catalog`].

use std::collections::BTreeMap;
use std::sync::LazyLock;

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
use super::load::{BASE_EPICS, BASE_EQUIPMENT, CatalogError, EPIC_COUNT, EQUIPMENT_COUNT, FILES};
use super::power::Gain;
use crate::ids::{DieKind, Reckoner};
use crate::state::MAX_DICE;

/// The parsed card files, each value with its source. Only [`CardFiles::catalog`] checks what is in them.
#[derive(Debug, Clone, PartialEq)]
pub struct CardFiles {
    /// `base/setup.toml`.
    pub setup: SetupFile,
    /// `base/dice.toml`.
    pub dice: DiceFile,
    /// `steelslayer/setup.toml`.
    pub expansion: ExpansionFile,
    /// `bosses/steelheart.toml`.
    pub steelheart: SteelheartFile,
    /// `bosses/regalia.toml`.
    pub regalia: RegaliaFile,
    /// `bosses/limelight.toml`.
    pub limelight: LimelightFile,
    /// `cities/newcago.toml`.
    pub newcago: NewcagoFile,
    /// `cities/babilar.toml`.
    pub babilar: BabilarFile,
    /// `cities/ildithia.toml`.
    pub ildithia: IldithiaFile,
    /// `reckoners.toml` of each box.
    pub reckoners: [ReckonersFile; BOXES.len()],
    /// `equipment.toml` of each box.
    pub equipment: [EquipmentFile; BOXES.len()],
    /// `epics.toml` of each box.
    pub epics: [EpicsFile; BOXES.len()],
}

/// The files compiled into the program, parsed once: sampling boxes starts from them thousands of times.
static EMBEDDED: LazyLock<CardFiles> = LazyLock::new(|| {
    CardFiles::parse(&BTreeMap::new()).expect("the embedded card files are checked by a test")
});

impl CardFiles {
    /// The files compiled into the program.
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    /// Parses texts by path, the embedded text where none is given.
    pub fn parse(replaced: &BTreeMap<String, String>) -> Result<Self, CatalogError> {
        let texts = Texts(replaced);
        Ok(Self {
            setup: texts.parse("base/setup.toml")?,
            dice: texts.parse("base/dice.toml")?,
            expansion: texts.parse("steelslayer/setup.toml")?,
            steelheart: texts.parse("bosses/steelheart.toml")?,
            regalia: texts.parse("bosses/regalia.toml")?,
            limelight: texts.parse("bosses/limelight.toml")?,
            newcago: texts.parse("cities/newcago.toml")?,
            babilar: texts.parse("cities/babilar.toml")?,
            ildithia: texts.parse("cities/ildithia.toml")?,
            reckoners: texts.parse_all(BOXES.map(|b| b.reckoners))?,
            equipment: texts.parse_all(BOXES.map(|b| b.equipment.0))?,
            epics: texts.parse_all(BOXES.map(|b| b.epics.0))?,
        })
    }

    /// Checks every value and builds the catalog.
    pub fn catalog(&self) -> Result<Catalog, CatalogError> {
        let setup = &self.setup;
        setup.check()?;
        let mut heroes = [const { None }; Reckoner::COUNT];
        let (mut cards, mut villains) = (Vec::new(), Vec::new());
        for (i, parts) in BOXES.iter().enumerate() {
            self.reckoners[i].read(parts.reckoners, setup, &mut heroes)?;
            let (path, count) = parts.equipment;
            cards.extend(self.equipment[i].read(path, count)?);
            let (path, count) = parts.epics;
            villains.extend(self.epics[i].read(path, count, setup)?);
        }
        let names = Reckoner::ALL.map(Reckoner::key);
        let mut catalog = Catalog {
            version: setup.version.clone(),
            hash: self.content_hash(),
            dice: self.dice.read()?,
            reckoners: all_given(BOXES[0].reckoners, "reckoner", heroes, names)?,
            epics: villains,
            bosses: [
                self.steelheart.read(setup)?,
                self.regalia.read(setup)?,
                self.limelight.read(setup)?,
            ],
            cities: [
                self.newcago.read(&cards)?,
                self.babilar.read()?,
                self.ildithia.read()?,
            ],
            equipment: cards,
            pieces: self.expansion.read()?,
            sources: Vec::new(),
            setup: setup.clone(),
        };
        check_names(&catalog)?;
        check_room_for_dice(&catalog)?;
        self.note_sources(&mut catalog)?;
        Ok(catalog)
    }

    fn note_sources(&self, catalog: &mut Catalog) -> Result<(), CatalogError> {
        self.setup.sources(catalog)?;
        self.dice.sources(catalog)?;
        for (i, parts) in BOXES.iter().enumerate() {
            self.reckoners[i].sources(parts.reckoners, catalog)?;
            self.equipment[i].sources(parts.equipment.0, catalog)?;
            self.epics[i].sources(parts.epics.0, catalog)?;
        }
        self.expansion.sources(catalog)?;
        self.steelheart.sources(catalog)?;
        self.regalia.sources(catalog)?;
        self.limelight.sources(catalog)?;
        self.newcago.sources(catalog)?;
        self.babilar.sources(catalog)?;
        self.ildithia.sources(catalog)
    }

    fn content_hash(&self) -> String {
        let content = (
            &self.setup,
            &self.dice,
            &self.reckoners,
            &self.equipment,
            &self.epics,
            &self.expansion,
            &self.steelheart,
            (
                &self.regalia,
                &self.limelight,
                &self.newcago,
                &self.babilar,
                &self.ildithia,
            ),
        );
        let json = serde_json::to_vec(&content).expect("card models are plain data");
        blake3::hash(&json).to_hex()[..16].to_owned()
    }
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

/// The texts in use.
struct Texts<'a>(&'a BTreeMap<String, String>);

impl Texts<'_> {
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
