//! What a city adds to a table: boards and markers in the districts, where a moving city is, whom a card has affected.

use super::aids;
use super::asked::card_acts;
use crate::cards::{AidGain, Benefit};
use crate::ids::{BoardIx, CardSet, DistrictIx, UnknownName};
use crate::rules::Rules;
use crate::state::{District, Game, Now, Task};
use crate::table::file::{CityEntry, DistrictEntry, TableFile};
use crate::table::read::Reader;
use crate::table::values::{BoardName, Object, Place, Whole};

/// The population that Dawnslight cards of the city can add.
pub(in crate::table) fn population_to_gain(rules: &Rules, game: &Game) -> u16 {
    let gains = rules.city(game).aids().iter().map(|aid| match aid.gain {
        AidGain::Population(more) => u16::from(more) * u16::from(aid.count),
        AidGain::Symbols(_) => 0,
    });
    gains.sum()
}

/// Reads board, marker and exchange of a district.
pub(in crate::table) fn read_district(
    reader: &mut Reader<'_>,
    index: DistrictIx,
    place: &mut District,
    entry: &DistrictEntry,
    at: &str,
) {
    let rules = reader.rules;
    let start = rules.marker_start(&reader.game);
    let path = format!("{at}.board");
    match &entry.board {
        Some(_) if !rules.has_boards(&reader.game) => no_boards(reader, &path),
        Some(name) => place.board = board(reader, &path, name),
        None => {}
    }
    let path = format!("{at}.marker");
    if start > 0 {
        if entry.marker.is_none() && reader.game.round > 0 {
            let remedy = "write how many spaces its marker is above the bottom";
            reader.found.missing(at, "marker", remedy);
        }
        place.marker = reader.small(&path, entry.marker.as_ref(), (0, start), start);
    } else if entry.marker.is_some() {
        let city = &rules.city(&reader.game).name;
        let problem = format!("there are no markers in {city}; leave it out");
        reader.found.add(path, problem);
    }
    if entry.exchanged == Some(true) {
        reader.game.city.exchanged |= 1 << index.0;
    }
}

fn no_boards(reader: &mut Reader<'_>, path: &str) {
    let city = &reader.rules.city(&reader.game).name;
    let problem = format!(
        "nothing is printed on the boards of {city} in this game: leave it out, or write another \"city\" or \
         \"newcago_cards\" in \"rules\""
    );
    if !reader.found.is_known("rules") {
        reader.found.add(path, problem);
    }
}

/// One of the city's boards, by name or key, seen for the first time.
fn board(reader: &mut Reader<'_>, path: &str, name: &BoardName) -> Option<BoardIx> {
    let boards = &reader.rules.city(&reader.game).boards;
    let given = name.0.trim();
    let is = |text: &str| text.eq_ignore_ascii_case(given);
    let found = boards
        .iter()
        .position(|board| is(&board.name) || is(&board.key));
    let Some(found) = found else {
        let names = boards.iter().map(|board| board.name.as_str());
        let error = UnknownName::new("board", given, names);
        reader.found.add(path, error.to_string());
        return None;
    };
    reader.once(path, &boards[found].name);
    Some(BoardIx(found as u8))
}

/// All markers together, which are the boss's research where he has no track of his own.
pub(in crate::table) fn markers(reader: &mut Reader<'_>, given: Option<u16>) -> u16 {
    let all = reader.game.ring().iter().map(|d| u16::from(d.marker)).sum();
    if given.is_some_and(|given| given != all) && !reader.found.is_known("districts") {
        let problem = format!(
            "{}, but the markers of the districts are {all} spaces above the bottom: leave it out",
            given.unwrap_or_default()
        );
        reader.found.add("boss.research", problem);
    }
    all
}

/// Reads what the city has besides its districts.
pub(in crate::table) fn read(reader: &mut Reader<'_>) {
    let file = reader.file;
    let most = reader.rules.catalog().epics.len() as u8;
    let given = file.defeated_this_round.as_ref();
    reader.game.defeated_now = reader.small("defeated_this_round", given, (0, most), 0);
    let Some(Object(entry)) = &file.city else {
        return;
    };
    if reader.lacks_city("city", "this") {
        return;
    }
    if let Some(place) = &entry.passed {
        reader.game.city.passed = reader.district_ref("city.passed", place);
    }
    for (i, who) in entry.affected.iter().flatten().enumerate() {
        let path = format!("city.affected[{i}]");
        match who {
            Some(who) => {
                if let Some(seat) = reader.seat_ref(&path, *who) {
                    reader.game.city.affected |= 1 << seat.0;
                }
            }
            None => reader.not_null(&path, "the name of a Reckoner"),
        }
    }
    aids::read(reader, entry);
}

