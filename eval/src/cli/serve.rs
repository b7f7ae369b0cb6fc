//! `reckoners serve`.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use reckoners_env::Rules;
use reckoners_env::cards::texts_in;
use reckoners_eval::serve::cards::Source;
use reckoners_eval::serve::store::{Store, random_text};
use reckoners_eval::serve::{ServeOptions, Server};

/// A page for phones and laptops around the board.
///
/// Open the printed address in a browser. Tap in what lies on the table and what you roll, and see the board,
/// the forecast, the advice and why. Everything runs on this machine; nothing is loaded from elsewhere.
///
/// For phones on the same network: reckoners serve --bind 0.0.0.0, and scan the code. The address then holds a
/// token, without which nobody gets in. The connection is not encrypted: use it in a network that you trust.
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Address to listen on; 0.0.0.0 is reachable by others on the network
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Port; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 8642)]
    port: u16,
    /// Folder in which tables are kept [default: reckoners/tables in the user's data folder]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// A name by which this machine is called, besides its IP address; may be repeated
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Who gives hints: scripted, net, net:FILE or search:GUIDE, as in eval [default: net,
    /// which plays any cards]
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,
    /// Most playouts of a hint. The same position then gets the same advice, however fast the machine is [default: as
    /// many as 8 seconds allow, at most 2048; most hints need far fewer]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=16_384))]
    playouts: Option<u32>,
}

pub(crate) fn run(rules: &Rules, cards: Option<&Path>, args: &ServeArgs) -> Result<ExitCode> {
    let folder = match &args.tables {
        Some(folder) => folder.clone(),
        None => data_folder()
            .context("this system names no data folder; give one with --tables DIR")?
            .join("reckoners")
            .join("tables"),
    };
    let texts = cards.map_or_else(|| Ok(BTreeMap::new()), texts_in)?;
    let mut source = Source::new(rules, texts, args.agent.clone())?;
    source.playouts = args.playouts;
    let store =
        Store::new(source, &folder).with_context(|| format!("--tables {}", folder.display()))?;
    let bind = SocketAddr::new(args.bind, args.port);
    let token = match bind.ip().is_loopback() {
        true => None,
        false => Some(random_text(20).map_err(anyhow::Error::msg)?),
    };
    let options = ServeOptions {
        bind,
        hosts: args.host.clone(),
        token,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        // Edits and searches block; more at once than this would only use memory.
        .max_blocking_threads(64)
        .build()?;
    runtime.block_on(async {
        let server = Server::bind(store, &options).await.with_context(|| {
            format!("cannot listen on {bind}; choose another port with --port N")
        })?;
        if let Some(code) = server.code() {
            say_line!("{code}");
        }
        say_line!("The table companion: {}", server.address());
        say_line!("Tables are kept in {}. Ctrl-C ends it.", folder.display());
        server
            .run(async {
                let _ = tokio::signal::ctrl_c().await;
            })
            .await;
        Ok::<_, anyhow::Error>(())
    })?;
    // Searches under way are not waited for: every change is in its file already.
    runtime.shutdown_background();
    Ok(ExitCode::SUCCESS)
}

/// Where programs keep a user's data on this system.
fn data_folder() -> Option<PathBuf> {
    let named = |variable: &str| {
        let folder = std::env::var_os(variable).map(PathBuf::from);
        folder.filter(|folder| folder.is_absolute())
    };
    if cfg!(windows) {
        return named("APPDATA");
    }
    let usual = match cfg!(target_os = "macos") {
        true => "Library/Application Support",
        false => ".local/share",
    };
    named("XDG_DATA_HOME").or_else(|| Some(named("HOME")?.join(usual)))
}
