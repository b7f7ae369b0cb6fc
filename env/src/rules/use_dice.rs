//! Use Dice: take a die, a token or a card, spend its symbols, move, activate.

use super::{Play, Rules};
use crate::action::Action;
use crate::cards::catalog::{Ability, EquipmentEffect, SymbolCounts, SymbolMask};
use crate::event::{Event, Watch};
use crate::ids::{CardSet, DieKind, EquipmentId, Symbol, Track};
use crate::state::game::NOWHERE;
use crate::state::{District, Ending, Game, Now, Open, Seat, SeatDice, Task};

impl Rules {
    /// Whether a seat still has something to use this round: a die, a token or a free card.
    pub fn has_something(&self, seat: &Seat) -> bool {
        if seat.ended {
            return false;
        }
        seat.tokens > 0
            || !seat.kept.is_empty()
            || seat.cards.0 & !seat.spent_cards.0 & self.free_cards.0 != 0
            || (!seat.ability_spent
                && matches!(
                    self.catalog.reckoner(seat.reckoner).ability,
                    Ability::Operations | Ability::Sniper
                ))
    }

    /// For each symbol the symbols it may act as for this seat: converters chain.
    pub fn conversions(&self, seat: &Seat) -> [SymbolMask; Symbol::COUNT] {
        let mut acts_as = std::array::from_fn(|s| SymbolMask(1 << s));
        let owned = CardSet(seat.cards.0 & self.converters.0);
        for card in owned.iter() {
            if let EquipmentEffect::Convert(a, b) = self.catalog.equipment(EquipmentId(card)).effect
            {
                let joined = acts_as[a.index()].0 | acts_as[b.index()].0;
                for class in &mut acts_as {
                    if class.0 & joined != 0 {
                        class.0 |= joined;
                    }
                }
            }
        }
        acts_as
    }

    /// The symbols the open group can act as.
    pub fn usable_symbols(&self, game: &Game) -> SymbolMask {
        let open = &game.open.symbols;
        let seat = game.actor();
        let mut usable = 0u8;
        if seat.cards.0 & self.converters.0 == 0 {
            for (s, &count) in open.iter().enumerate() {
                usable |= u8::from(count > 0) << s;
            }
        } else {
            for (class, &count) in self.conversions(seat).iter().zip(open) {
                if count > 0 {
                    usable |= class.0;
                }
            }
        }
        SymbolMask(usable)
    }

    /// The symbols a die gives when this seat takes it: Basic symbols may count double.
    pub fn symbols_of(&self, seat: &Seat, kind: DieKind, face: u8) -> SymbolCounts {
        let face = self.catalog.dice[kind.index()].faces[usize::from(face)];
        let doubled =
            kind == DieKind::Basic && seat.cards.0 & self.doublers[face.symbol.index()].0 != 0;
        SymbolCounts::of(
            face.symbol,
            if doubled { face.count * 2 } else { face.count },
        )
    }

    /// Districts (absolute, as bits) in which the open group's symbols may be spent.
    pub fn reach(&self, game: &Game) -> u8 {
        let all = (1u8 << game.district_count()) - 1;
        if game.open.anywhere {
            return all;
        }
        let seat = game.actor();
        let sniper = game.sniper != NOWHERE
            && self.catalog.reckoner(seat.reckoner).ability == Ability::Sniper;
        1 << seat.district | if sniper { 1 << game.sniper } else { 0 }
    }
}

