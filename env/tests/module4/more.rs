//! More on the same rulings: where several of them meet.

use reckoners_env::Action;
use reckoners_env::cards::{Benefit, Modules, Reward, Ruleset, SymbolCounts};
use reckoners_env::ids::DieKind::{Basic, Purple};
use reckoners_env::ids::Reckoner::{Cody, David, Tia, Val};
use reckoners_env::ids::Symbol::{Attack, Contain, Money, Plan, Research};
use reckoners_env::ids::{BossKind, CityKind, DistrictIx, Effect, Track};
use reckoners_env::state::{Now, Task};

use super::fixture::{
    AID_MONEY, AID_PLAN, TRACK_G, babilar_track, benefit, boss, boss_track, catalog, city, fresh,
    table, table_with, with_cards,
};
use crate::support::fixture::track;
use crate::support::steel::{consumable, epic_of, gives, set_power};
use crate::support::{HERE, Table, to};

const TEAM: [reckoners_env::Reckoner; 2] = [Tia, David];

#[test]
fn m109_a_second_blocked_boost_in_a_chain_does_nothing() {
    let ends_with = |last: &str, red: u8| {
        let mut t = table_with(boss(BossKind::Regalia), &TEAM, |c| {
            boss_track(
                c,
                Track::Yellow,
                &["POP 1", "POP 1", "POP 1", "POP 1", last],
            );
        });
        t.game.boss.brackets = [4, 2, red, 2];
        t.boss_does("BOOST yellow");
        t.is_done();
        t
    };
    let t = ends_with("BOOST yellow", 2);
    assert_eq!(
        (t.game.population, t.game.boss.brackets),
        (40, [4, 2, 2, 2])
    );
    let t = ends_with("BOOST red", 4);
    assert_eq!(
        (t.enforcement(), t.game.boss.brackets),
        (vec![0; 3], [4, 2, 4, 2])
    );
    assert_eq!(ends_with("BOOST red", 2).game.boss.brackets, [4, 2, 3, 2]);
}

#[test]
fn m110_an_owed_group_stays_owed_when_its_card_is_sold() {
    let mut t = table_with(city(CityKind::Babilar), &TEAM, |c| {
        babilar_track(c, 0, &TRACK_G);
    });
    let blind_spot = t.give(0, "blind-spot");
    t.set_markers(&[3, 8, 8]);
    t.game.money = 0;
    t.epic_values(0, 1, 6);
    t.use_step(&[&[(Purple, Research, 2)]]);
    t.take((Purple, Research, 2));
    t.research(0);
    t.lower(0);
    assert_eq!(t.game.now, Now::Sell);
    t.act(Action::NameCard { card: blind_spot });
    assert!(t.game.seats[0].cards.is_empty());
    t.is_open(&[(Attack, 1)]);
    t.acts_for(0);
}

#[test]
fn m111_a_disabled_card_bought_again_works() {
    let mut t = table_with(city(CityKind::Babilar), &TEAM, |c| {
        babilar_track(c, 0, &[(7, "ATTACK_MONEY 1")]);
        let actions = ["POP 2", "FORTIFY", "FORTIFY", "FORTIFY", "FORTIFY"];
        epic_of(c, 0).track = track(&actions);
    });
    let card = t.give(0, "blackmail");
    t.disabled(0, card);
    t.game.money = 0;
    t.use_step(&[&[(Basic, Research, 1)]]);
    t.take((Basic, Research, 1));
    t.lower(0);
    t.act(Action::NameCard { card });
    assert!(t.game.marks.disabled.is_empty());
    t.end_use();
    t.game.money = 4;
    t.market(&["blackmail"]);
    t.act(Action::Buy { card });
    t.name(0);
    t.work(Task::ActivateEpic {
        district: DistrictIx(0),
    });
    assert_eq!(t.game.population, 40);
}

#[test]
fn m112_only_cards_that_give_symbols_pay_for_a_move() {
    let goals = |card: &str| {
        let mut t = table(boss(BossKind::Regalia), &TEAM);
        t.give(0, card);
        t.affected(0, Effect::Move);
        t.dice_of(0, &[(Basic, Money, 1)], &[]);
        t.take((Basic, Money, 1));
        t.goals()
    };
    for card in [
        "dish-soap",
        "tracking-device",
        "kidnap",
        "spyril",
        "extra-ammo",
        "emp",
    ] {
        assert_eq!(goals(card), [0; 0], "{card}");
    }
    for card in ["med-kit", "drone", "helicopter", "rifle", "notebooks"] {
        assert_eq!(goals(card), [1, 2], "{card}");
    }
}

#[test]
fn m113_a_card_with_three_symbols_is_not_touched() {
    for (shown, left) in [
        (vec![(Contain, 2), (Plan, 1)], vec![(Contain, 2), (Plan, 1)]),
        (vec![(Contain, 2)], vec![(Contain, 1)]),
    ] {
        let mut t = table_with(boss(BossKind::Regalia), &TEAM, |c| {
            set_power(c, "rifle", gives(&shown, false));
        });
        let rifle = t.give(0, "rifle");
        t.affected(0, Effect::Singles);
        t.use_step(&[]);
        t.use_card(rifle);
        t.is_open(&left);
    }
}

/// A consumable with research of the boss is bought.
fn buys(t: &mut Table) {
    t.market(&["newcago-dog"]);
    let card = t.card("newcago-dog");
    t.act(Action::Buy { card });
}

