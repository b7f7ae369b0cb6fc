//! Taking connections, within bounds: so many in all, so many from one address, headers in time.

use std::collections::HashMap;
use std::future::Future;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use axum::extract::Extension;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};

use super::guard::Guard;
use super::http::router;
use super::store::Store;
use super::thinking::Thinking;
use super::{App, ServeOptions, qr};

/// Most connections in all.
const MOST_CONNECTIONS: usize = 1024;
/// Most connections from one address, but the own machine.
const MOST_FROM_ONE: usize = 64;
/// Longest time for the headers of a request.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// Most bytes of headers.
const HEADER_BYTES: usize = 32 << 10;
/// Most headers of a request.
const MOST_HEADERS: usize = 64;

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
    seats: Arc<Seats>,
}

impl Server {
    /// Listens.
    ///
    /// # Errors
    /// When the address cannot be listened on.
    pub async fn bind(store: Store, options: &ServeOptions) -> std::io::Result<Self> {
        let listener = TcpListener::bind(options.bind).await?;
        let at = listener.local_addr()?;
        let app = App {
            store,
            guard: Guard::new(options),
            thinking: Thinking::default(),
            address: format!("http://{}", reachable(at)),
            choices: OnceLock::new(),
        };
        Ok(Self {
            listener,
            app: Arc::new(app),
            seats: Arc::default(),
        })
    }

    /// The address for people, with the token where one is needed.
    pub fn address(&self) -> String {
        let address = &self.app.address;
        match self.app.guard.token() {
            Some(token) => format!("{address}/?token={token}"),
            None => format!("{address}/"),
        }
    }

    /// The address as a QR code of text, when phones can reach it.
    pub fn code(&self) -> Option<String> {
        self.app
            .guard
            .token()
            .and_then(|_| qr::text(&self.address()))
    }

    /// Answers until `end` comes.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let app = router(Arc::clone(&self.app));
        tokio::pin!(end);
        loop {
            let taken = tokio::select! {
                () = &mut end => return,
                taken = self.listener.accept() => taken,
            };
            let Ok((stream, from)) = taken else {
                // Out of file handles, most likely: wait until some are free again.
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            // A connection too many is closed at once.
            let Some(seat) = Seats::take(&self.seats, from.ip()) else {
                continue;
            };
            // The connection count is held by the service, because a WebSocket outlives its HTTP connection.
            let app = app.clone().layer(Extension(Arc::new(seat)));
            tokio::spawn(converse(stream, app));
        }
    }
}

async fn converse(stream: TcpStream, app: axum::Router) {
    // Disable Nagle's algorithm.
    let _ = stream.set_nodelay(true);
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(HEADER_BYTES)
        .max_headers(MOST_HEADERS)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app))
        .with_upgrades()
        .await;
    // Errors of a client that disconnects are ignored.
    drop(served);
}

/// The address by which others reach a server that listens everywhere: that of the way out. Nothing is sent.
fn reachable(at: SocketAddr) -> SocketAddr {
    if !at.ip().is_unspecified() {
        return at;
    }
    let way_out = || -> std::io::Result<IpAddr> {
        let socket = UdpSocket::bind("0.0.0.0:0")?;
        socket.connect("192.0.2.1:9")?;
        Ok(socket.local_addr()?.ip())
    };
    let ip = way_out().unwrap_or(IpAddr::from([127, 0, 0, 1]));
    SocketAddr::new(ip, at.port())
}

/// Connections by address.
#[derive(Debug, Default)]
struct Seats(Mutex<HashMap<IpAddr, usize>>);

/// A connection that is counted until it ends.
#[derive(Debug)]
pub(super) struct Seat {
    seats: Arc<Seats>,
    /// Where it comes from.
    pub(super) ip: IpAddr,
}

impl Seats {
    fn take(seats: &Arc<Self>, ip: IpAddr) -> Option<Seat> {
        let mut taken = seats.0.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = taken.values().sum();
        let own = taken.get(&ip).copied().unwrap_or(0);
        let full = own >= MOST_FROM_ONE && !ip.is_loopback();
        // Store nothing for refused addresses, or the map could grow without bound.
        if all >= MOST_CONNECTIONS || full {
            return None;
        }
        taken.insert(ip, own + 1);
        Some(Seat {
            seats: Arc::clone(seats),
            ip,
        })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.seats.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = taken.get_mut(&self.ip) {
            *own -= 1;
            if *own == 0 {
                taken.remove(&self.ip);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use reckoners_env::Rules;
    use serde_json::json;

    use super::*;
    use crate::serve::cards::Source;
    use crate::serve::desk;

    #[test]
    fn whoever_is_refused_leaves_nothing_behind() {
        let seats = Arc::new(Seats::default());
        let own = IpAddr::from([127, 0, 0, 1]);
        let taken: Vec<Seat> = (0..MOST_CONNECTIONS)
            .map(|_| Seats::take(&seats, own).unwrap())
            .collect();
        assert!((1..200).all(|n| Seats::take(&seats, IpAddr::from([192, 0, 2, n])).is_none()));
        assert_eq!(seats.0.lock().unwrap().len(), 1);
        drop(taken);
        let other = IpAddr::from([192, 0, 2, 1]);
        let some: Vec<Option<Seat>> = (0..=MOST_FROM_ONE)
            .map(|_| Seats::take(&seats, other))
            .collect();
        assert_eq!(some.iter().flatten().count(), MOST_FROM_ONE);
        drop(some);
        assert!(seats.0.lock().unwrap().is_empty());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_websocket_is_counted_until_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let rules = Rules::embedded();
        let source = Source::new(&rules, BTreeMap::new(), Some("scripted".into())).unwrap();
        let options = ServeOptions {
            bind: "127.0.0.1:0".parse().unwrap(),
            hosts: Vec::new(),
            token: None,
        };
        let store = Store::new(source, folder.path()).unwrap();
        let server = Server::bind(store, &options).await.unwrap();
        let wish = json!({ "sample": "middle-4" });
        let id = desk::create(&server.app.store, wish.as_object().unwrap()).unwrap();
        let at = server.listener.local_addr().unwrap();
        let seats = Arc::clone(&server.seats);
        let taken = || seats.0.lock().unwrap().values().sum::<usize>();
        let running = tokio::spawn(server.run(std::future::pending()));
        for path in [
            format!("/api/tables/{id}/socket"),
            "/api/analyze/socket".to_owned(),
        ] {
            let address = format!("ws://{at}{path}");
            let socket = tokio_tungstenite::connect_async(address).await.unwrap().0;
            // Long enough for the conversation over HTTP to end.
            tokio::time::sleep(Duration::from_millis(300)).await;
            assert_eq!(taken(), 1, "{path}");
            drop(socket);
            let begun = std::time::Instant::now();
            while taken() > 0 {
                assert!(begun.elapsed() < Duration::from_secs(20), "{path}");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        running.abort();
    }
}
