//! Using a power: what happens when a Reckoner uses an Equipment or ability card.

use super::Play;
use crate::cards::{Gain, Power};
use crate::event::{Event, Watch};
use crate::ids::{DistrictOffset, EquipmentId, SeatOffset};
use crate::state::{Open, Span};

impl<W: Watch> Play<'_, W> {
    /// Uses a card, free or paid with the group that was open.
    pub(super) fn use_card(&mut self, card: EquipmentId) {
        let acting = self.game.acting;
        self.game.seat_mut(acting).spent_cards.insert(card.0);
        let power = self.rules.catalog.equipment(card).power;
        self.open_power(power);
    }

    /// Uses the own ability, paid with the group that was open.
    pub(super) fn use_ability(&mut self) {
        let power = self.spend_ability();
        self.open_power(power);
    }

    /// Marks the own ability as used.
    pub(super) fn spend_ability(&mut self) -> Power {
        let acting = self.game.acting;
        let seat = self.game.seat_mut(acting);
        seat.ability_spent = true;
        self.rules.catalog.reckoner(seat.reckoner).ability
    }

    /// Opens the group that a power gives.
    fn open_power(&mut self, power: Power) {
        match power.gain {
            Gain::Symbols { gives, anywhere } => {
                let span = if anywhere { Span::Anywhere } else { Span::Own };
                self.open(Open::new(gives, span));
            }
            Gain::Move => self.open(Open::granted_move()),
            other => unreachable!("{other:?} opens no group"),
        }
    }

    /// Operations: another Reckoner gets a Plan Token, usable this round, also by somebody who was done.
    pub(super) fn give_token(&mut self, seat: SeatOffset) {
        self.spend_ability();
        let to = self.game.seat_at(seat);
        self.game.token_supply -= 1;
        let receiver = self.game.seat_mut(to);
        receiver.tokens += 1;
        receiver.ended = false;
        let change = 1;
        self.watch.event(Event::Tokens { seat: to, change });
    }

    /// Sniper: the own symbols reach a second district too.
    pub(super) fn aim(&mut self, district: DistrictOffset) {
        self.spend_ability();
        self.game.sniper = self.game.district_at(district);
    }
}
