//! From a position to JSON: everything that lies on the table, in one order.

use serde_json::{Map, Value, json};

use super::step::{Dice, StepName};
use super::{FORMAT, Table, VERSION, agenda};
use crate::cards::SymbolCounts;
use crate::cards::catalog::INFINITE;
use crate::ids::{CardSet, EquipmentId, Track};
use crate::rules::Rules;
use crate::state::game::{NOWHERE, RewardPool};
use crate::state::{District, Ending, Game, Now, Seat};
use crate::words::dice;

/// The table as JSON.
pub(super) fn table(rules: &Rules, table: &Table) -> Value {
    let Table { game, names } = table;
    let step = StepName::of(game.now, game.round);
    let mut file = Map::new();
    let mut put = |key: &str, value: Value| {
        file.insert(key.into(), value);
    };
    put("format", json!(FORMAT));
    put("version", json!(VERSION));
    put("difficulty", json!(game.difficulty));
    put("round", json!(game.round));
    put("step", json!(step.key()));
    put("acting", json!(game.actor().reckoner));
    for (key, value) in step_details(rules, table) {
        put(key, value);
    }
    put("population", json!(game.population));
    put("money", json!(game.money));
    put("base", json!(game.base));
    let place = |district: u8| json!(names.get(district));
    put("steelheart", boss(game, &place));
    let ring = game.ring().iter().enumerate();
    put(
        "districts",
        ring.map(|(i, d)| district(rules, d, names.get(i as u8)))
            .collect(),
    );
    put("market", equipment(rules, game.market));
    put("discarded", equipment(rules, game.discarded));
    let defeated = game
        .defeated
        .iter()
        .map(|e| rules.catalog().epics[usize::from(e)].name.as_str());
    put("defeated", defeated.collect());
    put(
        "reckoners",
        game.team()
            .iter()
            .map(|s| seat(rules, s, step, &place))
            .collect(),
    );
    Value::Object(file)
}

/// The entries that only this step has.
fn step_details(rules: &Rules, table: &Table) -> Vec<(&'static str, Value)> {
    let Table { game, names } = table;
    let catalog = rules.catalog();
    let mut list = Vec::new();
    if game.focused {
        list.push(("handed_over", json!(true)));
    }
    match game.now {
        Now::DealEpic { district } => list.push(("district", json!(names.get(district)))),
        Now::RollDice { seat } => {
            list.push(("rolling", json!(game.seats[usize::from(seat)].reckoner)));
        }
        Now::SetFace { kind, face } => {
            list.push(("improvising", json!(dice::die(catalog, kind, face))));
        }
        Now::Spend => {
            let open = &game.open;
            let symbols = match open.is_move {
                true => "move".to_owned(),
                false => dice::say_symbols(SymbolCounts(open.symbols)),
            };
            let plain = open.whole && !open.anywhere;
            let value = if plain {
                json!(symbols)
            } else {
                json!({ "symbols": symbols, "whole": open.whole, "anywhere": open.anywhere })
            };
            list.push(("open", value));
        }
        Now::Receive { card } => list.push(("bought", json!(catalog.equipment(card).name))),
        Now::Over(Ending::Lost(cause)) => list.push(("cause", json!(cause))),
        _ => {}
    }
    if game.rewards != RewardPool::default() {
        let RewardPool {
            enforcement,
            contain,
            plan,
            money,
            boss_research,
        } = game.rewards;
        let rewards = json!({
            "enforcement": enforcement, "contain": contain, "plan": plan,
            "money": money, "boss_research": boss_research,
        });
        list.push(("rewards", rewards));
    }
    if game.sniper != NOWHERE {
        list.push(("sniper", json!(names.get(game.sniper))));
    }
    if let Some(agenda) = agenda::write(rules, game) {
        list.push(("agenda", json!(agenda)));
    }
    list
}

fn boss(game: &Game, place: &impl Fn(u8) -> Value) -> Value {
    let boss = &game.boss;
    let mut file = Map::new();
    if boss.district != NOWHERE {
        file.insert("district".into(), place(boss.district));
    }
    file.insert("research".into(), json!(boss.research));
    if boss.research == 0 {
        file.insert("health".into(), json!(boss.health));
    }
    let bracket = |t: Track| (t.key().to_owned(), json!(boss.brackets[t.index()]));
    file.insert(
        "brackets".into(),
        Value::Object(Track::ALL.into_iter().map(bracket).collect()),
    );
    Value::Object(file)
}

fn district(rules: &Rules, place: &District, name: String) -> Value {
    let mut file = Map::new();
    file.insert("name".into(), json!(name));
    if let Some(epic) = place.epic {
        let health = if place.health == INFINITE {
            json!("infinite")
        } else {
            json!(place.health)
        };
        file.insert("epic".into(), json!(rules.catalog().epic(epic).name));
        file.insert("bracket".into(), json!(place.bracket));
        file.insert("research".into(), json!(place.research));
        file.insert("health".into(), health);
    }
    file.insert("enforcement".into(), json!(place.enforcement));
    file.insert("barricades".into(), json!(place.barricades));
    Value::Object(file)
}

fn equipment(rules: &Rules, cards: CardSet) -> Value {
    let name = |card: u8| rules.catalog().equipment(EquipmentId(card)).name.as_str();
    cards.iter().map(name).collect()
}

fn seat(rules: &Rules, seat: &Seat, step: StepName, place: &impl Fn(u8) -> Value) -> Value {
    let catalog = rules.catalog();
    let mut file = Map::new();
    let mut put = |key: &str, value: Value| {
        file.insert(key.into(), value);
    };
    put("name", json!(seat.reckoner));
    if seat.district != NOWHERE {
        put("district", place(seat.district));
    }
    put("tokens", json!(seat.tokens));
    put("tokens_beside", json!(seat.fresh_tokens));
    put("dice", json!(dice::say_kinds(&seat.dice)));
    if seat.lost.iter().any(|n| *n > 0) {
        put("lost_dice", json!(dice::say_kinds(&seat.lost)));
    }
    put("cards", equipment(rules, seat.cards));
    if !seat.spent_cards.is_empty() {
        put("used_cards", equipment(rules, seat.spent_cards));
    }
    if seat.ability_spent {
        put("ability_used", json!(true));
    }
    if seat.ended {
        put("done", json!(true));
    }
    if step.dice() != Dice::Away {
        put("rolls", json!(seat.rolls));
        if !seat.rolled.is_empty() {
            put("rolled", json!(dice::say(catalog, &seat.rolled)));
        }
        put("kept", json!(dice::say(catalog, &seat.kept)));
        put("kept_now", json!(seat.kept_now));
    }
    Value::Object(file)
}
