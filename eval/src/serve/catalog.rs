//! What can be chosen for a new table, and what is printed on the cards.

use reckoners_agents::people::Level;
use reckoners_env::Rules;
use reckoners_env::cards::{BASE_EPICS, BASE_EQUIPMENT, Catalog, CityCards, Deed, Side};
use reckoners_env::ids::{
    Adjustment, BossKind, CityKind, DieKind, Difficulty, MAX_SEATS, MIN_SEATS, Module, Reckoner,
};
use reckoners_env::table::Table;
use reckoners_env::words::{Speaker, dice, event};
use serde_json::{Value, json};

use super::settings::AGENTS;
use crate::board::told;

/// The sample tables: name, text of the file. The build script lists what lies in `configs/tables`.
pub const SAMPLES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/samples.rs"));

fn named(key: &str, name: &str) -> Value {
    json!({ "key": key, "name": name })
}

/// A sample in words, from what lies there: `4 Reckoners, round 5: BOSS in CITY`.
fn sample(rules: &Rules, Table { game, names }: &Table) -> String {
    let mut more = Speaker::new(rules, names).variants(game);
    more.extend(game.ruleset.modules.iter().map(|m| format!("more {m}")));
    let played = match more.as_slice() {
        [] => game.difficulty().title().to_owned(),
        more => more.join(", "),
    };
    let (seats, round) = (game.seat_count, game.round);
    format!("{seats} Reckoners, round {round}: {played}")
}

/// The samples that fit the cards: the base game first, then what is added to it, each in the course of a game.
fn samples(rules: &Rules) -> Vec<Value> {
    let read = |(key, text): &(&'static str, &str)| Some((*key, Table::parse(rules, text).ok()?));
    let mut tables: Vec<(&str, Table)> = SAMPLES.iter().filter_map(read).collect();
    tables.sort_by_key(|(_, Table { game, .. })| {
        let played = &game.ruleset;
        let place = (played.boss as usize, played.city as usize);
        let added = (!played.city_cards.is_none(), played.modules.iter().count());
        (place, added, game.round, game.seat_count)
    });
    let tables = tables.iter();
    tables
        .map(|(key, table)| named(key, &sample(rules, table)))
        .collect()
}

/// What a level of people plays like.
const fn plays_like(level: Level) -> &'static str {
    match level {
        Level::Beginner => "everybody does what looks best at the moment",
        Level::Club => "a team that agrees who goes where and plays by sound rules of thumb",
        Level::Expert => {
            "a team that often finds the best move, and plays by rules of thumb otherwise"
        }
    }
}

/// How an agent plays.
fn plays_how(agent: &str) -> &'static str {
    match agent {
        "net" => "the best player of the program, which has learned from many games",
        "scripted" => "plays by rules of thumb, looking at the whole team",
        "greedy" => "does what brings most at the moment",
        "random" => "does anything that is allowed",
        _ => "",
    }
}

/// How much easier or harder a game becomes.
fn adjusts(catalog: &Catalog, adjustment: Adjustment) -> String {
    let token = |n: u8| format!("+{n}: the boss costs {n} population more each round");
    match adjustment {
        Adjustment::None => "none".into(),
        Adjustment::Casual => {
            let money = catalog.pieces.casual_money;
            format!("casual: ${money} more for each Reckoner at the start")
        }
        Adjustment::One | Adjustment::Two => {
            format!(
                "{} (Difficulty Adjustment Token)",
                token(adjustment.token())
            )
        }
        Adjustment::Three | Adjustment::Four => {
            format!("{} (not in the printed game)", token(adjustment.token()))
        }
    }
}

/// What lies on the boards of the first city.
fn city_cards_value(cards: CityCards) -> Value {
    let key = cards.to_string();
    let name = match cards.is_none() {
        true => "no cards, as in the base game".into(),
        false => format!("a card on each, side {key} up"),
    };
    named(&key, &name)
}

/// What a module adds.
fn adds(catalog: &Catalog, module: Module) -> String {
    match module {
        Module::Reckoners => {
            let more = Reckoner::ALL.len() - Reckoner::BASE.len();
            format!("{more} more Reckoners")
        }
        Module::Equipment => {
            let more = catalog.equipment.len() - BASE_EQUIPMENT;
            format!("{more} more Equipment cards")
        }
        Module::Epics => format!("{} other Epics", catalog.epics.len() - BASE_EPICS),
    }
}

