//! `babilar.toml`: districts in which the boss is researched, and the Dawnslight cards.

use serde::{Deserialize, Serialize};

use super::city::{BoardEntry, read_tracks, sources_of_tracks};
use super::{At, Provenance, one};
use crate::cards::catalog::Catalog;
use crate::cards::city::{Aid, AidGain, City, CityKindRules, Researched};
use crate::cards::deed::Home;
use crate::cards::load::CatalogError;
use crate::cards::symbols::read_symbols;
use crate::ids::{Difficulty, MAX_AIDS};

const FILE: &str = "cities/babilar.toml";

/// Spaces of a track, the bottom included.
const SPACES: usize = 11;
/// Dawnslight cards in the box.
const AIDS: u32 = 14;

/// `babilar.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BabilarFile {
    /// Health and markers by difficulty.
    pub values: Vec<ValuesEntry>,
    /// The district boards.
    pub board: Vec<BoardEntry>,
    /// The Dawnslight cards, by kind.
    pub dawnslight: Vec<AidEntry>,
}

/// The values of one difficulty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValuesEntry {
    /// The difficulty.
    pub difficulty: Difficulty,
    /// The boss's health.
    pub health: u16,
    /// Where every marker starts.
    pub research: u8,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

/// A kind of Dawnslight card: symbols or population.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AidEntry {
    /// Symbols as if from one die.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gives: Vec<String>,
    /// Population.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub population: Option<u8>,
    /// How many there are.
    pub count: u8,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

impl BabilarFile {
    /// The city.
    pub(crate) fn read(&self) -> Result<City, CatalogError> {
        let mut health = [0; Difficulty::COUNT];
        let mut start = [0; Difficulty::COUNT];
        for difficulty in Difficulty::ALL {
            let at = At(FILE, difficulty.key());
            let values = self.values.iter().filter(|v| v.difficulty == difficulty);
            let values = one(&at, "values", values)?;
            at.range("health", values.health, 1, 999)?;
            at.range("research", values.research, 1, SPACES as u64 - 1)?;
            health[difficulty.index()] = values.health;
            start[difficulty.index()] = values.research;
        }
        let boards = read_tracks(FILE, &self.board, Home::ResearchTrack, &[], |at, spaces| {
            if spaces == SPACES {
                return Ok(());
            }
            let message = format!("{spaces} spaces; a track has {SPACES}");
            Err(at.error("track", message))
        })?;
        let aids = self.aids()?;
        Ok(City {
            name: "Babilar".into(),
            boards,
            own: CityKindRules::Researched(Researched {
                health,
                start,
                aids,
            }),
        })
    }

    fn aids(&self) -> Result<Vec<Aid>, CatalogError> {
        let at = At(FILE, "dawnslight");
        if self.dawnslight.len() > MAX_AIDS {
            let message = format!("{} kinds; at most {MAX_AIDS}", self.dawnslight.len());
            return Err(at.error("dawnslight", message));
        }
        let mut aids: Vec<Aid> = Vec::new();
        for entry in &self.dawnslight {
            at.range("count", entry.count, 1, u64::from(AIDS))?;
            let gain = match entry.population {
                None => AidGain::Symbols(at.read("gives", read_symbols(&entry.gives))?),
                Some(more) if entry.gives.is_empty() => {
                    at.range("population", more, 1, 20)?;
                    AidGain::Population(more)
                }
                Some(_) => return Err(at.error("gives", "a card gives symbols or population")),
            };
            if aids.iter().any(|aid| aid.gain == gain) {
                return Err(at.error("gives", "two kinds give the same; join them"));
            }
            let count = entry.count;
            aids.push(Aid { gain, count });
        }
        let sum: u32 = aids.iter().map(|aid| u32::from(aid.count)).sum();
        if sum != AIDS {
            return Err(at.error("count", format!("{sum} cards in all; the box has {AIDS}")));
        }
        Ok(aids)
    }

    /// Records the sources of the values.
    pub(crate) fn sources(&self, catalog: &mut Catalog) -> Result<(), CatalogError> {
        for v in &self.values {
            let item = format!("values {}", v.difficulty);
            At(FILE, &item).sources(catalog, &["health", "research"], &v.provenance)?;
        }
        sources_of_tracks(FILE, catalog, &self.board)?;
        for (i, aid) in self.dawnslight.iter().enumerate() {
            let gives = if aid.population.is_some() {
                "population"
            } else {
                "gives"
            };
            let item = format!("dawnslight {}", i + 1);
            At(FILE, &item).sources(catalog, &[gives, "count"], &aid.provenance)?;
        }
        Ok(())
    }
}
