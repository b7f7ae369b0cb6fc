//! The Dawnslight cards: in the deck, below it, with the Reckoners, and those just drawn.

use crate::ids::{AidIx, MAX_AIDS, SeatIx, UnknownName};
use crate::rules::Rules;
use crate::state::{AidDeck, Game, MAX_AID_CARDS, Now, Seat};
use crate::table::file::{CityEntry, Counts, SeatEntry};
use crate::table::read::Reader;
use crate::table::values::{AidName, Whole};
use crate::words::dice;

/// The kind of card with a name: what it gives.
fn find(reader: &mut Reader<'_>, path: &str, given: &str) -> Option<AidIx> {
    let aids = reader.rules.city(&reader.game).aids();
    if aids.is_empty() {
        let city = &reader.rules.city(&reader.game).name;
        let problem = format!("there are no Dawnslight cards in {city}; leave it out");
        if !reader.found.is_known("rules") {
            reader.found.add(path, problem);
        }
        return None;
    }
    let names: Vec<String> = aids.iter().map(crate::cards::Aid::name).collect();
    let symbols = dice::read_symbols(given).ok();
    let is = |kind: &usize| {
        let gives = match aids[*kind].gain {
            crate::cards::AidGain::Symbols(gives) => Some(gives),
            crate::cards::AidGain::Population(_) => None,
        };
        names[*kind].eq_ignore_ascii_case(given.trim()) || gives.is_some() && gives == symbols
    };
    let found = (0..aids.len()).find(is);
    if found.is_none() {
        let known = names.iter().map(String::as_str);
        let error = UnknownName::new("Dawnslight card", given, known);
        reader.found.add(path, error.to_string());
    }
    found.map(|kind| AidIx(kind as u8))
}

/// Cards by name, in their order.
pub(in crate::table) fn list(
    reader: &mut Reader<'_>,
    path: &str,
    names: Option<&[Option<AidName>]>,
) -> Vec<AidIx> {
    let mut cards = Vec::new();
    for (i, name) in names.into_iter().flatten().enumerate() {
        let path = format!("{path}[{i}]");
        match name {
            Some(AidName(name)) => cards.extend(find(reader, &path, name)),
            None => reader.not_null(&path, "the name of a Dawnslight card"),
        }
    }
    cards
}

/// Reads the cards of a seat.
pub(super) fn read_seat(reader: &mut Reader<'_>, index: SeatIx, entry: &SeatEntry, at: &str) {
    let cards = list(
        reader,
        &format!("{at}.dawnslight"),
        entry.dawnslight.as_deref(),
    );
    let mut counts = [0u8; MAX_AIDS];
    for card in cards {
        counts[card.ix()] = counts[card.ix()].saturating_add(1);
    }
    reader.game.seat_mut(index).aids = counts;
}

/// Reads the deck and what lies below it.
pub(super) fn read(reader: &mut Reader<'_>, entry: &CityEntry) {
    let below = list(reader, "city.below", entry.below.as_deref());
    if below.len() > MAX_AID_CARDS {
        let n = below.len();
        let problem = format!("{n} cards; there are {MAX_AID_CARDS} in all");
        reader.found.add("city.below", problem);
        return;
    }
    let mut deck = [0; MAX_AIDS];
    for (name, count) in entry.deck.iter().flatten() {
        let path = format!("city.deck.{}", crate::words::shown(name));
        if let Some(card) = find(reader, &path, name) {
            let most = reader.rules.city(&reader.game).aid(card).count;
            deck[card.ix()] = reader.small(&path, Some(count), (0, most), 0);
        }
    }
    let mut aids = AidDeck::full(deck.into_iter());
    for card in below {
        aids.put_below(card);
    }
    reader.game.city.aids = aids;
}

