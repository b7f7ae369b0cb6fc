//! Who may come in: the name by which the server is called, the token, the pace.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use axum::http::{HeaderMap, StatusCode, header};

use super::ServeOptions;

/// Name of the cookie that keeps the token.
pub const COOKIE: &str = "reckoners_token";
/// Most addresses whose pace is remembered.
const MOST_ADDRESSES: usize = 4096;

/// Lets requests in or not.
#[derive(Debug)]
pub struct Guard {
    hosts: Vec<String>,
    token: Option<String>,
    loopback: bool,
    paces: Mutex<HashMap<IpAddr, Pace>>,
}

/// Why a request is refused: the status, and what to do.
pub type Refusal = (StatusCode, &'static str);

impl Guard {
    /// The guard of a server.
    pub fn new(options: &ServeOptions) -> Self {
        Self {
            hosts: options.hosts.iter().map(|h| h.to_lowercase()).collect(),
            token: options.token.clone(),
            loopback: options.bind.ip().is_loopback(),
            paces: Mutex::default(),
        }
    }

    /// Whether one of the tokens is the right one; true where none is asked for.
    pub fn knows<'a>(&self, given: impl IntoIterator<Item = &'a str>) -> bool {
        let Some(token) = &self.token else {
            return true;
        };
        given.into_iter().any(|given| {
            // Every byte is looked at, so that the time says nothing about how many were right.
            let pairs = token.bytes().zip(given.bytes());
            let differences = pairs.fold(0, |sum, (a, b)| sum | (a ^ b));
            token.len() == given.len() && differences == 0
        })
    }

    /// The token, where one is asked for.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Checks the name and the origin of a request: a page of another site must not get in through somebody's
    /// browser, neither by a form nor by a name that it lets point here.
    pub fn check_names(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = headers.get(header::HOST).and_then(|h| h.to_str().ok());
        let Some(host) = host.filter(|h| self.is_ours(h)) else {
            return Err((
                StatusCode::MISDIRECTED_REQUEST,
                "call this server by its IP address, or start it with --host NAME",
            ));
        };
        let Some(origin) = headers.get(header::ORIGIN) else {
            return Ok(());
        };
        let origin = origin.to_str().ok().and_then(|o| o.split_once("://"));
        match origin {
            Some((_, from)) if from.eq_ignore_ascii_case(host) => Ok(()),
            _ => Err((
                StatusCode::FORBIDDEN,
                "this request comes from the page of another site",
            )),
        }
    }

    /// Whether a `Host` is this server. Only names can be made to point here by others, so IP addresses are
    /// taken as they are.
    fn is_ours(&self, host: &str) -> bool {
        let (name, rest) = match host.strip_prefix('[') {
            Some(six) => match six.split_once(']') {
                Some((name, rest)) => (name, rest),
                None => return false,
            },
            None => match host.find(':') {
                Some(colon) => host.split_at(colon),
                None => (host, ""),
            },
        };
        let port = rest.strip_prefix(':').unwrap_or(rest);
        if !port.bytes().all(|b| b.is_ascii_digit()) {
            return false;
        }
        match name.parse::<IpAddr>() {
            Ok(ip) => !self.loopback || ip.is_loopback(),
            Err(_) => {
                let name = name.to_lowercase();
                name == "localhost" || self.hosts.contains(&name)
            }
        }
    }

    /// Checks that an address does not ask too much.
    pub fn check_pace(&self, from: IpAddr) -> Result<(), Refusal> {
        let mut paces = self.paces.lock().unwrap_or_else(PoisonError::into_inner);
        if paces.len() >= MOST_ADDRESSES && !paces.contains_key(&from) {
            paces.retain(|_, pace| !pace.is_rested());
            if paces.len() >= MOST_ADDRESSES {
                paces.clear();
            }
        }
        // Loopback gets a higher rate: tests and programs use it.
        let new = || match from.is_loopback() {
            true => Pace::new(2000.0, 4000.0),
            false => Pace::new(100.0, 300.0),
        };
        match paces.entry(from).or_insert_with(new).take() {
            true => Ok(()),
            false => Err((
                StatusCode::TOO_MANY_REQUESTS,
                "too many requests; wait a moment",
            )),
        }
    }
}

