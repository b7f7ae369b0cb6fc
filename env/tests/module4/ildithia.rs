//! Ildithia: the board that passes districts, their tracks, and Protect.

use reckoners_env::Action;
use reckoners_env::cards::{CityKindRules, Ruleset};
use reckoners_env::event::Event;
use reckoners_env::ids::DieKind::{Basic, Black, Green};
use reckoners_env::ids::Reckoner::{Cody, David, Prof, Sam, Tia};
use reckoners_env::ids::Symbol::{Attack, Money, Plan, Research};
use reckoners_env::ids::{CityKind, DistrictIx, Track};
use reckoners_env::state::{Now, Spot, Task};

use super::fixture::{TRACK_K, catalog, city, fresh, ildithia_track, table, table_with};
use crate::support::fixture::track;
use crate::support::steel::{epic_of, gives, set_power};
use crate::support::{Table, to};

const TRIO: [reckoners_env::Reckoner; 3] = [Tia, David, Prof];

fn ruleset() -> Ruleset {
    city(CityKind::Ildithia)
}

/// The table of three with a track in district 1 and the first action of its Epic.
fn passing(actions: &[&str], first: &str) -> Table {
    table_with(ruleset(), &TRIO, |c| {
        ildithia_track(c, 1, actions);
        epic_of(c, 1).track = track(&[first, "FORTIFY", "FORTIFY", "FORTIFY", "FORTIFY"]);
    })
}

/// Activate Ildithia.
fn activate(t: &mut Table) {
    t.work(Task::CityStep { part: 0 });
}

#[test]
fn s15_protect_then_activate() {
    for alive in [true, false] {
        let inkom = ["FORTIFY", "BOOST black", "BARRICADE 1", "COPY_HERE"];
        let mut t = table_with(ruleset(), &[Sam, David, Prof], |c| {
            ildithia_track(c, 1, &inkom);
            let actions = ["BOOST black", "FORTIFY", "FORTIFY", "FORTIFY", "FORTIFY"];
            epic_of(c, 1).track = track(&actions);
        });
        t.game.boss.brackets[Track::Black.index()] = 2;
        t.stand(0, 1);
        t.use_step(&[&[(Black, Plan, 2)]]);
        t.take((Black, Plan, 2));
        t.act(Action::Plan);
        t.lower(1);
        assert_eq!((t.game.seats[0].fresh_tokens, t.markers()[1]), (1, 3));
        if !alive {
            t.no_epic(1);
        }
        activate(&mut t);
        t.is_done();
        let black = if alive { 4 } else { 3 };
        assert_eq!(t.game.boss.brackets[Track::Black.index()], black);
        assert_eq!(
            (t.barricades(), t.markers()),
            (vec![0, 1, 0, 0], vec![4; 4])
        );
        assert_eq!(t.game.city.passed, DistrictIx(1));
    }
}

#[test]
fn m086_the_board_begins_behind_the_boss() {
    let mut t = fresh(ruleset(), &TRIO, catalog());
    t.first_chances_while(|now| now != Now::PlaceBoss);
    t.pick(1);
    t.first_chances_while(|now| now != Now::MoveBoss);
    t.pick(1);
    assert_eq!((t.game.boss.district.0, t.game.city.passed.0), (2, 2));
    t.act(Action::DonePurchase);
    t.acts(&[Action::Place { district: to(0) }; 3]);
    for passed in [3, 0] {
        activate(&mut t);
        assert_eq!(t.game.city.passed.0, passed);
        let told = Event::CityPasses {
            district: DistrictIx(passed),
        };
        assert!(t.events.contains(&told));
    }
}

#[test]
fn m087_actions_from_the_marker_down_are_performed() {
    let mut t = passing(&TRACK_K, "POP 2");
    t.set_markers(&[4, 2, 4, 4]);
    activate(&mut t);
    t.is_done();
    assert_eq!((t.barricades(), t.game.population), (vec![0, 1, 0, 0], 38));
    assert_eq!((t.enforcement(), t.markers()), (vec![0; 4], vec![4; 4]));
    assert_eq!(t.game.boss.brackets, [1; Track::COUNT]);
    let barricade = t
        .events
        .iter()
        .position(|e| matches!(e, Event::Barricades { .. }));
    let lost = t
        .events
        .iter()
        .position(|e| matches!(e, Event::PopulationLost { .. }));
    assert!(barricade < lost);
}

