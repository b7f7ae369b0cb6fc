//! Decisions of the expansion's modules: gifts, kidnapping, thefts, changed dice.

use reckoners_env::action::Action;
use reckoners_env::cards::SymbolCounts;
use reckoners_env::ids::{DieKind, DistrictIx, FaceIx, SeatIx};
use reckoners_env::state::{Gift, Now, Spot};

use super::Thought;
use crate::assess::Hand;

/// What a fresh die does on average.
const FRESH_DIE: f32 = 0.7;

impl Thought<'_> {
    /// A decision that only games with modules have.
    pub(super) fn module_decision(&self) -> Action {
        self.best(|action| match (self.game.now, action) {
            (Now::Recipient { gift }, Action::Receive { seat }) => {
                self.gift_worth(gift, self.game.seat_at(seat))
            }
            (Now::Recipient { .. }, Action::RemoveBarricade { .. }) => self.board.barricade,
            (Now::Regain, Action::AbilityDie { kind, face }) => self.symbols_here(
                self.rules
                    .traits(self.game, self.me())
                    .symbols_of(kind, face),
            ),
            (Now::Reroll { .. }, Action::AbilityDie { kind, face }) => {
                // The die that does least; good ones are left alone.
                FRESH_DIE
                    - self.symbols_here(
                        self.rules
                            .traits(self.game, self.me())
                            .symbols_of(kind, face),
                    )
            }
            (Now::AfterMove { .. }, Action::Symbol { symbol }) => {
                self.symbols_here(SymbolCounts::of(symbol, 1))
            }
            (Now::KidnapTo, Action::Place { district }) => {
                // Where the least harm is done by what is brought there.
                let at = self.game.district_at(district);
                -self.board.places[at.ix()].danger
            }
            (Now::Kidnap { to, .. }, Action::Enforcement { district }) => {
                let from = &self.board.places[self.game.district_at(district).ix()];
                from.enforcement - self.board.places[to.ix()].enforcement
            }
            (Now::Kidnap { to, .. }, Action::RemoveCopyToken { district }) => {
                let from = &self.board.places[self.game.district_at(district).ix()];
                from.copy_token - self.board.places[to.ix()].copy_token
            }
            (Now::Kidnap { .. }, Action::TakeShield { shield, district }) => {
                self.board.places[self.game.district_at(district).ix()].shield[shield.index()]
            }
            (Now::Kidnap { .. }, Action::RemoveBarricade { .. }) => 0.3,
            (Now::Kidnap { .. }, Action::TakeBoss) => -0.1,
            (Now::Steal { .. } | Now::Sell, Action::NameCard { card }) => -self.card_use(card),
            (Now::DiscardToken, Action::Receive { seat }) => {
                let seat = self.game.seat(self.game.seat_at(seat));
                f32::from(seat.fresh_tokens) + f32::from(seat.tokens)
            }
            (Now::ExtraKind { .. }, Action::Kind { kind }) => self.die_kind_worth(kind),
            (Now::SwapTake { given, .. }, Action::Kind { kind }) => {
                self.die_kind_worth(kind) - self.die_kind_worth(given)
            }
            (Now::SwapGive { .. }, Action::LoseDie { kind, .. }) => {
                // A Basic die for a better one.
                1.0 - self.die_kind_worth(kind)
            }
            (_, other) => self.city_decision(other),
        })
        .0
    }

    /// What a gift does for a Reckoner.
    pub(super) fn gift_worth(&self, gift: Gift, to: SeatIx) -> f32 {
        let seat = self.game.seat(to);
        let traits = self.rules.traits(self.game, seat);
        let plain = |district: DistrictIx, hand: &Hand| {
            self.board
                .hand_value(self.weights, self.game, district, hand, 0)
        };
        let die = |(kind, face, _): (DieKind, FaceIx, u8)| {
            plain(seat.district, &traits.symbols_of(kind, face).0)
        };
        match gift {
            Gift::Move => {
                let hand = &self.hands[to.ix()];
                let there = self
                    .game
                    .placed()
                    .map(|(district, _)| plain(district, hand));
                there.fold(f32::MIN, f32::max) - plain(seat.district, hand)
            }
            Gift::Regain => seat.dice.shown(Spot::Used).map(die).fold(0.0, f32::max),
            // A fresh die does about as much as half of a good one.
            Gift::Reroll => {
                let worst = seat.dice.shown(Spot::Kept).map(die);
                FRESH_DIE - worst.fold(FRESH_DIE, f32::min)
            }
        }
    }

    /// The most that a gift does for anybody else.
    pub(super) fn best_gift(&self, gift: Gift) -> f32 {
        let others = self.game.seated().map(|(seat, _)| seat);
        let others = others.filter(|seat| *seat != self.game.acting);
        others
            .map(|seat| self.gift_worth(gift, seat))
            .fold(0.0, f32::max)
    }

    /// What some symbols do in the own district.
    pub(super) fn symbols_here(&self, symbols: SymbolCounts) -> f32 {
        self.value(self.me().district, &symbols.0)
    }

    /// What a kind of die shows on average.
    pub(super) fn die_kind_worth(&self, kind: DieKind) -> f32 {
        let faces = self.rules.catalog().die(kind).faces;
        let worth = faces
            .iter()
            .map(|face| self.weights.symbol(face.symbol) * f32::from(face.count));
        worth.sum::<f32>() / faces.len() as f32
    }
}
