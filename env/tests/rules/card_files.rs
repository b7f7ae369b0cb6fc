//! Malformed card files: each gets one exact message that names file, card, field and remedy.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use reckoners_env::cards::load::{FILES, build};
use reckoners_env::cards::{load_dir, load_embedded};
use toml::{Table, Value};

/// The embedded text of a file as a tree that a test can spoil.
pub(super) fn tree(file: &str) -> Table {
    let (_, text) = FILES
        .iter()
        .find(|(name, _)| *name == file)
        .expect("a card file");
    text.parse().unwrap()
}

pub(super) fn error_of(file: &str, text: String) -> String {
    build(&BTreeMap::from([(file.to_owned(), text)]))
        .expect_err("must be refused")
        .to_string()
}

/// The message for an embedded file after a change.
pub(super) fn spoiled(file: &str, change: impl FnOnce(&mut Table)) -> String {
    let mut table = tree(file);
    change(&mut table);
    error_of(file, toml::to_string(&table).unwrap())
}

/// One entry of a list of tables.
pub(super) fn entry<'a>(table: &'a mut Table, list: &str, index: usize) -> &'a mut Table {
    table[list][index].as_table_mut().unwrap()
}

/// The entry with a key.
pub(super) fn keyed<'a>(table: &'a mut Table, list: &str, key: &str) -> &'a mut Table {
    let entries = table[list].as_array_mut().unwrap();
    let found = entries.iter_mut().find(|e| e["id"].as_str() == Some(key));
    found.unwrap().as_table_mut().unwrap()
}

pub(super) fn texts(list: &[&str]) -> Value {
    list.iter()
        .map(|s| Value::from(*s))
        .collect::<Vec<_>>()
        .into()
}

pub(super) fn set(table: &mut Table, field: &str, value: impl Into<Value>) {
    table.insert(field.to_owned(), value.into());
}

#[test]
fn card_files_bad_setup_numbers() {
    let setup = |field: &str, value: Value| spoiled("base/setup.toml", |t| set(t, field, value));
    assert_eq!(
        setup("population", 0.into()),
        "base/setup.toml: setup: population: 0 is not between 1 and 999"
    );
    assert_eq!(
        setup("starting_tokens", 4.into()),
        "base/setup.toml: setup: starting_tokens: 4 is not between 0 and 3"
    );
    assert_eq!(
        setup("special_dice_per_colour", 2.into()),
        "base/setup.toml: setup: special_dice_per_colour: 2 is not between 3 and 12"
    );
    assert_eq!(
        setup("base_track", 0.into()),
        "base/setup.toml: setup: base_track: 0 is not between 1 and 12"
    );
    assert_eq!(
        setup("movement_die", vec![1, 2, 3].into()),
        "base/setup.toml: setup: movement_die: 3 faces; a die has 6"
    );
    assert_eq!(
        setup("movement_die", vec![1, 2, 3, 4, 5, 40].into()),
        "base/setup.toml: setup: movement_die: 40 is not between 0 and 12"
    );
}

#[test]
fn card_files_bad_dice() {
    let faces = |list: &[&str]| {
        spoiled("base/dice.toml", |t| {
            set(entry(t, "die", 0), "faces", texts(list));
        })
    };
    assert_eq!(
        faces(&["money"; 5]),
        "base/dice.toml: basic: faces: 5 faces; a die has 6"
    );
    assert_eq!(
        faces(&["money", "money", "money", "money", "money", "contian"]),
        "base/dice.toml: basic: faces: unknown symbol \"contian\" (did you mean \"contain\"?); \
         one of: money, enforcement, contain, research, attack, plan"
    );
    assert_eq!(
        faces(&["money", "money", "money", "money", "money", "attack 0"]),
        "base/dice.toml: basic: faces: \"attack 0\": \"0\" is not a count from 1 to 9"
    );
    assert_eq!(
        faces(&["money", "money", "money", "money", "money", "attack 4"]),
        "base/dice.toml: basic: faces: 4 is not between 1 and 3"
    );
    assert_eq!(
        faces(&["money", "money", "money", "money", "money", "attack 2 x"]),
        "base/dice.toml: basic: faces: \"attack 2 x\": unexpected \"x\" after the count"
    );
    assert_eq!(
        faces(&["money", "money", "money", "money", "money", ""]),
        "base/dice.toml: basic: faces: empty text; write a symbol such as \"attack\" or \"attack 2\""
    );
    let missing = spoiled("base/dice.toml", |t| {
        t["die"].as_array_mut().unwrap().remove(1);
    });
    assert_eq!(
        missing,
        "base/dice.toml: blue: die: missing; add an entry for it"
    );
    let twice = spoiled("base/dice.toml", |t| {
        let copy = t["die"][1].clone();
        t["die"].as_array_mut().unwrap().push(copy);
    });
    assert_eq!(twice, "base/dice.toml: blue: kind: given twice");
}

