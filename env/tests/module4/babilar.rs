//! Babilar: markers in the districts, what stands on their tracks, Dawnslight cards.

use reckoners_env::Action;
use reckoners_env::cards::{AidGain, Reward};
use reckoners_env::event::Event;
use reckoners_env::ids::DieKind::{Basic, Green, Purple};
use reckoners_env::ids::Reckoner::{Abraham, Cody, David, Tia};
use reckoners_env::ids::Symbol::{Attack, Contain, Enforcement, Money, Research};
use reckoners_env::ids::{AidIx, BossKind, Cause, CityKind, DistrictIx, Shield, Track};
use reckoners_env::state::{AidDeck, Ending, Now, Spot};

use super::fixture::{
    AID_CONTAIN, AID_ENFORCEMENT, AID_MONEY, AID_PLAN, AID_POPULATION, TRACK_G, babilar_track,
    game, reward, table, table_with,
};
use crate::support::steel::{consumable, epic_of, set_power};
use crate::support::{HERE, Table, seat, to};

const TEAM: [reckoners_env::Reckoner; 2] = [Tia, David];

/// Regalia in Babilar, in district 1; track G in some districts.
fn babilar(team: &[reckoners_env::Reckoner], with_g: &[usize], pays: Reward) -> Table {
    let ruleset = game(BossKind::Regalia, CityKind::Babilar);
    let mut t = table_with(ruleset, team, |c| {
        for district in with_g {
            babilar_track(c, *district, &TRACK_G);
        }
        for district in 0..3 {
            reward(c, district, pays);
        }
    });
    t.game.boss.district = DistrictIx(1);
    t
}

fn plain(team: &[reckoners_env::Reckoner]) -> Table {
    babilar(team, &[], Reward::default())
}

/// Seat 0 takes a Basic die that shows research.
fn takes_research(t: &mut Table) {
    t.use_step(&[&[(Basic, Research, 1)]]);
    t.take((Basic, Research, 1));
}

/// Seat 0 takes a Basic die and defeats the Epic of district 0.
fn defeats_epic(t: &mut Table) {
    t.epic_values(0, 0, 1);
    t.use_step(&[&[(Basic, Attack, 1)]]);
    t.take((Basic, Attack, 1));
    t.attack(0);
}

/// The deck of Dawnslight cards is empty, but for these known cards.
fn known_only(t: &mut Table, cards: &[AidIx]) {
    t.game.city.aids = AidDeck::full(std::iter::empty());
    for card in cards {
        t.game.city.aids.put_below(*card);
    }
    t.check();
}

/// A Reckoner has a Dawnslight card.
fn holds(t: &mut Table, seat: usize, card: AidIx) {
    t.game.city.aids.deck[card.ix()] -= 1;
    t.game.seats[seat].aids[card.ix()] += 1;
    t.check();
}

