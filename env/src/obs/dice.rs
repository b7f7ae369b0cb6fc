//! The symbols that a seat's dice show, for all six symbols at once.
//!
//! A word holds a byte for each symbol. The bytes cannot run into each other: a seat has at most 16 dice with at
//! most three symbols each, doubled on Basic dice, so 96 of one symbol.

use crate::cards::Catalog;
use crate::ids::{DieKind, FACES, Symbol};
use crate::rules::Traits;
use crate::state::{Dice, Spot};

/// Counts of all symbols, a byte each; two bytes stay zero.
pub(super) type Symbols = u64;

const DICE: usize = DieKind::COUNT * FACES;

/// Where the byte of a symbol begins.
const fn lane(symbol: usize) -> usize {
    8 * symbol
}

/// What some dice show and how many they are.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Shown {
    /// Symbols of the undecided dice.
    pub(super) rolled: Symbols,
    /// Symbols of the kept dice.
    pub(super) kept: Symbols,
    /// Undecided dice.
    pub(super) undecided: u8,
    /// Dice kept or still to be used.
    pub(super) to_use: u8,
    /// Basic dice owned.
    pub(super) basic: u8,
    /// Other dice owned.
    pub(super) special: u8,
    /// Dice lost.
    pub(super) lost: u8,
}

/// Tables made once from the cards.
#[derive(Clone, Debug)]
pub(super) struct DiceSymbols {
    /// What each kind and face shows.
    faces: [Symbols; DICE],
    /// One symbol of each kind and face.
    ones: [Symbols; DICE],
}

impl DiceSymbols {
    pub(super) fn new(catalog: &Catalog) -> Self {
        Self {
            faces: std::array::from_fn(|i| {
                let face = catalog.dice[i / FACES].faces[i % FACES];
                Symbols::from(face.count) << lane(face.symbol.index())
            }),
            ones: std::array::from_fn(|i| {
                1 << lane(catalog.dice[i / FACES].faces[i % FACES].symbol.index())
            }),
        }
    }

    /// Counts a seat's dice as the traits of its Reckoner make them.
    #[inline(always)]
    pub(super) fn count(&self, dice: &Dice, traits: &Traits<'_>) -> Shown {
        let (doubled, triples) = (traits.doubled(), traits.triples());
        let mut twice: Symbols = 0;
        for symbol in 0..Symbol::COUNT {
            let counted_twice = Symbols::from(doubled.0 >> symbol & 1);
            twice |= (counted_twice * 0xff) << lane(symbol);
        }
        let mut shown = Shown::default();
        for die in dice.iter() {
            let (kind, basic) = (die.kind.index(), die.kind == DieKind::Basic);
            let once = self.faces[kind * FACES + die.face.ix()];
            let mut symbols = if basic { once + (once & twice) } else { once };
            let one = self.ones[kind * FACES + die.face.ix()];
            if triples && symbols == 2 * one {
                symbols += one;
            }
            match die.spot {
                Spot::Lost => {
                    shown.lost += 1;
                    continue;
                }
                Spot::Rolled => {
                    shown.rolled += symbols;
                    shown.undecided += 1;
                }
                Spot::Kept => {
                    shown.kept += symbols;
                    shown.to_use += 1;
                }
                Spot::Tray | Spot::Air | Spot::Used => {}
            }
            shown.basic += u8::from(basic);
            shown.special += u8::from(!basic);
        }
        shown
    }
}

/// The symbols of a whole team. Together they could be more than a byte holds, so they are added
/// byte by byte; kept in an array, because from a word the compiler takes each byte out singly.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct TeamSymbols([u8; size_of::<Symbols>()]);

impl TeamSymbols {
    /// Adds the symbols of some dice; what is full stays full.
    #[inline(always)]
    pub(super) fn add(&mut self, symbols: Symbols) {
        for (sum, count) in self.0.iter_mut().zip(symbols.to_le_bytes()) {
            *sum = sum.saturating_add(count);
        }
    }
    /// The counts in the order of the symbols.
    #[inline(always)]
    pub(super) fn by_symbol(self) -> [u8; Symbol::COUNT] {
        by_symbol(Symbols::from_le_bytes(self.0))
    }
}

/// The counts in the order of the symbols.
#[inline(always)]
pub(super) fn by_symbol(symbols: Symbols) -> [u8; Symbol::COUNT] {
    let [counts @ .., _, _] = symbols.to_le_bytes();
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{CardSet, FaceIx, Reckoner};
    use crate::rules::Rules;
    use crate::state::{Seat, TableDie};

    /// Die by die, as the rules count them.
    #[test]
    fn symbols_of_all_dice_are_the_sum_over_dice() {
        let rules = Rules::embedded();
        let dice = DiceSymbols::new(rules.catalog());
        for first in 0..DICE {
            let mut seat = Seat::new(Reckoner::David);
            for n in 0..12 {
                let i = (first + 7 * n) % DICE;
                let face = FaceIx((i % FACES) as u8);
                let spot = [Spot::Kept, Spot::Rolled, Spot::Used][n % 3];
                let kind = DieKind::from_index(i / FACES);
                seat.dice.add(TableDie::shown(spot, kind, face));
            }
            for cards in [
                CardSet::EMPTY,
                CardSet::first(rules.catalog().equipment.len()),
            ] {
                seat.cards = cards;
                let traits = rules.traits(&seat);
                let shown = dice.count(&seat.dice, &traits);
                for (spot, found) in [(Spot::Kept, shown.kept), (Spot::Rolled, shown.rolled)] {
                    let mut expected = [0; Symbol::COUNT];
                    for die in seat.dice.iter().filter(|die| die.spot == spot) {
                        let one = traits.symbols_of(die.kind, die.face).0;
                        for (sum, symbols) in expected.iter_mut().zip(one) {
                            *sum += symbols;
                        }
                    }
                    assert_eq!(by_symbol(found), expected);
                }
                assert_eq!((shown.undecided, shown.to_use), (4, 4));
            }
        }
    }
}
