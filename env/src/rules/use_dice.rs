//! Use Dice: take a die, a token or a card, spend its symbols, move, activate.

use super::Play;
use crate::action::Action;
use crate::cards::{Gain, SymbolCounts};
use crate::event::{Event, Watch};
use crate::ids::{CardSet, DieKind, DistrictIx, Effect, SeatIx, Symbol};
use crate::state::{Earned, Now, Open, Origin, Owed, Span, Spot, Step, TableDie, Task};

impl<W: Watch> Play<'_, W> {
    /// Gives the decision to the acting seat, or the next one clockwise with something to use.
    pub(super) fn use_step(&mut self) {
        self.game.step = Step::Use;
        if !self.game.owed.is_empty() {
            self.push(Task::UseStep);
            self.open_owed();
            return;
        }
        if let Some(seat) = self.game.returns_to.take() {
            self.game.acting = seat;
        }
        let able = |offset: &crate::ids::SeatOffset| {
            let seat = self.game.seat(self.game.seat_at(*offset));
            self.rules.traits(self.game, seat).has_something()
        };
        match self.game.seat_offsets().find(able) {
            Some(offset) => {
                self.hand_on(offset);
                self.push(Task::UseStep);
                self.game.now = Now::Use;
            }
            None => self.end_use(),
        }
    }

    /// The dice go back into the trays.
    fn end_use(&mut self) {
        self.game.sniper = DistrictIx::NOWHERE;
        self.game.focused = false;
        for seat in &mut self.game.seats {
            seat.rolls = 0;
            seat.kept_now = 0;
            seat.dice.gather();
        }
        self.game.marks.half_paid = [CardSet::EMPTY; 2];
        if self.game.ruleset.is_merged() {
            self.push(Task::BuyStep);
        } else {
            self.push(Task::RewardStep);
        }
    }

    /// Opens the first group that was earned, whoever has the card by now.
    #[inline(never)]
    fn open_owed(&mut self) {
        let Some(owed) = self.game.owed.take() else {
            return;
        };
        match owed.why {
            Earned::ByMove(card) => {
                self.lend_decision(owed.seat);
                self.game.now = Now::AfterMove { card };
            }
            Earned::ByWeakening(card) => {
                self.lend_decision(owed.seat);
                if let Gain::OnWeaken(gives) = self.rules.catalog.equipment(card).power.gain {
                    self.open_symbols(gives, Span::Own, Origin::Card);
                }
            }
            Earned::Benefit(district) => self.open_earned_benefit(district),
        }
    }

    /// After an interruption the group in use goes on, if anything of it is left.
    pub(super) fn spend_on(&mut self) {
        if self.game.open.symbols.total() == 0 {
            self.close();
        } else {
            self.game.now = Now::Spend;
        }
    }

    pub(super) fn take(&mut self, action: Action) {
        let acting = self.game.acting;
        self.game.now = Now::Busy;
        match action {
            Action::Take { kind, face } => {
                let symbols = self
                    .rules
                    .traits(self.game, self.game.seat(acting))
                    .symbols_of(kind, face);
                let die = |spot| TableDie::shown(spot, kind, face);
                let seat = self.game.seat_mut(acting);
                seat.dice.change(die(Spot::Kept), die(Spot::Used));
                self.open(Open::new(symbols, Span::Own, Origin::Die));
            }
            Action::TakeToken { symbol } => {
                self.return_token(acting);
                self.open(Open::new(
                    SymbolCounts::of(symbol, 1),
                    Span::Own,
                    Origin::Token,
                ));
            }
            Action::UseCard { card } => self.use_card(card),
            Action::AbilityDie { kind, face } => {
                self.spend_ability();
                let in_hand = TableDie::hidden(Spot::Air, kind);
                let seat = self.game.seat_mut(acting);
                seat.dice
                    .change(TableDie::shown(Spot::Kept, kind, face), in_hand);
                self.game.now = Now::SetFace { kind, face };
            }
            Action::UseAbility => self.use_ability(),
            Action::Aid { card } => self.use_aid(card),
            Action::DemolitionsAdd => self.save_demolitions(),
            Action::DemolitionsRemove { count } => self.demolish(count),
            Action::Operations { seat } => self.give_token(seat),
            Action::Sniper { district } => self.aim(district),
            Action::EndDice => self.game.seat_mut(acting).ended = true,
            Action::Focus { seat } => self.game.acting = self.game.seat_at(seat),
            other => unreachable!("{other:?}"),
        }
    }

    /// A Plan Token of the tray goes back into the supply.
    pub(super) fn return_token(&mut self, seat: SeatIx) {
        self.game.seat_mut(seat).tokens -= 1;
        self.game.token_supply += 1;
        self.watch.event(Event::Tokens { seat, change: -1 });
    }

    pub(super) fn set_face(&mut self, kind: DieKind, action: Action) {
        let Action::SetFace { face } = action else {
            unreachable!("{action:?}")
        };
        let acting = self.game.acting;
        let turned = TableDie::shown(Spot::Kept, kind, face);
        let in_hand = TableDie::hidden(Spot::Air, kind);
        self.game.seat_mut(acting).dice.change(in_hand, turned);
        self.game.now = Now::Busy;
    }

    pub(super) fn open(&mut self, group: Open) {
        self.game.open = group;
        self.game.now = Now::Spend;
    }

    pub(super) fn close(&mut self) {
        self.game.open = Open::default();
        self.game.now = Now::Busy;
    }

    pub(super) fn spend(&mut self, action: Action) {
        match action {
            Action::Move { district } => {
                let to = self.game.district_at(district);
                self.close();
                if self.game.actor().effects.has(Effect::Move) {
                    self.pay_second_half(to);
                } else {
                    self.move_to(to);
                }
            }
            Action::RemoveBarricade { district } => {
                let district = self.game.district_at(district);
                self.remove_barricade(district);
                self.close();
            }
            Action::RemoveCopyToken { district } => {
                let district = self.game.district_at(district);
                self.change_copy_tokens(district, -1);
                self.close();
            }
            Action::UseCard { card } => self.use_card(card),
            Action::UseAbility => self.use_ability(),
            Action::Tradecraft { symbol } => self.enlarge(symbol),
            Action::ChangeSymbol { from, to } => self.change_symbol(from, to),
            Action::Exchange => self.take_exchange(),
            Action::Forfeit => self.close(),
            symbol_action => {
                if self.game.ruleset.is_merged() {
                    // What the symbol brings about comes first; then the group goes on.
                    self.game.now = Now::Busy;
                    self.push(Task::SpendOn);
                }
                if let Action::Marker { district } = symbol_action {
                    self.spend_on_marker(self.game.district_at(district));
                    self.fix_district(symbol_action);
                } else {
                    self.pay_symbol(symbol_of(symbol_action));
                    self.fix_district(symbol_action);
                    self.spend_symbol(symbol_action);
                }
                if matches!(self.game.now, Now::Spend) && self.game.open.symbols.total() == 0 {
                    self.close();
                }
            }
        }
    }

    pub(super) fn move_to(&mut self, district: DistrictIx) {
        let seat = self.game.acting;
        self.put_reckoner(seat, district);
        if let Some(card) = self
            .rules
            .traits(self.game, self.game.seat(seat))
            .after_move()
        {
            let why = Earned::ByMove(card);
            self.game.owed.add(Owed { seat, why });
        }
    }

    /// Puts a miniature into a district; only a Move earns something.
    pub(super) fn put_reckoner(&mut self, seat: SeatIx, district: DistrictIx) {
        self.game.seat_mut(seat).district = district;
        self.watch.event(Event::Moved { seat, district });
    }

    /// Takes one symbol from the open group, the natural one first.
    pub(super) fn pay_symbol(&mut self, wanted: Symbol) {
        self.game.open.whole = false;
        let open = &self.game.open.symbols.0;
        let from = if open[wanted.index()] > 0 {
            wanted.index()
        } else {
            let acts_as = self.rules.traits(self.game, self.game.actor()).acts_as();
            (0..Symbol::COUNT)
                .find(|&s| open[s] > 0 && acts_as[s].has(wanted))
                .expect("a legal symbol is paid by one that acts as it")
        };
        self.game.open.symbols.0[from] -= 1;
    }

    /// All symbols of an any-district card go to one district: the first that needs a place fixes it.
    fn fix_district(&mut self, action: Action) {
        if self.game.open.span != Span::Anywhere {
            return;
        }
        let place = match action {
            Action::ContainBoss { .. } | Action::ResearchBoss | Action::AttackBoss => {
                Some(self.game.boss.district)
            }
            other => other.district().map(|offset| self.game.district_at(offset)),
        };
        if let Some(district) = place {
            self.game.open.span = Span::Fixed(district);
        }
    }

    fn spend_symbol(&mut self, action: Action) {
        let at = |offset| self.game.district_at(offset);
        match action {
            Action::Money => self.gain_money(1),
            Action::Plan => self.gain_token(),
            Action::Enforcement { district } => self.remove_enforcement(at(district)),
            Action::ContainEpic { district } => self.contain_epic(at(district)),
            Action::ContainBoss { track } => self.contain_boss(track),
            Action::ResearchEpic { district } => {
                let by = Some(self.game.acting);
                self.research_epic(at(district), by);
            }
            Action::ResearchBoss => self.research_boss(1, Some(self.game.acting)),
            Action::AttackEpic { district } => self.attack_epic(at(district)),
            Action::AttackBoss => self.attack_boss(),
            other => unreachable!("{other:?}"),
        }
    }

    /// A token beside the tray; it enters at the end of the Purchase step. With the right card it is usable at once, but not
    /// one that a token or a Move has made: that would never end.
    fn gain_token(&mut self) {
        let seat = self.game.acting;
        let origin = self.game.open.origin;
        let new = !matches!(origin, Origin::Token | Origin::AfterMove | Origin::Benefit);
        if new
            && self
                .rules
                .traits(self.game, self.game.seat(seat))
                .instant_plans()
        {
            self.token_from_supply(seat);
            return;
        }
        self.token_beside(seat);
    }

    /// A token from the supply beside a tray.
    pub(super) fn token_beside(&mut self, seat: SeatIx) {
        self.game.token_supply -= 1;
        self.game.seat_mut(seat).fresh_tokens += 1;
        self.watch.event(Event::Tokens { seat, change: 1 });
    }
}

/// The symbol that an action spends.
fn symbol_of(action: Action) -> Symbol {
    match action {
        Action::Money => Symbol::Money,
        Action::Plan => Symbol::Plan,
        Action::Enforcement { .. } => Symbol::Enforcement,
        Action::ContainEpic { .. } | Action::ContainBoss { .. } => Symbol::Contain,
        Action::ResearchEpic { .. } | Action::ResearchBoss => Symbol::Research,
        Action::AttackEpic { .. } | Action::AttackBoss => Symbol::Attack,
        other => unreachable!("{other:?} spends no symbol"),
    }
}
