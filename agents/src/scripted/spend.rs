//! Spending the die, token or card that was taken.

use reckoners_env::action::{Action, encode};
use reckoners_env::cards::{Gain, SymbolCounts, SymbolMask, Timing};
use reckoners_env::ids::{DistrictOffset, Symbol};

use super::Thought;
use super::keep::add;
use crate::assess::Hand;

impl Thought<'_> {
    pub(super) fn spend(&self) -> Action {
        let open = self.game.open.symbols.0;
        let hand = self.hands[self.game.acting.ix()];
        let (action, worth) = self.best(|action| match action {
            Action::Forfeit => 0.0,
            Action::Move { .. }
            | Action::RemoveBarricade { .. }
            | Action::RemoveCopyToken { .. }
            | Action::UseCard { .. }
            | Action::UseAbility
            | Action::Tradecraft { .. }
            | Action::ChangeSymbol { .. }
            | Action::Exchange => f32::MIN,
            other => self.symbol_worth(other),
        });
        let change = self.changed_symbol(&open);
        if !self.game.open.whole {
            return change.map_or(action, |(change, _)| change);
        }
        // The whole die: what its symbols do here, against the rest of the hand elsewhere, a card
        // that turns it into more, or a Barricade out of the way.
        let here = self.me().district;
        let mut all = hand;
        add(&mut all, &open, 1);
        let rest = self.value(here, &hand);
        let plain = self.value(here, &all) - rest;
        let mut best = (action, plain);
        let (to, elsewhere) = self.best_move(&hand);
        let step = to.map(|to| Action::Move {
            district: self.game.offset_of(to),
        });
        // An Epic that pulls, or a symbol that a Move has earned, stops it.
        if let Some(step) = step.filter(|step| self.legal.has(encode(*step)))
            && elsewhere - rest > best.1
        {
            best = (step, elsewhere - rest);
        }
        if let Some((card, gain)) = self.best_paid(&open)
            && plain + gain > best.1
        {
            best = (card, plain + gain);
        }
        if let Some((more, gain)) = self.more_symbols(&open)
            && plain + gain > best.1
        {
            best = (more, plain + gain);
        }
        if let Some((change, gain)) = change
            && plain + gain > best.1
        {
            best = (change, plain + gain);
        }
        if self.legal.has(encode(Action::Exchange))
            && let Some(gain) = self.exchange_gain(plain)
            && plain + gain > best.1
        {
            best = (Action::Exchange, plain + gain);
        }
        if let Some((token, gain)) = self.copy_token()
            && gain > best.1
        {
            best = (token, gain);
        }
        // A Move that a card grants removes no Barricade.
        if let Some((barricade, gain)) = self.barricade_to_clear()
            && gain > best.1
            && !self.game.open.is_move
        {
            best = (barricade, gain);
        }
        if best.0 != action || worth > self.habits.idle {
            return best.0;
        }
        // Of no use here: at least its owner can be in a better place when the next round begins.
        let resettle = self.better_promise(&hand).map(|(to, _)| Action::Move {
            district: self.game.offset_of(to),
        });
        let resettle = resettle.filter(|step| self.legal.has(encode(*step)));
        resettle.unwrap_or(if worth > 0.0 { action } else { Action::Forfeit })
    }

    /// Tradecraft on the symbol of which one more does most.
    fn more_symbols(&self, open: &Hand) -> Option<(Action, f32)> {
        let plain = self.value(self.me().district, open);
        let gain = |symbol: Symbol| {
            let mut with = *open;
            with[symbol.index()] += 1;
            self.value(self.me().district, &with) - plain
        };
        let actions = self.legal.actions();
        let offers = actions.filter_map(|action| match action {
            Action::Tradecraft { symbol } => Some((action, gain(symbol))),
            _ => None,
        });
        let best = offers.max_by(|a, b| a.1.total_cmp(&b.1));
        best.filter(|(_, gain)| *gain > 0.2)
    }

    /// The change of one symbol that does most.
    fn changed_symbol(&self, open: &Hand) -> Option<(Action, f32)> {
        let here = self.me().district;
        let plain = self.value(here, open);
        let gain = |from: Symbol, to: Symbol| {
            let mut with = *open;
            with[from.index()] -= 1;
            with[to.index()] += 1;
            self.value(here, &with) - plain
        };
        let offers = self.legal.actions().filter_map(|action| match action {
            Action::ChangeSymbol { from, to } => Some((action, gain(from, to))),
            _ => None,
        });
        let best = offers.max_by(|a, b| a.1.total_cmp(&b.1));
        best.filter(|(_, gain)| *gain > 0.2)
    }

    /// Removing the Copy Token that does most harm.
    pub(super) fn copy_token(&self) -> Option<(Action, f32)> {
        let worth = |district: DistrictOffset| {
            let at = self.game.district_at(district);
            self.board.places[at.ix()].copy_token
        };
        let offers = self.legal.actions().filter_map(|action| match action {
            Action::RemoveCopyToken { district } => Some((action, worth(district))),
            _ => None,
        });
        offers.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// What the other die costs that a card needs besides this one; none when there is none.
    fn second_price(&self, [a, b]: [Symbol; 2], first: SymbolMask) -> Option<f32> {
        let hand = &self.hands[self.game.acting.ix()];
        let pairs = [(a, b), (b, a)].into_iter();
        let dice = pairs
            .filter(|(paid, _)| first.has(*paid))
            .map(|(_, other)| other);
        let dice = dice.filter(|symbol| hand[symbol.index()] > 0);
        let dice = dice.map(|symbol| self.symbols_here(SymbolCounts::of(symbol, 1)));
        let token = (self.me().tokens > 0).then(|| self.token_price());
        dice.chain(token).min_by(f32::total_cmp)
    }

    /// The paid card that improves most on spending these symbols plainly, and its gain.
    pub(super) fn best_paid(&self, symbols: &Hand) -> Option<(Action, f32)> {
        let seat = self.me();
        let here = seat.district;
        let plain = self.value(here, symbols);
        let mut best: Option<(Action, f32)> = None;
        let mut consider = |action, gives: &Hand, price: f32| {
            let gain = self.value(here, gives) - plain - price;
            if best.is_none_or(|(_, g)| gain > g) {
                best = Some((action, gain));
            }
        };
        // Only the symbols as they are: what a converter could make of them is not looked at.
        let shown = SymbolCounts(*symbols).mask();
        let traits = self.rules.traits(self.game, seat);
        for card in traits.payable(shown) {
            let power = self.rules.catalog().equipment(card).power;
            if let Gain::Symbols { gives, .. } = power.gain {
                let price = match power.timing {
                    Timing::PaidTwo(cost) if !self.game.marks.waiting().has(card.0) => {
                        self.second_price(cost, shown)
                    }
                    _ => Some(0.0),
                };
                if let Some(price) = price {
                    consider(Action::UseCard { card }, &gives.0, price);
                }
            }
        }
        if let Some(ability) = traits.ability().filter(|power| power.paid_by(shown))
            && let Gain::Symbols { gives, .. } = ability.gain
        {
            consider(Action::UseAbility, &gives.0, 0.0);
        }
        best
    }
}
