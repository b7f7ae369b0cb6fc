//! The examples of the page about the protocol.

use reckoners_env::Rules;
use reckoners_eval::analyze::REQUESTS;
use serde_json::{Value, json};

use crate::session;
use crate::tables::root;

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