/// Works out what the file need not say.
pub(in crate::table) fn complete(reader: &mut Reader<'_>) {
    aids::complete(reader);
}

/// Writes the pieces of a district.
pub(in crate::table) fn write_district(
    rules: &Rules,
    game: &Game,
    index: DistrictIx,
    entry: &mut DistrictEntry,
) {
    let place = game.district(index);
    let boards = &rules.city(game).boards;
    let board = place.board.and_then(|board| boards.get(board.ix()));
    entry.board = board.map(|board| BoardName(board.name.clone()));
    if rules.marker_start(game) > 0 {
        entry.marker = Some(Whole::Number(place.marker.into()));
    }
    entry.exchanged = (game.city.exchanged >> index.0 & 1 == 1).then_some(true);
}

/// Writes what the city has besides its districts.
pub(in crate::table) fn write(
    rules: &Rules,
    game: &Game,
    file: &mut TableFile,
    place: impl Fn(DistrictIx) -> Option<Place>,
) {
    let defeated = game.defeated_now;
    file.defeated_this_round = (defeated > 0).then(|| Whole::Number(defeated.into()));
    let affected = game
        .seated()
        .filter(|(i, _)| game.city.affected >> i.0 & 1 == 1);
    let mut entry = CityEntry {
        passed: place(game.city.passed),
        affected: (game.city.affected != 0)
            .then(|| affected.map(|(_, seat)| Some(seat.reckoner)).collect()),
        ..CityEntry::default()
    };
    aids::write(rules, game, &mut entry);
    file.city = (entry != CityEntry::default()).then_some(Object(entry));
}

/// Whether the boards of a city with cards still offer what they gave: the benefit of a district's card.
pub(in crate::table) fn benefit(reader: &Reader<'_>, district: DistrictIx) -> Option<Benefit> {
    let game = &reader.game;
    let board = game.ring().get(district.ix())?.board?;
    let side = game.ruleset.city_cards.side(board)?;
    let card = reader.rules.city(game).board(board).card(side)?;
    Some(card.benefit)
}

/// Checks boards, the place of a moving city and whom a card has affected.
pub(super) fn check(reader: &mut Reader<'_>) {
    boards(reader);
    let game = reader.game;
    let moving = reader.rules.city(&game).moving().is_some();
    let early = !game.boss.district.is_somewhere()
        || game.round == 0 && game.now == Now::MoveBoss
        || game.agenda.tasks().contains(&Task::CityPrologue);
    let passed = game.city.passed.is_somewhere();
    let city = reader.rules.city(&game).name.clone();
    if passed && !moving {
        let problem = format!("{city} does not move; leave it out");
        reader.found.add("city.passed", problem);
    } else if passed && early {
        let problem = "the city's board is laid out after the boss has moved; leave it out";
        reader.found.add("city.passed", problem);
    } else if moving && !passed && !early {
        let remedy = format!("write the district that {city} has passed last");
        reader.found.missing("city", "passed", &remedy);
    }
    if game.city.affected != 0 && !card_acts(&game) {
        let problem = "only while a card of a district's board acts; leave it out";
        reader.found.add("city.affected", problem);
    }
    for (i, _) in game.placed() {
        let exchanges = matches!(benefit(reader, i), Some(Benefit::Exchange { .. }));
        if game.city.exchanged >> i.0 & 1 == 1 && !exchanges {
            let problem = "the card of this district exchanges nothing; leave it out";
            let path = format!("districts[{}].exchanged", i.0);
            reader.found.add(path, problem);
        }
    }
}

/// Every district has its board, but for those to which one is still dealt.
fn boards(reader: &mut Reader<'_>) {
    let game = reader.game;
    if !reader.rules.has_boards(&game) {
        if matches!(game.now, Now::DealBoard { .. }) {
            let problem = "nothing is printed on the boards of this game, so none is dealt";
            reader.found.add("step", problem);
        }
        return;
    }
    let dealt = match game.now {
        Now::DealBoard { district } => district.0,
        _ => game.district_count(),
    };
    let mut seen = CardSet::EMPTY;
    for (i, place) in game.placed() {
        let at = format!("districts[{}]", i.0);
        seen = place
            .board
            .map_or(seen, |board| seen.or(CardSet::one(board.0)));
        if place.board.is_none() && i.0 < dealt {
            reader
                .found
                .missing(&at, "board", "write which board of the city it is");
        } else if place.board.is_some() && i.0 >= dealt {
            let problem = "this district gets its board later";
            reader.found.add(format!("{at}.board"), problem);
        }
        if matches!(game.now, Now::DealBoard { .. }) && place.epic.is_some() {
            let problem = "Epics are dealt after the boards";
            reader.found.add(format!("{at}.epic"), problem);
        }
    }
}