#[test]
fn card_files_bad_reckoners() {
    let david = |field: &str, value: Value| {
        spoiled("base/reckoners.toml", |t| {
            set(keyed(t, "reckoner", "david"), field, value);
        })
    };
    assert_eq!(
        david("dice", "basic".into()),
        "base/reckoners.toml: david: dice: basic dice are everybody's; name a special colour"
    );
    assert_eq!(
        david("id", "prof".into()),
        "base/reckoners.toml: prof: id: given twice"
    );
    let activate = |cost: &[&str], gives: &[&str]| {
        let mut inner = Table::new();
        set(&mut inner, "cost", texts(cost));
        set(&mut inner, "gives", texts(gives));
        let mut effect = Table::new();
        set(&mut effect, "activate", inner);
        david("effect", effect.into())
    };
    assert_eq!(
        activate(&[], &["plan"]),
        "base/reckoners.toml: david: effect.cost: empty; an ability that gives symbols is paid with a die"
    );
    assert_eq!(
        activate(&["plan"], &[]),
        "base/reckoners.toml: david: effect.gives: no symbol given"
    );
    assert_eq!(
        activate(&["plan 2"], &["plan"]),
        "base/reckoners.toml: david: effect.cost: \"plan 2\": a cost names symbols without a count"
    );
}

#[test]
fn card_files_two_reckoners_with_dice_of_one_colour() {
    let shared = spoiled("base/reckoners.toml", |t| {
        set(keyed(t, "reckoner", "david"), "dice", "black");
    });
    assert_eq!(
        shared,
        "base/reckoners.toml: david: dice: black are prof's dice; each Reckoner has a colour"
    );
}

#[test]
fn card_files_powers_of_the_wrong_kind_of_card() {
    let effect = |name: &str| {
        let mut effect = Table::new();
        set(&mut effect, name, Table::new());
        effect
    };
    let ability = spoiled("base/reckoners.toml", |t| {
        set(keyed(t, "reckoner", "david"), "effect", effect("move"));
    });
    assert_eq!(
        ability,
        "base/reckoners.toml: david: effect: that is an effect of Equipment, not of an ability"
    );
    let card = spoiled("base/equipment.toml", |t| {
        set(keyed(t, "equipment", "trap"), "effect", effect("faith"));
    });
    assert_eq!(
        card,
        "base/equipment.toml: trap: effect: that is an ability of a Reckoner, not an effect of Equipment"
    );
}

#[test]
fn card_files_two_cards_with_one_name() {
    let renamed = |file: &str, list: &str, key: &str, name: &str| {
        spoiled(file, |t| set(keyed(t, list, key), "name", name))
    };
    let equipment = |name: &str| renamed("base/equipment.toml", "equipment", "gauss-gun", name);
    // Names are compared without regard to case, with names and with keys of other cards.
    for name in ["Forensic Kit", " forensic kit", "FORENSIC-KIT"] {
        assert_eq!(
            equipment(name),
            format!(
                "base/equipment.toml: gauss-gun: name: \"{name}\" is also a name of forensic-kit; \
                 table files could not tell them apart"
            )
        );
    }
    assert_eq!(
        renamed("base/epics.toml", "epic", "nightwielder", "Faultline"),
        "base/epics.toml: nightwielder: name: \"Faultline\" is also a name of faultline; \
         table files could not tell them apart"
    );
    for name in ["", "  ", "two\nlines", &"long".repeat(16)] {
        assert_eq!(
            equipment(name),
            "base/equipment.toml: gauss-gun: name: write 1 to 60 characters on one line"
        );
    }
}

