//! Dice that may be kept, used, given or exchanged, and miniatures that may go.

use reckoners_env::Action;
use reckoners_env::cards::{Aid, AidGain, Deed, Gain, Reach, Timing, Verb};
use reckoners_env::ids::{DieKind, DistrictIx, DistrictOffset, Effect, EquipmentId};
use reckoners_env::state::{District, Gift, Seat, Spot, TableDie};

use super::{View, shows};

impl View<'_> {
    /// Whether a Reckoner can use what another one gives.
    pub(super) fn can_receive(&self, gift: Gift, seat: &Seat) -> bool {
        let has = |spot| seat.dice.iter().any(|die| die.spot == spot);
        let halves = self.game.marks.half_paid;
        let waits = |card| halves.iter().any(|cards| cards.has(card));
        let waiting = seat.cards.iter().any(waits);
        match gift {
            Gift::Move => {
                let mut all = self.all_districts();
                all.any(|(to, _)| self.may_go(seat.district, to)) && self.pays_move(seat, None)
            }
            Gift::Regain => has(Spot::Used) && !waiting,
            Gift::Reroll => has(Spot::Kept),
        }
    }

    /// Whether something can be put into a district: the boss, or a thing of another one.
    pub(super) fn can_kidnap(&self, to: DistrictIx) -> bool {
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

    pub(super) fn kidnap(&self, to: DistrictIx, moved: u8, action: Action) -> bool {
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
    pub(super) fn in_supply(&self, kind: DieKind) -> usize {
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
    pub(super) fn can_give(&self, kind: DieKind) -> bool {
        let in_hand = |die: &TableDie| die.kind == kind && die.spot == Spot::Tray;
        let mut places = 0;
        // A disabled card changes nothing, but the dice that it changed or gave are still its own.
        for card in self.me.cards.equipment() {
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

    pub(super) fn keep(&self, action: Action) -> bool {
        let me = self.me;
        let rolls = if me.effects.has(Effect::Reroll) { 2 } else { 3 };
        let last = me.rolls == rolls;
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

    pub(super) fn use_dice(&self, action: Action) -> bool {
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
                        Gain::Move => {
                            (1..7).any(|d| self.may_move(DistrictOffset(d)))
                                && self.pays_move(me, Some(card))
                        }
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
            Action::Aid { card } => me.aids[card.ix()] > 0,
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
    pub(super) fn has_something(&self, seat: &Seat) -> bool {
        let spent = self.game.marks.spent;
        let free_card = |c: EquipmentId| !spent.has(c.0) && self.power(c).timing == Timing::Free;
        let ability = self.ability_of(seat);
        let free_ability = !seat.ability_spent
            && matches!(
                ability.gain,
                Gain::GiveToken | Gain::SecondDistrict | Gain::Dispatch | Gain::Demolish
            );
        let holds = seat.dice.iter().any(|die| die.spot == Spot::Kept)
            || seat.tokens > 0
            || seat.aids.iter().any(|count| *count > 0);
        !seat.ended && (holds || free_ability || self.working(seat).any(free_card))
    }

    pub(super) fn may_move(&self, offset: DistrictOffset) -> bool {
        let to = self.index(offset);
        to.is_some_and(|to| self.may_go(self.me.district, to))
    }

    /// Whether a Move leads from one district to another: no Barricade at either end, and no Epic that holds people.
    pub(super) fn may_go(&self, from: DistrictIx, to: DistrictIx) -> bool {
        let start = self.game.district(from);
        let held = start.epic.is_some_and(|epic| {
            let track = self.cards.epics[usize::from(epic.0)].track;
            let pulls = |deed: &Deed| deed.verb == Verb::Pull && deed.reach == Reach::Here;
            let mut fired = track.deeds().iter().take(usize::from(start.bracket));
            fired.any(pulls)
        });
        from != to && !held && start.barricades == 0 && self.game.district(to).barricades == 0
    }

    /// Whether a Move of a Reckoner can be paid: under that effect something else goes besides, other than a card.
    pub(super) fn pays_move(&self, seat: &Seat, but: Option<EquipmentId>) -> bool {
        !seat.effects.has(Effect::Move)
            || seat.tokens > 0
            || seat.dice.iter().any(|die| die.spot == Spot::Kept)
            || (0..seat.aids.len()).any(|kind| self.aid_moves(seat, kind))
            || self
                .working(seat)
                .any(|c| Some(c) != but && self.card_moves(c))
    }

    /// Whether a free card can be the other half of a Move: it gives symbols or a Move.
    pub(super) fn card_moves(&self, card: EquipmentId) -> bool {
        let power = self.power(card);
        power.timing == Timing::Free
            && matches!(power.gain, Gain::Symbols { .. } | Gain::Move)
            && !self.game.marks.spent.has(card.0)
    }

    /// Whether a Dawnslight card can be the other half of a Move: it gives symbols.
    pub(super) fn aid_moves(&self, seat: &Seat, kind: usize) -> bool {
        let gives = |aid: &Aid| matches!(aid.gain, AidGain::Symbols(_));
        seat.aids[kind] > 0 && self.city().aids().get(kind).is_some_and(gives)
    }
}
