//! What the expansion adds to the table as a whole: groups that were earned, who decides after them, changed dice.

use crate::cards::Gain;
use crate::ids::{DieKind, Module, SeatIx};
use crate::state::open::MAX_OWED;
use crate::state::{Earned, Game, Owed, OwedGroups, Swaps};
use crate::table::file::{OwedEntry, SwapsEntry, TableFile};
use crate::table::read::Reader;
use crate::table::values::{EarnedName, KindText, Object};
use crate::words::dice;

/// Reads what belongs to the whole table.
pub(in crate::table) fn read(reader: &mut Reader<'_>) {
    let file = reader.file;
    reader.game.owed = owed(reader, file);
    reader.game.returns_to = file
        .returns_to
        .and_then(|who| reader.seat_ref("returns_to", who));
    let Object(SwapsEntry {
        herman,
        rtich,
        extra,
    }) = file.swaps.clone().unwrap_or_default();
    reader.game.swaps = Swaps {
        herman: kind(reader, "swaps.herman", herman.as_ref()),
        rtich: kind(reader, "swaps.rtich", rtich.as_ref()),
        extra: kind(reader, "swaps.extra", extra.as_ref()),
    };
}

/// A kind of die, if one is given.
pub(in crate::table) fn kind(
    reader: &mut Reader<'_>,
    path: &str,
    text: Option<&KindText>,
) -> Option<DieKind> {
    match dice::read_kind(text?.0.trim()) {
        Ok(kind) => Some(kind),
        Err(error) => {
            reader.found.add(path, error.to_string());
            None
        }
    }
}

fn owed(reader: &mut Reader<'_>, file: &TableFile) -> OwedGroups {
    let mut groups = OwedGroups::default();
    let list = file.owed.as_deref().unwrap_or_default();
    if list.len() > MAX_OWED {
        let n = list.len();
        let problem = format!("{n} groups; there are never more than {MAX_OWED}");
        reader.found.add("owed", problem);
        return groups;
    }
    for (i, item) in list.iter().enumerate() {
        let path = format!("owed[{i}]");
        let Some(Object(OwedEntry { who, by })) = item else {
            reader.not_null(&path, "an object { ... }");
            continue;
        };
        let (Some(who), Some(EarnedName(why))) = (who, by) else {
            let (key, remedy) = match who {
                None => ("who", "write whose group it is"),
                Some(_) => ("by", "write \"move\" or \"weakening\""),
            };
            reader.found.missing(&path, key, remedy);
            continue;
        };
        if let Some(seat) = reader.seat_ref(&format!("{path}.who"), *who) {
            groups.add(Owed { seat, why: *why });
        }
    }
    groups
}

/// Writes what belongs to the whole table.
pub(in crate::table) fn write(game: &Game, file: &mut TableFile) {
    let groups = game.owed.iter().map(|Owed { seat, why }| {
        Some(Object(OwedEntry {
            who: Some(game.seat(seat).reckoner),
            by: Some(EarnedName(why)),
        }))
    });
    file.owed = (!game.owed.is_empty()).then(|| groups.collect());
    file.returns_to = game.returns_to.map(|seat| game.seat(seat).reckoner);
    let text = |kind: Option<DieKind>| kind.map(|kind| KindText(kind.key().to_owned()));
    let swaps = SwapsEntry {
        herman: text(game.swaps.herman),
        rtich: text(game.swaps.rtich),
        extra: text(game.swaps.extra),
    };
    file.swaps = (swaps != SwapsEntry::default()).then_some(Object(swaps));
}

/// Who owns a card that works and has an effect.
pub(super) fn holder(reader: &Reader<'_>, effect: Gain) -> Option<SeatIx> {
    let holder = reader.rules.holder(&reader.game, |gain| gain == effect);
    holder.map(|(seat, _)| seat)
}

/// Checks what belongs to the whole table.
pub(super) fn check(reader: &mut Reader<'_>) {
    let game = reader.game;
    for (i, Owed { seat, why }) in game.owed.iter().enumerate() {
        let seat = game.seat(seat);
        let traits = reader.rules.traits(seat);
        let (earns, what) = match why {
            Earned::ByMove => (traits.after_move().is_some(), "a Move"),
            Earned::ByWeakening => (traits.on_weaken().is_some(), "a weakening"),
        };
        if !earns {
            let who = seat.reckoner;
            let problem = format!("{who} has no card that earns something by {what}");
            reader.found.add(format!("owed[{i}]"), problem);
        }
    }
    let modules = game.ruleset.modules;
    if game.returns_to.is_some()
        && !modules.has(Module::Reckoners)
        && !modules.has(Module::Equipment)
    {
        let problem = "nobody lets another one decide in the base game; leave it out";
        reader.found.add("returns_to", problem);
    }
    let swaps = game.swaps;
    for (key, kind, effect) in [
        ("swaps.herman", swaps.herman, Gain::SwapDie),
        ("swaps.rtich", swaps.rtich, Gain::AnyDie),
        ("swaps.extra", swaps.extra, Gain::AnyDie),
    ] {
        if kind.is_some() && holder(reader, effect).is_none() {
            let problem = "nobody has this card, or it rests, so nothing is changed; leave it out";
            reader.found.add(key, problem);
        }
    }
}
