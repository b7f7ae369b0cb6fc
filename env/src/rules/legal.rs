//! Legality, defined once: the set of actions that a position accepts. Here is what the base game offers, and what
//! several decisions share; what a decision of the expansion offers stands beside what follows from it.
//!
//! A symbol is spendable only where it has an effect. Dice of one kind and face are one option.

use super::city::{exchange, raised_markers};
use super::{Rules, kidnap};
use crate::action::{ActionMask, Block};
use crate::cards::{Deed, Gain, INFINITE};
use crate::ids::{DieKind, FaceIx, MAX_AIDS, SeatIx, SeatOffset, Shield, Symbol, Track};
use crate::state::{District, Game, Gift, Origin, Seat, Spot};

impl Rules {
    /// A Reckoner starts in any district.
    pub(super) fn districts(&self, game: &Game, mask: &mut ActionMask) {
        mask.add_bits(Block::Place, all_districts(game));
    }

    pub(super) fn faith_dice(&self, game: &Game, mask: &mut ActionMask) {
        mask.add_bits(Block::AbilityDie, game.actor().dice.face_bits(Spot::Rolled));
        mask.add(Block::FaithRoll, 0);
    }

    /// The die that is turned shows another face.
    pub(super) fn other_faces(
        &self,
        _game: &Game,
        kind: DieKind,
        face: FaceIx,
        mask: &mut ActionMask,
    ) {
        for other in self.catalog.die(kind).classes() {
            if other != face {
                mask.add(Block::SetFace, other.ix());
            }
        }
    }

    pub(super) fn everybody(&self, game: &Game, mask: &mut ActionMask) {
        mask.add_bits(Block::Receive, (1 << game.seat_count) - 1);
    }

    /// Whatever anybody owns can be lost.
    pub(super) fn all_dice(&self, game: &Game, mask: &mut ActionMask) {
        owned_dice(game, Block::LoseDie, mask, |seat| seat.dice.owned());
    }

    pub(super) fn rolled_dice(&self, game: &Game, mask: &mut ActionMask) {
        let seat = game.actor();
        let dice = seat.dice.face_bits(Spot::Rolled);
        let traits = self.traits(game, seat);
        if seat.rolls < traits.rolls() {
            mask.add_bits(Block::Keep, dice);
            if seat.kept_now > 0 || !traits.must_keep() {
                mask.add(Block::RollRest, 0);
            } else if traits.can_reroll_roll() {
                mask.add_bits(Block::AbilityDie, dice);
            }
        } else {
            // Only an unused Faith leaves anything to decide about the last roll.
            mask.add(Block::KeepAll, 0);
            mask.add_bits(Block::AbilityDie, dice);
        }
        focus(game, mask, |other| other.dice.any(Spot::Rolled));
    }

    pub(super) fn usable_things(&self, game: &Game, mask: &mut ActionMask) {
        let seat = game.actor();
        let traits = self.traits(game, seat);
        let dice = seat.dice.face_bits(Spot::Kept);
        mask.add_bits(Block::Take, dice);
        if seat.tokens > 0 {
            mask.add_bits(Block::TakeToken, (1 << Symbol::COUNT) - 1);
        }
        for card in traits.free_cards().equipment() {
            // Nothing is used without an effect.
            let useful = match self.catalog.equipment(card).power.gain {
                Gain::Move => {
                    self.move_targets(game, game.acting) != 0
                        && self.can_pay_move(game, game.acting, Some(card))
                }
                Gain::PlanToken => game.token_supply > 0,
                Gain::Regain => self.has_recipient(game, Gift::Regain),
                Gain::Reroll => self.has_recipient(game, Gift::Reroll),
                Gain::Kidnap => kidnap::destinations(game).next().is_some(),
                _ => true,
            };
            if useful {
                mask.add(Block::UseCard, usize::from(card.0));
            }
        }
        if seat.aids != [0; MAX_AIDS] {
            let aids = seat.aids.iter().enumerate();
            for (kind, _) in aids.filter(|(_, count)| **count > 0) {
                mask.add(Block::Aid, kind);
            }
        }
        if let Some(ability) = traits.ability() {
            match ability.gain {
                Gain::SetFace => mask.add_bits(Block::AbilityDie, dice & self.groups.changeable),
                Gain::GiveToken if game.token_supply > 0 => {
                    mask.add_bits(Block::Operations, (1 << (game.seat_count - 1)) - 1);
                }
                Gain::SecondDistrict => mask.add_bits(Block::Sniper, all_districts(game) >> 1),
                Gain::Dispatch => {
                    let barricade = game.ring().iter().any(|d| d.barricades > 0);
                    if barricade || self.has_recipient(game, Gift::Move) {
                        mask.add(Block::UseAbility, 0);
                    }
                }
                Gain::Demolish => {
                    if seat.demolitions < self.catalog.pieces.demolitions_tokens {
                        mask.add(Block::DemolitionsAdd, 0);
                    }
                    let counts = (1 << (seat.demolitions + 1)) - 1;
                    mask.add_bits(Block::DemolitionsRemove, counts);
                }
                _ => {}
            }
        }
        mask.add(Block::EndDice, 0);
        focus(game, mask, |other| self.traits(game, other).has_something());
    }

