//! Using a power: what happens when a Reckoner uses an Equipment or ability card.

use super::{Play, Rules};
use crate::action::{Action, ActionMask, Block};
use crate::cards::{Gain, Power, SymbolCounts, Timing};
use crate::event::{Event, Watch};
use crate::ids::{DistrictOffset, EquipmentId, SeatIx, SeatOffset, Symbol, TokenCount};
use crate::state::{Game, Gift, Now, Open, Origin, Span};

impl Rules {
    /// One of the two symbols that a card gives for a Move.
    pub(super) fn either_symbol(&self, _game: &Game, card: EquipmentId, mask: &mut ActionMask) {
        if let Gain::AfterMove(either) = self.catalog.equipment(card).power.gain {
            for symbol in either {
                mask.add(Block::Symbol, symbol.index());
            }
        }
    }
}

impl<W: Watch> Play<'_, W> {
    /// Uses a card, free or paid with the group that was open.
    pub(super) fn use_card(&mut self, card: EquipmentId) {
        let power = self.rules.catalog.equipment(card).power;
        if let Timing::PaidTwo(cost) = power.timing
            && !self.game.marks.waiting().has(card.0)
        {
            self.pay_half(card, cost);
            return;
        }
        let marks = &mut self.game.marks;
        marks.spent.insert(card.0);
        for half in &mut marks.half_paid {
            half.remove(card.0);
        }
        self.use_power(power);
    }

    /// Lays the open group on a card that costs two; the card remembers which of its symbols that can have been.
    fn pay_half(&mut self, card: EquipmentId, cost: [Symbol; 2]) {
        let traits = self.rules.traits(self.game, self.game.actor());
        let usable = traits.usable(self.game.open.symbols);
        for (half, symbol) in self.game.marks.half_paid.iter_mut().zip(cost) {
            if usable.has(symbol) {
                half.insert(card.0);
            }
        }
        self.close();
    }

    /// Uses the own ability.
    pub(super) fn use_ability(&mut self) {
        let power = self.spend_ability();
        self.use_power(power);
    }

    /// Marks the own ability as used.
    pub(super) fn spend_ability(&mut self) -> Power {
        let acting = self.game.acting;
        let seat = self.game.seat_mut(acting);
        seat.ability_spent = true;
        self.rules.catalog.reckoner(seat.reckoner).ability
    }

    fn use_power(&mut self, power: Power) {
        match power.gain {
            Gain::Symbols { gives, anywhere } => {
                let span = if anywhere { Span::Anywhere } else { Span::Own };
                self.open_symbols(gives, span, Origin::Card);
            }
            Gain::Move => self.open(Open::granted_move()),
            Gain::BaseUp if self.game.base > 0 => {
                self.game.base -= 1;
                let base = self.game.base;
                self.watch.event(Event::BaseMarker { base });
            }
            Gain::BaseUp => {
                let money = SymbolCounts::of(Symbol::Money, 1);
                self.open_symbols(money, Span::Own, Origin::Card);
            }
            Gain::PlanToken => self.token_from_supply(self.game.acting),
            Gain::Regain => self.game.now = Now::Recipient { gift: Gift::Regain },
            Gain::Reroll => self.game.now = Now::Recipient { gift: Gift::Reroll },
            Gain::Dispatch => self.game.now = Now::Recipient { gift: Gift::Move },
            Gain::Kidnap => self.game.now = Now::KidnapTo,
            other => unreachable!("{other:?} is not used"),
        }
    }

    /// Opens a group of the symbols on a card for the acting Reckoner.
    pub(super) fn open_symbols(&mut self, symbols: SymbolCounts, span: Span, origin: Origin) {
        let traits = self.rules.traits(self.game, self.game.actor());
        let symbols = traits.formed(traits.printed(symbols));
        self.open(Open::new(symbols, span, origin));
    }

    /// A Plan Token from the supply, usable at once.
    pub(super) fn token_from_supply(&mut self, seat: SeatIx) {
        self.game.token_supply -= 1;
        self.game.seat_mut(seat).tokens += 1;
        self.watch.event(Event::Tokens { seat, change: 1 });
    }

    /// Operations: another Reckoner gets a Plan Token, usable this round, also by somebody who was done.
    pub(super) fn give_token(&mut self, seat: SeatOffset) {
        self.spend_ability();
        let to = self.game.seat_at(seat);
        self.token_from_supply(to);
        self.game.seat_mut(to).ended = false;
    }

    /// Sniper: the own symbols reach a second district too.
    pub(super) fn aim(&mut self, district: DistrictOffset) {
        self.spend_ability();
        self.game.sniper = self.game.district_at(district);
    }

    /// Demolitions: saves a token.
    pub(super) fn save_demolitions(&mut self) {
        self.spend_ability();
        let acting = self.game.acting;
        self.game.seat_mut(acting).demolitions += 1;
    }

    /// Demolitions: one attack, and two for each token taken off the card.
    pub(super) fn demolish(&mut self, TokenCount(count): TokenCount) {
        self.spend_ability();
        let acting = self.game.acting;
        self.game.seat_mut(acting).demolitions -= count;
        let attack = SymbolCounts::of(Symbol::Attack, 2 * count + 1);
        self.open_symbols(attack, Span::Own, Origin::Card);
    }

    /// Tradecraft: one more of a symbol that the group has; with it the symbol may have become a pair.
    pub(super) fn enlarge(&mut self, symbol: Symbol) {
        self.spend_ability();
        let more = self.game.open.symbols.get(symbol) + 1;
        let formed = self
            .rules
            .traits(self.game, self.game.actor())
            .formed(SymbolCounts::of(symbol, more));
        self.game.open.symbols.0[symbol.index()] = formed.get(symbol);
        self.game.now = Now::Spend;
    }

    /// Utility Tool: a symbol of the group becomes another.
    pub(super) fn change_symbol(&mut self, from: Symbol, to: Symbol) {
        let card = self
            .rules
            .traits(self.game, self.game.actor())
            .changes_symbol();
        let card = card.expect("a legal change has its card");
        self.game.marks.spent.insert(card.0);
        self.game.open.symbols.0[from.index()] -= 1;
        self.game.open.symbols.0[to.index()] += 1;
        self.game.now = Now::Spend;
    }

    /// A Move earned one of two symbols.
    pub(super) fn choose_after_move(&mut self, action: Action) {
        let Action::Symbol { symbol } = action else {
            unreachable!("{action:?}")
        };
        let one = SymbolCounts::of(symbol, 1);
        self.open_symbols(one, Span::Own, Origin::AfterMove);
    }
}
