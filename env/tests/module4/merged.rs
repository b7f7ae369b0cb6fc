//! Use Dice & Receive Rewards: what a defeated Epic pays at once, and what the team loses in the middle of the step.

use reckoners_env::Action;
use reckoners_env::cards::Reward;
use reckoners_env::ids::DieKind::{Basic, Green, Purple};
use reckoners_env::ids::Reckoner::{Abraham, Cody, David, Tia};
use reckoners_env::ids::Symbol::{Attack, Money, Plan, Research};
use reckoners_env::ids::{BossKind, CityKind, DistrictIx, Shield, Track};
use reckoners_env::state::{Ending, Now, Spot};

use super::fixture::{babilar_track, boss, city, reward, table, table_with};
use crate::support::{HERE, Table};

/// An Epic in district 0 that one attack defeats; Regalia makes the step a merged one.
fn struck(pays: Reward) -> Table {
    let mut t = table_with(boss(BossKind::Regalia), &[Abraham, Tia], |c| {
        reward(c, 0, pays);
    });
    t.epic_values(0, 0, 1);
    t
}

/// A track of Babilar on which an action stands in the first space of district 0, the base marker at the bottom.
fn first_space(action: &str) -> Table {
    let mut t = table_with(city(CityKind::Babilar), &[Tia, David], |c| {
        babilar_track(c, 0, &[(7, action)]);
    });
    t.game.base = 5;
    t
}

#[test]
fn s08_a_reward_weakens_the_boss_in_the_middle_of_the_step() {
    let mut t = table_with(boss(BossKind::Limelight), &[Abraham, Tia], |c| {
        let (money, boss_research) = (2, 2);
        reward(
            c,
            0,
            Reward {
                money,
                boss_research,
                ..Reward::default()
            },
        );
    });
    (t.game.boss.district, t.game.boss.research) = (DistrictIx(1), 2);
    t.stand(1, 1);
    t.epic_values(0, 0, 6);
    let twice = (Green, Attack, 2);
    t.use_step(&[&[twice; 3], &[(Basic, Attack, 1)]]);
    for _ in 0..3 {
        t.take(twice);
        t.attack(0);
        t.attack(0);
    }
    assert_eq!((t.game.money, t.game.districts[0].epic), (6, None));
    assert_eq!((t.game.boss.research, t.game.boss.health), (0, 20));
    t.acts_for(1);
    t.take((Basic, Attack, 1));
    t.act(Action::AttackBoss);
    assert_eq!(t.game.boss.health, 19);
}

#[test]
fn m012_money_and_boss_research_come_before_the_question() {
    let mut t = struck(Reward {
        money: 1,
        boss_research: 1,
        plan: 1,
        enforcement: 1,
        ..Reward::default()
    });
    t.game.districts[2].enforcement = 1;
    t.use_step(&[&[(Basic, Attack, 1)]]);
    t.take((Basic, Attack, 1));
    t.attack(0);
    assert_eq!((t.game.money, t.game.boss.research), (5, 19));
    assert_eq!(t.game.now, Now::Reward);
    assert_eq!(t.targets(|district| Action::Enforcement { district }), [2]);
    for seat in 0..2 {
        let seat = t.seat_off(seat);
        assert!(t.can(Action::GiveToken { seat }));
    }
}

#[test]
fn m013_the_rest_of_the_group_waits_for_the_reward() {
    for give_up in [false, true] {
        let contain = 1;
        let mut t = struck(Reward {
            contain,
            ..Reward::default()
        });
        t.game.districts[2].bracket = 2;
        t.use_step(&[&[(Green, Attack, 2)]]);
        t.take((Green, Attack, 2));
        t.attack(0);
        assert_eq!(t.game.now, Now::Reward);
        let district = t.off(2);
        t.act(if give_up {
            Action::Forfeit
        } else {
            Action::ContainEpic { district }
        });
        assert_eq!(t.game.districts[2].bracket, if give_up { 2 } else { 1 });
        t.is_open(&[(Attack, 1)]);
        assert!(
            !t.can(Action::Move { district }),
            "it is not whole any more"
        );
    }
}

#[test]
fn m014_the_rest_of_the_group_may_hit_the_boss_just_weakened() {
    let boss_research = 1;
    let mut t = struck(Reward {
        boss_research,
        ..Reward::default()
    });
    t.game.boss.research = 1;
    t.use_step(&[&[(Green, Attack, 2)]]);
    t.take((Green, Attack, 2));
    assert!(!t.can(Action::AttackBoss));
    t.attack(0);
    assert_eq!((t.game.boss.research, t.game.boss.health), (0, 20));
    t.act(Action::AttackBoss);
    assert_eq!(t.game.boss.health, 19);
}

