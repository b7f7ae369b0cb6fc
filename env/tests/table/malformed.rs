use reckoners_env::table::Table;
use serde_json::{Value, json};

use crate::play::fixed;

/// A short, legal table: Tia and Megan after their first rolls.
fn good() -> Value {
    json!({
        "format": "reckoners-table",
        "version": 2,
        "rules": { "difficulty": "standard" },
        "round": 2,
        "step": "keep",
        "population": 30,
        "money": 3,
        "boss": { "district": 2, "research": 15 },
        "districts": [
            { "name": "The Loop", "epic": "Faultline", "bracket": 2 },
            { "epic": "Nightwielder", "bracket": 1, "enforcement": 3 },
            { "epic": "Digzone", "bracket": 3, "barricades": 1 },
        ],
        "market": ["Rifle", "Camera", "Bribe", "Trap"],
        "reckoners": [
            { "name": "tia", "district": "The Loop", "rolled": "3 purple research, 2 basic money, basic plan" },
            { "name": "megan", "district": 2, "tokens": 1, "rolled": "2 red enforcement", "kept": "red attack, 3 basic attack" },
        ],
    })
}

/// Replaces the values at JSON pointers.
pub(crate) fn change(table: &mut Value, changes: &[(&str, Value)]) {
    for (pointer, value) in changes {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        match table.pointer_mut(parent).unwrap() {
            Value::Object(map) => drop(map.insert(key.into(), value.clone())),
            Value::Array(list) if key == "-" => list.push(value.clone()),
            Value::Array(list) => list[key.parse::<usize>().unwrap()] = value.clone(),
            _ => unreachable!(),
        }
    }
}

/// The good table with the values at JSON pointers replaced.
fn with(changes: &[(&str, Value)]) -> String {
    let mut table = good();
    change(&mut table, changes);
    table.to_string()
}

fn error(text: &str) -> String {
    Table::parse(&fixed(), text)
        .map(drop)
        .unwrap_err()
        .to_string()
}

#[test]
fn the_good_table_is_good() {
    Table::parse(&fixed(), &good().to_string()).unwrap();
}

/// One change to the good table and the message it must give.
macro_rules! malformed {
    ($($name:ident: [$(($pointer:literal, $($value:tt)+)),+] => $message:literal;)+) => {
        $(#[test] fn $name() {
            assert_eq!(error(&with(&[$(($pointer, json!($($value)+))),+])), $message);
        })+
    };
}

