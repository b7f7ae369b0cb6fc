//! Files and folders of cards: what cannot be read, notes on sources, the hash, sets by name.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use reckoners_env::cards::load::{FILES, build};
use reckoners_env::cards::{load_dir, load_embedded};
use toml::Table;

use super::spoil::{error_of, keyed, set, spoiled, tree};

#[test]
fn card_files_bad_provenance() {
    let note = |field: &str, text: Option<&str>| {
        spoiled("base/epics.toml", |t| {
            let notes = keyed(t, "epic", "faultline")["provenance"]
                .as_table_mut()
                .unwrap();
            match text {
                Some(text) => set(notes, field, text),
                None => {
                    notes.remove(field);
                }
            }
        })
    };
    assert_eq!(
        note("research", None),
        "base/epics.toml: faultline: provenance.research: missing; write \"official ...\", \"derived ...\" or \"placeholder ...\""
    );
    assert_eq!(
        note("research", Some("guessed")),
        "base/epics.toml: faultline: provenance.research: starts with \"guessed\"; the first word is official, derived or placeholder"
    );
    assert_eq!(
        note("colour", Some("official")),
        "base/epics.toml: faultline: provenance.colour: names no field of this entry"
    );
}

#[test]
fn card_files_bad_toml() {
    let dice = |text: &str| error_of("base/dice.toml", text.to_owned());
    assert_eq!(
        dice("[[die]]\nkind = \"basic\"\nface = []\n"),
        "base/dice.toml: TOML parse error at line 3, column 1\n  |\n3 | face = []\n  | ^^^^\n\
         unknown field `face`, expected one of `kind`, `faces`, `provenance`\n"
            .trim_end()
    );
    assert_eq!(
        dice("[[die]]\nkind = \"pink\"\n"),
        "base/dice.toml: TOML parse error at line 2, column 8\n  |\n2 | kind = \"pink\"\n  |        ^^^^^^\n\
         unknown die \"pink\"; one of: basic, blue, green, purple, red, black, orange\n"
            .trim_end()
    );
    assert!(dice("[[die]\n").starts_with("base/dice.toml: TOML parse error at line 1, column "));
    assert!(dice("\u{0}\u{ffff}").starts_with("base/dice.toml: TOML parse error at line 1"));
    assert_eq!(
        dice("die = []\n"),
        "base/dice.toml: basic: die: missing; add an entry for it"
    );
    let wrong_type = error_of("base/setup.toml", "version = 3\n".to_owned());
    assert!(
        wrong_type.contains("invalid type: integer `3`, expected a string"),
        "{wrong_type}"
    );
}

/// A folder for one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("reckoners-cards-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
    fn shown(&self) -> String {
        self.0.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that cannot be removed harms nobody; failing here would hide the test's result.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn card_files_folders() {
    let folder = Folder::new("folders");
    let names: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
    let names = names.join(", ");
    fs::create_dir(folder.0.join("base")).unwrap();
    let error = |folder: &Folder| load_dir(&folder.0).unwrap_err().to_string();
    assert_eq!(
        error(&folder),
        format!(
            "{}: no card file in it; put at least one of {names} there",
            folder.shown()
        )
    );
    let nowhere = folder.0.join("nowhere");
    let message = load_dir(&nowhere).unwrap_err().to_string();
    let start = format!(
        "{}: cannot be read as a folder of card files: ",
        nowhere.display()
    );
    assert!(message.starts_with(&start), "{message}");
    fs::write(folder.0.join("base/equipmnt.toml"), "").unwrap();
    assert_eq!(
        error(&folder),
        format!(
            "{}: unknown card file \"base/equipmnt.toml\" (did you mean \"base/equipment.toml\"?); one of: {names}",
            folder.shown()
        )
    );
    fs::remove_file(folder.0.join("base/equipmnt.toml")).unwrap();
    fs::write(folder.0.join("base/dice.toml"), [0xff, 0xfe]).unwrap();
    assert_eq!(
        error(&folder),
        format!(
            "{}: stream did not contain valid UTF-8",
            folder.0.join("base/dice.toml").display()
        )
    );
    // A good file replaces the embedded one; notes beside it are left alone.
    fs::write(
        folder.0.join("base/dice.toml"),
        FILES[1].1.replace("\"basic\"", "\"Basic\""),
    )
    .unwrap();
    fs::write(folder.0.join("notes.txt"), "mine").unwrap();
    assert_eq!(
        load_dir(&folder.0).unwrap().hash,
        reckoners_env::cards::load_embedded().hash
    );
}

#[test]
fn card_files_a_value_changes_the_hash_and_a_note_does_not() {
    let build_with = |change: &dyn Fn(&mut Table)| {
        let mut table = tree("base/setup.toml");
        change(&mut table);
        build(&BTreeMap::from([(
            "base/setup.toml".to_owned(),
            toml::to_string(&table).unwrap(),
        )]))
        .unwrap()
        .hash
    };
    let same = build_with(&|_| {});
    assert_eq!(same, reckoners_env::cards::load_embedded().hash);
    assert_ne!(same, build_with(&|t| set(t, "population", 41)));
    let note = |t: &mut Table| {
        set(
            t["provenance"].as_table_mut().unwrap(),
            "population",
            "official, checked",
        );
    };
    assert_eq!(same, build_with(&note));
}

#[test]
fn card_sets_are_known_by_name() {
    use reckoners_env::cards::load::NAMED;
    let first = load_dir(Path::new("base-1")).unwrap();
    assert_eq!(first, load_embedded());
    let second = load_dir(Path::new("base-2")).unwrap();
    assert_eq!(second.version, "base-2");
    // Frozen: results are published by this hash.
    assert_eq!(second.hash, "2f868429b87e92b7");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/cards-base-2");
    assert_eq!(load_dir(Path::new(folder)).unwrap(), second);
    for (name, _) in NAMED {
        let error = load_dir(Path::new("base-3")).unwrap_err().to_string();
        assert!(error.contains(name), "{error}");
    }
    // What has a source is the same in all sets, and every first action of the second bites.
    for (ours, theirs) in first.epics.iter().zip(&second.epics).take(25) {
        assert_eq!(
            (&ours.key, ours.research, ours.health),
            (&theirs.key, theirs.research, theirs.health)
        );
        let first = theirs.track.at(0).to_string();
        let bites = ["POP", "ADD_ENF", "BOOST"]
            .iter()
            .any(|word| first.starts_with(word));
        assert!(bites, "{}: {first}", theirs.key);
    }
    let track = |key: &str| {
        let epic = second.epics.iter().find(|epic| epic.key == key).unwrap();
        let deeds = epic.track.deeds().iter();
        deeds
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(", ")
    };
    assert_eq!(
        track("curveball"),
        "ADD_ENF, POP 1, BOOST red, FORTIFY, POP 1"
    );
    assert!(track("loophole").starts_with("BOOST black"));
    assert!(track("ozone").starts_with("ADD_ENF"));
    assert!(track("fortuity").contains("BASE"));
}
