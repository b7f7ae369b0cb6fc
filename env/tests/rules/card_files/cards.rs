//! Malformed Equipment, Epics and Steelheart: each gets one exact message that names file, card, field and remedy.

use toml::{Table, Value};

use super::spoil::{entry, keyed, set, spoiled, texts};

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
