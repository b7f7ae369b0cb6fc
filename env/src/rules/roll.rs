//! Roll Dice: three rolls, keep at least one die of the first two; Faith.

use super::Play;
use crate::action::Action;
use crate::cards::catalog::Ability;
use crate::event::{Event, Watch};
use crate::ids::DieKind;
use crate::state::{Now, SeatDice, Task};

/// Rolls in a round.
pub(super) const ROLLS: u8 = 3;

impl<W: Watch> Play<'_, W> {
    /// All first rolls fall before anybody decides; a Reckoner without dice is passed over.
    pub(super) fn first_rolls(&mut self, offset: u8) {
        if offset == self.game.seat_count {
            self.push(Task::KeepStep);
            return;
        }
        self.push(Task::FirstRolls(offset + 1));
        let index = self.game.seat_at(offset);
        let seat = &mut self.game.seats[usize::from(index)];
        if seat.dice != [0; DieKind::COUNT] {
            seat.rolls = 1;
            seat.kept_now = 0;
            self.game.tumbling = seat.dice;
            self.game.now = Now::RollDice { seat: index };
        }
    }

    pub(super) fn rolled(&mut self, index: u8, faces: &SeatDice) {
        self.watch.event(Event::Rolled {
            seat: index,
            faces: *faces,
        });
        self.game.tumbling = [0; DieKind::COUNT];
        let faith = self.ability(index) == Ability::Faith;
        let seat = &mut self.game.seats[usize::from(index)];
        let last = seat.rolls == ROLLS && (!faith || seat.ability_spent);
        let to = if last {
            &mut seat.kept
        } else {
            &mut seat.rolled
        };
        for (have, new) in to.0.iter_mut().flatten().zip(faces.0.iter().flatten()) {
            *have += new;
        }
        if last && !seat.rolled.is_empty() {
            // Dice that Faith left lying on the third roll are kept with the rest.
            keep_everything(seat);
        }
    }

    /// Gives the decision to the acting seat, or the next one clockwise with dice to decide on.
    pub(super) fn keep_step(&mut self) {
        let deciding = |offset: &u8| {
            let seat = self.game.seat_at(*offset);
            !self.game.seats[usize::from(seat)].rolled.is_empty()
        };
        match (0..self.game.seat_count).find(deciding) {
            Some(offset) => {
                self.game.acting = self.game.seat_at(offset);
                if offset > 0 {
                    self.game.focused = false;
                }
                self.push(Task::KeepStep);
                self.game.now = Now::Keep;
            }
            None => {
                self.game.focused = false;
                self.push(Task::UseStep);
            }
        }
    }

    pub(super) fn keep(&mut self, action: Action) {
        let acting = self.game.acting;
        let seat = &mut self.game.seats[usize::from(acting)];
        self.game.now = Now::Busy;
        match action {
            Action::Keep { kind, face } => {
                let (k, f) = (kind.index(), usize::from(face));
                seat.rolled.0[k][f] -= 1;
                seat.kept.0[k][f] += 1;
                seat.kept_now += 1;
            }
            Action::RollRest => {
                self.game.tumbling = seat.rolled.kinds();
                seat.rolled = SeatDice::default();
                seat.rolls += 1;
                seat.kept_now = 0;
                self.game.now = Now::RollDice { seat: acting };
            }
            Action::KeepAll => keep_everything(seat),
            Action::AbilityDie { kind, face } => {
                seat.ability_spent = true;
                seat.rolled.0[kind.index()][usize::from(face)] -= 1;
                self.game.tumbling[kind.index()] += 1;
                self.game.now = Now::Faith;
            }
            Action::FaithRoll => self.game.now = Now::RollDice { seat: acting },
            Action::Focus { seat } => self.game.acting = self.game.seat_at(seat),
            other => unreachable!("{other:?}"),
        }
    }
}

fn keep_everything(seat: &mut crate::state::Seat) {
    for (kept, rolled) in seat
        .kept
        .0
        .iter_mut()
        .flatten()
        .zip(seat.rolled.0.iter_mut().flatten())
    {
        *kept += std::mem::take(rolled);
    }
}
