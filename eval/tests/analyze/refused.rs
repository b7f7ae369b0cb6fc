//! Requests that cannot be answered: each gets a clear answer, and nothing else changes.

use std::io::Write as _;
use std::process::{Command, Stdio};

use reckoners_env::Rules;
use reckoners_eval::analyze::{REQUESTS, Session, lines::MAX_LINE};
use serde_json::{Value, json};

use crate::tables::sample;
use crate::{ask, session};

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
        (
            "{}".into(),
            "request",
            "\"request\" is missing; write one of",
        ),
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
            "\"table\" is missing; send",
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
            "did you mean \"Nightwielder\"",
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
        (
            with(json!({ "request": "hint", "raw": true, "maxPlayouts": 64 })),
            "maxPlayouts",
            "leave one of the two out",
        ),
        (
            with(json!({ "request": "evaluate", "raw": true, "maxMs": 500 })),
            "maxMs",
            "leave one of the two out",
        ),
        (
            with(json!({ "request": "apply" })),
            "steps",
            "\"steps\" is missing; write",
        ),
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
