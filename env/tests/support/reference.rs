//! Legality a second time, slowly and from the rules page, one action after the other.
//!
//! It shares no code with the engine's mask: every predicate reads the position and the cards.

use reckoners_env::cards::{Catalog, Deed, Gain, INFINITE, Power, Reach, SymbolMask, Timing, Verb};
use reckoners_env::ids::{
    DieKind, DistrictIx, DistrictOffset, EquipmentId, FaceIx, SeatIx, SeatOffset, Symbol, Track,
};
use reckoners_env::state::{District, Gift, Now, Origin, Seat, Span, Spot, TableDie};
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
        me: game.seat(game.acting),
    };
    match game.now {
        Now::Place => {
            matches!(action, Action::Place { district } if view.district(district).is_some())
        }
        Now::Keep => view.keep(action),
        Now::Faith => match action {
            Action::AbilityDie { kind, face } => shows(view.me, Spot::Rolled, kind, face),
            Action::FaithRoll => view.me.dice.iter().any(|die| die.spot == Spot::Air),
            _ => false,
        },
        Now::Use => view.use_dice(action),
        Now::SetFace { kind, face } => match action {
            Action::SetFace { face: new } => {
                let faces = &cards.die(kind).faces;
                let shown = faces[new.ix()];
                // Equal faces are one option, named by the first of them.
                shown != faces[face.ix()] && !faces[..new.ix()].contains(&shown)
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
            Action::LoseDie { seat, kind } => view.seat(seat).is_some_and(|s| {
                let owned = |die: TableDie| die.kind == kind && die.spot != Spot::Lost;
                s.dice.iter().any(owned)
            }),
            _ => false,
        },
        Now::Recipient { gift } => match action {
            Action::Receive { seat } => view
                .another_seat(seat)
                .is_some_and(|s| view.can_receive(gift, s)),
            Action::RemoveBarricade { district } => {
                gift == Gift::Move && view.district(district).is_some_and(|d| d.barricades > 0)
            }
            _ => false,
        },
        Now::Regain => {
            matches!(action, Action::AbilityDie { kind, face } if shows(view.me, Spot::Used, kind, face))
        }
        Now::Reroll { again } => match action {
            Action::AbilityDie { kind, face } => shows(view.me, Spot::Kept, kind, face),
            Action::Forfeit => again,
            _ => false,
        },
        Now::KidnapTo => match action {
            Action::Place { district } => {
                view.index(district).is_some_and(|to| view.can_kidnap(to))
            }
            _ => false,
        },
        Now::Kidnap { to, moved } => view.kidnap(to, moved, action),
        Now::AfterMove { card } => match action {
            Action::Symbol { symbol } => {
                matches!(view.power(card).gain, Gain::AfterMove(either) if either.contains(&symbol))
            }
            _ => false,
        },
        Now::Steal { .. } | Now::Sell => match action {
            Action::NameCard { card } => game.team().iter().any(|s| s.cards.has(card.0)),
            _ => false,
        },
        Now::DiscardToken => {
            matches!(action, Action::Receive { seat } if view.seat(seat).is_some_and(|s| s.tokens > 0 || s.fresh_tokens > 0))
        }
        Now::SwapGive { .. } => match action {
            Action::LoseDie { seat, kind } => seat.0 == 0 && view.can_give(kind),
            Action::Forfeit => true,
            _ => false,
        },
        Now::SwapTake { given, named, .. } => match action {
            Action::Kind { kind } => kind != given && view.in_supply(kind) > 0,
            Action::Forfeit => !named,
            _ => false,
        },
        Now::ExtraKind { first } => match action {
            Action::Kind { kind } => {
                view.in_supply(kind) > 0 && (first || game.swaps.extra != Some(kind))
            }
            Action::Forfeit => !first,
            _ => false,
        },
        _ => false,
    }
}

/// Whether a seat has a die of this kind at a spot that shows this face.
fn shows(seat: &Seat, spot: Spot, kind: DieKind, face: FaceIx) -> bool {
    let wanted = TableDie { spot, kind, face };
    seat.dice.iter().any(|die| die == wanted)
}

