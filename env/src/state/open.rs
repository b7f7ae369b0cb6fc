//! The group of symbols in use, and the rewards to be placed.

use crate::cards::{Reward, SymbolCounts};
use crate::ids::DistrictIx;

/// Where the symbols of a group may be spent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Span {
    /// Where its owner is.
    #[default]
    Own,
    /// In any one district, which the first symbol fixes.
    Anywhere,
    /// In this district alone: an earlier symbol has fixed it.
    Fixed(DistrictIx),
}

/// The die, token or card group in use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Open {
    /// Symbols left.
    pub symbols: SymbolCounts,
    /// Nothing of it was spent yet: it may Move, remove a Barricade or activate a card.
    pub whole: bool,
    /// Where its symbols may be spent.
    pub span: Span,
    /// It is a granted Move and holds no symbols.
    pub is_move: bool,
}

impl Open {
    /// A fresh group of symbols.
    pub const fn new(symbols: SymbolCounts, span: Span) -> Self {
        Self {
            symbols,
            whole: true,
            span,
            is_move: false,
        }
    }
    /// A granted Move.
    pub fn granted_move() -> Self {
        Self {
            whole: true,
            is_move: true,
            ..Self::default()
        }
    }
    /// Whether nothing is open.
    pub fn is_closed(&self) -> bool {
        !self.is_move && self.symbols == SymbolCounts::default()
    }
}

/// Rewards not yet placed. Money and research of the boss wait here only until the step begins that pays
/// them.
pub type RewardPool = Reward;
