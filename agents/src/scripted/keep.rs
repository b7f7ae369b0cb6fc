//! Roll Dice: keep what serves the place where one will stand, reroll what a fresh die beats.

use reckoners_env::action::Action;
use reckoners_env::ids::{DieKind, DistrictIx, FACES, FaceIx, Symbol};
use reckoners_env::state::Spot;

use super::Thought;
use crate::assess::Hand;
use crate::odds;

/// One kind and face among the dice to decide on.
#[derive(Clone, Copy)]
struct Shown {
    kind: DieKind,
    face: FaceIx,
    /// What it adds to everything kept and shown.
    worth: f32,
    /// How much better it is than rolling again.
    gain: f32,
}

impl Thought<'_> {
    pub(super) fn keep(&self) -> Action {
        let seat = self.me();
        let rolls_left = self.rules.traits(self.game, seat).rolls() - seat.rolls;
        if rolls_left == 0 {
            return self.faith_or(Action::KeepAll);
        }
        let mut best: Option<Shown> = None;
        let mut most: Option<Shown> = None;
        self.each_shown(rolls_left, |die| {
            if most.is_none_or(|m| die.worth > m.worth) {
                most = Some(die);
            }
            if die.gain >= 0.0 && best.is_none_or(|b| die.gain > b.gain) {
                best = Some(die);
            }
        });
        let keep = |die: Shown| Action::Keep {
            kind: die.kind,
            face: die.face,
        };
        match best {
            None if seat.kept_now > 0 => Action::RollRest,
            // At least one die of a roll is kept: the best there is.
            found => keep(found.or(most).expect("a roll to decide on has dice")),
        }
    }

    /// Faith on the third roll: the die that gains most from another throw, while one does.
    pub(super) fn faith_or(&self, otherwise: Action) -> Action {
        let mut worst: Option<Shown> = None;
        self.each_shown(1, |die| {
            if die.gain < -self.habits.faith_gain && worst.is_none_or(|w| die.gain < w.gain) {
                worst = Some(die);
            }
        });
        worst.map_or(otherwise, |die| Action::AbilityDie {
            kind: die.kind,
            face: die.face,
        })
    }

    /// Judges every die shown against rolling it again.
    fn each_shown(&self, rolls_left: u8, mut see: impl FnMut(Shown)) {
        let seat = self.me();
        let catalog = self.rules.catalog();
        let mut all = self.hands[self.game.acting.ix()];
        let rolled = seat.dice.faces(Spot::Rolled);
        for (kind, face, count) in rolled.iter() {
            add(
                &mut all,
                &self.rules.traits(self.game, seat).symbols_of(kind, face).0,
                count,
            );
        }
        let district = self.target(&all);
        let total = self.value(district, &all);
        for kind in DieKind::ALL {
            let faces = &rolled.0[kind.index()];
            if *faces == [0; FACES] {
                continue;
            }
            let mut worth = [f32::MAX; FACES];
            let mut least = 0;
            for face in 0..FACES {
                if faces[face] > 0 {
                    let mut without = all;
                    take(
                        &mut without,
                        &self
                            .rules
                            .traits(self.game, seat)
                            .symbols_of(kind, FaceIx(face as u8))
                            .0,
                    );
                    worth[face] = total - self.value(district, &without);
                    if worth[face] < worth[least] {
                        least = face;
                    }
                }
            }
            if faces[least] == 0 {
                least = (0..FACES).find(|&f| faces[f] > 0).unwrap_or(0);
            }
            // A fresh die takes the place of the least useful one of its kind.
            let mut without = all;
            take(
                &mut without,
                &self
                    .rules
                    .traits(self.game, seat)
                    .symbols_of(kind, FaceIx(least as u8))
                    .0,
            );
            let base = self.value(district, &without);
            let die = catalog.die(kind);
            let mut promise = [0.0; FACES];
            for face in die.classes() {
                let mut with = without;
                add(
                    &mut with,
                    &self.rules.traits(self.game, seat).symbols_of(kind, face).0,
                    1,
                );
                promise[face.ix()] = self.value(district, &with) - base;
            }
            let fresh = odds::stopping_value(die, &promise, rolls_left) - self.habits.reroll_gain;
            for face in 0..FACES {
                if faces[face] > 0 {
                    see(Shown {
                        kind,
                        face: FaceIx(face as u8),
                        worth: worth[face],
                        gain: worth[face] - fresh,
                    });
                }
            }
        }
    }

    /// Where this hand does most, the Move paid.
    fn target(&self, hand: &Hand) -> DistrictIx {
        let here = self.me().district;
        let mut best = (here, self.value(here, hand));
        if self.is_blocked(here) {
            return here;
        }
        let cheapest = if hand[Symbol::Money.index()] > 0 {
            self.weights.money
        } else {
            self.weights.plan
        };
        let price = cheapest + self.habits.move_gain;
        for (district, _) in self.game.placed() {
            if district != here && !self.is_blocked(district) {
                let worth = self.value(district, hand) - price;
                if worth > best.1 {
                    best = (district, worth);
                }
            }
        }
        best.0
    }
}

pub(super) fn add(hand: &mut Hand, symbols: &Hand, count: u8) {
    for (have, more) in hand.iter_mut().zip(symbols) {
        *have += more * count;
    }
}

pub(super) fn take(hand: &mut Hand, symbols: &Hand) {
    for (have, less) in hand.iter_mut().zip(symbols) {
        *have -= less;
    }
}