    pub(super) fn ways_to_spend(&self, game: &Game, mask: &mut ActionMask) {
        mask.add(Block::Forfeit, 0);
        let open = &game.open;
        if open.whole {
            let barricaded = barricaded(game);
            if open.origin != Origin::AfterMove && self.can_pay_move(game, game.acting, None) {
                let targets = self.unblocked_targets(game, game.acting, barricaded);
                mask.add_bits(Block::Move, targets >> 1);
            }
            if open.is_move {
                return;
            }
            mask.add_bits(Block::RemoveBarricade, as_offsets(game, barricaded));
        }
        let traits = self.traits(game, game.actor());
        let usable = self.usable(game);
        if open.whole {
            if let Some((cost, _)) = exchange(self, game, game.actor().district)
                && usable.has(cost)
            {
                mask.add(Block::Exchange, 0);
            }
            for card in traits.payable(usable) {
                mask.add(Block::UseCard, usize::from(card.0));
            }
            if let Some(ability) = traits.ability() {
                if ability.paid_by(usable) {
                    mask.add(Block::UseAbility, 0);
                }
                if ability.gain == Gain::Enlarge {
                    mask.add_bits(Block::Tradecraft, u64::from(open.symbols.mask().0));
                }
            }
            if game.ruleset.is_expanded() {
                let copied = districts_where(game, |d| d.copy_tokens > 0);
                let own = self.own_districts(game);
                mask.add_bits(Block::RemoveCopyToken, as_offsets(game, copied & own));
            }
        }
        if open.origin != Origin::Benefit && traits.changes_symbol().is_some() {
            for (from, _) in open.symbols.iter() {
                for to in Symbol::ALL.into_iter().filter(|to| *to != from) {
                    let index = from.index() * Symbol::COUNT + to.index();
                    mask.add(Block::ChangeSymbol, index);
                }
            }
        }
        if usable.has(Symbol::Money) {
            mask.add(Block::Money, 0);
        }
        if usable.has(Symbol::Plan) && game.token_supply > 0 {
            mask.add(Block::Plan, 0);
        }
        let reach = self.reach(game);
        let markers = self.marker_targets(game, usable, &reach);
        mask.add_bits(Block::Marker, as_offsets(game, markers));
        let researched = self.boss_has_track(game) && game.boss.research > 0;
        let within = |symbol: Symbol, targets: u8| {
            let reach = reach[symbol.index()];
            (
                as_offsets(game, targets & reach),
                reach >> game.boss.district.0 & 1 == 1,
            )
        };
        if usable.has(Symbol::Enforcement) {
            let (targets, _) = within(Symbol::Enforcement, enforcement_targets(game));
            mask.add_bits(Block::Enforcement, targets);
        }
        if usable.has(Symbol::Contain) {
            let (targets, at_boss) = within(Symbol::Contain, contain_targets(game));
            mask.add_bits(Block::ContainEpic, targets);
            if at_boss {
                mask.add_bits(Block::ContainBoss, containable_tracks(game));
            }
        }
        if usable.has(Symbol::Research) {
            let (targets, at_boss) = within(Symbol::Research, research_targets(game));
            mask.add_bits(Block::ResearchEpic, targets);
            if at_boss && researched {
                mask.add(Block::ResearchBoss, 0);
            }
        }
        if usable.has(Symbol::Attack) {
            let (targets, at_boss) = within(Symbol::Attack, attack_targets(game));
            mask.add_bits(Block::AttackEpic, targets);
            if at_boss && game.boss.research == 0 {
                mask.add(Block::AttackBoss, 0);
            }
        }
    }

