//! The page, compiled into the program.

use std::sync::LazyLock;

use reckoners_agents::file::checksum;

/// A file of the page.
#[derive(Debug)]
pub struct Asset {
    /// Its path on the server.
    pub path: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// What is in it.
    pub text: &'static str,
    /// Changes when the text does.
    pub tag: String,
}

macro_rules! assets {
    ($($path:literal, $kind:literal;)+) => {
        static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| vec![$(Asset {
            path: $path,
            kind: $kind,
            text: include_str!(concat!("../../../web/", $path)),
            tag: format!("\"{}\"", &checksum([include_bytes!(concat!("../../../web/", $path)).as_slice()])[..16]),
        },)+]);
    };
}

assets! {
    "index.html", "text/html; charset=utf-8";
    "icon.svg", "image/svg+xml";
    "style/base.css", "text/css; charset=utf-8";
    "style/board.css", "text/css; charset=utf-8";
    "style/panels.css", "text/css; charset=utf-8";
    "js/main.js", "text/javascript; charset=utf-8";
    "js/dom.js", "text/javascript; charset=utf-8";
    "js/symbols.js", "text/javascript; charset=utf-8";
    "js/net.js", "text/javascript; charset=utf-8";
    "js/start.js", "text/javascript; charset=utf-8";
    "js/table.js", "text/javascript; charset=utf-8";
    "js/board.js", "text/javascript; charset=utf-8";
    "js/team.js", "text/javascript; charset=utf-8";
    "js/ask.js", "text/javascript; charset=utf-8";
    "js/roll.js", "text/javascript; charset=utf-8";
    "js/advice.js", "text/javascript; charset=utf-8";
    "js/hint.js", "text/javascript; charset=utf-8";
    "js/review.js", "text/javascript; charset=utf-8";
    "js/graph.js", "text/javascript; charset=utf-8";
    "js/correct.js", "text/javascript; charset=utf-8";
    "js/sheets.js", "text/javascript; charset=utf-8";
}

/// The file at a path.
pub fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

/// The page that every address of people shows.
pub fn page() -> &'static Asset {
    &ASSETS[0]
}
