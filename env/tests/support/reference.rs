//! Legality a second time, slowly and from the rules page, one action after the other.
//!
//! It shares no code with the engine's mask: every predicate reads the position and the cards.

use reckoners_env::cards::catalog::{Ability, Catalog, EquipmentEffect, INFINITE, SymbolMask};
use reckoners_env::ids::{EquipmentId, Symbol, Track};
use reckoners_env::state::game::NOWHERE;
use reckoners_env::state::{District, Now, Seat};
use reckoners_env::{Action, Game};

/// The position as the acting Reckoner sees it.
struct View<'a> {
    cards: &'a Catalog,
    game: &'a Game,
    me: &'a Seat,
}

/// Whether the rules allow this action now.
pub(crate) fn allowed(cards: &Catalog, game: &Game, action: Action) -> bool {
    let view = View {
        cards,
        game,
        me: &game.seats[usize::from(game.acting)],
    };
    match game.now {
        Now::Place => {
            matches!(action, Action::Place { district } if view.district(district).is_some())
        }
        Now::Keep => view.keep(action),
        Now::Faith => match action {
            Action::AbilityDie { kind, face } => {
                view.me.rolled.0[kind as usize][usize::from(face)] > 0
            }
            Action::FaithRoll => game.tumbling.iter().any(|&n| n > 0),
            _ => false,
        },
        Now::Use => view.use_dice(action),
        Now::SetFace { kind, face } => match action {
            Action::SetFace { face: new } => {
                let faces = &cards.dice[kind as usize].faces;
                let shown = faces[usize::from(new)];
                // Equal faces are one option, named by the first of them.
                shown != faces[usize::from(face)] && !faces[..usize::from(new)].contains(&shown)
            }
            _ => false,
        },
        Now::Spend => view.spend(action),
        Now::Reward => view.reward(action),
        Now::Buy => view.buy(action),
        Now::Receive { .. } => {
            matches!(action, Action::Receive { seat } if view.seat(seat).is_some())
        }
        Now::LoseDie => match action {
            Action::LoseDie { seat, kind } => {
                view.seat(seat).is_some_and(|s| s.dice[kind as usize] > 0)
            }
            _ => false,
        },
        _ => false,
    }
}