    pub(super) fn places_for_rewards(&self, game: &Game, mask: &mut ActionMask) {
        if game.rewards.boss_research > 0 {
            // Where it goes must be named before anything else is placed.
            mask.add_bits(Block::Marker, as_offsets(game, raised_markers(game)));
            return;
        }
        reward_targets(self, game, mask);
        mask.add(Block::Forfeit, 0);
    }

    pub(super) fn wares(&self, game: &Game, mask: &mut ActionMask) {
        let setup = &self.catalog.setup;
        for card in game.market.equipment() {
            if u16::from(self.catalog.equipment(card).price) <= game.money {
                mask.add(Block::Buy, usize::from(card.0));
            }
        }
        if game.money >= setup.refresh_price && !game.market.is_empty() {
            mask.add(Block::Refresh, 0);
        }
        if game.money >= setup.buy_back_price {
            owned_dice(game, Block::BuyBack, mask, |seat| {
                // Most have lost none, which is soon seen.
                match seat.dice.any(Spot::Lost) {
                    true => seat.dice.kinds(Spot::Lost),
                    false => [0; DieKind::COUNT],
                }
            });
        }
        mask.add(Block::DonePurchase, 0);
    }
}

/// Whether some reward symbol has a place to go.
pub(super) fn any_reward_target(rules: &Rules, game: &Game) -> bool {
    let mut mask = ActionMask::EMPTY;
    reward_targets(rules, game, &mut mask);
    !mask.is_empty()
}

/// Names one of some seats, given as bits.
pub(super) fn seats(game: &Game, seats: u8, mask: &mut ActionMask) {
    for offset in game.seat_offsets() {
        if seats >> game.seat_at(offset).0 & 1 == 1 {
            mask.add(Block::Receive, offset.ix());
        }
    }
}

fn all_districts(game: &Game) -> u64 {
    (1 << game.district_count()) - 1
}

/// Districts given as absolute bits, as offsets from the origin.
pub(super) fn as_offsets(game: &Game, districts: u8) -> u64 {
    clockwise_from(u64::from(districts), game.origin().0, game.district_count())
}

/// Bits of a ring of `count` places, counted from one of them.
fn clockwise_from(bits: u64, first: u8, count: u8) -> u64 {
    (bits >> first | bits << (count - first)) & ((1 << count) - 1)
}

/// The districts (absolute, as bits) for which `test` holds.
fn districts_where(game: &Game, test: impl Fn(&District) -> bool) -> u8 {
    let mut bits = 0;
    for (i, district) in game.ring().iter().enumerate() {
        bits |= u8::from(test(district)) << i;
    }
    bits
}

fn focus(game: &Game, mask: &mut ActionMask, able: impl Fn(&Seat) -> bool) {
    if game.focused {
        return;
    }
    // Without a branch: who is able is as random as the dice, and a processor would often guess it wrong.
    let mut seats = 0u64;
    for (i, seat) in game.team().iter().enumerate() {
        seats |= u64::from(able(seat)) << i;
    }
    mask.add_bits(
        Block::Focus,
        clockwise_from(seats, game.acting.0, game.seat_count) >> 1,
    );
}

impl Rules {
    /// Where a Move of a Reckoner may lead, as offsets from the acting one's district. Barricades stop it at either end, and so does
    /// an Epic that holds everybody in its district.
    pub(super) fn move_targets(&self, game: &Game, seat: SeatIx) -> u64 {
        self.unblocked_targets(game, seat, barricaded(game))
    }