#[test]
fn s11_research_in_the_districts() {
    let (plan, boss_research) = (2, 2);
    let ruleset = game(BossKind::Regalia, CityKind::Babilar);
    let mut t = table_with(ruleset, &[Tia, Abraham], |c| {
        babilar_track(c, 0, &TRACK_G);
        let epic = epic_of(c, 0);
        (epic.research, epic.weakened) = (2, 4);
        epic.reward = Reward {
            plan,
            boss_research,
            ..Reward::default()
        };
    });
    t.game.boss.district = DistrictIx(1);
    t.game.boss.brackets[Track::Red.index()] = 3;
    t.game.base = 4;
    t.epic_values(0, 2, 6);
    t.shields(1, Shield::Blue, 1);
    t.dice_of(0, &[(Purple, Research, 2); 2], &[]);
    let attacks = [(Green, Attack, 2), (Green, Attack, 2), (Basic, Money, 1)];
    t.dice_of(1, &attacks, &[]);
    t.take((Purple, Research, 2));
    t.research(0);
    t.research(0);
    assert_eq!(t.game.districts[0].health, 4);
    t.focus(1);
    for _ in 0..2 {
        t.take((Green, Attack, 2));
        t.attack(0);
        t.attack(0);
    }
    assert_eq!(
        (t.markers()[0], t.game.base, t.game.now),
        (6, 0, Now::LoseDie)
    );
    t.lose_named(0, Purple);
    assert_eq!((t.count(0, Spot::Kept), t.count(0, Spot::Used)), (1, 0));
    t.acts(&[
        Action::GiveToken { seat: seat(0) },
        Action::GiveToken { seat: seat(1) },
    ]);
    assert_eq!(
        (t.game.seats[0].fresh_tokens, t.game.seats[1].fresh_tokens),
        (1, 1)
    );
    t.focus(0);
    t.take((Purple, Research, 2));
    t.lower(0);
    assert_eq!(t.markers()[0], 5);
    t.lower(0);
    t.pick(AID_CONTAIN.0);
    t.pick(AID_MONEY.0);
    t.act(Action::Aid { card: AID_CONTAIN });
    assert!(matches!(t.game.now, Now::GiveAid { .. }));
    t.name(1);
    t.focus(1);
    t.take((Basic, Money, 1));
    t.go(1);
    t.act(Action::Aid { card: AID_CONTAIN });
    let red = Action::ContainBoss { track: Track::Red };
    assert!(!t.can(red));
    t.act(Action::ContainEpic { district: HERE });
    t.act(red);
    assert_eq!(t.game.boss.brackets[Track::Red.index()], 2);
    assert_eq!(t.game.districts[1].shields, [0, 0]);
    assert_eq!(t.game.seats[1].aids, [0; 7]);
}

#[test]
fn m054_research_lowers_the_marker_of_a_district_in_reach() {
    let mut t = plain(&TEAM);
    takes_research(&mut t);
    assert_eq!(t.lowerable(), [0]);
    t.lower(0);
    assert_eq!(t.markers(), [7, 8, 8]);
    let notebooks = t.give(0, "notebooks");
    t.use_step(&[]);
    t.use_card(notebooks);
    assert_eq!(t.lowerable(), [0, 1, 2]);
    t.lower(2);
    assert_eq!(t.lowerable(), [2]);
    assert_eq!(t.targets(|district| Action::ResearchEpic { district }), [2]);
}

#[test]
fn m055_the_sniper_district_is_in_reach() {
    let mut t = plain(&[Cody, David]);
    t.use_step(&[&[(Purple, Research, 2)]]);
    t.act(Action::Sniper { district: to(2) });
    t.take((Purple, Research, 2));
    t.lower(0);
    t.lower(2);
    assert_eq!(t.markers(), [7, 8, 7]);
}

#[test]
fn m056_a_marker_needs_no_epic_but_must_be_above_the_bottom() {
    let mut t = plain(&TEAM);
    t.no_epic(0);
    takes_research(&mut t);
    assert_eq!(t.lowerable(), [0]);
    t.set_markers(&[0, 8, 8]);
    assert_eq!(t.lowerable(), [0; 0]);
}

#[test]
fn m057_a_reward_goes_to_the_marker_of_the_defeated_epics_district() {
    let boss_research = 3;
    let mut t = babilar(
        &[Abraham, Tia],
        &[],
        Reward {
            boss_research,
            ..Reward::default()
        },
    );
    let launcher = t.give(0, "grenade-launcher");
    t.epic_values(2, 0, 1);
    t.use_step(&[]);
    t.use_card(launcher);
    t.attack(2);
    assert_eq!(t.markers(), [8, 8, 5]);
}

#[test]
fn m058_research_below_the_bottom_is_lost() {
    let boss_research = 3;
    let mut t = babilar(
        &[Abraham, Tia],
        &[],
        Reward {
            boss_research,
            ..Reward::default()
        },
    );
    t.set_markers(&[1, 8, 8]);
    defeats_epic(&mut t);
    assert_eq!(t.markers(), [0, 8, 8]);
    assert_eq!(t.game.now, Now::Use);
}

