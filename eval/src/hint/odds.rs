//! The exact odds behind a keep: how probably the dice still to be rolled bring enough of a symbol.

use std::collections::HashMap;

use reckoners_agents::odds::symbols_shown;
use reckoners_env::Rules;
use reckoners_env::cards::Catalog;
use reckoners_env::chance::kind_outcomes;
use reckoners_env::ids::{DieKind, FACES, FaceIx, Symbol};
use reckoners_env::state::{FaceCounts, Game, Seat};

/// Dice by kind.
pub type Kinds = [u8; DieKind::COUNT];

/// Rerolling dice for one symbol: every die that shows it is kept, and when a roll other than the
/// last shows none, one die is given up, because at least one die of each roll must be kept by most Reckoners.
#[derive(Debug)]
pub struct Chase<'a> {
    catalog: &'a Catalog,
    /// What each face gives toward the symbol.
    gives: [[u8; FACES]; DieKind::COUNT],
    must_keep: bool,
    known: HashMap<(Kinds, u8, u8), f64>,
}

impl<'a> Chase<'a> {
    /// A chase of one seat, whose cards may double a symbol or let another count as it.
    pub fn new(rules: &'a Rules, game: &Game, seat: &Seat, symbol: Symbol) -> Self {
        let traits = rules.traits(game, seat);
        let acts_as = traits.acts_as();
        let mut gives = [[0; FACES]; DieKind::COUNT];
        for kind in DieKind::ALL {
            for face in FaceIx::all() {
                let symbols = traits.symbols_of(kind, face).iter();
                let useful = symbols.filter(|(s, _)| acts_as[s.index()].has(symbol));
                gives[kind.index()][face.ix()] = useful.map(|(_, n)| n).sum();
            }
        }
        Self {
            catalog: rules.catalog(),
            gives,
            must_keep: traits.must_keep(),
            known: HashMap::new(),
        }
    }

    /// How much some dice give toward the symbol.
    pub fn shown(&self, dice: &FaceCounts) -> u8 {
        dice.iter()
            .map(|(k, f, n)| n * self.gives[k.index()][f.ix()])
            .sum()
    }

    /// The chance to bring at least `missing` more with `dice` rolled `rolls` more times.
    pub fn chance(&mut self, dice: &Kinds, rolls: u8, missing: u8) -> f64 {
        if missing == 0 {
            return 1.0;
        }
        if rolls == 0 || dice.iter().all(|&n| n == 0) {
            return 0.0;
        }
        if let Some(&known) = self.known.get(&(*dice, rolls, missing)) {
            return known;
        }
        let mut sum = 0.0;
        for (left, gained, p) in self.roll(dice) {
            let missing = missing.saturating_sub(gained);
            sum += p * if gained == 0 && rolls > 1 && self.must_keep {
                self.after_giving_up(&left, rolls - 1, missing)
            } else {
                self.chance(&left, rolls - 1, missing)
            };
        }
        self.known.insert((*dice, rolls, missing), sum);
        sum
    }

    /// Nothing helped, so one die is kept for nothing: the one that can be spared best.
    fn after_giving_up(&mut self, dice: &Kinds, rolls: u8, missing: u8) -> f64 {
        let mut best = 0.0f64;
        for k in 0..DieKind::COUNT {
            if dice[k] > 0 {
                let mut left = *dice;
                left[k] -= 1;
                best = best.max(self.chance(&left, rolls, missing));
            }
        }
        best
    }

