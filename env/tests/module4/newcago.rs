//! Newcago cards: their actions, and the benefits for who is there.

use reckoners_env::Action;
use reckoners_env::cards::{Benefit, Catalog, Reward, SymbolCounts, SymbolMask};
use reckoners_env::event::Event;
use reckoners_env::ids::DieKind::{Basic, Black, Purple};
use reckoners_env::ids::Reckoner::{Abraham, Cody, David, Prof, Tia};
use reckoners_env::ids::Symbol::{Attack, Contain, Enforcement, Money, Plan, Research};
use reckoners_env::ids::{DistrictIx, Effect, Shield, Symbol};
use reckoners_env::state::{Now, Origin, Task};

use super::fixture::{benefit, board_card, catalog, fresh, reward, table_with, with_cards};
use crate::support::{HERE, Table, to};

const TEAM: [reckoners_env::Reckoner; 2] = [Tia, David];

fn cards(team: &[reckoners_env::Reckoner], change: impl FnOnce(&mut Catalog)) -> Table {
    table_with(with_cards(), team, change)
}

/// The actions of the cards, one for each district.
fn acting(actions: [&str; 3]) -> Table {
    cards(&TEAM, |c| {
        for (board, action) in actions.into_iter().enumerate() {
            board_card(c, board, action, Benefit::Reach(SymbolMask::default()));
        }
    })
}

/// One card with a benefit, in district 0.
fn serving(team: &[reckoners_env::Reckoner], gives: Benefit) -> Table {
    cards(team, |c| benefit(c, 0, gives))
}

/// The same, where the Epic also pays 2 money.
fn paying(team: &[reckoners_env::Reckoner], gives: Benefit) -> Table {
    cards(team, |c| {
        benefit(c, 0, gives);
        let money = Reward {
            money: 2,
            ..Reward::default()
        };
        reward(c, 0, money);
    })
}

/// The step of the cards.
fn city_step(t: &mut Table) {
    t.work(Task::CityStep { part: 0 });
}

/// PLAN for three ENFORCEMENT.
fn exchange() -> Benefit {
    Benefit::Exchange {
        cost: Plan,
        gives: SymbolCounts::of(Enforcement, 3),
    }
}

fn climbing_kit() -> Benefit {
    Benefit::Reach([Contain, Research].into_iter().collect())
}

#[test]
fn s19_the_card_with_the_boss_acts_twice() {
    let mut t = acting(["POP 1", "POP 1", "ADD_ENF"]);
    city_step(&mut t);
    t.is_done();
    assert_eq!((t.game.population, t.enforcement()), (37, vec![0, 0, 1]));
    assert!(t.game.ring().iter().all(|d| d.bracket == 1));
}

#[test]
fn m098_cards_act_clockwise_from_the_boss_and_not_in_the_prologue() {
    let mut t = acting(["POP 1"; 3]);
    t.game.boss.district = DistrictIx(1);
    city_step(&mut t);
    let order = t.events.iter().filter_map(|event| match event {
        Event::Performs { district, .. } => Some(district.0),
        _ => None,
    });
    assert_eq!(order.collect::<Vec<_>>(), [1, 1, 2, 0]);
    let mut t = fresh(with_cards(), &TEAM, {
        let mut c = catalog();
        (0..7).for_each(|board| board_card(&mut c, board, "POP 1", exchange()));
        c
    });
    t.first_chances_while(|now| now != Now::Buy);
    assert_eq!(t.game.population, 40);
}

#[test]
fn m099_of_several_in_the_first_district_one_is_named() {
    let mut t = acting(["AFFECT die", "POP_PER copy_token", "POP_PER copy_token"]);
    t.stand(0, 1);
    t.stand(1, 1);
    t.game.boss.district = DistrictIx(2);
    city_step(&mut t);
    assert!(matches!(t.game.now, Now::Suffer { .. }));
    t.name(1);
    t.is_done();
    let coming = |t: &Table| [0, 1].map(|seat: usize| t.game.seats[seat].coming.has(Effect::Die));
    assert_eq!(coming(&t), [false, true]);

    let mut t = acting(["AFFECT die", "POP_PER copy_token", "POP_PER copy_token"]);
    t.stand(0, 1);
    t.stand(1, 1);
    city_step(&mut t);
    t.name(1);
    t.is_done();
    assert_eq!(coming(&t), [true, true]);
}

