//! The symbols that a seat's dice show, for all six symbols at once.
//!
//! A word holds a byte for each symbol. The bytes cannot run into each other: a seat has at most 16 dice with at
//! most three symbols each, doubled on Basic dice, so 96 of one symbol.

use super::layout::{OBS_LEN, me};
use crate::cards::Catalog;
use crate::ids::{DieKind, FACES, Symbol};
use crate::rules::Traits;
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
    /// Dice that are not lost, by kind.
    pub(super) owned: [u8; DieKind::COUNT],
}

/// What one die adds: one vector, so that all of it is added at once.
#[derive(Clone, Copy, Default, Debug)]
#[repr(C, align(32))]
struct Adds {
    /// To the symbols of the undecided dice.
    rolled: Symbols,
    /// To the symbols of the kept dice.
    kept: Symbols,
    /// To the numbers of dice, a byte each: undecided, to use, Basic, other, lost.
    numbers: u64,
    /// To the dice that are not lost, a byte for each kind.
    owned: u64,
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
                owned: owned << (8 * die.kind.index()),
            }
        };
        Self(Box::new(std::array::from_fn(adds)))
    }

    /// Counts a seat's dice as the traits of its Reckoner make them.
    #[inline(always)]
    pub(super) fn count(&self, dice: &Dice, traits: &Traits<'_>) -> Shown {
        let mut sum = Adds::default();
        for &code in dice.codes() {
            let adds = &self.0[usize::from(code)];
            sum.rolled += adds.rolled;
            sum.kept += adds.kept;
            sum.numbers += adds.numbers;
            sum.owned += adds.owned;
        }
        let doubled = traits.doubled();
        if traits.counts_pairs_otherwise() {
            (sum.rolled, sum.kept) = die_by_die(dice, traits);
        } else if !doubled.is_empty() {
            let twice = doubled.iter().map(|s| 0xff << lane(s.index()));
            let twice: Symbols = twice.fold(0, |all, one| all | one);
            for &code in dice.codes() {
                let Adds {
                    rolled,
                    kept,
                    numbers,
                    ..
                } = self.0[usize::from(code)];
                let basic = Symbols::MAX * (numbers >> BASIC & 1);
                sum.rolled += rolled & twice & basic;
                sum.kept += kept & twice & basic;
            }
        }
        let [undecided, to_use, basic, special, lost, ..] = sum.numbers.to_le_bytes();
        let [owned @ .., _] = sum.owned.to_le_bytes();
        Shown {
            rolled: sum.rolled,
            kept: sum.kept,
            undecided,
            to_use,
            basic,
            special,
            lost,
            owned,
        }
    }
}

/// The symbols of the undecided and of the kept dice, as the rules form groups: for the few Reckoners for whom a
/// pair is not a pair.
#[cold]
fn die_by_die(dice: &Dice, traits: &Traits<'_>) -> (Symbols, Symbols) {
    let (mut rolled, mut kept) = (0, 0);
    for die in dice.iter() {
        let sum = match die.spot {
            Spot::Rolled => &mut rolled,
            Spot::Kept => &mut kept,
            Spot::Tray | Spot::Air | Spot::Lost | Spot::Aside | Spot::Used => continue,
        };
        for (symbol, count) in traits
            .symbols_of(die.kind, die.face)
            .0
            .into_iter()
            .enumerate()
        {
            *sum += Symbols::from(count) << lane(symbol);
        }
    }
    (rolled, kept)
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

/// Where in an observation each die of the deciding Reckoner is counted, by its code, and by how much: nothing for
/// dice that are shown nowhere. Made once, so that nothing branches on the dice here either.
#[derive(Clone, Debug)]
pub(super) struct DicePlaces([(u16, u8); BYTES]);

impl DicePlaces {
    pub(super) fn new() -> Self {
        let place = |code: usize| {
            let nowhere = (me::rolled, 0);
            let Some(die) = decoded(code) else {
                return nowhere;
            };
            let kind = die.kind.index();
            let face = kind * FACES + die.face.ix();
            match die.spot {
                Spot::Lost => (me::lost + kind, 1),
                Spot::Rolled => (me::rolled + face, 1),
                Spot::Kept => (me::kept + face, 1),
                Spot::Tray | Spot::Air | Spot::Aside | Spot::Used => nowhere,
            }
        };
        Self(std::array::from_fn(|code| {
            let (at, one) = place(code);
            (at as u16, one)
        }))
    }

    /// Counts dice in an observation.
    #[inline(always)]
    pub(super) fn count(&self, dice: &Dice, out: &mut [u8; OBS_LEN]) {
        for &code in dice.codes() {
            let (at, one) = self.0[usize::from(code)];
            out[usize::from(at)] += one;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Ruleset;
    use crate::ids::{CardSet, Difficulty, FaceIx, Reckoner};
    use crate::rules::{GameSetup, Rules};
    use crate::state::{Seat, TableDie};

    const DICE: usize = DieKind::COUNT * FACES;

    /// Die by die, as the rules count them.
    #[test]
    fn symbols_of_all_dice_are_the_sum_over_dice() {
        let rules = Rules::embedded();
        let dice = DiceSymbols::new(rules.catalog());
        let ruleset = Ruleset::base(Difficulty::Standard);
        let setup = GameSetup::new(&[Reckoner::David, Reckoner::Tia], ruleset).unwrap();
        let game = rules.new_game(&setup);
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
                let traits = rules.traits(&game, &seat);
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