/// The cards that are neither in the deck nor out of the game, by kind.
fn elsewhere(game: &Game) -> [u8; MAX_AIDS] {
    let drawn = match game.now {
        Now::DrawAid { held, .. } => [held, None],
        Now::KeepAid { pair: [a, b], .. } => [Some(a), Some(b)],
        Now::GiveAid { card, .. } => [Some(card), None],
        _ => [None; 2],
    };
    let mut found = [0u8; MAX_AIDS];
    for card in game.city.aids.known().chain(drawn.into_iter().flatten()) {
        found[card.ix()] = found[card.ix()].saturating_add(1);
    }
    for seat in game.team() {
        for (count, held) in found.iter_mut().zip(seat.aids) {
            *count = count.saturating_add(held);
        }
    }
    found
}

/// A deck that is not written has all cards that are nowhere else.
pub(super) fn complete(reader: &mut Reader<'_>) {
    let entry = reader.file.city.as_ref();
    if entry.is_some_and(|entry| entry.0.deck.is_some()) {
        return;
    }
    let out = elsewhere(&reader.game);
    let aids = reader.rules.city(&reader.game).aids();
    let left = aids.iter().zip(out);
    let left: Vec<u8> = left
        .map(|(aid, out)| aid.count.saturating_sub(out))
        .collect();
    let deck = &mut reader.game.city.aids.deck;
    deck[..left.len()].copy_from_slice(&left);
}

/// The name of a card.
pub(in crate::table) fn name(rules: &Rules, game: &Game, card: AidIx) -> Option<AidName> {
    let aid = rules.city(game).aids().get(card.ix())?;
    Some(AidName(aid.name()))
}

/// Writes the deck and what lies below it.
pub(super) fn write(rules: &Rules, game: &Game, entry: &mut CityEntry) {
    let kinds = rules.city(game).aids();
    if kinds.is_empty() {
        return;
    }
    let aids = &game.city.aids;
    let deck = kinds.iter().zip(aids.deck);
    let deck = deck.map(|(aid, left)| (aid.name(), Whole::Number(left.into())));
    entry.deck = Some(deck.collect::<Counts>());
    let below: Vec<_> = aids.known().map(|card| name(rules, game, card)).collect();
    entry.below = (!below.is_empty()).then_some(below);
}

/// Writes the cards of a seat.
pub(in crate::table) fn write_seat(rules: &Rules, game: &Game, seat: &Seat, entry: &mut SeatEntry) {
    let held = (0..).map(AidIx).zip(seat.aids);
    let cards = held.flat_map(|(card, n)| std::iter::repeat_n(card, usize::from(n)));
    let cards: Vec<_> = cards.map(|card| name(rules, game, card)).collect();
    entry.dawnslight = (!cards.is_empty()).then_some(cards);
}

/// Checks that no kind has more cards than the box, and that one can be drawn.
pub(super) fn check(reader: &mut Reader<'_>) {
    let game = reader.game;
    let aids = reader.rules.city(&game).aids();
    let out = elsewhere(&game);
    let mut wrong = Vec::new();
    for ((aid, out), deck) in aids.iter().zip(out).zip(game.city.aids.deck) {
        let all = u16::from(out) + u16::from(deck);
        if all > u16::from(aid.count) {
            let (name, most) = (aid.name(), aid.count);
            wrong.push(format!(
                "{all} Dawnslight cards \"{name}\" in all; the box has {most}"
            ));
        }
    }
    let drawn = matches!(
        game.now,
        Now::DrawAid { .. } | Now::KeepAid { .. } | Now::GiveAid { .. }
    );
    if drawn && aids.is_empty() {
        let city = &reader.rules.city(&game).name;
        let problem = format!("there are no Dawnslight cards in {city}");
        reader.found.add("step", problem);
    } else if matches!(game.now, Now::DrawAid { .. }) && !game.city.aids.is_shuffled() {
        wrong.push("no card is left whose place is not known, so none is drawn by chance".into());
    }
    for problem in wrong {
        reader.found.add("city", problem);
    }
}