malformed! {
    other_format: [("/format", "chess")] => "format: \"chess\" is not \"reckoners-table\"";
    other_version: [("/version", 3)] => "version: 3 is not a version that this program reads (2)";
    unknown_key: [("/populaton", 4)] => "unknown key \"populaton\" (did you mean \"population\"?); one of: format, version, rules, difficulty, round, step, acting, handed_over, district, who, die, card, cause, by, gift, reroll, moved, given, kind, back, effect, aids, draws, buying, using, open, owed, returns_to, rewards, sniper, agenda, population, money, base, boss, districts, market, discarded, defeated, defeated_this_round, city, swaps, reckoners, unusual";
    unknown_district_key: [("/districts/1/epik", "x")] => "districts[1]: unknown key \"epik\" (did you mean \"epic\"?); one of: name, board, marker, exchanged, epic, bracket, research, health, enforcement, barricades, red_shields, blue_shields, copy_tokens, stolen, set_aside";
    unknown_difficulty: [("/rules/difficulty", "hrad")] => "rules.difficulty: unknown difficulty \"hrad\" (did you mean \"hard\"?); one of: beginner, standard, hard, sparks";
    wrong_type: [("/money", "three")] => "money: \"three\" is not a whole number from 0 to 200 (\"unusual\": true allows more)";
    negative: [("/districts/0/enforcement", -1)] => "districts[0].enforcement: -1 is not a whole number from 0 to 25";
    fraction: [("/population", 3.5)] => "population: 3.5 is not a whole number from 0 to 40";
    list_expected: [("/market", "Rifle")] => "market: \"Rifle\" is not a list [ ... ]";
    object_expected: [("/boss", [1])] => "boss: a list is not an object { ... }";
    absent_by_null: [("/market", null)] => "\"market\" is missing; list the face-up Equipment cards ([] if there are none)";
    too_much_enforcement: [("/districts/0/enforcement", 23)] => "districts: 26 Enforcement on the board; the box has 25";
    too_many_barricades: [("/districts/0/barricades", 8)] => "districts: 9 Barricades on the board; the box has 8";
    too_many_tokens: [("/reckoners/0/tokens", 20)] => "reckoners: 21 Plan Tokens with the team; the box has 20";
    population_above: [("/population", 41)] => "population: 41 is not a whole number from 0 to 40";
    nobody_left: [("/population", 0)] => "population: 0: the game is lost, so the step is \"lost\"";
    base_off_its_track: [("/base", 4)] => "base: 4 is not a whole number from 0 to 3";
    too_few_districts: [("/reckoners/-", {"name": "prof", "district": 1})] => "districts: 3 districts; 3 Reckoners play with 4";
    bracket_off_its_track: [("/districts/0/bracket", 9)] => "districts[0].bracket: 9 is not a whole number from 1 to 4";
    bracket_missing: [("/districts/0/bracket", null)] => "districts[0]: \"bracket\" is missing; write how many actions are left of the bracket";
    research_above: [("/districts/0/research", 6)] => "districts[0].research: 6 is not a whole number from 0 to 5";
    health_above: [("/districts/0/health", 11)] => "districts[0].health: 11 is not a whole number from 1 to 10";
    dead_epic: [("/districts/0/health", 0)] => "districts[0].health: 0 is not a whole number from 1 to 10";
    health_word: [("/districts/0/health", "lots")] => "districts[0].health: \"lots\" is not a whole number from 1 to 10 or \"infinite\"";
    infinite_but_weakened: [("/districts/1/research", 0), ("/districts/1/health", "infinite")] => "districts[1].health: Nightwielder has no research left, so it is weakened and its health is a number";
    infinite_but_printed_finite: [("/districts/0/health", "infinite")] => "districts[0].health: \"infinite\" is not the health of Faultline: a whole number from 1 to 10";
    finite_but_printed_infinite: [("/districts/1/health", 4)] => "districts[1].health: 4 is not the health of Nightwielder: \"infinite\" until its research is 0";
    values_without_epic: [("/districts/0/epic", null)] => "districts[0].bracket: there is no \"epic\" in this district";
    district_without_epic: [("/districts/2", {})] => "districts[2]: no \"epic\", but every district has one in the step \"keep\"";
    unknown_epic: [("/districts/0/epic", "Nightweilder")] => "districts[0].epic: unknown Epic \"Nightweilder\" (did you mean \"Nightwielder\"?); one of: Nightwielder, Knighthawk, Strongtower, Firefight, Newton, Mitosis, Sourcefield, Digzone, Obliteration, Snowfall, Ozone, Faultline, Stormwind, Wiper, Deathpoint, Brainstorm, Conflux, Daystorm, Shadowblight, Refractionary, Curveball, Loophole, Frostbite, Dazzle, Fortuity";
    epic_twice: [("/districts/0/epic", "digzone")] => "districts[2].epic: Digzone is already in districts[0].epic";
    defeated_and_there: [("/defeated", ["Digzone"])] => "defeated[0]: Digzone is already in districts[2].epic";
    card_twice: [("/reckoners/0/cards", ["rifle"])] => "reckoners[0].cards[0]: Rifle is already in market[0]";
    market_overfull: [("/market/-", "Emp")] => "market: 5 cards; it has 4 places";
    two_districts_of_one_name: [("/districts/1/name", "the loop")] => "districts[1].name: \"the loop\" is the name of two districts";
    alone: [("/reckoners", [{"name": "tia", "district": 1}])] => "reckoners: 1 Reckoners; a game has 2 to 6 (alone you play two)";
    reckoner_twice: [("/reckoners/1/name", "tia")] => "reckoners[1]: tia is in the team twice";
    unknown_reckoner: [("/reckoners/1/name", "meg")] => "reckoners[1].name: unknown Reckoner \"meg\" (did you mean \"megan\"?); one of: david, prof, megan, cody, abraham, tia, val, mizzy, exel, sam";
    unknown_place: [("/reckoners/1/district", "The Lop")] => "reckoners[1].district: unknown district \"The Lop\" (did you mean \"The Loop\"?); one of: The Loop, District 2, District 3";
    district_number: [("/reckoners/1/district", 4)] => "reckoners[1].district: 4 is not a district: its name or its number from 1 to 3";
    nowhere: [("/reckoners/1/district", null)] => "reckoners[1]: \"district\" is missing; write the district of the miniature";
    absent_actor: [("/acting", "prof")] => "acting: prof is not in the team (tia, megan)";
    boss_with_both: [("/boss/health", 5)] => "boss.health: 5, but Steelheart still has research 15: he gets health when it is 0";
    boss_without_both: [("/boss/research", 0)] => "boss: \"health\" is missing; Steelheart has no research left: write his health";
    boss_nowhere: [("/boss/district", null)] => "boss: \"district\" is missing; write Steelheart's district";
    boss_track_colour: [("/boss/brackets", {"green": 2})] => "boss.brackets: unknown key \"green\"; one of: yellow, black, red, blue";
    face_not_on_the_die: [("/reckoners/0/rolled", "purple attack")] => "reckoners[0].rolled: a purple die has no face \"attack\"; its faces: research x2, research, plan, money, contain (two equal dice are \"2 purple research x2\")";
    more_dice_than_owned: [("/reckoners/0/rolled", "4 purple research")] => "reckoners[0].rolled: 4 purple dice, but tia has 3";
    dice_not_listed: [("/reckoners/0/rolled", "3 purple research")] => "reckoners[0]: tia's dice 3 basic are neither under \"rolled\" nor under \"kept\"";
    not_rolled: [("/reckoners/0/rolled", "")] => "reckoners[0]: tia has not rolled, but this step begins after everybody's first roll: list the dice under \"rolled\" or \"kept\"";
    third_roll_lying: [("/reckoners/0/rolls", 3)] => "reckoners[0].rolled: a third roll is kept as it is, unless Faith can still change it: list its dice under \"kept\"";
    nothing_kept_of_the_first_roll: [("/reckoners/0/rolls", 2)] => "reckoners[0].rolls: 2 rolls, but 0 dice kept before the last: at least one is kept of each";
    done_while_rolling: [("/reckoners/1/done", true)] => "reckoners[1].done: nobody is done with dice before they are used; leave it out";
    ability_used_while_rolling: [("/reckoners/1/ability_used", true)] => "reckoners[1].ability_used: this ability is for the dice in use, which are still to be rolled; leave it out";
    card_used_while_rolling: [("/reckoners/0/cards", ["EMP"]), ("/reckoners/0/used_cards", ["EMP"])] => "reckoners[0].used_cards: no card is used before the dice are; leave it out";
    new_tokens_while_rolling: [("/reckoners/1/tokens_beside", 1)] => "reckoners[1].tokens_beside: new tokens join the others when Purchase ends: count them under \"tokens\"";
    too_many_rolls: [("/reckoners/0/rolls", 4)] => "reckoners[0].rolls: 4 is not a whole number from 0 to 3";
    lost_too_many: [("/reckoners/0/lost_dice", "4 purple")] => "reckoners[0].lost_dice: 4 purple dice lost, but the starting dice and the cards give 3";
    owned_too_many: [("/reckoners/0/dice", "4 purple, 3 basic")] => "reckoners[0].dice: 4 purple dice owned, but the starting dice and the cards give 3";
    used_card_not_owned: [("/reckoners/0/used_cards", ["emp"])] => "reckoners[0].used_cards[0]: EMP is not among the \"cards\"";
    unknown_step: [("/step", "rol")] => "step: unknown step \"rol\" (did you mean \"roll-dice\"?); one of: deal-epic, deal-equipment, place-boss, move-boss, roll-dice, transform, deal-board, power-dice, boss-card, draw-aid, place, keep, faith, use, set-face, spend, reward, buy, receive, lose-die, recipient, regain, reroll, kidnap-to, kidnap, after-move, steal, sell, discard-token, swap-give, swap-take, extra-kind, disable, lay-aside, second-half, lose-face, keep-aid, give-aid, suffer, perform, won, lost";
    wrong_round: [("/round", 0)] => "round: 0, but the step \"keep\" belongs to rounds from 1 on";
    key_of_another_step: [("/open", "2 research")] => "open: the step \"keep\" does not have this; leave it out";
    dice_in_use: [("/step", "use")] => "reckoners[0].rolled: 2 basic money, basic plan, 3 purple research; all dice are kept in this step: list them under \"kept\"\nreckoners[1].rolled: 2 red enforcement; all dice are kept in this step: list them under \"kept\"";
    dice_away: [("/step", "buy")] => "reckoners[0].rolled: 2 basic money, basic plan, 3 purple research; the dice are put away in this step\nreckoners[1].rolled: 2 red enforcement; the dice are put away in this step";
    not_an_agenda: [("/step", "lose-die"), ("/agenda", ["jump 3"]), ("/reckoners", [{"name": "tia", "district": 1}, {"name": "megan", "district": 1}])] => "agenda[0]: unknown piece of work \"jump\"; one of: activate, end-activation, advance, copy-tokens, perform, repeat, boss, track, act, again, add-epics, city, pass, use, spend-on, place-rewards, lower-marker, look-weakened, sale, buy, fill-market, place, city-prologue, boss-moves";
    nothing_open: [("/step", "spend"), ("/acting", "tia"), ("/open", "attack blast"), ("/reckoners", [{"name": "tia", "district": 1}, {"name": "megan", "district": 1}])] => "open: unknown symbol \"attack blast\" (did you mean \"attack\"?); one of: money, enforcement, contain, research, attack, plan";
    nothing_to_use: [("/step", "use"), ("/acting", "megan"), ("/reckoners", [{"name": "tia", "district": 1, "kept": "white $"}, {"name": "megan", "district": 1}])] => "acting: megan has no die, token, card or ability left to use; when nobody has, the step is \"reward\" or \"buy\"";
    rules_and_difficulty: [("/difficulty", "hard")] => "difficulty: hard, but \"rules\" says standard";
    no_rules: [("/rules", null)] => "\"difficulty\" is missing; write \"beginner\", \"standard\", \"hard\" or \"sparks\"";
    unknown_boss: [("/rules/boss", "stealheart")] => "rules.boss: unknown boss \"stealheart\" (did you mean \"steelheart\"?); one of: steelheart, regalia, limelight";
    rules_without_difficulty: [("/rules", {"boss": "steelheart"})] => "rules: missing field `difficulty`";
    list_for_an_object: [("/districts/0", ["The Loop", "Faultline"])] => "districts[0]: a list is not an object { ... }";
    null_in_a_list: [("/market/0", null)] => "market[0]: null is not the name of an Equipment card";
    boss_out_of_all_bounds: [("/boss/research", 1000)] => "boss.research: 1000 is not a whole number from 0 to 80 (\"unusual\": true allows more)";
    district_called_as_another: [("/districts/1/name", "District 8")] => "districts[1].name: \"District 8\" is no district name: numbers stand for the districts in their order";
    rewards_above: [("/step", "use"), ("/rewards", {"plan": 256}), ("/reckoners", [{"name": "tia", "district": 1}, {"name": "megan", "district": 1}])] => "rewards.plan: 256 is not a whole number from 0 to 255";
    market_unfilled: [("/market", ["Rifle"])] => "market: 1 cards; 4 lie there as long as the deck has cards";
    receive_with_full_market: [("/step", "receive"), ("/card", "Emp"), ("/reckoners", [{"name": "tia", "district": 1}, {"name": "megan", "district": 1}])] => "market: 4 cards, but the bought one left a place free: it has 4 in all";
    new_tokens_after_purchase: [("/step", "move-boss"), ("/reckoners", [{"name": "tia", "district": 1, "tokens_beside": 2}, {"name": "megan", "district": 1}])] => "reckoners[0].tokens_beside: new tokens join the others when Purchase ends: count them under \"tokens\"";
    kept_before_the_first_rolls: [("/step", "roll-dice"), ("/who", "megan"), ("/reckoners/0/kept", "basic plan"), ("/reckoners/0/rolled", "3 purple research, 2 basic money"), ("/reckoners/1", {"name": "megan", "district": 1})] => "reckoners[0].kept: nothing is kept before everybody has rolled";
    rolls_again_without_acting: [("/step", "roll-dice"), ("/who", "megan"), ("/acting", "tia"), ("/reckoners/1", {"name": "megan", "district": 1, "kept": "red attack"})] => "acting: a Reckoner who rolls again is the one who acts";
    more_kept_now_than_kept: [("/reckoners/1/kept_now", 5)] => "reckoners[1].kept_now: 5; at most 4 of the kept dice are of this roll";
    faith_of_another: [("/step", "faith"), ("/acting", "megan"), ("/reckoners/1", {"name": "megan", "district": 1})] => "acting: megan does not have the ability Faith";
    group_from_nowhere: [("/step", "spend"), ("/acting", "tia"), ("/open", "5 attack"), ("/reckoners", [{"name": "tia", "district": 1}, {"name": "megan", "district": 1}])] => "open: no used die, card or ability of tia gives these symbols, and a token gives one";
    anywhere_without_its_card: [("/step", "spend"), ("/acting", "tia"), ("/open", {"symbols": "RR", "anywhere": true}), ("/reckoners", [{"name": "tia", "district": 1}, {"name": "megan", "district": 1}])] => "open: no used die, card or ability of tia gives these symbols, and a token gives one";
    work_that_cannot_be_last: [("/step", "lose-die"), ("/agenda", ["advance 2"]), ("/reckoners", [{"name": "tia", "district": 1}, {"name": "megan", "district": 1}])] => "agenda[0]: \"advance 2\" is never the last of an Epics' phase";
    work_of_another_district: [("/step", "lose-die"), ("/agenda", ["perform 1 1 2", "advance 1", "activate 1"]), ("/reckoners", [{"name": "tia", "district": 1}, {"name": "megan", "district": 1}])] => "agenda[1]: \"advance 1\" never comes just before \"activate 1\"";
    work_without_its_numbers: [("/step", "lose-die"), ("/agenda", ["perform 1"]), ("/reckoners", [{"name": "tia", "district": 1}, {"name": "megan", "district": 1}])] => "agenda[0]: \"perform 1\" is not of the form \"perform DISTRICT NEXT END\"";
    fewer_dice_than_at_the_start: [("/reckoners/0/dice", "3 purple")] => "reckoners[0].dice: 0 basic dice, but tia began with 3: list those given up under \"lost_dice\"";
    rewards_nowhere_to_go: [("/step", "reward"), ("/rewards", {"enforcement": 1}), ("/districts/1/enforcement", 0), ("/reckoners", [{"name": "tia", "district": 1}, {"name": "megan", "district": 1}])] => "rewards: none of them can be placed; the next step is \"buy\"";
    no_sniper: [("/step", "use"), ("/sniper", 1), ("/reckoners", [{"name": "tia", "district": 1, "kept": "white $"}, {"name": "megan", "district": 1}])] => "sniper: nobody in the team has the ability Sniper";
}

