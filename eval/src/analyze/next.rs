//! What a position waits for: a decision with its legal actions, a chance event with its outcomes,
//! or nothing more.

use reckoners_env::Rules;
use reckoners_env::action::decode;
use reckoners_env::chance;
use reckoners_env::ids::{DieKind, FaceIx};
use reckoners_env::state::{Ending, Now};
use reckoners_env::table::Table;
use reckoners_env::words::Speaker;
use serde_json::{Map, Value, json};

use crate::hint::decision;

/// What comes next. Rolls with more than `most` outcomes are described by their dice alone.
pub fn next(rules: &Rules, table: &Table, most: usize) -> Value {
    let game = &table.game;
    let speaker = Speaker::new(rules, &table.names);
    let awaited = speaker.awaited(game);
    match game.now {
        Now::Over(ending) => {
            json!({ "kind": "over", "awaited": awaited, "won": ending == Ending::Won })
        }
        now if now.is_chance() => {
            let mut value = json!({ "kind": "chance", "awaited": awaited });
            if let Now::RollDice { seat } = now {
                value["reckoner"] = json!(game.seat(seat).reckoner);
                value["dice"] = dice(rules, &chance::in_the_air(game));
            }
            let count = outcome_count(rules, table);
            value["outcome_count"] = json!(count);
            if !matches!(now, Now::RollDice { .. }) || count <= most as u64 {
                let all = chance::outcomes(rules.catalog(), game);
                let list: Vec<Value> = all
                    .iter()
                    .map(|(o, weight)| json!({ "outcome": speaker.outcome(game, o), "weight": weight }))
                    .collect();
                value["outcomes"] = json!(list);
            }
            value
        }
        _ => {
            let actions: Vec<Value> = rules
                .legal(game)
                .ids()
                .filter_map(|id| Some((id, decode(id)?)))
                .map(|(id, action)| json!({ "id": id, "text": speaker.action(game, action) }))
                .collect();
            json!({
                "kind": "decision",
                "awaited": awaited,
                "decision": decision(game),
                "acting": game.actor().reckoner,
                "actions": actions,
            })
        }
    }
}

/// The dice in the air with their faces, from which every outcome of a roll follows.
fn dice(rules: &Rules, kinds: &[u8; DieKind::COUNT]) -> Value {
    let mut map = Map::new();
    for kind in DieKind::ALL {
        let count = kinds[kind.index()];
        if count == 0 {
            continue;
        }
        let die = rules.catalog().die(kind);
        let face =
            |f: FaceIx| json!({ "face": die.face(f).to_string(), "weight": die.weight[f.ix()] });
        let faces: Vec<Value> = die.classes().map(face).collect();
        map.insert(kind.key().into(), json!({ "count": count, "faces": faces }));
    }
    Value::Object(map)
}

/// How many outcomes the pending chance event has.
fn outcome_count(rules: &Rules, table: &Table) -> u64 {
    let game = &table.game;
    if !matches!(game.now, Now::RollDice { .. }) {
        return chance::outcomes(rules.catalog(), game).len() as u64;
    }
    let mut product = 1u64;
    for (k, &count) in chance::in_the_air(game).iter().enumerate() {
        // Multisets of `count` dice over `faces` different faces.
        let faces = rules.catalog().dice[k].classes().count() as u64;
        let mut ways = 1u64;
        for i in 1..=u64::from(count) {
            ways = ways * (faces - 1 + i) / i;
        }
        product = product.saturating_mul(ways);
    }
    product
}