#[test]
fn card_files_more_dice_than_a_reckoner_can_have() {
    let with = |basic: i64, cards: usize, kind: &str| {
        let mut setup = tree("base/setup.toml");
        set(&mut setup, "basic_dice", basic);
        let mut equipment = tree("base/equipment.toml");
        let mut die = Table::new();
        set(&mut die, "kind", kind);
        let mut effect = Table::new();
        set(&mut effect, "extra_die", die);
        // The embedded box has six such cards, one of each colour.
        let others = equipment["equipment"].as_array_mut().unwrap().iter_mut();
        let others = others.filter(|card| card["effect"].get("extra_die").is_none());
        for card in others.take(cards) {
            set(card.as_table_mut().unwrap(), "effect", effect.clone());
        }
        let files = [
            ("base/setup.toml", setup),
            ("base/equipment.toml", equipment),
        ];
        let text =
            |(file, table): (&str, Table)| (file.to_owned(), toml::to_string(&table).unwrap());
        build(&files.into_iter().map(text).collect()).map_err(|e| e.to_string())
    };
    // Sixteen at most: five and three at the start, six of the box, one more, and the one of any kind.
    assert!(with(5, 1, "blue").is_ok());
    assert_eq!(
        with(5, 2, "blue").unwrap_err(),
        "base/equipment.toml: equipment: effect: david could have 8 dice at the start and 9 by \
         extra_die cards; at most 16 in all"
    );
    // The boxes have seven dice of a colour, so further cards give nothing.
    assert_eq!(
        with(5, 12, "blue").unwrap_err(),
        "base/equipment.toml: equipment: effect: david could have 8 dice at the start and 10 by \
         extra_die cards; at most 16 in all"
    );
}

#[test]
fn card_files_bad_equipment() {
    let trap = |field: &str, value: Value| {
        spoiled("base/equipment.toml", |t| {
            set(keyed(t, "equipment", "trap"), field, value);
        })
    };
    assert_eq!(
        trap("price", 21.into()),
        "base/equipment.toml: trap: price: 21 is not between 0 and 20"
    );
    assert_eq!(
        trap("id", "emp".into()),
        "base/equipment.toml: emp: id: given twice; each card is one of a kind"
    );
    assert_eq!(
        trap("id", "The Trap".into()),
        "base/equipment.toml: The Trap: id: \"The Trap\" is not made of a-z, 0-9 and -"
    );
    let effect = |name: &str, field: &str, value: Value| {
        let mut inner = Table::new();
        set(&mut inner, field, value);
        let mut effect = Table::new();
        set(&mut effect, name, inner);
        trap("effect", effect.into())
    };
    assert_eq!(
        effect("convert", "between", texts(&["plan", "plan"])),
        "base/equipment.toml: trap: effect.between: plan twice; name two different symbols"
    );
    assert_eq!(
        effect("extra_die", "kind", "basic".into()),
        "base/equipment.toml: trap: effect.kind: basic; the supply holds special dice only"
    );
    assert_eq!(
        effect("double", "symbol", "fish".into()),
        "base/equipment.toml: trap: effect: unknown symbol \"fish\"; one of: money, enforcement, contain, research, attack, plan"
    );
    let fewer = spoiled("base/equipment.toml", |t| {
        t["equipment"].as_array_mut().unwrap().pop();
    });
    assert_eq!(
        fewer,
        "base/equipment.toml: equipment: count: 28 cards; the box has 29"
    );
}

