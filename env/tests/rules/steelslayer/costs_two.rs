//! Module 2: Data Chip and Epic Bomb, cards that cost two groups.

use reckoners_env::Action;
use reckoners_env::ids::DieKind::{Basic, Black};
use reckoners_env::ids::Reckoner::{David, Tia};
use reckoners_env::ids::Symbol::{Attack, Enforcement, Money, Plan, Research};
use reckoners_env::ids::{DistrictIx, EquipmentId};
use reckoners_env::state::Spot;

use crate::support::steel::table;
use crate::support::{Die, Table, seat};

const PLAN: Die = (Basic, Plan, 1);
const RESEARCH: Die = (Basic, Research, 1);
const MONEY: Die = (Basic, Money, 1);

/// David with Data Chip and these dice.
fn david(hand: &[Die]) -> (Table, EquipmentId) {
    let mut t = table(&[David, Tia]);
    let chip = t.give(0, "data-chip");
    t.use_step(&[hand]);
    (t, chip)
}

/// Pays the card with a die.
fn pay(t: &mut Table, die: Die, card: EquipmentId) {
    t.take(die);
    t.use_card(card);
}

#[track_caller]
fn waits(t: &Table, card: EquipmentId) {
    t.is_closed();
    let marks = &t.game.marks;
    assert!(marks.waiting().has(card.0) && !marks.spent.has(card.0));
}

#[track_caller]
fn opened(t: &Table, card: EquipmentId) {
    t.is_open(&[(Research, 5)]);
    let marks = &t.game.marks;
    assert!(!marks.waiting().has(card.0) && marks.spent.has(card.0));
}

#[test]
fn s03_one_group_never_pays_both_symbols_however_it_is_changed() {
    let double = (Black, Plan, 2);
    let (mut t, chip) = david(&[double, RESEARCH, MONEY]);
    t.give(0, "utility-tool");
    t.take(double);
    let (from, to) = (Plan, Research);
    t.act(Action::ChangeSymbol { from, to });
    t.is_open(&[(Plan, 1), (Research, 1)]);
    t.use_card(chip);
    waits(&t, chip);
    assert_eq!(t.dice_at(0, Spot::Used, double), 1);
    t.take(MONEY);
    t.refuse(Action::UseCard { card: chip });
    t.act(Action::Money);
    pay(&mut t, RESEARCH, chip);
    opened(&t, chip);
}

#[test]
fn t24_data_chip_opens_for_a_plan_and_a_research_die() {
    let (mut t, chip) = david(&[PLAN, RESEARCH]);
    t.refuse(Action::UseCard { card: chip });
    pay(&mut t, PLAN, chip);
    waits(&t, chip);
    pay(&mut t, RESEARCH, chip);
    opened(&t, chip);
}

#[test]
fn t25_anything_may_happen_between_the_two_payments() {
    let (mut t, chip) = david(&[PLAN, MONEY, RESEARCH]);
    pay(&mut t, PLAN, chip);
    t.take(MONEY);
    t.go(1);
    assert_eq!(t.game.seats[0].district, DistrictIx(1));
    pay(&mut t, RESEARCH, chip);
    opened(&t, chip);
}

#[test]
fn t26_a_single_payment_is_lost_at_the_end_of_the_step() {
    let (mut t, chip) = david(&[PLAN, MONEY]);
    pay(&mut t, PLAN, chip);
    t.end_use();
    let marks = &t.game.marks;
    assert!(marks.waiting().is_empty() && !marks.spent.has(chip.0));
    t.start_round();
    t.use_step(&[&[RESEARCH, PLAN]]);
    pay(&mut t, RESEARCH, chip);
    waits(&t, chip);
    pay(&mut t, PLAN, chip);
    opened(&t, chip);
}

#[test]
fn t27_a_token_and_a_card_pay_and_the_symbols_stay_at_home() {
    let (mut t, chip) = david(&[MONEY]);
    let notebooks = t.give(0, "notebooks");
    t.stand(0, 1);
    t.tokens(0, 1);
    t.act(Action::TakeToken { symbol: Plan });
    t.use_card(chip);
    t.use_card(notebooks);
    t.use_card(chip);
    opened(&t, chip);
    assert_eq!(t.targets(|district| Action::ResearchEpic { district }), [1]);
    t.refuse(Action::ResearchBoss);
}

#[test]
fn t28_converters_help_to_pay_both_halves() {
    let (mut t, chip) = david(&[PLAN, PLAN]);
    t.give(0, "forensic-kit");
    pay(&mut t, PLAN, chip);
    pay(&mut t, PLAN, chip);
    opened(&t, chip);
    let (mut t, chip) = david(&[PLAN, PLAN]);
    pay(&mut t, PLAN, chip);
    t.take(PLAN);
    t.refuse(Action::UseCard { card: chip });
}

#[test]
fn t29_either_symbol_may_come_first() {
    let (mut t, chip) = david(&[RESEARCH, RESEARCH, PLAN]);
    pay(&mut t, RESEARCH, chip);
    t.take(RESEARCH);
    t.refuse(Action::UseCard { card: chip });
    t.act(Action::Forfeit);
    pay(&mut t, PLAN, chip);
    opened(&t, chip);
}

#[test]
fn t30_who_has_a_waiting_card_regains_no_die() {
    let mut t = table(&[Tia, David]);
    let (spyril, chip) = (t.give(0, "spyril"), t.give(1, "data-chip"));
    t.use_step(&[&[MONEY], &[PLAN, RESEARCH, MONEY]]);
    assert!(t.can_use(spyril));
    t.focus(1);
    pay(&mut t, PLAN, chip);
    t.act(Action::Focus { seat: seat(1) });
    t.acts_for(0);
    t.refuse(Action::UseCard { card: spyril });
    t.take(MONEY);
    t.act(Action::Money);
    t.focus(1);
    pay(&mut t, RESEARCH, chip);
    t.act(Action::Forfeit);
    t.act(Action::Focus { seat: seat(1) });
    assert!(t.can_use(spyril));
}

#[test]
fn epic_bomb_opens_for_an_enforcement_and_an_attack_die() {
    let mut t = table(&[David, Tia]);
    let bomb = t.give(0, "epic-bomb");
    t.use_step(&[&[(Basic, Attack, 1), (Basic, Enforcement, 1)]]);
    pay(&mut t, (Basic, Attack, 1), bomb);
    waits(&t, bomb);
    pay(&mut t, (Basic, Enforcement, 1), bomb);
    t.is_open(&[(Attack, 6)]);
}
