//! The table companion: a web server with a page for the phones and laptops around the board.
//!
//! - [`listen`] takes connections within bounds, [`guard`] lets in who may come in, [`http`] and [`socket`]
//!   answer, [`assets`] is the page itself;
//! - [`store`] keeps all tables in files, [`live`] is one table, [`settings`] what its people chose, [`cards`] its
//!   cards;
//! - [`desk`] is what can be asked of a table, [`view`] a position for a page, [`advice`] hints for it, [`catalog`]
//!   what can be chosen.
//!
//! No rule of the game is here or in the page: both show what the rules say. `docs/web.md` documents the requests.

pub mod advice;
pub mod assets;
pub mod cards;
pub mod catalog;
pub mod desk;
pub mod guard;
pub mod http;
pub mod listen;
pub mod live;
mod qr;
pub mod settings;
pub mod socket;
pub mod store;
pub mod thinking;
pub mod view;

pub use listen::Server;

use std::net::SocketAddr;
use std::sync::OnceLock;

use serde_json::Value;

use guard::Guard;
use store::Store;
use thinking::Thinking;

/// How to serve.
#[derive(Debug, Clone)]
pub struct ServeOptions {
    /// Where to listen.
    pub bind: SocketAddr,
    /// Names besides IP addresses and `localhost` by which the server may be called.
    pub hosts: Vec<String>,
    /// What the address must hold; none on the loopback.
    pub token: Option<String>,
}

/// Everything that answering needs.
#[derive(Debug)]
pub struct App {
    /// The tables.
    pub store: Store,
    /// Who may come in.
    pub guard: Guard,
    /// Whose turn it is to think.
    pub thinking: Thinking,
    /// The address for people, with its token.
    pub address: String,
    /// What can be chosen for a new table; made by the first request for it.
    pub choices: OnceLock<Value>,
}
