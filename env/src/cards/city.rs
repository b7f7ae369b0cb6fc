//! Cities: their district boards, and what is printed on them.

use super::deed::{Cell, Deed};
use super::ruleset::Side;
use super::symbols::{SymbolCounts, SymbolMask};
use crate::ids::{AidIx, BoardIx, Difficulty, MAX_SEATS, MIN_SEATS, Symbol};

/// A city.
#[derive(Clone, PartialEq, Debug)]
pub struct City {
    /// Printed name.
    pub name: String,
    /// Its district boards.
    pub boards: Vec<CityBoard>,
    /// What it has of its own.
    pub own: CityKindRules,
}

/// What a kind of city has of its own.
#[derive(Clone, PartialEq, Debug)]
pub enum CityKindRules {
    /// Cards may lie on its boards.
    Cards,
    /// The boss is researched on the tracks of its districts.
    Researched(Researched),
    /// It moves past its districts.
    Moving(Moving),
}

/// A city whose districts the boss is researched in.
#[derive(Clone, PartialEq, Debug)]
pub struct Researched {
    /// The boss's health, by difficulty.
    pub health: [u16; Difficulty::COUNT],
    /// Where the markers start, by difficulty.
    pub start: [u8; Difficulty::COUNT],
    /// The Dawnslight cards, by kind.
    pub aids: Vec<Aid>,
}

/// A city that moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Moving {
    /// Districts passed each round, by Reckoners - 2.
    pub spots: [u8; MAX_SEATS - MIN_SEATS + 1],
    /// Where the markers start, by Reckoners - 2.
    pub start: [u8; MAX_SEATS - MIN_SEATS + 1],
    /// Research that the boss loses when a marker reaches the bottom.
    pub bottom_research: u8,
}

/// A district board.
#[derive(Clone, PartialEq, Debug)]
pub struct CityBoard {
    /// Key in files.
    pub key: String,
    /// Printed name.
    pub name: String,
    /// The spaces of its track by height: the last one is the top.
    pub track: Vec<Cell>,
    /// The card that may lie on it, by side.
    pub cards: Option<[BoardCard; 2]>,
}

/// One side of the card on a district board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardCard {
    /// What the city does.
    pub action: Deed,
    /// What the Reckoners get.
    pub benefit: Benefit,
}

/// What a card on a district board lets Reckoners do who are there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Benefit {
    /// Symbols when an Epic is defeated there.
    OnDefeat(SymbolCounts),
    /// Symbols when an Epic is weakened there.
    OnWeaken(SymbolCounts),
    /// Once a round other symbols for a whole die.
    Exchange {
        /// The symbol that the die must have.
        cost: Symbol,
        /// What it becomes.
        gives: SymbolCounts,
    },
    /// These symbols reach the neighbouring districts.
    Reach(SymbolMask),
}

impl Benefit {
    /// In words.
    pub fn phrase(self) -> String {
        match self {
            Self::OnDefeat(gives) => format!("when an Epic is defeated here: {gives}"),
            Self::OnWeaken(gives) => format!("when an Epic is weakened here: {gives}"),
            Self::Exchange { cost, gives } => format!("once a round, a die with {cost}: {gives}"),
            Self::Reach(symbols) => {
                let names: Vec<&str> = symbols.iter().map(Symbol::key).collect();
                format!("{} reach the neighbours", names.join(" and "))
            }
        }
    }
}

/// A kind of Dawnslight card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aid {
    /// What it gives.
    pub gain: AidGain,
    /// How many of the kind there are.
    pub count: u8,
}

/// What a Dawnslight card gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AidGain {
    /// Symbols as if from one die.
    Symbols(SymbolCounts),
    /// Population.
    Population(u8),
}

impl Aid {
    /// Its name for people: what it gives.
    pub fn name(&self) -> String {
        match self.gain {
            AidGain::Symbols(gives) => gives.to_string(),
            AidGain::Population(more) => format!("population +{more}"),
        }
    }
}

impl City {
    /// A board.
    pub fn board(&self, board: BoardIx) -> &CityBoard {
        &self.boards[board.ix()]
    }
    /// What it has if the boss is researched in its districts.
    #[inline]
    pub const fn researched(&self) -> Option<&Researched> {
        match &self.own {
            CityKindRules::Researched(own) => Some(own),
            _ => None,
        }
    }
    /// What it has if it moves.
    #[inline]
    pub const fn moving(&self) -> Option<&Moving> {
        match &self.own {
            CityKindRules::Moving(own) => Some(own),
            _ => None,
        }
    }
    /// The kinds of Dawnslight cards; most cities have none.
    pub fn aids(&self) -> &[Aid] {
        self.researched().map_or(&[], |own| &own.aids)
    }
    /// A kind of Dawnslight card.
    pub fn aid(&self, kind: AidIx) -> &Aid {
        &self.aids()[kind.ix()]
    }
}

impl CityBoard {
    /// The space at a height.
    #[inline]
    pub fn space(&self, height: u8) -> Cell {
        self.track
            .get(usize::from(height))
            .copied()
            .unwrap_or_default()
    }
    /// The card on it with a side up.
    #[inline]
    pub fn card(&self, side: Side) -> Option<&BoardCard> {
        let cards = self.cards.as_ref()?;
        Some(&cards[usize::from(side == Side::B)])
    }
}
