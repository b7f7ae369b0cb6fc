//! Dice that the team loses: to a discovered base, or with the card that gave them.

use super::{Play, Rules};
use crate::action::{Action, ActionMask, Block};
use crate::event::{Event, Watch};
use crate::ids::{DieKind, FaceIx, SeatIx};
use crate::state::{Game, Now, Spot, TableDie};

/// The faces that a Reckoner's unused dice of a kind show.
fn unused_faces(game: &Game, seat: SeatIx, kind: DieKind) -> impl Iterator<Item = FaceIx> + use<> {
    let faces = game.seat(seat).dice.faces(Spot::Kept);
    FaceIx::all().filter(move |face| faces.get(kind, *face) > 0)
}

impl Rules {
    pub(super) fn lost_faces(
        &self,
        game: &Game,
        seat: SeatIx,
        kind: DieKind,
        mask: &mut ActionMask,
    ) {
        for face in unused_faces(game, seat, kind) {
            mask.add(Block::SetFace, face.ix());
        }
    }
}

impl<W: Watch> Play<'_, W> {
    /// A base was discovered: the team has named owner and kind.
    pub(super) fn lose_die(&mut self, action: Action) {
        let Action::LoseDie { seat, kind } = action else {
            unreachable!("{action:?}")
        };
        self.game.now = Now::Busy;
        self.take_die(self.game.seat_at(seat), kind, false);
    }

    /// Takes a die of a kind: one in the tray, laid aside or used if there is one, else an unused one. It is lost, or goes
    /// back into the supply (then a lost one goes if there is no other).
    pub(super) fn take_die(&mut self, seat: SeatIx, kind: DieKind, back: bool) {
        let dice = &self.game.seat(seat).dice;
        let hidden = [Spot::Tray, Spot::Aside].map(|spot| TableDie::hidden(spot, kind));
        let used = FaceIx::all().map(|face| TableDie::shown(Spot::Used, kind, face));
        if let Some(die) = hidden.into_iter().chain(used).find(|die| dice.has(*die)) {
            self.remove_die(seat, die, back);
            return;
        }
        let mut faces = unused_faces(self.game, seat, kind);
        match (faces.next(), faces.next()) {
            (None, _) => {
                let lost = TableDie::hidden(Spot::Lost, kind);
                if back && self.game.seat(seat).dice.has(lost) {
                    self.remove_die(seat, lost, back);
                }
            }
            (Some(face), None) => {
                self.remove_die(seat, TableDie::shown(Spot::Kept, kind, face), back);
            }
            (Some(_), Some(_)) => self.game.now = Now::LoseFace { seat, kind, back },
        }
    }

    /// The team names the face of the unused die that goes.
    pub(super) fn lose_face(&mut self, seat: SeatIx, kind: DieKind, back: bool, action: Action) {
        let Action::SetFace { face } = action else {
            unreachable!("{action:?}")
        };
        self.game.now = Now::Busy;
        self.remove_die(seat, TableDie::shown(Spot::Kept, kind, face), back);
    }

    fn remove_die(&mut self, seat: SeatIx, die: TableDie, back: bool) {
        let kind = die.kind;
        let dice = &mut self.game.seat_mut(seat).dice;
        if back {
            dice.remove(die);
        } else {
            dice.change(die, TableDie::hidden(Spot::Lost, kind));
        }
        self.watch.event(Event::DieLost { seat, kind });
    }
}
