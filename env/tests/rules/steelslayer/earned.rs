//! Module 2: Submarine and Blind Spot, groups that are earned.

use reckoners_env::Action;
use reckoners_env::ids::DieKind::{Basic, Purple};
use reckoners_env::ids::Reckoner::{David, Tia, Val};
use reckoners_env::ids::Symbol::{Attack, Enforcement, Money, Research};
use reckoners_env::ids::{DistrictIx, Symbol};
use reckoners_env::state::Now;

use crate::support::fixture::track;
use crate::support::steel::{catalog, epic_of, table, table_of};
use crate::support::{Die, HERE, Table};

const SPARE: Die = (Basic, Money, 1);

const fn choose(symbol: Symbol) -> Action {
    Action::Symbol { symbol }
}

#[test]
fn t39_submarine_answers_each_move_with_a_group_that_cannot_move() {
    let mut t = table(&[David, Tia]);
    t.give(0, "submarine");
    t.game.districts[1].enforcement = 1;
    t.use_step(&[&[SPARE, SPARE, SPARE]]);
    t.take(SPARE);
    t.go(1);
    assert!(matches!(t.game.now, Now::AfterMove { .. }));
    assert!(t.can(choose(Research)) && !t.can(choose(Attack)));
    t.act(choose(Enforcement));
    t.is_open(&[(Enforcement, 1)]);
    assert!(t.goals().is_empty());
    t.act(Action::Enforcement { district: HERE });
    assert_eq!(t.game.districts[1].enforcement, 0);
    t.is_closed();
    t.take(SPARE);
    t.game.districts[2].barricades = 1;
    t.go(0);
    t.act(choose(Enforcement));
    let blocked = t.off(2);
    t.act(Action::RemoveBarricade { district: blocked });
    assert_eq!(t.game.districts[2].barricades, 0);
    t.is_closed();
}

#[test]
fn t40_submarine_answers_granted_moves_but_not_pull() {
    let mut t = table(&[David, Tia]);
    t.give(0, "submarine");
    let helicopter = t.give(0, "helicopter");
    t.use_step(&[&[SPARE]]);
    t.use_card(helicopter);
    t.go(1);
    assert!(matches!(t.game.now, Now::AfterMove { .. }));
    let mut t = table(&[Val, Tia]);
    t.give(1, "submarine");
    t.use_step(&[&[SPARE]]);
    t.act(Action::UseAbility);
    t.name(1);
    t.go(1);
    assert!(matches!(t.game.now, Now::AfterMove { .. }));
    t.acts_for(1);
    t.act(choose(Research));
    t.act(Action::ResearchEpic { district: HERE });
    t.acts_for(0);
    t.is_closed();
    let mut cards = catalog();
    epic_of(&mut cards, 1).track = track(&["PULL", "FORTIFY", "FORTIFY", "FORTIFY", "FORTIFY"]);
    let mut t = table_of(&[David, Tia], cards);
    t.give(0, "submarine");
    t.activate(1);
    assert_eq!(t.game.seats[0].district, DistrictIx(1));
    assert!(t.game.owed.is_empty());
    assert_eq!(t.game.now, Now::MoveBoss);
}

/// David in seat 0 with a double research die, Tia in seat 1 with Blind Spot; both stand in these districts.
fn blind_spot(david: u8, tia: u8) -> Table {
    let mut t = table(&[David, Tia]);
    t.give(1, "blind-spot");
    t.stand(0, david);
    t.stand(1, tia);
    t.use_step(&[&[(Purple, Research, 2), SPARE]]);
    t
}

#[test]
fn t41_blind_spot_answers_when_the_group_that_weakened_is_closed() {
    for spent in [true, false] {
        let mut t = blind_spot(1, 1);
        t.game.boss.district = DistrictIx(1);
        t.game.districts[1].research = 1;
        t.take((Purple, Research, 2));
        t.act(Action::ResearchEpic { district: HERE });
        t.acts_for(0);
        t.is_open(&[(Research, 1)]);
        t.act(if spent {
            Action::ResearchBoss
        } else {
            Action::Forfeit
        });
        t.acts_for(1);
        t.is_open(&[(Attack, 1)]);
        t.act(Action::AttackEpic { district: HERE });
        t.acts_for(0);
        t.is_closed();
    }
}

#[test]
fn t42_blind_spot_answers_the_own_symbol_anywhere_but_not_another_elsewhere() {
    let mut t = blind_spot(2, 0);
    let notebooks = t.give(1, "notebooks");
    t.game.districts[2].research = 1;
    t.focus(1);
    t.use_card(notebooks);
    let far = t.off(2);
    t.act(Action::ResearchEpic { district: far });
    t.act(Action::Forfeit);
    t.acts_for(1);
    t.is_open(&[(Attack, 1)]);
    assert_eq!(t.targets(|district| Action::AttackEpic { district }), [0]);
    let mut t = blind_spot(2, 0);
    t.game.districts[2].research = 1;
    t.take((Purple, Research, 2));
    t.act(Action::ResearchEpic { district: HERE });
    t.act(Action::Forfeit);
    t.acts_for(0);
    t.is_closed();
}

#[test]
fn t43_two_weakenings_earn_two_groups_one_after_the_other() {
    let mut t = blind_spot(2, 1);
    let notebooks = t.give(1, "notebooks");
    (t.game.districts[0].research, t.game.boss.research) = (1, 1);
    t.focus(1);
    t.use_card(notebooks);
    let there = t.off(0);
    t.acts(&[
        Action::ResearchEpic { district: there },
        Action::ResearchBoss,
    ]);
    for _ in 0..2 {
        t.acts_for(1);
        t.is_open(&[(Attack, 1)]);
        assert_eq!(t.targets(|district| Action::AttackEpic { district }), [1]);
        t.refuse(Action::AttackBoss);
        t.act(Action::AttackEpic { district: HERE });
    }
    t.is_closed();
}

#[test]
fn t44_blind_spot_answers_the_weakened_boss_in_the_use_dice_step_only() {
    let mut t = blind_spot(0, 0);
    t.game.boss.research = 1;
    t.take((Purple, Research, 2));
    t.acts(&[Action::ResearchBoss, Action::Forfeit]);
    t.acts_for(1);
    t.is_open(&[(Attack, 1)]);
    t.act(Action::AttackBoss);
    let mut t = blind_spot(0, 0);
    t.game.boss.research = 1;
    t.game.rewards.boss_research = 2;
    t.end_use();
    assert_eq!((t.game.boss.research, t.game.now), (0, Now::Buy));
    assert!(t.game.owed.is_empty());
}
