//! Legality a second time, slowly and from the rules page, one action after the other.
//!
//! It shares no code with the engine's mask: every predicate reads the position and the cards.
//!
//! Here is the way to each decision; `hands` has dice, moves and gifts, `symbols` what symbols, rewards and money may do.

mod hands;
mod symbols;

use reckoners_env::cards::{Catalog, Gain, Power};
use reckoners_env::ids::{
    DieKind, DistrictIx, DistrictOffset, Effect, EquipmentId, FaceIx, SeatIx, SeatOffset, Symbol,
};
use reckoners_env::state::{District, Gift, Now, Seat, Spot, Step, TableDie};
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
        Now::Disable => {
            matches!(action, Action::NameCard { card } if view.me.cards.has(card.0))
        }
        Now::LayAside => match action {
            Action::LoseDie { seat, kind } => {
                let in_hand = |die: TableDie| die.kind == kind && die.spot == Spot::Tray;
                seat.0 == 0 && view.me.dice.iter().any(in_hand)
            }
            _ => false,
        },
        Now::SecondHalf { .. } => match action {
            Action::Take { kind, face } => shows(view.me, Spot::Kept, kind, face),
            // One answer stands for all tokens.
            Action::TakeToken { symbol } => symbol == Symbol::ALL[0] && view.me.tokens > 0,
            Action::UseCard { card } => view.has_unused(card) && view.card_moves(card),
            Action::Aid { card } => view.aid_moves(view.me, card.ix()),
            _ => false,
        },
        Now::LoseFace { seat, kind, .. } => {
            matches!(action, Action::SetFace { face } if shows(game.seat(seat), Spot::Kept, kind, face))
        }
        Now::KeepAid { pair, .. } => matches!(action, Action::Aid { card } if pair.contains(&card)),
        Now::GiveAid { district, .. } => match action {
            Action::Receive { seat } => view.seat(seat).is_some_and(|s| {
                let empty = game.team().iter().all(|other| other.district != district);
                let nobody_caused_it = game.step != Step::Use;
                s.district == district || empty && (seat.0 == 0 || nobody_caused_it)
            }),
            _ => false,
        },
        Now::Suffer { district, .. } => match action {
            Action::Receive { seat } => view.seat(seat).is_some_and(|s| {
                let index = (game.acting.0 + seat.0) % game.seat_count;
                s.district == district && game.city.affected >> index & 1 == 0
            }),
            _ => false,
        },
        Now::Perform { district } => match action {
            Action::Receive { seat } => view.seat(seat).is_some_and(|s| s.district == district),
            Action::Forfeit => true,
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
        self.ability_of(self.me)
    }

    /// The ability of a Reckoner, unless an effect lies on it.
    fn ability_of(&self, seat: &Seat) -> Power {
        if seat.effects.has(Effect::Ability) {
            Power::NONE
        } else {
            self.cards.reckoners[seat.reckoner as usize].ability
        }
    }

    fn power(&self, card: EquipmentId) -> Power {
        self.cards.equipment[usize::from(card.0)].power
    }

    fn has_unused(&self, card: EquipmentId) -> bool {
        !self.game.marks.spent.has(card.0) && self.working(self.me).any(|c| c == card)
    }

    /// The cards of a Reckoner that neither rest nor are disabled.
    fn working(&self, seat: &Seat) -> impl Iterator<Item = EquipmentId> {
        let all = 0..self.cards.equipment.len() as u8;
        let marks = &self.game.marks;
        let (cards, asleep) = (seat.cards, marks.resting.or(marks.disabled));
        all.filter(move |c| cards.has(*c) && !asleep.has(*c))
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
}
