//! Module 2: cards that change how many or which symbols a group has: Utility Tool, Fuel Cells, Predictive Analytics.

use reckoners_env::Action;
use reckoners_env::cards::Gain;
use reckoners_env::ids::DieKind::{Basic, Black, Blue};
use reckoners_env::ids::Reckoner::{David, Exel, Tia};
use reckoners_env::ids::Symbol::{Attack, Contain, Enforcement, Money, Plan};
use reckoners_env::state::Now;

use crate::support::fixture::permanent;
use crate::support::steel::{catalog, gives, set_power, table, table_of};
use crate::support::{Die, HERE};

const SPARE: Die = (Basic, Money, 1);

/// Utility Tool's use.
const fn change(from: reckoners_env::ids::Symbol, to: reckoners_env::ids::Symbol) -> Action {
    Action::ChangeSymbol { from, to }
}

#[test]
fn s23_fuel_cells_make_exactly_two_three() {
    let hand: &[Die] = &[
        (Basic, Contain, 1),
        (Basic, Attack, 1),
        (Blue, Contain, 2),
        (Basic, Enforcement, 1),
    ];
    let mut t = table(&[David, Tia]);
    for key in ["fuel-cells", "flash-grenade"] {
        t.give(0, key);
    }
    let (safe_house, emp) = (t.give(0, "safe-house"), t.give(0, "emp"));
    t.use_step(&[hand]);
    for (die, symbol, count) in [
        (hand[0], Contain, 3),
        (hand[1], Attack, 1),
        (hand[2], Contain, 3),
    ] {
        t.take(die);
        t.is_open(&[(symbol, count)]);
        t.act(Action::Forfeit);
    }
    t.use_card(safe_house);
    t.is_open(&[(Contain, 3)]);
    t.act(Action::Forfeit);
    t.take(hand[3]);
    t.is_open(&[(Enforcement, 1)]);
    t.use_card(emp);
    t.is_open(&[(Contain, 3)]);
}

#[test]
fn t21_utility_tool_changes_one_symbol_once_a_round() {
    let die = (Blue, Contain, 2);
    let mut t = table(&[David, Tia]);
    t.give(0, "utility-tool");
    t.use_step(&[&[die, die]]);
    t.take(die);
    t.refuse(change(Contain, Contain));
    t.refuse(change(Attack, Contain));
    t.act(change(Contain, Attack));
    t.is_open(&[(Contain, 1), (Attack, 1)]);
    t.refuse(change(Contain, Attack));
    t.act(Action::Forfeit);
    t.take(die);
    t.refuse(change(Contain, Attack));
    // After the first symbol is spent the second may still be changed.
    let mut t = table(&[David, Tia]);
    t.give(0, "utility-tool");
    t.game.districts[0].bracket = 3;
    t.use_step(&[&[die]]);
    t.take(die);
    t.act(Action::ContainEpic { district: HERE });
    t.act(change(Contain, Attack));
    t.is_open(&[(Attack, 1)]);
    assert!(t.goals().is_empty(), "it is not whole any more");
    t.act(Action::AttackEpic { district: HERE });
}

#[test]
fn t22_utility_tool_starts_neither_doubling_nor_fuel_cells_again() {
    let mut cards = catalog();
    set_power(&mut cards, "camera", permanent(Gain::Double(Contain)));
    set_power(
        &mut cards,
        "schematics",
        gives(&[(Plan, 1), (Contain, 1)], false),
    );
    let mut t = table_of(&[David, Tia], cards.clone());
    t.give(0, "camera");
    t.give(0, "utility-tool");
    t.use_step(&[&[(Basic, Enforcement, 1)]]);
    t.take((Basic, Enforcement, 1));
    t.act(change(Enforcement, Contain));
    t.is_open(&[(Contain, 1)]);
    let mut t = table_of(&[David, Tia], cards);
    t.give(0, "fuel-cells");
    t.give(0, "utility-tool");
    let card = t.give(0, "schematics");
    t.use_card(card);
    t.act(change(Plan, Contain));
    t.is_open(&[(Contain, 2)]);
}

#[test]
fn t23_a_changed_symbol_pays_a_card() {
    let mut t = table(&[David, Tia]);
    t.give(0, "utility-tool");
    let emp = t.give(0, "emp");
    t.use_step(&[&[SPARE]]);
    t.take(SPARE);
    t.refuse(Action::UseCard { card: emp });
    t.act(change(Money, Enforcement));
    t.use_card(emp);
    t.is_open(&[(Contain, 3)]);
}

