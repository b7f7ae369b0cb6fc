//! `newcago.toml`: the cards that may lie on the district boards of the first city.

use serde::{Deserialize, Serialize};

use super::city::{read_boards, sources_of_boards};
use super::{At, Provenance};
use crate::cards::catalog::{Catalog, Equipment};
use crate::cards::city::{Benefit, BoardCard, City, CityBoard, CityKindRules};
use crate::cards::deed::{Deed, Home};
use crate::cards::load::CatalogError;
use crate::cards::power::Gain;
use crate::cards::symbols::{SymbolCounts, read_symbols};
use crate::ids::Symbol;

const FILE: &str = "cities/newcago.toml";

/// `newcago.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewcagoFile {
    /// The district boards.
    pub board: Vec<BoardEntry>,
}

/// A district board with its card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardEntry {
    /// Key in files.
    pub id: String,
    /// Printed name.
    pub name: String,
    /// Side A of the card.
    pub a: SideEntry,
    /// Side B of the card.
    pub b: SideEntry,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

/// One side of a card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideEntry {
    /// What the city does.
    pub action: String,
    /// What the Reckoners get.
    pub benefit: BenefitEntry,
}

/// What the Reckoners get.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum BenefitEntry {
    /// Symbols when an Epic is defeated there.
    OnDefeat {
        /// The symbols.
        gives: Vec<String>,
    },
    /// Symbols when an Epic is weakened there.
    OnWeaken {
        /// The symbols.
        gives: Vec<String>,
    },
    /// Once a round other symbols for a whole die.
    Exchange {
        /// The symbol that the die must have.
        cost: Symbol,
        /// What it becomes.
        gives: Vec<String>,
    },
    /// The reach of an Equipment card, by its id.
    ReachAs(String),
}

impl NewcagoFile {
    /// The city. Some benefits are those of Equipment cards.
    pub(crate) fn read(&self, equipment: &[Equipment]) -> Result<City, CatalogError> {
        let entries = self.board.iter();
        let entries = entries.map(|b| (b.id.as_str(), b.name.as_str(), b));
        let boards = read_boards(FILE, entries, |at, entry| {
            Ok(CityBoard {
                key: entry.id.clone(),
                name: entry.name.clone(),
                track: Vec::new(),
                cards: Some([
                    read_side(at, "a", &entry.a, equipment)?,
                    read_side(at, "b", &entry.b, equipment)?,
                ]),
            })
        })?;
        Ok(City {
            name: "Newcago".into(),
            boards,
            own: CityKindRules::Cards,
        })
    }

    /// Records the sources of the values.
    pub(crate) fn sources(&self, catalog: &mut Catalog) -> Result<(), CatalogError> {
        let boards = self.board.iter().map(|b| (b.id.as_str(), &b.provenance));
        sources_of_boards(FILE, catalog, &["name", "a", "b"], boards)
    }
}

fn read_side(
    at: &At<'_>,
    field: &str,
    side: &SideEntry,
    equipment: &[Equipment],
) -> Result<BoardCard, CatalogError> {
    let action = at.read(field, Deed::read(&side.action))?;
    if let Some(message) = action.misplaced(&[Home::BossOrCity, Home::BoardCard]) {
        return Err(at.error(field, message));
    }
    let symbols = |gives: &[String]| -> Result<SymbolCounts, CatalogError> {
        at.read(field, read_symbols(gives))
    };
    let benefit = match &side.benefit {
        BenefitEntry::OnDefeat { gives } => Benefit::OnDefeat(symbols(gives)?),
        BenefitEntry::OnWeaken { gives } => Benefit::OnWeaken(symbols(gives)?),
        BenefitEntry::Exchange { cost, gives } => Benefit::Exchange {
            cost: *cost,
            gives: symbols(gives)?,
        },
        BenefitEntry::ReachAs(card) => {
            let card = equipment.iter().find(|e| e.key == *card);
            match card.map(|card| card.power.gain) {
                Some(Gain::Neighbours(symbols)) => Benefit::Reach(symbols),
                _ => {
                    let message =
                        "reach_as names an Equipment card by which symbols reach the neighbours";
                    return Err(at.error(field, message));
                }
            }
        }
    };
    Ok(BoardCard { action, benefit })
}
