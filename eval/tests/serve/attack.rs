//! Attacks: each is refused clearly, and the server lives.

use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{get, new_table, post, raw, start, status, visit};

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
    // One that is right is enough: an address or a program may have kept that of an earlier start.
    let cookie = "Cookie: reckoners_token=abcdefgh\r\n";
    let stale = format!("Authorization: Bearer wrong\r\n{cookie}");
    for (path, headers) in [
        ("/api/status", cookie),
        ("/api/status?token=wrong", cookie),
        ("/api/status", &stale),
    ] {
        let (code, body) = get(at, path, headers).await;
        assert_eq!(code, 200, "{path} {headers}: {body}");
    }
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
