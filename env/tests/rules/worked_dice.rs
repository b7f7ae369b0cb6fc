//! Worked examples about dice and cards: W1, W3, W4, W5, W9, W10.

use reckoners_env::Action;
use reckoners_env::cards::INFINITE;
use reckoners_env::cards::SymbolCounts;
use reckoners_env::ids::DieKind::{Basic, Blue, Green, Purple, Red};
use reckoners_env::ids::Reckoner::{Abraham, David, Megan, Tia};
use reckoners_env::ids::Symbol::{Attack, Contain, Enforcement, Money, Plan, Research};
use reckoners_env::ids::{DistrictIx, Track};
use reckoners_env::state::{Now, Spot};

use crate::support::{HERE, Table, fixture, to};

#[test]
fn w01_weakening_lowers_health_to_the_weakened_value_and_never_raises_it() {
    for (health, expected) in [(7, 4), (10, 4), (5, 4), (4, 4), (3, 3), (1, 1)] {
        let mut t = Table::new(&[Tia, Abraham], fixture::catalog());
        t.put_epic(0, "faultline");
        t.game.districts[0].research = 1;
        t.game.districts[0].health = health;
        t.use_step(&[&[(Basic, Research, 1)]]);
        t.take((Basic, Research, 1));
        t.act(Action::ResearchEpic { district: HERE });
        let place = &t.game.districts[0];
        assert_eq!(
            (place.research, place.health),
            (0, expected),
            "from {health}"
        );
    }
}

/// Tia with Digzone at research 1, Frostbite elsewhere.
fn tia_and_digzone() -> Table {
    let mut t = Table::new(&[Tia, David], fixture::catalog());
    t.put_epic(0, "digzone");
    t.put_epic(1, "frostbite");
    t.game.districts[0].research = 1;
    t.use_step(&[&[(Purple, Research, 2), (Basic, Money, 1), (Basic, Plan, 1)]]);
    t
}

#[test]
fn w03_1_a_die_is_finished_before_another_is_used() {
    let mut t = tia_and_digzone();
    t.take((Purple, Research, 2));
    t.act(Action::ResearchEpic { district: HERE });
    assert_eq!(t.game.now, Now::Spend, "one symbol is left");
    let face = t.face((Basic, Money, 1));
    t.refuse(Action::Take { kind: Basic, face });
    t.refuse(Action::Move { district: to(1) });
    t.refuse(Action::ResearchEpic { district: to(1) });
}

#[test]
fn w03_2_a_tray_token_first_then_move_then_the_double_die() {
    let mut t = tia_and_digzone();
    t.act(Action::TakeToken { symbol: Research });
    t.act(Action::ResearchEpic { district: HERE });
    assert_eq!(t.game.districts[0].research, 0);
    t.take((Basic, Money, 1));
    t.act(Action::Move { district: to(1) });
    assert_eq!(t.game.seats[0].district, DistrictIx(1));
    t.take((Purple, Research, 2));
    t.acts(&[Action::ResearchEpic { district: HERE }; 2]);
    assert_eq!(t.game.districts[1].research, 0, "Frostbite lost 2");
}

#[test]
fn w03_3_a_token_gained_by_a_die_waits_for_the_next_round() {
    let mut t = tia_and_digzone();
    t.tokens(0, 0);
    t.take((Basic, Plan, 1));
    t.act(Action::Plan);
    assert_eq!(
        (t.game.seats[0].tokens, t.game.seats[0].fresh_tokens),
        (0, 1)
    );
    for symbol in reckoners_env::ids::Symbol::ALL {
        t.refuse(Action::TakeToken { symbol });
    }
}

#[test]
fn w03_4_the_second_symbol_lapses_when_nothing_is_left_to_research() {
    let mut t = tia_and_digzone();
    t.take((Purple, Research, 2));
    t.act(Action::ResearchEpic { district: HERE });
    t.refuse(Action::ResearchEpic { district: HERE });
    t.act(Action::Forfeit);
    assert_eq!(t.game.now, Now::Use);
    assert_eq!(
        (t.game.districts[0].research, t.game.districts[1].research),
        (0, 2)
    );
}

#[test]
fn w03_5_symbols_of_one_die_are_split_where_both_targets_are_in_reach() {
    let mut t = Table::new(&[Tia, David], fixture::catalog());
    t.put_epic(0, "digzone");
    t.game.boss.district = DistrictIx(0);
    let boss = t.game.boss.research;
    t.use_step(&[&[(Purple, Research, 2)]]);
    t.take((Purple, Research, 2));
    t.act(Action::ResearchEpic { district: HERE });
    t.act(Action::ResearchBoss);
    assert_eq!(
        (t.game.districts[0].research, t.game.boss.research),
        (1, boss - 1)
    );
}

