//! What was done with the Equipment on the table. A card is there once and has one owner, so whether it was used, rests,
//! waits for a payment or is disabled is told of the card and not of the Reckoner.

use super::seat::Seat;
use crate::ids::{CardSet, EquipmentId};

/// The marks on Equipment that Reckoners own. A card loses its marks when it leaves its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardMarks {
    /// Equipment used this round.
    pub spent: CardSet,
    /// Equipment that came back from under a defeated Epic: it does nothing until the next round.
    pub resting: CardSet,
    /// Equipment that costs two and has its first payment: which of the two symbols that could have been.
    pub half_paid: [CardSet; 2],
    /// Equipment that an effect keeps from working this round.
    pub disabled: CardSet,
}

impl CardMarks {
    /// None.
    pub const NONE: Self = Self {
        spent: CardSet::EMPTY,
        resting: CardSet::EMPTY,
        half_paid: [CardSet::EMPTY; 2],
        disabled: CardSet::EMPTY,
    };

    /// Those on the cards of a Reckoner.
    #[inline]
    #[must_use]
    pub const fn of(&self, seat: &Seat) -> Self {
        let [first, second] = self.half_paid;
        Self {
            spent: self.spent.and(seat.cards),
            resting: self.resting.and(seat.cards),
            half_paid: [first.and(seat.cards), second.and(seat.cards)],
            disabled: self.disabled.and(seat.cards),
        }
    }
    /// These and those.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        let [first, second] = self.half_paid;
        let [other_first, other_second] = other.half_paid;
        Self {
            spent: self.spent.or(other.spent),
            resting: self.resting.or(other.resting),
            half_paid: [first.or(other_first), second.or(other_second)],
            disabled: self.disabled.or(other.disabled),
        }
    }
    /// Equipment that waits for its second payment.
    #[inline]
    pub const fn waiting(&self) -> CardSet {
        self.half_paid[0].or(self.half_paid[1])
    }
    /// Equipment that does not work now, whoever owns it.
    #[inline]
    pub const fn idle(&self) -> CardSet {
        self.resting.or(self.disabled)
    }
    /// Equipment with any mark.
    pub const fn any(&self) -> CardSet {
        self.spent.or(self.waiting()).or(self.idle())
    }
    /// Equipment that is marked otherwise than there.
    #[inline]
    pub(crate) const fn differing(&self, other: &Self) -> CardSet {
        let [first, second] = self.half_paid;
        let [other_first, other_second] = other.half_paid;
        CardSet(
            (self.spent.0 ^ other.spent.0)
                | (self.resting.0 ^ other.resting.0)
                | (first.0 ^ other_first.0)
                | (second.0 ^ other_second.0)
                | (self.disabled.0 ^ other.disabled.0),
        )
    }
    /// Takes all marks from a card.
    pub const fn clear(&mut self, card: EquipmentId) {
        self.spent.remove(card.0);
        self.resting.remove(card.0);
        self.half_paid[0].remove(card.0);
        self.half_paid[1].remove(card.0);
        self.disabled.remove(card.0);
    }
}