/// What a page must know before there is a table.
pub fn choices(rules: &Rules) -> Value {
    let catalog = rules.catalog();
    let reckoners: Vec<Value> = Reckoner::ALL
        .iter()
        .map(|who| {
            let card = catalog.reckoner(*who);
            json!({
                "key": who.key(),
                "name": card.name,
                "kind": told::own_kind(&card.dice).key(),
                "dice": dice::say_kinds(&card.dice),
                "ability": card.ability_name,
                "text": card.ability.phrase(),
                "module": (!Reckoner::BASE.contains(who)).then_some(Module::Reckoners.key()),
            })
        })
        .collect();
    let bosses = BossKind::ALL.map(|b| named(b.key(), &catalog.boss(b).name));
    let cities = CityKind::ALL.map(|c| named(c.key(), &catalog.city(c).name));
    let levels = Level::ALL.map(|l| json!({ "key": l.key(), "text": plays_like(l) }));
    let agents = AGENTS.map(|a| json!({ "key": a, "text": plays_how(a) }));
    let adjustments = Adjustment::ALL.map(|a| named(a.key(), &adjusts(catalog, a)));
    let sides = [
        CityCards::NONE,
        CityCards::all(Side::A),
        CityCards::all(Side::B),
    ];
    json!({
        "reckoners": reckoners,
        "team": { "least": MIN_SEATS, "most": MAX_SEATS },
        "difficulties": Difficulty::ALL.map(|d| named(d.key(), d.title())),
        "modules": Module::ALL.map(|m| named(m.key(), &adds(catalog, m))),
        "bosses": bosses,
        "cities": cities,
        "city_cards": sides.map(city_cards_value),
        "adjustments": adjustments,
        "agents": agents,
        "levels": levels,
        "samples": samples(rules),
        "deeds": deeds(catalog),
        "epics": epics(catalog),
        "equipment": equipment(catalog),
        "dice": DieKind::ALL.map(DieKind::key),
    })
}

/// The words of the Epics' tracks as card files write them, each with what it means: one example of each kind, the
/// smallest that is printed.
fn deeds(catalog: &Catalog) -> Vec<Value> {
    let mut kinds: Vec<Deed> = Vec::new();
    let printed = catalog.epics.iter().flat_map(|card| card.track.deeds());
    for deed in printed {
        let same = |known: &&mut Deed| (known.verb, known.reach) == (deed.verb, deed.reach);
        match kinds.iter_mut().find(same) {
            Some(known) => known.times = known.times.min(deed.times),
            None => kinds.push(*deed),
        }
    }
    let mut words: Vec<(String, String)> = kinds
        .iter()
        .map(|deed| (deed.to_string(), deed.phrase("the boss")))
        .collect();
    words.sort();
    let words = words.iter();
    words
        .map(|(word, text)| json!({ "word": word, "text": text }))
        .collect()
}

/// The Epics with their printed values, by the file in which they are corrected.
fn epics(catalog: &Catalog) -> Vec<Value> {
    let epics = catalog.epics.iter().enumerate();
    epics
        .map(|(i, card)| {
            let file = if i < BASE_EPICS {
                "base"
            } else {
                "steelslayer"
            };
            json!({
                "file": format!("{file}/epics.toml"),
                "key": card.key,
                "name": card.name,
                "research": card.research,
                "health": event::health(card.health),
                "weakened": card.weakened,
                "track": card.track.deeds().iter().map(ToString::to_string).collect::<Vec<_>>(),
            })
        })
        .collect()
}

fn equipment(catalog: &Catalog) -> Vec<Value> {
    let cards = catalog.equipment.iter().enumerate();
    cards
        .map(|(i, card)| {
            let file = if i < BASE_EQUIPMENT {
                "base"
            } else {
                "steelslayer"
            };
            json!({
                "file": format!("{file}/equipment.toml"),
                "key": card.key,
                "name": card.name,
                "price": card.price,
                "text": card.power.phrase(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_sample_is_offered_and_told_from_the_others() {
        let choices = choices(&Rules::embedded());
        let samples = choices["samples"].as_array().unwrap();
        let names: HashSet<&str> = samples.iter().filter_map(|s| s["name"].as_str()).collect();
        assert_eq!(names.len(), SAMPLES.len(), "{names:?}");
        // The base game comes first.
        assert_eq!(samples[0]["key"], "early-4");
    }

    #[test]
    fn a_page_learns_here_how_many_make_a_team() {
        let choices = choices(&Rules::embedded());
        assert_eq!(choices["team"], json!({ "least": 2, "most": 6 }));
    }

    #[test]
    fn whatever_can_be_chosen_is_told_in_words_of_its_own() {
        let choices = choices(&Rules::embedded());
        for (list, words) in [
            ("agents", "text"),
            ("levels", "text"),
            ("adjustments", "name"),
            ("city_cards", "name"),
            ("deeds", "text"),
        ] {
            let list = choices[list].as_array().unwrap();
            let told: HashSet<&str> = list.iter().filter_map(|c| c[words].as_str()).collect();
            assert_eq!(told.len(), list.len(), "{list:?}");
            assert!(!told.contains(""), "{list:?}");
        }
        // What an Epic may do can be typed as it is told.
        for deed in choices["deeds"].as_array().unwrap() {
            let word = deed["word"].as_str().unwrap();
            assert_eq!(Deed::read(word).unwrap().to_string(), word);
        }
        let harder = choices["adjustments"].as_array().unwrap().last().unwrap();
        assert!(
            harder["name"]
                .as_str()
                .unwrap()
                .contains("not in the printed game")
        );
    }
}