#[test]
fn w04_teamwork_against_nightwielder() {
    let mut t = Table::new(&[Abraham, Tia], fixture::catalog());
    t.put_epic(0, "nightwielder");
    t.game.districts[0].enforcement = 2;
    t.game.districts[0].barricades = 1;
    let abraham = [
        (Green, Attack, 2),
        (Green, Attack, 2),
        (Basic, Attack, 1),
        (Basic, Enforcement, 1),
        (Basic, Enforcement, 1),
    ];
    let hands: [&[_]; 2] = [&abraham, &[(Purple, Research, 2), (Basic, Research, 1)]];
    t.use_step(&hands);
    t.take((Basic, Attack, 1));
    t.refuse(Action::AttackEpic { district: HERE }); // infinite health
    t.use_step(&hands);
    t.focus(1);
    t.take((Purple, Research, 2));
    t.acts(&[Action::ResearchEpic { district: HERE }; 2]);
    assert_eq!(t.game.districts[0].health, INFINITE);
    t.take((Basic, Research, 1));
    t.act(Action::ResearchEpic { district: HERE });
    assert_eq!(
        (t.game.districts[0].research, t.game.districts[0].health),
        (0, 5)
    );
    t.focus(0);
    for die in [(Green, Attack, 2), (Green, Attack, 2), (Basic, Attack, 1)] {
        t.take(die);
        for _ in 0..die.2 {
            t.act(Action::AttackEpic { district: HERE });
        }
    }
    let place = t.game.districts[0];
    assert_eq!((place.epic, place.bracket, place.health), (None, 0, 0));
    assert!(t.game.defeated.has(t.epic("nightwielder").0));
    assert_eq!(
        (place.enforcement, place.barricades),
        (2, 1),
        "defeat removes nothing else"
    );
    assert_eq!(
        (t.game.seats[0].district, t.game.seats[1].district),
        (DistrictIx(0), DistrictIx(0))
    );
    for _ in 0..2 {
        t.take((Basic, Enforcement, 1));
        t.act(Action::Enforcement { district: HERE });
    }
    assert_eq!(t.game.districts[0].enforcement, 0);
}

/// David beside Steelheart and Faultline, all brackets at 3.
fn david_and_steelheart() -> Table {
    let mut t = Table::new(&[David, Tia], fixture::catalog());
    t.put_epic(0, "faultline");
    t.game.boss.district = DistrictIx(0);
    t.game.boss.brackets = [3; 4];
    t.use_step(&[&[(Blue, Contain, 2)]]);
    t.take((Blue, Contain, 2));
    t
}

#[test]
fn w05_a_one_symbol_on_steelheart_one_on_the_epic() {
    let mut t = david_and_steelheart();
    t.act(Action::ContainBoss { track: Track::Red });
    t.act(Action::ContainEpic { district: HERE });
    assert_eq!(t.game.boss.brackets, [3, 3, 2, 3]);
    assert_eq!(t.game.districts[0].bracket, 2);
}

#[test]
fn w05_b_both_symbols_on_one_track() {
    let mut t = david_and_steelheart();
    t.acts(&[Action::ContainBoss { track: Track::Blue }; 2]);
    assert_eq!(t.game.boss.brackets, [3, 3, 3, 1]);
}

#[test]
fn w05_c_the_symbols_on_two_tracks() {
    let mut t = david_and_steelheart();
    t.act(Action::ContainBoss {
        track: Track::Yellow,
    });
    t.act(Action::ContainBoss {
        track: Track::Black,
    });
    assert_eq!(t.game.boss.brackets, [2, 2, 3, 3]);
}

#[test]
fn w05_d_no_bracket_goes_below_one() {
    let mut t = david_and_steelheart();
    t.game.boss.brackets = [1, 3, 3, 3];
    t.game.districts[0].bracket = 1;
    t.refuse(Action::ContainBoss {
        track: Track::Yellow,
    });
    t.refuse(Action::ContainEpic { district: HERE });
    assert!(t.can(Action::ContainBoss {
        track: Track::Black
    }));
}

