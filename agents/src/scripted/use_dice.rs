//! Use Dice: which die, token or card comes next, the best first.

use reckoners_env::action::Action;
use reckoners_env::cards::{Gain, SymbolCounts};
use reckoners_env::ids::{DieKind, EquipmentId, FaceIx, Symbol};
use reckoners_env::state::Gift;

use super::Thought;
use super::keep::{add, take};
use crate::assess::Hand;

/// What is worth less is not done.
const NOTHING: f32 = 0.05;

impl Thought<'_> {
    pub(super) fn take(&self) -> Action {
        let hand = self.hands[self.game.acting.ix()];
        let here = self.me().district;
        let stay = self.value(here, &hand);
        let mut best: (Action, f32) = (Action::EndDice, NOTHING);
        for action in self.legal.actions() {
            let worth = self.use_worth(action, &hand, stay);
            if worth > best.1 {
                best = (action, worth);
            }
        }
        if best.1 < self.habits.focus_gain
            && let Some(focus) = self.somebody_better(best.1)
        {
            return focus;
        }
        best.0
    }

    /// What an action of the Use decision is worth; `stay` is what the hand does here.
    pub(super) fn use_worth(&self, action: Action, hand: &Hand, stay: f32) -> f32 {
        match action {
            Action::Take { kind, face } => self.die_worth(kind, face, hand, stay),
            Action::TakeToken { symbol } => self.single_worth(symbol) - self.token_price(),
            Action::UseCard { card } => self.card_worth(card, hand, stay),
            Action::Operations { seat } => {
                let to = self.game.seat(self.game.seat_at(seat));
                3.0 - 0.1 * f32::from(to.tokens)
            }
            Action::Sniper { district } => {
                let at = self.game.district_at(district);
                self.value(at, hand) - 0.5 * stay
            }
            Action::AbilityDie { kind, face } => self.improvise_worth(kind, face, hand, stay),
            Action::UseAbility => self.best_gift(Gift::Move).max(self.board.barricade) - 0.1,
            Action::DemolitionsRemove { count } => {
                // Tokens are for large attacks that find their target.
                let attack = SymbolCounts::of(Symbol::Attack, 2 * count.0 + 1);
                self.symbols_here(attack) - 0.9 * f32::from(count.0)
            }
            // A saved token is two attacks later, against one now.
            Action::DemolitionsAdd => 1.1,
            Action::Aid { card } => self.aid_worth(card, hand, stay),
            _ => f32::MIN,
        }
    }

    /// What taking a die now is worth: its symbols here, or the way to a better place.
    fn die_worth(&self, kind: DieKind, face: FaceIx, hand: &Hand, stay: f32) -> f32 {
        let symbols = self
            .rules
            .traits(self.game, self.me())
            .symbols_of(kind, face)
            .0;
        let mut rest = *hand;
        take(&mut rest, &symbols);
        let here = stay - self.value(self.me().district, &rest);
        let (_, elsewhere) = self.best_move(&rest);
        let gain = elsewhere - stay;
        let barricade = self.barricade_to_clear().map_or(0.0, |(_, gain)| gain);
        let token = self.board.places[self.me().district.ix()].copy_token;
        // Last of all: dice of no other use bring their owner to a better place for the next round.
        let resettle = self.better_promise(&rest).map_or(0.0, |_| 2.0 * NOTHING);
        // Spending good dice here comes first; the worst die pays the Move.
        let use_of_it = here.max(gain).max(barricade).max(token).max(resettle);
        use_of_it + self.paid_bonus(&symbols)
    }

    /// What a Plan Token is worth kept: the less the more of them there are, and nothing when the coming
    /// Epic phase would lose the game.
    pub(super) fn token_price(&self) -> f32 {
        if self.last_chance {
            return 0.0;
        }
        let more = self.me().tokens.saturating_sub(1);
        (self.habits.token_worth - self.habits.token_plenty * f32::from(more)).max(0.0)
    }

    /// What one symbol would be worth here at once.
    fn single_worth(&self, symbol: Symbol) -> f32 {
        let here = self.me().district;
        let place = &self.board.places[here.ix()];
        let at_boss = self.game.boss.district == here;
        let lowers =
            self.board.protects || symbol == Symbol::Research && !self.board.boss_has_track;
        let marker = if lowers { place.marker } else { 0.0 };
        let worth = match symbol {
            Symbol::Enforcement if place.enforcement_here > 0 => place.enforcement,
            Symbol::Contain if at_boss => place.contain.max(self.board.boss_contain_best),
            Symbol::Contain => place.contain,
            Symbol::Research if place.research_left > 0 => place.research,
            Symbol::Research
                if at_boss && self.game.boss.research > 0 && self.board.boss_has_track =>
            {
                self.board.boss_hit
            }
            Symbol::Attack if at_boss && self.game.boss.research == 0 => self
                .board
                .boss_hit
                .max(if place.attackable { place.attack } else { 0.0 }),
            Symbol::Attack if place.attackable && place.research_left == 0 => place.attack,
            _ => 0.0,
        };
        worth.max(marker)
    }

    /// The extra worth of a die that can pay a card which turns it into more.
    fn paid_bonus(&self, symbols: &Hand) -> f32 {
        self.best_paid(symbols)
            .map_or(0.0, |(_, gain)| gain.max(0.0))
    }

    fn card_worth(&self, card: EquipmentId, hand: &Hand, stay: f32) -> f32 {
        match self.rules.catalog().equipment(card).power.gain {
            Gain::Symbols { gives, anywhere } => {
                let mut with = *hand;
                add(&mut with, &gives.0, 1);
                if anywhere {
                    self.game
                        .placed()
                        .map(|(d, _)| self.value(d, &gives.0))
                        .fold(f32::MIN, f32::max)
                } else {
                    self.value(self.me().district, &with) - stay
                }
            }
            Gain::Move => self.best_move(hand).1 - stay,
            Gain::PlanToken => self.weights.plan,
            Gain::BaseUp => self.weights.base,
            Gain::Regain => self.best_gift(Gift::Regain) - 0.1,
            Gain::Reroll => self.best_gift(Gift::Reroll) - 0.2,
            Gain::Kidnap => 0.5,
            _ => f32::MIN,
        }
    }

    fn improvise_worth(&self, kind: DieKind, face: FaceIx, hand: &Hand, stay: f32) -> f32 {
        let mut rest = *hand;
        take(
            &mut rest,
            &self
                .rules
                .traits(self.game, self.me())
                .symbols_of(kind, face)
                .0,
        );
        let die = self.rules.catalog().die(kind);
        let best = die
            .classes()
            .map(|f| {
                let mut with = rest;
                add(
                    &mut with,
                    &self
                        .rules
                        .traits(self.game, self.me())
                        .symbols_of(kind, f)
                        .0,
                    1,
                );
                self.value(self.me().district, &with)
            })
            .fold(f32::MIN, f32::max);
        // Changing a die costs nothing, so it comes before taking that die.
        if best > stay + 0.3 {
            best - stay + 2.0
        } else {
            0.0
        }
    }

    pub(super) fn set_face(&self, kind: DieKind) -> Action {
        let hand = self.hands[self.game.acting.ix()];
        self.best(|action| match action {
            Action::SetFace { face } => {
                let mut with = hand;
                add(
                    &mut with,
                    &self
                        .rules
                        .traits(self.game, self.me())
                        .symbols_of(kind, face)
                        .0,
                    1,
                );
                self.value(self.me().district, &with)
            }
            _ => f32::MIN,
        })
        .0
    }

    /// Another Reckoner whose best symbol is worth clearly more now.
    fn somebody_better(&self, mine: f32) -> Option<Action> {
        let mut best: Option<(Action, f32)> = None;
        for action in self.legal.actions() {
            let Action::Focus { seat } = action else {
                continue;
            };
            let index = self.game.seat_at(seat);
            let district = self.game.seat(index).district;
            let help = self.help[district.ix()];
            let hand = &self.hands[index.ix()];
            let worth = self
                .board
                .hand_value(self.weights, self.game, district, hand, help);
            if worth > mine + self.habits.focus_gain && best.is_none_or(|(_, b)| worth > b) {
                best = Some((action, worth));
            }
        }
        best.map(|(action, _)| action)
    }
}