impl View<'_> {
    fn seat(&self, offset: u8) -> Option<&Seat> {
        let count = self.game.seat_count;
        (offset < count).then(|| &self.game.seats[usize::from((self.game.acting + offset) % count)])
    }

    fn another_seat(&self, offset: u8) -> Option<&Seat> {
        if offset == 0 { None } else { self.seat(offset) }
    }

    fn index(&self, offset: u8) -> Option<u8> {
        let count = self.game.seat_count + 1;
        let start = if self.me.district == NOWHERE {
            self.game.boss.district
        } else {
            self.me.district
        };
        (offset < count).then(|| (start + offset) % count)
    }

    fn district(&self, offset: u8) -> Option<&District> {
        self.index(offset)
            .map(|d| &self.game.districts[usize::from(d)])
    }

    fn ability(&self) -> Ability {
        self.cards.reckoners[self.me.reckoner as usize].ability
    }

    fn effect(&self, card: EquipmentId) -> EquipmentEffect {
        self.cards.equipment[usize::from(card.0)].effect
    }

    fn has_unused(&self, card: EquipmentId) -> bool {
        self.me.cards.has(card.0) && !self.me.spent_cards.has(card.0)
    }

    fn keep(&self, action: Action) -> bool {
        let (me, last) = (self.me, self.me.rolls == 3);
        match action {
            Action::Keep { kind, face } => {
                !last && me.rolled.0[kind as usize][usize::from(face)] > 0
            }
            Action::RollRest => !last && me.kept_now >= 1,
            Action::KeepAll => last,
            Action::AbilityDie { kind, face } => {
                self.ability() == Ability::Faith
                    && !me.ability_spent
                    && me.kept_now == 0
                    && me.rolled.0[kind as usize][usize::from(face)] > 0
            }
            Action::Focus { seat } => {
                !self.game.focused
                    && self
                        .another_seat(seat)
                        .is_some_and(|s| s.rolled.total() > 0)
            }
            _ => false,
        }
    }

    fn use_dice(&self, action: Action) -> bool {
        let me = self.me;
        match action {
            Action::Take { kind, face } => me.kept.0[kind as usize][usize::from(face)] > 0,
            Action::TakeToken { .. } => me.tokens > 0,
            Action::UseCard { card } => {
                self.has_unused(card)
                    && match self.effect(card) {
                        EquipmentEffect::Symbols { cost, .. } => cost.0 == 0,
                        EquipmentEffect::Move => (1..7).any(|d| self.may_move(d)),
                        _ => false,
                    }
            }
            Action::AbilityDie { kind, face } => {
                let faces = &self.cards.dice[kind as usize].faces;
                self.ability() == Ability::Improvise
                    && !me.ability_spent
                    && me.kept.0[kind as usize][usize::from(face)] > 0
                    && faces.iter().any(|f| *f != faces[usize::from(face)])
            }
            Action::Operations { seat } => {
                self.ability() == Ability::Operations
                    && !me.ability_spent
                    && self.game.token_supply > 0
                    && self.another_seat(seat).is_some()
            }
            Action::Sniper { district } => {
                self.ability() == Ability::Sniper
                    && !me.ability_spent
                    && district > 0
                    && self.index(district).is_some()
            }
            Action::EndDice => true,
            Action::Focus { seat } => {
                !self.game.focused
                    && self
                        .another_seat(seat)
                        .is_some_and(|s| self.has_something(s))
            }
            _ => false,
        }
    }

    /// A Reckoner who has not ended and holds a die, a token or something free.
    fn has_something(&self, seat: &Seat) -> bool {
        let free_card = |c: u8| {
            let unused = seat.cards.has(c) && !seat.spent_cards.has(c);
            let effect = self.effect(EquipmentId(c));
            unused
                && (effect == EquipmentEffect::Move
                    || matches!(effect, EquipmentEffect::Symbols { cost, .. } if cost.0 == 0))
        };
        let ability = self.cards.reckoners[seat.reckoner as usize].ability;
        let free_ability =
            !seat.ability_spent && matches!(ability, Ability::Operations | Ability::Sniper);
        let cards = self.cards.equipment.len() as u8;
        let holds = seat.kept.total() > 0 || seat.tokens > 0;
        !seat.ended && (holds || free_ability || (0..cards).any(free_card))
    }

    fn may_move(&self, offset: u8) -> bool {
        let clear = |d: Option<&District>| d.is_some_and(|d| d.barricades == 0);
        offset > 0 && clear(self.district(0)) && clear(self.district(offset))
    }

    /// The symbols that the open group can act as: follow the converters until nothing is new.
    fn usable(&self) -> SymbolMask {
        let mut usable = SymbolMask::default();
        for symbol in Symbol::ALL {
            if self.game.open.symbols[symbol as usize] > 0 {
                usable.insert(symbol);
            }
        }
        loop {
            let before = usable;
            for card in self.me.cards.iter() {
                if let EquipmentEffect::Convert(a, b) = self.effect(EquipmentId(card)) {
                    if usable.has(a) {
                        usable.insert(b);
                    }
                    if usable.has(b) {
                        usable.insert(a);
                    }
                }
            }
            if usable == before {
                return usable;
            }
        }
    }

    fn reaches(&self, index: u8) -> bool {
        let sniped = self.ability() == Ability::Sniper && index == self.game.sniper;
        self.game.open.anywhere || index == self.me.district || sniped
    }

    fn spend(&self, action: Action) -> bool {
        let open = &self.game.open;
        let can = |symbol| self.usable().has(symbol);
        // The district at an offset, if the open group reaches it.
        let near = |offset: u8| {
            self.district(offset)
                .filter(|_| self.index(offset).is_some_and(|i| self.reaches(i)))
        };
        let boss = &self.game.boss;
        let boss_near = self.reaches(boss.district);
        match action {
            Action::Forfeit => true,
            Action::Move { district } => open.whole && self.may_move(district),
            _ if open.is_move => false,
            Action::RemoveBarricade { district } => {
                open.whole && self.district(district).is_some_and(|d| d.barricades > 0)
            }
            Action::UseCard { card } => {
                open.whole
                    && self.has_unused(card)
                    && matches!(self.effect(card), EquipmentEffect::Symbols { cost, .. } if cost.iter().any(can))
            }
            Action::UseAbility => {
                open.whole
                    && !self.me.ability_spent
                    && matches!(self.ability(), Ability::Activate { cost, .. } if cost.iter().any(can))
            }
            Action::Money => can(Symbol::Money),
            Action::Plan => can(Symbol::Plan) && self.game.token_supply > 0,
            Action::Enforcement { district } => {
                can(Symbol::Enforcement) && near(district).is_some_and(|d| d.enforcement > 0)
            }
            Action::ContainEpic { district } => {
                can(Symbol::Contain)
                    && near(district).is_some_and(|d| d.epic.is_some() && d.bracket >= 2)
            }
            Action::ContainBoss { track } => {
                can(Symbol::Contain) && boss_near && self.containable(track)
            }
            Action::ResearchEpic { district } => {
                can(Symbol::Research)
                    && near(district).is_some_and(|d| d.epic.is_some() && d.research > 0)
            }
            Action::ResearchBoss => can(Symbol::Research) && boss_near && boss.research > 0,
            Action::AttackEpic { district } => {
                let target = |d: &District| d.epic.is_some() && d.health != INFINITE;
                can(Symbol::Attack) && near(district).is_some_and(target)
            }
            Action::AttackBoss => can(Symbol::Attack) && boss_near && boss.research == 0,
            _ => false,
        }
    }

    fn containable(&self, track: Track) -> bool {
        self.game.boss.brackets[track as usize] >= 2
    }

    fn reward(&self, action: Action) -> bool {
        let pool = &self.game.rewards;
        match action {
            Action::Enforcement { district } => {
                pool.enforcement > 0 && self.district(district).is_some_and(|d| d.enforcement > 0)
            }
            Action::ContainEpic { district } => {
                pool.contain > 0
                    && self
                        .district(district)
                        .is_some_and(|d| d.epic.is_some() && d.bracket >= 2)
            }
            Action::ContainBoss { track } => pool.contain > 0 && self.containable(track),
            Action::GiveToken { seat } => {
                pool.plan > 0 && self.game.token_supply > 0 && self.seat(seat).is_some()
            }
            Action::Forfeit => true,
            _ => false,
        }
    }

    fn buy(&self, action: Action) -> bool {
        let (game, setup) = (self.game, &self.cards.setup);
        match action {
            Action::Buy { card } => {
                let on_sale = card.0 < 64 && game.market.has(card.0);
                on_sale && u16::from(self.cards.equipment[usize::from(card.0)].price) <= game.money
            }
            Action::Refresh => !game.market.is_empty() && game.money >= setup.refresh_price,
            Action::BuyBack { seat, kind } => {
                game.money >= setup.buy_back_price
                    && self.seat(seat).is_some_and(|s| s.lost[kind as usize] > 0)
            }
            Action::DonePurchase => true,
            _ => false,
        }
    }
}
