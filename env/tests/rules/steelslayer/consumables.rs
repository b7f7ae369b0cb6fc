//! Module 2: Newcago Dog, Babilar Pizza and Ildithia Tea, used when they are bought.

use reckoners_env::cards::{INFINITE, Modules, Reward, Ruleset};
use reckoners_env::ids::DieKind::Basic;
use reckoners_env::ids::Reckoner::{David, Tia};
use reckoners_env::ids::Symbol::{Attack, Money};
use reckoners_env::state::{Ending, Now};
use reckoners_env::{Action, Difficulty, GameSetup, Rules};

use crate::support::steel::{catalog, consumable, epic_of, set_power, table_of};
use crate::support::{HERE, Table};

/// What the consumable on the market pays.
fn pays(change: impl FnOnce(&mut Reward)) -> Reward {
    let mut reward = Reward::default();
    change(&mut reward);
    reward
}

/// A Purchase step with a consumable on the market.
fn market(reward: Reward, change: impl FnOnce(&mut reckoners_env::cards::Catalog)) -> Table {
    let mut cards = catalog();
    set_power(&mut cards, "newcago-dog", consumable(reward));
    change(&mut cards);
    let mut t = table_of(&[David, Tia], cards);
    t.buy_step();
    t.market(&["newcago-dog", "emp", "rifle", "helicopter"]);
    t
}

fn buy(t: &mut Table) {
    let card = t.card("newcago-dog");
    t.act(Action::Buy { card });
}

#[test]
fn t53_a_consumable_is_used_at_once_and_out_of_the_game() {
    let reward = pays(|r| (r.enforcement, r.money) = (2, 1));
    let mut t = market(reward, |_| {});
    t.game.districts[1].enforcement = 1;
    t.game.districts[2].enforcement = 2;
    buy(&mut t);
    assert_eq!((t.game.money, t.game.now), (3, Now::Reward));
    for district in [1, 2] {
        let district = t.off(district);
        t.act(Action::Enforcement { district });
    }
    let left = [1, 2].map(|d: usize| t.game.districts[d].enforcement);
    assert_eq!(left, [0, 1]);
    let card = t.card("newcago-dog");
    assert!(t.game.discarded.has(card.0) && t.game.owner(card).is_none());
    assert_eq!((t.game.now, t.game.market.len()), (Now::DealEquipment, 3));
    t.first_chances();
    assert_eq!((t.game.now, t.game.market.len()), (Now::Buy, 4));
}

#[test]
fn t54_an_epic_defeated_by_a_consumable_pays_into_the_same_pool() {
    let mut t = market(pays(|r| r.attack = 2), |cards| {
        epic_of(cards, 1).reward = pays(|r| (r.money, r.contain) = (2, 1));
    });
    t.game.districts[1].health = 2;
    t.game.districts[2].bracket = 3;
    buy(&mut t);
    assert_eq!(t.game.money, 2);
    let target = t.off(1);
    t.acts(&[Action::AttackEpic { district: target }; 2]);
    assert_eq!((t.game.districts[1].epic, t.game.money), (None, 4));
    assert_eq!((t.game.now, t.game.rewards.contain), (Now::Reward, 1));
    t.refuse(Action::DonePurchase);
    let place = t.off(2);
    t.act(Action::ContainEpic { district: place });
    assert_eq!(t.game.districts[2].bracket, 2);
    t.first_chances();
    assert_eq!(t.game.now, Now::Buy);
}

#[test]
fn t55_a_consumable_may_win_the_game() {
    let mut t = market(pays(|r| r.attack = 1), |_| {});
    (t.game.boss.research, t.game.boss.health) = (0, 1);
    buy(&mut t);
    t.act(Action::AttackBoss);
    assert_eq!(t.game.now, Now::Over(Ending::Won));
}

