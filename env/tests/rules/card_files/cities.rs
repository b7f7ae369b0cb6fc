//! Malformed files of the bosses and cities of the fourth module: each gets one exact message that names file, item,
//! field and remedy.

use reckoners_env::cards::{CityCards, Ruleset, Side};
use reckoners_env::ids::CityKind;
use reckoners_env::{Difficulty, GameSetup, Reckoner};
use toml::{Table, Value};

use super::spoil::{entry, keyed, set, spoiled, texts};

const REGALIA: &str = "bosses/regalia.toml";
const LIMELIGHT: &str = "bosses/limelight.toml";
const BABILAR: &str = "cities/babilar.toml";
const ILDITHIA: &str = "cities/ildithia.toml";
const NEWCAGO: &str = "cities/newcago.toml";

/// The last entry of a list of tables is left out.
fn without_last(list: &str) -> impl FnOnce(&mut Table) {
    move |t| {
        t[list].as_array_mut().unwrap().pop();
    }
}

/// The first entry of a list of tables is given twice.
fn first_twice(list: &str) -> impl FnOnce(&mut Table) {
    move |t| {
        let copy = t[list][0].clone();
        t[list].as_array_mut().unwrap().push(copy);
    }
}

#[test]
fn card_files_bad_regalia() {
    let power = |field: &str, list: &[&str]| {
        spoiled(REGALIA, |t| {
            set(t["power"].as_table_mut().unwrap(), field, texts(list));
        })
    };
    assert_eq!(
        power("black", &["POP 1", "POP 1"]),
        "bosses/regalia.toml: power board: black: 2 actions; the bracket starts at 2, so at least 3"
    );
    for (deed, place) in [
        ("POP_BY shields 1", "in the tables of a boss"),
        ("AFFECT_ALL die", "in the tables of a boss"),
        ("AFFECT die", "on the cards of district boards"),
        ("COPY_HERE", "on the tracks of a city that moves"),
        (
            "DAWNSLIGHT",
            "on the tracks by which a city researches the boss",
        ),
    ] {
        assert_eq!(
            power("red", &[deed, "POP 1", "POP 1"]),
            format!("bosses/regalia.toml: power board: red: \"{deed}\" is an action {place} only")
        );
    }
    let side = "bosses/regalia.toml: adjustment board 2 beginner: adjustment";
    assert_eq!(
        spoiled(REGALIA, first_twice("adjustment")),
        format!("{side}: given twice")
    );
    let missing = spoiled(REGALIA, |t| {
        t["adjustment"].as_array_mut().unwrap().remove(0);
    });
    assert_eq!(missing, format!("{side}: missing; add an entry for it"));
    assert_eq!(
        spoiled(REGALIA, |t| set(entry(t, "card", 0), "count", 3)),
        "bosses/regalia.toml: card: count: 13 cards in all; the box has 12"
    );
    assert_eq!(
        spoiled(REGALIA, |t| set(entry(t, "card", 0), "effects", texts(&[]))),
        "bosses/regalia.toml: card: effects: empty; name at least one effect"
    );
    let twice = spoiled(REGALIA, first_twice("card"));
    assert_eq!(
        twice,
        "bosses/regalia.toml: card: effects: two kinds with the same effects; join them"
    );
}

/// A table of the booklet.
fn rows<'a>(t: &'a mut Table, colour: &str) -> &'a mut Vec<Value> {
    t["tables"][colour].as_array_mut().unwrap()
}

