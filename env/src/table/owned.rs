//! How many dice a Reckoner can own. In the base game the starting dice and the cards say it exactly; cards of the
//! expansion change kinds, and Epics of the expansion take cards away with their dice.

use super::expansion::team::owner;
use super::read::Reader;
use super::seat::{Kinds, Wrong, add, less, over, sum};
use crate::cards::{Catalog, Gain};
use crate::ids::{CardSet, Module, SeatIx};
use crate::state::{MAX_DICE, Now, Seat};

/// The dice that cards of a set give, by kind.
pub(super) fn given(catalog: &Catalog, cards: CardSet) -> Kinds {
    let mut kinds = Kinds::default();
    for card in cards.equipment() {
        if let Gain::Die(kind) = catalog.equipment(card).power.gain {
            kinds[kind.index()] += 1;
        }
    }
    kinds
}

/// What a Reckoner has from the start and from the cards that work, as long as no die was changed.
struct Whole {
    start: Kinds,
    all: Kinds,
}

fn whole(reader: &Reader<'_>, index: SeatIx, seat: &Seat) -> Whole {
    let game = &reader.game;
    let catalog = reader.rules.catalog();
    let start = catalog.reckoner(seat.reckoner).dice;
    let cards = seat.cards.without(game.marks.resting);
    let mut all = add(&start, &given(catalog, cards));
    if let Some(kind) = game.swaps.extra
        && owner(reader, Gain::AnyDie) == Some(index)
    {
        all[kind.index()] += 1;
    }
    // The card has gone already; which of its dice goes with it is being asked.
    if let Now::LoseFace {
        seat: whose,
        kind,
        back: true,
    } = game.now
        && whose == index
    {
        all[kind.index()] += 1;
    }
    Whole { start, all }
}

/// The dice of a Reckoner that are not lost.
pub(super) fn dice(
    reader: &Reader<'_>,
    index: SeatIx,
    owned: Option<Kinds>,
    lost: &Kinds,
) -> Result<Kinds, Wrong> {
    let game = &reader.game;
    let seat = game.seat(index);
    let who = seat.reckoner;
    let Whole { start, all } = whole(reader, index, seat);
    let modules = game.ruleset.modules;
    let (changed, taken) = (
        modules.has(Module::Equipment),
        modules.has(Module::Epics) || game.ruleset.is_merged(),
    );
    let most = |key: &'static str, verb: &str, dice: &Kinds| match over(dice, &all) {
        Some(kind) if !changed => {
            let (n, most) = (dice[kind.index()], all[kind.index()]);
            Err((
                key,
                format!("{n} {kind} dice {verb}, but the starting dice and the cards give {most}"),
            ))
        }
        _ => Ok(()),
    };
    most("lost_dice", "lost", lost)?;
    let swapped = [
        (Gain::SwapDie, game.swaps.herman),
        (Gain::AnyDie, game.swaps.rtich),
    ];
    let swapped = swapped
        .into_iter()
        .any(|(effect, kind)| kind.is_some() && owner(reader, effect) == Some(index));
    if owned.is_none() && (swapped || over(lost, &all).is_some()) {
        let problem = format!("\"dice\" is missing; write what {who} has: a card changed some");
        return Err(("", problem));
    }
    let owned = owned.unwrap_or_else(|| less(&all, lost));
    let both = add(&owned, lost);
    most("dice", "owned", &both)?;
    if !changed
        && !taken
        && let Some(kind) = over(&start, &both)
    {
        let (n, least) = (both[kind.index()], start[kind.index()]);
        let problem = format!(
            "{n} {kind} dice, but {who} began with {least}: list those given up under \"lost_dice\""
        );
        return Err(("dice", problem));
    }
    let n = sum(&both);
    if !taken && n < sum(&start) {
        let least = sum(&start);
        let problem = format!(
            "{n} dice, but {who} began with {least}: list those given up under \"lost_dice\""
        );
        return Err(("dice", problem));
    }
    // Where cards come and go, a changed die can stay when its card is gone.
    let most = if taken {
        MAX_DICE as u8
    } else {
        sum(&all).min(MAX_DICE as u8)
    };
    if n > most {
        return Err(("dice", format!("{n} dice; {who} can have at most {most}")));
    }
    Ok(owned)
}
