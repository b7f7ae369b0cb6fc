//! What can be chosen for a new table, and what is printed on the cards.

use reckoners_env::cards::{BASE_EPICS, BASE_EQUIPMENT, Catalog};
use reckoners_env::ids::{Adjustment, BossKind, CityKind, DieKind, Difficulty, Module, Reckoner};
use reckoners_env::words::{dice, event};
use serde_json::{Value, json};

use super::live::AGENTS;
use super::view::level;

macro_rules! samples {
    ($($name:literal: $text:literal,)+) => {
        /// The sample tables: name, what it is, text of the file.
        pub const SAMPLES: &[(&str, &str, &str)] = &[$((
            $name,
            $text,
            include_str!(concat!("../../../configs/tables/", $name, ".json")),
        ),)+];
    };
}

samples! {
    "early-2": "Two Reckoners, early",
    "early-4": "Four Reckoners, early",
    "middle-2": "Two Reckoners, in the middle",
    "middle-4": "Four Reckoners, in the middle",
    "late-4": "Four Reckoners, late",
    "late-6": "Six Reckoners, late",
    "modules-3": "Steelslayer: modules 1 to 3",
    "newcago-cards-3": "Steelslayer: cards of Newcago",
    "regalia-babilar-3": "Steelslayer: Regalia in Babilar",
    "limelight-ildithia-4": "Steelslayer: Limelight in Ildithia",
}

/// What a page must know before there is a table.
pub fn choices(catalog: &Catalog) -> Value {
    let reckoners: Vec<Value> = Reckoner::ALL
        .iter()
        .map(|who| {
            let card = catalog.reckoner(*who);
            json!({
                "key": who.key(),
                "name": card.name,
                "kind": super::view::own_kind(&card.dice).key(),
                "dice": dice::say_kinds(&card.dice),
                "ability": card.ability_name,
                "text": card.ability.phrase(),
                "module": (!Reckoner::BASE.contains(who)).then_some(Module::Reckoners.key()),
            })
        })
        .collect();
    let named = |key: &str, name: &str| json!({ "key": key, "name": name });
    let bosses = BossKind::ALL.map(|b| named(b.key(), &catalog.boss(b).name));
    let cities = CityKind::ALL.map(|c| named(c.key(), &catalog.city(c).name));
    let samples: Vec<Value> = SAMPLES
        .iter()
        .map(|(key, name, _)| named(key, name))
        .collect();
    json!({
        "reckoners": reckoners,
        "difficulties": Difficulty::ALL.map(|d| named(d.key(), level(d))),
        "modules": [
            named(Module::Reckoners.key(), "four more Reckoners"),
            named(Module::Equipment.key(), "24 more Equipment cards"),
            named(Module::Epics.key(), "39 other Epics"),
        ],
        "bosses": bosses,
        "cities": cities,
        "city_cards": ["none", "A", "B"],
        "adjustments": Adjustment::ALL.map(Adjustment::key),
        "agents": AGENTS,
        "samples": samples,
        "epics": epics(catalog),
        "equipment": equipment(catalog),
        "dice": DieKind::ALL.map(DieKind::key),
    })
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
