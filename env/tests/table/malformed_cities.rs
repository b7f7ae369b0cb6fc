//! Malformed files of the other bosses and cities, and their messages.

use reckoners_env::Rules;
use reckoners_env::table::Table;
use serde_json::{Value, json};

use crate::malformed::change;

/// Regalia in Babilar: Tia's research has entered a space in which a Dawnslight card is drawn.
fn babilar() -> Value {
    json!({
        "format": "reckoners-table",
        "version": 2,
        "rules": { "boss": "regalia", "city": "babilar", "difficulty": "standard" },
        "round": 3,
        "step": "keep-aid",
        "acting": "tia",
        "district": 1,
        "aids": ["contain 2", "population +3"],
        "open": { "symbols": "nothing", "whole": false },
        "population": 30,
        "money": 3,
        "boss": { "district": 2, "cards": { "reroll": 1, "die": 2 } },
        "districts": [
            { "epic": "Faultline", "bracket": 2, "marker": 5 },
            { "epic": "Digzone", "bracket": 1, "marker": 0 },
            { "epic": "Stormwind", "bracket": 3, "marker": 8 },
        ],
        "market": ["Rifle", "Camera", "Bribe", "Trap"],
        "city": { "below": ["money 2"] },
        "reckoners": [
            { "name": "tia", "district": 1, "effects": ["die"], "aside": "basic", "cards": ["EMP", "Notebooks"], "kept": "white R" },
            { "name": "megan", "district": 1, "dawnslight": ["plan 2"], "kept": "2 red EE" },
        ],
    })
}

/// Limelight in Ildithia, in the middle of his activation.
fn ildithia() -> Value {
    json!({
        "format": "reckoners-table",
        "version": 2,
        "rules": { "boss": "limelight", "city": "ildithia", "difficulty": "standard" },
        "round": 3,
        "step": "transform",
        "district": 1,
        "by": "boss",
        "agenda": ["again 1 boss TRANSFORM", "boss 5"],
        "population": 30,
        "money": 3,
        "boss": { "district": 1, "research": 9, "rows": { "yellow": 1, "black": 5, "red": 2, "blue": 6 } },
        "districts": [
            { "epic": "Faultline", "bracket": 2, "marker": 1 },
            { "epic": "Digzone", "bracket": 1, "marker": 0 },
            { "epic": "Stormwind", "bracket": 3, "marker": 1 },
        ],
        "market": ["Rifle", "Camera", "Bribe", "Trap"],
        "city": { "passed": 2 },
        "reckoners": [{ "name": "tia", "district": 2 }, { "name": "megan", "district": 3 }],
    })
}

/// Cards on the boards of Newcago: the one of the first district affects somebody there.
fn newcago() -> Value {
    json!({
        "format": "reckoners-table",
        "version": 2,
        "rules": { "newcago_cards": "A", "difficulty": "standard" },
        "round": 3,
        "step": "suffer",
        "district": 1,
        "effect": "move",
        "agenda": ["city 2", "activate 0"],
        "population": 30,
        "money": 3,
        "boss": { "district": 1, "research": 9 },
        "districts": [
            { "epic": "Faultline", "bracket": 2 },
            { "epic": "Digzone", "bracket": 1 },
            { "epic": "Stormwind", "bracket": 3 },
            { "epic": "Conflux", "bracket": 3 },
        ],
        "market": ["Rifle", "Camera", "Bribe", "Trap"],
        "city": { "affected": ["cody"] },
        "reckoners": [{ "name": "tia", "district": 1 }, { "name": "megan", "district": 1 }, { "name": "cody", "district": 2 }],
    })
}

/// The base game.
fn base_use() -> Value {
    json!({
        "format": "reckoners-table",
        "version": 2,
        "difficulty": "standard",
        "round": 3,
        "step": "use",
        "population": 30,
        "money": 3,
        "boss": { "district": 1, "research": 9 },
        "districts": [
            { "epic": "Faultline", "bracket": 2 },
            { "epic": "Digzone", "bracket": 1 },
            { "epic": "Stormwind", "bracket": 3 },
        ],
        "market": ["Rifle", "Camera", "Bribe", "Trap"],
        "reckoners": [{ "name": "tia", "district": 2, "kept": "white R" }, { "name": "megan", "district": 3, "kept": "white R" }],
    })
}

