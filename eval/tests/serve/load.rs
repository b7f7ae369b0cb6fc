//! Load: many clients are answered, and memory stays flat.
//!
//! `RECKONERS_LOAD_SECONDS` makes the load last longer than the few seconds of every test run.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{ask, hear, new_table, start, visit};

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
