//! Decisions that bosses and cities of the expansion bring: effects on Reckoners, Dawnslight cards, benefits.

use reckoners_env::action::Action;
use reckoners_env::cards::{AidGain, Benefit, SymbolCounts};
use reckoners_env::ids::AidIx;
use reckoners_env::state::Now;

use super::Thought;
use super::keep::add;
use crate::assess::Hand;

impl Thought<'_> {
    /// A decision that only games of these bosses and cities have.
    pub(super) fn city_decision(&self, action: Action) -> f32 {
        match (self.game.now, action) {
            (Now::Disable, Action::NameCard { card }) => -self.card_use(card),
            (Now::LayAside, Action::LoseDie { kind, .. }) => -self.die_kind_worth(kind),
            (Now::SecondHalf { .. }, _) => -self.second_half_price(action),
            (Now::LoseFace { kind, .. }, Action::SetFace { face }) => {
                let face = self.rules.catalog().die(kind).face(face);
                -self.symbols_here(SymbolCounts::of(face.symbol, face.count))
            }
            (Now::KeepAid { .. }, Action::Aid { card }) => self.weights.aid(self.aid(card)),
            (Now::GiveAid { .. }, Action::Receive { seat }) => {
                // Who has least left to do makes most of one more card.
                let hand = &self.hands[self.game.seat_at(seat).ix()];
                -f32::from(hand.iter().sum::<u8>())
            }
            (Now::Suffer { effect, .. }, Action::Receive { seat }) => {
                // The same effect twice counts once.
                let seat = self.game.seat(self.game.seat_at(seat));
                f32::from(u8::from(seat.coming.has(effect)))
            }
            (Now::Perform { .. }, Action::Receive { seat }) => {
                1.0 + 0.1 * f32::from(self.game.seat(self.game.seat_at(seat)).tokens)
            }
            _ => 0.0,
        }
    }

    pub(super) fn aid(&self, card: AidIx) -> AidGain {
        self.rules.city(self.game).aid(card).gain
    }

    /// What using a Dawnslight card now is worth; what finds no use is kept.
    pub(super) fn aid_worth(&self, card: AidIx, hand: &Hand, stay: f32) -> f32 {
        match self.aid(card) {
            AidGain::Symbols(gives) => {
                let mut with = *hand;
                add(&mut with, &gives.0, 1);
                self.value(self.me().district, &with) - stay - 0.3
            }
            AidGain::Population(_) => 1.0,
        }
    }

    /// What a Move costs besides its die.
    fn second_half_price(&self, action: Action) -> f32 {
        match action {
            Action::Take { kind, face } => self.symbols_here(
                self.rules
                    .traits(self.game, self.me())
                    .symbols_of(kind, face),
            ),
            Action::TakeToken { .. } => self.token_price(),
            Action::Aid { card } => self.weights.aid(self.aid(card)),
            _ => 1.0,
        }
    }

    /// What the exchange on the own district's card makes of the open group, against what it does as it is.
    pub(super) fn exchange_gain(&self, plain: f32) -> Option<f32> {
        let here = self.me().district;
        let board = self.game.district(here).board?;
        let side = self.game.ruleset.city_cards.side(board)?;
        let card = self.rules.city(self.game).board(board).card(side)?;
        match card.benefit {
            Benefit::Exchange { gives, .. } => Some(self.value(here, &gives.0) - plain),
            _ => None,
        }
    }
}