#[test]
fn m059_every_space_acts_before_the_next_is_entered() {
    let boss_research = 2;
    let mut t = babilar(
        &[Abraham, Tia],
        &[0],
        Reward {
            boss_research,
            ..Reward::default()
        },
    );
    t.game.base = 5;
    defeats_epic(&mut t);
    assert_eq!(
        (t.markers()[0], t.game.base, t.game.now),
        (7, 0, Now::LoseDie)
    );
    t.lose_named(0, Basic);
    assert_eq!((t.markers()[0], t.game.base, t.game.now), (6, 1, Now::Use));
}

#[test]
fn m060_the_money_of_the_reward_is_there_when_the_space_attacks_it() {
    let (money, boss_research) = (1, 1);
    let pays = Reward {
        money,
        boss_research,
        ..Reward::default()
    };
    let mut t = babilar(&[Abraham, Tia], &[0], pays);
    t.set_markers(&[3, 8, 8]);
    t.game.money = 0;
    defeats_epic(&mut t);
    assert_eq!((t.game.money, t.game.population), (0, 40));
    let changes = t.events.iter().filter_map(|event| match event {
        Event::Money { change } => Some(*change),
        _ => None,
    });
    assert_eq!(changes.collect::<Vec<_>>(), [1, -1]);
}

#[test]
fn m061_a_token_that_nobody_has_costs_population() {
    let mut t = babilar(&TEAM, &[0], Reward::default());
    t.set_markers(&[2, 8, 8]);
    takes_research(&mut t);
    t.lower(0);
    assert_eq!((t.markers()[0], t.game.population), (1, 39));
}

#[test]
fn y07_an_attack_that_counts_is_the_citys_doing_too() {
    let ruleset = game(BossKind::Regalia, CityKind::Babilar);
    let mut t = table_with(ruleset, &TEAM, |c| {
        babilar_track(c, 0, &[(7, "POP_PER reckoner")]);
    });
    takes_research(&mut t);
    t.lower(0);
    let lost = Event::PopulationLost {
        amount: 2,
        cause: Cause::CityAttack,
    };
    assert!(t.events.contains(&lost), "{:?}", t.events);
}

#[test]
fn m062_the_last_space_acts_before_the_boss_is_weakened() {
    let last = |population| {
        let mut t = babilar(&TEAM, &[0], Reward::default());
        t.game.population = population;
        t.set_markers(&[1, 0, 0]);
        takes_research(&mut t);
        t.lower(0);
        t
    };
    let t = last(40);
    assert_eq!((t.game.population, t.game.boss.health), (39, 15));
    let place = |wanted: fn(&Event) -> bool| t.events.iter().position(wanted);
    let lost = place(|e| matches!(e, Event::PopulationLost { .. }));
    assert!(lost.is_some() && lost < place(|e| *e == Event::BossWeakened));
    let t = last(1);
    assert!(matches!(t.game.now, Now::Over(Ending::Lost(_))));
    assert!(!t.events.contains(&Event::BossWeakened));
}

#[test]
fn m063_the_weakened_boss_is_attacked_where_she_stands() {
    let mut t = plain(&[Abraham, Tia]);
    t.set_markers(&[0, 0, 0]);
    t.use_step(&[&[(Basic, Attack, 1)]]);
    t.take((Basic, Attack, 1));
    assert!(!t.can(Action::AttackBoss));
    t.stand(0, 1);
    t.act(Action::AttackBoss);
    assert_eq!(t.game.boss.health, 14);
}

#[test]
fn m064_fortify_boss_raises_the_health() {
    let mut t = plain(&TEAM);
    t.boss_does("FORTIFY_BOSS");
    assert_eq!((t.game.boss.health, t.markers()), (16, vec![8; 3]));
}

#[test]
fn m065_blind_spot_answers_when_all_markers_are_down() {
    let owner = |markers: [u8; 3]| {
        let mut t = babilar(
            &TEAM,
            &[],
            Reward {
                boss_research: 1,
                ..Reward::default()
            },
        );
        t.give(0, "blind-spot");
        t.set_markers(&markers);
        t
    };
    let mut t = owner([1, 3, 0]);
    takes_research(&mut t);
    t.lower(0);
    assert!(t.game.owed.is_empty() && t.game.now == Now::Use);

    let mut t = owner([1, 0, 0]);
    takes_research(&mut t);
    t.lower(0);
    t.is_open(&[(Attack, 1)]);
    t.acts_for(0);

    let mut t = owner([1, 0, 0]);
    t.stand(0, 1);
    t.use_step(&[&[], &[(Basic, Research, 1)]]);
    t.focus(1);
    t.take((Basic, Research, 1));
    t.lower(0);
    t.is_open(&[(Attack, 1)]);
    t.acts_for(0);
    assert!(t.can(Action::AttackBoss));

    let mut t = owner([1, 0, 0]);
    defeats_epic(&mut t);
    assert_eq!((t.game.boss.research, t.game.now), (0, Now::Use));
}

