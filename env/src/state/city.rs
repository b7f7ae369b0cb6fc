//! What a city adds to the position, besides the markers in its districts.

use crate::ids::{AidIx, DistrictIx, MAX_AIDS};

/// Most Dawnslight cards in all.
pub const MAX_AID_CARDS: usize = 14;

/// The city in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CityState {
    /// The district that a moving city has passed last; nowhere where none moves.
    pub passed: DistrictIx,
    /// Districts, as bits, whose exchange was used this round.
    pub exchanged: u8,
    /// Seats, as bits, that the card in play has affected already.
    pub affected: u8,
    /// The Dawnslight cards that nobody has.
    pub aids: AidDeck,
}

impl CityState {
    /// A city in which nothing lies out.
    pub const EMPTY: Self = Self {
        passed: DistrictIx::NOWHERE,
        exchanged: 0,
        affected: 0,
        aids: AidDeck {
            deck: [0; MAX_AIDS],
            bottom: [None; MAX_AID_CARDS],
        },
    };
}

/// The deck of Dawnslight cards: some by number only, and below them those put there, whose order is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AidDeck {
    /// Cards of each kind whose place is not known.
    pub deck: [u8; MAX_AIDS],
    bottom: [Option<AidIx>; MAX_AID_CARDS],
}

impl AidDeck {
    /// A whole deck.
    pub fn full(counts: impl Iterator<Item = u8>) -> Self {
        let mut deck = [0; MAX_AIDS];
        for (place, count) in deck.iter_mut().zip(counts) {
            *place = count;
        }
        Self {
            deck,
            bottom: [None; MAX_AID_CARDS],
        }
    }
    /// Whether the next card is a matter of chance.
    pub fn is_shuffled(&self) -> bool {
        self.deck.iter().any(|count| *count > 0)
    }
    /// Takes the first of the known cards.
    pub fn take_known(&mut self) -> Option<AidIx> {
        let first = self.bottom[0].take();
        self.bottom.rotate_left(1);
        first
    }
    /// Puts a card below all others; beyond the room, which play does not reach, it is gone.
    pub fn put_below(&mut self, card: AidIx) {
        if let Some(free) = self.bottom.iter_mut().find(|place| place.is_none()) {
            *free = Some(card);
        }
    }
    /// The known cards in the order in which they come.
    pub fn known(&self) -> impl Iterator<Item = AidIx> + '_ {
        self.bottom.iter().flatten().copied()
    }
}