#[test]
fn m015_a_reward_token_enters_the_tray_after_purchase() {
    let plan = 1;
    let mut t = struck(Reward {
        plan,
        ..Reward::default()
    });
    t.use_step(&[&[(Basic, Attack, 1)], &[(Basic, Money, 1)]]);
    t.take((Basic, Attack, 1));
    t.attack(0);
    let seat = t.seat_off(1);
    t.act(Action::GiveToken { seat });
    assert_eq!(
        (t.game.seats[1].tokens, t.game.seats[1].fresh_tokens),
        (0, 1)
    );
    t.acts_for(1);
    assert!(!t.can(Action::TakeToken { symbol: Attack }));
    t.end_use();
    t.act(Action::DonePurchase);
    assert_eq!(
        (t.game.seats[1].tokens, t.game.seats[1].fresh_tokens),
        (1, 0)
    );
}

#[test]
fn m016_without_a_token_in_the_supply_a_reward_lapses() {
    let plan = 1;
    let mut t = struck(Reward {
        plan,
        ..Reward::default()
    });
    let all = t.game.token_supply;
    t.tokens(0, all);
    t.use_step(&[&[(Green, Attack, 2)]]);
    t.take((Green, Attack, 2));
    t.attack(0);
    t.is_open(&[(Attack, 1)]);
    assert_eq!(t.game.rewards, Reward::default());
}

#[test]
fn m017_a_reward_symbol_removes_a_shield_first() {
    let enforcement = 1;
    let mut t = struck(Reward {
        enforcement,
        ..Reward::default()
    });
    t.game.districts[1].enforcement = 2;
    t.shields(1, Shield::Red, 1);
    t.use_step(&[&[(Basic, Attack, 1)]]);
    t.take((Basic, Attack, 1));
    t.attack(0);
    assert_eq!(t.targets(|district| Action::Enforcement { district }), [1]);
    let district = t.off(1);
    t.act(Action::Enforcement { district });
    let place = &t.game.districts[1];
    assert_eq!(
        (place.enforcement, place.shields[Shield::Red.index()]),
        (2, 0)
    );
}

#[test]
fn m018_a_reward_symbol_neither_protects_nor_removes_a_copy_token() {
    let mut t = table_with(city(CityKind::Ildithia), &[Abraham, Tia], |c| {
        let contain = 1;
        reward(
            c,
            0,
            Reward {
                contain,
                ..Reward::default()
            },
        );
    });
    t.epic_values(0, 0, 1);
    t.game.districts[1].bracket = 2;
    t.game.districts[0].copy_tokens = 1;
    t.use_step(&[&[(Basic, Attack, 1)]]);
    t.take((Basic, Attack, 1));
    assert_eq!(t.lowerable(), [0], "the die itself protects");
    t.attack(0);
    assert_eq!(t.game.now, Now::Reward);
    let district = t.off(1);
    assert_eq!(
        t.legal(),
        [Action::ContainEpic { district }, Action::Forfeit]
    );
}

#[test]
fn m019_giving_up_is_for_this_epic_alone() {
    let plan = 1;
    let mut t = table_with(boss(BossKind::Regalia), &[Cody, Tia], |c| {
        for district in 0..2 {
            reward(
                c,
                district,
                Reward {
                    plan: plan + 1,
                    ..Reward::default()
                },
            );
        }
    });
    t.epic_values(0, 0, 1);
    t.epic_values(1, 0, 1);
    t.use_step(&[&[(Green, Attack, 2)]]);
    let district = t.off(1);
    t.act(Action::Sniper { district });
    t.take((Green, Attack, 2));
    t.attack(0);
    t.act(Action::GiveToken {
        seat: crate::support::seat(0),
    });
    t.act(Action::Forfeit);
    assert_eq!(t.game.seats[0].fresh_tokens, 1);
    t.attack(1);
    assert_eq!((t.game.now, t.game.rewards.plan), (Now::Reward, 2));
}

#[test]
fn m020_the_end_of_the_game_ends_everything() {
    let mut t = table(boss(BossKind::Regalia), &[Abraham, Tia]);
    (t.game.boss.research, t.game.boss.health) = (0, 1);
    t.use_step(&[&[(Green, Attack, 2)]]);
    t.take((Green, Attack, 2));
    t.act(Action::AttackBoss);
    assert_eq!(t.game.now, Now::Over(Ending::Won));
    assert!(t.game.open.is_closed() && t.legal().is_empty());
}

#[test]
fn m021_purchase_follows_the_merged_step() {
    let mut t = table(boss(BossKind::Regalia), &[Abraham, Tia]);
    t.use_step(&[&[(Green, Attack, 2)]]);
    t.end_use();
    assert_eq!(t.game.now, Now::Buy);
}

/// David lowers the marker of district 0.
fn david_lowers(t: &mut Table) {
    t.focus(1);
    t.take((Basic, Research, 1));
    t.lower(0);
}

#[test]
fn m022_of_the_named_dice_a_used_one_is_lost() {
    let mut t = first_space("BASE");
    t.dice_of(0, &[(Purple, Plan, 1)], &[(Purple, Research, 2)]);
    t.dice_of(1, &[(Basic, Research, 1)], &[]);
    david_lowers(&mut t);
    assert_eq!(t.game.now, Now::LoseDie);
    t.lose_named(0, Purple);
    assert_eq!(t.count_kind(0, Spot::Lost, Purple), 1);
    assert_eq!(t.dice_at(0, Spot::Kept, (Purple, Plan, 1)), 1);
}

