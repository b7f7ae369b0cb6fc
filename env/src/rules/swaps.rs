//! Before the first roll: effects begin, cards that came back wake up, Herman and Rtich change and give dice.
//!
//! Dice of one kind are alike, so a changed die is known by its kind alone; while its owner has no die of that kind, nothing
//! counts as changed.

use super::{Play, Rules};
use crate::action::{Action, ActionMask, Block};
use crate::cards::Gain;
use crate::event::{Event, Watch};
use crate::ids::{CardSet, DieKind, EquipmentId, MAX_SEATS, SeatIx};
use crate::state::{Game, Now, Seat, Spot, SwapCard, TableDie, Task};

/// The parts of the start of a round: first one for each seat whose card may be disabled.
pub(crate) const HERMAN: u8 = MAX_SEATS as u8;
pub(crate) const EXTRA_DIE: u8 = HERMAN + 1;
pub(crate) const RTICH: u8 = EXTRA_DIE + 1;
const CARD_DICE: u8 = RTICH + 1;
/// Last comes one for each seat that may lay a die aside, and one that gives the decision back.
pub(crate) const FIRST_ASIDE: u8 = CARD_DICE + 1;
pub(crate) const PHASE_PARTS: u8 = FIRST_ASIDE + MAX_SEATS as u8;

/// Dice of a kind that a Reckoner has, lost ones included.
fn has_any(seat: &Seat, kind: DieKind) -> bool {
    seat.dice.iter().any(|die| die.kind == kind)
}

impl Rules {
    fn swap_owner(&self, game: &Game, card: SwapCard) -> Option<SeatIx> {
        let wanted = match card {
            SwapCard::Herman => Gain::SwapDie,
            SwapCard::Rtich => Gain::AnyDie,
        };
        self.holder(game, |gain| gain == wanted)
            .map(|(seat, _)| seat)
    }

    /// The kind of a changed or given die, as long as its owner has one of that kind.
    fn place_of(&self, game: &Game, owner: SeatIx, place: Option<DieKind>) -> Option<DieKind> {
        place.filter(|kind| has_any(game.seat(owner), *kind))
    }

    /// How many changed or given dice of a kind a Reckoner has. A disabled card keeps its dice, so they are counted too.
    fn places(&self, game: &Game, owner: SeatIx, kind: DieKind) -> u8 {
        let swaps = &game.swaps;
        let count = |place| u8::from(place == Some(kind));
        let cards = game.seat(owner).cards.equipment();
        let places = cards.map(|card| match self.catalog.equipment(card).power.gain {
            Gain::SwapDie => count(swaps.herman),
            Gain::AnyDie => count(swaps.extra) + count(swaps.rtich),
            _ => 0,
        });
        places.sum()
    }

    /// The kinds, other than one, of which the supply has a die.
    fn takeable(&self, game: &Game, but: Option<DieKind>) -> impl Iterator<Item = DieKind> {
        DieKind::ALL
            .into_iter()
            .filter(move |kind| Some(*kind) != but && self.die_supply(game, *kind) > 0)
    }

    /// The kinds of which a Reckoner can give a die to have it changed.
    fn giveable(&self, game: &Game, owner: SeatIx) -> impl Iterator<Item = DieKind> {
        let in_hand = game.seat(owner).dice.kinds(Spot::Tray);
        DieKind::ALL.into_iter().filter(move |kind| {
            in_hand[kind.index()] > self.places(game, owner, *kind)
                && self.takeable(game, Some(*kind)).next().is_some()
        })
    }

    /// A die is given to be changed, or none.
    pub(super) fn dice_to_swap(&self, game: &Game, mask: &mut ActionMask) {
        for kind in self.giveable(game, game.acting) {
            // Of the own dice: the owner is at offset 0.
            mask.add(Block::LoseDie, kind.index());
        }
        mask.add(Block::Forfeit, 0);
    }

    /// A die that was just named must be changed.
    pub(super) fn kinds_for(
        &self,
        game: &Game,
        given: DieKind,
        named: bool,
        mask: &mut ActionMask,
    ) {
        self.offer_kinds(game, Some(given), mask);
        if !named {
            mask.add(Block::Forfeit, 0);
        }
    }

