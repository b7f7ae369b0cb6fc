//! The acting Reckoner and the others; a part of the reference.

use reckoners_env::ids::{DieKind, FACES};
use reckoners_env::state::{Seat, Spot, TableDie};

use super::{View, dice, flag, number, numbers, one_hot, unknown};

impl View<'_> {
    pub(super) fn me(&self, field: &str) -> Vec<f32> {
        let (me, marks) = (self.me, &self.game.marks);
        let half_paid = marks.half_paid[0].or(marks.half_paid[1]);
        let by_kind = |spots: &[Spot]| {
            numbers(DieKind::ALL.map(|kind| {
                let here = |die: &TableDie| die.kind == kind && spots.contains(&die.spot);
                me.dice.iter().filter(here).count() as u32
            }))
        };
        let by_face = |spot: Spot| {
            numbers((0..DieKind::COUNT * FACES).map(|i| {
                let here = |die: &TableDie| die.kind as usize * FACES + die.face.ix() == i;
                dice(me, spot).filter(here).count() as u32
            }))
        };
        match field {
            "reckoner" => one_hot(10, Some(me.reckoner as usize)),
            "ability_spent" => flag(me.ability_spent),
            "tokens" => number(me.tokens),
            "any_token" => flag(me.tokens > 0),
            "fresh_tokens" => number(me.fresh_tokens),
            "rolls" => one_hot(3, usize::from(me.rolls).checked_sub(1)),
            "kept_now" => flag(me.kept_now > 0),
            "dice" => {
                let spots = [Spot::Tray, Spot::Air, Spot::Rolled, Spot::Kept, Spot::Used];
                by_kind(&[&spots[..], &[Spot::Aside]].concat())
            }
            "lost" => by_kind(&[Spot::Lost]),
            "rolled" => by_face(Spot::Rolled),
            "kept" => by_face(Spot::Kept),
            "rolled_symbols" => numbers(self.symbols(me, &[Spot::Rolled])),
            "kept_symbols" => numbers(self.symbols(me, &[Spot::Kept])),
            "resting" => number(me.cards.and(marks.resting).len()),
            "waiting" => number(me.cards.and(half_paid).len()),
            "demolitions" => number(me.demolitions),
            "cards" => self.owned_cards(me),
            _ => unknown("me", field),
        }
    }

    pub(super) fn other(&self, field: &str, n: usize) -> Vec<f32> {
        let count = usize::from(self.game.seat_count);
        let present = n + 1 < count;
        let seat = &self.game.seats[(self.game.acting.ix() + n + 1) % count];
        if !present {
            return match field {
                "reckoner" => vec![0.0; 10],
                "symbols" => vec![0.0; 6],
                "district" => vec![0.0; 7],
                "owned" => vec![0.0; 53],
                _ => vec![0.0],
            };
        }
        let marks = &self.game.marks;
        let half_paid = marks.half_paid[0].or(marks.half_paid[1]);
        let rolled = seat.rolls > 0;
        let at = |spot: Spot| dice(seat, spot).count() as u32;
        let owned = || seat.dice.iter().filter(|die| die.spot != Spot::Lost);
        match field {
            "present" => flag(true),
            "reckoner" => one_hot(10, Some(seat.reckoner as usize)),
            "district" => {
                let here = |n: &usize| self.district_index(*n) == seat.district.ix();
                let placed = seat.district.is_somewhere();
                one_hot(7, (0..self.district_count()).find(here).filter(|_| placed))
            }
            "tokens" => number(seat.tokens),
            "fresh_tokens" => number(seat.fresh_tokens),
            "active" => flag(rolled && (at(Spot::Rolled) > 0 || self.has_something(seat))),
            "ability_spent" => flag(seat.ability_spent),
            "rolls" => number(seat.rolls),
            "undecided" => number(at(Spot::Rolled)),
            "kept" => number(at(Spot::Kept)),
            "symbols" => numbers(self.symbols(seat, &[Spot::Rolled, Spot::Kept])),
            "basic_dice" => number(owned().filter(|die| die.kind == DieKind::Basic).count() as u32),
            "special_dice" => {
                number(owned().filter(|die| die.kind != DieKind::Basic).count() as u32)
            }
            "lost" => number(at(Spot::Lost)),
            "cards" => number(seat.cards.len()),
            "owned" => self.owned_cards(seat),
            "ready_cards" => number(self.free_cards(seat) as u32),
            "resting" => number(seat.cards.and(marks.resting).len()),
            "waiting" => number(seat.cards.and(half_paid).len()),
            "demolitions" => number(seat.demolitions),
            _ => unknown("others", field),
        }
    }

    /// Equipment, card by card.
    fn owned_cards(&self, seat: &Seat) -> Vec<f32> {
        numbers((0..53).map(|card| match seat.cards.has(card) {
            true if self.is_idle(card) => 1u8,
            true => 2,
            false => 0,
        }))
    }
}
