//! What Epics take: Equipment, money, Plan Tokens; and what comes back.

use reckoners_env::Action;
use reckoners_env::chance::{Outcome, outcomes};
use reckoners_env::ids::DieKind::{Basic, Green, Red};
use reckoners_env::ids::Reckoner::{Abraham, David, Megan, Tia};
use reckoners_env::ids::{CardSet, DieKind, EquipmentId, Symbol};
use reckoners_env::state::{Agenda, Now, Spot, Step, TableDie, Task};

use super::fixture::Table;

const ATTACK: (DieKind, Symbol, u8) = (Basic, Symbol::Attack, 1);
const ENFORCEMENT: (DieKind, Symbol, u8) = (Red, Symbol::Enforcement, 1);

const fn name(card: EquipmentId) -> Action {
    Action::NameCard { card }
}

/// The Epic of district 0 is defeated by the first Reckoner.
fn defeat(table: &mut Table) {
    table.edit(|game| game.districts[0].health = 1);
    table.use_step(0, &[ATTACK]);
    table.take(ATTACK);
    let district = table.off(0);
    table.act(Action::AttackEpic { district });
    assert_eq!(table.game.districts[0].epic, None);
}

#[test]
fn s18_what_cannot_be_taken_costs_population() {
    // (a) No card to steal.
    let mut table = Table::of(&[David, Tia]);
    table.perform(0, "STEAL");
    assert_eq!(table.game.population, 39);
    // (b) Without money a card is sold.
    let mut table = Table::of(&[David, Tia]);
    let emp = table.give(1, "emp");
    table.price("emp", 3);
    table.edit(|game| game.money = 0);
    table.perform(0, "ATTACK_MONEY 1");
    assert_eq!(table.game.now, Now::Sell);
    table.act(name(emp));
    assert_eq!((table.game.money, table.game.population), (2, 40));
    assert!(table.game.equipment_deck.has(emp.0) && table.is_done());
    // (c) Neither money nor card.
    let mut table = Table::of(&[David, Tia]);
    table.edit(|game| game.money = 0);
    table.perform(0, "ATTACK_MONEY 2");
    assert_eq!(table.game.population, 38);
    // (d) A stolen card comes back with its Epic's defeat and rests.
    let mut table = Table::of(&[David, Tia]);
    let notebooks = table.give(0, "notebooks");
    table.perform(0, "STEAL");
    table.act(name(notebooks));
    defeat(&mut table);
    assert!(table.game.seats[0].cards.has(notebooks.0));
    table.use_step(0, &[]);
    assert!(!table.can_use("notebooks"));
    table.pass_until(|game| game.round == 2);
    table.use_step(0, &[]);
    assert!(table.can_use("notebooks"));
}

#[test]
fn t73_a_stolen_card_is_out_of_reach() {
    let mut table = Table::of(&[David, Tia]);
    let emp = table.give(1, "emp");
    let rifle = table.give(0, "rifle");
    table.track(0, &["STEAL"]);
    table.track(1, &["STEAL"]);
    table.activate(0);
    table.act(name(emp));
    assert_eq!(table.game.districts[0].stolen, CardSet::one(emp.0));
    assert_eq!(table.game.owner(emp), None);
    table.activate(1);
    assert_eq!(table.nameable(), CardSet::one(rifle.0), "to be stolen");
    table.edit(|game| game.money = 0);
    table.perform(2, "ATTACK_MONEY 1");
    assert_eq!(table.game.now, Now::Sell);
    assert_eq!(table.nameable(), CardSet::one(rifle.0), "to be sold");
    table.use_step(1, &[ENFORCEMENT]);
    table.take(ENFORCEMENT);
    assert!(!table.can_use("emp"));
}

#[test]
fn t74_a_regained_card_rests_and_can_be_stolen_again() {
    let mut table = Table::of(&[David, Tia]);
    let emp = table.tuck(1, "emp", 0);
    defeat(&mut table);
    assert_eq!(table.game.seats[1].cards, CardSet::one(emp.0));
    table.use_step(1, &[ENFORCEMENT]);
    table.take(ENFORCEMENT);
    assert!(!table.can_use("emp"));
    table.track(1, &["STEAL"]);
    table.activate(1);
    assert_eq!(table.nameable(), CardSet::one(emp.0));
    // Left alone it wakes up with the next round.
    let mut table = Table::of(&[David, Tia]);
    table.tuck(1, "emp", 0);
    defeat(&mut table);
    table.pass_until(|game| game.round == 2);
    table.use_step(1, &[ENFORCEMENT]);
    table.take(ENFORCEMENT);
    assert!(table.can_use("emp"));
}

#[test]
fn t75_a_regained_blackmail_rests_in_the_epics_phase_too() {
    let mut table = Table::of(&[David, Tia]);
    table.stand(&[0, 1]);
    table.tuck(1, "blackmail", 0);
    table.track(1, &["POP 2"]);
    defeat(&mut table);
    table.pass_until(|game| game.now == Now::MoveBoss);
    assert_eq!(table.game.population, 38);
    table.pass_until(|game| game.round == 2);
    table.activate(1);
    assert_eq!(table.game.population, 38, "awake");
}

