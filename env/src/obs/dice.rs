//! The symbols that a seat's dice show, for all six symbols at once.
//!
//! A word holds a byte for each symbol. The bytes cannot run into each other: a seat has at most 16 dice with at
//! most three symbols each, doubled on Basic dice, so 96 of one symbol.

use crate::cards::{Catalog, SymbolMask};
use crate::ids::{DieKind, Symbol};
use crate::state::dice::{BYTES, decoded};
use crate::state::{Dice, Spot};

/// Counts of all symbols, a byte each; two bytes stay zero.
pub(super) type Symbols = u64;

/// Where the number of Basic dice begins in [`Adds::numbers`].
const BASIC: usize = 16;

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

/// What one die adds.
#[derive(Clone, Copy, Default, Debug)]
struct Adds {
    /// To the symbols of the undecided dice.
    rolled: Symbols,
    /// To the symbols of the kept dice.
    kept: Symbols,
    /// To the numbers of dice, a byte each: undecided, to use, Basic, other, lost.
    numbers: u64,
}

/// What each die adds, by its code; made once from the cards. Nothing branches on the dice: where they lie is
/// luck, and a branch on luck is often guessed wrong.
#[derive(Clone, Debug)]
pub(super) struct DiceSymbols(Box<[Adds; BYTES]>);

impl DiceSymbols {
    pub(super) fn new(catalog: &Catalog) -> Self {
        let adds = |code: usize| {
            let Some(die) = decoded(code) else {
                return Adds::default();
            };
            let face = catalog.die(die.kind).face(die.face);
            let symbols = Symbols::from(face.count) << lane(face.symbol.index());
            let at = |spot: Spot| u64::from(die.spot == spot);
            let basic = u64::from(die.kind == DieKind::Basic);
            let owned = 1 - at(Spot::Lost);
            let numbers = [
                at(Spot::Rolled),
                at(Spot::Kept),
                owned * basic,
                owned * (1 - basic),
                at(Spot::Lost),
            ];
            Adds {
                rolled: at(Spot::Rolled) * symbols,
                kept: at(Spot::Kept) * symbols,
                numbers: (0..).zip(numbers).map(|(i, n)| n << (8 * i)).sum(),
            }
        };
        Self(Box::new(std::array::from_fn(adds)))
    }

    /// Counts a seat's dice; `doubled` are the symbols that Basic dice count twice.
    #[inline(always)]
    pub(super) fn count(&self, dice: &Dice, doubled: SymbolMask) -> Shown {
        let mut sum = Adds::default();
        for &code in dice.codes() {
            let adds = &self.0[usize::from(code)];
            sum.rolled += adds.rolled;
            sum.kept += adds.kept;
            sum.numbers += adds.numbers;
        }
        if !doubled.is_empty() {
            let twice = doubled.iter().map(|s| 0xff << lane(s.index()));
            let twice: Symbols = twice.fold(0, |all, one| all | one);
            for &code in dice.codes() {
                let Adds {
                    rolled,
                    kept,
                    numbers,
                } = self.0[usize::from(code)];
                let basic = Symbols::MAX * (numbers >> BASIC & 1);
                sum.rolled += rolled & twice & basic;
                sum.kept += kept & twice & basic;
            }
        }
        let [undecided, to_use, basic, special, lost, ..] = sum.numbers.to_le_bytes();
        Shown {
            rolled: sum.rolled,
            kept: sum.kept,
            undecided,
            to_use,
            basic,
            special,
            lost,
        }
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
    use crate::ids::{CardSet, FACES, FaceIx, Reckoner};
    use crate::rules::Rules;
    use crate::state::{Seat, TableDie};

    const DICE: usize = DieKind::COUNT * FACES;

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
                let shown = dice.count(&seat.dice, traits.doubled());
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