#[test]
fn w09_a_symbol_is_doubled_before_it_is_converted_never_after() {
    let hand = [(Basic, Enforcement, 1), (Basic, Contain, 1)];
    let make = || {
        let mut t = Table::new(&[Tia, Abraham], fixture::catalog());
        t.give(0, "flash-grenade"); // doubles CONTAIN
        t.give(0, "gravatonics"); // CONTAIN <-> ENF
        t.game.districts[0].enforcement = 5;
        t.use_step(&[&hand]);
        t
    };
    // ENF converted to CONTAIN: one CONTAIN, not two.
    let mut t = make();
    t.take((Basic, Enforcement, 1));
    t.act(Action::ContainEpic { district: HERE });
    assert_eq!((t.game.now, t.game.districts[0].bracket), (Now::Use, 2));
    // CONTAIN is doubled, then each of the two may be either.
    for (first, second, bracket, enforcement) in [
        (true, true, 1, 5),
        (true, false, 2, 4),
        (false, false, 3, 3),
    ] {
        let mut t = make();
        t.take((Basic, Contain, 1));
        for contain in [first, second] {
            t.act(if contain {
                Action::ContainEpic { district: HERE }
            } else {
                Action::Enforcement { district: HERE }
            });
        }
        assert_eq!(t.game.now, Now::Use, "two symbols, no more");
        assert_eq!(
            (t.game.districts[0].bracket, t.game.districts[0].enforcement),
            (bracket, enforcement)
        );
    }
}

/// Megan with EMP and perhaps Gravatonics; her ability is Checkmate.
fn megan(gravatonics: bool) -> Table {
    let mut t = Table::new(&[Megan, Tia], fixture::catalog());
    t.give(0, "emp");
    if gravatonics {
        t.give(0, "gravatonics");
    }
    t.game.districts[0].enforcement = 3;
    t.use_step(&[&[(Red, Enforcement, 2), (Basic, Contain, 1)]]);
    t
}

#[test]
fn w10_a_the_whole_red_die_pays_for_emp() {
    let mut t = megan(false);
    let card = t.card("emp");
    t.take((Red, Enforcement, 2));
    t.act(Action::UseCard { card });
    assert_eq!(
        t.game.open.symbols,
        SymbolCounts::of(Contain, 3),
        "three CONTAIN, no ENF left"
    );
    t.acts(&[Action::ContainEpic { district: HERE }; 2]);
    assert_eq!(t.game.districts[0].bracket, 1);
}

#[test]
fn w10_b_all_three_contain_pay_for_checkmate() {
    let mut t = megan(false);
    let card = t.card("emp");
    t.take((Red, Enforcement, 2));
    t.act(Action::UseCard { card });
    t.act(Action::UseAbility);
    assert_eq!(
        t.game.open.symbols,
        SymbolCounts::of(Attack, 3),
        "three ATTACK and nothing else"
    );
    t.acts(&[Action::AttackEpic { district: HERE }; 3]);
    assert_eq!(
        t.game.districts[0].health,
        t.rules.catalog().epics[0].health - 3
    );
    assert_eq!(t.game.now, Now::Use);
}

#[test]
fn w10_c_gravatonics_lets_contain_pay_for_emp_and_mixes_what_it_gives() {
    let mut t = megan(true);
    let card = t.card("emp");
    t.take((Basic, Contain, 1));
    t.act(Action::UseCard { card });
    t.act(Action::ContainEpic { district: HERE });
    t.acts(&[Action::Enforcement { district: HERE }; 2]);
    assert_eq!(
        (t.game.districts[0].bracket, t.game.districts[0].enforcement),
        (2, 1)
    );
    assert_eq!(t.count_kind(0, Spot::Kept, Red), 1, "the red die is unused");
    // Without Gravatonics a CONTAIN die cannot pay for EMP.
    let mut t = megan(false);
    t.take((Basic, Contain, 1));
    t.refuse(Action::UseCard { card });
}

#[test]
fn w10_d_a_group_that_was_touched_activates_nothing() {
    let mut t = megan(true);
    let card = t.card("emp");
    t.take((Red, Enforcement, 2));
    t.act(Action::UseCard { card });
    t.act(Action::Enforcement { district: HERE });
    t.refuse(Action::UseAbility);
}

#[test]
fn w10_e_the_group_is_one_die_and_is_finished_before_a_move() {
    let mut t = megan(true);
    let card = t.card("emp");
    t.take((Red, Enforcement, 2));
    t.act(Action::UseCard { card });
    t.act(Action::Enforcement { district: HERE });
    let face = t.face((Basic, Contain, 1));
    t.refuse(Action::Take { kind: Basic, face });
    t.refuse(Action::Move { district: to(1) });
    t.act(Action::Forfeit);
    t.take((Basic, Contain, 1));
    t.act(Action::Move { district: to(1) });
    assert_eq!(t.game.seats[0].district, DistrictIx(1));
}

#[test]
fn w10_f_emp_and_checkmate_work_once_a_round() {
    let mut t = megan(true);
    let card = t.card("emp");
    t.take((Red, Enforcement, 2));
    t.acts(&[
        Action::UseCard { card },
        Action::UseAbility,
        Action::Forfeit,
    ]);
    t.take((Basic, Contain, 1));
    t.refuse(Action::UseCard { card });
    t.refuse(Action::UseAbility);
}
