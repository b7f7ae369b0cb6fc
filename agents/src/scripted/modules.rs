//! Decisions of the expansion's modules: gifts, kidnapping, thefts, changed dice.

use reckoners_env::action::Action;
use reckoners_env::cards::SymbolCounts;
use reckoners_env::ids::{DieKind, DistrictIx, Symbol};
use reckoners_env::state::Now;

use super::Mind;

impl Mind<'_> {
    /// A decision that only games with modules have.
    pub(super) fn module_decision(&self) -> Action {
        self.best(|action| match (self.game.now, action) {
            (Now::Recipient { .. }, Action::Receive { seat }) => {
                // Who has most in hand gains most from a Move, a die or a reroll.
                let hand = &self.hands[self.game.seat_at(seat).ix()];
                1.0 + f32::from(hand.iter().sum::<u8>())
            }
            (Now::Recipient { .. }, Action::RemoveBarricade { .. }) => self.board.barricade,
            (Now::Regain, Action::AbilityDie { kind, face }) => {
                self.symbols_here(self.rules.traits(self.me()).symbols_of(kind, face))
            }
            (Now::Reroll { .. }, Action::AbilityDie { kind, face }) => {
                // The die that does least; good ones are left alone.
                0.5 - self.symbols_here(self.rules.traits(self.me()).symbols_of(kind, face))
            }
            (Now::AfterMove, Action::Symbol { symbol }) => {
                self.symbols_here(SymbolCounts::of(symbol, 1))
            }
            (Now::KidnapTo, Action::Place { district }) => {
                // Where the least harm is done by what is brought there.
                -self.danger_at(self.game.district_at(district))
            }
            (Now::Kidnap { .. }, Action::Enforcement { district }) => {
                self.board.places[self.game.district_at(district).ix()].enforcement
            }
            (Now::Kidnap { .. }, Action::RemoveBarricade { .. }) => 0.3,
            (Now::Kidnap { .. }, Action::RemoveCopyToken { .. } | Action::TakeShield { .. }) => {
                self.weights.shield
            }
            (Now::Kidnap { .. }, Action::TakeBoss) => 0.1,
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
            _ => 0.0,
        })
        .0
    }

    /// What some symbols do in the own district.
    pub(super) fn symbols_here(&self, symbols: SymbolCounts) -> f32 {
        self.value(self.me().district, &symbols.0)
    }

    fn danger_at(&self, district: DistrictIx) -> f32 {
        self.board.places[district.ix()].danger
    }

    /// What a kind of die shows on average; attacks and research win games.
    fn die_kind_worth(&self, kind: DieKind) -> f32 {
        let faces = self.rules.catalog().die(kind).faces;
        let worth = faces.iter().map(|face| {
            let each = match face.symbol {
                Symbol::Attack | Symbol::Research => 1.0,
                Symbol::Contain | Symbol::Enforcement => 0.8,
                Symbol::Plan => 0.7,
                Symbol::Money => 0.5,
            };
            each * f32::from(face.count)
        });
        worth.sum::<f32>() / faces.len() as f32
    }
}
