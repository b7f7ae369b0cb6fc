//! Where an open group comes from: something that the acting Reckoner has used gives it.

use super::expansion::asked::has_used;
use super::expansion::city::benefit;
use super::read::Reader;
use crate::cards::{Benefit, Gain, SymbolCounts};
use crate::ids::Symbol;
use crate::state::{Origin, Span, Spot};

/// More symbols than any group has.
const MOST_SYMBOLS: u8 = 20;

/// How a group may have been changed since it opened.
struct Changes {
    /// Symbols that may have become others.
    turned: u8,
    /// Symbols that may have been added.
    added: u8,
}

/// Whether something that the acting Reckoner has, or was given, opens such a group.
pub(super) fn is_known(reader: &Reader<'_>) -> bool {
    let game = &reader.game;
    let rules = reader.rules;
    let catalog = rules.catalog();
    let seat = game.actor();
    let traits = rules.traits(game, seat);
    let open = &game.open;
    if !rules.boss_has_track(game) && !open.is_move {
        // Dice and cards can be lost or sold while what they gave is in use.
        return open.symbols.total() <= MOST_SYMBOLS;
    }
    let used_cards = game.marks.of(seat).spent.equipment();
    let cards = used_cards.map(|card| catalog.equipment(card).power.gain);
    let ability = seat
        .ability_spent
        .then(|| catalog.reckoner(seat.reckoner).ability.gain);
    let mut powers = cards.chain(ability);
    if open.is_move {
        let dispatched = game
            .returns_to
            .is_some_and(|giver| has_used(reader, game.seat(giver), Gain::Dispatch));
        return dispatched || powers.any(|gain| gain == Gain::Move);
    }
    let changes = Changes {
        turned: u8::from(has_used(reader, seat, Gain::ChangeSymbol)),
        // With an added symbol a pair may have come about that counts as three.
        added: if has_used(reader, seat, Gain::Enlarge) {
            1 + u8::from(traits.triples())
        } else {
            0
        },
    };
    let fits = |gives: SymbolCounts, anywhere: bool| {
        anywhere == (open.span != Span::Own)
            && symbols_fit(&gives, &open.symbols, open.whole, &changes)
    };
    let of_card = |gives| traits.formed(traits.printed(gives));
    let one = |symbol| SymbolCounts::of(symbol, 1);
    let gain_of = |card| catalog.equipment(card).power.gain;
    match open.origin {
        Origin::Die => {
            let dice = seat.dice.iter().filter(|die| die.spot == Spot::Used);
            let mut dice = dice.flat_map(|die| {
                let faces = catalog.die(die.kind).classes();
                faces.map(move |face| (die.kind, face))
            });
            dice.any(|(kind, face)| fits(traits.symbols_of(kind, face), false))
        }
        Origin::Token => Symbol::ALL
            .into_iter()
            .any(|symbol| fits(one(symbol), false)),
        Origin::AfterMove => {
            let mut gains = seat.cards.equipment().map(gain_of);
            gains.any(|gain| match gain {
                Gain::AfterMove(either) => either.iter().any(|symbol| fits(one(*symbol), false)),
                _ => false,
            })
        }
        Origin::Benefit => game
            .placed()
            .any(|(district, _)| match benefit(reader, district) {
                Some(
                    Benefit::OnDefeat(gives)
                    | Benefit::OnWeaken(gives)
                    | Benefit::Exchange { gives, .. },
                ) => left_of(&gives, &open.symbols) && !open.whole,
                _ => false,
            }),
        Origin::Card => {
            let mut gains = seat.cards.equipment().map(gain_of);
            let tokens = catalog.pieces.demolitions_tokens;
            gains.any(|gain| match gain {
                Gain::OnWeaken(gives) => fits(of_card(gives), false),
                _ => false,
            }) || powers.any(|gain| match gain {
                Gain::Symbols { gives, anywhere } => fits(of_card(gives), anywhere),
                Gain::BaseUp => fits(one(Symbol::Money), false),
                Gain::Demolish => (0..=tokens).any(|n| {
                    let attack = SymbolCounts::of(Symbol::Attack, 2 * n + 1);
                    fits(of_card(attack), false)
                }),
                _ => false,
            })
        }
    }
}

/// Whether symbols are some of those that a benefit gives, which nothing changes.
fn left_of(gives: &SymbolCounts, left: &SymbolCounts) -> bool {
    left.0.iter().zip(&gives.0).all(|(now, then)| now <= then)
}

/// Whether symbols can be what is left of a group.
fn symbols_fit(gives: &SymbolCounts, left: &SymbolCounts, whole: bool, changes: &Changes) -> bool {
    let (all, now) = (gives.total(), left.total());
    let total_fits = if whole {
        (all..=all + changes.added).contains(&now)
    } else {
        now < all + changes.added
    };
    let new: u8 = left
        .0
        .iter()
        .zip(&gives.0)
        .map(|(now, then)| now.saturating_sub(*then))
        .sum();
    total_fits && new <= changes.turned + changes.added
}
