//! Legality a second time, slowly and from the rules page, one action after the other.
//!
//! It shares no code with the engine's mask: every predicate reads the position and the cards.

use reckoners_env::cards::{Catalog, Gain, INFINITE, Power, SymbolMask, Timing};
use reckoners_env::ids::{
    DieKind, DistrictIx, DistrictOffset, EquipmentId, FaceIx, SeatIx, SeatOffset, Symbol, Track,
};
use reckoners_env::state::{District, Now, Seat, Span, Spot, TableDie};
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
        self.me.cards.has(card.0) && !self.me.spent_cards.has(card.0)
    }

    fn keep(&self, action: Action) -> bool {
        let (me, last) = (self.me, self.me.rolls == 3);
        match action {
            Action::Keep { kind, face } => !last && shows(me, Spot::Rolled, kind, face),
            Action::RollRest => !last && me.kept_now >= 1,
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
                        Gain::Symbols { .. } => true,
                        Gain::Move => (1..7).any(|d| self.may_move(DistrictOffset(d))),
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
            unused && self.power(EquipmentId(c)).timing == Timing::Free
        };
        let ability = self.cards.reckoners[seat.reckoner as usize].ability;
        let free_ability =
            !seat.ability_spent && matches!(ability.gain, Gain::GiveToken | Gain::SecondDistrict);
        let cards = self.cards.equipment.len() as u8;
        let holds = seat.dice.iter().any(|die| die.spot == Spot::Kept) || seat.tokens > 0;
        !seat.ended && (holds || free_ability || (0..cards).any(free_card))
    }

    fn may_move(&self, offset: DistrictOffset) -> bool {
        let clear = |d: Option<&District>| d.is_some_and(|d| d.barricades == 0);
        offset.0 > 0 && clear(self.district(DistrictOffset(0))) && clear(self.district(offset))
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
            for card in self.me.cards.iter() {
                if let Gain::Convert(a, b) = self.power(EquipmentId(card)).gain {
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

    fn reaches(&self, index: DistrictIx) -> bool {
        let sniped = self.ability().gain == Gain::SecondDistrict && index == self.game.sniper;
        self.game.open.span == Span::Anywhere || index == self.me.district || sniped
    }

    fn spend(&self, action: Action) -> bool {
        let open = &self.game.open;
        let can = |symbol| self.usable().has(symbol);
        // The district at an offset, if the open group reaches it.
        let near = |offset: DistrictOffset| {
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
                    && matches!(self.power(card).timing, Timing::Paid(cost) if cost.iter().any(can))
            }
            Action::UseAbility => {
                open.whole
                    && !self.me.ability_spent
                    && matches!(self.ability().timing, Timing::Paid(cost) if cost.iter().any(can))
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
