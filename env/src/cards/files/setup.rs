//! `setup.toml`: counts, prices and limits.

use serde::{Deserialize, Serialize};

use super::{At, Provenance};
use crate::cards::catalog::Catalog;
use crate::cards::load::CatalogError;
use crate::ids::{FACES, MAX_SEATS};

const FILE: &str = "base/setup.toml";

/// `setup.toml`: counts and prices.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupFile {
    /// Version of the card set as a whole.
    pub version: String,
    /// Starting population.
    pub population: u16,
    /// Starting money.
    pub money: u16,
    /// Face-up Equipment cards.
    pub market: u8,
    /// Enforcement miniatures in the box.
    pub enforcement: u8,
    /// Barricades in the box.
    pub barricades: u8,
    /// Plan Tokens in the box.
    pub plan_tokens: u8,
    /// Plan Tokens in each tray at the start.
    pub starting_tokens: u8,
    /// Special dice of each Reckoner at the start.
    pub special_dice: u8,
    /// Basic dice of each Reckoner at the start.
    pub basic_dice: u8,
    /// Special dice of each colour in the box.
    pub special_dice_per_colour: u8,
    /// Holes of the Reckoners' base track.
    pub base_track: u8,
    /// Actions left of the bracket of an Epic dealt in set-up.
    pub first_bracket: u8,
    /// Actions left of the bracket of an Epic added later.
    pub new_bracket: u8,
    /// Actions left of each of the boss's brackets in set-up.
    pub boss_bracket: u8,
    /// Highest research of an Epic.
    pub max_research: u8,
    /// Highest health of an Epic.
    pub max_health: u8,
    /// Price of a new market.
    pub refresh_price: u16,
    /// Price of a lost die.
    pub buy_back_price: u16,
    /// Faces of the boss's movement die.
    pub movement_die: Vec<u8>,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

impl SetupFile {
    /// Checks every number.
    pub(crate) fn check(&self) -> Result<(), CatalogError> {
        let at = At(FILE, "setup");
        at.range("population", self.population, 1, 999)?;
        at.range("money", self.money, 0, 999)?;
        at.range("market", self.market, 1, 8)?;
        at.range("enforcement", self.enforcement, 1, 200)?;
        at.range("barricades", self.barricades, 1, 200)?;
        at.range("plan_tokens", self.plan_tokens, 1, 200)?;
        at.range(
            "starting_tokens",
            self.starting_tokens,
            0,
            u64::from(self.plan_tokens) / MAX_SEATS as u64,
        )?;
        at.range("special_dice", self.special_dice, 0, 6)?;
        at.range("basic_dice", self.basic_dice, 0, 6)?;
        at.range(
            "special_dice_per_colour",
            self.special_dice_per_colour,
            u64::from(self.special_dice),
            12,
        )?;
        at.range("base_track", self.base_track, 1, 12)?;
        at.range("first_bracket", self.first_bracket, 1, 7)?;
        at.range("new_bracket", self.new_bracket, 1, 7)?;
        at.range("boss_bracket", self.boss_bracket, 1, 7)?;
        at.range("max_research", self.max_research, 1, 20)?;
        at.range("max_health", self.max_health, 1, 50)?;
        at.range("refresh_price", self.refresh_price, 0, 99)?;
        at.range("buy_back_price", self.buy_back_price, 0, 99)?;
        if self.movement_die.len() != FACES {
            return Err(at.error(
                "movement_die",
                format!("{} faces; a die has {FACES}", self.movement_die.len()),
            ));
        }
        for &steps in &self.movement_die {
            at.range("movement_die", steps, 0, 12)?;
        }
        Ok(())
    }

    /// Records the sources of the values.
    pub(crate) fn sources(&self, catalog: &mut Catalog) -> Result<(), CatalogError> {
        const FIELDS: &[&str] = &[
            "population",
            "money",
            "market",
            "enforcement",
            "barricades",
            "plan_tokens",
            "starting_tokens",
            "special_dice",
            "basic_dice",
            "special_dice_per_colour",
            "base_track",
            "first_bracket",
            "new_bracket",
            "boss_bracket",
            "max_research",
            "max_health",
            "refresh_price",
            "buy_back_price",
            "movement_die",
        ];
        At(FILE, "setup").sources(catalog, FIELDS, &self.provenance)
    }
}