/// Track G in 0 with the marker above the Aid; seat 0 lowers it.
fn aided(change: impl FnOnce(&mut Table)) -> Table {
    let mut t = babilar(&TEAM, &[0], Reward::default());
    t.set_markers(&[5, 8, 8]);
    t.stand(1, 2);
    change(&mut t);
    takes_research(&mut t);
    t.lower(0);
    t
}

#[test]
fn m066_of_two_drawn_cards_one_is_kept() {
    let mut t = aided(|_| {});
    assert_eq!(t.odds(), (7, Some(2)));
    t.pick(AID_MONEY.0);
    assert_eq!(t.odds(), (7, None));
    t.pick(AID_POPULATION.0);
    assert!(matches!(t.game.now, Now::KeepAid { .. }));
    assert_eq!(t.legal().len(), 2);
    t.act(Action::Aid {
        card: AID_POPULATION,
    });
    assert_eq!(t.game.seats[0].aids[AID_POPULATION.ix()], 1);
    assert_eq!(t.game.city.aids.known().collect::<Vec<_>>(), [AID_MONEY]);

    let mut t = aided(|_| {});
    t.pick(AID_PLAN.0);
    t.pick(AID_PLAN.0);
    assert_eq!(t.game.now, Now::Use);
    assert_eq!(t.game.seats[0].aids[AID_PLAN.ix()], 1);
    assert_eq!(t.game.city.aids.known().collect::<Vec<_>>(), [AID_PLAN]);
}

#[test]
fn m067_known_cards_are_drawn_without_chance() {
    let t = aided(|t| known_only(t, &[AID_MONEY, AID_PLAN]));
    let pair = [AID_MONEY, AID_PLAN];
    let district = DistrictIx(0);
    assert_eq!(t.game.now, Now::KeepAid { district, pair });
    let t = aided(|t| known_only(t, &[AID_PLAN]));
    assert_eq!(
        (t.game.now, t.game.seats[0].aids[AID_PLAN.ix()]),
        (Now::Use, 1)
    );
    let t = aided(|t| known_only(t, &[]));
    assert_eq!((t.game.now, t.game.seats[0].aids), (Now::Use, [0; 7]));
}

#[test]
fn m068_the_card_goes_to_a_reckoner_of_the_district() {
    let aided_in_2 = |standing: [u8; 2]| {
        let mut t = babilar(&[Tia, David, Cody], &[2], Reward::default());
        t.set_markers(&[8, 8, 5, 8]);
        t.stand(1, standing[0]);
        t.stand(2, standing[1]);
        known_only(&mut t, &[AID_PLAN]);
        let notebooks = t.give(0, "notebooks");
        t.use_step(&[]);
        t.use_card(notebooks);
        t.lower(2);
        t
    };
    let owner = |t: &Table| {
        t.game
            .team()
            .iter()
            .position(|s| s.aids[AID_PLAN.ix()] == 1)
    };
    assert_eq!(owner(&aided_in_2([0, 1])), Some(0));
    assert_eq!(owner(&aided_in_2([2, 1])), Some(1));
    let mut t = aided_in_2([2, 2]);
    assert!(matches!(t.game.now, Now::GiveAid { .. }));
    t.acts_for(0);
    assert!(!t.can_name(0));
    t.name(2);
    assert_eq!(owner(&t), Some(2));
    t.is_open(&[(Research, 1)]);
}

