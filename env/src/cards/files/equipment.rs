//! `equipment.toml`: the Equipment cards.

use serde::{Deserialize, Serialize};

use super::{At, Provenance};
use crate::cards::catalog::{Catalog, Equipment};
use crate::cards::load::CatalogError;
use crate::cards::power::PowerEntry;

/// `equipment.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EquipmentFile {
    /// One entry a card.
    pub equipment: Vec<EquipmentEntry>,
}

/// One Equipment card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EquipmentEntry {
    /// Key used in table files.
    pub id: String,
    /// Printed name.
    pub name: String,
    /// Price in $.
    pub price: u8,
    /// What the card does.
    pub effect: PowerEntry,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

impl EquipmentFile {
    /// The cards in the order of the file.
    pub(crate) fn read(
        &self,
        file: &'static str,
        count: usize,
    ) -> Result<Vec<Equipment>, CatalogError> {
        let mut cards: Vec<Equipment> = Vec::with_capacity(count);
        for entry in &self.equipment {
            let at = At(file, &entry.id);
            let known = cards.iter().map(|c| (c.key.as_str(), c.name.as_str()));
            at.card_name((&entry.id, &entry.name), known)?;
            at.range("price", entry.price, 0, 20)?;
            if entry.effect.is_ability() {
                return Err(at.error(
                    "effect",
                    "that is an ability of a Reckoner, not an effect of Equipment",
                ));
            }
            let read = entry.effect.read();
            cards.push(Equipment {
                key: entry.id.clone(),
                name: entry.name.clone(),
                price: entry.price,
                power: read.map_err(|(field, message)| at.error(field, message))?,
            });
        }
        if cards.len() != count {
            let message = format!("{} cards; the box has {count}", cards.len());
            return Err(At(file, "equipment").error("count", message));
        }
        Ok(cards)
    }

    /// Records the sources of the values.
    pub(crate) fn sources(
        &self,
        file: &'static str,
        catalog: &mut Catalog,
    ) -> Result<(), CatalogError> {
        for e in &self.equipment {
            let fields = ["name", "price", "effect"];
            At(file, &e.id).sources(catalog, &fields, &e.provenance)?;
        }
        Ok(())
    }
}