#[test]
fn card_files_bad_limelight() {
    let page = "bosses/limelight.toml: page 2 beginner";
    for deed in [
        "RECKONERS ADD_ENF",
        "ADD_ENF_PER_CARD",
        "AFFECT_ALL die",
        "TRANSFORM",
    ] {
        // The pages of fewer Reckoners have a red table of their own.
        let cell = spoiled(LIMELIGHT, |t| rows(t, "red")[0][1] = deed.into());
        assert_eq!(
            cell,
            format!(
                "bosses/limelight.toml: page 4 beginner: red: \"{deed}\": this cell is performed in the prologue, when nobody is placed and nothing is rolled"
            )
        );
    }
    let cell = spoiled(LIMELIGHT, |t| {
        rows(t, "red")[0][1] = "POP_BY equipment 1".into();
    });
    assert!(cell.contains("is performed in the prologue"), "{cell}");
    assert_eq!(
        spoiled(LIMELIGHT, |t| rows(t, "yellow")[2][0] = "AFFECT die".into()),
        format!("{page}: yellow: \"AFFECT die\" is an action on the cards of district boards only")
    );
    assert_eq!(
        spoiled(LIMELIGHT, |t| rows(t, "black")[2] = texts(&["BASE"; 3])),
        format!("{page}: black: a row of 3 cells; all tables of a page have the same columns (4)")
    );
    let five = spoiled(LIMELIGHT, |t| drop(rows(t, "blue").pop()));
    assert_eq!(
        five,
        format!("{page}: blue: 5 rows; there is one for each number on the Power die")
    );
    assert_eq!(
        spoiled(LIMELIGHT, |t| set(t, "power_die", vec![1, 2, 3, 4, 5, 5])),
        format!("{page}: yellow: 6 rows; there is one for each number on the Power die")
    );
    assert_eq!(
        spoiled(LIMELIGHT, |t| set(t, "power_die", vec![1, 2, 3])),
        "bosses/limelight.toml: power_die: power_die: 3 faces; a die has 6"
    );
    let one_column = |t: &mut Table| {
        entry(t, "page", 0).remove("red");
        for colour in ["yellow", "black", "red", "blue"] {
            rows(t, colour)
                .iter_mut()
                .for_each(|row| *row = texts(&["BASE"]));
        }
    };
    assert_eq!(
        spoiled(LIMELIGHT, one_column),
        format!("{page}: columns: 1 is not between 2 and 8")
    );
    assert_eq!(
        spoiled(LIMELIGHT, first_twice("page")),
        format!("{page}: page: given twice")
    );
    let missing = spoiled(LIMELIGHT, |t| {
        t["page"].as_array_mut().unwrap().remove(0);
    });
    assert_eq!(
        missing,
        format!("{page}: page: missing; add an entry for it")
    );
    let counts = spoiled(LIMELIGHT, |t| {
        let shields = t["counts"]["shields"].as_table_mut().unwrap();
        set(shields, "upto", vec![4, 2, 5]);
    });
    assert_eq!(
        counts,
        "bosses/limelight.toml: counts: shields: the limits must rise"
    );
    let overflow = spoiled(LIMELIGHT, |t| {
        t["overflow"].as_table_mut().unwrap().remove("red");
    });
    assert_eq!(
        overflow,
        "bosses/limelight.toml: overflow: red: missing; write an action"
    );
    for deed in ["AFFECT_ALL die", "POP_BY shields 1"] {
        let overflow = spoiled(LIMELIGHT, |t| {
            t["overflow"]
                .as_table_mut()
                .unwrap()
                .insert("blue".into(), deed.into());
        });
        assert_eq!(
            overflow,
            format!(
                "bosses/limelight.toml: overflow: blue: \"{deed}\" is an action in the tables of a boss only"
            )
        );
    }
    let seven = spoiled(LIMELIGHT, |t| {
        entry(t, "page", 0).insert("reckoners".into(), 7.into());
    });
    assert_eq!(
        seven,
        "bosses/limelight.toml: page 1: reckoners: 7 is not between 2 and 6"
    );
}

#[test]
fn card_files_bad_babilar() {
    let track = |list: &[&str]| {
        spoiled(BABILAR, |t| {
            set(keyed(t, "board", "grand-central"), "track", texts(list));
        })
    };
    let at = "cities/babilar.toml: grand-central: track";
    assert_eq!(
        track(&["POP 1"; 10]),
        format!("{at}: 10 spaces; a track has 11")
    );
    assert_eq!(track(&[""; 12]), format!("{at}: 12 spaces; a track has 11"));
    assert_eq!(
        track(&["COPY_HERE"; 11]),
        format!("{at}: \"COPY_HERE\" is an action on the tracks of a city that moves only")
    );
    assert_eq!(
        spoiled(BABILAR, without_last("board")),
        "cities/babilar.toml: board: count: 6 boards; a city has 7"
    );
    assert_eq!(
        spoiled(BABILAR, |t| set(entry(t, "dawnslight", 0), "count", 1)),
        "cities/babilar.toml: dawnslight: count: 13 cards in all; the box has 14"
    );
    assert_eq!(
        spoiled(BABILAR, first_twice("values")),
        "cities/babilar.toml: beginner: values: given twice"
    );
    assert_eq!(
        spoiled(BABILAR, |t| set(entry(t, "values", 0), "research", 11)),
        "cities/babilar.toml: beginner: research: 11 is not between 1 and 10"
    );
    assert_eq!(
        spoiled(BABILAR, |t| set(entry(t, "dawnslight", 0), "population", 3)),
        "cities/babilar.toml: dawnslight: gives: a card gives symbols or population"
    );
    assert_eq!(
        spoiled(BABILAR, |t| set(
            entry(t, "board", 1),
            "id",
            "grand-central"
        )),
        "cities/babilar.toml: grand-central: id: given twice; each card is one of a kind"
    );
}

