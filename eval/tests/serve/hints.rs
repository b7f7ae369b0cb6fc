//! Hints over a table's WebSocket: growing searches, for whom chances are told, "why not this?".

use std::time::{Duration, Instant};

use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{ask, get, hear, new_table, post, start, status, visit};
use crate::process::launch;

#[tokio::test(flavor = "multi_thread")]
async fn a_search_ends_when_whoever_asked_has_left() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), None).await;
    let at = server.at;
    let id = new_table(at).await;
    let mut socket = visit(at, &id).await;
    let wish = json!({ "id": 1, "request": "advise", "maxPlayouts": 16384 });
    socket.send(Message::text(wish.to_string())).await.unwrap();
    // The first findings are there long before the last.
    let first = hear(&mut socket, |m| m["id"] == json!(1)).await;
    assert_eq!(first["last"], json!(false));
    assert_eq!(status(at).await["searching"], json!(1));
    drop(socket);
    let start = Instant::now();
    while status(at).await["searching"] != json!(0) {
        assert!(start.elapsed() < Duration::from_secs(60), "it goes on");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    println!(
        "the search ended {:?} after its reader left",
        start.elapsed()
    );
}

/// Hangs up on more searches than the server has threads for what takes long. In a process of its own, for only there
/// are these threads as many as people get.
#[tokio::test(flavor = "multi_thread")]
async fn searches_that_nobody_waits_for_hold_up_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = launch(folder.path());
    let at = server.at;
    let id = new_table(at).await;
    let path = format!("/api/tables/{id}");
    let (_, file) = post(at, &path, &json!({ "request": "file" }).to_string()).await;
    let most = json!({ "table": file["table"], "maxPlayouts": 1_000_000, "maxMs": 60_000 });
    for n in 0..70 {
        let mut wish = most.clone();
        wish["request"] = json!(["evaluate", "hint"][n % 2]);
        let path = ["/api/analyze", &path][n / 2 % 2];
        let wish = wish.to_string();
        let length = wish.len();
        let asked =
            format!("POST {path} HTTP/1.1\r\nHost: {at}\r\nContent-Length: {length}\r\n\r\n{wish}");
        let mut stream = TcpStream::connect(at).await.unwrap();
        stream.write_all(asked.as_bytes()).await.unwrap();
        // So that it has begun.
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    let before = Instant::now();
    let (code, _) = get(at, "/api/tables", "").await;
    let took = before.elapsed();
    assert_eq!(code, 200);
    assert!(took < Duration::from_secs(3), "{took:?}");
    while status(at).await["searching"] != json!(0) {
        assert!(before.elapsed() < Duration::from_secs(20), "they go on");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_thinks_waits_for_its_turn() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), None).await;
    let at = server.at;
    let id = new_table(at).await;
    let file = json!({ "request": "file" }).to_string();
    let (_, file) = post(at, &format!("/api/tables/{id}"), &file).await;
    let ask = |kind: &str| {
        json!({ "request": kind, "table": file["table"], "maxMs": 60_000 }).to_string()
    };
    // More than there are turns.
    let most = std::thread::available_parallelism().map_or(2, usize::from) + 2;
    let search = ask("evaluate");
    let searches: Vec<_> = (0..most)
        .map(|_| {
            let search = search.clone();
            tokio::spawn(async move { post(at, "/api/analyze", &search).await })
        })
        .collect();
    while status(at).await["waiting"] == json!(0) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let before = Instant::now();
    for kind in ["legal", "version"] {
        let (code, answer) = post(at, "/api/analyze", &ask(kind)).await;
        assert_eq!((code, &answer["answer"]), (200, &json!(kind)), "{answer}");
    }
    let took = before.elapsed();
    assert!(took < Duration::from_secs(5), "{took:?}");
    searches.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_of_the_analysis_socket_ends_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), None).await;
    let at = server.at;
    let id = new_table(at).await;
    let file = json!({ "request": "file" }).to_string();
    let (_, file) = post(at, &format!("/api/tables/{id}"), &file).await;
    let address = format!("ws://{at}/api/analyze/socket");
    let mut socket = tokio_tungstenite::connect_async(address).await.unwrap().0;
    let wish = json!({ "request": "evaluate", "table": file["table"], "maxMs": 60_000 });
    socket.send(Message::text(wish.to_string())).await.unwrap();
    let start = Instant::now();
    while status(at).await["searching"] != json!(1) {
        assert!(start.elapsed() < Duration::from_secs(10), "it never begins");
    }
    drop(socket);
    while status(at).await["searching"] != json!(0) {
        assert!(start.elapsed() < Duration::from_secs(20), "it goes on");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finding_is_told_as_soon_as_it_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), None).await;
    let id = new_table(server.at).await;
    let mut page = visit(server.at, &id).await;
    let wish = json!({ "id": 1, "request": "advise", "maxPlayouts": 256 });
    page.send(Message::text(wish.to_string())).await.unwrap();
    let mut findings: Vec<Value> = Vec::new();
    while findings.last().is_none_or(|f| f["last"] != json!(true)) {
        findings.push(hear(&mut page, |m| m["id"] == json!(1)).await);
    }
    // The guide's opinion, 64 games, 256 games.
    let searched: Vec<&Value> = findings.iter().map(|f| &f["searched"]).collect();
    assert_eq!(searched, [&json!(false), &json!(true), &json!(true)]);
    let playouts = |i: usize| findings[i]["playouts"].as_u64().unwrap();
    assert!(playouts(0) < playouts(1) && playouts(1) <= playouts(2));
    // The terminal's words are in every one, and the parts that a page draws are made of them.
    for finding in &findings {
        let said = finding["said"].as_str().unwrap();
        let chances = finding["chances"].as_array().unwrap();
        let options = finding["options"].as_array().unwrap();
        assert!(!chances.is_empty() && !options.is_empty());
        for chance in chances {
            let line = format!(
                "{} {}",
                chance["chance"].as_str().unwrap(),
                chance["whose"].as_str().unwrap()
            );
            assert!(said.contains(&line), "{line}\n{said}");
        }
        for option in options {
            let standing = option["standing"].as_str().unwrap();
            assert!(said.contains(standing), "{standing}\n{said}");
        }
        // The bar of the advice shows the number that is told; limits ("over 99 %") have none.
        let drawn = format!("{:.1} %", 100.0 * options[0]["chance"].as_f64().unwrap());
        let told = chances[0]["chance"].as_str().unwrap();
        let limit = told.starts_with("over") || told.starts_with("under");
        assert!(limit || told.starts_with(&drawn), "{told}, {drawn}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_level_of_the_table_holds_unless_a_request_names_another() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), None).await;
    let id = new_table(server.at).await;
    let mut page = visit(server.at, &id).await;
    let level = |answer: &Value| answer["people"]["level"].as_str().unwrap().to_owned();
    let hint = |request: &str| json!({ "id": 1, "request": request, "maxPlayouts": 16 });
    assert_eq!(level(&ask(&mut page, hint("advise")).await), "club");
    let settings = |level: &str| {
        let settings = json!({ "own_dice": false, "own_cards": false, "level": level });
        json!({ "id": 2, "request": "settings", "version": 1, "settings": settings })
    };
    let refused = ask(&mut page, settings("master")).await;
    assert_eq!(refused["field"], json!("settings.level"), "{refused}");
    assert!(refused["error"].as_str().unwrap().contains("expert"));
    assert_eq!(
        ask(&mut page, settings("beginner")).await["version"],
        json!(2)
    );
    for request in ["advise", "hint"] {
        assert_eq!(level(&ask(&mut page, hint(request)).await), "beginner");
        let mut other = hint(request);
        other["level"] = json!("club");
        assert_eq!(level(&ask(&mut page, other).await), "club");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_about_is_weighed_in_every_finding() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), None).await;
    let id = new_table(server.at).await;
    let mut page = visit(server.at, &id).await;
    let state = hear(&mut page, |m| m["event"] == json!("state")).await;
    let actions = state["view"]["next"]["actions"].as_array().unwrap();
    // The last thing anybody would do: to stop with all dice unused.
    let idle = actions.iter().find(|a| a["kind"] == json!("EndDice"));
    let idle = &idle.expect("a way to stop")["id"];
    let has = |answer: &Value| {
        let options = answer["options"].as_array().unwrap();
        options.iter().any(|o| o["id"] == *idle)
    };
    for raw in [true, false] {
        let mut wish = json!({ "id": 1, "request": "advise", "top": 1, "raw": raw });
        if !raw {
            wish["maxPlayouts"] = json!(16);
        }
        assert!(!has(&ask(&mut page, wish.clone()).await), "raw {raw}");
        wish["why"] = json!([idle]);
        assert!(has(&ask(&mut page, wish).await), "raw {raw}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_and_hints_do_not_end_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), None).await;
    let id = new_table(server.at).await;
    let mut page = visit(server.at, &id).await;
    let mut state = hear(&mut page, |m| m["event"] == json!("state")).await;
    // Something to review.
    for _ in 0..12 {
        let (action, version) = (
            &state["view"]["next"]["actions"][0]["id"],
            &state["version"],
        );
        let steps = json!([{ "action": action }]);
        let play = json!({ "id": 1, "request": "play", "version": version, "steps": steps });
        assert!(ask(&mut page, play).await["version"].is_u64());
        state = ask(&mut page, json!({ "id": 2, "request": "state" })).await;
    }
    let send = [
        json!({ "id": 3, "request": "review" }),
        json!({ "id": 4, "request": "advise", "maxPlayouts": 64 }),
    ];
    for wish in send {
        page.send(Message::text(wish.to_string())).await.unwrap();
    }
    let mut told = Vec::new();
    while told.len() < 2 {
        let last = |m: &Value| [json!(3), json!(4)].contains(&m["id"]) && m["last"] != json!(false);
        told.push(hear(&mut page, last).await);
    }
    for answer in &told {
        assert!(!answer["error"].is_string(), "{answer}");
    }
    // Nor does whoever stops a hint stop a review.
    for wish in [
        json!({ "id": 5, "request": "review" }),
        json!({ "id": 6, "request": "stop" }),
    ] {
        page.send(Message::text(wish.to_string())).await.unwrap();
    }
    let review = hear(&mut page, |m| m["id"] == json!(5)).await;
    assert!(review["rounds"].is_array(), "{review}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_asks_again_leaves_its_place_in_the_queue() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), None).await;
    let at = server.at;
    let id = new_table(at).await;
    let file = json!({ "request": "file" }).to_string();
    let (_, file) = post(at, &format!("/api/tables/{id}"), &file).await;
    let search = json!({ "request": "evaluate", "table": file["table"], "maxMs": 60_000 });
    let search = search.to_string();
    // All turns are taken, and one more waits.
    let turns = std::thread::available_parallelism().map_or(2, |n| usize::from(n).max(2));
    let searches: Vec<_> = (0..=turns)
        .map(|_| {
            let search = search.clone();
            tokio::spawn(async move { post(at, "/api/analyze", &search).await })
        })
        .collect();
    let begun = Instant::now();
    while status(at).await["waiting"] != json!(1) {
        assert!(begun.elapsed() < Duration::from_secs(20), "nobody waits");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let mut page = visit(at, &id).await;
    for n in 0..40 {
        let wish = json!({ "id": n, "request": "advise" });
        page.send(Message::text(wish.to_string())).await.unwrap();
    }
    // Of the page's searches only the last still waits, until the page leaves.
    let begun = Instant::now();
    while status(at).await["waiting"] != json!(2) {
        let waiting = &status(at).await["waiting"];
        assert!(begun.elapsed() < Duration::from_secs(5), "{waiting} wait");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let stopped = hear(&mut page, |m| m["id"] == json!(38)).await;
    assert_eq!(stopped["error"], json!("stopped"));
    drop(page);
    while status(at).await["waiting"] != json!(1) {
        assert!(begun.elapsed() < Duration::from_secs(20), "it waits on");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    searches.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_analysis_socket_remembers_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), None).await;
    let at = server.at;
    let id = new_table(at).await;
    let file = json!({ "request": "file" }).to_string();
    let (_, file) = post(at, &format!("/api/tables/{id}"), &file).await;
    let address = format!("ws://{at}/api/analyze/socket");
    let connect = || tokio_tungstenite::connect_async(address.as_str());
    let mut socket = connect().await.unwrap().0;
    let legal = |id: u64| json!({ "id": id, "request": "legal" });
    let mut whole = legal(1);
    whole["table"] = file["table"].clone();
    let first = ask(&mut socket, whole).await;
    assert!(first["digest"].is_string(), "{first}");
    let second = ask(&mut socket, legal(2)).await;
    assert_eq!(second["digest"], first["digest"], "{second}");
    // Another conversation has no table yet.
    let mut other = connect().await.unwrap().0;
    assert_eq!(ask(&mut other, legal(1)).await["field"], json!("table"));
}
