//! The generated pages are up to date.

use std::path::Path;

use reckoners_env::obs::docs;

#[test]
fn the_pages_say_what_the_tables_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    for (name, page) in [
        ("observation.md", docs::observation_page()),
        ("actions.md", docs::actions_page()),
    ] {
        let file = folder.join(name);
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(&file, &page).unwrap();
        }
        let written = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            written == page,
            "docs/{name} is stale; run: UPDATE_DOCS=1 cargo test -p reckoners-env --test env_behaviour"
        );
    }
}
