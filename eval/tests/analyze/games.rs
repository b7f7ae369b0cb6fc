//! Whole games through the protocol: the same as the engine's own.

use std::collections::BTreeSet;

use rayon::prelude::*;
use reckoners_env::action::encode;
use reckoners_env::chance::below;
use reckoners_env::decision::Decision;
use reckoners_env::table::Table;
use reckoners_env::trace::{Trace, TraceMove};
use reckoners_env::words::Speaker;
use reckoners_env::{Game, Rules};
use reckoners_eval::hint::decision;
use serde_json::{Value, json};

use crate::tables::{luck, make, random_move, setup};
use crate::{RARE, ask, rich_games, session};

/// A random game by the engine itself, recorded.
fn recorded(rules: &Rules, seed: u64) -> Trace {
    recorded_from(rules, rules.new_game(&setup(seed)), seed)
}

fn recorded_from(rules: &Rules, mut game: Game, seed: u64) -> Trace {
    let mut trace = Trace::new(Table::new(&game), Some(seed));
    let mut rng = luck(seed);
    while let Some(play) = random_move(rules, &game, &mut rng) {
        trace.play(rules, &mut game, play, &mut Vec::new()).unwrap();
    }
    trace
}

/// Plays the game again with nothing but requests: each action is picked from the `legal` list by
/// the same random choice, each chance outcome is injected in words.
fn through_the_protocol(rules: &Rules, trace: &Trace, seed: u64) {
    let mut session = session(rules);
    let mut rng = luck(seed);
    let mut own = trace.start.game;
    let mut table = trace.start.to_value(rules);
    for (n, recorded) in trace.steps.iter().enumerate() {
        let legal = ask(&mut session, &json!({ "request": "legal", "table": table }));
        let next = &legal["next"];
        let step = match recorded.play {
            TraceMove::Action(action) => {
                assert_eq!(next["kind"], "decision");
                let actions = next["actions"].as_array().unwrap();
                assert_eq!(actions.len(), rules.legal(&own).len());
                let chosen = &actions[below(&mut rng, actions.len() as u32) as usize];
                assert_eq!(chosen["id"], encode(action), "seed {seed}, step {n}");
                // Ids and words lead to the same place.
                if n % 2 == 0 {
                    json!({ "action": chosen["id"] })
                } else {
                    json!({ "action": chosen["text"] })
                }
            }
            TraceMove::Chance(outcome) => {
                assert_eq!(next["kind"], "chance");
                // Keeps the generators of both games in step.
                assert_eq!(random_move(rules, &own, &mut rng), Some(recorded.play));
                let names = Table::new(&own).names;
                let text = Speaker::new(rules, &names).outcome(&own, &outcome);
                if let Some(list) = next["outcomes"].as_array() {
                    assert!(list.iter().any(|o| o["outcome"] == text.as_str()), "{text}");
                    assert_eq!(list.len() as u64, next["outcome_count"]);
                }
                json!({ "outcome": text })
            }
        };
        let request = json!({ "id": n, "request": "apply", "table": table, "steps": [step] });
        let answer = ask(&mut session, &request);
        make(rules, &mut own, &recorded.play);
        assert_eq!(answer["id"], n);
        assert_eq!(
            answer["digest"],
            format!("{:016x}", recorded.digest),
            "{answer}"
        );
        table = answer["table"].clone();
        assert_eq!(Table::from_value(rules, &table).unwrap().game, own);
    }
    let last = ask(&mut session, &json!({ "request": "legal" }));
    assert_eq!(last["next"]["kind"], "over");
    assert_eq!(own.digest(), trace.steps.last().unwrap().digest);
}

#[test]
fn whole_games_through_legal_and_apply_equal_the_engines_own_trace_for_100_seeds() {
    let rules = Rules::embedded();
    (0..100u64).into_par_iter().for_each(|seed| {
        through_the_protocol(&rules, &recorded(&rules, seed), seed);
    });
}

/// `RECKONERS_CITY_SEEDS=100` plays so many games of every boss in every city.
#[test]
fn whole_games_with_every_choice_of_modules_and_every_boss_in_every_city_too() {
    let rules = Rules::embedded();
    let seeds = std::env::var("RECKONERS_CITY_SEEDS").ok();
    let of_each = seeds.and_then(|n| n.parse().ok()).unwrap_or(5);
    let kinds: Vec<BTreeSet<&str>> = rich_games(&rules, of_each)
        .into_par_iter()
        .map(|(seed, game)| {
            let trace = recorded_from(&rules, game, seed);
            through_the_protocol(&rules, &trace, seed);
            let mut kinds = BTreeSet::new();
            let last = trace.walk(&rules, |before, _, _| {
                kinds.insert(decision(before));
            });
            assert!(last.is_ok());
            kinds
        })
        .collect();
    let met: BTreeSet<&str> = kinds.into_iter().flatten().collect();
    let never: Vec<_> = Decision::KEYS
        .iter()
        .filter(|key| !met.contains(**key) && !RARE.contains(*key))
        .collect();
    assert!(never.is_empty(), "never asked: {never:?}");
}

#[test]
fn a_game_in_one_request_from_the_conversations_own_table() {
    let rules = Rules::embedded();
    let trace = recorded(&rules, 3);
    let names = &trace.start.names;
    let speaker = Speaker::new(&rules, names);
    let mut steps: Vec<Value> = Vec::new();
    let replayed = trace.walk(&rules, |before, step, _| {
        steps.push(match &step.play {
            TraceMove::Action(action) => json!({ "action": encode(*action) }),
            TraceMove::Chance(outcome) => json!({ "outcome": speaker.outcome(before, outcome) }),
        });
    });
    assert!(replayed.is_ok());
    let mut session = session(&rules);
    let start = trace.start.to_value(&rules);
    assert_eq!(
        ask(&mut session, &json!({ "request": "legal", "table": start }))["next"]["kind"],
        "chance"
    );
    let (first, rest) = steps.split_at(steps.len() / 2);
    for part in [first, rest] {
        let answer = ask(&mut session, &json!({ "request": "apply", "steps": part }));
        assert_eq!(
            answer["played"].as_array().unwrap().len(),
            part.len(),
            "{answer}"
        );
    }
    let answer = ask(&mut session, &json!({ "request": "apply", "steps": [] }));
    assert_eq!(
        answer["digest"],
        format!("{:016x}", trace.steps.last().unwrap().digest)
    );
    assert_eq!(answer["next"]["kind"], "over");
}

#[test]
fn random_chance_follows_the_seed() {
    let rules = Rules::embedded();
    let table = Table::new(&rules.new_game(&setup(2))).to_value(&rules);
    let mut session = session(&rules);
    let mut draw = |seed: u64| {
        let steps = json!([{ "random": true }, { "random": true }]);
        let request = json!({ "request": "apply", "table": table, "seed": seed, "steps": steps });
        ask(&mut session, &request)["played"].clone()
    };
    let draws: Vec<Value> = (0..8).map(&mut draw).collect();
    assert_eq!(draws[0], draw(0));
    assert!(draws.iter().any(|d| *d != draws[0]), "{draws:?}");
}