#[test]
fn text_that_is_no_json() {
    assert_eq!(
        error(""),
        "not valid JSON: EOF while parsing a value at line 1 column 0 (the file is empty)"
    );
    assert_eq!(
        error("{\"format\": \"reckoners-table\""),
        "not valid JSON: EOF while parsing an object at line 1 column 28"
    );
    assert_eq!(error("[1, 2]"), "a list is not an object { ... }");
    assert_eq!(error("7"), "7 is not an object { ... }");
    assert_eq!(
        error("{}"),
        "\"format\" is missing; write \"format\": \"reckoners-table\""
    );
    assert_eq!(
        error("{\"money\": 1, \"money\": 2}"),
        "not valid JSON: the key \"money\" is given twice at line 1 column 20"
    );
}

#[test]
fn usual_slips_are_named() {
    for (text, slip) in [
        ("{\n  “money”: 1\n}", "write \" instead of “"),
        ("{\n  \"money\": ‘x’\n}", "write \" instead of ‘"),
        ("{'money': 1}", "write \" instead of '"),
        (
            "{\n  // the money\n  \"money\": 1\n}",
            "comments are not allowed",
        ),
        ("# the money\n{}", "comments are not allowed"),
        ("{\"money\": 1\n \"round\": 2}", "a comma is missing"),
        ("{\"format\":\"reckoners-trace\"}\n{}", "`play --resume`"),
    ] {
        assert!(error(text).contains(slip), "{text}: {}", error(text));
    }
    // What stands elsewhere in the line is not the cause.
    let comma = error("{\"money\": 1 \"note\": \"St. Mary's, http://here\"}");
    assert!(comma.contains("a comma is missing"), "{comma}");
}