#[test]
fn m069_who_gets_a_card_may_act_again() {
    let mut t = babilar(&TEAM, &[0], Reward::default());
    t.set_markers(&[5, 8, 8]);
    known_only(&mut t, &[AID_PLAN]);
    t.use_step(&[&[(Basic, Research, 1)]]);
    t.game.seats[1].ended = true;
    t.take((Basic, Research, 1));
    t.lower(0);
    t.name(1);
    assert!(!t.game.seats[1].ended);
    t.focus(1);
    assert!(t.can(Action::Aid { card: AID_PLAN }));
}

#[test]
fn m070_a_dawnslight_card_is_used_between_groups_and_leaves_the_game() {
    let mut t = plain(&TEAM);
    t.game.population = 39;
    holds(&mut t, 0, AID_POPULATION);
    takes_research(&mut t);
    let aid = Action::Aid {
        card: AID_POPULATION,
    };
    assert!(!t.can(aid));
    t.act(Action::Forfeit);
    t.act(aid);
    assert_eq!((t.game.population, t.game.seats[0].aids), (42, [0; 7]));
    assert!(!t.game.city.aids.known().any(|card| card == AID_POPULATION));
}

#[test]
fn m071_its_symbols_are_a_group_like_any_other() {
    let mut t = plain(&TEAM);
    t.give(0, "gravatonics");
    let emp = t.give(0, "emp");
    holds(&mut t, 0, AID_ENFORCEMENT);
    t.game.districts[0].bracket = 4;
    t.use_step(&[]);
    t.act(Action::Aid {
        card: AID_ENFORCEMENT,
    });
    t.is_open(&[(Enforcement, 2)]);
    assert!(t.can_use(emp) && t.goals() == [1, 2]);
    let contain = Action::ContainEpic { district: HERE };
    t.acts(&[contain, contain]);
    assert_eq!(t.game.districts[0].bracket, 2);
    assert_eq!(t.rules.catalog().cities[1].aids()[2].gain, {
        let mut two = reckoners_env::cards::SymbolCounts::default();
        two.0[Contain.index()] = 2;
        AidGain::Symbols(two)
    });
}

#[test]
fn m072_a_dawnslight_card_is_no_equipment() {
    let mut t = plain(&TEAM);
    holds(&mut t, 0, AID_MONEY);
    t.epic_does(0, "STEAL");
    assert_eq!(t.game.population, 39);
    assert_eq!(t.game.seats[0].aids[AID_MONEY.ix()], 1);
}

#[test]
fn m073_research_of_a_consumable_goes_to_one_named_district() {
    let boss_research = 2;
    let mut t = table_with(game(BossKind::Regalia, CityKind::Babilar), &TEAM, |c| {
        babilar_track(c, 1, &[(7, "POP 1"), (6, "POP 2")]);
        let pays = Reward {
            boss_research,
            ..Reward::default()
        };
        set_power(c, "newcago-dog", consumable(pays));
    });
    t.buy_step();
    t.market(&["newcago-dog"]);
    let card = t.card("newcago-dog");
    t.act(Action::Buy { card });
    assert_eq!(t.game.now, Now::Reward);
    assert_eq!(t.lowerable(), [0, 1, 2]);
    assert!(!t.can(Action::Forfeit));
    t.lower(1);
    assert_eq!((t.markers(), t.game.population), (vec![8, 6, 8], 37));
}

#[test]
fn y01_the_start_is_the_same_for_every_number_of_reckoners() {
    let t = table(
        game(BossKind::Limelight, CityKind::Babilar),
        &[Tia, David, Cody],
    );
    assert_eq!((t.markers(), t.game.boss.health), (vec![8; 4], 15));
    assert_eq!(t.game.boss.research, 32, "the markers together");
}

#[test]
fn y10_the_boss_is_contained_where_he_stands() {
    let mut t = plain(&TEAM);
    t.game.boss.brackets = [2; Track::COUNT];
    t.use_step(&[&[(Basic, Contain, 1)]]);
    t.take((Basic, Contain, 1));
    let yellow = Action::ContainBoss {
        track: Track::Yellow,
    };
    assert!(!t.can(yellow));
    t.stand(0, 1);
    assert!(t.can(yellow));
}
