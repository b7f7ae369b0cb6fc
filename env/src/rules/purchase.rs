//! Purchase Equipment: buy for a Reckoner, refresh the market, buy lost dice back.

use super::{Play, Rules};
use crate::action::Action;
use crate::cards::{Gain, Reward};
use crate::event::{Event, Watch};
use crate::ids::{CardSet, DieKind, EquipmentId};
use crate::state::{Game, Now, Seat, Spot, Step, TableDie, Task};

impl Rules {
    /// Dice of a kind left in the supply.
    pub fn die_supply(&self, game: &Game, kind: DieKind) -> u8 {
        let of_kind = |s: &Seat| s.dice.iter().filter(|die| die.kind == kind).count() as u8;
        let out: u8 = game.team().iter().map(of_kind).sum();
        let all = self.catalog.dice_in_box(&game.ruleset, kind);
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
                if let Gain::Reward(reward) = self.rules.catalog.equipment(card).power.gain {
                    self.consume(card, &reward);
                } else {
                    self.game.now = Now::Receive { card };
                }
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

    /// A card that is used when it is bought: out of the game, and it pays like a defeated Epic.
    fn consume(&mut self, card: EquipmentId, reward: &Reward) {
        self.game.discarded.insert(card.0);
        self.game.rewards.add(reward);
        self.push(Task::FillMarket { left: 1 });
        self.push(Task::PlaceRewards);
        self.pay_rewards();
    }

    pub(super) fn receive(&mut self, card: EquipmentId, action: Action) {
        let Action::Receive { seat } = action else {
            unreachable!("{action:?}")
        };
        let seat = self.game.seat_at(seat);
        self.game.seat_mut(seat).cards.insert(card.0);
        self.give_card_die(seat, card);
        self.game.now = Now::Busy;
        self.push(Task::FillMarket { left: 1 });
    }

    /// Tokens gained this round enter the trays; then the Epics' phase, or the placing of miniatures.
    pub(super) fn end_purchase(&mut self) {
        for seat in &mut self.game.seats {
            seat.tokens += std::mem::take(&mut seat.fresh_tokens);
        }
        if self.game.round > 0 {
            self.before_add_epics();
        }
    }
}
