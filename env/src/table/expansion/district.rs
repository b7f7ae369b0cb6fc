//! The pieces of the expansion in the districts: Shields, Copy Tokens, stolen cards, attacks that were set aside.

use crate::ids::{CardSet, DistrictIx, Measure, Module, Shield};
use crate::rules::Rules;
use crate::state::{District, Game, Step};
use crate::table::file::{CountsEntry, DistrictEntry, StolenEntry};
use crate::table::fit::phase;
use crate::table::read::Reader;
use crate::table::values::Object;
use crate::table::write::{card_name, some_whole};

/// Reads the pieces of a district.
pub(in crate::table) fn read(
    reader: &mut Reader<'_>,
    index: DistrictIx,
    place: &mut District,
    entry: &DistrictEntry,
    at: &str,
) {
    let pieces = &reader.rules.catalog().pieces;
    let (shields, tokens) = (pieces.shields, pieces.copy_tokens);
    for (shield, key, given) in [
        (Shield::Red, "red_shields", &entry.red_shields),
        (Shield::Blue, "blue_shields", &entry.blue_shields),
    ] {
        let most = shields[shield.index()];
        let path = format!("{at}.{key}");
        place.shields[shield.index()] = reader.small(&path, given.as_ref(), (0, most), 0);
    }
    let path = format!("{at}.copy_tokens");
    place.copy_tokens = reader.small(&path, entry.copy_tokens.as_ref(), (0, tokens), 0);
    place.stolen = stolen(reader, entry, at);
    let mut counts = entry.set_aside.clone().unwrap_or_default().0;
    for measure in Measure::ALL {
        let path = format!("{at}.set_aside.{measure}");
        let given = counts.get_mut(measure).take();
        let count = reader.small(&path, given.as_ref(), (0, u8::MAX), 0);
        reader.game.counting[index.ix()][measure.index()] = count;
    }
}

/// The cards under an Epic; their owners are told as well.
fn stolen(reader: &mut Reader<'_>, entry: &DistrictEntry, at: &str) -> CardSet {
    let mut cards = CardSet::EMPTY;
    for (i, item) in entry.stolen.iter().flatten().enumerate() {
        let path = format!("{at}.stolen[{i}]");
        let Some(Object(StolenEntry { card, owner })) = item else {
            reader.not_null(&path, "an object { ... }");
            continue;
        };
        if owner.is_none() {
            reader
                .found
                .missing(&path, "owner", "write who gets the card back");
        }
        let place = format!("{path}.owner");
        let owner = owner.and_then(|who| reader.seat_ref(&place, who));
        let Some(name) = card else {
            let remedy = "write the name of the card";
            reader.found.missing(&path, "card", remedy);
            continue;
        };
        let Some(id) = reader.owned_equipment(&format!("{path}.card"), name) else {
            continue;
        };
        cards.insert(id.0);
        if let Some(owner) = owner {
            reader.game.seat_mut(owner).stolen.insert(id.0);
        }
    }
    cards
}

/// Writes the pieces of a district.
pub(in crate::table) fn write(
    rules: &Rules,
    game: &Game,
    index: DistrictIx,
    entry: &mut DistrictEntry,
) {
    let place = game.district(index);
    entry.red_shields = some_whole(place.shields[Shield::Red.index()]);
    entry.blue_shields = some_whole(place.shields[Shield::Blue.index()]);
    entry.copy_tokens = some_whole(place.copy_tokens);
    let cards = place.stolen.equipment().map(|card| {
        let owner = game.team().iter().find(|seat| seat.stolen.has(card.0));
        Some(Object(StolenEntry {
            card: Some(card_name(rules, card)),
            owner: owner.map(|seat| seat.reckoner),
        }))
    });
    entry.stolen = (!place.stolen.is_empty()).then(|| cards.collect());
    let mut counts = CountsEntry::default();
    for measure in Measure::ALL {
        *counts.get_mut(measure) = some_whole(game.counting[index.ix()][measure.index()]);
    }
    entry.set_aside = (counts != CountsEntry::default()).then_some(Object(counts));
}

/// Checks the pieces of all districts.
pub(super) fn check(reader: &mut Reader<'_>) {
    let game = reader.game;
    let pieces = &reader.rules.catalog().pieces;
    let on_board = [("red Shields", Shield::Red), ("blue Shields", Shield::Blue)];
    let on_board = on_board.map(|(what, shield)| {
        let lying = |d: &District| u16::from(d.shields[shield.index()]);
        let all: u16 = game.ring().iter().map(lying).sum();
        (what, all, pieces.shields[shield.index()])
    });
    let tokens: u16 = game.ring().iter().map(|d| u16::from(d.copy_tokens)).sum();
    for (what, lying, most) in
        on_board
            .into_iter()
            .chain([("Copy Tokens", tokens, pieces.copy_tokens)])
    {
        if lying > u16::from(most) {
            let problem = format!("{lying} {what} on the board; the box has {most}");
            reader.found.add("districts", problem);
        }
    }
    // Other bosses may have acted in the prologue.
    let early = phase(reader) == Step::Prologue && !game.ruleset.is_merged();
    for (i, place) in game.placed() {
        let counted = game.counting[i.ix()].iter().any(|n| *n > 0);
        let things = [
            ("red_shields", place.shields[Shield::Red.index()] > 0),
            ("blue_shields", place.shields[Shield::Blue.index()] > 0),
            ("copy_tokens", place.copy_tokens > 0),
            ("stolen", !place.stolen.is_empty()),
            ("set_aside", counted),
        ];
        for (key, there) in things {
            let path = format!("districts[{}].{key}", i.0);
            if !there || reader.lacks_both(&path, "this", Module::Epics) {
                continue;
            }
            let problem = if early {
                "no Epic has acted yet in the prologue; leave it out"
            } else if key == "stolen" && place.epic.is_none() {
                "there is no \"epic\" in this district that could have stolen it"
            } else if key == "set_aside" && !game.activating {
                "only while an Epic is activated, with \"end-activation\" in the \"agenda\""
            } else {
                continue;
            };
            reader.found.add(path, problem);
        }
    }
}
