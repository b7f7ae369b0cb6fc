//! `reckoners.toml`: the heroes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::setup::SetupFile;
use super::{At, Provenance};
use crate::cards::catalog::{Catalog, ReckonerCard};
use crate::cards::load::CatalogError;
use crate::cards::power::PowerEntry;
use crate::ids::{DieKind, Reckoner};

/// `reckoners.toml`: the heroes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReckonersFile {
    /// One entry a Reckoner.
    pub reckoner: Vec<ReckonerEntry>,
}

/// One hero.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReckonerEntry {
    /// Which Reckoner.
    pub id: Reckoner,
    /// Printed name.
    pub name: String,
    /// The dice.
    pub dice: DiceEntry,
    /// Name of the ability card.
    pub ability: String,
    /// What the ability does.
    pub effect: PowerEntry,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

/// The dice of a Reckoner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum DiceEntry {
    /// A colour of one's own, beside the Basic dice; their numbers are in `setup.toml`.
    Colour(DieKind),
    /// Dice by kind.
    Kinds(BTreeMap<DieKind, u8>),
}

impl ReckonersFile {
    /// Puts the heroes' cards to the others.
    pub(crate) fn read(
        &self,
        file: &'static str,
        setup: &SetupFile,
        cards: &mut [Option<ReckonerCard>; Reckoner::COUNT],
    ) -> Result<(), CatalogError> {
        for entry in &self.reckoner {
            let at = At(file, entry.id.key());
            if !entry.effect.is_ability() {
                return Err(at.error(
                    "effect",
                    "that is an effect of Equipment, not of an ability",
                ));
            }
            let read = entry.effect.read();
            let card = ReckonerCard {
                name: entry.name.clone(),
                dice: self.dice(&at, entry, setup)?,
                ability_name: entry.ability.clone(),
                ability: read.map_err(|(field, message)| at.error(field, message))?,
            };
            if cards[entry.id.index()].replace(card).is_some() {
                return Err(at.error("id", "given twice"));
            }
        }
        Ok(())
    }

    fn dice(
        &self,
        at: &At<'_>,
        entry: &ReckonerEntry,
        setup: &SetupFile,
    ) -> Result<[u8; DieKind::COUNT], CatalogError> {
        let mut dice = [0; DieKind::COUNT];
        match &entry.dice {
            DiceEntry::Colour(DieKind::Basic) => {
                return Err(at.error("dice", "basic dice are everybody's; name a special colour"));
            }
            DiceEntry::Colour(colour) => {
                let same = |o: &&ReckonerEntry| o.id != entry.id && o.dice == entry.dice;
                if let Some(other) = self.reckoner.iter().find(same) {
                    let message = format!(
                        "{colour} are {}'s dice; each Reckoner has a colour",
                        other.id
                    );
                    return Err(at.error("dice", message));
                }
                dice[DieKind::Basic.index()] = setup.basic_dice;
                dice[colour.index()] = setup.special_dice;
            }
            DiceEntry::Kinds(kinds) => {
                for (kind, count) in kinds {
                    at.range("dice", *count, 0, 6)?;
                    dice[kind.index()] = *count;
                }
            }
        }
        Ok(dice)
    }

    /// Records the sources of the values.
    pub(crate) fn sources(
        &self,
        file: &'static str,
        catalog: &mut Catalog,
    ) -> Result<(), CatalogError> {
        for e in &self.reckoner {
            let fields = ["dice", "ability", "effect"];
            At(file, e.id.key()).sources(catalog, &fields, &e.provenance)?;
        }
        Ok(())
    }
}
