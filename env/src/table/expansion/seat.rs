//! The pieces of the expansion that lie with a Reckoner: cards that rest or wait for a payment, Demolitions Tokens, effects.

use super::aids;
use crate::cards::{Gain, Timing};
use crate::ids::{CardSet, Effect, Module, SeatIx, Symbol};
use crate::rules::Rules;
use crate::state::{CardMarks, Effects, Game, Seat, Step};
use crate::table::file::{HalfPaidEntry, SeatEntry};
use crate::table::fit::phase;
use crate::table::read::Reader;
use crate::table::values::{Object, SymbolsText};
use crate::table::write::{card_name, equipment, some_whole};
use crate::words::dice;

/// Reads the pieces of a seat, whose cards are known.
pub(in crate::table) fn read(reader: &mut Reader<'_>, index: SeatIx, entry: &SeatEntry, at: &str) {
    let owned = reader.game.seat(index).cards;
    let resting = reader.cards_of(
        &format!("{at}.resting_cards"),
        entry.resting_cards.as_deref(),
        owned,
    );
    let half_paid = half_paid(reader, owned, entry, at);
    let most = reader.rules.catalog().pieces.demolitions_tokens;
    let path = format!("{at}.demolitions");
    let demolitions = reader.small(&path, entry.demolitions.as_ref(), (0, most), 0);
    let mut effects = |key: &str, list: &Option<Vec<Option<Effect>>>| {
        let mut all = Effects::NONE;
        for (i, effect) in list.iter().flatten().enumerate() {
            match effect {
                Some(effect) => all.insert(*effect),
                None => reader.not_null(&format!("{at}.{key}[{i}]"), "the name of an effect"),
            }
        }
        all
    };
    let now = effects("effects", &entry.effects);
    let coming = effects("coming_effects", &entry.coming_effects);
    let path = format!("{at}.disabled_cards");
    let disabled = reader.cards_of(&path, entry.disabled_cards.as_deref(), owned);
    aids::read_seat(reader, index, entry, at);
    reader.game.marks = reader.game.marks.or(CardMarks {
        spent: CardSet::EMPTY,
        resting,
        half_paid,
        disabled,
    });
    let seat = reader.game.seat_mut(index);
    (seat.demolitions, seat.effects, seat.coming) = (demolitions, now, coming);
}

fn half_paid(reader: &mut Reader<'_>, owned: CardSet, entry: &SeatEntry, at: &str) -> [CardSet; 2] {
    let mut halves = [CardSet::EMPTY; 2];
    for (i, item) in entry.half_paid.iter().flatten().enumerate() {
        let path = format!("{at}.half_paid[{i}]");
        let Some(Object(HalfPaidEntry { card, with })) = item else {
            reader.not_null(&path, "an object { ... }");
            continue;
        };
        let (Some(name), Some(SymbolsText(text))) = (card, with) else {
            let (key, remedy) = match card {
                None => ("card", "write which card waits for its second payment"),
                Some(_) => ("with", "write the symbol that the first payment was"),
            };
            reader.found.missing(&path, key, remedy);
            continue;
        };
        let place = format!("{path}.card");
        let Some(id) = reader.one_of(&place, name, owned) else {
            continue;
        };
        let card = reader.rules.catalog().equipment(id);
        let Timing::PaidTwo(cost) = card.power.timing else {
            let problem = format!("{} does not cost two dice", card.name);
            reader.found.add(place, problem);
            continue;
        };
        let [a, b] = cost;
        let paid = match dice::read_symbols(text) {
            Ok(paid) => paid,
            Err(error) => {
                reader.found.add(format!("{path}.with"), error.to_string());
                continue;
            }
        };
        let known = |symbol: Symbol| cost.contains(&symbol) && paid.get(symbol) == 1;
        if paid.total() == 0 || paid.iter().any(|(symbol, _)| !known(symbol)) {
            let right = format!("what pays {}: {a}, {b}, or both", card.name);
            let text = format!("\"{}\"", crate::words::shown(text));
            reader.found.not(format!("{path}.with"), text, &right);
            continue;
        }
        for (half, symbol) in halves.iter_mut().zip(cost) {
            if paid.get(symbol) > 0 {
                half.insert(id.0);
            }
        }
    }
    halves
}