impl<W: Watch> Play<'_, W> {
    /// Gives the decision to the acting seat, or the next one clockwise with something to use.
    pub(super) fn use_step(&mut self) {
        let able = |offset: &u8| {
            self.rules
                .has_something(&self.game.seats[usize::from(self.game.seat_at(*offset))])
        };
        match (0..self.game.seat_count).find(able) {
            Some(offset) => {
                self.game.acting = self.game.seat_at(offset);
                if offset > 0 {
                    self.game.focused = false;
                }
                self.push(Task::UseStep);
                self.game.now = Now::Use;
            }
            None => {
                self.game.sniper = NOWHERE;
                self.game.focused = false;
                for seat in &mut self.game.seats {
                    seat.rolls = 0;
                    seat.kept_now = 0;
                    seat.used = [0; DieKind::COUNT];
                    seat.kept = SeatDice::default();
                }
                self.push(Task::RewardStep);
            }
        }
    }

    pub(super) fn take(&mut self, action: Action) {
        let acting = usize::from(self.game.acting);
        self.game.now = Now::Busy;
        match action {
            Action::Take { kind, face } => {
                let symbols = self.rules.symbols_of(&self.game.seats[acting], kind, face);
                let seat = &mut self.game.seats[acting];
                seat.kept.0[kind.index()][usize::from(face)] -= 1;
                seat.used[kind.index()] += 1;
                self.open(Open::new(symbols, false));
            }
            Action::TakeToken { symbol } => {
                self.game.seats[acting].tokens -= 1;
                self.game.token_supply += 1;
                self.watch.event(Event::Tokens {
                    seat: self.game.acting,
                    change: -1,
                });
                self.open(Open::new(SymbolCounts::of(symbol, 1), false));
            }
            Action::UseCard { card } => self.use_card(card),
            Action::AbilityDie { kind, face } => {
                let seat = &mut self.game.seats[acting];
                seat.ability_spent = true;
                seat.kept.0[kind.index()][usize::from(face)] -= 1;
                self.game.now = Now::SetFace { kind, face };
            }
            Action::Operations { seat } => {
                self.game.seats[acting].ability_spent = true;
                let to = self.game.seat_at(seat);
                self.game.token_supply -= 1;
                let receiver = &mut self.game.seats[usize::from(to)];
                receiver.tokens += 1;
                // The token may be used this round, also by somebody who was done.
                receiver.ended = false;
                self.watch.event(Event::Tokens {
                    seat: to,
                    change: 1,
                });
            }
            Action::Sniper { district } => {
                self.game.seats[acting].ability_spent = true;
                self.game.sniper = self.game.district_at(district);
            }
            Action::EndDice => self.game.seats[acting].ended = true,
            Action::Focus { seat } => self.game.acting = self.game.seat_at(seat),
            other => unreachable!("{other:?}"),
        }
    }

    pub(super) fn set_face(&mut self, action: Action) {
        let (Action::SetFace { face }, Now::SetFace { kind, .. }) = (action, self.game.now) else {
            unreachable!("{action:?}")
        };
        let seat = &mut self.game.seats[usize::from(self.game.acting)];
        seat.kept.0[kind.index()][usize::from(face)] += 1;
        self.game.now = Now::Busy;
    }

    fn open(&mut self, group: Open) {
        self.game.open = group;
        self.game.now = Now::Spend;
    }

    fn use_card(&mut self, card: EquipmentId) {
        self.game.seats[usize::from(self.game.acting)]
            .spent_cards
            .insert(card.0);
        match self.rules.catalog.equipment(card).effect {
            EquipmentEffect::Symbols {
                gives,
                any_district,
                ..
            } => {
                self.open(Open::new(gives, any_district));
            }
            EquipmentEffect::Move => self.open(Open {
                whole: true,
                is_move: true,
                ..Open::default()
            }),
            other => unreachable!("{other:?} is not used"),
        }
    }

    pub(super) fn spend(&mut self, action: Action) {
        let acting = self.game.acting;
        match action {
            Action::Move { district } => {
                let to = self.game.district_at(district);
                self.game.seats[usize::from(acting)].district = to;
                self.watch.event(Event::Moved {
                    seat: acting,
                    district: to,
                });
                self.close();
            }
            Action::RemoveBarricade { district } => {
                let at = self.game.district_at(district);
                self.game.districts[usize::from(at)].barricades -= 1;
                self.watch.event(Event::Barricades {
                    district: at,
                    change: -1,
                });
                self.close();
            }
            Action::UseCard { card } => self.use_card(card),
            Action::UseAbility => {
                let Ability::Activate { gives, .. } = self.ability(acting) else {
                    unreachable!("not an ability that is paid")
                };
                self.game.seats[usize::from(acting)].ability_spent = true;
                self.open(Open::new(gives, false));
            }
            Action::Forfeit => self.close(),
            symbol_action => {
                self.pay_symbol(symbol_of(symbol_action));
                self.spend_symbol(symbol_action);
                if !matches!(self.game.now, Now::Over(_)) && self.game.open.total() == 0 {
                    self.close();
                }
            }
        }
    }

    fn close(&mut self) {
        self.game.open = Open::default();
        self.game.now = Now::Busy;
    }

    /// Takes one symbol from the open group, the natural one first.
    fn pay_symbol(&mut self, wanted: Symbol) {
        self.game.open.whole = false;
        let from = if self.game.open.symbols[wanted.index()] > 0 {
            wanted.index()
        } else {
            let acts_as = self.rules.conversions(self.game.actor());
            let open = &self.game.open.symbols;
            (0..Symbol::COUNT)
                .find(|&s| open[s] > 0 && acts_as[s].has(wanted))
                .expect("a legal symbol is paid by one that acts as it")
        };
        self.game.open.symbols[from] -= 1;
    }

    fn spend_symbol(&mut self, action: Action) {
        match action {
            Action::Money => self.gain_money(1),
            Action::Plan => {
                self.game.token_supply -= 1;
                self.game.seats[usize::from(self.game.acting)].fresh_tokens += 1;
                self.watch.event(Event::Tokens {
                    seat: self.game.acting,
                    change: 1,
                });
            }
            Action::Enforcement { district } => self.remove_enforcement(district),
            Action::ContainEpic { district } => self.contain_epic(district),
            Action::ContainBoss { track } => self.contain_boss(track),
            Action::ResearchEpic { district } => self.research_epic(district),
            Action::ResearchBoss => self.research_boss(1),
            Action::AttackEpic { district } => self.attack_epic(district),
            Action::AttackBoss => self.attack_boss(),
            other => unreachable!("{other:?}"),
        }
    }

    pub(super) fn remove_enforcement(&mut self, offset: u8) {
        let district = self.game.district_at(offset);
        self.game.districts[usize::from(district)].enforcement -= 1;
        self.watch.event(Event::Enforcement {
            district,
            change: -1,
        });
    }

    pub(super) fn contain_epic(&mut self, offset: u8) {
        let district = self.game.district_at(offset);
        self.game.districts[usize::from(district)].bracket -= 1;
        self.watch.event(Event::Bracket {
            district,
            change: -1,
        });
    }

    pub(super) fn contain_boss(&mut self, track: Track) {
        self.game.boss.brackets[track.index()] -= 1;
        self.watch.event(Event::BossBracket { track, change: -1 });
    }

    fn research_epic(&mut self, offset: u8) {
        let district = self.game.district_at(offset);
        let place = &mut self.game.districts[usize::from(district)];
        place.research -= 1;
        let epic = place.epic.expect("a legal target is there");
        if place.research == 0 {
            place.health = place.health.min(self.rules.catalog.epic(epic).weakened);
        }
        let District {
            research, health, ..
        } = *place;
        self.watch.event(Event::EpicValues {
            district,
            research,
            health,
        });
        if research == 0 {
            self.watch.event(Event::Weakened { district, epic });
        }
    }

    fn attack_epic(&mut self, offset: u8) {
        let district = self.game.district_at(offset);
        let place = &mut self.game.districts[usize::from(district)];
        let epic = place.epic.expect("a legal target is there");
        place.health -= 1;
        let District {
            research, health, ..
        } = *place;
        self.watch.event(Event::EpicValues {
            district,
            research,
            health,
        });
        if health > 0 {
            return;
        }
        // Enforcement, Barricades and Reckoners stay where they are.
        place.epic = None;
        place.bracket = 0;
        place.research = 0;
        self.game.defeated.insert(epic.0);
        let reward = self.rules.catalog.epic(epic).reward;
        let pool = &mut self.game.rewards;
        pool.enforcement += reward.enforcement;
        pool.contain += reward.contain;
        pool.plan += reward.plan;
        pool.money += reward.money;
        pool.boss_research += reward.boss_research;
        self.watch.event(Event::Defeated { district, epic });
    }

    /// Lowers the boss's research; at zero he is weakened and gets his health.
    pub(super) fn research_boss(&mut self, amount: u8) {
        let boss = &mut self.game.boss;
        if boss.research == 0 || amount == 0 {
            return;
        }
        boss.research = boss.research.saturating_sub(u16::from(amount));
        let weakened = boss.research == 0;
        if weakened {
            self.game.boss.health = self.rules.boss_boards(self.game).value;
        }
        let boss = &self.game.boss;
        self.watch.event(Event::BossValues {
            research: boss.research,
            health: boss.health,
        });
        if weakened {
            self.watch.event(Event::BossWeakened);
        }
    }

    fn attack_boss(&mut self) {
        self.game.boss.health -= 1;
        let health = self.game.boss.health;
        self.watch.event(Event::BossValues {
            research: 0,
            health,
        });
        if health == 0 {
            self.end(Ending::Won);
        }
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
