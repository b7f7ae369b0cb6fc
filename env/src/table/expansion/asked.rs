//! What the decisions of the modules need: the card or ability that asks, and something to choose from.

use super::city::benefit;
use super::team::holder;
use crate::cards::{Benefit, Gain};
use crate::ids::{Effect, SeatIx};
use crate::state::{Game, Gift, Now, Seat, Spot, Step, SwapCard, TableDie, Task};
use crate::table::read::Reader;

/// A key, and what is wrong with it.
type Wrong = (&'static str, String);

/// The effect of a card that changes dice.
pub(in crate::table) const fn effect_of(card: SwapCard) -> Gain {
    match card {
        SwapCard::Herman => Gain::SwapDie,
        SwapCard::Rtich => Gain::AnyDie,
    }
}

/// Checks what the step itself needs.
pub(super) fn check(reader: &mut Reader<'_>) {
    let found = needs(reader).or_else(|| {
        let game = &reader.game;
        let stuck = game.now.is_decision() && reader.rules.legal(game).is_empty();
        stuck.then(|| ("step", "there is nothing to choose from".to_owned()))
    });
    if let Some((path, problem)) = found {
        reader.found.add(path, problem);
    }
}

fn needs(reader: &Reader<'_>) -> Option<Wrong> {
    let game = &reader.game;
    let actor = game.actor();
    let who = actor.reckoner;
    let used = |effect: Gain, name: &str| {
        let problem = format!("{who} has not used a card or ability with the effect {name}");
        (!has_used(reader, actor, effect)).then_some(("acting", problem))
    };
    match game.now {
        Now::Recipient { gift } => used(effect_of_gift(gift), name_of_gift(gift)),
        Now::KidnapTo | Now::Kidnap { .. } => {
            let nothing_more = matches!(game.now, Now::Kidnap { moved: 1.., .. })
                && reader.rules.legal(game).len() == 1;
            used(Gain::Kidnap, "Kidnap").or_else(|| {
                let problem = "nothing lies elsewhere that could still be moved";
                nothing_more.then(|| ("moved", problem.to_owned()))
            })
        }
        Now::Regain => given(reader, Gift::Regain).or_else(|| {
            let problem = format!(
                "{who} has a card that waits for its second payment, so no die can be taken back"
            );
            (!game.marks.of(actor).waiting().is_empty()).then_some(("acting", problem))
        }),
        Now::Reroll { .. } => given(reader, Gift::Reroll),
        Now::RollDice { .. } if game.step == Step::Use => given(reader, Gift::Reroll),
        Now::AfterMove { card }
            if !actor.cards.has(card.0) && reader.rules.boss_has_track(game) =>
        {
            Some((
                "acting",
                format!("{who} has no card that earns something by a Move"),
            ))
        }
        Now::Steal { district } if game.district(district).epic.is_none() => {
            let problem = "there is no Epic under which a card could be laid";
            Some(("district", problem.to_owned()))
        }
        Now::Disable | Now::LayAside => affected(reader),
        Now::SecondHalf { .. } if !actor.effects.has(Effect::Move) => Some((
            "acting",
            format!("a Move costs {who} nothing more: the effect \"move\" is not there"),
        )),
        Now::LoseFace { seat, kind, .. } => {
            let (who, dice) = (game.seat(seat).reckoner, &game.seat(seat).dice);
            let shown = dice.shown(Spot::Kept).filter(|(k, _, _)| *k == kind);
            let aside = TableDie::hidden(Spot::Aside, kind);
            let used = dice.shown(Spot::Used).any(|(k, _, _)| k == kind) || dice.has(aside);
            let problem = if used {
                format!(
                    "a {kind} die of {who} that was used or laid aside goes, so no face is asked"
                )
            } else if shown.count() < 2 {
                format!("{who} has no unused {kind} dice with different faces")
            } else {
                return None;
            };
            Some(("kind", problem))
        }
        Now::KeepAid { pair: [a, b], .. } if a == b => {
            let problem = "two equal cards leave nothing to choose";
            Some(("aids", problem.to_owned()))
        }
        Now::Suffer { .. } if !card_acts(game) => {
            let problem = "only a card on a board of Newcago affects one of several: \"city PART\", \"activate 0\"";
            Some(("agenda", problem.to_owned()))
        }
        Now::GiveAid { district, .. }
        | Now::Suffer { district, .. }
        | Now::Perform { district } => {
            let there = game.seats_in(district);
            let there = match game.now {
                Now::Suffer { .. } => there & !game.city.affected,
                // When nobody is there, the whole team is asked outside the Use Dice step.
                Now::GiveAid { .. } if there == 0 && game.step != Step::Use => {
                    (1 << game.seat_count) - 1
                }
                _ => there,
            };
            let pays = match (game.now, benefit(reader, district)) {
                (Now::Perform { .. }, Some(Benefit::OnDefeat(_) | Benefit::OnWeaken(_))) => true,
                (Now::Perform { .. }, _) => false,
                _ => true,
            };
            let problem = if !pays {
                "the card of this district pays nothing for a weakening or a defeat"
            } else if there.count_ones() < 2 {
                "fewer than two Reckoners come into question, so nobody is asked"
            } else {
                return None;
            };
            Some(("district", problem.to_owned()))
        }
        Now::Steal { .. } | Now::Sell if game.team().iter().all(|s| s.cards.is_empty()) => {
            Some(("step", "nobody has a card".to_owned()))
        }
        Now::Sell if game.money > 0 => Some((
            "money",
            format!(
                "{}, but cards are sold only when there is no money",
                game.money
            ),
        )),
        Now::SwapGive { card } => swapping(reader, card).or_else(|| {
            let problem = "a die was changed before, so the step is \"swap-take\"";
            swapped(game, card).then(|| ("step", problem.to_owned()))
        }),
        Now::SwapTake { card, given, named } => swapping(reader, card).or_else(|| {
            let place = match card {
                SwapCard::Herman => game.swaps.herman,
                SwapCard::Rtich => game.swaps.rtich,
            };
            let other = place.filter(|kind| !named && *kind != given);
            if let Some(kind) = other {
                let problem = format!("{given}, but the die that can be changed is {kind}");
                return Some(("given", problem));
            }
            let problem = format!("{who} has no {given} die to give");
            let has = actor.dice.kinds(Spot::Tray)[given.index()] > 0;
            (!has).then_some(("given", problem))
        }),
        Now::ExtraKind { .. } => swapping(reader, SwapCard::Rtich).or_else(|| {
            let kind = game.swaps.extra?;
            let problem = format!("{kind}, but {who} has no such die to change");
            let has = actor.dice.kinds(Spot::Tray)[kind.index()] > 0;
            (!has).then_some(("swaps.extra", problem))
        }),
        _ => None,
    }
}

/// Whether a card on a district's board is in play.
pub(super) fn card_acts(game: &Game) -> bool {
    let mut tasks = game.agenda.tasks().iter();
    let acts = tasks.any(|task| matches!(task, Task::CityStep { .. }));
    acts && !game.ruleset.city_cards.is_none()
}

/// At the start of a round who is affected decides about own things.
fn affected(reader: &Reader<'_>) -> Option<Wrong> {
    let game = &reader.game;
    let actor = game.actor();
    let who = actor.reckoner;
    let (effect, choices) = match game.now {
        Now::Disable => (Effect::Equipment, actor.cards.len() as usize),
        _ => {
            let kinds = actor.dice.kinds(Spot::Tray);
            (Effect::Die, kinds.iter().filter(|n| **n > 0).count())
        }
    };
    let problem = if !actor.effects.has(effect) {
        format!("the effect \"{effect}\" does not lie on {who}")
    } else if choices < 2 {
        format!("{who} has no choice, so nothing is asked")
    } else {
        return None;
    };
    Some(("acting", problem))
}

/// Whether a Reckoner has used a card or the ability with an effect this round.
pub(in crate::table) fn has_used(reader: &Reader<'_>, seat: &Seat, effect: Gain) -> bool {
    let catalog = reader.rules.catalog();
    let mut cards = reader.game.marks.of(seat).spent.equipment();
    let ability = catalog.reckoner(seat.reckoner).ability.gain;
    seat.ability_spent && ability == effect
        || cards.any(|card| catalog.equipment(card).power.gain == effect)
}

/// Whether a card has changed a die that its owner still has.
fn swapped(game: &Game, card: SwapCard) -> bool {
    match card {
        SwapCard::Herman => game.swaps.herman.is_some(),
        SwapCard::Rtich => game.swaps.rtich.is_some(),
    }
}

/// The owner of the card decides.
fn swapping(reader: &Reader<'_>, card: SwapCard) -> Option<Wrong> {
    let game = &reader.game;
    let who = game.actor().reckoner;
    let owner = holder(reader, effect_of(card));
    let problem = || format!("{who} does not have the card that asks, or it rests");
    (owner != Some(game.acting)).then(|| ("acting", problem()))
}

const fn effect_of_gift(gift: Gift) -> Gain {
    match gift {
        Gift::Move => Gain::Dispatch,
        Gift::Regain => Gain::Regain,
        Gift::Reroll => Gain::Reroll,
    }
}

const fn name_of_gift(gift: Gift) -> &'static str {
    match gift {
        Gift::Move => "Dispatcher",
        Gift::Regain => "Spyril",
        Gift::Reroll => "Extra Ammo",
    }
}

/// The giver of a gift gets the decision back.
fn given(reader: &Reader<'_>, gift: Gift) -> Option<Wrong> {
    let game = &reader.game;
    let gives = |seat: SeatIx| {
        seat != game.acting && has_used(reader, game.seat(seat), effect_of_gift(gift))
    };
    if game.returns_to.is_some_and(gives) {
        return None;
    }
    let name = name_of_gift(gift);
    let problem = format!("write the Reckoner who has used {name} and gives it to the acting one");
    Some(("returns_to", problem))
}
