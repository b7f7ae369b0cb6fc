//! The table companion under load and attack: what is right is answered, what is wrong is refused, and the
//! server lives.
//!
//! `RECKONERS_LOAD_SECONDS` makes the load last longer than the few seconds of every test run.
#![cfg(feature = "serve")]

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use reckoners_env::Rules;
use reckoners_eval::serve::cards::Source;
use reckoners_eval::serve::store::Store;
use reckoners_eval::serve::{ServeOptions, Server};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A server in this process, with tables in a folder.
struct Running {
    at: SocketAddr,
    task: JoinHandle<()>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn start(folder: &Path, token: Option<&str>) -> Running {
    let rules = Rules::embedded();
    let source = Source::new(&rules, BTreeMap::new(), Some("scripted".into())).unwrap();
    let options = ServeOptions {
        bind: "127.0.0.1:0".parse().unwrap(),
        hosts: Vec::new(),
        token: token.map(str::to_owned),
    };
    let server = Server::bind(Store::new(source, folder).unwrap(), &options)
        .await
        .unwrap();
    let address = server.address();
    let at = address.trim_start_matches("http://").split('/').next();
    let at = at.unwrap().parse().unwrap();
    let task = tokio::spawn(server.run(std::future::pending()));
    Running { at, task }
}

/// Sends bytes as they are and gives the status and the body of the answer.
async fn raw(at: SocketAddr, bytes: &[u8]) -> (u16, String) {
    let mut stream = TcpStream::connect(at).await.unwrap();
    // The server may refuse before it has read everything.
    let _ = stream.write_all(bytes).await;
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await;
    let text = String::from_utf8_lossy(&answer).into_owned();
    let status = text.split(' ').nth(1).and_then(|s| s.parse().ok());
    let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (status.unwrap_or(0), body.to_owned())
}

async fn get(at: SocketAddr, path: &str, headers: &str) -> (u16, String) {
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\n{headers}\r\n");
    raw(at, request.as_bytes()).await
}

async fn post(at: SocketAddr, path: &str, body: &str) -> (u16, Value) {
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    let (status, body) = raw(at, request.as_bytes()).await;
    (status, serde_json::from_str(&body).unwrap_or(Value::Null))
}

async fn new_table(at: SocketAddr) -> String {
    let wish =
        json!({ "sample": "middle-4", "settings": { "own_dice": false, "own_cards": false } });
    let (status, made) = post(at, "/api/tables", &wish.to_string()).await;
    assert_eq!(status, 200, "{made}");
    made["id"].as_str().unwrap().to_owned()
}

async fn visit(at: SocketAddr, id: &str) -> Socket {
    let address = format!("ws://{at}/api/tables/{id}/socket");
    tokio_tungstenite::connect_async(address).await.unwrap().0
}

/// The next message that `wanted` takes.
async fn hear(socket: &mut Socket, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let next = tokio::time::timeout(Duration::from_secs(60), socket.next()).await;
        match next
            .expect("an answer in time")
            .expect("an open socket")
            .unwrap()
        {
            Message::Text(text) => {
                let value: Value = serde_json::from_str(&text).unwrap();
                if wanted(&value) {
                    return value;
                }
            }
            Message::Close(frame) => panic!("closed: {frame:?}"),
            _ => {}
        }
    }
}

async fn ask(socket: &mut Socket, request: Value) -> Value {
    let id = request["id"].clone();
    let text = request.to_string();
    socket.send(Message::text(text)).await.unwrap();
    hear(socket, |m| m["id"] == id && m["last"] != json!(false)).await
}

