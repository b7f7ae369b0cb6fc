//! Legality, defined once: the set of actions that a position accepts.
//!
//! A symbol is spendable only where it has an effect. Dice of one kind and face are one option.

use super::Rules;
use crate::action::{ActionMask, Block};
use crate::cards::{Gain, INFINITE};
use crate::ids::{DieKind, FACES, SeatOffset, Symbol, Track};
use crate::state::{District, Game, Now, Seat, Spot};

pub(super) fn legal(rules: &Rules, game: &Game) -> ActionMask {
    let mut mask = ActionMask::EMPTY;
    match game.now {
        Now::Place => mask.add_bits(Block::Place, all_districts(game)),
        Now::Keep => keep(rules, game, &mut mask),
        Now::Faith => {
            mask.add_bits(Block::AbilityDie, game.actor().dice.face_bits(Spot::Rolled));
            mask.add(Block::FaithRoll, 0);
        }
        Now::Use => use_dice(rules, game, &mut mask),
        Now::SetFace { kind, face } => {
            for other in rules.catalog.die(kind).classes() {
                if other != face {
                    mask.add(Block::SetFace, other.ix());
                }
            }
        }
        Now::Spend => spend(rules, game, &mut mask),
        Now::Reward => reward(game, &mut mask),
        Now::Buy => buy(rules, game, &mut mask),
        Now::Receive { .. } => mask.add_bits(Block::Receive, (1 << game.seat_count) - 1),
        Now::LoseDie => owned_dice(game, Block::LoseDie, &mut mask, |seat| seat.dice.owned()),
        Now::DealEpic { .. }
        | Now::DealEquipment
        | Now::PlaceBoss
        | Now::MoveBoss
        | Now::RollDice { .. }
        | Now::Over(_)
        | Now::Busy => {}
    }
    mask
}

/// Whether some reward symbol has a place to go.
pub(super) fn any_reward_target(game: &Game) -> bool {
    let mut mask = ActionMask::EMPTY;
    reward_targets(game, &mut mask);
    !mask.is_empty()
}

fn all_districts(game: &Game) -> u64 {
    (1 << game.district_count()) - 1
}

/// Districts given as absolute bits, as offsets from the origin.
fn as_offsets(game: &Game, districts: u8) -> u64 {
    let (n, origin) = (game.district_count(), game.origin().0);
    let bits = u64::from(districts);
    (bits >> origin | bits << (n - origin)) & all_districts(game)
}

/// The districts (absolute, as bits) for which `test` holds.
fn districts_where(game: &Game, test: impl Fn(&District) -> bool) -> u8 {
    let mut bits = 0;
    for (i, district) in game.ring().iter().enumerate() {
        bits |= u8::from(test(district)) << i;
    }
    bits
}

