//! Real tables, changed at random. Whatever the reader accepts is played, and every position on the way obeys the
//! laws and is written and read again.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rand::Rng;
use reckoners_env::cards::Modules;
use reckoners_env::chance::below;
use reckoners_env::rng::GameRng;
use reckoners_env::state::{Now, Task, check_laws};
use reckoners_env::table::{Table, step};
use reckoners_env::{Game, GameSetup, Rules};
use serde_json::{Value, json};

use crate::identity::{goes_round, restless};
use crate::play::{
    any_setup, cases, city_setup, easy, luck, make, play, random_move, rich, setup, wild,
    with_modules,
};

fn one<'a, T>(list: &'a [T], rng: &mut impl Rng) -> &'a T {
    &list[below(rng, list.len() as u32) as usize]
}

/// Changes the text a little: a byte, or a digit.
fn change_text(text: &str, rng: &mut impl Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=below(rng, 3) {
        let at = below(rng, bytes.len() as u32) as usize;
        match below(rng, 6) {
            0 => bytes[at] = below(rng, 128) as u8,
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, b"0129\"{}[],:-"[below(rng, 12) as usize]),
            _ => {
                // Most of these files stay well-formed.
                let digits: Vec<usize> = (0..bytes.len())
                    .filter(|i| bytes[*i].is_ascii_digit())
                    .collect();
                bytes[*one(&digits, rng)] = b'0' + below(rng, 10) as u8;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A value somewhere inside becomes another one, vanishes or is doubled.
fn change_value(value: &mut Value, rng: &mut impl Rng) {
    match value {
        Value::Object(map) if !map.is_empty() && below(rng, 8) > 0 => {
            let key = one(&map.keys().cloned().collect::<Vec<_>>(), rng).clone();
            match below(rng, 8) {
                0 => drop(map.remove(&key)),
                _ => change_value(&mut map[&key], rng),
            }
        }
        Value::Array(list) if !list.is_empty() && below(rng, 8) > 0 => {
            let n = below(rng, list.len() as u32) as usize;
            match below(rng, 8) {
                0 => drop(list.remove(n)),
                1 => list.push(list[n].clone()),
                _ => change_value(&mut list[n], rng),
            }
        }
        Value::Number(number) => {
            let n = number.as_u64().unwrap_or(0);
            *value = match below(rng, 4) {
                0 => json!(below(rng, 12)),
                1 => json!(n + 1),
                2 => json!(n.saturating_sub(1)),
                _ => json!(*one(&[0u64, 255, 256, 65_535, 65_536, 1 << 40], rng)),
            };
        }
        Value::Bool(flag) => *flag = !*flag,
        other => {
            let words = [
                "tia",
                "david",
                "abraham",
                "cody",
                "rifle",
                "bribe",
                "jacket",
                "2 basic money",
                "purple RR",
                "infinite",
                "District 2",
                "",
                "move",
                "attack",
                "2 research",
                "green",
                "herman",
                "spyril",
                "after_move",
                "weakening",
            ];
            *other = match below(rng, 24) {
                0 => json!(null),
                n => words.get(n as usize).map_or(json!(2), |word| json!(word)),
            };
        }
    }
}

/// Writes a value into an object, if it is one.
fn put(place: Option<&mut Value>, key: &str, value: Value) {
    if let Some(Value::Object(map)) = place {
        map.insert(key.into(), value);
    }
}

/// A key that some step or seat may have comes in, with a value that is readable.
fn add_key(file: &mut Value, rng: &mut impl Rng) {
    let i = below(rng, 3);
    let name = file["reckoners"][i as usize]["name"].clone();
    let n = below(rng, 4);
    let flag = |rng: &mut _| below(rng, 2) == 0;
    let seat = format!("/reckoners/{i}");
    let place = format!("/districts/{i}");
    match below(rng, 30) {
        24 => put(file.pointer_mut(&place), "marker", json!(n)),
        25 => put(file.pointer_mut(&place), "exchanged", json!(true)),
        26 => {
            let aside = *one(&["basic", "2 basic", "red"], rng);
            put(file.pointer_mut(&seat), "aside", json!(aside));
        }
        27 => {
            let aids = json!(["contain 2", "population +3"]);
            let key = *one(&["aids", "dawnslight"], rng);
            match key {
                "aids" => put(Some(file), key, aids),
                _ => put(file.pointer_mut(&seat), key, aids),
            }
        }
        28 => put(file.pointer_mut("/city"), "passed", json!(1 + n)),
        29 => {
            let card = file.pointer(&format!("{seat}/cards/0")).cloned();
            put(file.pointer_mut(&seat), "disabled_cards", json!([card]));
        }
        0 => put(Some(file), "acting", name),
        1 => put(Some(file), "who", name),
        2 => put(Some(file), "sniper", json!(1 + n)),
        3 => put(Some(file), "district", json!(1 + n)),
        4 => {
            let pool = json!({ "plan": below(rng, 256), "contain": 1 });
            put(Some(file), "rewards", pool);
        }
        5 => put(Some(file), "handed_over", json!(true)),
        6 => {
            let symbols = *one(&["move", "2 research", "attack", "3 plan", "$$"], rng);
            let open = json!({ "symbols": symbols, "whole": flag(rng), "anywhere": flag(rng) });
            put(Some(file), "open", open);
        }
        7 => {
            let die = *one(&["basic money", "blue CC", "purple RR", "red EE"], rng);
            put(Some(file), "die", json!(die));
        }
        8 => put(Some(file), "agenda", agenda(rng)),
        9 => put(file.pointer_mut(&seat), "tokens_beside", json!(n)),
        10 => put(file.pointer_mut(&seat), "ability_used", json!(true)),
        11 => put(Some(file), "returns_to", name),
        12 => {
            let by = *one(&["move", "weakening"], rng);
            put(Some(file), "owed", json!([{ "who": name, "by": by }]));
        }
        13 => {
            let key = *one(&["herman", "rtich", "extra"], rng);
            put(Some(file), "swaps", json!({ key: "red" }));
        }
        14 => put(Some(file), "buying", json!(flag(rng))),
        15 => put(Some(file), "reroll", json!(1 + n % 2)),
        16 => {
            let gift = *one(&["move", "regain", "reroll"], rng);
            put(Some(file), "gift", json!(gift));
        }
        17 => {
            let key = *one(&["red_shields", "blue_shields", "copy_tokens"], rng);
            put(file.pointer_mut(&place), key, json!(n));
        }
        18 => {
            let card = json!([{ "card": "camera", "owner": name }]);
            put(file.pointer_mut(&place), "stolen", card);
        }
        19 => put(
            file.pointer_mut(&place),
            "set_aside",
            json!({ "barricade": n }),
        ),
        20 => {
            let card = file.pointer(&format!("{seat}/cards/0")).cloned();
            let key = *one(&["resting_cards", "used_cards"], rng);
            put(file.pointer_mut(&seat), key, json!([card]));
        }
        21 => {
            let key = *one(&["effects", "coming_effects"], rng);
            let effect = *one(&["singles", "move", "die"], rng);
            put(file.pointer_mut(&seat), key, json!([effect]));
        }
        22 => {
            let half = json!([{ "card": "data chip", "with": "plan" }]);
            put(file.pointer_mut(&seat), "half_paid", half);
        }
        _ => {
            let key = *one(&["rolls", "kept_now"], rng);
            put(file.pointer_mut(&seat), key, json!(n));
        }
    }
}

fn agenda(rng: &mut impl Rng) -> Value {
    let mut work = Vec::new();
    for _ in 0..below(rng, 4) {
        let word = *one(Task::WORDS, rng);
        let n = |rng: &mut _| below(rng, 6);
        let rest = match word {
            "act" => {
                let source = *one(&["epic", "overflow", "boss", "city", "epic copied"], rng);
                let deed = *one(
                    &[
                        "BASE",
                        "BASE 2",
                        "POP 1",
                        "BOOST yellow",
                        "GIFT BASE",
                        "FORTIFY",
                        "STEAL 2",
                        "COPY",
                    ],
                    rng,
                );
                format!("{} {source} {deed}", n(rng))
            }
            "track" => format!(
                "{} {} {}",
                one(&["yellow", "black", "red"], rng),
                n(rng),
                n(rng)
            ),
            "perform" | "copy-tokens" => format!("{} {} {}", n(rng), n(rng), n(rng)),
            "repeat" => format!("{} {}", n(rng), n(rng)),
            _ => n(rng).to_string(),
        };
        work.push(json!(format!("{word} {rest}")));
    }
    Value::Array(work)
}

/// A card goes to another place, or two change places.
fn move_card(file: &mut Value, rng: &mut impl Rng) {
    let places = [
        "/market",
        "/discarded",
        "/reckoners/0/cards",
        "/reckoners/1/cards",
    ];
    let (from, to) = (*one(&places, rng), *one(&places, rng));
    let both = below(rng, 2) == 0;
    let mut take = |place: &str| file.pointer_mut(place)?.as_array_mut()?.pop();
    let card = take(from);
    let back = if both { take(to) } else { None };
    for (place, card) in [(to, card), (from, back)] {
        if let (Some(Value::Array(list)), Some(card)) = (file.pointer_mut(place), card) {
            list.insert(0, card);
        }
    }
}

fn keys(value: &Value) -> Vec<String> {
    let map = value.as_object();
    map.map_or(vec![String::new()], |map| map.keys().cloned().collect())
}

/// One change to a file; `other` is another real one.
fn change(file: &mut Value, other: &Value, rng: &mut impl Rng) {
    match below(rng, 8) {
        0 | 1 => change_value(file, rng),
        2 => put(Some(file), "step", json!(*one(step::KEYS, rng))),
        3 => move_card(file, rng),
        4 => add_key(file, rng),
        5 => {
            let key = one(&keys(file), rng).clone();
            file.as_object_mut().and_then(|map| map.remove(&key));
        }
        // Something that belongs to another position.
        6 => {
            let key = one(&keys(other), rng).clone();
            put(Some(file), &key, other[&key].clone());
        }
        _ => {
            let pointer = format!("/reckoners/{}", below(rng, 2));
            let from = &other.pointer(&pointer).unwrap_or(&Value::Null);
            let key = one(&keys(from), rng).clone();
            put(file.pointer_mut(&pointer), &key, from[&key].clone());
        }
    }
}

/// Plays a table on and writes and reads it after every step.
fn lives(rules: &Rules, start: &Game, rng: &mut GameRng) {
    let mut game = *start;
    for n in 0..400 {
        assert_eq!(check_laws(rules.catalog(), &game), Ok(()));
        // Every position at first, then some: a wrong one shows soon.
        if n < 40 || n % 8 == 0 {
            goes_round(rules, &game);
        }
        let Some(step) = random_move(rules, &game, rng) else {
            assert!(game.now.is_over(), "nothing can be done in {:?}", game.now);
            break;
        };
        make(rules, &mut game, step);
    }
    goes_round(rules, &game);
}

/// Some positions of a game of this seed.
fn positions(rules: &Rules, setup: &GameSetup, seed: u64) -> Vec<Game> {
    let mut list = Vec::new();
    let start = match (setup.ruleset().modules.is_empty(), seed % 2) {
        (_, 0) => easy(rules, setup),
        (true, _) => rules.new_game(setup),
        (false, _) => rich(rules, setup),
    };
    play(rules, start, seed, |game| list.push(*game));
    list
}

#[test]
fn whatever_is_accepted_can_be_played_to_the_end_and_written() {
    let (accepted, refused) = try_all(&Rules::embedded(), setup, cases(40));
    let changed: u32 = accepted.values().sum();
    assert!(
        changed > 300 && refused > 1000,
        "{accepted:?}, {refused} refused"
    );
    assert!(accepted.len() >= 12, "{accepted:?}");
}

#[test]
fn with_modules_too_whatever_is_accepted_can_be_played_to_the_end_and_written() {
    let (accepted, refused) = try_all(&Rules::embedded(), any_setup, cases(40));
    let changed: u32 = accepted.values().sum();
    assert!(
        changed > 300 && refused > 1000,
        "{accepted:?}, {refused} refused"
    );
    assert!(accepted.len() >= 20, "{accepted:?}");
}

#[test]
fn with_wild_cards_too_whatever_is_accepted_can_be_played_to_the_end_and_written() {
    let all = |seed| with_modules(seed, Modules::ALL);
    let (accepted, refused) = try_all(&wild(), all, cases(10));
    let changed: u32 = accepted.values().sum();
    assert!(
        changed > 60 && refused > 300,
        "{accepted:?}, {refused} refused"
    );
    assert!(accepted.len() >= 16, "{accepted:?}");
}

#[test]
fn in_the_cities_too_whatever_is_accepted_can_be_played_to_the_end_and_written() {
    let (accepted, refused) = try_all(&Rules::embedded(), city_setup, cases(40));
    let changed: u32 = accepted.values().sum();
    assert!(
        changed > 300 && refused > 1000,
        "{accepted:?}, {refused} refused"
    );
    assert!(accepted.len() >= 24, "{accepted:?}");
}

/// A piece of interrupted work vanishes, comes twice, goes elsewhere or gets another number.
fn change_agenda(list: &mut Vec<Value>, other: &[Value], rng: &mut impl Rng) {
    let n = below(rng, list.len() as u32) as usize;
    let m = below(rng, list.len() as u32) as usize;
    match below(rng, 6) {
        0 => drop(list.remove(n)),
        1 => list.push(list[n].clone()),
        2 => list.swap(n, m),
        3 => list[n] = one(other, rng).clone(),
        _ => {
            let digit = char::from(b'0' + below(rng, 6) as u8);
            let text = list[n].as_str().unwrap();
            let at = text.find(|c: char| c.is_ascii_digit());
            let new = |at| format!("{}{digit}{}", &text[..at], &text[at + 1..]);
            list[n] = json!(at.map_or("boss 1".into(), new));
        }
    }
}

#[test]
fn interrupted_work_that_is_accepted_can_be_done() {
    let (accepted, refused) = try_agendas(&restless(), setup);
    assert!(accepted > 50 && refused > 300, "{accepted}, {refused}");
}

#[test]
fn interrupted_work_of_the_expansion_that_is_accepted_can_be_done() {
    let all = |seed| with_modules(seed, Modules::ALL);
    let (accepted, refused) = try_agendas(&wild(), all);
    assert!(accepted > 50 && refused > 300, "{accepted}, {refused}");
}

#[test]
fn interrupted_work_of_the_cities_that_is_accepted_can_be_done() {
    let (accepted, refused) = try_agendas(&wild(), city_setup);
    assert!(accepted > 50 && refused > 300, "{accepted}, {refused}");
}

/// How many changed agendas were accepted and how many refused.
fn try_agendas(rules: &Rules, setup: impl Fn(u64) -> GameSetup) -> (u32, u32) {
    let mut rng = luck(12);
    let (mut accepted, mut refused) = (0, 0);
    let mut files = Vec::new();
    for seed in 0..10 {
        let list = positions(rules, &setup(seed), seed);
        let asked = list.iter().filter(|game| {
            matches!(
                game.now,
                Now::LoseDie
                    | Now::Transform { .. }
                    | Now::Steal { .. }
                    | Now::Sell
                    | Now::DiscardToken
                    | Now::DrawAid { .. }
                    | Now::KeepAid { .. }
                    | Now::GiveAid { .. }
                    | Now::LoseFace { .. }
                    | Now::Suffer { .. }
            )
        });
        let tables = asked.map(|game| Table::new(game).to_value(rules));
        files.extend(tables.filter(|file| file["agenda"].is_array()));
    }
    for _ in 0..cases(1000) {
        let mut file = one(&files, &mut rng).clone();
        let other = one(&files, &mut rng)["agenda"].as_array().unwrap().clone();
        for _ in 0..=below(&mut rng, 2) {
            let Some(Value::Array(list)) = file.get_mut("agenda") else {
                unreachable!("it is a list");
            };
            if !list.is_empty() {
                change_agenda(list, &other, &mut rng);
            }
        }
        match Table::parse(rules, &file.to_string()) {
            Err(_) => refused += 1,
            Ok(table) => {
                accepted += 1;
                let played = AssertUnwindSafe(|| lives(rules, &table.game, &mut rng));
                assert!(catch_unwind(played).is_ok(), "{file}");
            }
        }
    }
    (accepted, refused)
}

/// How many changed tables were accepted, by kind, and how many refused.
fn try_all(
    rules: &Rules,
    setup: impl Fn(u64) -> GameSetup,
    games: u64,
) -> (BTreeMap<String, u32>, u32) {
    let mut rng = luck(11);
    let mut accepted = BTreeMap::new();
    let mut refused = 0;
    for seed in 0..games {
        let list = positions(rules, &setup(seed), seed);
        // The same number of Reckoners, so that parts fit.
        let others = positions(rules, &setup(seed), seed + 10);
        // Rare kinds of position as often as common ones.
        let mut kinds: BTreeMap<String, Vec<Game>> = BTreeMap::new();
        for game in &list {
            kinds
                .entry(crate::play::kind(game))
                .or_default()
                .push(*game);
        }
        let kinds: Vec<Vec<Game>> = kinds.into_values().collect();
        for _ in 0..100 {
            let of_kind: &Vec<Game> = one(&kinds, &mut rng);
            let game = one(of_kind, &mut rng);
            let mut value = Table::new(game).to_value(rules);
            let text = if below(&mut rng, 6) == 0 {
                change_text(&Table::new(game).to_text(rules), &mut rng)
            } else {
                let other = Table::new(one(&others, &mut rng)).to_value(rules);
                for _ in 0..=below(&mut rng, 3) {
                    change(&mut value, &other, &mut rng);
                }
                value.to_string()
            };
            match Table::parse(rules, &text) {
                Err(errors) => {
                    assert!(!errors.to_string().is_empty());
                    refused += 1;
                }
                Ok(table) if table.game == *game => {}
                Ok(table) => {
                    *accepted.entry(crate::play::kind(&table.game)).or_insert(0) += 1;
                    let played = AssertUnwindSafe(|| lives(rules, &table.game, &mut rng));
                    assert!(catch_unwind(played).is_ok(), "{text}");
                }
            }
        }
    }
    (accepted, refused)
}
