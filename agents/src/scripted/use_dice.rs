//! Use Dice: the best die first, a Move when the rest of the hand does more elsewhere.

use reckoners_env::action::{Action, encode};
use reckoners_env::cards::{Gain, SymbolCounts};
use reckoners_env::ids::{DieKind, DistrictIx, EquipmentId, FaceIx, Symbol};
use reckoners_env::state::Spot;

use super::Mind;
use super::keep::{add, take};
use crate::assess::Hand;

impl Mind<'_> {
    pub(super) fn take(&self) -> Action {
        let hand = self.hands[self.game.acting.ix()];
        let here = self.me().district;
        let stay = self.value(here, &hand);
        let mut best: (Action, f32) = (Action::EndDice, 0.05);
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
            Action::TakeToken { symbol } => {
                let gain = self.single_worth(symbol);
                if gain >= self.habits.token_worth {
                    gain - 0.5
                } else {
                    0.0
                }
            }
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
            Action::UseAbility => 0.5,
            Action::DemolitionsRemove { count } => {
                // Tokens are for large attacks that find their target.
                let attack = SymbolCounts::of(Symbol::Attack, 2 * count.0 + 1);
                self.symbols_here(attack) - 0.9 * f32::from(count.0)
            }
            Action::DemolitionsAdd => 0.4,
            _ => f32::MIN,
        }
    }

    /// What taking a die now is worth: its symbols here, or the way to a better place.
    fn die_worth(&self, kind: DieKind, face: FaceIx, hand: &Hand, stay: f32) -> f32 {
        let symbols = self.rules.traits(self.me()).symbols_of(kind, face).0;
        let mut rest = *hand;
        take(&mut rest, &symbols);
        let here = stay - self.value(self.me().district, &rest);
        let (_, elsewhere) = self.best_move(&rest);
        let gain = elsewhere - stay;
        let barricade = self.barricade_to_clear().map_or(0.0, |(_, gain)| gain);
        // Spending good dice here comes first; the worst die pays the Move.
        here.max(gain).max(barricade) + self.paid_bonus(&symbols)
    }

    /// The best district to move to and what the hand does there.
    fn best_move(&self, hand: &Hand) -> (Option<DistrictIx>, f32) {
        let here = self.me().district;
        if self.is_blocked(here) {
            return (None, f32::MIN);
        }
        let mut best = (None, f32::MIN);
        for (district, _) in self.game.placed() {
            if district != here && !self.is_blocked(district) {
                let value = self.value(district, hand) - self.habits.move_gain;
                if value > best.1 {
                    best = (Some(district), value);
                }
            }
        }
        best
    }

    /// What one symbol would be worth here at once.
    fn single_worth(&self, symbol: Symbol) -> f32 {
        let here = self.me().district;
        let place = &self.board.places[here.ix()];
        let at_boss = self.game.boss.district == here;
        match symbol {
            Symbol::Enforcement if place.enforcement_here > 0 => place.enforcement,
            Symbol::Contain if at_boss => place.contain.max(self.board.boss_contain_best),
            Symbol::Contain => place.contain,
            Symbol::Research if place.research_left > 0 => place.research,
            Symbol::Research if at_boss && self.game.boss.research > 0 => self.board.boss_hit,
            Symbol::Attack if at_boss && self.game.boss.research == 0 => self
                .board
                .boss_hit
                .max(if place.attackable { place.attack } else { 0.0 }),
            Symbol::Attack if place.attackable && place.research_left == 0 => place.attack,
            _ => 0.0,
        }
    }

    /// The extra worth of a die that can pay a card which turns it into more.
    fn paid_bonus(&self, symbols: &Hand) -> f32 {
        self.best_paid(symbols)
            .map_or(0.0, |(_, gain)| gain.max(0.0))
    }

    /// The paid card that improves most on spending these symbols plainly, and its gain.
    fn best_paid(&self, symbols: &Hand) -> Option<(Action, f32)> {
        let seat = self.me();
        let here = seat.district;
        let plain = self.value(here, symbols);
        let mut best: Option<(Action, f32)> = None;
        let mut consider = |action, gives: &Hand| {
            let gain = self.value(here, gives) - plain;
            if best.is_none_or(|(_, g)| gain > g) {
                best = Some((action, gain));
            }
        };
        // Only the symbols as they are: what a converter could make of them is not looked at.
        let shown = SymbolCounts(*symbols).mask();
        let traits = self.rules.traits(seat);
        for card in traits.payable(shown) {
            if let Gain::Symbols { gives, .. } = self.rules.catalog().equipment(card).power.gain {
                consider(Action::UseCard { card }, &gives.0);
            }
        }
        if let Some(ability) = traits.ability().filter(|power| power.paid_by(shown))
            && let Gain::Symbols { gives, .. } = ability.gain
        {
            consider(Action::UseAbility, &gives.0);
        }
        best
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
            Gain::Regain | Gain::Reroll => 0.8,
            Gain::Kidnap => 0.5,
            _ => f32::MIN,
        }
    }

    fn improvise_worth(&self, kind: DieKind, face: FaceIx, hand: &Hand, stay: f32) -> f32 {
        let mut rest = *hand;
        take(
            &mut rest,
            &self.rules.traits(self.me()).symbols_of(kind, face).0,
        );
        let die = self.rules.catalog().die(kind);
        let best = die
            .classes()
            .map(|f| {
                let mut with = rest;
                add(
                    &mut with,
                    &self.rules.traits(self.me()).symbols_of(kind, f).0,
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
                    &self.rules.traits(self.me()).symbols_of(kind, face).0,
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
            let worth = self.value(self.game.seat(index).district, &self.hands[index.ix()]);
            if worth > mine + self.habits.focus_gain && best.is_none_or(|(_, b)| worth > b) {
                best = Some((action, worth));
            }
        }
        best.map(|(action, _)| action)
    }

    pub(super) fn spend(&self) -> Action {
        let open = self.game.open.symbols.0;
        let hand = self.hands[self.game.acting.ix()];
        let (action, worth) = self.best(|action| match action {
            Action::Forfeit => 0.0,
            Action::Move { .. }
            | Action::RemoveBarricade { .. }
            | Action::UseCard { .. }
            | Action::UseAbility
            | Action::Tradecraft { .. }
            | Action::ChangeSymbol { .. } => f32::MIN,
            Action::RemoveCopyToken { .. } => self.weights.another_action,
            other => self.symbol_worth(other),
        });
        if !self.game.open.whole {
            return action;
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
            && (self.game.open.is_move || elsewhere - rest > best.1)
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
        // A Move that a card grants removes no Barricade.
        if let Some((barricade, gain)) = self.barricade_to_clear()
            && gain > best.1
            && !self.game.open.is_move
        {
            best = (barricade, gain);
        }
        if best.0 == action && worth <= 0.0 {
            Action::Forfeit
        } else {
            best.0
        }
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

    /// The Barricade whose removal helps most: one that holds Reckoners, or keeps them from the
    /// boss, or simply fills the board.
    pub(super) fn barricade_to_clear(&self) -> Option<(Action, f32)> {
        let mut best: Option<(Action, f32)> = None;
        for offset in self.game.district_offsets() {
            let at = self.game.district_at(offset);
            let place = self.game.district(at);
            if place.barricades == 0 {
                continue;
            }
            let mut gain = self.board.barricade;
            if place.barricades == 1 {
                let held = self
                    .game
                    .team()
                    .iter()
                    .filter(|s| s.district == at && s.dice.any(Spot::Kept))
                    .count();
                gain += self.habits.free_reckoner * held as f32;
                if at == self.game.boss.district {
                    gain += self.habits.free_reckoner;
                }
            }
            if best.is_none_or(|(_, g)| gain > g) {
                best = Some((Action::RemoveBarricade { district: offset }, gain));
            }
        }
        best
    }
}
