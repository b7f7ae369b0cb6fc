//! Module 2: Kidnap, Dish Soap and Tracking Device, free once a round.

use reckoners_env::Action;
use reckoners_env::event::Event;
use reckoners_env::ids::DieKind::Basic;
use reckoners_env::ids::Reckoner::{David, Tia};
use reckoners_env::ids::Symbol::{Attack, Money};
use reckoners_env::ids::{DistrictIx, Shield};
use reckoners_env::state::Now;

use crate::support::steel::table;
use crate::support::{Die, Table};

const SPARE: Die = (Basic, Money, 1);

/// David with Kidnap, his district picked.
fn kidnap(board: impl FnOnce(&mut Table), to: u8) -> Table {
    let mut t = table(&[David, Tia]);
    let card = t.give(0, "kidnap");
    board(&mut t);
    t.use_step(&[&[SPARE]]);
    t.use_card(card);
    let district = t.off(to);
    t.act(Action::Place { district });
    t
}

#[test]
fn t35_the_boss_is_kidnapped_into_a_barricaded_district() {
    let board = |t: &mut Table| {
        t.game.districts[2].barricades = 1;
        t.game.boss.brackets = [1, 2, 3, 2];
    };
    let t = kidnap(board, 0);
    assert!(!t.can(Action::TakeBoss), "he is there already");
    let mut t = kidnap(board, 2);
    let boss = t.game.boss;
    t.act(Action::TakeBoss);
    assert_eq!(t.game.boss.district, DistrictIx(2));
    assert_eq!(t.game.boss.brackets, boss.brackets);
    assert_eq!(
        (t.game.boss.research, t.game.boss.health),
        (boss.research, boss.health)
    );
    t.is_closed();
    t.epic_phase();
    let first = t.events.iter().find_map(|event| match event {
        Event::Activated { district } => *district,
        _ => None,
    });
    assert_eq!(first, Some(DistrictIx(2)));
    // With nothing else on the board his own district is not offered at all.
    let mut t = table(&[David, Tia]);
    let card = t.give(0, "kidnap");
    t.use_card(card);
    assert_eq!(t.targets(|district| Action::Place { district }), [1, 2]);
}

#[test]
fn t36_up_to_three_things_are_kidnapped_one_after_the_other() {
    let board = |t: &mut Table| {
        t.game.districts[0].enforcement = 3;
        t.shields(0, Shield::Red, 1);
        t.game.districts[1].barricades = 1;
        t.shields(1, Shield::Blue, 2);
    };
    let mut t = kidnap(board, 2);
    let (zero, one) = (t.off(0), t.off(1));
    assert!(!t.can(Action::Forfeit), "something must be moved");
    t.act(Action::Enforcement { district: zero });
    assert!(!t.can(Action::TakeBoss) && t.can(Action::Forfeit));
    t.act(Action::RemoveBarricade { district: one });
    t.act(Action::TakeShield {
        shield: Shield::Blue,
        district: one,
    });
    t.is_closed();
    let moved = &t.game.districts[2];
    assert_eq!(
        (moved.enforcement, moved.barricades, moved.shields),
        (1, 1, [0, 1])
    );
    assert_eq!(
        (t.game.districts[0].enforcement, t.game.districts[0].shields),
        (2, [1, 0])
    );
    assert_eq!(
        (t.game.districts[1].barricades, t.game.districts[1].shields),
        (0, [0, 1])
    );
    // A Copy Token too; it ends by itself when nothing more is elsewhere.
    let mut t = kidnap(|t| t.game.districts[1].copy_tokens = 1, 2);
    let one = t.off(1);
    t.act(Action::RemoveCopyToken { district: one });
    t.is_closed();
    assert_eq!(t.game.districts[2].copy_tokens, 1);
    // It may stop after the first.
    let mut t = kidnap(board, 2);
    t.act(Action::Enforcement { district: zero });
    t.act(Action::Forfeit);
    t.is_closed();
}

#[test]
fn t37_dish_soap_raises_the_base_marker_or_gives_money() {
    let david = |base: u8| {
        let mut t = table(&[David, Tia]);
        let soap = t.give(0, "dish-soap");
        t.game.base = base;
        t.use_step(&[&[SPARE]]);
        t.use_card(soap);
        t
    };
    let t = david(2);
    assert_eq!(t.game.base, 1);
    t.is_closed();
    let mut t = david(0);
    t.is_open(&[(Money, 1)]);
    t.go(1);
    assert_eq!((t.game.base, t.game.money), (0, 4));
}

#[test]
fn t38_tracking_device_gives_a_token_that_is_usable_at_once() {
    let mut t = table(&[David, Tia]);
    let device = t.give(0, "tracking-device");
    t.use_card(device);
    assert_eq!((t.game.seats[0].tokens, t.game.token_supply), (1, 19));
    t.act(Action::TakeToken { symbol: Attack });
    t.is_open(&[(Attack, 1)]);
    let mut t = table(&[David, Tia]);
    let device = t.give(0, "tracking-device");
    t.tokens(1, 20);
    t.refuse(Action::UseCard { card: device });
    assert_eq!(t.game.now, Now::Use);
}
