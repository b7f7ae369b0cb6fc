//! Tables: shared, saved, corrected, taken back.

use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{ask, get, hear, new_table, post, start, status, visit};

#[tokio::test(flavor = "multi_thread")]
async fn a_table_survives_a_restart_and_several_pages_share_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), None).await;
    let id = new_table(server.at).await;
    let mut one = visit(server.at, &id).await;
    let mut two = visit(server.at, &id).await;
    let state = hear(&mut one, |m| m["event"] == json!("state")).await;
    let action = state["view"]["next"]["actions"][0]["id"].clone();
    let play = |id: u64, version: u64| json!({ "id": id, "request": "play", "version": version, "steps": [{ "action": action }] });
    let done = ask(&mut one, play(1, 1)).await;
    assert_eq!(done["version"], json!(2), "{done}");
    let seen = hear(&mut two, |m| {
        m["event"] == json!("state") && m["version"] == json!(2)
    })
    .await;
    assert_ne!(seen["view"]["digest"], state["view"]["digest"]);
    // Made against the old table: refused, nothing changed.
    let late = ask(&mut two, play(2, 1)).await;
    assert_eq!(late["field"], json!("version"), "{late}");
    drop((one, two, server));

    let server = start(folder.path(), None).await;
    let (code, body) = get(server.at, &format!("/api/tables/{id}"), "").await;
    assert_eq!(code, 200, "{body}");
    let again: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(again["version"], json!(2));
    assert_eq!(again["view"], seen["view"]);
    let path = format!("/api/tables/{id}");
    let undo = json!({ "request": "undo", "version": 2 }).to_string();
    assert_eq!(post(server.at, &path, &undo).await.0, 200);
    let (_, body) = get(server.at, &path, "").await;
    let back: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(
        back["view"], state["view"],
        "undo goes back over the restart"
    );
    let redo = json!({ "request": "redo", "version": 3 }).to_string();
    assert_eq!(post(server.at, &path, &redo).await.0, 200);
    // The file is a saved game, which another server takes too.
    let (_, saved) = get(server.at, &format!("{path}/saved"), "").await;
    let (code, made) = post(
        server.at,
        "/api/tables",
        &json!({ "saved": saved }).to_string(),
    )
    .await;
    assert_eq!(code, 200, "{made}");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_table_that_is_there_has_a_code() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), None).await;
    let id = new_table(server.at).await;
    for there in ["/api/qr".to_owned(), format!("/api/qr?table={id}")] {
        let (code, picture) = get(server.at, &there, "").await;
        assert!(code == 200 && picture.contains("<svg"), "{there}");
    }
    for wrong in ["nope", "aaaaaaaaaa", "..%2f"] {
        let (code, said) = get(server.at, &format!("/api/qr?table={wrong}"), "").await;
        assert_eq!(code, 404, "{wrong}");
        assert!(said.contains("there is no such table"), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_tables_do_not_fill_the_memory() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), None).await;
    let first = new_table(server.at).await;
    let mut page = visit(server.at, &first).await;
    for _ in 0..150 {
        new_table(server.at).await;
    }
    let open = status(server.at).await["tables_open"].as_u64().unwrap();
    assert!(open <= 65, "{open} tables are in memory");
    // The one that somebody looks at stays, the others come back from their files.
    assert_eq!(
        ask(&mut page, json!({ "id": 1, "request": "state" })).await["id"],
        json!(1)
    );
    let (_, list) = get(server.at, "/api/tables", "").await;
    let list: Value = serde_json::from_str(&list).unwrap();
    let last = list["tables"][19]["id"].as_str().unwrap();
    assert_eq!(
        get(server.at, &format!("/api/tables/{last}"), "").await.0,
        200
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn every_die_and_card_of_a_real_box_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), None).await;
    for (boss, city, wanted) in [
        (
            "limelight",
            "ildithia",
            ["deal-board", "deal-epic", "roll-dice", "power-dice"],
        ),
        (
            "regalia",
            "babilar",
            ["deal-board", "place-boss", "deal-equipment", "boss-card"],
        ),
    ] {
        let wish = json!({
            "reckoners": ["tia", "prof"],
            "rules": { "difficulty": "standard", "boss": boss, "city": city },
        });
        let (code, made) = post(server.at, "/api/tables", &wish.to_string()).await;
        assert_eq!(code, 200, "{made}");
        let id = made["id"].as_str().unwrap();
        let mut page = visit(server.at, id).await;
        let mut state = hear(&mut page, |m| m["event"] == json!("state")).await;
        let mut asked = std::collections::BTreeSet::new();
        for _ in 0..600 {
            let (next, version) = (&state["view"]["next"], state["version"].clone());
            let step = match next["kind"].as_str() {
                Some("chance") => {
                    asked.insert(next["event"].as_str().unwrap().to_owned());
                    json!({ "random": true })
                }
                Some("decision") => json!({ "action": next["actions"][0]["id"] }),
                _ => break,
            };
            let play = json!({ "id": 1, "request": "play", "version": version, "steps": [step] });
            page.send(Message::text(play.to_string())).await.unwrap();
            state = hear(&mut page, |m| {
                m["event"] == json!("state") && m["version"] != version
            })
            .await;
            if wanted.iter().all(|event| asked.contains(*event)) {
                break;
            }
        }
        for event in wanted {
            assert!(
                asked.contains(event),
                "{boss}: never asked for {event}: {asked:?}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn corrections_of_table_and_cards_can_be_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), None).await;
    let id = new_table(server.at).await;
    let mut page = visit(server.at, &id).await;
    let state = hear(&mut page, |m| m["event"] == json!("state")).await;
    let mut file = ask(&mut page, json!({ "id": 1, "request": "file" })).await;
    file["table"]["population"] = json!(12);
    file["table"]["districts"][0]["enforcement"] = json!(5);
    let fixed = json!({ "id": 2, "request": "correct", "version": 1, "table": file["table"] });
    assert_eq!(ask(&mut page, fixed).await["version"], json!(2));
    let seen = hear(&mut page, |m| {
        m["version"] == json!(2) && m["event"] == json!("state")
    })
    .await;
    // The log and the review begin anew; a page can say so.
    assert_eq!(
        [&state["earlier"], &seen["earlier"]],
        [&json!(0), &json!(1)]
    );
    assert_eq!(seen["view"]["population"]["now"], json!(12));
    assert_eq!(seen["view"]["districts"][0]["enforcement"], json!(5));
    let card =
        json!({ "file": "base/equipment.toml", "card": "dowser", "field": "price", "value": 9 });
    let cards = json!({ "id": 3, "request": "cards", "version": 2, "cards": [card] });
    assert_eq!(ask(&mut page, cards).await["version"], json!(3));
    let seen = hear(&mut page, |m| {
        m["version"] == json!(3) && m["event"] == json!("state")
    })
    .await;
    let market = seen["view"]["market"].as_array().unwrap();
    assert!(
        market
            .iter()
            .any(|c| c["name"] == json!("Dowser") && c["price"] == json!(9)),
        "{market:?}"
    );
    drop((page, server));
    // Both are in the file, and both can be taken back.
    let server = start(folder.path(), None).await;
    let mut page = visit(server.at, &id).await;
    for version in [3, 4] {
        let undo = json!({ "id": version, "request": "undo", "version": version });
        assert_eq!(ask(&mut page, undo).await["version"], json!(version + 1));
    }
    let now = ask(&mut page, json!({ "id": 9, "request": "state" })).await;
    assert_eq!(now["earlier"], json!(0));
    assert_eq!(now["view"], state["view"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_takes_back_a_whole_tap_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), None).await;
    let wish = json!({ "sample": "early-2" }).to_string();
    let (_, made) = post(server.at, "/api/tables", &wish).await;
    let id = made["id"].as_str().unwrap().to_owned();
    let mut page = visit(server.at, &id).await;
    let state = hear(&mut page, |m| m["event"] == json!("state")).await;
    let actions = state["view"]["next"]["actions"].as_array().unwrap();
    let keep = actions
        .iter()
        .find(|a| a["kind"] == json!("Keep"))
        .expect("dice to keep");
    // One tap, two moves: a die is kept, the others are rolled.
    let tap = json!({
        "id": 1,
        "request": "play",
        "version": 1,
        "steps": [{ "keep": [keep["id"]], "roll": true }],
    });
    assert_eq!(ask(&mut page, tap).await["version"], json!(2));
    let rolled = ask(&mut page, json!({ "id": 2, "request": "state" })).await;
    assert_eq!(rolled["steps"], json!(2));
    assert_eq!(rolled["view"]["next"]["kind"], json!("chance"));
    for request in ["undo", "redo"] {
        let now = ask(&mut page, json!({ "id": 3, "request": "state" })).await;
        let wish = json!({ "id": 4, "request": request, "version": now["version"] });
        assert!(ask(&mut page, wish).await["version"].is_u64());
        let now = ask(&mut page, json!({ "id": 5, "request": "state" })).await;
        let expected = if request == "undo" { &state } else { &rolled };
        assert_eq!(now["view"], expected["view"], "{request}");
    }
    drop((page, server));
    let server = start(folder.path(), None).await;
    let mut page = visit(server.at, &id).await;
    let undo = json!({ "id": 6, "request": "undo", "version": 4 });
    assert_eq!(ask(&mut page, undo).await["version"], json!(5));
    let back = ask(&mut page, json!({ "id": 7, "request": "state" })).await;
    assert_eq!(back["steps"], json!(0));
    assert_eq!(back["view"], state["view"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_status_tells_what_is_not_there_and_what_has_changed() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), None).await;
    let id = new_table(server.at).await;
    let path = format!("/api/tables/{id}");
    let undo = |version: Value| json!({ "request": "undo", "version": version }).to_string();
    let status = async |path: &str, body: String| post(server.at, path, &body).await.0;
    assert_eq!(status(&path, undo(json!(99))).await, 409);
    // A number that is missing or no number has not changed.
    assert_eq!(status(&path, undo(json!("1"))).await, 400);
    assert_eq!(
        status(&path, json!({ "request": "undo" }).to_string()).await,
        400
    );
    assert_eq!(status("/api/tables/aaaaaaaaaa", undo(json!(1))).await, 404);
    let (_, first) = get(server.at, "/api/choices", "").await;
    assert_eq!(get(server.at, "/api/choices", "").await, (200, first));
}