#[test]
fn t45_predictive_analytics_puts_tokens_of_dice_into_the_tray() {
    let mut t = table(&[David, Tia]);
    t.give(0, "predictive-analytics");
    t.use_step(&[&[(Basic, Plan, 1), SPARE]]);
    t.take((Basic, Plan, 1));
    t.act(Action::Plan);
    assert_eq!(
        (t.game.seats[0].tokens, t.game.seats[0].fresh_tokens),
        (1, 0)
    );
    t.act(Action::TakeToken { symbol: Plan });
    t.act(Action::Plan);
    assert_eq!(
        (t.game.seats[0].tokens, t.game.seats[0].fresh_tokens),
        (0, 1)
    );
    // A reward is as in the base game: into a tray of the team's choice.
    t.game.rewards.plan = 1;
    t.end_use();
    assert_eq!(t.game.now, Now::Reward);
    let seat = t.seat_off(0);
    t.act(Action::GiveToken { seat });
    assert_eq!(
        (t.game.seats[0].tokens, t.game.seats[0].fresh_tokens),
        (1, 1)
    );
}

#[test]
fn t46_predictive_analytics_with_tradecraft() {
    let exel = || {
        let mut t = table(&[Exel, Tia]);
        t.give(0, "predictive-analytics");
        t.tokens(0, 1);
        t.use_step(&[&[(Basic, Plan, 1), SPARE]]);
        t
    };
    let plans = Action::Tradecraft { symbol: Plan };
    let mut t = exel();
    t.take((Basic, Plan, 1));
    t.acts(&[plans, Action::Plan, Action::Plan]);
    assert_eq!(
        (t.game.seats[0].tokens, t.game.seats[0].fresh_tokens),
        (3, 0)
    );
    let mut t = exel();
    t.act(Action::TakeToken { symbol: Plan });
    t.acts(&[plans, Action::Plan, Action::Plan]);
    assert_eq!(
        (t.game.seats[0].tokens, t.game.seats[0].fresh_tokens),
        (0, 2)
    );
}

#[test]
fn t47_fuel_cells_and_tradecraft() {
    for (die, symbol, count) in [
        ((Basic, Attack, 1), Attack, 3),
        ((Blue, Contain, 2), Contain, 4),
    ] {
        let mut t = table(&[Exel, Tia]);
        t.give(0, "fuel-cells");
        t.use_step(&[&[die]]);
        t.take(die);
        t.act(Action::Tradecraft { symbol });
        t.is_open(&[(symbol, count)]);
    }
}

#[test]
fn t48_symbols_that_only_a_converter_makes_equal_are_no_pair() {
    let mut cards = catalog();
    let both = gives(&[(Contain, 1), (Enforcement, 1)], false);
    set_power(&mut cards, "disguise", both);
    let mut t = table_of(&[David, Tia], cards);
    t.give(0, "fuel-cells");
    t.give(0, "gravatonics");
    let card = t.give(0, "disguise");
    t.use_card(card);
    t.is_open(&[(Contain, 1), (Enforcement, 1)]);
}

#[test]
fn illicit_investments_doubles_money_of_basic_dice() {
    let mut t = table(&[David, Tia]);
    t.give(0, "illicit-investments");
    t.use_step(&[&[SPARE, (Black, Money, 1)]]);
    t.take((Black, Money, 1));
    t.is_open(&[(Money, 1)]);
    t.act(Action::Forfeit);
    t.take(SPARE);
    t.is_open(&[(Money, 2)]);
}

#[test]
fn drone_and_med_kit_give_their_symbols() {
    let mut t = table(&[David, Tia]);
    let (drone, kit) = (t.give(0, "drone"), t.give(0, "med-kit"));
    t.game.districts[2].enforcement = 3;
    t.use_step(&[&[SPARE]]);
    t.use_card(drone);
    t.is_open(&[(Enforcement, 2)]);
    let far = t.off(2);
    t.acts(&[Action::Enforcement { district: far }; 2]);
    assert_eq!(t.game.districts[2].enforcement, 1);
    t.use_card(kit);
    t.is_open(&[(Plan, 1)]);
    t.refuse(Action::ResearchEpic { district: HERE });
    t.act(Action::Plan);
    assert_eq!(t.game.seats[0].fresh_tokens, 1);
}