async fn status(at: SocketAddr) -> Value {
    let (code, body) = get(at, "/api/status", "").await;
    assert_eq!(code, 200);
    serde_json::from_str(&body).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_is_refused_clearly_and_the_server_lives() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("secret.txt"), "secret").unwrap();
    let server = start(folder.path(), None).await;
    let at = server.at;
    let id = new_table(at).await;

    // Paths that lead elsewhere.
    for path in [
        "/assets/../../Cargo.toml",
        "/assets/..%2f..%2fCargo.toml",
        "/assets//etc/passwd",
        "/api/tables/..%2fsecret",
        "/api/tables/secret.txt/saved",
        "/t/../../etc/passwd",
        "/nothing",
        "/%00",
    ] {
        let (code, body) = get(at, path, "").await;
        assert!((400..500).contains(&code), "{path}: {code} {body}");
        assert!(
            !body.contains("secret") && !body.contains("root:"),
            "{body}"
        );
    }
    // Names and origins of others.
    let (code, body) = get(at, "/", "Origin: http://evil.example\r\n").await;
    assert_eq!(code, 403, "{body}");
    let evil = b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    assert_eq!(raw(at, evil).await.0, 421);
    // What is no HTTP, or too much of it.
    assert_eq!(raw(at, b"\x16\x03\x01 hello\r\n\r\n").await.0, 400);
    let long = format!("X: {}\r\n", "x".repeat(100_000));
    assert_eq!(get(at, "/", &long).await.0, 431);
    let many = "A: b\r\n".repeat(200);
    assert_eq!(get(at, "/", &many).await.0, 431);
    assert_eq!(post(at, "/", "{}").await.0, 405);
    let large = format!(
        "POST /api/tables HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\nContent-Length: 99999999\r\n\r\n"
    );
    assert_eq!(raw(at, large.as_bytes()).await.0, 413);

    // Requests that make no sense: each is told why.
    let table = format!("/api/tables/{id}");
    for (path, body, said) in [
        ("/api/tables", "", "JSON"),
        ("/api/tables", "[1]", "object"),
        ("/api/tables", "{}", "missing"),
        (
            "/api/tables",
            r#"{"rules":{"difficulty":"standard"},"reckoners":["tia"]}"#,
            "2 to 6",
        ),
        (
            "/api/tables",
            r#"{"rules":{"difficulty":"mild"},"reckoners":[]}"#,
            "mild",
        ),
        ("/api/tables", r#"{"sample":"../../secret"}"#, "no sample"),
        ("/api/tables", r#"{"saved":"nonsense"}"#, "expected"),
        (
            "/api/tables",
            r#"{"sample":"middle-4","settings":{"agents":{"tia":"net:/etc/passwd"}}}"#,
            "one of: net",
        ),
        (&table, "{", "JSON"),
        (&table, r#"{"request":"fly"}"#, "unknown request"),
        (
            &table,
            r#"{"request":"play","steps":[{"action":1}]}"#,
            "version",
        ),
        (
            &table,
            r#"{"request":"play","version":7,"steps":[{"action":1}]}"#,
            "changed meanwhile",
        ),
        (
            &table,
            r#"{"request":"play","version":1,"steps":[{"action":99999}]}"#,
            "99999",
        ),
        (
            &table,
            r#"{"request":"play","version":1,"steps":[{"keep":[{}]}]}"#,
            "object",
        ),
        (&table, r#"{"request":"look","step":5000}"#, "5000"),
        (
            &table,
            r#"{"request":"correct","version":1,"table":{"format":"x"}}"#,
            "format",
        ),
        (
            &table,
            r#"{"request":"undo","version":1}"#,
            "nothing to take back",
        ),
        ("/api/analyze", r#"{"request":"hint"}"#, "table"),
        ("/api/analyze", r#"{"request":"hnit"}"#, "did you mean"),
    ] {
        let (code, answer) = post(at, path, body).await;
        assert!(code == 200 || (400..500).contains(&code), "{body}: {code}");
        let error = answer["error"].as_str().unwrap_or_default();
        let whole = format!("{} {error}", answer["field"]);
        assert!(whole.contains(said), "{body}: {answer}");
    }
    // Deep nesting must not use up the stack.
    let deep = "[".repeat(200_000);
    assert_eq!(post(at, "/api/analyze", &deep).await.0, 400);

    // 10 000 garbage messages: every one is refused, and after many the conversation ends.
    let mut refused = 0;
    for round in 0..100 {
        let mut socket = visit(at, &id).await;
        for i in 0..100 {
            let garbage = match (round + i) % 3 {
                0 => Message::text(format!("garbage {i}")),
                1 => Message::binary(vec![0xff; 100]),
                _ => Message::text("{\"request\": "),
            };
            socket.send(garbage).await.unwrap();
        }
        while let Some(Ok(message)) = socket.next().await {
            match message {
                Message::Text(text) if text.contains("\"error\"") => refused += 1,
                Message::Close(frame) => {
                    assert!(frame.unwrap().reason.contains("malformed"));
                    break;
                }
                _ => {}
            }
        }
    }
    assert_eq!(refused, 10_000);
    let (code, state) = get(at, &table, "").await;
    assert_eq!(code, 200);
    assert!(state.contains("\"version\":1"), "nothing has changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_token_nobody_gets_in() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), Some("abcdefgh")).await;
    let at = server.at;
    for headers in [
        "",
        "Authorization: Bearer wrong\r\n",
        "Cookie: reckoners_token=abcdefg\r\n",
    ] {
        for path in [
            "/",
            "/assets/js/main.js",
            "/api/status",
            "/api/tables",
            "/?token=wrong",
        ] {
            let (code, body) = get(at, path, headers).await;
            assert_eq!(code, 403, "{path} {headers}");
            assert!(body.contains("token"), "{body}");
        }
    }
    let bare = tokio_tungstenite::connect_async(format!("ws://{at}/api/analyze/socket")).await;
    assert!(bare.is_err());
    let page = format!("GET /?token=abcdefgh HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\n\r\n");
    let mut stream = TcpStream::connect(at).await.unwrap();
    stream.write_all(page.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(
        answer.contains("set-cookie: reckoners_token=abcdefgh; Path=/; HttpOnly; SameSite=Strict")
    );
    assert!(answer.contains("content-security-policy: default-src 'none'"));
    let (code, _) = get(at, "/api/status", "Cookie: reckoners_token=abcdefgh\r\n").await;
    assert_eq!(code, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_clients_hold_nothing_up() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), None).await;
    let at = server.at;
    let mut slow = Vec::new();
    for _ in 0..100 {
        let mut stream = TcpStream::connect(at).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost").await.unwrap();
        slow.push(stream);
    }
    let before = Instant::now();
    status(at).await;
    assert!(
        before.elapsed() < Duration::from_secs(2),
        "{:?}",
        before.elapsed()
    );
    // Headers that do not come are waited for ten seconds, not longer.
    let mut rest = Vec::new();
    let ended = tokio::time::timeout(Duration::from_secs(30), slow[0].read_to_end(&mut rest));
    assert!(ended.await.is_ok(), "the slow one is let go");
}

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
    assert_eq!(now["view"], state["view"]);
}

/// Bytes of memory that this process has in use.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmRSS:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib << 10)
}

const CLIENTS: usize = 50;
/// Requests of each client in a second.
const RATE: u64 = 20;

/// One of the clients: mostly it looks and tries, and if it is the first at its table it changes something every
/// second. Returns how long each answer took.
async fn client(at: SocketAddr, id: String, first: bool, seconds: u64) -> Vec<Duration> {
    let mut socket = visit(at, &id).await;
    let mut tick = tokio::time::interval(Duration::from_millis(1000 / RATE));
    let state = hear(&mut socket, |m| m["event"] == json!("state")).await;
    let (mut times, mut version) = (Vec::new(), state["version"].as_u64().unwrap());
    for n in 0..seconds * RATE {
        tick.tick().await;
        let changes = first && n % RATE == 0;
        let mut request = match n % 4 {
            _ if changes => json!({
                "request": "settings",
                "version": version,
                "settings": { "name": format!("table {n}"), "own_dice": false, "own_cards": false },
            }),
            1 => json!({ "request": "state" }),
            2 => json!({ "request": "legal" }),
            _ => json!({ "request": "try", "steps": [] }),
        };
        request["id"] = json!(n);
        let before = Instant::now();
        let answer = ask(&mut socket, request).await;
        times.push(before.elapsed());
        assert!(answer["error"].as_str().is_none(), "{answer}");
        if changes {
            version = answer["version"].as_u64().unwrap();
        }
    }
    times
}

/// All clients at some tables.
async fn load(at: SocketAddr, tables: &[String], seconds: u64) -> Vec<Duration> {
    let mut clients = Vec::new();
    for i in 0..CLIENTS {
        let id = tables[i % tables.len()].clone();
        clients.push(tokio::spawn(client(at, id, i < tables.len(), seconds)));
    }
    let mut times = Vec::new();
    for client in clients {
        times.extend(client.await.expect("no client fails"));
    }
    times
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_clients_are_answered_and_memory_stays_flat() {
    let seconds = std::env::var("RECKONERS_LOAD_SECONDS");
    let seconds: u64 = seconds.ok().and_then(|s| s.parse().ok()).unwrap_or(4);
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), None).await;
    // Memory is looked at after two equal parts: what the first one needs, the second must not need again.
    let mut tables = Vec::new();
    for _ in 0..10 {
        tables.push(new_table(server.at).await);
    }
    let start = Instant::now();
    let mut times = load(server.at, &tables, seconds / 2).await;
    let before = memory();
    times.extend(load(server.at, &tables, seconds - seconds / 2).await);
    let after = memory();
    times.sort_unstable();
    assert_eq!(
        times.len(),
        CLIENTS * (RATE * seconds) as usize,
        "nothing is lost"
    );
    let longest_of = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{} requests of {CLIENTS} clients in {:.1?}: median {:.1?}, 99 % {:.1?}, longest {:.1?}",
        times.len(),
        start.elapsed(),
        longest_of(0.5),
        longest_of(0.99),
        longest_of(1.0)
    );
    if let (Some(before), Some(after)) = (before, after) {
        println!(
            "memory {} MiB after one half, {} MiB after the other",
            before >> 20,
            after >> 20
        );
        assert!(
            after < before + (24 << 20),
            "memory grows: {before} to {after}"
        );
    }
}
