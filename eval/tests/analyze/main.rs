//! The analysis protocol: whole games through it, bad input, and the examples of its page.

#[path = "support/tables.rs"]
mod tables;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::process::{Command, Stdio};

use rayon::prelude::*;
use reckoners_env::action::encode;
use reckoners_env::chance::below;
use reckoners_env::decision::Decision;
use reckoners_env::table::Table;
use reckoners_env::trace::{Trace, TraceMove};
use reckoners_env::words::Speaker;
use reckoners_env::{Game, Rules};
use reckoners_eval::analyze::{REQUESTS, Session, lines::MAX_LINE};
use reckoners_eval::hint::{Advisor, Brain, decision};
use serde_json::{Value, json};
use tables::{city_games, city_setup, luck, make, module_setup, random_move, root, sample, setup};

/// Decisions that random players hardly ever meet: which unused die a discovered base costs, who performs a benefit.
const RARE: [&str; 2] = ["lose-face", "perform"];

fn session(rules: &Rules) -> Session {
    Session::new(Advisor::new(rules, Brain::scripted(rules)))
}

fn ask(session: &mut Session, request: &Value) -> Value {
    session.answer(request.to_string().as_bytes())
}

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

/// Games with money for many cards, so that much is asked: of every choice of modules and of every boss in every city.
fn rich_games(rules: &Rules, of_each: u64) -> Vec<(u64, Game)> {
    let modules = (0..80).map(|seed| (seed, module_setup(seed)));
    let cities = city_games()
        .into_iter()
        .flat_map(|ruleset| (0..of_each).map(move |seed| (seed, city_setup(ruleset, seed))));
    let games = modules.chain(cities).map(|(seed, setup)| {
        let mut game = rules.new_game(&setup);
        game.money = 60;
        (seed, game)
    });
    games.collect()
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

/// Requests that cannot be answered: the line, the field that is named, words of the message.
fn bad_lines(rules: &Rules) -> Vec<(String, &'static str, &'static str)> {
    let good = sample(rules, "middle-4").to_value(rules);
    let set = |path: &str, value: Value| {
        let mut table = good.clone();
        *table
            .pointer_mut(path)
            .unwrap_or_else(|| panic!("no {path}")) = value;
        json!({ "request": "legal", "table": table }).to_string()
    };
    let without = |key: &str| {
        let mut table = good.clone();
        table.as_object_mut().unwrap().remove(key);
        json!({ "request": "legal", "table": table }).to_string()
    };
    let with = |rest: Value| {
        let mut request = json!({ "table": good });
        request
            .as_object_mut()
            .unwrap()
            .extend(rest.as_object().unwrap().clone());
        request.to_string()
    };
    let apply = |steps: Value| with(json!({ "request": "apply", "steps": steps }));
    vec![
        ("garbage".into(), "", "not valid JSON"),
        ("{".into(), "", "not valid JSON"),
        ("[1, 2]".into(), "", "a list is not an object"),
        ("17".into(), "", "17 is not an object"),
        ("\"hint\"".into(), "", "is not an object"),
        ("null".into(), "", "null is not an object"),
        ("[".repeat(5000), "", "not valid JSON"),
        ("x".repeat(1_000_000), "", "not valid JSON"),
        ("y".repeat(MAX_LINE + 1), "", "at most"),
        ("{}".into(), "request", "missing; write one of"),
        (
            json!({ "request": 7 }).to_string(),
            "request",
            "7 is not one of",
        ),
        (
            json!({ "request": "hnit" }).to_string(),
            "request",
            "did you mean \"hint\"",
        ),
        (
            json!({ "request": "legal" }).to_string(),
            "table",
            "missing",
        ),
        (
            json!({ "request": "legal", "table": 3 }).to_string(),
            "table",
            "3 is not an object",
        ),
        (
            json!({ "request": "legal", "table": {} }).to_string(),
            "table",
            "\"format\" is missing",
        ),
        (
            set("/format", json!("chess")),
            "table.format",
            "is not \"reckoners-table\"",
        ),
        (set("/version", json!(9)), "table.version", "9 is not"),
        (without("rules"), "table", "\"difficulty\" is missing"),
        (
            set("/rules/difficulty", json!("hrad")),
            "table.rules.difficulty",
            "did you mean \"hard\"",
        ),
        (set("/step", json!("sleep")), "table.step", "sleep"),
        (without("boss"), "table", "\"boss\" is missing"),
        (
            set("/population", json!(-3)),
            "table.population",
            "-3 is not",
        ),
        (
            set("/population", json!("many")),
            "table.population",
            "\"many\" is not",
        ),
        (
            set("/reckoners/0/name", json!("tia")),
            "table.reckoners[2]",
            "tia",
        ),
        (
            set("/reckoners/1/name", json!("abrahm")),
            "table.reckoners[1].name",
            "did you mean \"abraham\"",
        ),
        (
            set("/reckoners/2/district", json!("Atlantis")),
            "table.reckoners[2].district",
            "unknown district",
        ),
        (
            set("/districts/0/epic", json!("Nightweilder")),
            "table.districts[0].epic",
            "did you mean \"nightwielder\"",
        ),
        (set("/districts/0/enforcement", json!(26)), "table", "26"),
        (set("/districts/3/barricades", json!(9)), "table", "9"),
        (
            set("/reckoners/0/kept", json!("white RR")),
            "table.reckoners[0].kept",
            "no face \"RR\"",
        ),
        (
            set("/reckoners/0/kept", json!("9 white R")),
            "table.reckoners[0]",
            "9",
        ),
        (set("/districts", json!([])), "table.districts", "5"),
        (
            with(json!({ "request": "hint", "maxPlayouts": 0 })),
            "maxPlayouts",
            "0 is not a whole number from 2",
        ),
        (
            with(json!({ "request": "hint", "maxMs": "soon" })),
            "maxMs",
            "\"soon\" is not",
        ),
        (
            with(json!({ "request": "hint", "raw": "yes" })),
            "raw",
            "is not true or false",
        ),
        (
            with(json!({ "request": "hint", "allow": ["dance"] })),
            "allow[0]",
            "none of the",
        ),
        (
            with(json!({ "request": "hint", "avoid": [99_999] })),
            "avoid[0]",
            "99999 is not the id",
        ),
        (
            with(json!({ "request": "hint", "why": ["dance"] })),
            "why[0]",
            "none of the",
        ),
        (
            with(json!({ "request": "hint", "level": "exprt" })),
            "level",
            "did you mean \"expert\"",
        ),
        (
            with(json!({ "request": "hint", "level": 3 })),
            "level",
            "3 is not a text",
        ),
        (
            with(json!({ "request": "evaluate", "seed": -1 })),
            "seed",
            "-1 is not a whole number",
        ),
        (with(json!({ "request": "apply" })), "steps", "missing"),
        (apply(json!("end")), "steps", "is not a list"),
        (apply(json!([5])), "steps[0]", "5 is not an object"),
        (apply(json!([{}])), "steps[0]", "exactly one of"),
        (
            apply(json!([{ "acton": 3 }])),
            "steps[0].acton",
            "did you mean \"action\"",
        ),
        (
            apply(json!([{ "action": 0 }])),
            "steps[0].action",
            "0 is not the id of one of",
        ),
        (
            apply(json!([{ "action": "fly to the moon" }])),
            "steps[0].action",
            "is none of the",
        ),
        (
            apply(json!([{ "action": [] }])),
            "steps[0].action",
            "a list is not an id or a text",
        ),
        (
            apply(json!([{ "outcome": "white R" }])),
            "steps[0].outcome",
            "no chance is awaited",
        ),
        (
            apply(json!([{ "random": true }])),
            "steps[0].random",
            "no chance is awaited",
        ),
        (
            apply(json!([{ "action": "done with dice" }, { "action": 1.5 }])),
            "steps[1].action",
            "1.5 is not the id",
        ),
    ]
}

#[test]
fn forty_bad_inputs_get_a_clear_answer_and_the_process_lives_on() {
    let rules = Rules::embedded();
    let bad = bad_lines(&rules);
    assert!(bad.len() >= 40, "only {}", bad.len());
    let mut input = Vec::new();
    for (line, ..) in &bad {
        writeln!(input, "{line}").unwrap();
    }
    input.extend_from_slice(b"\xff\xfe not text\n");
    writeln!(
        input,
        "{}",
        json!({ "id": "still here", "request": "version" })
    )
    .unwrap();
    let answers = run_program(&input);
    assert_eq!(answers.len(), bad.len() + 2, "one answer for each line");
    for ((line, field, words), answer) in bad.iter().zip(&answers) {
        let line: String = line.chars().take(120).collect();
        let error = answer["error"]
            .as_str()
            .unwrap_or_else(|| panic!("no error for {line}: {answer}"));
        assert!(
            error.contains(words),
            "{line}\n  gave {error}\n  not {words}"
        );
        let named = answer["field"].as_str().unwrap();
        assert!(
            named.starts_with(field),
            "{line}\n  named {named}, not {field}"
        );
        assert!(error.len() < 600, "{error}");
    }
    assert!(
        answers[bad.len()]["error"]
            .as_str()
            .unwrap()
            .contains("not UTF-8")
    );
    assert_eq!(answers[bad.len() + 1]["id"], "still here");
    assert_eq!(answers[bad.len() + 1]["requests"], json!(REQUESTS));
}

/// Runs `reckoners analyze` on some input.
fn run_program(input: &[u8]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_reckoners"))
        .args(["analyze", "--agent", "scripted"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

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
    let performing = sample(&rules, "newcago-cards-3").game;
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

#[test]
fn a_request_that_fails_leaves_the_remembered_table_as_it_was() {
    let rules = Rules::embedded();
    let mut session = session(&rules);
    let first = sample(&rules, "middle-4").to_value(&rules);
    let other = sample(&rules, "late-6").to_value(&rules);
    let digest = |session: &mut Session| {
        let answer = ask(session, &json!({ "request": "legal" }));
        answer["digest"].as_str().unwrap().to_owned()
    };
    ask(&mut session, &json!({ "request": "legal", "table": first }));
    let before = digest(&mut session);
    for fields in [
        json!({ "request": "legal", "maxOutcomes": -1 }),
        json!({ "request": "apply", "steps": [{ "action": "fly away" }] }),
        json!({ "request": "evaluate", "maxPlayouts": 0 }),
        json!({ "request": "hint", "allow": ["fly away"] }),
    ] {
        let mut request = fields;
        request["table"] = other.clone();
        let answer = ask(&mut session, &request);
        assert!(answer["error"].is_string(), "{answer}");
        assert_eq!(digest(&mut session), before, "{answer}");
    }
    ask(&mut session, &json!({ "request": "legal", "table": other }));
    assert_ne!(digest(&mut session), before);
}

/// Whether `answer` has everything that `pattern` shows; "..." stands for anything.
fn shows(pattern: &Value, answer: &Value) -> bool {
    match (pattern, answer) {
        (Value::String(any), _) if any == "..." => true,
        (Value::Object(p), Value::Object(a)) => {
            p.iter().all(|(k, v)| a.get(k).is_some_and(|x| shows(v, x)))
        }
        (Value::Array(p), Value::Array(a)) => {
            let open = p.last() == Some(&json!("..."));
            let fixed = if open { &p[..p.len() - 1] } else { &p[..] };
            (open && a.len() >= fixed.len() || a.len() == fixed.len())
                && fixed.iter().zip(a).all(|(x, y)| shows(x, y))
        }
        _ => pattern == answer,
    }
}

#[test]
fn the_examples_of_the_page_work() {
    let page = std::fs::read_to_string(root().join("docs/analysis-protocol.md")).unwrap();
    let rules = Rules::embedded();
    let mut session = session(&rules);
    let mut answer = Value::Null;
    let (mut asked, mut compared) = (0, 0);
    for line in page.lines() {
        if let Some(request) = line.strip_prefix("> ") {
            answer = session.answer(request.as_bytes());
            asked += 1;
        } else if let Some(pattern) = line.strip_prefix("< ") {
            let pattern: Value =
                serde_json::from_str(pattern).unwrap_or_else(|e| panic!("{pattern}: {e}"));
            assert!(
                shows(&pattern, &answer),
                "the page shows\n{pattern}\nbut the answer is\n{answer}"
            );
            compared += 1;
        }
    }
    assert!(
        asked >= 8 && asked == compared,
        "{asked} requests, {compared} answers"
    );
    for request in REQUESTS {
        assert!(
            page.contains(&format!("\"request\":\"{request}\"")),
            "no example of {request}"
        );
    }
}

#[test]
fn a_key_given_twice_is_refused_wherever_it_stands() {
    let rules = Rules::embedded();
    let mut session = session(&rules);
    for line in [
        r#"{"id":1,"request":"version","id":2}"#,
        r#"{"id":1,"request":"legal","table":{"format":"reckoners-table","money":1,"money":2}}"#,
        r#"{"id":1,"request":"legal","table":{"boss":{"research":1,"research":2}}}"#,
        r#"{"id":1,"request":"apply","steps":[{"action":1,"action":2}]}"#,
    ] {
        let answer = session.answer(line.as_bytes());
        let error = answer["error"].as_str().expect("refused");
        assert!(error.contains("is given twice"), "{line}: {answer}");
    }
}

#[test]
fn an_id_comes_back_exactly_or_is_refused() {
    let rules = Rules::embedded();
    let mut session = session(&rules);
    let line = |id: &str| format!(r#"{{"id":{id},"request":"version"}}"#);
    for id in [
        "18446744073709551615",
        "-9223372036854775808",
        "0.1",
        r#""18446744073709551616""#,
        r#"{"a":[1,null,true]}"#,
    ] {
        let answer = session.answer(line(id).as_bytes());
        assert_eq!(answer["id"].to_string(), id);
        assert_eq!(answer["answer"], "version");
    }
    for id in [
        "18446744073709551616",
        "-9223372036854775809999",
        "[1,{\"a\":123456789012345678901234567890}]",
        "1e30",
    ] {
        let answer = session.answer(line(id).as_bytes());
        assert_eq!(answer["id"], Value::Null, "{answer}");
        assert_eq!(answer["field"], "id", "{answer}");
    }
}
