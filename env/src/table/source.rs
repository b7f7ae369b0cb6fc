//! Where an open group comes from: something that the acting Reckoner has used gives it.

use super::expansion::asked::has_used;
use super::read::Reader;
use crate::cards::{Gain, SymbolCounts};
use crate::ids::Symbol;
use crate::state::{Origin, Span, Spot};

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
    let traits = rules.traits(seat);
    let open = &game.open;
    let used_cards = seat.spent_cards.equipment();
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
            let either = traits.after_move();
            let mut either = either.into_iter().flatten();
            either.any(|symbol| fits(one(symbol), false))
        }
        Origin::Card => {
            let earned = traits.on_weaken().map(of_card);
            let tokens = catalog.pieces.demolitions_tokens;
            earned.is_some_and(|gives| fits(gives, false))
                || powers.any(|gain| match gain {
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
