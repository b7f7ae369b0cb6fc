//! Load: many clients are answered, and memory stays flat.
//!
//! Clients come in waves, each with connections of its own, because a server may keep something of those that have
//! left. `RECKONERS_LOAD_SECONDS` makes all waves together last longer than the few seconds of every test run.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{ask, hear, new_table, visit};
use crate::process::launch;

const WAVES: u64 = 6;
/// Waves after which memory has to stay where it is.
const WARM: u64 = 2;
/// Requests of each client in the rush before the waves: fewer than the server answers without a pause.
const RUSH: u64 = 100;
/// So many MiB more than after the warm waves are a leak.
const MARGIN: f64 = 4.0;
const CLIENTS: usize = 50;
/// Requests of each client in a second.
const RATE: u64 = 20;

/// How long each answer of a wave took. A client that fails leaves here what it heard before.
type Times = Arc<Mutex<Vec<Duration>>>;

/// What changes a table and leaves it as it was, one after the other.
fn change(n: u64, version: u64, action: &Value) -> Value {
    match n % 3 {
        0 => json!({
            "request": "settings",
            "version": version,
            "settings": { "name": format!("table {n}"), "own_dice": false, "own_cards": false },
        }),
        1 => json!({ "request": "play", "version": version, "steps": [{ "action": action }] }),
        _ => json!({ "request": "undo", "version": version }),
    }
}

/// One of the clients: mostly it looks and tries, and if it is the first at its table it changes something every
/// second.
async fn client(at: SocketAddr, id: String, first: bool, seconds: u64, times: Times) {
    let mut socket = visit(at, &id).await;
    let mut tick = tokio::time::interval(Duration::from_millis(1000 / RATE));
    let state = hear(&mut socket, |m| m["event"] == json!("state")).await;
    let action = &state["view"]["next"]["actions"][0]["id"];
    let mut version = state["version"].as_u64().unwrap();
    for n in 0..seconds * RATE {
        tick.tick().await;
        let changes = first && n % RATE == 0;
        let mut request = match n % 4 {
            _ if changes => change(n / RATE, version, action),
            1 => json!({ "request": "state" }),
            2 => json!({ "request": "legal" }),
            _ => json!({ "request": "try", "steps": [] }),
        };
        request["id"] = json!(n);
        let before = Instant::now();
        let answer = ask(&mut socket, request).await;
        let took = before.elapsed();
        assert!(answer["error"].as_str().is_none(), "{answer}");
        times.lock().unwrap().push(took);
        if changes {
            version = answer["version"].as_u64().unwrap();
        }
    }
}

/// Fifty new clients at some tables; how long their answers took, in order.
async fn wave(at: SocketAddr, tables: &[String], seconds: u64) -> Vec<Duration> {
    let times = Times::default();
    let mut clients = Vec::new();
    for i in 0..CLIENTS {
        let (id, first) = (tables[i % tables.len()].clone(), i < tables.len());
        let client = client(at, id, first, seconds, Arc::clone(&times));
        clients.push(tokio::spawn(client));
    }
    for client in clients {
        // One that failed has said why, and what it did not hear is counted as lost.
        let _ = client.await;
    }
    let mut times = std::mem::take(&mut *times.lock().unwrap());
    times.sort_unstable();
    times
}

/// Fifty clients that ask as fast as they are answered. The server starts a thread for each request that has to wait,
/// and each thread takes some memory: without a rush that would come by chance, in any wave.
async fn rush(at: SocketAddr, tables: &[String]) {
    let mut clients = Vec::new();
    for i in 0..CLIENTS {
        let id = tables[i % tables.len()].clone();
        clients.push(tokio::spawn(async move {
            let mut socket = visit(at, &id).await;
            for n in 0..RUSH {
                ask(&mut socket, json!({ "request": "state", "id": n })).await;
            }
        }));
    }
    for client in clients {
        client.await.expect("every client is answered");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_clients_are_answered_and_memory_stays_flat() {
    let seconds = std::env::var("RECKONERS_LOAD_SECONDS");
    let seconds: u64 = seconds.ok().and_then(|s| s.parse().ok()).unwrap_or(WAVES);
    let seconds = (seconds / WAVES).max(1);
    let folder = tempfile::tempdir().unwrap();
    let server = launch(folder.path());
    let mut tables = Vec::new();
    for _ in 0..10 {
        tables.push(new_table(server.at).await);
    }
    rush(server.at, &tables).await;
    println!("second  requests  lost  median    99 %  memory    peak");
    let (mut lost, mut warm, mut last) = (0, None, None);
    for n in 1..=WAVES {
        let times = wave(server.at, &tables, seconds).await;
        let requests = CLIENTS * (RATE * seconds) as usize;
        lost += requests - times.len();
        let longest_of = |share: f64| match times.len() {
            0 => f64::NAN,
            all => 1000.0 * times[((all - 1) as f64 * share) as usize].as_secs_f64(),
        };
        last = server.memory();
        if n == WARM {
            warm = last;
        }
        println!(
            "{:>6}  {:>8}  {lost:>4}  {:>3.1} ms  {:>3.0} ms  {}",
            n * seconds,
            n as usize * requests,
            longest_of(0.5),
            longest_of(0.99),
            last.map_or("unknown".to_owned(), |m| format!(
                "{:.1} MiB  {:.1} MiB",
                m.resident, m.peak
            ))
        );
    }
    assert_eq!(lost, 0, "nothing is lost");
    if let (Some(warm), Some(last)) = (warm, last) {
        assert!(
            last.resident < warm.resident + MARGIN,
            "memory grows from wave to wave: {warm:?}, at the end {last:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_looks_on_costs_little_memory() {
    const PAGES: usize = 200;
    /// KiB a page: its connection, and what was sent over it.
    const MOST: f64 = 64.0;
    let folder = tempfile::tempdir().unwrap();
    let server = launch(folder.path());
    let id = new_table(server.at).await;
    let before = server.memory();
    let mut pages = Vec::new();
    for n in 0..PAGES {
        let mut page = visit(server.at, &id).await;
        // Only what has been read into takes memory.
        ask(&mut page, json!({ "request": "legal", "id": n })).await;
        pages.push(page);
    }
    if let (Some(before), Some(after)) = (before, server.memory()) {
        let each = 1024.0 * (after.resident - before.resident) / PAGES as f64;
        println!("{each:.0} KiB a page");
        assert!(each < MOST, "{each:.0} KiB a page");
    }
}