#[test]
fn m088_a_marker_at_the_bottom_is_only_reset() {
    let mut t = passing(&TRACK_K, "POP 2");
    t.set_markers(&[4, 0, 4, 4]);
    activate(&mut t);
    t.is_done();
    assert_eq!((t.markers(), t.game.population), (vec![4; 4], 40));
    assert!(!t.events.iter().any(|e| matches!(e, Event::Performs { .. })));
    assert_eq!(t.game.city.passed, DistrictIx(1));
}

#[test]
fn m089_several_districts_are_passed_one_after_the_other() {
    let mut t = table_with(ruleset(), &TRIO, |c| {
        let CityKindRules::Moving(own) = &mut c.cities[CityKind::Ildithia.index()].own else {
            panic!("it moves")
        };
        own.spots = [2; 5];
        ildithia_track(c, 1, &["ADD_ENF"; 4]);
        ildithia_track(c, 2, &["BARRICADE 1"; 4]);
    });
    t.set_markers(&[4, 2, 3, 4]);
    activate(&mut t);
    t.is_done();
    let told = t.events.iter().filter_map(|event| match event {
        Event::Enforcement { district, .. } => Some(('e', district.0)),
        Event::Barricades { district, .. } => Some(('b', district.0)),
        Event::Marker { district, .. } => Some(('m', district.0)),
        _ => None,
    });
    let expected = [
        ('e', 1),
        ('e', 1),
        ('m', 1),
        ('b', 2),
        ('b', 2),
        ('b', 2),
        ('m', 2),
    ];
    assert_eq!(told.collect::<Vec<_>>(), expected);
    assert_eq!((t.markers(), t.game.city.passed.0), (vec![4; 4], 2));
}

#[test]
fn m090_the_copied_action_is_that_of_the_epic_here() {
    let copied = |first: &str, alive: bool| {
        let mut t = passing(&TRACK_K, first);
        t.set_markers(&[4, 1, 4, 4]);
        if !alive {
            t.no_epic(1);
        }
        activate(&mut t);
        t.is_done();
        t
    };
    assert_eq!(copied("POP 2", false).game.population, 40);
    let t = copied("COPY", true);
    assert_eq!(
        t.game.districts[0].research, 3,
        "a copied Copy does nothing"
    );
    assert_eq!(copied("GIFT ADD_ENF", true).enforcement(), [1, 0, 1, 0]);
}

#[test]
fn m091_without_an_epic_fortify_does_nothing_and_steal_cannot_occur() {
    for (action, population) in [("FORTIFY", 40), ("STEAL", 39), ("POWER_UP", 40)] {
        let mut t = passing(&["BASE", "BASE", "BASE", action], "POP 2");
        t.give(0, "camera");
        t.set_markers(&[4, 1, 4, 4]);
        t.no_epic(1);
        activate(&mut t);
        t.is_done();
        assert_eq!(t.game.population, population, "{action}");
    }
}

/// A table with the markers of all districts at a height.
fn protecting(team: &[reckoners_env::Reckoner], height: u8) -> Table {
    let mut t = table(ruleset(), team);
    t.set_markers(&[height; 4][..=team.len()]);
    t
}

#[test]
fn m092_a_marker_at_the_bottom_costs_the_boss_research_once() {
    let mut t = protecting(&TRIO, 1);
    let both = [(Basic, Money, 1); 2];
    t.dice_of(0, &both, &[]);
    t.take(both[0]);
    t.lower(0);
    assert_eq!((t.markers(), t.game.boss.research), (vec![0, 1, 1, 1], 18));
    t.take(both[1]);
    assert_eq!(t.lowerable(), [0; 0]);
}

#[test]
fn m093_protect_weakens_the_boss_for_the_rest_of_the_group() {
    let mut t = protecting(&TRIO, 1);
    t.game.boss.research = 1;
    t.use_step(&[&[(Green, Attack, 2)]]);
    t.take((Green, Attack, 2));
    assert!(!t.can(Action::AttackBoss));
    t.lower(0);
    assert_eq!((t.game.boss.research, t.game.boss.health), (0, 20));
    t.act(Action::AttackBoss);
    assert_eq!(t.game.boss.health, 19);
}

#[test]
fn m094_every_symbol_protects_but_no_granted_move() {
    let mut t = protecting(&TRIO, 4);
    let helicopter = t.give(0, "helicopter");
    t.no_epic(0);
    t.use_step(&[&[(Green, Attack, 2)]]);
    t.take((Green, Attack, 2));
    t.lower(0);
    t.lower(0);
    assert_eq!(t.markers()[0], 2);
    t.use_card(helicopter);
    assert_eq!(t.lowerable(), [0; 0]);
    assert!(!t.goals().is_empty());
}