#[test]
fn m100_the_second_time_somebody_else_is_affected() {
    let mut t = acting(["AFFECT die", "POP_PER copy_token", "POP_PER copy_token"]);
    t.stand(1, 2);
    city_step(&mut t);
    t.is_done();
    let told = t.events.iter().filter_map(|event| match event {
        Event::Affected { seat, .. } => Some(seat.0),
        _ => None,
    });
    assert_eq!(told.collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn m101_a_benefit_opens_when_the_group_is_closed() {
    for lapses in [false, true] {
        let mut t = paying(
            &[David, Tia],
            Benefit::OnWeaken(SymbolCounts::of(Attack, 2)),
        );
        t.stand(1, 1);
        t.epic_values(0, 1, 2);
        t.use_step(&[&[(Purple, Research, 2)]]);
        t.take((Purple, Research, 2));
        t.research(0);
        t.is_open(&[(Research, 1)]);
        t.act(if lapses {
            Action::Forfeit
        } else {
            Action::ResearchBoss
        });
        t.is_open(&[(Attack, 2)]);
        t.acts_for(0);
        assert_eq!(t.goals(), [0; 0]);
        t.attack(0);
        t.attack(0);
        assert_eq!((t.game.districts[0].epic, t.game.money), (None, 6));
    }
}

#[test]
fn m102_without_a_miniature_there_a_benefit_lapses() {
    let weakens = |team: &[reckoners_env::Reckoner], sniper: bool| {
        let mut t = cards(team, |c| {
            benefit(c, 2, Benefit::OnWeaken(SymbolCounts::of(Attack, 2)));
        });
        t.epic_values(2, 1, 6);
        let notebooks = t.give(0, "notebooks");
        t.use_step(&[&[(Basic, Money, 1)]]);
        if sniper {
            t.act(Action::Sniper { district: to(2) });
        }
        t.use_card(notebooks);
        t.research(2);
        t.act(Action::Forfeit);
        t
    };
    for t in [weakens(&TEAM, false), weakens(&[Cody, Tia], true)] {
        assert_eq!((t.game.now, t.game.owed.is_empty()), (Now::Use, true));
        t.acts_for(0);
    }
}

#[test]
fn m103_a_benefit_reaches_the_sniper_district() {
    let mut t = serving(&[Cody, Tia], Benefit::OnWeaken(SymbolCounts::of(Attack, 2)));
    t.stand(1, 1);
    t.epic_values(0, 1, 6);
    t.use_step(&[&[(Basic, Research, 1)]]);
    t.act(Action::Sniper { district: to(2) });
    t.take((Basic, Research, 1));
    t.research(0);
    t.is_open(&[(Attack, 2)]);
    t.attack(2);
    assert_eq!(t.game.districts[2].health, 5);
}

#[test]
fn m104_the_epics_reward_comes_before_the_benefit() {
    let mut t = paying(
        &[Abraham, Tia],
        Benefit::OnDefeat(SymbolCounts::of(Money, 3)),
    );
    t.stand(1, 1);
    t.epic_values(0, 0, 1);
    t.use_step(&[&[(Basic, Attack, 1)]]);
    t.take((Basic, Attack, 1));
    t.attack(0);
    assert_eq!(t.game.money, 6);
    t.is_open(&[(Money, 3)]);
    t.acts(&[Action::Money; 3]);
    assert_eq!((t.game.money, t.game.now), (9, Now::Use));
}

#[test]
fn m105_an_exchange_is_made_once_a_round_by_who_is_there() {
    let mut t = serving(&[Prof, Tia], exchange());
    let plan = (Black, Plan, 2);
    t.dice_of(0, &[plan; 2], &[]);
    t.dice_of(1, &[plan; 3], &[]);
    t.take(plan);
    t.act(Action::Exchange);
    t.is_open(&[(Enforcement, 3)]);
    t.act(Action::Forfeit);
    t.take(plan);
    t.refuse(Action::Exchange);
    t.act(Action::Forfeit);
    t.focus(1);
    t.take(plan);
    t.refuse(Action::Exchange);
    t.act(Action::Forfeit);
    t.round();
    assert_eq!(t.game.city.exchanged, 0);
    t.use_step(&[&[plan; 2], &[plan]]);
    t.stand(1, 1);
    t.focus(1);
    t.take(plan);
    t.refuse(Action::Exchange);
    t.act(Action::Forfeit);
    t.focus(0);
    t.take(plan);
    t.act(Action::Plan);
    t.refuse(Action::Exchange);
    t.act(Action::Plan);
    t.take(plan);
    assert!(t.can(Action::Exchange));
}

#[test]
fn m106_exchanged_symbols_are_spent_as_they_are_shown() {
    let mut t = serving(&[Prof, Tia], exchange());
    let emp = t.give(0, "emp");
    t.give(0, "gravatonics");
    t.game.districts[0].bracket = 3;
    t.game.districts[0].enforcement = 1;
    t.game.districts[1].barricades = 1;
    t.game.districts[0].copy_tokens = 1;
    t.shields(0, Shield::Red, 1);
    t.use_step(&[&[(Black, Plan, 2)]]);
    t.take((Black, Plan, 2));
    t.act(Action::Exchange);
    assert!(!t.can_use(emp));
    let remove = Action::Enforcement { district: HERE };
    assert_eq!(t.legal().len(), 2);
    assert!(t.can(remove) && t.can(Action::Forfeit));
    t.act(remove);
    assert_eq!(
        (t.game.districts[0].shields, t.enforcement()[0]),
        ([0, 0], 1)
    );
}

#[test]
fn m107_a_card_gives_reach_to_who_stands_there() {
    let reached = |district| {
        let mut t = cards(&TEAM, |c| benefit(c, 1, climbing_kit()));
        t.stand(0, district);
        t.use_step(&[&[(Basic, Research, 1), (Basic, Attack, 1)]]);
        t.take((Basic, Research, 1));
        let researched = t.targets(|district| Action::ResearchEpic { district });
        t.act(Action::Forfeit);
        t.take((Basic, Attack, 1));
        assert_eq!(
            t.targets(|district| Action::AttackEpic { district }),
            [district]
        );
        researched
    };
    assert_eq!(reached(1), [0, 1, 2]);
    assert_eq!(reached(0), [0]);
}

#[test]
fn m108_one_weakening_earns_first_the_benefit_then_blind_spot() {
    let mut t = serving(
        &[David, Tia],
        Benefit::OnWeaken(SymbolCounts::of(Contain, 1)),
    );
    t.give(1, "blind-spot");
    t.stand(0, 1);
    t.epic_values(0, 1, 6);
    t.game.districts[0].bracket = 3;
    t.use_step(&[&[(Basic, Money, 1)], &[(Basic, Research, 1)]]);
    t.focus(1);
    t.take((Basic, Research, 1));
    t.research(0);
    t.is_open(&[(Contain, 1)]);
    assert_eq!(t.game.open.origin, Origin::Benefit);
    t.acts_for(1);
    t.act(Action::ContainEpic { district: HERE });
    t.is_open(&[(Attack, 1)]);
    t.attack(0);
    assert_eq!(
        (t.game.districts[0].bracket, t.game.districts[0].health),
        (2, 2)
    );
    assert_eq!(t.game.now, Now::Use);
    t.acts_for(1);
}

#[test]
fn n07_of_several_there_one_is_named_or_it_is_given_up() {
    let asked = || {
        let gives = Benefit::OnWeaken(SymbolCounts::of(Attack, 1));
        let mut t = serving(&[David, Tia, Cody], gives);
        t.epic_values(0, 1, 6);
        t.stand(2, 1);
        t.game.seats[1].ended = true;
        t.use_step(&[&[(Basic, Research, 1), (Basic, Money, 1)]]);
        t.game.seats[1].ended = true;
        t.take((Basic, Research, 1));
        t.research(0);
        assert_eq!(
            t.game.now,
            Now::Perform {
                district: DistrictIx(0)
            }
        );
        assert!(t.can_name(0) && t.can_name(1) && !t.can_name(2));
        t
    };
    let mut t = asked();
    t.name(1);
    t.acts_for(1);
    t.is_open(&[(Attack, 1)]);
    t.attack(0);
    t.acts_for(0);
    let mut t = asked();
    t.act(Action::Forfeit);
    assert_eq!(t.game.now, Now::Use);
    t.acts_for(0);
}

#[test]
fn n07_a_consumable_earns_no_benefit() {
    use crate::support::steel::{consumable, set_power};
    let mut t = cards(&TEAM, |c| {
        benefit(c, 0, Benefit::OnDefeat(SymbolCounts::of(Money, 3)));
        let attack = 1;
        set_power(
            c,
            "newcago-dog",
            consumable(Reward {
                attack,
                ..Reward::default()
            }),
        );
    });
    t.epic_values(0, 0, 1);
    t.buy_step();
    t.market(&["newcago-dog"]);
    let card = t.card("newcago-dog");
    t.act(Action::Buy { card });
    t.attack(0);
    assert!(t.game.owed.is_empty());
    assert_eq!(t.game.defeated_now, 1);
}

#[test]
fn n08_a_converted_symbol_pays_an_exchange() {
    let mut t = serving(&[Prof, Tia], exchange());
    t.give(0, "forensic-kit");
    t.use_step(&[&[(Basic, Research, 1), (Basic, Money, 1)]]);
    t.take((Basic, Money, 1));
    t.refuse(Action::Exchange);
    t.act(Action::Forfeit);
    t.take((Basic, Research, 1));
    t.act(Action::Exchange);
    t.is_open(&[(Enforcement, 3)]);
}

#[test]
fn n12_who_paid_population_was_affected() {
    let mut t = acting([
        "AFFECT equipment",
        "POP_PER copy_token",
        "POP_PER copy_token",
    ]);
    t.give(1, "camera");
    t.stand(1, 2);
    city_step(&mut t);
    t.is_done();
    assert_eq!(t.game.population, 39);
    assert!(t.game.seats[1].coming.has(Effect::Equipment));
}

#[test]
fn n13_each_card_has_its_own_exchange_and_any_group_pays() {
    let mut t = cards(&TEAM, |c| {
        benefit(c, 0, exchange());
        benefit(c, 1, exchange());
    });
    t.give(0, "submarine");
    let one = Symbol::Research;
    t.give(0, "forensic-kit");
    t.use_step(&[&[(Basic, Plan, 1), (Basic, Money, 1)]]);
    t.take((Basic, Plan, 1));
    t.act(Action::Exchange);
    t.act(Action::Forfeit);
    t.take((Basic, Money, 1));
    t.go(1);
    t.act(Action::Symbol { symbol: one });
    t.act(Action::Exchange);
    t.is_open(&[(Enforcement, 3)]);
    assert_eq!(t.game.city.exchanged, 0b11);
}
