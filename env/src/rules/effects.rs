//! Attacks on the Reckoners: effects that lie on one of them for a round. They are given in the Epics' phase, begin with
//! the next round and end with the one after.

use super::legal::seats;
use super::{Play, Rules};
use crate::action::{Action, ActionMask, Block};
use crate::cards::{AidGain, Gain};
use crate::event::{Event, Watch};
use crate::ids::{CardSet, Cause, DieKind, DistrictIx, Effect, EquipmentId, SeatIx};
use crate::state::{Game, Now, Seat, Spot, TableDie};

impl Rules {
    /// Whether a Reckoner can pay for a Move: with that effect it costs something else besides. `but` is a card that pays
    /// already.
    #[inline]
    pub(super) fn can_pay_move(&self, game: &Game, seat: SeatIx, but: Option<EquipmentId>) -> bool {
        !game.seat(seat).effects.has(Effect::Move) || self.can_pay_twice(game, seat, but)
    }

    #[cold]
    fn can_pay_twice(&self, game: &Game, seat: SeatIx, but: Option<EquipmentId>) -> bool {
        let mover = game.seat(seat);
        let but = but.map_or(CardSet::EMPTY, |card| CardSet::one(card.0));
        mover.tokens > 0
            || mover.dice.any(Spot::Kept)
            || !self.move_cards(game, mover).without(but).is_empty()
            || self.move_aids(game, mover) != 0
    }

    /// Free cards that a Move can use up: those that give symbols or a Move.
    fn move_cards(&self, game: &Game, seat: &Seat) -> CardSet {
        let free = self.traits(game, seat).free_cards().equipment();
        let gives = |card: &EquipmentId| {
            let gain = self.catalog.equipment(*card).power.gain;
            matches!(gain, Gain::Symbols { .. } | Gain::Move)
        };
        free.filter(gives)
            .fold(CardSet::EMPTY, |all, card| all.or(CardSet::one(card.0)))
    }

    /// Dawnslight cards, as bits, that a Move can use up: those that give symbols.
    fn move_aids(&self, game: &Game, seat: &Seat) -> u64 {
        let aids = self.catalog.city(game.ruleset.city).aids().iter();
        let held = aids
            .zip(seat.aids)
            .enumerate()
            .filter(|(_, (aid, count))| *count > 0 && matches!(aid.gain, AidGain::Symbols(_)));
        held.fold(0, |bits, (kind, _)| bits | 1 << kind)
    }

    /// One of the own cards does not work.
    pub(super) fn own_cards(&self, game: &Game, mask: &mut ActionMask) {
        mask.add_bits(Block::NameCard, game.actor().cards.0);
    }

    /// A die of some kind is laid aside.
    pub(super) fn own_kinds(&self, game: &Game, mask: &mut ActionMask) {
        for kind in kinds_in_hand(game.actor()) {
            // Of the own dice: the owner is at offset 0.
            mask.add(Block::LoseDie, kind.index());
        }
    }

    pub(super) fn sufferers(&self, game: &Game, district: DistrictIx, mask: &mut ActionMask) {
        seats(game, may_suffer(game, district), mask);
    }

    /// What a Move can cost besides the group that paid for it.
    pub(super) fn second_halves(&self, game: &Game, mask: &mut ActionMask) {
        let seat = game.actor();
        mask.add_bits(Block::Take, seat.dice.face_bits(Spot::Kept));
        if seat.tokens > 0 {
            // What it is taken for does not matter: one answer stands for all.
            mask.add(Block::TakeToken, 0);
        }
        mask.add_bits(Block::UseCard, self.move_cards(game, seat).0);
        mask.add_bits(Block::Aid, self.move_aids(game, seat));
    }
}

/// The kinds of which a Reckoner has a die in hand, at the start of a round.
fn kinds_in_hand(seat: &Seat) -> impl Iterator<Item = DieKind> + use<> {
    let in_hand = seat.dice.kinds(Spot::Tray);
    DieKind::ALL
        .into_iter()
        .filter(move |kind| in_hand[kind.index()] > 0)
}