/// Writes the pieces of a seat.
pub(in crate::table) fn write(rules: &Rules, game: &Game, seat: &Seat, entry: &mut SeatEntry) {
    let marks = game.marks.of(seat);
    let cards = |set: CardSet| (!set.is_empty()).then(|| equipment(rules, set));
    entry.used_cards = cards(marks.spent);
    entry.disabled_cards = cards(marks.disabled);
    entry.resting_cards = cards(marks.resting);
    let halves = marks.waiting().equipment().filter_map(|card| {
        // Only such cards are paid in halves.
        let Timing::PaidTwo(cost) = rules.catalog().equipment(card).power.timing else {
            return None;
        };
        let paid = cost.iter().zip(marks.half_paid);
        let mut names: Vec<&str> = paid
            .filter(|(_, half)| half.has(card.0))
            .map(|(symbol, _)| symbol.key())
            .collect();
        names.dedup();
        Some(Some(Object(HalfPaidEntry {
            card: Some(card_name(rules, card)),
            with: Some(SymbolsText(names.join(", "))),
        })))
    });
    entry.half_paid = (!marks.waiting().is_empty()).then(|| halves.collect());
    entry.demolitions = some_whole(seat.demolitions);
    let names = |effects: Effects| {
        let some = Effect::ALL.into_iter().filter(move |e| effects.has(*e));
        (effects != Effects::NONE).then(|| some.map(Some).collect())
    };
    entry.effects = names(seat.effects);
    entry.coming_effects = names(seat.coming);
}

/// Checks the pieces of all seats.
pub(super) fn check(reader: &mut Reader<'_>) {
    let game = reader.game;
    let phase = phase(reader);
    let catalog = reader.rules.catalog();
    let none_rests = match phase {
        // Where markers act when the boss is researched, cards bought before the first round can make them steal.
        Step::Prologue => reader.rules.boss_has_track(&game),
        phase => phase == Step::Roll,
    };
    for (i, seat) in game.seated() {
        let at = |key: &str| format!("reckoners[{}].{key}", i.0);
        let marks = game.marks.of(seat);
        if !marks.resting.is_empty()
            && !reader.lacks_both(&at("resting_cards"), "this", Module::Epics)
        {
            let used = marks.resting.and(marks.spent.or(marks.waiting()));
            if none_rests {
                let problem = "cards wake before the dice are rolled; leave it out";
                reader.found.add(at("resting_cards"), problem);
            } else if let Some(card) = used.equipment().next() {
                let name = &catalog.equipment(card).name;
                let problem = format!("{name} rests, so it was not used or paid this round");
                reader.found.add(at("resting_cards"), problem);
            }
        }
        if !marks.waiting().is_empty() {
            let used = marks.waiting().and(marks.spent);
            if phase != Step::Use {
                let problem = "a first payment is lost when the dice are put away; leave it out";
                reader.found.add(at("half_paid"), problem);
            } else if let Some(card) = used.equipment().next() {
                let name = &catalog.equipment(card).name;
                let problem = format!("{name} was used, so it has both payments");
                reader.found.add(at("half_paid"), problem);
            }
        }
        let who = seat.reckoner;
        if seat.demolitions > 0 && catalog.reckoner(who).ability.gain != Gain::Demolish {
            let problem = format!("{who} does not have the ability Demolitions");
            reader.found.add(at("demolitions"), problem);
        }
        for (key, effects) in [("effects", seat.effects), ("coming_effects", seat.coming)] {
            if effects == Effects::NONE || reader.lacks_city(&at(key), "an effect") {
                continue;
            }
            let problem = match key {
                "effects" if game.round == 0 => {
                    "effects begin with a round, so none holds in the prologue"
                }
                "coming_effects" if matches!(phase, Step::Roll | Step::Use | Step::Purchase) => {
                    "effects come in the Epics' phase and begin with the next round: write them under \"effects\""
                }
                _ => continue,
            };
            reader.found.add(at(key), problem);
        }
        if marks.disabled.is_empty() || reader.lacks_city(&at("disabled_cards"), "a disabled card")
        {
            continue;
        }
        let used = marks.disabled.and(marks.spent.or(marks.waiting()));
        let problem = if !seat.effects.has(Effect::Equipment) {
            "no effect on the Equipment lies on this Reckoner: add \"equipment\" to the \"effects\""
                .to_owned()
        } else if marks.disabled.len() > 1 {
            "an effect keeps one card from working, not several".to_owned()
        } else if let Some(card) = used.equipment().next() {
            let name = &catalog.equipment(card).name;
            format!("{name} does not work, so it was not used or paid this round")
        } else {
            continue;
        };
        reader.found.add(at("disabled_cards"), problem);
    }
}