#[test]
fn t76_a_sale_pays_for_several_symbols() {
    let mut table = Table::of(&[David, Tia]);
    let emp = table.give(1, "emp");
    table.price("emp", 3);
    table.edit(|game| game.money = 1);
    table.perform(0, "ATTACK_MONEY 3");
    assert_eq!((table.game.now, table.game.money), (Now::Sell, 0));
    table.act(name(emp));
    assert!(table.is_done());
    assert_eq!((table.game.money, table.game.population), (1, 40));
}

#[test]
fn t77_worthless_cards_are_sold_until_there_is_money() {
    let start = |keys: &[&str]| {
        let mut table = Table::of(&[David, Tia]);
        for key in keys {
            table.give(0, key);
        }
        table.price("rifle", 0);
        table.price("emp", 2);
        table.edit(|game| game.money = 0);
        table.perform(0, "ATTACK_MONEY 1");
        let rifle = table.card("rifle");
        table.act(name(rifle));
        table
    };
    let mut table = start(&["rifle", "emp"]);
    assert_eq!(table.game.now, Now::Sell);
    let emp = table.card("emp");
    assert_eq!(table.nameable(), CardSet::one(emp.0));
    table.act(name(emp));
    assert!(table.is_done());
    assert_eq!((table.game.money, table.game.population), (1, 40));
    let table = start(&["rifle"]);
    assert!(table.is_done());
    assert_eq!((table.game.money, table.game.population), (0, 39));
}

#[test]
fn t78_a_sold_card_can_be_drawn_again() {
    let mut table = Table::of(&[David, Tia]);
    let emp = table.give(1, "emp");
    table.edit(|game| game.money = 0);
    table.perform(0, "ATTACK_MONEY 1");
    table.act(name(emp));
    table.edit(|game| {
        game.step = Step::Purchase;
        game.now = Now::DealEquipment;
        game.agenda = Agenda::from_iter([Task::BuyStep]);
    });
    let drawn = (Outcome::Pick(emp.0), 1);
    assert!(outcomes(table.rules.catalog(), &table.game).contains(&drawn));
}

#[test]
fn t79_the_team_names_whose_tokens_are_lost() {
    let mut table = Table::of(&[David, Tia]);
    table.tokens(0, 1);
    table.tokens(1, 2);
    table.perform(0, "ATTACK_PLAN 2");
    for left in [1, 0] {
        assert_eq!(table.game.now, Now::DiscardToken);
        let seat = table.seat_off(1);
        table.act(Action::Receive { seat });
        assert_eq!(table.game.seats[1].tokens, left);
    }
    assert!(table.is_done());
    table.perform(0, "ATTACK_PLAN 2");
    let [david, tia] = [0, 1].map(|seat| table.seat_off(seat));
    assert!(!table.can(Action::Receive { seat: tia }));
    table.act(Action::Receive { seat: david });
    assert!(table.is_done());
    assert_eq!((table.game.seats[0].tokens, table.game.population), (0, 39));
}

#[test]
fn t95_a_gifted_steal_lays_a_card_under_each_neighbour() {
    let mut table = Table::of(&[David, Tia]);
    let (emp, rifle) = (table.give(1, "emp"), table.give(0, "rifle"));
    table.track(0, &["GIFT STEAL"]);
    table.activate(0);
    table.act(name(rifle));
    table.act(name(emp));
    assert!(table.is_done());
    let under = table.game.ring().iter().map(|d| d.stolen);
    let expected = [CardSet::EMPTY, CardSet::one(rifle.0), CardSet::one(emp.0)];
    assert_eq!(under.collect::<Vec<_>>(), expected);
}

#[test]
fn t99_a_resting_card_gives_no_die_back() {
    let mut table = Table::of(&[Abraham, Tia]);
    let gun = table.give(0, "gauss-gun");
    table.edit(|game| game.marks.resting.insert(gun.0));
    let before = table.dice(0, Spot::Tray, Green);
    table.perform(0, "STEAL");
    table.act(name(gun));
    assert_eq!(table.dice(0, Spot::Tray, Green), before);
}

#[test]
fn t100_a_die_in_hand_goes_back_before_a_lost_one() {
    for lost in [1, 2] {
        let mut table = Table::of(&[Abraham, Megan]);
        let gun = table.give(0, "gauss-gun");
        table.edit(|game| {
            let dice = &mut game.seats[0].dice;
            let green = |spot| TableDie::hidden(spot, Green);
            while dice.remove(green(Spot::Tray)) {}
            for i in 0..2 {
                dice.add(green(if i < lost { Spot::Lost } else { Spot::Tray }));
            }
        });
        table.perform(0, "STEAL");
        table.act(name(gun));
        let left = [Spot::Tray, Spot::Lost].map(|spot| table.dice(0, spot, Green));
        assert_eq!(left, [0, 1]);
    }
}

#[test]
fn t103_a_steal_without_an_epic_could_not_occur() {
    let mut table = Table::of(&[David, Tia]);
    let emp = table.give(1, "emp");
    table.empty(0);
    table.perform(0, "STEAL");
    assert!(table.is_done());
    assert_eq!(table.game.population, 39);
    assert!(table.game.seats[1].cards.has(emp.0));
}
