//! `steelslayer/setup.toml`: the pieces of the expansion's box.

use serde::{Deserialize, Serialize};

use super::{At, Provenance};
use crate::cards::catalog::{Catalog, Pieces};
use crate::cards::deed::{Deed, Verb};
use crate::cards::load::CatalogError;
use crate::ids::FACES;

const FILE: &str = "steelslayer/setup.toml";

/// The counts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpansionFile {
    /// Special dice of each colour, those of the base game included.
    pub special_dice_per_colour: u8,
    /// Basic dice.
    pub basic_dice: u8,
    /// Enforcement Shields.
    pub red_shields: u8,
    /// Containment Shields.
    pub blue_shields: u8,
    /// Copy Tokens.
    pub copy_tokens: u8,
    /// Demolitions Tokens.
    pub demolitions_tokens: u8,
    /// Money more for each Reckoner in a casual game.
    pub casual_money: u16,
    /// The faces of the Epic Ability Die.
    pub ability_die: Vec<String>,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

impl ExpansionFile {
    /// The pieces.
    pub(crate) fn read(&self) -> Result<Pieces, CatalogError> {
        let at = At(FILE, "setup");
        at.range(
            "special_dice_per_colour",
            self.special_dice_per_colour,
            1,
            20,
        )?;
        at.range("basic_dice", self.basic_dice, 1, 60)?;
        at.range("red_shields", self.red_shields, 0, 100)?;
        at.range("blue_shields", self.blue_shields, 0, 100)?;
        at.range("copy_tokens", self.copy_tokens, 0, 100)?;
        at.range("demolitions_tokens", self.demolitions_tokens, 0, 3)?;
        at.range("casual_money", self.casual_money, 0, 100)?;
        let faces = self.ability_die.iter();
        let faces = faces.map(|text| at.read("ability_die", Deed::read(text)));
        let faces = faces.collect::<Result<Vec<_>, _>>()?;
        if let Some(deed) = faces
            .iter()
            .find(|d| matches!(d.verb, Verb::Transform | Verb::Copy))
        {
            return Err(at.error("ability_die", format!("\"{deed}\" would never end")));
        }
        if let Some(message) = faces.iter().find_map(|deed| deed.misplaced(&[])) {
            return Err(at.error("ability_die", message));
        }
        let count = faces.len();
        let ability_die = <[Deed; FACES]>::try_from(faces)
            .map_err(|_| at.error("ability_die", format!("{count} faces; a die has {FACES}")))?;
        Ok(Pieces {
            special_dice_per_colour: self.special_dice_per_colour,
            basic_dice: self.basic_dice,
            shields: [self.red_shields, self.blue_shields],
            copy_tokens: self.copy_tokens,
            demolitions_tokens: self.demolitions_tokens,
            casual_money: self.casual_money,
            ability_die,
        })
    }

    /// Records the sources of the values.
    pub(crate) fn sources(&self, catalog: &mut Catalog) -> Result<(), CatalogError> {
        const FIELDS: &[&str] = &[
            "special_dice_per_colour",
            "basic_dice",
            "red_shields",
            "blue_shields",
            "copy_tokens",
            "demolitions_tokens",
            "casual_money",
            "ability_die",
        ];
        At(FILE, "setup").sources(catalog, FIELDS, &self.provenance)
    }
}
