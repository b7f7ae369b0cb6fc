//! `reckoners.toml`: the heroes.

use serde::{Deserialize, Serialize};

use super::setup::SetupFile;
use super::{At, Provenance, all_given};
use crate::cards::catalog::{Catalog, ReckonerCard};
use crate::cards::load::CatalogError;
use crate::cards::power::PowerEntry;
use crate::ids::{DieKind, Reckoner};

const FILE: &str = "base/reckoners.toml";

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
    /// Colour of the special dice.
    pub dice: DieKind,
    /// Name of the ability card.
    pub ability: String,
    /// What the ability does.
    pub effect: PowerEntry,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

impl ReckonersFile {
    /// The heroes' cards.
    pub(crate) fn read(
        &self,
        setup: &SetupFile,
    ) -> Result<[ReckonerCard; Reckoner::COUNT], CatalogError> {
        let mut cards = [const { None }; Reckoner::COUNT];
        for entry in &self.reckoner {
            let at = At(FILE, entry.id.key());
            if entry.dice == DieKind::Basic {
                return Err(at.error("dice", "basic dice are everybody's; name a special colour"));
            }
            if let Some(other) = self
                .reckoner
                .iter()
                .find(|o| o.id != entry.id && o.dice == entry.dice)
            {
                let message = format!(
                    "{} are {}'s dice; each Reckoner has a colour",
                    entry.dice, other.id
                );
                return Err(at.error("dice", message));
            }
            if !entry.effect.is_ability() {
                return Err(at.error(
                    "effect",
                    "that is an effect of Equipment, not of an ability",
                ));
            }
            let read = entry.effect.read();
            let ability = read.map_err(|(field, message)| at.error(field, message))?;
            let mut dice = [0; DieKind::COUNT];
            dice[DieKind::Basic.index()] = setup.basic_dice;
            dice[entry.dice.index()] = setup.special_dice;
            let card = ReckonerCard {
                name: entry.name.clone(),
                dice,
                ability_name: entry.ability.clone(),
                ability,
            };
            if cards[entry.id.index()].replace(card).is_some() {
                return Err(at.error("id", "given twice"));
            }
        }
        all_given(FILE, "reckoner", cards, Reckoner::ALL.map(Reckoner::key))
    }

    /// Records the sources of the values.
    pub(crate) fn sources(&self, catalog: &mut Catalog) -> Result<(), CatalogError> {
        for e in &self.reckoner {
            let fields = ["dice", "ability", "effect"];
            At(FILE, e.id.key()).sources(catalog, &fields, &e.provenance)?;
        }
        Ok(())
    }
}
