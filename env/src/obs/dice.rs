//! The symbols that a seat's dice show, for all six symbols at once.
//!
//! A word holds a byte for each symbol. The bytes cannot run into each other: with the limits of
//! the card files a seat has at most 41 dice (6 of its colour, 6 Basic and one by each of the 29
//! Equipment cards) with at most three symbols, doubled on Basic dice, so 228 of one symbol.

use crate::cards::Catalog;
use crate::cards::catalog::EquipmentEffect;
use crate::cards::load::EQUIPMENT_COUNT;
use crate::ids::{CardSet, DieKind, FACES, Symbol};
use crate::state::Seat;

/// Counts of all symbols, a byte each; two bytes stay zero.
pub(super) type Symbols = u64;

const DICE: usize = DieKind::COUNT * FACES;

/// Where the byte of a symbol begins.
const fn lane(symbol: Symbol) -> usize {
    8 * symbol.index()
}

/// Bits of the symbols that are counted together: vectors multiply halves of words.
const HALF: usize = 24;

/// Tables made once from the cards.
#[derive(Clone, Debug)]
pub(super) struct DiceSymbols {
    /// What each kind and face shows of the first three symbols and, above them, one die.
    low: [u32; DICE],
    /// What it shows of the other three.
    high: [u32; DICE],
    /// Cards that double a Basic symbol.
    doublers: CardSet,
    /// All bits of the symbol that a card doubles.
    doubled: [Symbols; EQUIPMENT_COUNT],
}

impl DiceSymbols {
    pub(super) fn new(catalog: &Catalog) -> Self {
        let faces = |half: usize, top: u32| {
            std::array::from_fn(|i| {
                let face = catalog.dice[i / FACES].faces[i % FACES];
                let symbols = Symbols::from(face.count) << lane(face.symbol);
                (symbols >> (half * HALF)) as u32 & ((1 << HALF) - 1) | top << HALF
            })
        };
        let mut doublers = CardSet(0);
        let mut doubled = [0; EQUIPMENT_COUNT];
        for (i, card) in catalog.equipment.iter().enumerate() {
            if let EquipmentEffect::Double(symbol) = card.effect {
                doublers.insert(i as u8);
                doubled[i] = 0xff << lane(symbol);
            }
        }
        Self {
            low: faces(0, 1),
            high: faces(1, 0),
            doublers,
            doubled,
        }
    }

    /// The symbols that a seat's Basic dice count twice, as all bits of their bytes.
    #[inline(always)]
    pub(super) fn doubled(&self, seat: &Seat) -> Symbols {
        CardSet(seat.cards.0 & self.doublers.0)
            .iter()
            .fold(0, |all, card| all | self.doubled[usize::from(card)])
    }

    /// The symbols of some dice, and how many dice there are.
    #[inline(always)]
    pub(super) fn count(&self, dice: &[u8; DICE], doubled: Symbols) -> (Symbols, u8) {
        let (mut symbols, total) = self.shown(dice);
        if doubled != 0 {
            let mut basic = [0; DICE];
            basic[..FACES].copy_from_slice(&dice[..FACES]);
            symbols += self.shown(&basic).0 & doubled;
        }
        (symbols, total)
    }

    /// All kinds and faces are added without looking: which of them are zero is luck, and a branch
    /// on luck is often guessed wrong.
    #[inline(always)]
    fn shown(&self, dice: &[u8; DICE]) -> (Symbols, u8) {
        let sum = |faces: &[u32; DICE]| -> u32 {
            let shown = dice.iter().zip(faces).map(|(&n, face)| u32::from(n) * face);
            shown.sum()
        };
        let (low, high) = (sum(&self.low), sum(&self.high));
        let symbols = Symbols::from(low & ((1 << HALF) - 1)) | Symbols::from(high) << HALF;
        (symbols, (low >> HALF) as u8)
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
    use crate::ids::Reckoner;
    use crate::rules::Rules;

    /// Die by die, as the rules count them.
    #[test]
    fn symbols_of_all_dice_are_the_sum_over_dice() {
        let rules = Rules::embedded();
        let dice = DiceSymbols::new(rules.catalog());
        let mut seat = Seat::new(Reckoner::David);
        for (i, count) in seat.kept.0.as_flattened_mut().iter_mut().enumerate() {
            *count = (i * 5 % 4) as u8;
        }
        for cards in [CardSet(0), CardSet::first(EQUIPMENT_COUNT)] {
            seat.cards = cards;
            let mut expected = [0; Symbol::COUNT];
            for (kind, face, count) in seat.kept.iter() {
                let one = rules.symbols_of(&seat, kind, face).0;
                for (sum, symbols) in expected.iter_mut().zip(one) {
                    *sum += symbols * count;
                }
            }
            let (symbols, total) = dice.count(seat.kept.flat(), dice.doubled(&seat));
            assert_eq!(by_symbol(symbols), expected);
            assert_eq!(total, seat.kept.total());
        }
    }
}