    /// [`Rules::move_targets`] with the districts that have Barricades.
    #[inline]
    fn unblocked_targets(&self, game: &Game, seat: SeatIx, barricaded: u8) -> u64 {
        let from = game.seat(seat).district;
        if barricaded >> from.0 & 1 == 1 || self.holds_reckoners(game.district(from)) {
            return 0;
        }
        let all = (1 << game.district_count()) - 1;
        as_offsets(game, all & !(barricaded | 1 << from.0))
    }

    /// Whether the Epic of a district pulls: while that action is left of its bracket, nobody there can Move.
    #[inline]
    pub(crate) fn holds_reckoners(&self, district: &District) -> bool {
        // Few Epics have such an action; the others are not looked through.
        let puller = district.epic.filter(|epic| self.groups.pullers.has(epic.0));
        puller.is_some_and(|epic| {
            let fired = &self.catalog.epic(epic).track.deeds()[..usize::from(district.bracket)];
            fired.iter().any(Deed::pulls_here)
        })
    }
}

/// Where Barricades are.
pub(super) fn barricaded(game: &Game) -> u8 {
    districts_where(game, |d| d.barricades > 0)
}

/// Where an Enforcement symbol does something; a red Shield goes first.
fn enforcement_targets(game: &Game) -> u8 {
    districts_where(game, |d| d.enforcement > 0 || d.is_shielded(Shield::Red))
}

/// Where a contain symbol does something to the district; a blue Shield goes first.
fn contain_targets(game: &Game) -> u8 {
    districts_where(game, |d| d.bracket > 1 || d.is_shielded(Shield::Blue))
}

fn research_targets(game: &Game) -> u8 {
    districts_where(game, |d| d.research > 0)
}

fn attack_targets(game: &Game) -> u8 {
    districts_where(game, |d| d.epic.is_some() && d.health != INFINITE)
}

/// The boss's tracks whose bracket can still move left, as bits; none while a blue Shield is with him.
fn containable_tracks(game: &Game) -> u64 {
    let mut bits = 0;
    if game.district(game.boss.district).is_shielded(Shield::Blue) {
        return bits;
    }
    for track in Track::ALL {
        bits |= u64::from(game.boss.brackets[track.index()] > 1) << track.index();
    }
    bits
}

fn reward_targets(rules: &Rules, game: &Game, mask: &mut ActionMask) {
    let pool = &game.rewards;
    if pool.enforcement > 0 {
        let targets = enforcement_targets(game);
        mask.add_bits(Block::Enforcement, as_offsets(game, targets));
    }
    if pool.contain > 0 {
        let targets = contain_targets(game);
        mask.add_bits(Block::ContainEpic, as_offsets(game, targets));
        mask.add_bits(Block::ContainBoss, containable_tracks(game));
    }
    if pool.research > 0 {
        let targets = research_targets(game);
        mask.add_bits(Block::ResearchEpic, as_offsets(game, targets));
        if !rules.boss_has_track(game) {
            mask.add_bits(Block::Marker, as_offsets(game, raised_markers(game)));
        } else if game.boss.research > 0 {
            mask.add(Block::ResearchBoss, 0);
        }
    }
    if pool.attack > 0 {
        let targets = attack_targets(game);
        mask.add_bits(Block::AttackEpic, as_offsets(game, targets));
        if game.boss.research == 0 {
            mask.add(Block::AttackBoss, 0);
        }
    }
    if pool.plan > 0 && game.token_supply > 0 {
        mask.add_bits(Block::GiveToken, (1 << game.seat_count) - 1);
    }
}

fn owned_dice(
    game: &Game,
    block: Block,
    mask: &mut ActionMask,
    dice: impl Fn(&Seat) -> [u8; DieKind::COUNT],
) {
    for offset in 0..game.seat_count {
        let counts = dice(game.seat(game.seat_at(SeatOffset(offset))));
        for (k, &count) in counts.iter().enumerate() {
            if count > 0 {
                mask.add(block, usize::from(offset) * DieKind::COUNT + k);
            }
        }
    }
}
