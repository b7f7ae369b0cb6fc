//! Purchase Equipment: buy for a Reckoner, refresh the market, buy lost dice back.

use super::{Play, Rules};
use crate::action::Action;
use crate::cards::Gain;
use crate::event::{Event, Watch};
use crate::ids::{CardSet, DieKind, EquipmentId};
use crate::state::{Game, Now, Seat, Spot, Step, TableDie, Task};

impl Rules {
    /// Special dice of a colour left in the supply.
    pub fn die_supply(&self, game: &Game, kind: DieKind) -> u8 {
        let of_kind = |s: &Seat| s.dice.iter().filter(|die| die.kind == kind).count() as u8;
        let out: u8 = game.team().iter().map(of_kind).sum();
        let all = self.catalog.setup.special_dice_per_colour;
        all.saturating_sub(out)
    }
}

impl<W: Watch> Play<'_, W> {
    pub(super) fn buy_step(&mut self) {
        if self.game.round > 0 {
            self.game.step = Step::Purchase;
        }
        self.push(Task::BuyStep);
        self.game.now = Now::Buy;
    }

    pub(super) fn fill_market(&mut self, left: u8) {
        if left > 0 && !self.game.equipment_deck.is_empty() {
            self.push(Task::FillMarket { left: left - 1 });
            self.game.now = Now::DealEquipment;
        }
    }

    pub(super) fn market_card(&mut self, card: EquipmentId) {
        self.game.equipment_deck.remove(card.0);
        self.game.market.insert(card.0);
        self.watch.event(Event::MarketCard { card });
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
                self.game.discarded = self.game.discarded.or(self.game.market);
                self.game.market = CardSet::EMPTY;
                self.push(Task::FillMarket { left: setup.market });
            }
            Action::BuyBack { seat, kind } => {
                self.pay(setup.buy_back_price);
                let seat = self.game.seat_at(seat);
                let die = |spot| TableDie::hidden(spot, kind);
                let dice = &mut self.game.seat_mut(seat).dice;
                dice.change(die(Spot::Lost), die(Spot::Tray));
                self.watch.event(Event::DieGained { seat, kind });
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
        let seat = self.game.seat_at(seat);
        self.game.seat_mut(seat).cards.insert(card.0);
        if let Gain::Die(kind) = self.rules.catalog.equipment(card).power.gain
            && self.rules.die_supply(self.game, kind) > 0
        {
            let die = TableDie::hidden(Spot::Tray, kind);
            self.game.seat_mut(seat).dice.add(die);
            self.watch.event(Event::DieGained { seat, kind });
        }
        self.game.now = Now::Busy;
        self.push(Task::FillMarket { left: 1 });
    }

    /// Tokens gained this round enter the trays; then the Epics' phase, or the placing of miniatures.
    pub(super) fn end_purchase(&mut self) {
        for seat in &mut self.game.seats {
            seat.tokens += std::mem::take(&mut seat.fresh_tokens);
        }
        if self.game.round > 0 {
            self.push(Task::AddEpics { offset: 0 });
        }
    }
}
