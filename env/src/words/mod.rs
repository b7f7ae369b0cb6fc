//! The game in plain words: actions, chance and events said as short English sentences, and the
//! short text forms in which people type dice and actions.
//!
//! [`Speaker`] knows the cards and the names of the districts; everything else is in the position.
//! [`dice`] is the notation of dice, `letters` that of dice whose kinds are known, [`action`] says and reads decisions, `awaited` says what a game
//! waits for, [`chance`] says and reads what was rolled or drawn, [`event`] says what happened, [`moment`] where a game stands.

pub mod action;
mod awaited;
pub mod chance;
pub mod dice;
pub mod event;
mod letters;
pub mod moment;
pub mod names;

pub use names::{BadDistrictName, DistrictNames};

pub(crate) use crate::ids::shown;

use crate::ids::{AidIx, DistrictIx, EpicId, EquipmentId, SeatIx};
use crate::rules::Rules;
use crate::state::Game;

/// Text that could not be understood, with what would be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WordError(pub String);

/// Says positions in words: the cards give the names, [`DistrictNames`] those of the districts.
#[derive(Clone, Copy, Debug)]
pub struct Speaker<'a> {
    /// The rules with their cards.
    pub rules: &'a Rules,
    /// What the districts are called.
    pub names: &'a DistrictNames,
}

impl<'a> Speaker<'a> {
    /// A speaker for these cards and district names.
    pub const fn new(rules: &'a Rules, names: &'a DistrictNames) -> Self {
        Self { rules, names }
    }
    /// The printed name of the Reckoner in a seat.
    pub fn seat(&self, game: &Game, seat: SeatIx) -> &'a str {
        &self.rules.catalog().reckoner(game.seat(seat).reckoner).name
    }
    /// The name of a district.
    pub fn district(&self, district: DistrictIx) -> String {
        self.names.get(district)
    }
    /// The boss's name.
    pub fn boss(&self, game: &Game) -> &'a str {
        &self.rules.catalog().boss(game.ruleset.boss).name
    }
    /// The printed name of an Equipment card.
    pub fn card(&self, card: EquipmentId) -> &'a str {
        &self.rules.catalog().equipment(card).name
    }
    /// What a Dawnslight card is called: by what it gives.
    pub fn aid(&self, game: &Game, card: AidIx) -> String {
        self.rules.city(game).aid(card).name()
    }
    /// The printed name of an Epic.
    pub fn epic(&self, epic: EpicId) -> &'a str {
        &self.rules.catalog().epic(epic).name
    }
    /// The Epic of a district, or the district itself when it has none.
    fn epic_in(&self, game: &Game, district: DistrictIx) -> String {
        match game.district(district).epic {
            Some(epic) => self.epic(epic).to_owned(),
            None => format!("the Epic of {}", self.district(district)),
        }
    }
}
