//! Gifts: what a Reckoner lets another one do. The giver names who; the other one decides the rest; then the
//! decision returns.

use super::legal::{as_offsets, barricaded};
use super::{Play, Rules};
use crate::action::{Action, ActionMask, Block};
use crate::event::Watch;
use crate::ids::SeatIx;
use crate::state::{Game, Gift, Now, Open, Spot, TableDie};

impl Rules {
    /// Whether another Reckoner can use a gift of the acting one.
    pub(super) fn can_receive(&self, game: &Game, gift: Gift, seat: SeatIx) -> bool {
        if seat == game.acting {
            return false;
        }
        let other = game.seat(seat);
        match gift {
            Gift::Move => self.move_targets(game, seat) != 0 && self.can_pay_move(game, seat, None),
            // A card that waits for its second payment remembers a die that must stay used.
            Gift::Regain => other.dice.any(Spot::Used) && game.marks.of(other).waiting().is_empty(),
            Gift::Reroll => other.dice.any(Spot::Kept),
        }
    }

    /// Whether anybody can use a gift of the acting Reckoner.
    pub(super) fn has_recipient(&self, game: &Game, gift: Gift) -> bool {
        game.seated()
            .any(|(seat, _)| self.can_receive(game, gift, seat))
    }

    pub(super) fn recipients(&self, game: &Game, gift: Gift, mask: &mut ActionMask) {
        for offset in game.seat_offsets() {
            if self.can_receive(game, gift, game.seat_at(offset)) {
                mask.add(Block::Receive, offset.ix());
            }
        }
        if gift == Gift::Move {
            mask.add_bits(Block::RemoveBarricade, as_offsets(game, barricaded(game)));
        }
    }

    pub(super) fn used_dice(&self, game: &Game, mask: &mut ActionMask) {
        mask.add_bits(Block::AbilityDie, game.actor().dice.face_bits(Spot::Used));
    }

    /// The second reroll can be left out.
    pub(super) fn unused_dice(&self, game: &Game, again: bool, mask: &mut ActionMask) {
        mask.add_bits(Block::AbilityDie, game.actor().dice.face_bits(Spot::Kept));
        if again {
            mask.add(Block::Forfeit, 0);
        }
    }
}

impl<W: Watch> Play<'_, W> {
    /// Who gets the gift; Dispatcher may remove a Barricade instead.
    pub(super) fn name_recipient(&mut self, gift: Gift, action: Action) {
        self.game.now = Now::Busy;
        match action {
            Action::RemoveBarricade { district } => {
                self.remove_barricade(self.game.district_at(district));
            }
            Action::Receive { seat } => {
                let to = self.game.seat_at(seat);
                self.lend_decision(to);
                // Somebody who was done may act again.
                self.game.seat_mut(to).ended = false;
                match gift {
                    Gift::Move => self.open(Open::granted_move()),
                    Gift::Regain => self.game.now = Now::Regain,
                    Gift::Reroll => self.game.now = Now::Reroll { again: false },
                }
            }
            other => unreachable!("{other:?}"),
        }
    }

    /// Lets another Reckoner decide; afterwards the decision returns to who had it.
    pub(super) fn lend_decision(&mut self, to: SeatIx) {
        if to != self.game.acting {
            self.game.returns_to.get_or_insert(self.game.acting);
            self.game.acting = to;
        }
    }

    /// A used die is unused again and shows what it showed.
    pub(super) fn regain(&mut self, action: Action) {
        let Action::AbilityDie { kind, face } = action else {
            unreachable!("{action:?}")
        };
        let die = |spot| TableDie::shown(spot, kind, face);
        let acting = self.game.acting;
        let dice = &mut self.game.seat_mut(acting).dice;
        dice.change(die(Spot::Used), die(Spot::Kept));
        self.game.now = Now::Busy;
    }

    /// An unused die is rolled again; after the first, another may follow.
    pub(super) fn reroll(&mut self, again: bool, action: Action) {
        let acting = self.game.acting;
        match action {
            Action::AbilityDie { kind, face } => {
                let die = TableDie::shown(Spot::Kept, kind, face);
                let in_air = TableDie::hidden(Spot::Air, kind);
                self.game.seat_mut(acting).dice.change(die, in_air);
                if !again {
                    self.push(crate::state::Task::RerollAgain);
                }
                self.game.now = Now::RollDice { seat: acting };
            }
            Action::Forfeit => self.game.now = Now::Busy,
            other => unreachable!("{other:?}"),
        }
    }
}