impl<W: Watch> Play<'_, W> {
    /// An effect comes to a Reckoner. One on the Equipment of somebody who has none costs population instead.
    pub(super) fn affect(&mut self, seat: SeatIx, effect: Effect) {
        if self.game.now.is_over() {
            return;
        }
        self.watch.event(Event::Affected { seat, effect });
        if effect == Effect::Equipment && self.game.seat(seat).cards.is_empty() {
            self.lose_population(1, Cause::CouldNotOccur);
        } else {
            self.game.seat_mut(seat).coming.insert(effect);
        }
    }

    /// An effect comes to every Reckoner.
    pub(super) fn affect_all(&mut self, effect: Effect) {
        for seat in 0..self.game.seat_count {
            self.affect(SeatIx(seat), effect);
        }
    }

    /// An effect comes to a Reckoner in the first district that has one who was not affected yet, clockwise from here.
    pub(super) fn affect_nearest(&mut self, from: DistrictIx, effect: Effect) {
        let ring = (0..self.game.district_count()).map(|n| self.game.clockwise(from, n));
        let found = ring.map(|district| (district, may_suffer(self.game, district)));
        if let Some((district, seats)) = found.into_iter().find(|(_, seats)| *seats != 0) {
            if seats.is_power_of_two() {
                self.suffer(SeatIx(seats.trailing_zeros() as u8), effect);
            } else {
                self.game.now = Now::Suffer { district, effect };
            }
        }
    }

    fn suffer(&mut self, seat: SeatIx, effect: Effect) {
        self.game.city.affected |= 1 << seat.0;
        self.affect(seat, effect);
    }

    pub(super) fn name_sufferer(&mut self, effect: Effect, action: Action) {
        let Action::Receive { seat } = action else {
            unreachable!("{action:?}")
        };
        self.game.now = Now::Busy;
        self.suffer(self.game.seat_at(seat), effect);
    }

    /// Asks which card does not work, if there is a choice.
    pub(super) fn ask_disabled(&mut self, seat: SeatIx) {
        let owner = self.game.seat(seat);
        if !owner.effects.has(Effect::Equipment) {
            return;
        }
        match owner.cards.len() {
            0 => {}
            1 => self.keep_from_working(seat, owner.cards),
            _ => {
                self.lend_decision(seat);
                self.game.now = Now::Disable;
            }
        }
    }

    pub(super) fn disable(&mut self, action: Action) {
        let Action::NameCard { card } = action else {
            unreachable!("{action:?}")
        };
        let seat = self.game.acting;
        self.keep_from_working(seat, CardSet::one(card.0));
        self.game.now = Now::Busy;
    }

    /// Of the cards of a Reckoner these do not work, all others do.
    fn keep_from_working(&mut self, seat: SeatIx, cards: CardSet) {
        let others = self.game.marks.disabled.without(self.game.seat(seat).cards);
        self.game.marks.disabled = others.or(cards);
    }

    /// The dice of disabled cards are laid aside.
    pub(super) fn lay_aside_card_dice(&mut self) {
        for seat in 0..self.game.seat_count {
            let seat = SeatIx(seat);
            let cards = self.game.marks.of(self.game.seat(seat)).disabled;
            for card in cards.equipment() {
                let kind = match self.rules.catalog.equipment(card).power.gain {
                    Gain::Die(kind) => Some(kind),
                    Gain::AnyDie => self.game.swaps.extra,
                    _ => None,
                };
                if let Some(kind) = kind {
                    self.put_aside(seat, kind);
                }
            }
        }
    }

    /// Asks which die is laid aside, if there is a choice.
    pub(super) fn ask_aside(&mut self, seat: SeatIx) {
        let owner = self.game.seat(seat);
        if !owner.effects.has(Effect::Die) {
            return;
        }
        let mut kinds = kinds_in_hand(owner);
        match (kinds.next(), kinds.next()) {
            (None, _) => {}
            (Some(kind), None) => self.put_aside(seat, kind),
            (Some(_), Some(_)) => {
                self.lend_decision(seat);
                self.game.now = Now::LayAside;
            }
        }
    }

    pub(super) fn lay_aside(&mut self, action: Action) {
        let Action::LoseDie { kind, .. } = action else {
            unreachable!("{action:?}")
        };
        self.put_aside(self.game.acting, kind);
        self.game.now = Now::Busy;
    }

    fn put_aside(&mut self, seat: SeatIx, kind: DieKind) {
        let die = |spot| TableDie::hidden(spot, kind);
        let dice = &mut self.game.seat_mut(seat).dice;
        dice.change(die(Spot::Tray), die(Spot::Aside));
    }

    /// A Move that costs two: the group that named its place is used up, something else is too.
    pub(super) fn pay_second_half(&mut self, to: DistrictIx) {
        let mut options = ActionMask::EMPTY;
        self.rules.second_halves(self.game, &mut options);
        match options.actions().next().filter(|_| options.len() == 1) {
            Some(action) => self.second_half(to, action),
            None => self.game.now = Now::SecondHalf { to },
        }
    }

    pub(super) fn second_half(&mut self, to: DistrictIx, action: Action) {
        let acting = self.game.acting;
        match action {
            Action::Take { kind, face } => {
                let die = |spot| TableDie::shown(spot, kind, face);
                let dice = &mut self.game.seat_mut(acting).dice;
                dice.change(die(Spot::Kept), die(Spot::Used));
            }
            Action::TakeToken { .. } => self.return_token(acting),
            Action::UseCard { card } => self.game.marks.spent.insert(card.0),
            Action::Aid { card } => self.game.seat_mut(acting).aids[card.ix()] -= 1,
            other => unreachable!("{other:?}"),
        }
        self.game.now = Now::Busy;
        self.move_to(to);
    }
}

/// The seats, as bits, in a district whom the card in play has not affected yet.
fn may_suffer(game: &Game, district: DistrictIx) -> u8 {
    game.seats_in(district) & !game.city.affected
}