#[test]
fn t56_an_epic_defeated_with_dice_pays_in_the_receive_rewards_step() {
    let mut cards = catalog();
    epic_of(&mut cards, 0).reward = pays(|r| r.money = 2);
    let mut t = table_of(&[David, Tia], cards);
    t.game.districts[0].health = 1;
    t.use_step(&[&[(Basic, Attack, 1), (Basic, Money, 1)]]);
    t.take((Basic, Attack, 1));
    t.act(Action::AttackEpic { district: HERE });
    assert_eq!((t.game.districts[0].epic, t.game.money), (None, 4));
    t.end_use();
    assert_eq!((t.game.money, t.game.now), (6, Now::Buy));
}

#[test]
fn t57_a_district_emptied_in_the_prologue_gets_its_epic_in_the_next_add_epics_step() {
    let mut cards = catalog();
    set_power(
        &mut cards,
        "newcago-dog",
        consumable(pays(|r| r.attack = 1)),
    );
    let rules = Rules::new(cards);
    let ruleset = Ruleset::base(Difficulty::Standard).with(Modules::ALL);
    let mut t = Table {
        game: rules.new_game(&GameSetup::new(&[David, Tia], ruleset).unwrap()),
        rules,
        events: Vec::new(),
    };
    t.first_chances();
    assert_eq!((t.game.now, t.game.round), (Now::Buy, 0));
    t.market(&["newcago-dog", "emp", "rifle", "helicopter"]);
    t.game.districts[1].health = 1;
    buy(&mut t);
    let district = t.off(1);
    t.act(Action::AttackEpic { district });
    t.first_chances();
    t.act(Action::DonePurchase);
    while t.game.now == Now::Place {
        t.act(Action::Place { district: HERE });
    }
    assert_eq!((t.game.round, t.game.districts[1].epic), (1, None));
    t.epic_phase();
    assert!(t.game.districts[1].epic.is_some());
}

#[test]
fn t58_research_of_a_consumable_weakens_and_blind_spot_does_not_answer() {
    let reward = pays(|r| (r.research, r.attack) = (1, 2));
    let mut t = market(reward, |cards| epic_of(cards, 1).health = INFINITE);
    t.give(0, "blind-spot");
    t.stand(0, 1);
    t.game.districts[1].research = 1;
    buy(&mut t);
    let district = t.off(1);
    t.refuse(Action::AttackEpic { district });
    t.act(Action::ResearchEpic { district });
    assert_eq!(t.game.districts[1].health, 3);
    t.acts(&[Action::AttackEpic { district }; 2]);
    assert_eq!(t.game.districts[1].health, 1);
    t.first_chances();
    assert_eq!(t.game.now, Now::Buy);
    assert!(t.game.owed.is_empty());
}

#[test]
fn the_other_consumables_pay_plan_tokens_and_research() {
    let mut cards = catalog();
    let pizza = pays(|r| (r.contain, r.plan, r.boss_research) = (1, 1, 1));
    set_power(&mut cards, "babilar-pizza", consumable(pizza));
    set_power(
        &mut cards,
        "ildithia-tea",
        consumable(pays(|r| r.research = 1)),
    );
    let mut t = table_of(&[David, Tia], cards);
    t.game.districts[1].bracket = 2;
    let research = t.game.boss.research;
    t.buy_step();
    t.market(&["babilar-pizza", "ildithia-tea", "rifle", "helicopter"]);
    let card = t.card("babilar-pizza");
    t.act(Action::Buy { card });
    assert_eq!(t.game.boss.research, research - 1);
    let (seat, district) = (t.seat_off(1), t.off(1));
    t.acts(&[Action::GiveToken { seat }, Action::ContainEpic { district }]);
    assert_eq!(
        (t.game.seats[1].tokens, t.game.districts[1].bracket),
        (1, 1)
    );
    t.first_chances();
    let card = t.card("ildithia-tea");
    t.act(Action::Buy { card });
    t.act(Action::ResearchBoss);
    assert_eq!(t.game.boss.research, research - 2);
}
