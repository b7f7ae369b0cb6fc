//! The card page is made from the cards and must not go stale.

use reckoners_env::cards::load_embedded;
use reckoners_eval::catalog_page::page;

#[test]
fn the_card_page_is_up_to_date() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/cards.md");
    let made = page(&load_embedded());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(file, &made).unwrap();
    }
    let found = std::fs::read_to_string(file).unwrap_or_default();
    assert!(
        found == made,
        "docs/cards.md is stale: UPDATE_DOCS=1 cargo test -p reckoners-eval --test cards"
    );
}
