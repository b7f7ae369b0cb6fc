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
    unknown_module: [("/rules/modules", ["epic"])] => "";
    reckoner_without_module: [("/rules/modules", ["equipment", "epics"])] => "";
    card_without_module: [("/rules/modules", ["reckoners", "epics"])] => "";
    pieces_without_module: [("/rules/modules", ["reckoners", "equipment"])] => "";
    new_epic_without_module: [("/rules/modules", ["reckoners", "equipment"]), ("/districts/0", {"epic": "NEWEPIC", "bracket": 1})] => "";
    step_without_module: [("/rules/modules", ["reckoners", "equipment"]), ("/step", "steal")] => "";
    too_many_shields: [("/districts/0/blue_shields", 5)] => "";
    shields_above: [("/districts/0/red_shields", 11)] => "";
    too_many_copy_tokens: [("/districts/0/copy_tokens", 8)] => "";
    stolen_card_elsewhere: [("/districts/0/stolen/0/card", "EMP")] => "";
    stolen_without_owner: [("/districts/0/stolen/0/owner", null)] => "";
    stolen_from_nobody: [("/districts/0/stolen/0/owner", "tia")] => "";
    stolen_without_card: [("/districts/0/stolen/0", {"owner": "val"})] => "";
    stolen_without_epic: [("/districts/0", {"stolen": [{"card": "Rifle", "owner": "val"}]})] => "";
    stolen_is_no_object: [("/districts/0/stolen", ["Rifle"])] => "";
    counting_between_activations: [("/districts/0/set_aside", {"barricade": 1})] => "";
    counting_the_unknown: [("/districts/0/set_aside", {"barricades": 1})] => "";
    resting_card_not_owned: [("/reckoners/0/resting_cards", ["Camera"])] => "";
    resting_card_used: [("/reckoners/0/used_cards", ["EMP"])] => "";
    resting_while_rolling: [("/step", "swap-give"), ("/card", "Herman"), ("/acting", null), ("/swaps", null), ("/reckoners/1/half_paid", null)] => "";
    half_paid_not_owned: [("/reckoners/1/half_paid/0/card", "Epic Bomb")] => "";
    half_paid_once: [("/reckoners/1/half_paid/0/card", "Submarine")] => "";
    half_paid_with_another: [("/reckoners/1/half_paid/0/with", "attack")] => "";
    half_paid_with_nonsense: [("/reckoners/1/half_paid/0/with", "plann")] => "";
    half_paid_without_symbol: [("/reckoners/1/half_paid/0/with", null)] => "";
    half_paid_and_used: [("/reckoners/1/used_cards", ["Data Chip"])] => "";
    half_paid_after_use: [("/step", "buy"), ("/acting", null)] => "";
    demolitions_above: [("/reckoners/1/demolitions", 4)] => "";
    demolitions_of_another: [("/reckoners/0/demolitions", 1)] => "";
    unknown_effect: [("/reckoners/0/effects", ["moves"])] => "";
    consumable_owned: [("/market/3", "Drone"), ("/reckoners/0/cards/2", "Newcago Dog"), ("/reckoners/0/resting_cards", [])] => "";
    permanent_card_used: [("/reckoners/1/used_cards", ["Submarine"])] => "";
    swapped_without_card: [("/swaps/rtich", "blue")] => "";
    swapped_for_nothing: [("/swaps/herman", "pink")] => "";
    swapped_but_no_dice: [("/reckoners/0/dice", null)] => "";
    too_many_dice: [("/reckoners/0/dice", "2 basic, 4 green, 3 purple, red")] => "";
    dice_beyond_the_box: [("/reckoners/0/dice", "8 red")] => "";
    owed_without_card: [("/step", "spend"), ("/open", "plan"), ("/owed", [{"who": "val", "by": "move"}])] => "";
    owed_for_the_unknown: [("/step", "spend"), ("/open", "plan"), ("/owed", [{"who": "mizzy", "by": "walk"}])] => "";
    owed_without_reason: [("/step", "spend"), ("/open", "plan"), ("/owed", [{"who": "mizzy"}])] => "";
    owed_in_another_step: [("/owed", [{"who": "mizzy", "by": "move"}])] => "";
    returns_to_in_another_step: [("/returns_to", "val")] => "";
    unknown_gift: [("/step", "recipient"), ("/gift", "regian")] => "";
    gift_missing: [("/step", "recipient")] => "";
    gift_not_used: [("/step", "recipient"), ("/gift", "move"), ("/acting", "val")] => "";
    regain_without_giver: [("/step", "regain"), ("/reckoners/1/half_paid", null)] => "";
    regain_while_a_card_waits: [("/step", "regain"), ("/returns_to", "val"), ("/reckoners/0/used_cards", ["Spyril"])] => "";
    reroll_of_nothing: [("/step", "reroll"), ("/reroll", 3)] => "";
    kidnap_without_card: [("/step", "kidnap"), ("/district", 1)] => "";
    kidnap_without_district: [("/step", "kidnap")] => "";
    kidnapped_too_much: [("/step", "kidnap"), ("/district", 1), ("/moved", 3)] => "";
    nothing_after_a_move: [("/step", "after-move"), ("/acting", "val")] => "";
    swap_by_another_card: [("/step", "swap-take"), ("/acting", "val"), ("/card", "Spyril"), ("/given", "red")] => "";
    swap_of_another_die: [("/step", "swap-take"), ("/acting", "val"), ("/card", "Herman"), ("/given", "green"), ("/reckoners/0/resting_cards", []), ("/reckoners/1/half_paid", null)] => "";
    swap_once_more: [("/step", "swap-give"), ("/acting", "val"), ("/card", "Herman"), ("/reckoners/0/resting_cards", []), ("/reckoners/1/half_paid", null)] => "";
    swap_by_nobody: [("/step", "extra-kind"), ("/acting", "val"), ("/reckoners/0/resting_cards", []), ("/reckoners/1/half_paid", null)] => "";
    sold_with_money: [("/step", "sell"), ("/acting", null), ("/reckoners/1/half_paid", null)] => "";
    transform_by_nobody: [("/step", "transform"), ("/district", 1), ("/by", "epics")] => "";
    transform_without_who: [("/step", "transform"), ("/district", 1)] => "";
    deed_of_no_card: [("/step", "steal"), ("/district", 1), ("/agenda", ["act 1 boss boosted ADD_ENF_PER_CARD", "track yellow 1 1", "boss 1"]), ("/reckoners/1/half_paid", null)] => "";
    copies_without_tokens: [("/step", "steal"), ("/district", 1), ("/agenda", ["copy-tokens 1 1 1", "advance 1", "end-activation", "activate 3"]), ("/reckoners/1/half_paid", null)] => "";
    way_lost_on_the_way: [("/step", "steal"), ("/district", 1), ("/agenda", ["act 1 epic STEAL", "act 1 epic copied STEAL", "perform 1 1 2", "advance 1", "end-activation", "activate 3"]), ("/reckoners/1/half_paid", null)] => "";
    too_many_draws: [("/step", "deal-equipment"), ("/acting", null), ("/market", ["Camera"]), ("/draws", 4), ("/reckoners/1/half_paid", null)] => "";
    buying_in_another_step: [("/buying", true)] => "";
    sniper_while_rolling: [("/step", "roll-dice"), ("/who", "val"), ("/sniper", 1)] => "";
    gift_roll_without_reroll: [("/step", "roll-dice"), ("/who", "val"), ("/returns_to", "mizzy")] => "";
}
