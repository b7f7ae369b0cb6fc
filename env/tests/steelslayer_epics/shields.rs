//! Shields.

use reckoners_env::Action;
use reckoners_env::cards::Reward;
use reckoners_env::ids::DieKind::{Basic, Blue, Red};
use reckoners_env::ids::Reckoner::{Abraham, David, Megan, Tia};
use reckoners_env::ids::{Shield, Symbol, Track};
use reckoners_env::state::Now;

use super::fixture::Table;

const CONTAIN_2: (reckoners_env::ids::DieKind, Symbol, u8) = (Blue, Symbol::Contain, 2);
const ENFORCEMENT_2: (reckoners_env::ids::DieKind, Symbol, u8) = (Red, Symbol::Enforcement, 2);

#[test]
fn s06_a_blue_shield_goes_before_a_bracket_of_the_boss() {
    let mut table = Table::of(&[David, Tia]);
    table.shields(0, Shield::Blue, 1);
    table.edit(|game| {
        game.boss.brackets[Track::Red.index()] = 3;
        game.districts[0].bracket = 2;
    });
    table.use_step(0, &[CONTAIN_2]);
    table.take(CONTAIN_2);
    let red = Action::ContainBoss { track: Track::Red };
    assert!(!table.can(red));
    let district = table.off(0);
    table.act(Action::ContainEpic { district });
    assert!(!table.game.districts[0].is_shielded(Shield::Blue));
    assert_eq!(table.game.districts[0].bracket, 2, "only the Shield went");
    table.act(red);
    assert_eq!(table.game.boss.brackets[Track::Red.index()], 2);
}

#[test]
fn t80_a_red_shield_goes_before_enforcement() {
    for (there, left) in [(2, 1), (0, 0)] {
        let mut table = Table::of(&[Megan, Tia]);
        table.shields(0, Shield::Red, 1);
        table.edit(|game| game.districts[0].enforcement = there);
        table.use_step(0, &[ENFORCEMENT_2]);
        table.take(ENFORCEMENT_2);
        let district = table.off(0);
        table.act(Action::Enforcement { district });
        let place = &table.game.districts[0];
        assert_eq!((place.shields, place.enforcement), ([0, 0], there));
        if there > 0 {
            table.act(Action::Enforcement { district });
        } else {
            assert!(!table.can(Action::Enforcement { district }));
        }
        assert_eq!(table.game.districts[0].enforcement, left);
    }
}

#[test]
fn t81_a_blue_shield_is_removed_without_an_epic_and_stops_no_move() {
    let mut table = Table::of(&[David, Tia]);
    table.empty(1);
    table.shields(1, Shield::Blue, 1);
    table.use_step(0, &[CONTAIN_2, CONTAIN_2]);
    table.take(CONTAIN_2);
    let district = table.off(1);
    table.act(Action::Move { district });
    table.take(CONTAIN_2);
    assert!(table.can_move(), "and away again");
    let district = table.off(1);
    table.act(Action::ContainEpic { district });
    assert_eq!(table.game.districts[1].shields, [0, 0]);
}

#[test]
fn t82_rewards_remove_shields_first() {
    let mut table = Table::of(&[Abraham, Tia]);
    table.reward(
        0,
        Reward {
            enforcement: 2,
            contain: 2,
            ..Reward::default()
        },
    );
    table.shields(2, Shield::Red, 1);
    table.shields(0, Shield::Blue, 1);
    table.edit(|game| {
        game.districts[2].enforcement = 1;
        game.districts[0].health = 1;
        game.boss.brackets[Track::Red.index()] = 3;
    });
    let attack = (Basic, Symbol::Attack, 1);
    table.use_step(0, &[attack]);
    table.take(attack);
    let district = table.off(0);
    table.act(Action::AttackEpic { district });
    table.pass_until(|game| game.now == Now::Reward);
    let enforcement = |district| Action::Enforcement { district };
    assert_eq!(table.districts_of(enforcement), [2]);
    let two = table.off(2);
    table.act(enforcement(two));
    let place = &table.game.districts[2];
    assert_eq!((place.shields, place.enforcement), ([0, 0], 1));
    let red = Action::ContainBoss { track: Track::Red };
    assert!(!table.can(red));
    let district = table.off(0);
    table.act(Action::ContainEpic { district });
    assert_eq!(table.game.districts[0].shields, [0, 0]);
    table.act(red);
    assert_eq!(table.game.boss.brackets[Track::Red.index()], 2);
}

#[test]
fn t83_a_shield_that_is_not_left_costs_population() {
    let mut table = Table::of(&[David, Tia]);
    table.shields(2, Shield::Blue, 6);
    table.perform(0, "SHIELD blue");
    assert_eq!(table.game.population, 39);
    table.perform(0, "SHIELD red");
    assert_eq!(table.game.population, 39);
    assert_eq!(table.game.districts[0].shields, [1, 0]);
}

#[test]
fn t96_gottschalk_reaches_the_red_shield_of_a_neighbour() {
    let mut table = Table::of(&[Megan, Tia, David, Abraham]);
    table.give(0, "gottschalk");
    for district in [1, 2] {
        table.shields(district, Shield::Red, 1);
    }
    table.use_step(0, &[ENFORCEMENT_2]);
    table.take(ENFORCEMENT_2);
    assert_eq!(
        table.districts_of(|district| Action::Enforcement { district }),
        [1]
    );
    let district = table.off(1);
    table.act(Action::Enforcement { district });
    assert_eq!(table.game.districts[1].shields, [0, 0]);
}
