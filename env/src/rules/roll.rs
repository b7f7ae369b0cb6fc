//! Roll Dice: three rolls, keep at least one die of the first two; Faith.

use super::Play;
use crate::action::Action;
use crate::event::{Event, Watch};
use crate::ids::{DieKind, FaceIx, SeatIx, SeatOffset};
use crate::state::{FaceCounts, Now, Spot, Step, TableDie, Task};

impl<W: Watch> Play<'_, W> {
    /// All first rolls fall before anybody decides; a Reckoner without dice is passed over.
    pub(super) fn first_rolls(&mut self, offset: u8) {
        if offset == self.game.seat_count {
            self.push(Task::KeepStep);
            return;
        }
        self.push(Task::FirstRolls { offset: offset + 1 });
        let index = self.game.seat_at(SeatOffset(offset));
        let seat = self.game.seat_mut(index);
        if seat.dice.any(Spot::Tray) {
            seat.rolls = 1;
            seat.kept_now = 0;
            seat.dice.put_all(Spot::Tray, Spot::Air);
            self.game.now = Now::RollDice { seat: index };
        }
    }

    pub(super) fn rolled(&mut self, index: SeatIx, faces: &FaceCounts) {
        self.watch.event(Event::Rolled {
            seat: index,
            faces: *faces,
        });
        let traits = self.rules.traits(self.game, self.game.seat(index));
        // Only a Reckoner who can still reroll has anything to decide about the last roll.
        let last = self.game.step == Step::Use
            || self.game.seat(index).rolls == traits.rolls() && !traits.can_reroll_roll();
        let seat = self.game.seat_mut(index);
        let spot = if last { Spot::Kept } else { Spot::Rolled };
        seat.dice.land(faces, spot);
        if last {
            // Dice that Faith left lying on the last roll are kept with the rest.
            seat.dice.put_all(Spot::Rolled, Spot::Kept);
        }
    }

    /// After the first reroll of a gift another one may follow.
    pub(super) fn reroll_again(&mut self) {
        if self.game.actor().dice.any(Spot::Kept) {
            self.game.now = Now::Reroll { again: true };
        }
    }

    /// Gives the decision to the acting seat, or the next one clockwise with dice to decide on.
    pub(super) fn keep_step(&mut self) {
        let deciding = |offset: &SeatOffset| {
            let seat = self.game.seat_at(*offset);
            self.game.seat(seat).dice.any(Spot::Rolled)
        };
        match self.game.seat_offsets().find(deciding) {
            Some(offset) => {
                self.hand_on(offset);
                self.push(Task::KeepStep);
                self.game.now = Now::Keep;
            }
            None => {
                self.game.focused = false;
                self.push(Task::UseStep);
            }
        }
    }

    /// Lets the seat at an offset decide; who was not handed the decision by a Reckoner may hand it on.
    pub(super) fn hand_on(&mut self, offset: SeatOffset) {
        self.game.acting = self.game.seat_at(offset);
        if offset.0 > 0 {
            self.game.focused = false;
        }
    }

    pub(super) fn keep(&mut self, action: Action) {
        let acting = self.game.acting;
        let seat = self.game.seat_mut(acting);
        let die = |spot, kind, face| TableDie::shown(spot, kind, face);
        match action {
            Action::Keep { kind, face } => {
                let kept = die(Spot::Kept, kind, face);
                seat.dice.change(die(Spot::Rolled, kind, face), kept);
                seat.kept_now += 1;
            }
            Action::RollRest => {
                seat.dice.put_all(Spot::Rolled, Spot::Air);
                seat.rolls += 1;
                seat.kept_now = 0;
                self.game.now = Now::RollDice { seat: acting };
                return;
            }
            Action::KeepAll => seat.dice.put_all(Spot::Rolled, Spot::Kept),
            Action::AbilityDie { kind, face } => return self.choose_for_faith(kind, face),
            Action::Focus { seat } => self.game.acting = self.game.seat_at(seat),
            other => unreachable!("{other:?}"),
        }
        self.game.now = Now::Busy;
    }

    pub(super) fn faith(&mut self, action: Action) {
        match action {
            Action::AbilityDie { kind, face } => self.choose_for_faith(kind, face),
            _ => {
                let seat = self.game.acting;
                self.game.now = Now::RollDice { seat };
            }
        }
    }

    /// Faith will reroll one more die.
    fn choose_for_faith(&mut self, kind: DieKind, face: FaceIx) {
        let acting = self.game.acting;
        let seat = self.game.seat_mut(acting);
        seat.ability_spent = true;
        let in_air = TableDie::hidden(Spot::Air, kind);
        let rolled = TableDie::shown(Spot::Rolled, kind, face);
        seat.dice.change(rolled, in_air);
        self.game.now = Now::Faith;
    }
}
