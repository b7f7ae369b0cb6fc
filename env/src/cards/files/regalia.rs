//! `regalia.toml`: tracks of her own, and the cards that she turns.

use serde::{Deserialize, Serialize};

use super::steelheart::boss_track;
use super::{At, Provenance, by_game, one};
use crate::cards::catalog::{Boards, BossCard, BossSheet, BossValues, Catalog};
use crate::cards::files::setup::SetupFile;
use crate::cards::load::CatalogError;
use crate::cards::power_tables::AttackCard;
use crate::ids::{Difficulty, Effect};
use crate::state::MAX_BOSS_CARDS;

const FILE: &str = "bosses/regalia.toml";

/// Cards in her deck.
const DECK: u32 = 12;

/// `regalia.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegaliaFile {
    /// The Power board.
    pub power: PowerEntry,
    /// The sides of the Adjustment boards.
    pub adjustment: Vec<AdjustmentEntry>,
    /// The cards, by kind.
    pub card: Vec<CardEntry>,
}

/// The Power board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowerEntry {
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
    /// The difficulty.
    pub difficulty: Difficulty,
    /// Yellow track.
    pub yellow: Vec<String>,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

/// A kind of card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardEntry {
    /// What it does to the Reckoners, in this order.
    pub effects: Vec<Effect>,
    /// How many there are.
    pub count: u8,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

impl RegaliaFile {
    /// Her boards and cards.
    pub(crate) fn read(&self, setup: &SetupFile) -> Result<BossCard, CatalogError> {
        Ok(BossCard {
            name: "Regalia".into(),
            sheets: by_game(|seats, difficulty| self.sheet(setup, seats, difficulty))?,
            cards: self.cards()?,
            power: None,
        })
    }

    fn sheet(
        &self,
        setup: &SetupFile,
        seats: usize,
        difficulty: Difficulty,
    ) -> Result<BossSheet, CatalogError> {
        let item = format!("adjustment board {seats} {difficulty}");
        let at = At(FILE, &item);
        let adjustment = self.adjustment.iter();
        let adjustment =
            adjustment.filter(|a| usize::from(a.reckoners) == seats && a.difficulty == difficulty);
        let adjustment = one(&at, "adjustment", adjustment)?;
        let power = At(FILE, "power board");
        Ok(BossSheet {
            values: BossValues::default(),
            boards: Boards::Tracks([
                boss_track(&at, "yellow", &adjustment.yellow, None, setup)?,
                boss_track(&power, "black", &self.power.black, None, setup)?,
                boss_track(&power, "red", &self.power.red, None, setup)?,
                boss_track(&power, "blue", &self.power.blue, None, setup)?,
            ]),
            deployment: 0,
        })
    }

    fn cards(&self) -> Result<Vec<AttackCard>, CatalogError> {
        let at = At(FILE, "card");
        if self.card.len() > MAX_BOSS_CARDS {
            let message = format!("{} kinds; at most {MAX_BOSS_CARDS}", self.card.len());
            return Err(at.error("card", message));
        }
        for (i, entry) in self.card.iter().enumerate() {
            if entry.effects.is_empty() {
                return Err(at.error("effects", "empty; name at least one effect"));
            }
            if self.card[..i].iter().any(|c| c.effects == entry.effects) {
                return Err(at.error("effects", "two kinds with the same effects; join them"));
            }
            at.range("count", entry.count, 1, u64::from(DECK))?;
        }
        let sum: u32 = self.card.iter().map(|c| u32::from(c.count)).sum();
        if sum != DECK {
            return Err(at.error("count", format!("{sum} cards in all; the box has {DECK}")));
        }
        let cards = self.card.iter().map(|entry| AttackCard {
            effects: entry.effects.clone(),
            count: entry.count,
        });
        Ok(cards.collect())
    }

    /// Records the sources of the values.
    pub(crate) fn sources(&self, catalog: &mut Catalog) -> Result<(), CatalogError> {
        let fields = ["black", "red", "blue"];
        At(FILE, "power").sources(catalog, &fields, &self.power.provenance)?;
        for e in &self.adjustment {
            let item = format!("adjustment {} {}", e.reckoners, e.difficulty);
            At(FILE, &item).sources(catalog, &["yellow"], &e.provenance)?;
        }
        for e in &self.card {
            let names: Vec<&str> = e.effects.iter().map(|effect| effect.key()).collect();
            let item = format!("card {}", names.join("+"));
            At(FILE, &item).sources(catalog, &["effects", "count"], &e.provenance)?;
        }
        Ok(())
    }
}
