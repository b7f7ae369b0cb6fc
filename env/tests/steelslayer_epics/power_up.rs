//! Power Up and Transform.

use reckoners_env::ids::DistrictIx;
use reckoners_env::ids::Reckoner::{David, Tia};
use reckoners_env::state::Now;

use super::fixture::Table;

#[test]
fn t68_power_up_moves_the_bracket_at_once_and_adds_no_action_to_this_activation() {
    let mut table = Table::of(&[David, Tia]);
    table.track(0, &["POWER_UP", "POP 1", "POP 1", "POP 1", "FORTIFY"]);
    table.activate(0);
    assert_eq!(table.game.districts[0].bracket, 3);
    assert_eq!(table.game.population, 40);
}

#[test]
fn t69_a_gifted_power_up_counts_for_those_still_to_act() {
    let start = |boss: u8| {
        let mut table = Table::of(&[David, Tia]);
        table.track(0, &["GIFT POWER_UP"]);
        table.track(1, &["POP 1", "POP 1"]);
        table.edit(|game| game.boss.district = DistrictIx(boss));
        table.activate_all();
        (table.game.population, table.game.districts[1].bracket)
    };
    assert_eq!(start(0), (38, 3), "after the giver: two actions");
    assert_eq!(start(1), (39, 3), "before the giver: one action");
}

#[test]
fn t70_power_up_at_the_end_performs_the_final_action_once() {
    let mut table = Table::of(&[David, Tia]);
    table.track(0, &["FORTIFY", "FORTIFY", "FORTIFY", "FORTIFY", "POP 3"]);
    table.edit(|game| game.districts[0].bracket = 4);
    table.perform(0, "POWER_UP");
    assert_eq!(table.game.population, 37);
    assert_eq!(table.game.districts[0].bracket, 4);
}

#[test]
fn t71_a_second_blocked_power_up_in_one_chain_does_nothing() {
    let mut table = Table::of(&[David, Tia]);
    table.track(0, &["FORTIFY", "FORTIFY", "FORTIFY", "FORTIFY", "POWER_UP"]);
    table.edit(|game| game.districts[0].bracket = 4);
    table.activate(0);
    assert!(table.is_done());
    assert_eq!(table.game.population, 40);
    assert_eq!(table.game.districts[0].bracket, 4);
}

#[test]
fn t72_transform_rolls_again_after_each_action() {
    let mut table = Table::of(&[David, Tia]);
    table.ability_die(["ADD_ENF", "BARRICADE 1", "POP 1", "POP 1", "POP 1", "POP 1"]);
    table.track(0, &["TRANSFORM 2"]);
    table.activate(0);
    assert!(matches!(table.game.now, Now::Transform { .. }));
    table.chance(0);
    assert!(matches!(table.game.now, Now::Transform { .. }));
    assert_eq!(table.game.districts[0].enforcement, 1);
    assert_eq!(table.game.districts[0].barricades, 0);
    table.chance(1);
    assert!(table.is_done());
    assert_eq!(table.game.districts[0].enforcement, 1);
    assert_eq!(table.game.districts[0].barricades, 1);
}

#[test]
fn t98_a_copied_power_up_at_the_end_performs_the_final_action_once() {
    let mut table = Table::of(&[David, Tia]);
    table.track(0, &["COPY", "FORTIFY", "FORTIFY", "FORTIFY", "POP 3"]);
    table.track(1, &["POWER_UP"]);
    table.edit(|game| game.districts[0].bracket = 4);
    table.perform(0, "COPY");
    assert_eq!(table.game.population, 37);
    assert_eq!(table.game.districts[1].bracket, 1);
}

#[test]
fn t109_a_face_that_steals_asks_which_card() {
    let mut table = Table::of(&[David, Tia]);
    table.ability_die(["STEAL", "POP 1", "POP 1", "POP 1", "POP 1", "POP 1"]);
    table.track(0, &["TRANSFORM"]);
    let emp = table.give(1, "emp");
    table.activate(0);
    table.chance(0);
    assert!(matches!(table.game.now, Now::Steal { .. }));
    assert_eq!(table.nameable().iter().collect::<Vec<_>>(), [emp.0]);
}