#[test]
fn m114_the_team_gives_the_card_of_a_purchase_step() {
    let boss_research = 4;
    let mut t = table_with(city(CityKind::Babilar), &TEAM, |c| {
        babilar_track(c, 1, &TRACK_G);
        let pays = Reward {
            boss_research,
            ..Reward::default()
        };
        set_power(c, "newcago-dog", consumable(pays));
    });
    t.buy_step();
    buys(&mut t);
    t.lower(1);
    assert_eq!((t.markers(), t.game.base), (vec![8, 4, 8], 2));
    t.pick(AID_PLAN.0);
    t.pick(AID_MONEY.0);
    t.act(Action::Aid { card: AID_PLAN });
    assert!(matches!(t.game.now, Now::GiveAid { .. }));
    assert!(t.can_name(0) && t.can_name(1));
    t.name(1);
    assert_eq!(t.game.seats[1].aids[AID_PLAN.ix()], 1);
    assert!(matches!(t.game.now, Now::DealEquipment));
}

#[test]
fn m115_no_card_changes_the_symbols_of_a_benefit() {
    let mut t = table_with(with_cards(), &TEAM, |c| {
        benefit(c, 0, Benefit::OnDefeat(SymbolCounts::of(Plan, 2)));
    });
    for card in ["fuel-cells", "predictive-analytics", "utility-tool"] {
        t.give(0, card);
    }
    t.stand(1, 1);
    t.epic_values(0, 0, 1);
    t.use_step(&[&[(Basic, Attack, 1)]]);
    t.take((Basic, Attack, 1));
    t.attack(0);
    t.is_open(&[(Plan, 2)]);
    assert_eq!(t.legal(), [Action::Plan, Action::Forfeit]);
    t.acts(&[Action::Plan; 2]);
    assert_eq!(
        (t.game.seats[0].tokens, t.game.seats[0].fresh_tokens),
        (0, 2)
    );
}

#[test]
fn m116_between_owed_groups_the_decision_is_with_whom_it_returns_to() {
    let mut t = table_with(with_cards(), &[Val, Tia, Cody], |c| {
        benefit(c, 0, Benefit::OnWeaken(SymbolCounts::of(Attack, 1)));
    });
    t.give(1, "submarine");
    t.stand(0, 1);
    t.stand(1, 2);
    t.epic_values(0, 1, 6);
    t.use_step(&[]);
    t.act(Action::UseAbility);
    t.name(1);
    t.go(0);
    t.act(Action::Symbol { symbol: Research });
    t.research(0);
    assert_eq!(
        t.game.now,
        Now::Perform {
            district: DistrictIx(0)
        }
    );
    t.acts_for(0);
    t.name(2);
    t.acts_for(2);
    t.is_open(&[(Attack, 1)]);
}

#[test]
fn m117_the_reach_of_a_card_needs_no_equipment_module() {
    let ruleset = Ruleset {
        modules: Modules::NONE,
        ..with_cards()
    };
    let mut t = table_with(ruleset, &TEAM, |c| {
        benefit(
            c,
            1,
            Benefit::Reach([Contain, Research].into_iter().collect()),
        );
    });
    t.stand(0, 1);
    t.use_step(&[&[(Basic, Research, 1)]]);
    t.take((Basic, Research, 1));
    assert_eq!(
        t.targets(|district| Action::ResearchEpic { district }),
        [0, 1, 2]
    );
}

#[test]
fn m118_before_they_are_placed_reckoners_are_in_no_district() {
    let boss_research = 1;
    let mut t = fresh(city(CityKind::Babilar), &TEAM, {
        let mut c = catalog();
        let space = "RECKONERS ADD_ENF 1 | POP_PER reckoner";
        (0..7).for_each(|board| babilar_track(&mut c, board, &[(7, space)]));
        let pays = Reward {
            boss_research,
            ..Reward::default()
        };
        set_power(&mut c, "newcago-dog", consumable(pays));
        c
    });
    t.first_chances_while(|now| now != Now::Buy);
    let before = t.enforcement();
    buys(&mut t);
    t.act(Action::Marker { district: to(0) });
    assert_eq!((t.enforcement(), t.game.population), (before, 40));
    assert_eq!(t.markers().iter().sum::<u8>(), 23);
}

#[test]
fn k14_holds_for_steelheart_too() {
    let mut t = table_with(boss(BossKind::Steelheart), &TEAM, |c| {
        boss_track(c, Track::Yellow, &["POP 1", "POP 1", "POWER_UP"]);
        let actions = ["FORTIFY", "FORTIFY", "FORTIFY", "FORTIFY", "BOOST yellow"];
        epic_of(c, 0).track = track(&actions);
    });
    t.game.boss.brackets[0] = 2;
    t.game.districts[0].bracket = 4;
    t.boss_does("BOOST yellow");
    t.is_done();
    assert_eq!(t.game.population, 40);
}

#[test]
fn d17_in_a_purchase_step_used_and_unused_dice_are_alike() {
    let boss_research = 1;
    let mut t = table_with(city(CityKind::Babilar), &TEAM, |c| {
        babilar_track(c, 1, &[(7, "BASE")]);
        let (plan, enforcement) = (1, 0);
        let pays = Reward {
            boss_research,
            plan,
            enforcement,
            ..Reward::default()
        };
        set_power(c, "newcago-dog", consumable(pays));
    });
    t.game.base = 5;
    t.buy_step();
    buys(&mut t);
    t.lower(1);
    assert_eq!(t.game.now, Now::LoseDie);
    t.lose_named(0, Basic);
    assert_eq!(t.game.now, Now::Reward, "no face is asked");
    let seat = t.seat_off(0);
    t.act(Action::GiveToken { seat });
    assert_eq!(t.game.seats[0].tokens, 1, "into the tray");
    assert!(!t.can(Action::AttackEpic { district: HERE }));
}