#[test]
fn m023_the_face_of_an_unused_die_is_asked_if_faces_differ() {
    let mut t = first_space("BASE");
    t.dice_of(0, &[(Purple, Research, 2), (Purple, Money, 1)], &[]);
    t.dice_of(1, &[(Basic, Research, 1)], &[]);
    david_lowers(&mut t);
    t.lose_named(0, Purple);
    assert!(matches!(t.game.now, Now::LoseFace { .. }));
    t.acts_for(1);
    let face = t.face((Purple, Money, 1));
    assert_eq!(t.legal().len(), 2);
    t.act(Action::SetFace { face });
    assert_eq!(t.dice_at(0, Spot::Kept, (Purple, Research, 2)), 1);
    assert_eq!((t.count(0, Spot::Kept), t.count(0, Spot::Lost)), (1, 1));

    let mut t = first_space("BASE");
    t.dice_of(0, &[(Purple, Money, 1); 2], &[]);
    t.dice_of(1, &[(Basic, Research, 1)], &[]);
    david_lowers(&mut t);
    t.lose_named(0, Purple);
    assert_eq!((t.game.now, t.count(0, Spot::Lost)), (Now::Use, 1));
}

#[test]
fn m024_the_open_die_may_be_lost_its_symbols_stay() {
    let mut t = first_space("BASE");
    t.dice_of(0, &[(Purple, Research, 2)], &[]);
    t.take((Purple, Research, 2));
    t.lower(0);
    t.lose_named(0, Purple);
    assert_eq!(t.count(0, Spot::Lost), 1);
    t.is_open(&[(Research, 1)]);
    t.lower(0);
    assert_eq!(t.markers(), [6, 8, 8]);
}

#[test]
fn m025_the_open_card_may_be_sold_its_symbols_stay() {
    let mut t = first_space("ATTACK_MONEY 1");
    let notebooks = t.give(0, "notebooks");
    t.game.money = 0;
    t.use_step(&[]);
    t.use_card(notebooks);
    t.lower(0);
    assert_eq!(t.game.now, Now::Sell);
    t.act(Action::NameCard { card: notebooks });
    assert!(t.game.equipment_deck.has(notebooks.0));
    assert_eq!(t.game.money, 1, "sold for 2, one is lost");
    t.is_open(&[(Research, 1)]);
    t.research(0);
    assert_eq!(t.game.districts[0].research, 2);
}

#[test]
fn m026_a_token_beside_the_tray_goes_first() {
    let mut t = first_space("ATTACK_PLAN 1");
    t.tokens(0, 1);
    t.game.token_supply -= 1;
    t.game.seats[0].fresh_tokens = 1;
    t.use_step(&[&[], &[(Basic, Research, 1)]]);
    david_lowers(&mut t);
    assert_eq!(t.game.now, Now::DiscardToken);
    t.name(0);
    assert_eq!(
        (t.game.seats[0].tokens, t.game.seats[0].fresh_tokens),
        (1, 0)
    );
}

#[test]
fn d12_the_die_of_a_sold_card_goes_back_a_used_one_first() {
    let mut t = first_space("ATTACK_MONEY 1");
    let gun = t.give(0, "gauss-gun");
    t.game.money = 0;
    t.dice_of(0, &[(Green, Attack, 2), (Green, Attack, 1)], &[]);
    t.dice_of(1, &[(Basic, Research, 1)], &[]);
    david_lowers(&mut t);
    t.act(Action::NameCard { card: gun });
    assert!(matches!(t.game.now, Now::LoseFace { back: true, .. }));
    let face = t.face((Green, Attack, 1));
    t.act(Action::SetFace { face });
    assert_eq!((t.count(0, Spot::Kept), t.count(0, Spot::Lost)), (1, 0));
    assert_eq!((t.game.now, t.game.money), (Now::Use, 1));
}

#[test]
fn d02_stolen_cards_return_and_the_district_is_empty_before_anything_is_paid() {
    let boss_research = 1;
    let mut t = struck(Reward {
        boss_research,
        ..Reward::default()
    });
    let card = t.card("rifle");
    t.game.equipment_deck.remove(card.0);
    t.game.market.remove(card.0);
    t.game.seats[1].stolen.insert(card.0);
    t.game.districts[0].stolen.insert(card.0);
    t.check();
    t.use_step(&[&[(Basic, Attack, 1)]]);
    t.take((Basic, Attack, 1));
    t.attack(0);
    let told: Vec<&str> = (t.events.iter())
        .filter_map(|event| {
            use reckoners_env::event::Event as E;
            match event {
                E::Defeated { .. } => Some("defeated"),
                E::CardReturned { .. } => Some("returned"),
                E::BossValues { .. } => Some("research"),
                _ => None,
            }
        })
        .collect();
    assert_eq!(told, ["defeated", "returned", "research"]);
    assert_eq!(t.game.defeated_now, 1);
    assert!(t.game.marks.resting.has(card.0));
    assert_eq!(t.game.boss.brackets[Track::Yellow.index()], 2);
    assert!(!t.can(Action::AttackEpic { district: HERE }));
}
