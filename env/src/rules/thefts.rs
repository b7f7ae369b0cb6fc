//! What Epics take from the team: Equipment, money, Plan Tokens; and what comes back.

use super::{Play, Rules};
use crate::action::{Action, ActionMask, Block};
use crate::event::{Event, Watch};
use crate::ids::{CardSet, Cause, DistrictIx, EquipmentId, SeatIx};
use crate::state::{Game, Now, Task};

/// All Equipment that Reckoners own.
fn owned_cards(game: &Game) -> CardSet {
    game.team()
        .iter()
        .fold(CardSet::EMPTY, |all, seat| all.or(seat.cards))
}

impl Rules {
    pub(super) fn all_cards(&self, game: &Game, mask: &mut ActionMask) {
        mask.add_bits(Block::NameCard, owned_cards(game).0);
    }

    pub(super) fn token_owners(&self, game: &Game, mask: &mut ActionMask) {
        for offset in game.seat_offsets() {
            let seat = game.seat(game.seat_at(offset));
            if seat.tokens + seat.fresh_tokens > 0 {
                mask.add(Block::Receive, offset.ix());
            }
        }
    }
}

impl<W: Watch> Play<'_, W> {
    /// A card is laid under the Epic of a district; without a card or an Epic it could not occur.
    pub(super) fn steal(&mut self, district: DistrictIx) {
        if self.game.district(district).epic.is_none() || owned_cards(self.game).is_empty() {
            self.lose_population(1, Cause::CouldNotOccur);
        } else {
            self.game.now = Now::Steal { district };
        }
    }

    pub(super) fn steal_card(&mut self, district: DistrictIx, action: Action) {
        let Action::NameCard { card } = action else {
            unreachable!("{action:?}")
        };
        self.game.now = Now::Busy;
        let seat = self.take_card(card);
        self.game.seat_mut(seat).stolen.insert(card.0);
        self.game.district_mut(district).stolen.insert(card.0);
        self.watch.event(Event::CardStolen {
            seat,
            card,
            district,
        });
    }

    /// Takes a card from its owner, with the die that it gave; a resting card has none.
    fn take_card(&mut self, card: EquipmentId) -> SeatIx {
        let owner = self.game.owner(card).expect("a named card has an owner");
        if !self.game.marks.resting.has(card.0) {
            self.return_card_die(owner, card);
        }
        self.game.seat_mut(owner).cards.remove(card.0);
        self.game.marks.clear(card);
        owner
    }

    /// The cards under a defeated Epic go back to their owners; they rest until the next round.
    pub(super) fn return_stolen(&mut self, district: DistrictIx) {
        let back = std::mem::replace(&mut self.game.district_mut(district).stolen, CardSet::EMPTY);
        if back.is_empty() {
            return;
        }
        for i in 0..self.game.seat_count {
            let seat = SeatIx(i);
            let owner = self.game.seat_mut(seat);
            let own = owner.stolen.and(back);
            owner.stolen = owner.stolen.without(own);
            owner.cards = owner.cards.or(own);
            self.game.marks.resting = self.game.marks.resting.or(own);
            for card in own.equipment() {
                self.watch.event(Event::CardReturned { seat, card });
            }
        }
    }

    /// $1 less; without money cards are sold until there is some, or none is left to sell.
    pub(super) fn attack_money(&mut self) {
        if self.game.money > 0 {
            self.pay(1);
        } else if owned_cards(self.game).is_empty() {
            self.lose_population(1, Cause::CouldNotOccur);
        } else {
            self.game.now = Now::Sell;
        }
    }

    pub(super) fn sell_card(&mut self, action: Action) {
        let Action::NameCard { card } = action else {
            unreachable!("{action:?}")
        };
        self.game.now = Now::Busy;
        // The attack that asked for the sale goes on.
        self.push(Task::Sale);
        let seat = self.take_card(card);
        self.game.equipment_deck.insert(card.0);
        self.watch.event(Event::CardSold { seat, card });
        let price = self.rules.catalog.equipment(card).price;
        if price > 0 {
            self.gain_money(price);
        }
    }

    /// A Plan Token less, one beside a tray first.
    pub(super) fn attack_plan(&mut self) {
        let some = |seat: &crate::state::Seat| seat.tokens + seat.fresh_tokens > 0;
        if self.game.team().iter().any(some) {
            self.game.now = Now::DiscardToken;
        } else {
            self.lose_population(1, Cause::CouldNotOccur);
        }
    }

    pub(super) fn discard_token(&mut self, action: Action) {
        let Action::Receive { seat } = action else {
            unreachable!("{action:?}")
        };
        let seat = self.game.seat_at(seat);
        let owner = self.game.seat_mut(seat);
        if owner.fresh_tokens > 0 {
            owner.fresh_tokens -= 1;
        } else {
            owner.tokens -= 1;
        }
        self.game.token_supply += 1;
        self.watch.event(Event::Tokens { seat, change: -1 });
        self.game.now = Now::Busy;
    }
}