/// The boards of a city are called as its file says.
fn parse(mut table: Value, changes: &[(&str, Value)]) -> Result<(), String> {
    let rules = Rules::embedded();
    let cities = rules.catalog().cities.iter();
    let city = table["rules"]["city"]
        .as_str()
        .unwrap_or("newcago")
        .to_owned();
    let boards = cities
        .zip(reckoners_env::ids::CityKind::ALL)
        .find(|(_, kind)| kind.key() == city);
    let boards = boards
        .map(|(city, _)| city.boards.clone())
        .unwrap_or_default();
    if table["rules"].is_object() {
        for i in 0..table["districts"].as_array().unwrap().len() {
            table["districts"][i]["board"] = json!(boards[i].name);
        }
    }
    change(&mut table, changes);
    let read = Table::parse(&rules, &table.to_string());
    read.map(drop).map_err(|error| error.to_string())
}

#[test]
fn the_good_tables_are_good() {
    for table in [babilar(), ildithia(), newcago()] {
        if let Err(error) = parse(table, &[]) {
            panic!("{error}");
        }
    }
}

/// Changes to a good table and the message they must give.
macro_rules! malformed {
    ($($table:ident $name:ident: [$(($pointer:literal, $($value:tt)+)),+] => $message:literal;)+) => {
        $(#[test] fn $name() {
            let error = parse($table(), &[$(($pointer, json!($($value)+))),+]).unwrap_err();
            assert_eq!(error, $message);
        })+
    };
}