impl View<'_> {
    fn seat(&self, offset: SeatOffset) -> Option<&Seat> {
        let count = self.game.seat_count;
        let seat = || SeatIx((self.game.acting.0 + offset.0) % count);
        (offset.0 < count).then(|| self.game.seat(seat()))
    }

    fn another_seat(&self, offset: SeatOffset) -> Option<&Seat> {
        if offset.0 == 0 {
            None
        } else {
            self.seat(offset)
        }
    }

    fn index(&self, offset: DistrictOffset) -> Option<DistrictIx> {
        let count = self.game.seat_count + 1;
        let start = if self.me.district == DistrictIx::NOWHERE {
            self.game.boss.district
        } else {
            self.me.district
        };
        (offset.0 < count).then(|| DistrictIx((start.0 + offset.0) % count))
    }

    fn district(&self, offset: DistrictOffset) -> Option<&District> {
        self.index(offset).map(|d| self.game.district(d))
    }

    fn ability(&self) -> Power {
        self.cards.reckoners[self.me.reckoner as usize].ability
    }

    fn power(&self, card: EquipmentId) -> Power {
        self.cards.equipment[usize::from(card.0)].power
    }

    fn has_unused(&self, card: EquipmentId) -> bool {
        let me = self.me;
        me.cards.has(card.0) && !me.spent_cards.has(card.0) && !me.resting.has(card.0)
    }

    /// The cards of a Reckoner that do not rest.
    fn working(&self, seat: &Seat) -> impl Iterator<Item = EquipmentId> {
        let all = 0..self.cards.equipment.len() as u8;
        let (cards, resting) = (seat.cards, seat.resting);
        all.filter(move |c| cards.has(*c) && !resting.has(*c))
            .map(EquipmentId)
    }

    fn has_ability(&self, gain: Gain) -> bool {
        self.ability().gain == gain && !self.me.ability_spent
    }

    fn others(&self) -> impl Iterator<Item = &Seat> {
        (1..self.game.seat_count).filter_map(|n| self.seat(SeatOffset(n)))
    }

    fn all_districts(&self) -> impl Iterator<Item = (DistrictIx, &District)> {
        (0..=self.game.seat_count).map(|d| (DistrictIx(d), self.game.district(DistrictIx(d))))
    }

    /// Whether a Reckoner can use what another one gives.
    fn can_receive(&self, gift: Gift, seat: &Seat) -> bool {
        let has = |spot| seat.dice.iter().any(|die| die.spot == spot);
        let waiting = seat.half_paid.iter().any(|cards| !cards.is_empty());
        match gift {
            Gift::Move => self
                .all_districts()
                .any(|(to, _)| self.may_go(seat.district, to)),
            Gift::Regain => has(Spot::Used) && !waiting,
            Gift::Reroll => has(Spot::Kept),
        }
    }

    /// Whether something can be put into a district: the boss, or a thing of another one.
    fn can_kidnap(&self, to: DistrictIx) -> bool {
        let thing = |(from, d): (DistrictIx, &District)| {
            let things = [
                d.enforcement,
                d.barricades,
                d.copy_tokens,
                d.shields[0],
                d.shields[1],
            ];
            from != to && things.iter().any(|n| *n > 0)
        };
        self.game.boss.district != to || self.all_districts().any(thing)
    }

    fn kidnap(&self, to: DistrictIx, moved: u8, action: Action) -> bool {
        let from = |offset: DistrictOffset| {
            let elsewhere = self.index(offset).is_some_and(|from| from != to);
            self.district(offset).filter(|_| elsewhere)
        };
        match action {
            Action::TakeBoss => moved == 0 && self.game.boss.district != to,
            Action::Enforcement { district } => from(district).is_some_and(|d| d.enforcement > 0),
            Action::RemoveBarricade { district } => {
                from(district).is_some_and(|d| d.barricades > 0)
            }
            Action::RemoveCopyToken { district } => {
                from(district).is_some_and(|d| d.copy_tokens > 0)
            }
            Action::TakeShield { shield, district } => {
                from(district).is_some_and(|d| d.shields[shield as usize] > 0)
            }
            Action::Forfeit => moved > 0,
            _ => false,
        }
    }

    /// Dice of a kind that nobody has.
    fn in_supply(&self, kind: DieKind) -> usize {
        let pieces = &self.cards.pieces;
        let all = if kind == DieKind::Basic {
            pieces.basic_dice
        } else {
            pieces.special_dice_per_colour
        };
        let dice = self.game.team().iter().flat_map(|s| s.dice.iter());
        usize::from(all) - dice.filter(|die| die.kind == kind).count()
    }

    /// Whether a die of a kind may be given for one of another kind: one that is no changed or given die.
    fn can_give(&self, kind: DieKind) -> bool {
        let in_hand = |die: &TableDie| die.kind == kind && die.spot == Spot::Tray;
        let mut places = 0;
        for card in self.working(self.me) {
            let swaps = &self.game.swaps;
            let taken: &[_] = match self.power(card).gain {
                Gain::SwapDie => &[swaps.herman],
                Gain::AnyDie => &[swaps.extra, swaps.rtich],
                _ => &[],
            };
            places += taken.iter().filter(|place| **place == Some(kind)).count();
        }
        let mut others = DieKind::ALL.into_iter().filter(|other| *other != kind);
        self.me.dice.iter().filter(in_hand).count() > places
            && others.any(|other| self.in_supply(other) > 0)
    }

    fn keep(&self, action: Action) -> bool {
        let (me, last) = (self.me, self.me.rolls == 3);
        match action {
            Action::Keep { kind, face } => !last && shows(me, Spot::Rolled, kind, face),
            Action::RollRest => {
                !last && (me.kept_now >= 1 || self.ability().gain == Gain::KeepNone)
            }
            Action::KeepAll => last,
            Action::AbilityDie { kind, face } => {
                self.ability().gain == Gain::RerollRoll
                    && !me.ability_spent
                    && me.kept_now == 0
                    && shows(me, Spot::Rolled, kind, face)
            }
            Action::Focus { seat } => {
                !self.game.focused
                    && self
                        .another_seat(seat)
                        .is_some_and(|s| s.dice.iter().any(|die| die.spot == Spot::Rolled))
            }
            _ => false,
        }
    }

    fn use_dice(&self, action: Action) -> bool {
        let me = self.me;
        match action {
            Action::Take { kind, face } => shows(me, Spot::Kept, kind, face),
            Action::TakeToken { .. } => me.tokens > 0,
            Action::UseCard { card } => {
                let power = self.power(card);
                self.has_unused(card)
                    && power.timing == Timing::Free
                    && match power.gain {
                        Gain::Symbols { .. } | Gain::BaseUp => true,
                        Gain::Move => (1..7).any(|d| self.may_move(DistrictOffset(d))),
                        Gain::PlanToken => self.game.token_supply > 0,
                        Gain::Regain => self.others().any(|s| self.can_receive(Gift::Regain, s)),
                        Gain::Reroll => self.others().any(|s| self.can_receive(Gift::Reroll, s)),
                        Gain::Kidnap => self.all_districts().any(|(d, _)| self.can_kidnap(d)),
                        _ => false,
                    }
            }
            Action::AbilityDie { kind, face } => {
                let faces = &self.cards.die(kind).faces;
                self.ability().gain == Gain::SetFace
                    && !me.ability_spent
                    && shows(me, Spot::Kept, kind, face)
                    && faces.iter().any(|f| *f != faces[face.ix()])
            }
            Action::Operations { seat } => {
                self.ability().gain == Gain::GiveToken
                    && !me.ability_spent
                    && self.game.token_supply > 0
                    && self.another_seat(seat).is_some()
            }
            Action::Sniper { district } => {
                self.ability().gain == Gain::SecondDistrict
                    && !me.ability_spent
                    && district.0 > 0
                    && self.index(district).is_some()
            }
            Action::UseAbility => {
                self.has_ability(Gain::Dispatch)
                    && (self.all_districts().any(|(_, d)| d.barricades > 0)
                        || self.others().any(|s| self.can_receive(Gift::Move, s)))
            }
            Action::DemolitionsAdd => {
                let all = self.cards.pieces.demolitions_tokens;
                self.has_ability(Gain::Demolish) && me.demolitions < all
            }
            Action::DemolitionsRemove { count } => {
                self.has_ability(Gain::Demolish) && count.0 <= me.demolitions
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
        let free_card =
            |c: EquipmentId| !seat.spent_cards.has(c.0) && self.power(c).timing == Timing::Free;
        let ability = self.cards.reckoners[seat.reckoner as usize].ability;
        let free_ability = !seat.ability_spent
            && matches!(
                ability.gain,
                Gain::GiveToken | Gain::SecondDistrict | Gain::Dispatch | Gain::Demolish
            );
        let holds = seat.dice.iter().any(|die| die.spot == Spot::Kept) || seat.tokens > 0;
        !seat.ended && (holds || free_ability || self.working(seat).any(free_card))
    }

    fn may_move(&self, offset: DistrictOffset) -> bool {
        let to = self.index(offset);
        to.is_some_and(|to| self.may_go(self.me.district, to))
    }

    /// Whether a Move leads from one district to another: no Barricade at either end, and no Epic that holds people.
    fn may_go(&self, from: DistrictIx, to: DistrictIx) -> bool {
        let start = self.game.district(from);
        let held = start.epic.is_some_and(|epic| {
            let track = self.cards.epics[usize::from(epic.0)].track;
            let pulls = |deed: &Deed| deed.verb == Verb::Pull && deed.reach == Reach::Here;
            let mut fired = track.deeds().iter().take(usize::from(start.bracket));
            fired.any(pulls)
        });
        from != to && !held && start.barricades == 0 && self.game.district(to).barricades == 0
    }

    /// The symbols that the open group can act as: follow the converters until nothing is new.
    fn usable(&self) -> SymbolMask {
        let mut usable = SymbolMask::default();
        for symbol in Symbol::ALL {
            if self.game.open.symbols.get(symbol) > 0 {
                usable.insert(symbol);
            }
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
    fn is_in(&self, index: DistrictIx) -> bool {
        let sniped = self.ability().gain == Gain::SecondDistrict && index == self.game.sniper;
        index == self.me.district || sniped
    }

    /// Whether a symbol of the open group may be spent in a district.
    fn reaches(&self, symbol: Symbol, index: DistrictIx) -> bool {
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
            Span::Own => self.is_in(index) || next_door && self.working(self.me).any(widened),
        }
    }

    /// Whether the open group can pay a card, in full or one half of it.
    fn can_pay(&self, card: EquipmentId) -> bool {
        let usable = self.usable();
        match self.power(card).timing {
            Timing::Paid(cost) => cost.iter().any(|symbol| usable.has(symbol)),
            Timing::PaidTwo(cost) => {
                // The first payment and this one must be able to share the two symbols between them.
                let first = self.me.half_paid.map(|cards| cards.has(card.0));
                let waits = first.contains(&true);
                (0..2).any(|half| usable.has(cost[half]) && (!waits || first[1 - half]))
            }
            _ => false,
        }
    }

    fn spend(&self, action: Action) -> bool {
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
                open.whole && open.origin != Origin::AfterMove && self.may_move(district)
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
                from != to && open.symbols.get(from) > 0 && self.working(self.me).any(tool)
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
            Action::ResearchBoss => at_boss(Symbol::Research) && boss.research > 0,
            Action::AttackEpic { district } => {
                near(Symbol::Attack, district).is_some_and(is_attackable)
            }
            Action::AttackBoss => at_boss(Symbol::Attack) && boss.research == 0,
            _ => false,
        }
    }

    /// Whether a bracket of the boss can go left; no Shield stands before him.
    fn containable(&self, track: Track) -> bool {
        let boss = &self.game.boss;
        boss.brackets[track as usize] >= 2 && self.game.district(boss.district).shields[1] == 0
    }

    fn reward(&self, action: Action) -> bool {
        let (pool, boss) = (&self.game.rewards, &self.game.boss);
        match action {
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
            Action::ResearchBoss => pool.research > 0 && boss.research > 0,
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
