//! Hints and evaluations through the protocol.

use std::collections::BTreeMap;

use reckoners_env::decision::Decision;
use reckoners_env::table::Table;
use reckoners_env::{Game, Rules};
use reckoners_eval::hint::decision;
use serde_json::{Value, json};

use crate::tables::{luck, make, random_move, sample};
use crate::{RARE, ask, rich_games, session};

#[test]
fn ids_are_echoed_unknown_fields_are_warned_about_and_hints_repeat() {
    let rules = Rules::embedded();
    let table = sample(&rules, "middle-4").to_value(&rules);
    let mut session = session(&rules);
    let request = json!({
        "id": { "any": ["json", 1] }, "request": "hint", "table": table, "maxPlayouts": 32,
        "seed": 7, "plan": true, "top": 2, "maxPlayout": 3,
    });
    let first = ask(&mut session, &request);
    assert_eq!(first["id"], request["id"]);
    assert_eq!(first["answer"], "hint");
    // Who decides, for people and for programs.
    let waits = ask(&mut session, &json!({ "request": "legal" }));
    assert_eq!(first["acting_key"], waits["next"]["acting"]);
    assert_ne!(first["acting_key"], first["acting"]);
    assert!(
        first["warnings"][0]
            .as_str()
            .unwrap()
            .contains("did you mean \"maxPlayouts\""),
        "{first}"
    );
    assert_eq!(first["options"].as_array().unwrap().len(), 2);
    assert_eq!(first, ask(&mut session, &request));
    // Options are whole lines; what is allowed is their first action.
    let only = first["options"][0]["id"].clone();
    let allowed = json!({ "request": "hint", "maxPlayouts": 32, "allow": [only] });
    let answer = ask(&mut session, &allowed);
    let options = answer["options"].as_array().unwrap();
    assert!(!options.is_empty());
    assert!(options.iter().all(|o| o["id"] == first["options"][0]["id"]));
    // What is asked about is told too, and the people are those of the level asked for.
    let legal = ask(&mut session, &json!({ "request": "legal" }));
    let known: Vec<&Value> = [&first, &answer]
        .iter()
        .flat_map(|a| a["options"].as_array().unwrap())
        .map(|o| &o["id"])
        .collect();
    let actions = legal["next"]["actions"].as_array().unwrap();
    let other = actions.iter().find(|a| !known.contains(&&a["id"]));
    let other = other.expect("an action that no hint names");
    for why in [&other["id"], &other["text"]] {
        let wish = json!({ "request": "hint", "maxPlayouts": 32, "top": 1, "level": "beginner", "why": [why] });
        let answer = ask(&mut session, &wish);
        let options = answer["options"].as_array().unwrap();
        assert!(options.iter().any(|o| o["id"] == other["id"]), "{answer}");
        assert_eq!(answer["people"]["level"], "beginner");
        assert_eq!(answer["warnings"], Value::Null);
    }
    let evaluate = json!({ "request": "evaluate", "maxPlayouts": 32, "seed": 7 });
    let value = ask(&mut session, &evaluate);
    let chance = value["win_chance"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&chance), "{value}");
    assert_eq!(value, ask(&mut session, &evaluate));
}

/// Two Reckoners stand where the card of a board pays, and it has to be said who performs its benefit.
fn performing(rules: &Rules) -> Game {
    let mut table = sample(rules, "newcago-cards-3").to_value(rules);
    table["step"] = json!("perform");
    table["district"] = json!(2);
    table["reckoners"][2]["district"] = json!(2);
    Table::from_value(rules, &table).unwrap().game
}

#[test]
fn hints_are_given_for_whatever_the_modules_ask() {
    let rules = Rules::embedded();
    let mut asked = BTreeMap::new();
    for (seed, mut game) in rich_games(&rules, 8) {
        let mut rng = luck(seed);
        while let Some(play) = random_move(&rules, &game, &mut rng) {
            asked.entry(decision(&game)).or_insert(game);
            make(&rules, &mut game, &play);
        }
    }
    let performing = performing(&rules);
    asked.entry(decision(&performing)).or_insert(performing);
    let mut session = session(&rules);
    for key in Decision::KEYS.iter().filter(|key| **key != RARE[0]) {
        let game = asked
            .get(key)
            .unwrap_or_else(|| panic!("never asked: {key}"));
        let table = Table::new(game).to_value(&rules);
        let request = json!({ "request": "hint", "table": table, "maxPlayouts": 8, "plan": true });
        let answer = ask(&mut session, &request);
        assert_eq!(answer["decision"], *key, "{answer}");
        assert!(
            !answer["options"].as_array().unwrap().is_empty(),
            "{answer}"
        );
    }
}