malformed! {
    babilar another_research: [("/boss/research", 12)] => "boss.research: 12, but the markers of the districts are 13 spaces above the bottom: leave it out";
    babilar no_health: [("/boss/health", 0)] => "boss.health: 0, but the game is not won";
    babilar marker_above: [("/districts/0/marker", 9)] => "districts[0].marker: 9 is not a whole number from 0 to 8";
    babilar no_marker: [("/districts/0/marker", null)] => "districts[0]: \"marker\" is missing; write how many spaces its marker is above the bottom";
    babilar no_board: [("/districts/0/board", null)] => "districts[0]: \"board\" is missing; write which board of the city it is";
    babilar exchanged_nothing: [("/districts/0/exchanged", true)] => "districts[0].exchanged: the card of this district exchanges nothing; leave it out";
    babilar unknown_aid: [("/aids/0", "contain 3")] => "aids[0]: unknown Dawnslight card \"contain 3\" (did you mean \"contain 2\"?); one of: money 2, enforcement 2, contain 2, research 2, attack 2, plan 2, population +3";
    babilar one_aid: [("/aids", ["contain 2"])] => "aids: 1 cards; write the two cards drawn";
    babilar equal_aids: [("/aids", ["contain 2", "2 contain"])] => "aids: two equal cards leave nothing to choose";
    babilar too_many_aids: [("/reckoners/1/dawnslight", ["contain 2", "contain 2"])] => "city: 3 Dawnslight cards \"contain 2\" in all; the box has 2";
    babilar nothing_to_draw: [("/step", "draw-aid"), ("/aids", null), ("/city/deck", {})] => "city: no card is left whose place is not known, so none is drawn by chance";
    babilar passed_in_babilar: [("/city/passed", 1)] => "city.passed: Babilar does not move; leave it out";
    babilar affected_by_nothing: [("/city/affected", ["tia"])] => "city.affected: only while a card of a district's board acts; leave it out";
    babilar unknown_boss_card: [("/boss/cards", {"dice": 1})] => "boss.cards: unknown card of the boss \"dice\" (did you mean \"die\"?); one of: reroll, die, equipment, ability, move, singles";
    babilar too_many_boss_cards: [("/boss/cards/die", 3)] => "boss.cards.die: 3 is not a whole number from 0 to 2";
    babilar rows_of_regalia: [("/boss/rows", {"yellow": 2})] => "boss.rows: only dice of the boss name rows, and only while he acts; leave it out";
    babilar rewards_of_nothing: [("/rewards", {"plan": 1})] => "rewards: an Epic of this game pays as soon as it is defeated, so nothing waits here; leave it out";
    babilar rewards_of_cards: [("/rewards", {"attack": 1}), ("/agenda", ["place-rewards", "spend-on", "use"])] => "rewards: no Epic pays research or attacks; only cards do that, when they are bought";
    babilar nothing_open: [("/open", null)] => "\"open\" is missing; write the symbols left of the die in use, such as \"2 research\" or \"nothing\"";
    babilar effect_of_no_card: [("/reckoners/0/effects", ["equipment"]), ("/reckoners/0/disabled_cards", ["EMP", "Notebooks"])] => "reckoners[0].disabled_cards: an effect keeps one card from working, not several";
    babilar disabled_without_effect: [("/reckoners/0/disabled_cards", ["EMP"])] => "reckoners[0].disabled_cards: no effect on the Equipment lies on this Reckoner: add \"equipment\" to the \"effects\"";
    babilar aside_without_effect: [("/reckoners/1/aside", "basic")] => "reckoners[1].aside: an effect or a disabled card lays dice aside, for Roll and Use Dice only; leave it out";
    babilar more_aside_than_owned: [("/reckoners/0/aside", "4 basic")] => "reckoners[0].aside: 4 basic dice, but tia has 3";
    babilar coming_too_early: [("/reckoners/0/coming_effects", ["die"])] => "reckoners[0].coming_effects: effects come in the Epics' phase and begin with the next round: write them under \"effects\"";
    babilar move_by_a_die: [("/step", "move-boss"), ("/aids", null), ("/open", null), ("/district", null), ("/reckoners/0", {"name": "tia", "district": 1}), ("/reckoners/1", {"name": "megan", "district": 1})] => "step: Regalia moves by a die only in the prologue";
    babilar alone_there: [("/step", "give-aid"), ("/aids", ["plan 2"]), ("/reckoners/1/district", 2)] => "district: fewer than two Reckoners come into question, so nobody is asked";
    babilar nobody_suffers: [("/step", "disable"), ("/aids", null), ("/open", null), ("/district", null), ("/reckoners/0/kept", null), ("/reckoners/1/kept", null), ("/reckoners/0/aside", null)] => "acting: the effect \"equipment\" does not lie on tia";
    babilar no_second_half: [("/step", "second-half"), ("/aids", null), ("/open", null)] => "acting: a Move costs tia nothing more: the effect \"move\" is not there";
    babilar no_choice_of_faces: [("/step", "lose-face"), ("/aids", null), ("/district", null), ("/who", "megan"), ("/kind", "red"), ("/reckoners/1/kept", "3 red EE")] => "kind: megan has no unused red dice with different faces";
    babilar weakened_too_early: [("/agenda", ["look-weakened 1", "spend-on", "use"])] => "agenda[0]: \"look-weakened 1\" never comes just before \"spend-on\"";
    babilar lowered_elsewhere: [("/agenda", ["lower-marker 1 1 1", "use"])] => "agenda[1]: \"use\" is never the last while dice are used: that is \"use\", with \"spend-on\" before it";
    babilar power_dice_of_regalia: [("/step", "power-dice"), ("/aids", null), ("/open", null), ("/district", null), ("/reckoners/0", {"name": "tia", "district": 1}), ("/reckoners/1", {"name": "megan", "district": 1})] => "step: Regalia rolls no dice";
    ildithia no_passed: [("/city", null)] => "city: \"passed\" is missing; write the district that Ildithia has passed last";
    ildithia aids_in_ildithia: [("/reckoners/0/dawnslight", ["plan 2"])] => "reckoners[0].dawnslight[0]: there are no Dawnslight cards in Ildithia; leave it out";
    ildithia cards_of_limelight: [("/boss/cards", {"die": 1})] => "boss.cards: Limelight has no cards; leave it out";
    ildithia unknown_row: [("/boss/rows/red", 7)] => "boss.rows.red: 7 is not a whole number from 1 to 6";
    ildithia rows_outside: [("/agenda", ["activate 3"]), ("/by", "epic")] => "boss.rows: only dice of the boss name rows, and only while he acts; leave it out";
    ildithia passed_another: [("/agenda", ["pass 1 0", "city 1", "add-epics 0"]), ("/by", "city"), ("/boss/rows", null)] => "agenda[0]: \"pass 1 0\" never comes just before \"city 1\"";
    ildithia unknown_board: [("/districts/1", {"epic": "Digzone", "bracket": 1, "board": "nowhere", "marker": 0})] => "districts[1].board: unknown board \"nowhere\"; one of: Inkom Territory, Sharp Tower, Mill District, Salt Gate, Cornerstone, Ration Hall, Crumbling Edge";
    babilar cards_elsewhere: [("/rules/newcago_cards", "A")] => "rules.newcago_cards: in babilar no cards lie on the boards; leave them out, or play in newcago";
    ildithia board_twice: [("/districts/1/board", "Inkom Territory")] => "districts[1].board: Inkom Territory is already in districts[0].board";
    newcago sides_of_nothing: [("/rules/newcago_cards", "AB")] => "rules.newcago_cards: \"AB\" are no sides of cards; write none, A, B, or 7 letters such as ABABABA";
    newcago marker_in_newcago: [("/districts/0/marker", 1)] => "districts[0].marker: there are no markers in Newcago; leave it out";
    newcago suffered_by_one: [("/city/affected", ["tia"])] => "district: fewer than two Reckoners come into question, so nobody is asked";
    newcago suffered_by_an_epic: [("/agenda", ["activate 4"]), ("/city", null)] => "agenda: only a card on a board of Newcago affects one of several: \"city PART\", \"activate 0\"";
    newcago no_effect: [("/effect", null)] => "\"effect\" is missing; write the effect that somebody suffers";
    newcago too_many_parts: [("/agenda", ["city 6", "activate 0"])] => "agenda[0]: \"city 6\" never comes just before \"activate 0\"";
    newcago owed_for_nothing: [("/step", "perform"), ("/agenda", null), ("/effect", null), ("/city", null), ("/owed", [{"who": "tia", "by": "benefit"}])] => "owed[0]: \"district\" is missing; write the district whose card pays";
    base_use step_of_a_city: [("/step", "disable"), ("/acting", "tia"), ("/reckoners/0/kept", null), ("/reckoners/1/kept", null)] => "step: the step \"disable\" belongs to the other bosses and cities: leave it out, or write \"boss\", \"city\" or \"newcago_cards\" in \"rules\"";
    base_use board_without_city: [("/districts/0/board", "Inkom Territory")] => "districts[0].board: nothing is printed on the boards of Newcago in this game: leave it out, or write another \"city\" or \"newcago_cards\" in \"rules\"";
    base_use city_without_city: [("/city", {"passed": 1})] => "city: this belongs to the other bosses and cities: leave it out, or write \"boss\", \"city\" or \"newcago_cards\" in \"rules\"";
    base_use effect_without_city: [("/reckoners/0/effects", ["move"])] => "reckoners[0].effects: an effect belongs to the other bosses and cities: leave it out, or write \"boss\", \"city\" or \"newcago_cards\" in \"rules\"";
    base_use cards_of_steelheart: [("/boss/cards", {"die": 1})] => "boss.cards: Steelheart has no cards; leave it out";
    base_use lost_with_rewards: [("/step", "lost"), ("/cause", "epic_attack"), ("/population", 0), ("/reckoners/0/kept", null), ("/reckoners/1/kept", null), ("/rewards", {"plan": 1})] => "rewards: all rewards are placed before the Epics' phase; leave it out";
    base_use lost_in_use: [("/step", "lost"), ("/cause", "epic_attack"), ("/population", 0), ("/using", true)] => "using: nothing costs population in that step of this game; leave it out";
    base_use shields_without_city: [("/districts/0/red_shields", 1)] => "districts[0].red_shields: this belongs to the module \"epics\": leave it out, or add the module to the \"modules\" of \"rules\"";
    base_use open_without_city: [("/step", "lose-die"), ("/open", "plan"), ("/reckoners/0/kept", null), ("/reckoners/1/kept", null)] => "open: nothing interrupts the group in use in this game or step; leave it out";
}
