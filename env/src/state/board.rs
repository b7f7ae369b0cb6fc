//! Districts with their Epics, and the boss.

use crate::ids::{BoardIx, CardSet, DistrictIx, EpicId, Shield, Track};

/// One district and its Epic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct District {
    /// The Epic, if one is there.
    pub epic: Option<EpicId>,
    /// Actions left of the bracket: 1 to the track's length - 1; 0 without an Epic.
    pub bracket: u8,
    /// Research left; 0 when weakened.
    pub research: u8,
    /// Health left; `INFINITE` when it cannot be attacked.
    pub health: u8,
    /// Enforcement here.
    pub enforcement: u8,
    /// Barricades here.
    pub barricades: u8,
    /// Shields here, by colour.
    pub shields: [u8; Shield::COUNT],
    /// Copy Tokens here.
    pub copy_tokens: u8,
    /// Equipment under the Epic.
    pub stolen: CardSet,
    /// The board of the city, where something is printed on it.
    pub board: Option<BoardIx>,
    /// Spaces of the marker above the bottom of the board's track.
    pub marker: u8,
}

impl District {
    /// A district without anything.
    pub const EMPTY: Self = Self {
        epic: None,
        bracket: 0,
        research: 0,
        health: 0,
        enforcement: 0,
        barricades: 0,
        shields: [0; Shield::COUNT],
        copy_tokens: 0,
        stolen: CardSet::EMPTY,
        board: None,
        marker: 0,
    };

    /// Whether a Shield of this colour is here.
    #[inline]
    pub const fn is_shielded(&self, shield: Shield) -> bool {
        self.shields[shield.index()] > 0
    }
}

/// Most kinds of cards in a boss's deck.
pub const MAX_BOSS_CARDS: usize = 12;

/// The boss.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Boss {
    /// His district; nowhere before he arrives.
    pub district: DistrictIx,
    /// Actions left of each bracket, by track.
    pub brackets: [u8; Track::COUNT],
    /// Research left; 0 when weakened. Where he is researched in the districts, all markers together.
    pub research: u16,
    /// Health left; where he is researched in the districts it stands from the start, elsewhere it is 0 until he is
    /// weakened.
    pub health: u16,
    /// The rows that his dice have named, by track; 0 outside his activation.
    pub rows: [u8; Track::COUNT],
    /// Cards left in his deck, by kind.
    pub cards: [u8; MAX_BOSS_CARDS],
}
