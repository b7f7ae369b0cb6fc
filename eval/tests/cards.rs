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

mod sampled {
    use std::path::Path;
    use std::process::{Command, Output};

    use reckoners_agents::boxes::playable;
    use reckoners_env::cards::load_dir;

    fn sample(seed: &str, dir: &Path) -> Output {
        Command::new(env!("CARGO_BIN_EXE_reckoners"))
            .args(["cards", "sample", "--json", "--seed", seed])
            .arg(dir)
            .output()
            .expect("runs")
    }

    #[test]
    fn the_folder_of_a_sampled_box_loads_as_that_box() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let dir = folder.path().join("box");
        let output = sample("5", &dir);
        assert!(output.status.success(), "{output:?}");
        let said: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let loaded = load_dir(&dir).expect("it loads");
        assert_eq!(said["catalog"], loaded.hash.as_str());
        assert_eq!(loaded, playable(5).expect("it loads").catalog);
        // A second box in the same folder would be a mixture.
        let again = sample("6", &dir);
        assert_eq!(again.status.code(), Some(2));
        let error = String::from_utf8_lossy(&again.stderr);
        assert!(error.contains("name a new or an empty folder"), "{error}");
    }
}