fn keep(rules: &Rules, game: &Game, mask: &mut ActionMask) {
    let seat = game.actor();
    let dice = seat.dice.face_bits(Spot::Rolled);
    let traits = rules.traits(seat);
    if seat.rolls < traits.rolls() {
        mask.add_bits(Block::Keep, dice);
        if seat.kept_now > 0 {
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

fn focus(game: &Game, mask: &mut ActionMask, able: impl Fn(&Seat) -> bool) {
    if game.focused {
        return;
    }
    for offset in 1..game.seat_count {
        if able(game.seat(game.seat_at(SeatOffset(offset)))) {
            mask.add(Block::Focus, usize::from(offset) - 1);
        }
    }
}

fn use_dice(rules: &Rules, game: &Game, mask: &mut ActionMask) {
    let seat = game.actor();
    let traits = rules.traits(seat);
    let dice = seat.dice.face_bits(Spot::Kept);
    mask.add_bits(Block::Take, dice);
    if seat.tokens > 0 {
        mask.add_bits(Block::TakeToken, (1 << Symbol::COUNT) - 1);
    }
    for card in traits.free_cards().equipment() {
        let is_move = rules.catalog.equipment(card).power.gain == Gain::Move;
        if !is_move || move_targets(game) != 0 {
            mask.add(Block::UseCard, usize::from(card.0));
        }
    }
    if let Some(ability) = traits.ability() {
        match ability.gain {
            Gain::SetFace => mask.add_bits(Block::AbilityDie, dice & changeable(rules)),
            Gain::GiveToken if game.token_supply > 0 => {
                mask.add_bits(Block::Operations, (1 << (game.seat_count - 1)) - 1);
            }
            Gain::SecondDistrict => mask.add_bits(Block::Sniper, all_districts(game) >> 1),
            _ => {}
        }
    }
    mask.add(Block::EndDice, 0);
    focus(game, mask, |other| rules.traits(other).has_something());
}

/// The dice (as bits by kind and face) that have another face to show.
fn changeable(rules: &Rules) -> u64 {
    let mut bits = 0;
    for (k, die) in rules.catalog.dice.iter().enumerate() {
        if usize::from(die.weight[0]) < FACES {
            bits |= ((1 << FACES) - 1) << (k * FACES);
        }
    }
    bits
}

/// Where a Move may lead, as offsets; Barricades stop it at either end.
fn move_targets(game: &Game) -> u64 {
    let open = districts_where(game, |d| d.barricades == 0);
    if open >> game.actor().district.0 & 1 == 0 {
        return 0;
    }
    as_offsets(game, open) & !1
}

fn spend(rules: &Rules, game: &Game, mask: &mut ActionMask) {
    mask.add(Block::Forfeit, 0);
    if game.open.whole {
        mask.add_bits(Block::Move, move_targets(game) >> 1);
        if game.open.is_move {
            return;
        }
        let blocked = districts_where(game, |d| d.barricades > 0);
        mask.add_bits(Block::RemoveBarricade, as_offsets(game, blocked));
    }
    let traits = rules.traits(game.actor());
    let usable = traits.usable(game.open.symbols);
    if game.open.whole {
        for card in traits.payable(usable) {
            mask.add(Block::UseCard, usize::from(card.0));
        }
        if traits.ability().is_some_and(|power| power.paid_by(usable)) {
            mask.add(Block::UseAbility, 0);
        }
    }
    let reach = rules.reach(game);
    let at_boss = reach >> game.boss.district.0 & 1 == 1;
    if usable.has(Symbol::Money) {
        mask.add(Block::Money, 0);
    }
    if usable.has(Symbol::Plan) && game.token_supply > 0 {
        mask.add(Block::Plan, 0);
    }
    if usable.has(Symbol::Enforcement) {
        let targets = districts_where(game, |d| d.enforcement > 0);
        mask.add_bits(Block::Enforcement, as_offsets(game, targets & reach));
    }
    if usable.has(Symbol::Contain) {
        let targets = districts_where(game, |d| d.bracket > 1);
        mask.add_bits(Block::ContainEpic, as_offsets(game, targets & reach));
        if at_boss {
            mask.add_bits(Block::ContainBoss, containable_tracks(game));
        }
    }
    if usable.has(Symbol::Research) {
        let targets = districts_where(game, |d| d.research > 0);
        mask.add_bits(Block::ResearchEpic, as_offsets(game, targets & reach));
        if at_boss && game.boss.research > 0 {
            mask.add(Block::ResearchBoss, 0);
        }
    }
    if usable.has(Symbol::Attack) {
        let targets = districts_where(game, |d| d.epic.is_some() && d.health != INFINITE);
        mask.add_bits(Block::AttackEpic, as_offsets(game, targets & reach));
        if at_boss && game.boss.research == 0 {
            mask.add(Block::AttackBoss, 0);
        }
    }
}

/// The boss's tracks whose bracket can still move left, as bits.
fn containable_tracks(game: &Game) -> u64 {
    let mut bits = 0;
    for track in Track::ALL {
        bits |= u64::from(game.boss.brackets[track.index()] > 1) << track.index();
    }
    bits
}

fn reward(game: &Game, mask: &mut ActionMask) {
    reward_targets(game, mask);
    mask.add(Block::Forfeit, 0);
}

fn reward_targets(game: &Game, mask: &mut ActionMask) {
    if game.rewards.enforcement > 0 {
        let targets = districts_where(game, |d| d.enforcement > 0);
        mask.add_bits(Block::Enforcement, as_offsets(game, targets));
    }
    if game.rewards.contain > 0 {
        let targets = districts_where(game, |d| d.bracket > 1);
        mask.add_bits(Block::ContainEpic, as_offsets(game, targets));
        mask.add_bits(Block::ContainBoss, containable_tracks(game));
    }
    if game.rewards.plan > 0 && game.token_supply > 0 {
        mask.add_bits(Block::GiveToken, (1 << game.seat_count) - 1);
    }
}

fn buy(rules: &Rules, game: &Game, mask: &mut ActionMask) {
    let setup = &rules.catalog.setup;
    for card in game.market.equipment() {
        if u16::from(rules.catalog.equipment(card).price) <= game.money {
            mask.add(Block::Buy, usize::from(card.0));
        }
    }
    if game.money >= setup.refresh_price && !game.market.is_empty() {
        mask.add(Block::Refresh, 0);
    }
    if game.money >= setup.buy_back_price {
        owned_dice(game, Block::BuyBack, mask, |seat| {
            seat.dice.kinds(Spot::Lost)
        });
    }
    mask.add(Block::DonePurchase, 0);
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