    /// The extra die comes as some kind, and may stay what it is later.
    pub(super) fn extra_kinds(&self, game: &Game, first: bool, mask: &mut ActionMask) {
        if first {
            self.offer_kinds(game, None, mask);
        } else {
            self.offer_kinds(game, game.swaps.extra, mask);
            mask.add(Block::Forfeit, 0);
        }
    }

    fn offer_kinds(&self, game: &Game, but: Option<DieKind>, mask: &mut ActionMask) {
        for kind in self.takeable(game, but) {
            mask.add(Block::Kind, kind.index());
        }
    }
}

impl<W: Watch> Play<'_, W> {
    /// Effects begin and end; cards that came back wake, and give their dice again; then the cards that ask.
    pub(super) fn phase_start(&mut self) {
        self.game.marks.disabled = CardSet::EMPTY;
        let woken = std::mem::replace(&mut self.game.marks.resting, CardSet::EMPTY);
        for seat in 0..self.game.seat_count {
            let seat = SeatIx(seat);
            let owner = self.game.seat_mut(seat);
            owner.effects = std::mem::take(&mut owner.coming);
            for card in woken.and(owner.cards).equipment() {
                self.give_card_die(seat, card);
            }
        }
        self.push(Task::PhaseStart { part: 0 });
    }

    /// Cards that are disabled, Herman, Rtich's die, Rtich's change, dice that are laid aside, one after the other.
    pub(super) fn phase_part(&mut self, part: u8) {
        // Who was asked about own things gives the decision back.
        if let Some(seat) = self.game.returns_to.take() {
            self.game.acting = seat;
        }
        if part < PHASE_PARTS {
            self.push(Task::PhaseStart { part: part + 1 });
        }
        match part {
            ..HERMAN if part < self.game.seat_count => self.ask_disabled(SeatIx(part)),
            ..HERMAN => {}
            HERMAN => self.ask_swap(SwapCard::Herman),
            EXTRA_DIE => self.ask_extra(),
            RTICH => self.ask_swap(SwapCard::Rtich),
            CARD_DICE => self.lay_aside_card_dice(),
            _ if part - CARD_DICE <= self.game.seat_count => {
                self.ask_aside(SeatIx(part - CARD_DICE - 1));
            }
            _ => {}
        }
    }

    fn ask_swap(&mut self, card: SwapCard) {
        let Some(owner) = self.rules.swap_owner(self.game, card) else {
            return;
        };
        let changed = match card {
            SwapCard::Herman => self.game.swaps.herman,
            SwapCard::Rtich => self.game.swaps.rtich,
        };
        match self.rules.place_of(self.game, owner, changed) {
            Some(given) => {
                let in_hand = self.game.seat(owner).dice.kinds(Spot::Tray)[given.index()] > 0;
                let other = self.rules.takeable(self.game, Some(given)).next().is_some();
                if in_hand && other {
                    let named = false;
                    self.game.acting = owner;
                    self.game.now = Now::SwapTake { card, given, named };
                }
            }
            None => {
                self.set_swap(card, None);
                if self.rules.giveable(self.game, owner).next().is_some() {
                    self.game.acting = owner;
                    self.game.now = Now::SwapGive { card };
                }
            }
        }
    }

    fn ask_extra(&mut self) {
        let Some(owner) = self.rules.swap_owner(self.game, SwapCard::Rtich) else {
            return;
        };
        let extra = self.rules.place_of(self.game, owner, self.game.swaps.extra);
        self.game.swaps.extra = extra;
        let seat = self.game.seat(owner);
        let other = self.rules.takeable(self.game, extra).next().is_some()
            && (extra.is_some() || seat.dice.has_room());
        let in_hand =
            |kind: DieKind| self.game.seat(owner).dice.kinds(Spot::Tray)[kind.index()] > 0;
        if other && extra.is_none_or(in_hand) {
            let first = extra.is_none();
            self.game.acting = owner;
            self.game.now = Now::ExtraKind { first };
        }
    }

    fn set_swap(&mut self, card: SwapCard, kind: Option<DieKind>) {
        match card {
            SwapCard::Herman => self.game.swaps.herman = kind,
            SwapCard::Rtich => self.game.swaps.rtich = kind,
        }
    }

    pub(super) fn swap_give(&mut self, card: SwapCard, action: Action) {
        self.game.now = match action {
            Action::Forfeit => Now::Busy,
            Action::LoseDie { kind: given, .. } => {
                let named = true;
                Now::SwapTake { card, given, named }
            }
            other => unreachable!("{other:?}"),
        };
    }

    pub(super) fn swap_take(&mut self, card: SwapCard, given: DieKind, action: Action) {
        self.game.now = Now::Busy;
        if let Action::Kind { kind } = action {
            self.change_kind(given, kind);
            self.set_swap(card, Some(kind));
        }
    }

    pub(super) fn extra_kind(&mut self, action: Action) {
        self.game.now = Now::Busy;
        let Action::Kind { kind } = action else {
            return;
        };
        match self.game.swaps.extra {
            Some(given) => self.change_kind(given, kind),
            None => self.gain_die(self.game.acting, kind),
        }
        self.game.swaps.extra = Some(kind);
    }

    fn change_kind(&mut self, given: DieKind, taken: DieKind) {
        let seat = self.game.acting;
        let die = |kind| TableDie::hidden(Spot::Tray, kind);
        self.game.seat_mut(seat).dice.change(die(given), die(taken));
        self.watch.event(Event::DieLost { seat, kind: given });
        self.watch.event(Event::DieGained { seat, kind: taken });
    }

    pub(super) fn gain_die(&mut self, seat: SeatIx, kind: DieKind) {
        let die = TableDie::hidden(Spot::Tray, kind);
        self.game.seat_mut(seat).dice.add(die);
        self.watch.event(Event::DieGained { seat, kind });
    }

    /// The die that an Equipment card gives, if the supply has one. A card that is stolen after its die was changed leaves
    /// the changed one behind and gives another when it comes back; so a Reckoner could come to have any number of dice, and
    /// beyond the room for them nothing is given.
    pub(super) fn give_card_die(&mut self, seat: SeatIx, card: EquipmentId) {
        if let Gain::Die(kind) = self.rules.catalog.equipment(card).power.gain
            && self.rules.die_supply(self.game, kind) > 0
            && self.game.seat(seat).dice.has_room()
        {
            self.gain_die(seat, kind);
        }
    }

    /// The die that a card gave goes back into the supply when the card leaves: one in hand, else a lost one.
    pub(super) fn return_card_die(&mut self, seat: SeatIx, card: EquipmentId) {
        let kind = match self.rules.catalog.equipment(card).power.gain {
            Gain::Die(kind) => Some(kind),
            Gain::AnyDie => {
                self.game.swaps.rtich = None;
                self.game.swaps.extra.take()
            }
            Gain::SwapDie => {
                self.game.swaps.herman = None;
                None
            }
            _ => None,
        };
        if let Some(kind) = kind {
            self.take_die(seat, kind, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Modules, Ruleset};
    use crate::event::Silent;
    use crate::ids::{Difficulty, Reckoner};
    use crate::rules::GameSetup;
    use crate::state::{Agenda, MAX_DICE};

    #[test]
    fn beyond_the_room_for_dice_no_card_gives_one() {
        let rules = Rules::embedded();
        let ruleset = Ruleset::base(Difficulty::Standard).with(Modules::ALL);
        let setup = GameSetup::new(&[Reckoner::Tia, Reckoner::Val], ruleset).unwrap();
        let mut game = rules.new_game(&setup);
        let (mut gives, mut seat) = (CardSet::EMPTY, *game.seat(SeatIx(0)));
        for (card, power) in (0..).zip(rules.catalog().equipment.iter().map(|card| card.power)) {
            if matches!(power.gain, Gain::Die(_) | Gain::AnyDie) {
                gives.insert(card);
            }
        }
        assert!(gives.len() > 1);
        // All of them were stolen, came back and wake up now.
        (seat.cards, game.marks.resting) = (gives, gives);
        while seat.dice.has_room() {
            seat.dice.add(TableDie::hidden(Spot::Lost, DieKind::Red));
        }
        *game.seat_mut(SeatIx(0)) = seat;
        (game.agenda, game.now) = (Agenda::EMPTY, Now::Busy);
        game.equipment_deck = game.equipment_deck.without(gives);
        rules.perform(&mut game, Task::StartRound, &mut Silent);
        assert_eq!(game.seat(SeatIx(0)).dice.len(), MAX_DICE);
        assert!(!matches!(game.now, Now::ExtraKind { .. }), "{:?}", game.now);
    }
}
