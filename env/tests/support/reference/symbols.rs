//! Where symbols may be spent, rewards placed and Equipment bought.

use reckoners_env::Action;
use reckoners_env::cards::{Benefit, City, CityKindRules, Gain, INFINITE, SymbolMask, Timing};
use reckoners_env::ids::{DistrictIx, DistrictOffset, EquipmentId, Symbol, Track};
use reckoners_env::state::{District, Origin, Span, Spot, TableDie};

use super::View;

impl View<'_> {
    pub(super) fn city(&self) -> &City {
        &self.cards.cities[self.game.ruleset.city as usize]
    }

    /// The benefit of the card on a district's board.
    pub(super) fn benefit(&self, district: DistrictIx) -> Option<Benefit> {
        let board = self.game.district(district).board?;
        let side = self.game.ruleset.city_cards.side(board)?;
        Some(self.city().board(board).card(side)?.benefit)
    }

    /// Whether a symbol of the open group may lower the marker of a district.
    pub(super) fn lowers(&self, index: DistrictIx) -> bool {
        let reached = match &self.city().own {
            CityKindRules::Cards => false,
            CityKindRules::Researched(_) => {
                self.usable().has(Symbol::Research) && self.reaches(Symbol::Research, index)
            }
            CityKindRules::Moving(_) => {
                let mut usable = self.usable().iter();
                usable.any(|symbol| self.reaches(symbol, index))
            }
        };
        reached && self.game.district(index).marker > 0
    }

    /// The boss has no research track where the districts have one.
    pub(super) fn boss_has_track(&self) -> bool {
        !matches!(self.city().own, CityKindRules::Researched(_))
    }

    /// The symbols that the open group can act as: follow the converters until nothing is new. A benefit is what it shows.
    pub(super) fn usable(&self) -> SymbolMask {
        let mut usable = SymbolMask::default();
        for symbol in Symbol::ALL {
            if self.game.open.symbols.get(symbol) > 0 {
                usable.insert(symbol);
            }
        }
        if self.game.open.origin == Origin::Benefit {
            return usable;
        }
        loop {
            let before = usable;
            for card in self.working(self.me) {
                if let Gain::Convert(a, b) = self.power(card).gain {
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

    /// Whether the Reckoner is in a district, in person or by the Sniper token.
    pub(super) fn is_in(&self, index: DistrictIx) -> bool {
        let sniped = self.ability().gain == Gain::SecondDistrict && index == self.game.sniper;
        index == self.me.district || sniped
    }

    /// Whether a symbol of the open group may be spent in a district.
    pub(super) fn reaches(&self, symbol: Symbol, index: DistrictIx) -> bool {
        let count = self.game.seat_count + 1;
        let apart = (index.0 + count - self.me.district.0) % count;
        let next_door = apart == 1 || apart == count - 1;
        let widened = |card: EquipmentId| match self.power(card).gain {
            Gain::Neighbours(symbols) => symbols.has(symbol),
            _ => false,
        };
        match self.game.open.span {
            Span::Anywhere => true,
            Span::Fixed(district) => index == district,
            Span::Own => {
                let on_board = match self.benefit(self.me.district) {
                    Some(Benefit::Reach(symbols)) => symbols.has(symbol),
                    _ => false,
                };
                let wide = on_board || self.working(self.me).any(widened);
                self.is_in(index) || next_door && wide
            }
        }
    }

    /// Whether the open group can pay a card, in full or one half of it.
    pub(super) fn can_pay(&self, card: EquipmentId) -> bool {
        let usable = self.usable();
        match self.power(card).timing {
            Timing::Paid(cost) => cost.iter().any(|symbol| usable.has(symbol)),
            Timing::PaidTwo(cost) => {
                // The first payment and this one must be able to share the two symbols between them.
                let first = self.game.marks.half_paid.map(|cards| cards.has(card.0));
                let waits = first.contains(&true);
                (0..2).any(|half| usable.has(cost[half]) && (!waits || first[1 - half]))
            }
            _ => false,
        }
    }

    pub(super) fn spend(&self, action: Action) -> bool {
        let open = &self.game.open;
        let can = |symbol| self.usable().has(symbol);
        // The district at an offset, if the open group reaches it with a symbol that it can be.
        let near = |symbol: Symbol, offset: DistrictOffset| {
            let reached =
                can(symbol) && self.index(offset).is_some_and(|i| self.reaches(symbol, i));
            self.district(offset).filter(|_| reached)
        };
        let boss = &self.game.boss;
        let at_boss = |symbol| can(symbol) && self.reaches(symbol, boss.district);
        match action {
            Action::Forfeit => true,
            Action::Move { district } => {
                open.whole
                    && open.origin != Origin::AfterMove
                    && self.may_move(district)
                    && self.pays_move(self.me, None)
            }
            _ if open.is_move => false,
            Action::RemoveBarricade { district } => {
                open.whole && self.district(district).is_some_and(|d| d.barricades > 0)
            }
            Action::RemoveCopyToken { district } => {
                open.whole
                    && self.index(district).is_some_and(|i| self.is_in(i))
                    && self.district(district).is_some_and(|d| d.copy_tokens > 0)
            }
            Action::Marker { district } => self.index(district).is_some_and(|i| self.lowers(i)),
            Action::Exchange => {
                let used = self.game.city.exchanged >> self.me.district.0 & 1 == 1;
                let pays = match self.benefit(self.me.district) {
                    Some(Benefit::Exchange { cost, .. }) => can(cost),
                    _ => false,
                };
                open.whole && !used && pays
            }
            Action::UseCard { card } => open.whole && self.has_unused(card) && self.can_pay(card),
            Action::UseAbility => {
                open.whole
                    && !self.me.ability_spent
                    && matches!(self.ability().timing, Timing::Paid(cost) if cost.iter().any(can))
            }
            Action::Tradecraft { symbol } => {
                open.whole && self.has_ability(Gain::Enlarge) && open.symbols.get(symbol) > 0
            }
            Action::ChangeSymbol { from, to } => {
                let tool = |card: EquipmentId| {
                    self.has_unused(card) && self.power(card).gain == Gain::ChangeSymbol
                };
                from != to
                    && open.symbols.get(from) > 0
                    && open.origin != Origin::Benefit
                    && self.working(self.me).any(tool)
            }
            Action::Money => can(Symbol::Money),
            Action::Plan => can(Symbol::Plan) && self.game.token_supply > 0,
            Action::Enforcement { district } => {
                near(Symbol::Enforcement, district).is_some_and(has_enforcement)
            }
            Action::ContainEpic { district } => {
                near(Symbol::Contain, district).is_some_and(has_bracket)
            }
            Action::ContainBoss { track } => at_boss(Symbol::Contain) && self.containable(track),
            Action::ResearchEpic { district } => {
                near(Symbol::Research, district).is_some_and(has_research)
            }
            Action::ResearchBoss => {
                at_boss(Symbol::Research) && boss.research > 0 && self.boss_has_track()
            }
            Action::AttackEpic { district } => {
                near(Symbol::Attack, district).is_some_and(is_attackable)
            }
            Action::AttackBoss => at_boss(Symbol::Attack) && boss.research == 0,
            _ => false,
        }
    }

    /// Whether a bracket of the boss can go left; no Shield stands before him.
    pub(super) fn containable(&self, track: Track) -> bool {
        let boss = &self.game.boss;
        boss.brackets[track as usize] >= 2 && self.game.district(boss.district).shields[1] == 0
    }

    pub(super) fn reward(&self, action: Action) -> bool {
        let (pool, boss) = (&self.game.rewards, &self.game.boss);
        let raised = |d: &District| d.marker > 0;
        match action {
            // Research of the boss that must go to one district comes before all other.
            Action::Marker { district } => {
                let wanted = pool.boss_research > 0 || pool.research > 0;
                wanted && !self.boss_has_track() && self.district(district).is_some_and(raised)
            }
            _ if pool.boss_research > 0 => false,
            Action::Enforcement { district } => {
                pool.enforcement > 0 && self.district(district).is_some_and(has_enforcement)
            }
            Action::ContainEpic { district } => {
                pool.contain > 0 && self.district(district).is_some_and(has_bracket)
            }
            Action::ContainBoss { track } => pool.contain > 0 && self.containable(track),
            Action::ResearchEpic { district } => {
                pool.research > 0 && self.district(district).is_some_and(has_research)
            }
            Action::ResearchBoss => pool.research > 0 && boss.research > 0 && self.boss_has_track(),
            Action::AttackEpic { district } => {
                pool.attack > 0 && self.district(district).is_some_and(is_attackable)
            }
            Action::AttackBoss => pool.attack > 0 && boss.research == 0,
            Action::GiveToken { seat } => {
                pool.plan > 0 && self.game.token_supply > 0 && self.seat(seat).is_some()
            }
            Action::Forfeit => true,
            _ => false,
        }
    }

    pub(super) fn buy(&self, action: Action) -> bool {
        let (game, setup) = (self.game, &self.cards.setup);
        match action {
            Action::Buy { card } => {
                let on_sale = card.0 < 64 && game.market.has(card.0);
                on_sale && u16::from(self.cards.equipment[usize::from(card.0)].price) <= game.money
            }
            Action::Refresh => !game.market.is_empty() && game.money >= setup.refresh_price,
            Action::BuyBack { seat, kind } => {
                game.money >= setup.buy_back_price
                    && self.seat(seat).is_some_and(|s| {
                        let lost = |die: TableDie| die.kind == kind && die.spot == Spot::Lost;
                        s.dice.iter().any(lost)
                    })
            }
            Action::DonePurchase => true,
            _ => false,
        }
    }
}

/// Something that an Enforcement symbol takes away: Enforcement, or a red Shield before it.
fn has_enforcement(d: &District) -> bool {
    d.enforcement > 0 || d.shields[0] > 0
}

/// Something that a contain symbol works on: a bracket with room, or a blue Shield before it.
fn has_bracket(d: &District) -> bool {
    d.shields[1] > 0 || (d.epic.is_some() && d.bracket >= 2)
}

fn has_research(d: &District) -> bool {
    d.epic.is_some() && d.research > 0
}

fn is_attackable(d: &District) -> bool {
    d.epic.is_some() && d.health != INFINITE
}