#[test]
fn m095_protect_reaches_where_the_symbol_does() {
    let mut t = protecting(&TRIO, 4);
    t.give(0, "gottschalk");
    let notebooks = t.give(0, "notebooks");
    t.stand(0, 1);
    t.use_step(&[&[(Basic, Attack, 1), (Basic, Money, 1)]]);
    t.take((Basic, Attack, 1));
    assert_eq!(t.lowerable(), [0, 1, 2]);
    t.act(Action::Forfeit);
    t.take((Basic, Money, 1));
    assert_eq!(t.lowerable(), [1]);
    t.act(Action::Forfeit);
    t.use_card(notebooks);
    assert_eq!(t.lowerable(), [0, 1, 2, 3]);
    t.lower(3);
    assert_eq!(t.lowerable(), [3]);
    assert_eq!(t.targets(|district| Action::ResearchEpic { district }), [3]);

    let mut t = protecting(&[Cody, David, Prof], 4);
    t.use_step(&[&[(Basic, Money, 1)]]);
    t.act(Action::Sniper { district: to(2) });
    t.take((Basic, Money, 1));
    assert_eq!(t.lowerable(), [0, 2]);
}

#[test]
fn m096_protect_takes_the_symbols_in_a_fixed_order() {
    let left = |symbols: [(reckoners_env::ids::Symbol, u8); 2]| {
        let mut t = table_with(ruleset(), &TRIO, |c| {
            set_power(c, "rifle", gives(&symbols, false));
        });
        let rifle = t.give(0, "rifle");
        t.use_step(&[]);
        t.use_card(rifle);
        t.lower(0);
        t
    };
    left([(Money, 1), (Attack, 1)]).is_open(&[(Attack, 1)]);
    left([(Plan, 1), (Research, 1)]).is_open(&[(Research, 1)]);
}

#[test]
fn m097_tokens_enter_the_trays_before_the_city_acts() {
    let mut t = passing(&["ATTACK_PLAN 1", "BASE", "BASE", "BASE"], "POP 2");
    t.no_epic(3);
    t.game.token_supply -= 1;
    t.game.seats[0].fresh_tokens = 1;
    t.buy_step();
    t.act(Action::DonePurchase);
    assert_eq!(t.game.now, Now::DiscardToken);
    assert_eq!(
        (t.game.seats[0].tokens, t.game.seats[0].fresh_tokens),
        (1, 0)
    );
    t.name(0);
    assert_eq!(
        t.game.now,
        Now::DealEpic {
            district: DistrictIx(3)
        }
    );
    assert_eq!(t.game.city.passed, DistrictIx(1));
}

#[test]
fn i06_pieces_come_to_a_district_without_an_epic() {
    let mut t = passing(
        &["ADD_ENF", "BARRICADE 1", "SHIELD red", "COPY_TOKEN"],
        "POP 2",
    );
    t.no_epic(1);
    activate(&mut t);
    t.is_done();
    let place = &t.game.districts[1];
    assert_eq!((place.enforcement, place.barricades), (1, 1));
    assert_eq!((place.shields, place.copy_tokens), ([1, 0], 1));
}

#[test]
fn i07_after_protecting_the_group_is_not_whole() {
    let mut t = protecting(&TRIO, 4);
    t.use_step(&[&[(Green, Attack, 2)]]);
    t.take((Green, Attack, 2));
    assert_eq!(t.goals(), [1, 2, 3]);
    t.lower(0);
    assert_eq!(t.goals(), [0; 0]);
    assert_eq!(t.count(0, Spot::Kept), 0);
}

#[test]
fn i08_a_symbol_protects_where_its_conversion_reaches() {
    // Money counts as attack, and attack reaches the neighbours.
    let mut t = protecting(&TRIO, 4);
    t.give(0, "trap");
    t.give(0, "gottschalk");
    t.use_step(&[&[(Basic, Money, 1)]]);
    t.take((Basic, Money, 1));
    assert_eq!(t.lowerable(), [0, 1, 3]);
    t.lower(3);
    assert_eq!(t.markers(), [4, 4, 4, 3]);
}

#[test]
fn i10_tokens_protect() {
    let mut t = protecting(&TRIO, 4);
    t.tokens(0, 1);
    t.use_step(&[]);
    t.act(Action::TakeToken { symbol: Plan });
    t.lower(0);
    assert_eq!((t.markers()[0], t.game.now), (3, Now::Use));
}