/// The tokens in a request's `Authorization` and its cookies. One may be left over from an earlier start of the
/// server, so all are given.
pub fn tokens_in(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let bearer = headers.get(header::AUTHORIZATION);
    let bearer = bearer.and_then(|v| v.to_str().ok()?.strip_prefix("Bearer "));
    let cookies = headers.get_all(header::COOKIE).iter();
    let cookies = cookies
        .filter_map(|v| v.to_str().ok())
        .flat_map(|v| v.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    let ours = cookies.filter(|(name, _)| *name == COOKIE);
    bearer.into_iter().chain(ours.map(|(_, token)| token))
}

/// A token bucket.
#[derive(Debug)]
pub struct Pace {
    rate: f64,
    most: f64,
    left: f64,
    since: Instant,
}

impl Pace {
    /// A full bucket: `rate` tokens a second come back, `most` fit in.
    pub fn new(rate: f64, most: f64) -> Self {
        Self {
            rate,
            most,
            left: most,
            since: Instant::now(),
        }
    }

    /// Takes a token if one is available.
    pub fn take(&mut self) -> bool {
        self.refill();
        let is_there = self.left >= 1.0;
        if is_there {
            self.left -= 1.0;
        }
        is_there
    }

    /// Reserves the next token and returns the seconds until it is available.
    pub fn book(&mut self) -> f64 {
        self.refill();
        self.left -= 1.0;
        (-self.left).max(0.0) / self.rate
    }

    fn refill(&mut self) {
        let now = Instant::now();
        let gained = now.duration_since(self.since).as_secs_f64() * self.rate;
        self.left = (self.left + gained).min(self.most);
        self.since = now;
    }

    fn is_rested(&mut self) -> bool {
        self.refill();
        self.left >= self.most
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn guard(bind: &str, hosts: &[&str], token: Option<&str>) -> Guard {
        Guard::new(&ServeOptions {
            bind: bind.parse().unwrap(),
            hosts: hosts.iter().map(|h| (*h).to_owned()).collect(),
            token: token.map(str::to_owned),
        })
    }

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut map = HeaderMap::new();
        map.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            map.insert(header::ORIGIN, origin.parse().unwrap());
        }
        map
    }

    #[test]
    fn only_own_names_and_own_pages_come_in() {
        let local = guard("127.0.0.1:8000", &[], None);
        for host in [
            "127.0.0.1:8000",
            "localhost:8000",
            "[::1]:8000",
            "LOCALHOST",
        ] {
            assert!(local.check_names(&headers(host, None)).is_ok(), "{host}");
        }
        for host in [
            "evil.example:8000",
            "192.168.0.7:8000",
            "localhost.evil.example",
            "[::1",
            "127.0.0.1:8000@evil",
        ] {
            assert!(local.check_names(&headers(host, None)).is_err(), "{host}");
        }
        let open = guard("0.0.0.0:8000", &["Table.local"], Some("abc"));
        for host in ["192.168.0.7:8000", "table.local:8000"] {
            assert!(open.check_names(&headers(host, None)).is_ok(), "{host}");
        }
        assert!(open.check_names(&headers("evil.example", None)).is_err());
        let at = "192.168.0.7:8000";
        assert!(
            open.check_names(&headers(at, Some("http://192.168.0.7:8000")))
                .is_ok()
        );
        for origin in ["http://evil.example", "null", "http://192.168.0.7:9000"] {
            assert!(
                open.check_names(&headers(at, Some(origin))).is_err(),
                "{origin}"
            );
        }
    }

    #[test]
    fn a_token_is_known_whole_only() {
        let guard = guard("0.0.0.0:1", &[], Some("secret"));
        assert!(guard.knows(["secret"]));
        assert!(guard.knows(["stale", "secret"]));
        for wrong in [
            None,
            Some(""),
            Some("secre"),
            Some("secrets"),
            Some("Secret"),
        ] {
            assert!(!guard.knows(wrong), "{wrong:?}");
        }
        let mut map = HeaderMap::new();
        map.insert(
            header::COOKIE,
            "a=b; reckoners_token=secret".parse().unwrap(),
        );
        map.insert(header::AUTHORIZATION, "Bearer stale".parse().unwrap());
        assert!(tokens_in(&map).eq(["stale", "secret"]));
    }

    #[test]
    fn a_pace_has_a_store_and_then_refuses_or_waits() {
        let mut pace = Pace::new(10.0, 3.0);
        assert!((0..3).all(|_| pace.take()));
        assert!(!pace.take());
        let mut pace = Pace::new(10.0, 3.0);
        assert!((0..3).all(|_| pace.book() == 0.0));
        let wait = pace.book();
        assert!(wait > 0.05 && wait <= 0.1, "{wait}");
    }

    #[test]
    fn whoever_waits_goes_no_faster_than_the_pace() {
        let mut pace = Pace::new(500.0, 10.0);
        let begun = Instant::now();
        for _ in 0..60 {
            std::thread::sleep(Duration::from_secs_f64(pace.book()));
        }
        let took = begun.elapsed();
        assert!(took >= Duration::from_millis(100), "50 in {took:?}");
    }
}
