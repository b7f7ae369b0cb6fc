//! Purchase Equipment: buy for a Reckoner, refresh the market, buy lost dice back.

use super::{Play, Rules};
use crate::action::Action;
use crate::cards::catalog::EquipmentEffect;
use crate::event::{Event, Watch};
use crate::ids::{CardSet, DieKind, EquipmentId};
use crate::state::{Game, Now, Task};

impl Rules {
    /// Special dice of a colour left in the supply.
    pub fn die_supply(&self, game: &Game, kind: DieKind) -> u8 {
        let k = kind.index();
        let out: u8 = game.team().iter().map(|s| s.dice[k] + s.lost[k]).sum();
        self.catalog
            .setup
            .special_dice_per_colour
            .saturating_sub(out)
    }
}

impl<W: Watch> Play<'_, W> {
    pub(super) fn buy_step(&mut self) {
        self.push(Task::BuyStep);
        self.game.now = Now::Buy;
    }

    pub(super) fn buy(&mut self, action: Action) {
        self.game.now = Now::Busy;
        let setup = &self.rules.catalog.setup;
        match action {
            Action::Buy { card } => {
                self.pay(u16::from(self.rules.catalog.equipment(card).price));
                self.game.market.remove(card.0);
                self.game.now = Now::Receive { card };
            }
            Action::Refresh => {
                self.pay(setup.refresh_price);
                self.game.discarded.0 |= self.game.market.0;
                self.game.market = CardSet(0);
                self.push(Task::FillMarket(setup.market));
            }
            Action::BuyBack { seat, kind } => {
                self.pay(setup.buy_back_price);
                let owner = self.game.seat_at(seat);
                let seat = &mut self.game.seats[usize::from(owner)];
                seat.lost[kind.index()] -= 1;
                seat.dice[kind.index()] += 1;
                self.watch.event(Event::DieGained { seat: owner, kind });
            }
            Action::DonePurchase => {
                // The step's own task is still pending below; it is replaced.
                self.game.agenda.pop();
                self.push(Task::EndPurchase);
            }
            other => unreachable!("{other:?}"),
        }
    }

    pub(super) fn receive(&mut self, card: EquipmentId, action: Action) {
        let Action::Receive { seat } = action else {
            unreachable!("{action:?}")
        };
        let to = self.game.seat_at(seat);
        self.game.seats[usize::from(to)].cards.insert(card.0);
        if let EquipmentEffect::ExtraDie(kind) = self.rules.catalog.equipment(card).effect
            && self.rules.die_supply(self.game, kind) > 0
        {
            self.game.seats[usize::from(to)].dice[kind.index()] += 1;
            self.watch.event(Event::DieGained { seat: to, kind });
        }
        self.game.now = Now::Busy;
        self.push(Task::FillMarket(1));
    }

    /// Tokens gained by dice enter the trays; then the Epics' phase, or the placing of miniatures.
    pub(super) fn end_purchase(&mut self) {
        for seat in &mut self.game.seats {
            seat.tokens += std::mem::take(&mut seat.fresh_tokens);
        }
        if self.game.round > 0 {
            self.push(Task::AddEpics(0));
        }
    }
}
