//! Malformed setup, dice and Reckoners: each gets one exact message that names file, card, field and remedy.

use reckoners_env::cards::load::build;
use toml::{Table, Value};

use super::spoil::{entry, keyed, set, spoiled, texts, tree};

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
