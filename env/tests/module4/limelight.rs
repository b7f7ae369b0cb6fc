//! Limelight: tables, dice, movement, attacks that count over the whole board.

use reckoners_env::Action;
use reckoners_env::cards::Reward;
use reckoners_env::chance::Outcome;
use reckoners_env::event::Event;
use reckoners_env::ids::DieKind::{Basic, Blue, Green};
use reckoners_env::ids::Reckoner::{Abraham, Cody, David, Exel, Prof, Sam, Tia};
use reckoners_env::ids::Symbol::{Attack, Contain};
use reckoners_env::ids::{BossKind, Cause, CityKind, DistrictIx, Effect, Shield, Track};

use super::fixture::{AID_MONEY, boss, game, limelight, table, table_with};
use crate::support::fixture::track;
use crate::support::steel::{consumable, epic_of, set_power};
use crate::support::{Table, to};

type Cells = [(Track, char, u8, &'static str)];

fn stage(team: &[reckoners_env::Reckoner], cells: &Cells) -> Table {
    table_with(boss(BossKind::Limelight), team, |c| limelight(c, cells))
}

fn trio() -> Table {
    stage(&[Tia, David, Prof], &[])
}

/// His activation with rows counted from 1.
fn plays(t: &mut Table, rows: [u8; Track::COUNT]) {
    t.activate_boss();
    t.chance(Outcome::Rows(rows.map(|row| row - 1)));
}

/// Population lost by an attack of his.
fn costs(t: &mut Table, attack: &str) -> u16 {
    t.game.population = 40;
    t.boss_does(attack);
    40 - t.game.population
}

#[test]
fn s12_an_activation_from_the_booklet() {
    let cells = [
        (Track::Yellow, 'B', 4, "POP_BY equipment 5"),
        (Track::Black, 'D', 3, "GIFT FORTIFY 3 | FORTIFY 3"),
        (Track::Red, 'A', 2, "GIFT ADD_ENF 3 | EVERYWHERE POWER_UP"),
        (Track::Blue, 'C', 2, "GIFT BARRICADE 2 | GIFT COPY_TOKEN"),
    ];
    let mut t = stage(&[Exel, Sam, David, Prof], &cells);
    t.game.boss.brackets = [2, 4, 1, 3];
    for (seat, card) in [(0, "rifle"), (0, "emp"), (2, "bribe"), (3, "camera")] {
        t.give(seat, card);
    }
    for (seat, district) in [(0, 1), (1, 1), (2, 2), (3, 2)] {
        t.stand(seat, district);
    }
    plays(&mut t, [4, 3, 2, 2]);
    assert_eq!(t.game.population, 33);
    let values = |d: usize| (t.game.districts[d].research, t.game.districts[d].health);
    let all = [0, 1, 2, 3, 4].map(values);
    assert_eq!(all, [(5, 9), (5, 9), (3, 6), (3, 6), (5, 9)]);
    assert_eq!(t.enforcement(), [0, 3, 0, 0, 3]);
    assert!(t.game.ring().iter().all(|d| d.bracket == 2));
    assert_eq!(t.barricades(), [0, 2, 0, 0, 2]);
    let copies: Vec<u8> = t.game.ring().iter().map(|d| d.copy_tokens).collect();
    assert_eq!(copies, [0, 1, 0, 0, 1]);
    assert_eq!(t.game.boss.brackets, [2, 4, 1, 3]);
    assert_eq!(t.game.boss.district, DistrictIx(3));
}

#[test]
fn s13_the_fewer_epics_defeated_the_more_it_costs() {
    let mut t = trio();
    for (defeated, lost) in (0..).zip([7, 7, 6, 5, 5, 4, 4, 4]) {
        t.game.defeated_now = defeated;
        assert_eq!(costs(&mut t, "POP_BY defeated 4"), lost, "{defeated}");
    }
}

#[test]
fn m074_the_die_names_the_row_and_the_bracket_the_column() {
    let cells = [
        (Track::Yellow, 'A', 6, "POP 1"),
        (Track::Black, 'B', 5, "FORTIFY_BOSS"),
        (Track::Red, 'C', 4, "ADD_ENF 1"),
        (Track::Blue, 'D', 3, "BARRICADE 1"),
    ];
    let mut t = stage(&[Tia, David], &cells);
    t.game.boss.brackets = [1, 2, 3, 4];
    t.activate_boss();
    assert_eq!(t.odds(), (1296, Some(1)));
    t.chance(Outcome::Rows([5, 4, 3, 2]));
    assert_eq!(
        (t.game.population, t.game.boss.research, t.game.base),
        (39, 21, 0)
    );
    assert_eq!(
        (t.enforcement(), t.barricades()),
        (vec![1, 0, 0], vec![1, 0, 0])
    );
}

#[test]
fn m075_the_column_is_read_when_its_turn_comes() {
    let cells = [
        (Track::Yellow, 'B', 1, "BOOST black"),
        (Track::Black, 'C', 1, "POP 3"),
    ];
    let mut t = stage(&[Tia, David], &cells);
    plays(&mut t, [1; 4]);
    assert_eq!(
        (t.game.population, t.game.boss.brackets),
        (37, [2, 3, 2, 2])
    );
}

#[test]
fn m076_a_boost_in_the_last_column_performs_the_overflow_action() {
    let mut t = stage(&[Tia, David], &[]);
    t.game.boss.brackets = [4; Track::COUNT];
    t.boss_does("BOOST yellow");
    t.is_done();
    assert_eq!((t.game.population, t.game.boss.brackets[0]), (38, 4));
    t.game.boss.district = DistrictIx(1);
    t.boss_does("BOOST red");
    assert_eq!(t.enforcement(), [1, 0, 1]);
    assert!(
        !t.events
            .iter()
            .any(|e| matches!(e, Event::PowerDice { .. }))
    );
}

#[test]
fn m077_a_bracket_does_not_go_beyond_the_first_column() {
    let mut t = stage(&[Tia, David], &[]);
    t.game.boss.brackets = [1, 2, 2, 2];
    t.use_step(&[&[(Blue, Contain, 2)]]);
    t.take((Blue, Contain, 2));
    let on = |track| Action::ContainBoss { track };
    assert!(!t.can(on(Track::Yellow)) && t.can(on(Track::Black)));
    t.act(on(Track::Black));
    assert_eq!(t.game.boss.brackets, [1, 1, 2, 2]);
}

#[test]
fn m078_he_goes_to_the_next_district_without_a_miniature() {
    let ends = |standing: [u8; 3]| {
        let mut t = trio();
        for (seat, district) in standing.into_iter().enumerate() {
            t.stand(seat, district);
        }
        plays(&mut t, [1; 4]);
        t.game.boss.district.0
    };
    assert_eq!(ends([1, 1, 2]), 3);
    assert_eq!(ends([1, 2, 3]), 0);
    assert_eq!(ends([0, 0, 0]), 1);
}

#[test]
fn m079_counts_add_to_the_attack() {
    let mut t = trio();
    assert_eq!(costs(&mut t, "POP_BY shields 4"), 4);
    t.shields(0, Shield::Red, 2);
    t.shields(2, Shield::Blue, 1);
    assert_eq!(costs(&mut t, "POP_BY shields 4"), 5);
    t.shields(2, Shield::Blue, 4);
    assert_eq!(costs(&mut t, "POP_BY shields 4"), 7);
    t.game.districts[1].enforcement = 3;
    t.game.districts[2].enforcement = 2;
    assert_eq!(costs(&mut t, "POP_BY enforcement 5"), 7);
    let cards = [
        "rifle", "emp", "bribe", "camera", "trap", "dowser", "imager", "jacket", "grenade",
    ];
    for (i, card) in cards.into_iter().enumerate() {
        t.give(i / 3, card);
    }
    assert_eq!(costs(&mut t, "POP_BY equipment 5"), 5);
    let mut t = stage(&[Tia, David], &[]);
    for card in &cards[..4] {
        t.give(1, card);
    }
    assert_eq!(costs(&mut t, "POP_BY equipment 5"), 8);
}

#[test]
fn m080_owned_cards_count_even_if_they_do_not_work() {
    let mut t = stage(&[Tia, David], &[]);
    let camera = t.give(0, "camera");
    t.disabled(0, camera);
    assert_eq!(costs(&mut t, "POP_BY equipment 5"), 6);
    t.game.marks.disabled.remove(camera.0);
    t.game.seats[0].cards.remove(camera.0);
    t.game.seats[0].stolen.insert(camera.0);
    t.game.districts[1].stolen.insert(camera.0);
    assert_eq!(costs(&mut t, "POP_BY equipment 5"), 5);
    let mut t = table(game(BossKind::Limelight, CityKind::Babilar), &[Tia, David]);
    t.game.city.aids.deck[AID_MONEY.ix()] -= 1;
    t.game.seats[0].aids[AID_MONEY.ix()] = 1;
    assert_eq!(costs(&mut t, "POP_BY equipment 5"), 5);
}

#[test]
fn m081_defeats_of_the_whole_reckoner_phase_count() {
    let mut t = table_with(boss(BossKind::Limelight), &[Abraham, Tia, David], |c| {
        let attack = 1;
        let pays = Reward {
            attack,
            ..Reward::default()
        };
        set_power(c, "newcago-dog", consumable(pays));
    });
    (0..3).for_each(|district| t.epic_values(district, 0, 1));
    t.stand(1, 1);
    t.use_step(&[&[(Green, Attack, 2)], &[(Basic, Attack, 1)]]);
    t.take((Green, Attack, 2));
    t.attack(0);
    t.act(Action::Forfeit);
    t.focus(1);
    t.take((Basic, Attack, 1));
    t.attack(1);
    t.buy_step();
    t.market(&["newcago-dog"]);
    let card = t.card("newcago-dog");
    t.act(Action::Buy { card });
    t.attack(2);
    assert_eq!(costs(&mut t, "POP_BY defeated 4"), 5);
    t.round();
    assert_eq!(costs(&mut t, "POP_BY defeated 4"), 7);
}

#[test]
fn m082_at_each_reckoner_once() {
    let mut t = trio();
    for (seat, district) in [(0, 1), (1, 2), (2, 1)] {
        t.stand(seat, district);
    }
    t.boss_does("RECKONERS ADD_ENF 2");
    assert_eq!(t.enforcement(), [0, 4, 2, 0]);
}

#[test]
fn m083_all_epic_brackets_go_up_and_one_at_its_end_acts() {
    let mut t = table_with(boss(BossKind::Limelight), &[Tia, David, Prof], |c| {
        epic_of(c, 2).track = track(&["FORTIFY", "FORTIFY", "FORTIFY", "FORTIFY", "POP 3"]);
    });
    t.game.districts[2].bracket = 4;
    t.boss_does("EVERYWHERE POWER_UP");
    assert_eq!(t.game.population, 37);
    let brackets: Vec<u8> = t.game.ring().iter().map(|d| d.bracket).collect();
    assert_eq!(brackets, [2, 2, 4, 2]);
    assert_eq!(t.game.boss.brackets, [2; Track::COUNT]);
}

#[test]
fn l10_what_he_makes_an_epic_count_is_his_attack() {
    for (last, amount) in [("POP 3", 3), ("POP_PER barricade", 2)] {
        let mut t = table_with(boss(BossKind::Limelight), &[Tia, David, Prof], |c| {
            epic_of(c, 2).track = track(&["FORTIFY", "FORTIFY", "FORTIFY", "FORTIFY", last]);
        });
        t.game.districts[2].bracket = 4;
        t.game.districts[2].barricades = 2;
        t.boss_does("EVERYWHERE POWER_UP");
        let cause = Cause::BossAttack;
        let lost = Event::PopulationLost { amount, cause };
        assert!(t.events.contains(&lost), "{last}: {:?}", t.events);
    }
}

#[test]
fn m084_everywhere_means_every_district_and_not_the_boss() {
    let mut t = trio();
    let setup = &t.rules.catalog().setup;
    let (research, health) = (setup.max_research, setup.max_health);
    t.epic_values(1, research, health);
    t.boss_does("EVERYWHERE FORTIFY");
    assert_eq!((t.game.population, t.game.boss.research), (39, 20));
    assert_eq!(
        (t.game.districts[3].research, t.game.districts[3].health),
        (4, 7)
    );

    let cells = [(
        Track::Red,
        'B',
        2,
        "EVERYWHERE ADD_ENF | EVERYWHERE SHIELD red",
    )];
    let mut t = stage(&[Tia, David], &cells);
    t.shields(1, Shield::Red, 9);
    t.game.population = 40;
    plays(&mut t, [1, 1, 2, 1]);
    assert_eq!(t.enforcement(), [1, 1, 1]);
    let shields: Vec<u8> = t.game.ring().iter().map(|d| d.shields[0]).collect();
    assert_eq!((shields, t.game.population), (vec![1, 9, 0], 38));
}

#[test]
fn m085_affect_all_reaches_every_reckoner() {
    let mut t = trio();
    t.give(1, "camera");
    t.boss_does("AFFECT_ALL equipment");
    assert_eq!(t.game.population, 38);
    let coming = t
        .game
        .team()
        .iter()
        .map(|s| s.coming.has(Effect::Equipment));
    assert_eq!(coming.collect::<Vec<_>>(), [false, true, false]);
}

#[test]
fn l13_enforcement_for_each_card_at_least_one() {
    let mut t = trio();
    t.stand(2, 2);
    for card in ["rifle", "emp"] {
        t.give(2, card);
    }
    t.boss_does("ADD_ENF_PER_CARD");
    assert_eq!(t.enforcement(), [2, 0, 2, 0]);
}

#[test]
fn l08_fortify_is_the_epic_of_his_district() {
    let mut t = trio();
    t.game.boss.district = DistrictIx(2);
    t.boss_does("FORTIFY");
    assert_eq!(
        (t.game.districts[2].research, t.game.boss.research),
        (4, 20)
    );
    t.boss_does("FORTIFY_BOSS");
    assert_eq!(t.game.boss.research, 21);
}

#[test]
fn l07_a_sniper_token_does_not_keep_him_away() {
    let mut t = stage(&[Cody, David], &[]);
    t.use_step(&[]);
    t.act(Action::Sniper { district: to(1) });
    t.end_use();
    plays(&mut t, [1; 4]);
    assert_eq!(t.game.boss.district, DistrictIx(1));
}