#[test]
fn card_files_bad_epics() {
    let faultline = |field: &str, value: Value| {
        spoiled("base/epics.toml", |t| {
            set(keyed(t, "epic", "faultline"), field, value);
        })
    };
    assert_eq!(
        faultline("research", 6.into()),
        "base/epics.toml: faultline: research: 6 is not between 1 and 5"
    );
    assert_eq!(
        faultline("health", 11.into()),
        "base/epics.toml: faultline: health: 11 is not between 1 and 10"
    );
    assert_eq!(
        faultline("health", "endless".into()),
        "base/epics.toml: faultline: health: \"endless\" is neither a number nor \"infinite\""
    );
    let weakened = spoiled("base/epics.toml", |t| {
        let card = keyed(t, "epic", "faultline");
        set(card, "health", 7);
        set(card, "weakened", 8);
    });
    assert_eq!(
        weakened,
        "base/epics.toml: faultline: weakened: 8 is not between 1 and 7"
    );
    assert_eq!(
        faultline("track", texts(&["POP 1", "POP 1"])),
        "base/epics.toml: faultline: track: 2 actions; the bracket starts at 3, so at least 4"
    );
    assert_eq!(
        faultline("track", texts(&["POP 1"])),
        "base/epics.toml: faultline: track: 1 actions; a track has 2 to 8"
    );
    assert_eq!(
        faultline("track", texts(&["JUMP", "POP 1", "POP 1", "POP 1"])),
        "base/epics.toml: faultline: track: \"JUMP\" is not an action; one of: FORTIFY, FORTIFY_BOSS, ADD_ENF, \
         POP n, BARRICADE n, BOOST yellow, BOOST black, BOOST red, BOOST blue, BASE, PULL, REPEL, POWER_UP, TRANSFORM, \
         STEAL, ATTACK_MONEY n, ATTACK_PLAN n, POP_PER barricade, POP_PER enforcement, POP_PER shield, \
         POP_PER copy_token, POP_PER reckoner, POP_PER research, SHIELD red, SHIELD blue, COPY, COPY_TOKEN, \
         ADD_ENF_PER_CARD, POP_BY shields n, POP_BY enforcement n, POP_BY defeated n, POP_BY equipment n, \
         AFFECT_ALL reroll, AFFECT_ALL die, AFFECT_ALL equipment, AFFECT_ALL ability, AFFECT_ALL move, \
         AFFECT_ALL singles, AFFECT reroll, AFFECT die, AFFECT equipment, AFFECT ability, AFFECT move, AFFECT singles, \
         COPY_HERE, DAWNSLIGHT, each with GIFT or CW or CCW or EVERYWHERE or RECKONERS before it if it happens elsewhere"
    );
    let boost = faultline("track", texts(&["BOOST green", "POP 1", "POP 1", "POP 1"]));
    let unknown =
        "base/epics.toml: faultline: track: \"BOOST green\" is not an action; one of: FORTIFY";
    assert!(boost.starts_with(unknown), "{boost}");
    let reward = spoiled("base/epics.toml", |t| {
        let mut reward = Table::new();
        set(&mut reward, "money", 21);
        set(keyed(t, "epic", "faultline"), "reward", reward);
    });
    assert_eq!(
        reward,
        "base/epics.toml: faultline: reward: money 21 is more than 20"
    );
    let fewer = spoiled("base/epics.toml", |t| {
        t["epic"].as_array_mut().unwrap().pop();
    });
    assert_eq!(
        fewer,
        "base/epics.toml: epic: count: 24 cards; the box has 25"
    );
}

#[test]
fn card_files_bad_steelheart() {
    let power = |field: &str, list: &[&str]| {
        spoiled("bosses/steelheart.toml", |t| {
            set(entry(t, "power", 0), field, texts(list));
        })
    };
    assert_eq!(
        power("red", &["ADD_ENF", "ADD_ENF", "POP 1"]),
        "bosses/steelheart.toml: power board A: red: \"POP 1\": this track holds only ADD_ENF"
    );
    assert_eq!(
        power("blue", &["BARRICADE 1", "BARRICADE 2", "BARRICADE 1"]),
        "bosses/steelheart.toml: power board A: blue: \"BARRICADE 2\": this track holds only BARRICADE 1"
    );
    assert_eq!(
        power("black", &["POP 1", "POP 1"]),
        "bosses/steelheart.toml: power board A: black: 2 actions; the bracket starts at 2, so at least 3"
    );
    let missing = spoiled("bosses/steelheart.toml", |t| {
        t["adjustment"]
            .as_array_mut()
            .unwrap()
            .retain(|a| a["reckoners"].as_integer() != Some(4));
    });
    assert_eq!(
        missing,
        "bosses/steelheart.toml: adjustment board 4A: adjustment: missing; add an entry for it"
    );
    let twice = spoiled("bosses/steelheart.toml", |t| {
        let copy = t["sides"][0].clone();
        t["sides"].as_array_mut().unwrap().push(copy);
    });
    assert_eq!(
        twice,
        "bosses/steelheart.toml: beginner: sides: given twice"
    );
    let group = spoiled("bosses/steelheart.toml", |t| {
        set(entry(t, "adjustment", 0), "deployment", 0);
    });
    assert_eq!(
        group,
        "bosses/steelheart.toml: adjustment board 2A: deployment: 0 is not between 1 and 25"
    );
}

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
