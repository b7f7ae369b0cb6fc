//! Dawnslight Aid: two cards are drawn, one is kept and goes to a Reckoner; the other goes below the deck.

use super::super::legal::seats;
use super::super::{Play, Rules};
use crate::action::{Action, ActionMask, Block};
use crate::cards::AidGain;
use crate::event::{Event, Watch};
use crate::ids::{AidIx, DistrictIx, SeatIx};
use crate::state::{Game, Now, Origin, Span, Step, Task};

impl Rules {
    /// The seats, as bits, that may get the Dawnslight card of a district: those there; if nobody is, the acting one, or
    /// any when the team as a whole caused it.
    fn may_get_aid(&self, game: &Game, district: DistrictIx) -> u8 {
        match game.seats_in(district) {
            0 if game.step == Step::Use => 1 << game.acting.0,
            0 => (1 << game.seat_count) - 1,
            there => there,
        }
    }

    pub(in crate::rules) fn aids(&self, _game: &Game, pair: [AidIx; 2], mask: &mut ActionMask) {
        for card in pair {
            mask.add(Block::Aid, card.ix());
        }
    }

    pub(in crate::rules) fn aided(&self, game: &Game, district: DistrictIx, mask: &mut ActionMask) {
        seats(game, self.may_get_aid(game, district), mask);
    }
}

impl<W: Watch> Play<'_, W> {
    /// Draws the next card of an Aid: by chance, or the known one below the deck.
    pub(in crate::rules) fn draw_aid(&mut self, district: DistrictIx, held: Option<AidIx>) {
        let aids = &mut self.game.city.aids;
        if aids.is_shuffled() {
            self.game.now = Now::DrawAid { district, held };
        } else if let Some(card) = aids.take_known() {
            self.aid_drawn(district, held, card);
        } else if let Some(card) = held {
            // It was the last one.
            self.give_aid(district, card);
        }
    }

    /// Chance has drawn a card.
    pub(in crate::rules) fn aid_from_deck(
        &mut self,
        district: DistrictIx,
        held: Option<AidIx>,
        card: AidIx,
    ) {
        self.game.city.aids.deck[card.ix()] -= 1;
        self.aid_drawn(district, held, card);
    }

    fn aid_drawn(&mut self, district: DistrictIx, held: Option<AidIx>, card: AidIx) {
        match held {
            None => self.push(Task::Aid {
                district,
                held: Some(card),
            }),
            Some(first) if first == card => {
                self.game.city.aids.put_below(card);
                self.give_aid(district, card);
            }
            Some(first) => {
                let pair = [first, card];
                self.game.now = Now::KeepAid { district, pair };
            }
        }
    }

    pub(in crate::rules) fn keep_aid(
        &mut self,
        district: DistrictIx,
        [first, second]: [AidIx; 2],
        action: Action,
    ) {
        let Action::Aid { card } = action else {
            unreachable!("{action:?}")
        };
        let other = if card == first { second } else { first };
        self.game.city.aids.put_below(other);
        self.game.now = Now::Busy;
        self.give_aid(district, card);
    }

    fn give_aid(&mut self, district: DistrictIx, card: AidIx) {
        let seats = self.rules.may_get_aid(self.game, district);
        if seats.is_power_of_two() {
            self.get_aid(SeatIx(seats.trailing_zeros() as u8), card);
        } else {
            self.game.now = Now::GiveAid { district, card };
        }
    }

    pub(in crate::rules) fn name_aided(&mut self, card: AidIx, action: Action) {
        let Action::Receive { seat } = action else {
            unreachable!("{action:?}")
        };
        self.game.now = Now::Busy;
        self.get_aid(self.game.seat_at(seat), card);
    }

    /// Somebody who was done may act again.
    fn get_aid(&mut self, seat: SeatIx, card: AidIx) {
        let owner = self.game.seat_mut(seat);
        owner.aids[card.ix()] += 1;
        owner.ended = false;
        self.watch.event(Event::AidCame { seat, card });
    }

    /// A card is used: symbols like those of a free Equipment card, or population. It is out of the game.
    pub(in crate::rules) fn use_aid(&mut self, card: AidIx) {
        let seat = self.game.acting;
        self.game.seat_mut(seat).aids[card.ix()] -= 1;
        match self.rules.city(self.game).aid(card).gain {
            AidGain::Symbols(gives) => self.open_symbols(gives, Span::Own, Origin::Card),
            AidGain::Population(amount) => {
                let amount = u16::from(amount);
                self.game.population = self.game.population.saturating_add(amount);
                self.watch.event(Event::PopulationGained { amount });
            }
        }
    }
}
