//! Malformed files of games with modules, and their messages.

use reckoners_env::Rules;
use reckoners_env::table::Table;
use serde_json::{Value, json};

use crate::malformed::change;

/// A legal table with all modules, while dice are used.
fn good() -> Value {
    json!({
        "format": "reckoners-table",
        "version": 2,
        "rules": { "difficulty": "standard", "modules": ["reckoners", "equipment", "epics"] },
        "round": 3,
        "step": "use",
        "acting": "mizzy",
        "population": 30,
        "money": 3,
        "boss": { "district": 2, "research": 15 },
        "districts": [
            { "name": "The Loop", "epic": "Knighthawk", "bracket": 2, "stolen": [{ "card": "Rifle", "owner": "val" }] },
            { "epic": "Frostbite", "bracket": 1, "blue_shields": 2, "enforcement": 1 },
            { "epic": "Mitosis", "bracket": 3, "copy_tokens": 1 },
        ],
        "market": ["Camera", "Bribe", "Trap", "Newcago Dog"],
        "swaps": { "herman": "red" },
        "reckoners": [
            { "name": "val", "district": 1, "cards": ["Herman", "Spyril", "EMP"], "resting_cards": ["EMP"], "dice": "2 basic, green, 2 purple, red" },
            { "name": "mizzy", "district": 2, "tokens": 1, "cards": ["Data Chip", "Submarine"], "demolitions": 1, "half_paid": [{ "card": "Data Chip", "with": "plan" }] },
        ],
    })
}

fn error(changes: &[(&str, Value)]) -> String {
    let mut table = good();
    change(&mut table, changes);
    Table::parse(&Rules::embedded(), &table.to_string())
        .map(drop)
        .unwrap_err()
        .to_string()
}

#[test]
fn the_good_table_is_good() {
    if let Err(error) = Table::parse(&Rules::embedded(), &good().to_string()) {
        panic!("{error}");
    }
}

/// Changes to the good table and the message they must give.
macro_rules! malformed {
    ($($name:ident: [$(($pointer:literal, $($value:tt)+)),+] => $message:literal;)+) => {
        $(#[test] fn $name() {
            assert_eq!(error(&[$(($pointer, json!($($value)+))),+]), $message);
        })+
    };
}

