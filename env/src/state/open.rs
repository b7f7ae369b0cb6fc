//! The group of symbols in use, and the rewards to be placed.

use crate::cards::{Reward, SymbolCounts};
use crate::ids::{DistrictIx, EquipmentId, SeatIx};

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

/// What opened a group.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Origin {
    /// A die.
    #[default]
    Die,
    /// A Plan Token.
    Token,
    /// An Equipment or ability card.
    Card,
    /// The symbol earned by a Move; it cannot Move itself.
    AfterMove,
    /// The benefit of a card on a district board: its symbols are spent as they are shown.
    Benefit,
}

/// A group that somebody has earned: it opens when no other is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Owed {
    /// Whose; of a benefit, who earned it.
    pub seat: SeatIx,
    /// Why.
    pub why: Earned,
}

/// Why a group is owed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Earned {
    /// By a Move, with this card.
    ByMove(EquipmentId),
    /// By the weakening of an Epic or the boss, with this card.
    ByWeakening(EquipmentId),
    /// By what befell the Epic of a district: somebody there performs the benefit of its card.
    Benefit(DistrictIx),
}

/// Most groups owed at a time: one group of symbols weakens few Epics.
pub const MAX_OWED: usize = 12;

/// The groups owed, in the order in which they were earned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct OwedGroups([Option<Owed>; MAX_OWED]);

impl OwedGroups {
    /// Whether nothing is owed.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }
    /// Adds one; beyond the room, which play does not reach, it lapses.
    pub fn add(&mut self, owed: Owed) {
        if let Some(free) = self.0.iter_mut().find(|place| place.is_none()) {
            *free = Some(owed);
        }
    }
    /// Takes the first.
    pub fn take(&mut self) -> Option<Owed> {
        let first = self.0[0].take();
        self.0.rotate_left(1);
        first
    }
    /// The groups in order.
    pub fn iter(&self) -> impl Iterator<Item = Owed> + '_ {
        self.0.iter().flatten().copied()
    }
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
    /// What opened it.
    pub origin: Origin,
}

impl Open {
    /// A fresh group of symbols.
    pub const fn new(symbols: SymbolCounts, span: Span, origin: Origin) -> Self {
        Self {
            symbols,
            whole: true,
            span,
            is_move: false,
            origin,
        }
    }
    /// A granted Move.
    pub fn granted_move() -> Self {
        Self {
            whole: true,
            is_move: true,
            origin: Origin::Card,
            ..Self::default()
        }
    }
    /// The benefit of a district's card: never whole, so that it pays for nothing but what its symbols show.
    pub const fn benefit(symbols: SymbolCounts) -> Self {
        Self {
            whole: false,
            ..Self::new(symbols, Span::Own, Origin::Benefit)
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