#[test]
fn deep_and_huge_input_is_answered() {
    assert_eq!(
        error(&"[".repeat(100_000)),
        "not valid JSON: recursion limit exceeded at line 1 column 128"
    );
    assert_eq!(
        error(&"7".repeat(3 << 20)),
        "3145728 bytes is more than a table can have (at most 1048576)"
    );
    let long = error(&with(&[("/difficulty", json!("x".repeat(500_000)))]));
    assert!(long.len() < 300, "{long}");
    let wide = Value::Array(vec![json!("rifle"); 50_000]);
    let many = error(&with(&[("/market", wide)]));
    assert!(many.starts_with("market[1]: Rifle is already in market[0]\nmarket[2]: "));
    assert!(many.ends_with("(there may be more)"), "{many}");
    assert_eq!(many.lines().count(), 21);
}

#[test]
fn all_errors_are_told_at_once() {
    let text = with(&[
        ("/difficulti", json!(1)),
        ("/money", json!("three")),
        ("/boss/research", json!(-4)),
        ("/districts/0/epic", json!("Faultlin")),
        ("/districts/0/helth", json!(3)),
        ("/districts/2", json!(7)),
        ("/market/1", json!("Camra")),
        ("/reckoners/0/rolled", json!("purple XX")),
        ("/reckoners/0/district", json!(9)),
        ("/reckoners/1", json!("megn")),
    ]);
    let error = error(&text);
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!(lines.len(), 10, "{error}");
    for start in [
        "unknown key \"difficulti\" (did you mean \"difficulty\"?)",
        "money: \"three\" is not a whole number from 0 to 200",
        "boss.research: -4 is not a whole number from 0 to ",
        "districts[0].epic: unknown Epic \"Faultlin\" (did you mean \"Faultline\"?)",
        "districts[0]: unknown key \"helth\" (did you mean \"health\"?)",
        "districts[2]: 7 is not an object",
        "market[1]: unknown Equipment \"Camra\"",
        "reckoners[0].rolled: unknown symbol \"XX\"",
        "reckoners[0].district: 9 is not a district",
        "reckoners[1]: unknown Reckoner \"megn\" (did you mean \"megan\"?)",
    ] {
        assert!(
            lines.iter().any(|l| l.starts_with(start)),
            "{start}\n{error}"
        );
    }
}