malformed! {
    unknown_module: [("/rules/modules", ["epic"])] => "rules.modules[0]: unknown module \"epic\" (did you mean \"epics\"?); one of: reckoners, equipment, epics";
    reckoner_without_module: [("/rules/modules", ["equipment", "epics"])] => "reckoners[0]: val plays only with the module \"reckoners\"";
    card_without_module: [("/rules/modules", ["reckoners", "epics"])] => "market[3]: Newcago Dog belongs to the module \"equipment\": leave it out, or add the module to the \"modules\" of \"rules\"\nreckoners[0].cards[0]: Herman belongs to the module \"equipment\": leave it out, or add the module to the \"modules\" of \"rules\"\nreckoners[0].cards[1]: Spyril belongs to the module \"equipment\": leave it out, or add the module to the \"modules\" of \"rules\"\nreckoners[1].cards[0]: Data Chip belongs to the module \"equipment\": leave it out, or add the module to the \"modules\" of \"rules\"\nreckoners[1].cards[1]: Submarine belongs to the module \"equipment\": leave it out, or add the module to the \"modules\" of \"rules\"\nreckoners[1].half_paid[0].card: Data Chip belongs to the module \"equipment\": leave it out, or add the module to the \"modules\" of \"rules\"";
    pieces_without_module: [("/rules/modules", ["reckoners", "equipment"])] => "districts[0].stolen: this belongs to the module \"epics\": leave it out, or add the module to the \"modules\" of \"rules\"\ndistricts[1].blue_shields: this belongs to the module \"epics\": leave it out, or add the module to the \"modules\" of \"rules\"\ndistricts[2].copy_tokens: this belongs to the module \"epics\": leave it out, or add the module to the \"modules\" of \"rules\"\nreckoners[0].resting_cards: this belongs to the module \"epics\": leave it out, or add the module to the \"modules\" of \"rules\"";
    new_epic_without_module: [("/rules/modules", ["reckoners", "equipment"]), ("/districts/0", {"epic": "Larcener", "bracket": 1})] => "districts[0].epic: Larcener belongs to the module \"epics\": leave it out, or add the module to the \"modules\" of \"rules\"";
    step_without_module: [("/rules/modules", ["reckoners", "equipment"]), ("/step", "steal")] => "step: the step \"steal\" belongs to the module \"epics\": leave it out, or add the module to the \"modules\" of \"rules\"\n\"district\" is missing; write the district of the Epic that steals";
    too_many_shields: [("/districts/0/blue_shields", 5)] => "districts: 7 blue Shields on the board; the box has 6";
    shields_above: [("/districts/0/red_shields", 11)] => "districts[0].red_shields: 11 is not a whole number from 0 to 10";
    too_many_copy_tokens: [("/districts/0/copy_tokens", 8)] => "districts: 9 Copy Tokens on the board; the box has 8";
    stolen_card_elsewhere: [("/districts/0/stolen/0/card", "EMP")] => "reckoners[0].cards[2]: EMP is already in districts[0].stolen[0].card";
    stolen_without_owner: [("/districts/0/stolen/0/owner", null)] => "districts[0].stolen[0]: \"owner\" is missing; write who gets the card back";
    stolen_from_nobody: [("/districts/0/stolen/0/owner", "tia")] => "districts[0].stolen[0].owner: tia is not in the team (val, mizzy)";
    stolen_without_card: [("/districts/0/stolen/0", {"owner": "val"})] => "districts[0].stolen[0]: \"card\" is missing; write the name of the card";
    stolen_without_epic: [("/districts/0", {"stolen": [{"card": "Rifle", "owner": "val"}]})] => "districts[0].stolen: there is no \"epic\" in this district that could have stolen it";
    stolen_is_no_object: [("/districts/0/stolen", ["Rifle"])] => "districts[0].stolen[0]: \"Rifle\" is not an object { ... }";
    counting_between_activations: [("/districts/0/set_aside", {"barricade": 1})] => "districts[0].set_aside: only while an Epic is activated, with \"end-activation\" in the \"agenda\"";
    counting_the_unknown: [("/districts/0/set_aside", {"barricades": 1})] => "districts[0].set_aside: unknown key \"barricades\" (did you mean \"barricade\"?); one of: barricade, enforcement, shield, copy_token, reckoner, research";
    resting_card_not_owned: [("/reckoners/0/resting_cards", ["Camera"])] => "reckoners[0].resting_cards[0]: Camera is not among the \"cards\"";
    resting_card_used: [("/reckoners/0/used_cards", ["EMP"])] => "reckoners[0].resting_cards: EMP rests, so it was not used or paid this round";
    resting_while_rolling: [("/step", "swap-give"), ("/card", "Herman"), ("/acting", null), ("/swaps", null), ("/reckoners/1/half_paid", null)] => "reckoners[0].resting_cards: cards wake before the dice are rolled; leave it out";
    half_paid_not_owned: [("/reckoners/1/half_paid/0/card", "Epic Bomb")] => "reckoners[1].half_paid[0].card: Epic Bomb is not among the \"cards\"";
    half_paid_once: [("/reckoners/1/half_paid/0/card", "Submarine")] => "reckoners[1].half_paid[0].card: Submarine does not cost two dice";
    half_paid_with_another: [("/reckoners/1/half_paid/0/with", "attack")] => "reckoners[1].half_paid[0].with: \"attack\" is not what pays Data Chip: plan, research, or both";
    half_paid_with_nonsense: [("/reckoners/1/half_paid/0/with", "plann")] => "reckoners[1].half_paid[0].with: unknown symbol \"plann\" (did you mean \"plan\"?); one of: money, enforcement, contain, research, attack, plan";
    half_paid_without_symbol: [("/reckoners/1/half_paid/0/with", null)] => "reckoners[1].half_paid[0]: \"with\" is missing; write the symbol that the first payment was";
    half_paid_and_used: [("/reckoners/1/used_cards", ["Data Chip"])] => "reckoners[1].half_paid: Data Chip was used, so it has both payments";
    half_paid_after_use: [("/step", "buy"), ("/acting", null)] => "reckoners[1].half_paid: a first payment is lost when the dice are put away; leave it out";
    demolitions_above: [("/reckoners/1/demolitions", 4)] => "reckoners[1].demolitions: 4 is not a whole number from 0 to 3";
    demolitions_of_another: [("/reckoners/0/demolitions", 1)] => "reckoners[0].demolitions: val does not have the ability Demolitions";
    unknown_effect: [("/reckoners/0/effects", ["moves"])] => "reckoners[0].effects[0]: unknown effect \"moves\" (did you mean \"move\"?); one of: reroll, die, equipment, ability, move, singles";
    consumable_owned: [("/market/3", "Drone"), ("/reckoners/0/cards/2", "Newcago Dog"), ("/reckoners/0/resting_cards", [])] => "reckoners[0].cards: Newcago Dog is used when it is bought; then it is \"discarded\"";
    permanent_card_used: [("/reckoners/1/used_cards", ["Submarine"])] => "reckoners[1].used_cards: Submarine works by itself and is never used";
    swapped_without_card: [("/swaps/rtich", "blue")] => "swaps.rtich: nobody has this card, or it rests, so nothing is changed; leave it out";
    swapped_for_nothing: [("/swaps/herman", "pink")] => "swaps.herman: unknown die \"pink\"; one of: basic, blue, green, purple, red, black, orange";
    swapped_but_no_dice: [("/reckoners/0/dice", null)] => "reckoners[0]: \"dice\" is missing; write what val has: a card changed some";
    too_many_dice: [("/reckoners/0/dice", "5 basic, 6 green, 5 purple, red")] => "reckoners[0].dice: 17 dice; val can have at most 16";
    dice_beyond_the_box: [("/reckoners/0/dice", "8 red")] => "reckoners: 8 red dice with the team; the box has 7";
    owed_without_card: [("/step", "spend"), ("/open", "plan"), ("/owed", [{"who": "val", "by": "move"}])] => "owed[0]: val has no card that earns something by a Move";
    owed_for_the_unknown: [("/step", "spend"), ("/open", "plan"), ("/owed", [{"who": "mizzy", "by": "walk"}])] => "owed[0].by: unknown reason \"walk\"; one of: move, weakening, benefit";
    owed_without_reason: [("/step", "spend"), ("/open", "plan"), ("/owed", [{"who": "mizzy"}])] => "owed[0]: \"by\" is missing; write \"move\", \"weakening\" or \"benefit\"";
    owed_in_another_step: [("/owed", [{"who": "mizzy", "by": "move"}])] => "owed: the step \"use\" does not have this; leave it out";
    returns_to_in_another_step: [("/returns_to", "val")] => "returns_to: the step \"use\" does not have this; leave it out";
    unknown_gift: [("/step", "recipient"), ("/gift", "regian")] => "gift: unknown gift \"regian\" (did you mean \"regain\"?); one of: move, regain, reroll";
    gift_missing: [("/step", "recipient")] => "\"gift\" is missing; write \"move\", \"regain\" or \"reroll\"";
    gift_not_used: [("/step", "recipient"), ("/gift", "move"), ("/acting", "val")] => "acting: val has not used a card or ability with the effect Dispatcher";
    regain_without_giver: [("/step", "regain"), ("/reckoners/1/half_paid", null)] => "returns_to: write the Reckoner who has used Spyril and gives it to the acting one";
    regain_while_a_card_waits: [("/step", "regain"), ("/returns_to", "val"), ("/reckoners/0/used_cards", ["Spyril"])] => "acting: mizzy has a card that waits for its second payment, so no die can be taken back";
    reroll_of_nothing: [("/step", "reroll"), ("/reroll", 3)] => "reroll: 3 is not a whole number from 1 to 2";
    kidnap_without_card: [("/step", "kidnap"), ("/district", 1)] => "acting: mizzy has not used a card or ability with the effect Kidnap";
    kidnap_without_district: [("/step", "kidnap")] => "\"district\" is missing; write the district into which things are put";
    kidnapped_too_much: [("/step", "kidnap"), ("/district", 1), ("/moved", 3)] => "moved: 3 is not a whole number from 0 to 2";
    nothing_after_a_move: [("/step", "after-move"), ("/acting", "val")] => "acting: val has no card that earns something by a Move";
    swap_by_another_card: [("/step", "swap-take"), ("/acting", "val"), ("/card", "Spyril"), ("/given", "red")] => "card: Spyril does not change dice";
    swap_of_another_die: [("/step", "swap-take"), ("/acting", "val"), ("/card", "Herman"), ("/given", "green"), ("/reckoners/0/resting_cards", []), ("/reckoners/1/half_paid", null)] => "given: green, but the die that can be changed is red";
    swap_once_more: [("/step", "swap-give"), ("/acting", "val"), ("/card", "Herman"), ("/reckoners/0/resting_cards", []), ("/reckoners/1/half_paid", null)] => "step: a die was changed before, so the step is \"swap-take\"";
    swap_by_nobody: [("/step", "extra-kind"), ("/acting", "val"), ("/reckoners/0/resting_cards", []), ("/reckoners/1/half_paid", null)] => "acting: val does not have the card that asks, or it rests";
    sold_with_money: [("/step", "sell"), ("/acting", null), ("/reckoners/1/half_paid", null)] => "money: 3, but cards are sold only when there is no money";
    transform_by_nobody: [("/step", "transform"), ("/district", 1), ("/by", "epics")] => "by: \"epics\" is not \"epic\", \"overflow\", \"boss\" or \"city\", with \"copied\", \"powered-up\" or \"boosted\" after it where it came about so";
    transform_without_who: [("/step", "transform"), ("/district", 1)] => "\"by\" is missing; write who transforms, such as \"epic\"";
    deed_of_no_card: [("/step", "steal"), ("/district", 1), ("/agenda", ["act 1 boss boosted ADD_ENF_PER_CARD", "track yellow 1 1", "boss 1"]), ("/reckoners/1/half_paid", null)] => "agenda[0]: no card of this game does \"ADD_ENF_PER_CARD\"";
    copies_without_tokens: [("/step", "steal"), ("/district", 1), ("/agenda", ["copy-tokens 1 1 1", "advance 1", "end-activation", "activate 3"]), ("/reckoners/1/half_paid", null)] => "agenda[0]: \"copy-tokens 1 1 1\" never comes just before \"advance 1\"";
    way_lost_on_the_way: [("/step", "steal"), ("/district", 1), ("/agenda", ["act 1 epic STEAL", "act 1 epic copied STEAL", "perform 1 1 2", "advance 1", "end-activation", "activate 3"]), ("/reckoners/1/half_paid", null)] => "agenda[0]: \"act 1 epic STEAL\" never comes just before \"act 1 epic copied STEAL\"";
    too_many_draws: [("/step", "deal-equipment"), ("/acting", null), ("/market", ["Camera"]), ("/draws", 4), ("/reckoners/1/half_paid", null)] => "draws: 4 is not a whole number from 1 to 3";
    buying_in_another_step: [("/buying", true)] => "buying: the step \"use\" does not have this; leave it out";
    sniper_while_rolling: [("/step", "roll-dice"), ("/who", "val"), ("/sniper", 1)] => "sniper: only a roll that a gift allows has this: write \"reroll\" too";
    gift_roll_without_reroll: [("/step", "roll-dice"), ("/who", "val"), ("/returns_to", "mizzy")] => "returns_to: only a roll that a gift allows has this: write \"reroll\" too";
}