    /// One roll: dice that did not help by kind, what was gained, probability.
    fn roll(&self, dice: &Kinds) -> Vec<(Kinds, u8, f64)> {
        let mut states = vec![([0u8; DieKind::COUNT], 0u8, 1.0f64)];
        for (k, &count) in dice.iter().enumerate().filter(|(_, n)| **n > 0) {
            let total = (FACES as f64).powi(i32::from(count));
            let mut merged: Vec<(u8, u8, f64)> = Vec::new();
            for (faces, weight) in kind_outcomes(&self.catalog.dice[k].weight, count) {
                let (mut idle, mut gained) = (0, 0);
                for (n, gives) in faces.iter().zip(self.gives[k]) {
                    gained += n * gives;
                    idle += if gives == 0 { *n } else { 0 };
                }
                let p = weight as f64 / total;
                match merged
                    .iter_mut()
                    .find(|(i, g, _)| (*i, *g) == (idle, gained))
                {
                    Some(entry) => entry.2 += p,
                    None => merged.push((idle, gained, p)),
                }
            }
            states = states
                .iter()
                .flat_map(|&(left, gained, p)| {
                    merged.iter().map(move |&(idle, more, q)| {
                        let mut left = left;
                        left[k] = idle;
                        (left, gained + more, p * q)
                    })
                })
                .collect();
        }
        states
    }
}

/// The symbol that most of a seat's kept dice show, if any does.
pub fn main_symbol(rules: &Rules, dice: &FaceCounts) -> Option<Symbol> {
    let count = |s: &Symbol| symbols_shown(rules.catalog(), dice, *s);
    // Of equal counts, what is done on the board before what is put aside.
    let on_board = |s: &Symbol| !matches!(s, Symbol::Money | Symbol::Plan);
    Symbol::ALL
        .into_iter()
        .max_by_key(|s| (count(s), on_board(s)))
        .filter(|s| count(s) > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reckoners_env::ids::SeatIx;
    use reckoners_env::{Difficulty, GameSetup, Reckoner, Ruleset};

    /// Plays every ordered roll of the dice listed by kind.
    fn brute(chase: &Chase<'_>, kinds: &[usize], rolls: u8, missing: u8) -> f64 {
        if missing == 0 {
            return 1.0;
        }
        if rolls == 0 || kinds.is_empty() {
            return 0.0;
        }
        let total = 6usize.pow(kinds.len() as u32);
        let mut sum = 0.0;
        for n in 0..total {
            let (mut rest, mut idle, mut gained) = (n, Vec::new(), 0);
            for &k in kinds {
                match chase.gives[k][rest % 6] {
                    0 => idle.push(k),
                    gives => gained += gives,
                }
                rest /= 6;
            }
            let missing = missing.saturating_sub(gained);
            sum += if gained == 0 && rolls > 1 && chase.must_keep {
                let without = |i: usize| {
                    let mut left = idle.clone();
                    left.remove(i);
                    brute(chase, &left, rolls - 1, missing)
                };
                (0..idle.len()).map(without).fold(0.0, f64::max)
            } else {
                brute(chase, &idle, rolls - 1, missing)
            };
        }
        sum / total as f64
    }

    #[test]
    fn the_odds_equal_brute_force_with_the_duty_to_keep_one() {
        let rules = Rules::embedded();
        let ruleset = Ruleset::base(Difficulty::Standard);
        let setup = GameSetup::new(&[Reckoner::Tia, Reckoner::David], ruleset).unwrap();
        let game = rules.new_game(&setup);
        let seat = game.seat(SeatIx(0));
        for symbol in [Symbol::Research, Symbol::Attack] {
            let mut chase = Chase::new(&rules, &game, seat, symbol);
            for (kinds, dice) in [
                (vec![0, 0], [2, 0, 0, 0, 0, 0, 0]),
                (vec![0, 3, 3], [1, 0, 0, 2, 0, 0, 0]),
                (vec![0, 0, 2], [2, 0, 1, 0, 0, 0, 0]),
            ] {
                for missing in 1..=4 {
                    for rolls in 1..=2 {
                        let exact = chase.chance(&dice, rolls, missing);
                        let slow = brute(&chase, &kinds, rolls, missing);
                        assert!((exact - slow).abs() < 1e-12, "{exact} {slow}");
                    }
                }
            }
        }
    }
}
