//! What the expansion adds to the table as a whole: groups that were earned, who decides after them, changed dice.

use super::city::benefit;
use crate::cards::{Benefit, Gain};
use crate::ids::{DieKind, DistrictIx, EquipmentId, Module, SeatIx};
use crate::rules::Rules;
use crate::state::open::MAX_OWED;
use crate::state::{Earned, Game, Owed, OwedGroups, Seat, Swaps};
use crate::table::file::{OwedEntry, SwapsEntry, TableFile};
use crate::table::read::Reader;
use crate::table::values::{CardName, KindText, Object, Place, Reason, ReasonName};
use crate::table::write::card_name;
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
        let Some(Object(OwedEntry {
            who,
            by,
            card,
            district,
        })) = item
        else {
            reader.not_null(&path, "an object { ... }");
            continue;
        };
        let (Some(who), Some(ReasonName(by))) = (who, by) else {
            let (key, remedy) = match who {
                None => ("who", "write whose group it is"),
                Some(_) => ("by", "write \"move\", \"weakening\" or \"benefit\""),
            };
            reader.found.missing(&path, key, remedy);
            continue;
        };
        let why = match by {
            Reason::Move => earning_card(reader, &path, card.as_ref(), *by).map(Earned::ByMove),
            Reason::Weakening => {
                earning_card(reader, &path, card.as_ref(), *by).map(Earned::ByWeakening)
            }
            Reason::Benefit => match district {
                Some(place) => {
                    let place = reader.district_ref(&format!("{path}.district"), place);
                    Some(Earned::Benefit(place))
                }
                None => {
                    let remedy = "write the district whose card pays";
                    reader.found.missing(&path, "district", remedy);
                    None
                }
            },
        };
        let seat = reader.seat_ref(&format!("{path}.who"), *who);
        if let (Some(seat), Some(why)) = (seat, why) {
            groups.add(Owed { seat, why });
        }
    }
    groups
}

/// Whether a card earns groups in a way.
const fn earns(gain: Gain, by: Reason) -> bool {
    match by {
        Reason::Move => matches!(gain, Gain::AfterMove(_)),
        Reason::Weakening => matches!(gain, Gain::OnWeaken(_)),
        Reason::Benefit => false,
    }
}

/// The card that earned a group: the named one, or the only one that can.
pub(in crate::table) fn earning_card(
    reader: &mut Reader<'_>,
    path: &str,
    name: Option<&CardName>,
    by: Reason,
) -> Option<EquipmentId> {
    let catalog = reader.rules.catalog();
    let place = format!("{path}.card");
    let Some(name) = name else {
        let deck = catalog.equipment_deck(&reader.game.ruleset);
        let mut cards = deck.equipment();
        let card = cards.find(|card| earns(catalog.equipment(*card).power.gain, by));
        if card.is_none() {
            reader.lacks(path, "this", Module::Equipment);
        }
        return card;
    };
    let card = reader.equipment(&place, name)?;
    if earns(catalog.equipment(card).power.gain, by) {
        return Some(card);
    }
    let name = &catalog.equipment(card).name;
    let problem = format!("{name} earns nothing in this way");
    reader.found.add(place, problem);
    None
}

/// Writes what belongs to the whole table.
pub(in crate::table) fn write(
    rules: &Rules,
    game: &Game,
    file: &mut TableFile,
    place: impl Fn(DistrictIx) -> Option<Place>,
) {
    let groups = game.owed.iter().map(|Owed { seat, why }| {
        let (by, card, district) = match why {
            Earned::ByMove(card) => (Reason::Move, Some(card), None),
            Earned::ByWeakening(card) => (Reason::Weakening, Some(card), None),
            Earned::Benefit(district) => (Reason::Benefit, None, place(district)),
        };
        Some(Object(OwedEntry {
            who: Some(game.seat(seat).reckoner),
            by: Some(ReasonName(by)),
            card: card.map(|card| card_name(rules, card)),
            district,
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

/// Who owns a card with an effect that does not rest; it may be disabled.
pub(in crate::table) fn owner(reader: &Reader<'_>, effect: Gain) -> Option<SeatIx> {
    let catalog = reader.rules.catalog();
    let has = |seat: &Seat| {
        let mut cards = seat.cards.without(reader.game.marks.resting).equipment();
        cards.any(|card| catalog.equipment(card).power.gain == effect)
    };
    let owner = reader.game.seated().find(|(_, seat)| has(seat));
    owner.map(|(seat, _)| seat)
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
        let who = seat.reckoner;
        // Where markers act, a card can leave its owner while the dice are used.
        let has = |card: EquipmentId| seat.cards.has(card.0) || !reader.rules.boss_has_track(&game);
        let problem = match why {
            Earned::ByMove(card) if !has(card) => {
                format!("{who} has no card that earns something by a Move")
            }
            Earned::ByWeakening(card) if !has(card) => {
                format!("{who} has no card that earns something by a weakening")
            }
            Earned::Benefit(district) => match benefit(reader, district) {
                Some(Benefit::OnDefeat(_) | Benefit::OnWeaken(_)) => continue,
                _ => "the card of this district pays nothing for a weakening or a defeat".into(),
            },
            _ => continue,
        };
        reader.found.add(format!("owed[{i}]"), problem);
    }
    let modules = game.ruleset.modules;
    if game.returns_to.is_some()
        && !modules.has(Module::Reckoners)
        && !modules.has(Module::Equipment)
        && !game.ruleset.is_merged()
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
        if kind.is_some() && owner(reader, effect).is_none() {
            let problem = "nobody has this card, or it rests, so nothing is changed; leave it out";
            reader.found.add(key, problem);
        }
    }
}
