//! Numbers and sets of cards.

/// Dense index of an Epic card in the catalog.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EpicId(pub u8);

/// Dense index of an Equipment card in the catalog.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EquipmentId(pub u8);

/// A set of up to 64 cards, by dense index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct CardSet(pub u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);

    /// The set of the first `count` cards.
    pub const fn first(count: usize) -> Self {
        if count == 0 {
            Self(0)
        } else {
            Self(u64::MAX >> (64 - count))
        }
    }
    /// The set of one card.
    pub const fn one(card: u8) -> Self {
        Self(1 << card)
    }
    /// Whether the card is in the set.
    pub const fn has(self, card: u8) -> bool {
        self.0 >> card & 1 == 1
    }
    /// Puts a card in.
    pub const fn insert(&mut self, card: u8) {
        self.0 |= 1 << card;
    }
    /// Takes a card out.
    pub const fn remove(&mut self, card: u8) {
        self.0 &= !(1 << card);
    }
    /// The cards of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
    /// The cards of either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// The cards that are not in the other set.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
    /// How many cards are in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The cards in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let card = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                card
            })
        })
    }
    /// The cards as Equipment, in ascending order.
    pub fn equipment(self) -> impl Iterator<Item = EquipmentId> {
        self.iter().map(EquipmentId)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn card_sets_list_what_was_put_in() {
        let mut set = CardSet::first(3);
        set.remove(1);
        set.insert(63);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 2, 63]);
        assert_eq!(set.len(), 3);
        assert_eq!(CardSet::first(64).len(), 64);
        assert_eq!(set.without(CardSet::one(63)), CardSet(5));
    }
}