#[test]
fn card_files_bad_ildithia() {
    let city = |field: &str, value: i64| {
        spoiled(ILDITHIA, |t| {
            let entries = t["city"].as_array_mut().unwrap();
            let three = entries
                .iter_mut()
                .find(|c| c["reckoners"].as_integer() == Some(3));
            set(three.unwrap().as_table_mut().unwrap(), field, value);
        })
    };
    let at = "cities/ildithia.toml: 3 Reckoners";
    assert_eq!(
        city("spots", 4),
        format!("{at}: spots: 4 is not between 1 and 3")
    );
    assert_eq!(
        city("spots", 0),
        format!("{at}: spots: 0 is not between 1 and 3")
    );
    assert_eq!(
        city("start", 0),
        format!("{at}: start: 0 is not between 1 and 4")
    );
    assert_eq!(
        city("start", 5),
        format!("{at}: start: 5 is not between 1 and 4")
    );
    assert_eq!(
        city("reckoners", 2),
        "cities/ildithia.toml: 2 Reckoners: city: given twice"
    );
    let track = spoiled(ILDITHIA, |t| {
        set(entry(t, "board", 0), "track", texts(&["DAWNSLIGHT"; 4]));
    });
    assert!(
        track.ends_with(
            "track: \"DAWNSLIGHT\" is an action on the tracks by which a city researches the boss only"
        ),
        "{track}"
    );
    assert_eq!(
        spoiled(ILDITHIA, without_last("board")),
        "cities/ildithia.toml: board: count: 6 boards; a city has 7"
    );
}

#[test]
fn card_files_bad_newcago() {
    let side = |change: &dyn Fn(&mut Table)| {
        spoiled(NEWCAGO, |t| {
            change(keyed(t, "board", "the-loop")["a"].as_table_mut().unwrap());
        })
    };
    let at = "cities/newcago.toml: the-loop: a";
    assert_eq!(
        side(&|a| set(a, "action", "AFFECT_ALL die")),
        format!("{at}: \"AFFECT_ALL die\" is an action in the tables of a boss only")
    );
    assert_eq!(
        side(&|a| {
            let mut reach = Table::new();
            set(&mut reach, "reach_as", "rifle");
            set(a, "benefit", reach);
        }),
        format!("{at}: reach_as names an Equipment card by which symbols reach the neighbours")
    );
    assert_eq!(
        spoiled(NEWCAGO, without_last("board")),
        "cities/newcago.toml: board: count: 6 boards; a city has 7"
    );
}

#[test]
fn card_files_actions_of_the_cities_are_not_for_epics() {
    for deed in [
        "POP_BY shields 1",
        "AFFECT_ALL die",
        "AFFECT die",
        "COPY_HERE",
        "DAWNSLIGHT",
        "ADD_ENF_PER_CARD",
    ] {
        let epic = spoiled("base/epics.toml", |t| {
            let track = texts(&[deed, "POP 1", "POP 1", "POP 1"]);
            set(keyed(t, "epic", "faultline"), "track", track);
        });
        let refused = format!("base/epics.toml: faultline: track: \"{deed}\" is an action ");
        assert!(
            epic.starts_with(&refused) && epic.ends_with(" only"),
            "{epic}"
        );
    }
}

#[test]
fn card_files_epics_do_not_act_in_every_district() {
    for deed in ["EVERYWHERE ADD_ENF", "RECKONERS BARRICADE 1"] {
        let epic = spoiled("base/epics.toml", |t| {
            let track = texts(&[deed, "POP 1", "POP 1", "POP 1"]);
            set(keyed(t, "epic", "faultline"), "track", track);
        });
        let why = "only bosses and cities act in every district or at each Reckoner";
        assert_eq!(
            epic,
            format!("base/epics.toml: faultline: track: \"{deed}\": {why}")
        );
    }
}

#[test]
fn card_files_scopes_hold_no_copies_and_no_effects() {
    for deed in [
        "COPY",
        "COPY_HERE",
        "AFFECT die",
        "AFFECT_ALL die",
        "EVERYWHERE POP 1",
    ] {
        let track = spoiled(ILDITHIA, |t| {
            let scoped = format!("RECKONERS {deed}");
            set(entry(t, "board", 0), "track", texts(&[scoped.as_str(); 4]));
        });
        let refused = track.contains("never given to others") || track.contains("is not an action");
        assert!(refused, "{track}");
    }
}

#[test]
fn cards_on_boards_are_for_the_first_city() {
    for city in [CityKind::Babilar, CityKind::Ildithia] {
        let ruleset = Ruleset {
            city,
            city_cards: CityCards::all(Side::A),
            ..Ruleset::base(Difficulty::Standard)
        };
        let refused = GameSetup::new(&Reckoner::BASE[..2], ruleset).unwrap_err();
        assert_eq!(
            refused.to_string(),
            format!("in {city} no cards lie on the boards; leave them out, or play in newcago")
        );
    }
}
