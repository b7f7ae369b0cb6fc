//! `steelheart.toml`: the boss of the base game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::epics::read_track;
use super::setup::SetupFile;
use super::{At, Provenance, by_game, one};
use crate::cards::catalog::{Boards, BossCard, BossSheet, BossValues, Catalog};
use crate::cards::deed::{ActionTrack, Deed, Home, Verb};
use crate::cards::load::CatalogError;
use crate::cards::ruleset::Side;
use crate::ids::Difficulty;

const FILE: &str = "bosses/steelheart.toml";

/// `steelheart.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SteelheartFile {
    /// Research (and health once weakened) by number of Reckoners and difficulty.
    pub values: Vec<BossValuesEntry>,
    /// Which sides of the boards a difficulty uses.
    pub sides: Vec<SidesEntry>,
    /// The Power board's two sides.
    pub power: Vec<PowerEntry>,
    /// The Adjustment boards, two sides for each number of Reckoners.
    pub adjustment: Vec<AdjustmentEntry>,
}

/// Starting research and health for one number of Reckoners.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BossValuesEntry {
    /// Number of Reckoners.
    pub reckoners: u8,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
    /// The value of each difficulty.
    #[serde(flatten)]
    pub by_difficulty: BTreeMap<Difficulty, u16>,
}

/// Board sides of one difficulty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SidesEntry {
    /// The difficulty.
    pub difficulty: Difficulty,
    /// Side of the Power board.
    pub power: Side,
    /// Side of the Adjustment board.
    pub adjustment: Side,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

/// One side of the Power board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowerEntry {
    /// Which side.
    pub side: Side,
    /// Black track.
    pub black: Vec<String>,
    /// Red track.
    pub red: Vec<String>,
    /// Blue track.
    pub blue: Vec<String>,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

/// One side of one Adjustment board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdjustmentEntry {
    /// Number of Reckoners.
    pub reckoners: u8,
    /// Which side.
    pub side: Side,
    /// Yellow track.
    pub yellow: Vec<String>,
    /// Size of the groups in which the red track deploys.
    pub deployment: u8,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

impl SteelheartFile {
    /// His boards by number of Reckoners and difficulty.
    pub(crate) fn read(&self, setup: &SetupFile) -> Result<BossCard, CatalogError> {
        Ok(BossCard {
            name: "Steelheart".into(),
            sheets: by_game(|seats, difficulty| self.sheet(setup, seats, difficulty))?,
            cards: Vec::new(),
            power: None,
        })
    }

    fn sheet(
        &self,
        setup: &SetupFile,
        seats: usize,
        difficulty: Difficulty,
    ) -> Result<BossSheet, CatalogError> {
        let for_seats = |reckoners: u8| usize::from(reckoners) == seats;
        let item = format!("{seats} Reckoners");
        let at = At(FILE, &item);
        let values = self.values.iter().filter(|v| for_seats(v.reckoners));
        let values = &one(&at, "values", values)?.by_difficulty;
        let value = *values
            .get(&difficulty)
            .ok_or_else(|| at.error(difficulty.key(), "missing; write his research"))?;
        at.range("values", value, 1, 999)?;
        let sides = self.sides.iter().filter(|s| s.difficulty == difficulty);
        let sides = one(&At(FILE, difficulty.key()), "sides", sides)?;
        let item = format!("power board {:?}", sides.power);
        let at_power = At(FILE, &item);
        let power = self.power.iter().filter(|p| p.side == sides.power);
        let power = one(&at_power, "power", power)?;
        let item = format!("adjustment board {seats}{:?}", sides.adjustment);
        let at_adjustment = At(FILE, &item);
        let adjustment = self.adjustment.iter();
        let adjustment =
            adjustment.filter(|a| a.side == sides.adjustment && for_seats(a.reckoners));
        let adjustment = one(&at_adjustment, "adjustment", adjustment)?;
        at_adjustment.range("deployment", adjustment.deployment, 1, 25)?;
        let track = |at: &At<'_>, field: &str, texts: &[String], only: Option<Verb>| {
            boss_track(at, field, texts, only, setup)
        };
        Ok(BossSheet {
            values: BossValues {
                research: value,
                health: value,
            },
            boards: Boards::Tracks([
                track(&at_adjustment, "yellow", &adjustment.yellow, None)?,
                track(&at_power, "black", &power.black, None)?,
                track(&at_power, "red", &power.red, Some(Verb::AddEnforcement))?,
                track(&at_power, "blue", &power.blue, Some(Verb::Barricade))?,
            ]),
            deployment: adjustment.deployment,
        })
    }

    /// Records the sources of the values.
    pub(crate) fn sources(&self, catalog: &mut Catalog) -> Result<(), CatalogError> {
        let mut add = |item: String, fields: &[&str], given: &Provenance| {
            At(FILE, &item).sources(catalog, fields, given)
        };
        for e in &self.values {
            add(
                format!("values {}", e.reckoners),
                &["values"],
                &e.provenance,
            )?;
        }
        for e in &self.sides {
            add(format!("sides {}", e.difficulty), &["sides"], &e.provenance)?;
        }
        for e in &self.power {
            let fields = ["black", "red", "blue"];
            add(format!("power {:?}", e.side), &fields, &e.provenance)?;
        }
        for e in &self.adjustment {
            let item = format!("adjustment {}{:?}", e.reckoners, e.side);
            add(item, &["yellow", "deployment"], &e.provenance)?;
        }
        Ok(())
    }
}

/// A track of a boss; the whole of it may be of one kind.
pub(super) fn boss_track(
    at: &At<'_>,
    field: &str,
    texts: &[String],
    only: Option<Verb>,
    setup: &SetupFile,
) -> Result<ActionTrack, CatalogError> {
    let track = read_track(at, field, texts)?;
    for deed in track.deeds() {
        if let Some(wanted) = only.map(Deed::once)
            && *deed != wanted
        {
            let message = format!("\"{deed}\": this track holds only {wanted}");
            return Err(at.error(field, message));
        }
        if let Some(message) = deed.misplaced(&[Home::BossOrCity]) {
            return Err(at.error(field, message));
        }
    }
    if track.last_bracket() < setup.boss_bracket {
        let message = format!(
            "{} actions; the bracket starts at {}, so at least {}",
            texts.len(),
            setup.boss_bracket,
            setup.boss_bracket + 1
        );
        return Err(at.error(field, message));
    }
    Ok(track)
}