#[test]
fn relations_are_told_together_too() {
    let text = with(&[
        ("/districts/2", json!({ "name": "Far" })),
        ("/market", json!(["Rifle"])),
        ("/reckoners/1/done", json!(true)),
        ("/reckoners/0/tokens_beside", json!(1)),
    ]);
    assert_eq!(error(&text).lines().count(), 4, "{}", error(&text));
}

#[test]
fn a_file_of_version_1_is_told_what_to_change() {
    let mut old = good();
    old["version"] = json!(1);
    old["step"] = json!("rolling");
    old["steelheart"] = old["boss"].take();
    old["rolling"] = json!("tia");
    assert_eq!(
        error(&old.to_string()),
        "version: 1 is the version before this one; write \"version\": 2, write \"step\": \"roll-dice\", \
         call \"steelheart\" \"boss\", call \"rolling\" \"who\""
    );
}

#[test]
fn keys_given_twice_are_refused_at_any_depth() {
    let text = good().to_string();
    for (once, twice) in [
        ("\"population\":30", "\"population\":30,\"population\":30"),
        ("\"bracket\":1", "\"bracket\":1,\"bracket\":2"),
        ("\"research\":15", "\"research\":15,\"research\":16"),
    ] {
        assert!(text.contains(once));
        let error = error(&text.replace(once, twice));
        assert!(error.contains("is given twice"), "{error}");
    }
}

#[test]
fn other_spellings_are_understood() {
    for changes in [
        [("/rules", json!(null)), ("/difficulty", json!("Sparks!"))],
        [
            ("/rules/difficulty", json!("SPARKS")),
            ("/step", json!("Keep")),
        ],
        [
            ("/districts/1/health", json!("∞")),
            ("/market/0", json!("RIFLE")),
        ],
        [("/unusual", json!(true)), ("/boss/research", json!(1000))],
    ] {
        let text = with(&changes);
        let table = Table::parse(&fixed(), &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let again = Table::parse(&fixed(), &table.to_text(&fixed()));
        assert_eq!(again, Ok(table));
    }
}
