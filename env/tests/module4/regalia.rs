//! Regalia: her tracks, her movement, her cards.

use reckoners_env::Action;
use reckoners_env::event::Event;
use reckoners_env::ids::Reckoner::{Cody, David, Prof, Tia};
use reckoners_env::ids::{BossKind, DistrictIx, Effect, Shield, Track};
use reckoners_env::state::{Now, Task};

use super::fixture::{boss, card_of, table, table_with};
use crate::support::{Table, to};

fn regalia(team: &[reckoners_env::Reckoner]) -> Table {
    table(boss(BossKind::Regalia), team)
}

/// She moves, and a card is awaited.
fn moves(t: &mut Table) -> u8 {
    t.work(Task::BossStep { part: 4 });
    assert_eq!(t.game.now, Now::BossCard);
    t.game.boss.district.0
}

#[test]
fn s09_red_names_its_place_from_her_district() {
    let mut t = regalia(&[Tia, David, Prof]);
    t.game.boss.brackets[Track::Red.index()] = 3;
    t.boss_track(Track::Red);
    t.is_done();
    assert_eq!(t.enforcement(), [0, 6, 0, 6]);
}

#[test]
fn s10_blue_does_not_go_round_the_ring() {
    let mut t = table_with(boss(BossKind::Regalia), &[Tia, David], |c| {
        let faces = ["ADD_ENF", "BARRICADE 1", "POP 1", "POP 1", "POP 1", "POP 1"];
        c.pieces.ability_die = faces.map(|f| reckoners_env::cards::Deed::read(f).unwrap());
    });
    t.game.boss.brackets[Track::Blue.index()] = 4;
    t.boss_track(Track::Blue);
    for face in 0..2 {
        assert!(matches!(t.game.now, Now::Transform { .. }));
        assert_eq!(
            t.enforcement(),
            [face, 0, 0],
            "the die comes before its action"
        );
        t.pick(face);
    }
    t.is_done();
    let here = &t.game.districts[0];
    assert_eq!(
        (here.shields[Shield::Blue.index()], here.copy_tokens),
        (1, 1)
    );
    assert_eq!(
        (t.enforcement(), t.barricades()),
        (vec![1, 0, 0], vec![1, 0, 0])
    );
    let elsewhere = &t.game.districts[1..3];
    assert!(
        elsewhere
            .iter()
            .all(|d| d.copy_tokens == 0 && d.shields == [0, 0])
    );
}

#[test]
fn m046_yellow_and_black_act_left_of_their_brackets() {
    let mut t = regalia(&[Tia, David]);
    t.boss_track(Track::Yellow);
    t.is_done();
    t.boss_track(Track::Black);
    t.is_done();
    assert_eq!((t.game.population, t.game.boss.research), (38, 22));
    assert_eq!(t.game.boss.brackets, [2; Track::COUNT]);
    // The whole activation: both, then red and blue, in this order.
    let mut t = regalia(&[Tia, David]);
    t.activate_boss();
    let told = t.events.iter().filter_map(|event| match event {
        Event::PopulationLost { .. } => Some('y'),
        Event::BossValues { .. } => Some('k'),
        Event::Enforcement { .. } => Some('r'),
        Event::Shields { .. } | Event::CopyTokens { .. } => Some('b'),
        Event::BossMoved { .. } => Some('m'),
        _ => None,
    });
    assert_eq!(told.collect::<String>(), "yykkrrbbm");
}

#[test]
fn m047_a_boost_at_the_end_acts_from_her_district() {
    let mut t = regalia(&[Tia, David]);
    t.game.boss.brackets = [4; Track::COUNT];
    t.boss_does("BOOST red");
    assert_eq!(t.enforcement(), [0, 2, 0]);
    t.boss_does("BOOST blue");
    assert_eq!(t.barricades(), [1, 0, 0]);
    assert_eq!(t.game.boss.brackets, [4; Track::COUNT]);
}

#[test]
fn m048_enforcement_that_is_not_there_costs_population() {
    let mut t = regalia(&[Tia, David, Prof]);
    t.game.districts[2].enforcement = t.rules.catalog().setup.enforcement - 1;
    t.boss_track(Track::Red);
    assert_eq!((t.enforcement()[1], t.enforcement()[3]), (1, 0));
    assert_eq!(t.game.population, 39);
}

#[test]
fn m049_she_goes_to_the_next_district_with_a_miniature() {
    let from = |start: u8, standing: [u8; 3]| {
        let mut t = regalia(&[Tia, David, Prof]);
        t.game.boss.district = DistrictIx(start);
        for (seat, district) in standing.into_iter().enumerate() {
            t.stand(seat, district);
        }
        moves(&mut t)
    };
    assert_eq!(from(1, [1, 1, 3]), 3);
    assert_eq!(from(3, [1, 1, 3]), 1);
    assert_eq!(from(1, [1, 1, 1]), 1, "she stays, and a card is turned");
    assert_eq!(from(1, [0, 0, 0]), 0);
}

#[test]
fn m050_a_sniper_token_is_no_miniature() {
    let mut t = regalia(&[Cody, David, Prof]);
    (0..3).for_each(|seat| t.stand(seat, 3));
    t.use_step(&[]);
    let district = t.off(2);
    t.act(Action::Sniper { district });
    t.game.boss.district = DistrictIx(1);
    // The token goes when the step ends; she would pass it all the same.
    t.end_use();
    assert_eq!(moves(&mut t), 3);
}

#[test]
fn m051_a_card_weakens_everybody_in_her_new_district() {
    let mut t = regalia(&[Tia, David, Prof]);
    t.stand(0, 2);
    t.stand(2, 2);
    t.stand(1, 1);
    t.game.boss.district = DistrictIx(1);
    assert_eq!(moves(&mut t), 2);
    t.stop_before_round();
    t.pick(card_of(Effect::Reroll));
    let coming = |t: &Table| -> Vec<bool> {
        let team = t.game.team().iter();
        team.map(|s| s.coming.has(Effect::Reroll)).collect()
    };
    assert_eq!(coming(&t), [true, false, true]);
    assert!(t.game.team().iter().all(|s| s.effects.is_empty()));
    t.round();
    let forced = t.game.team().iter().map(|s| s.effects.has(Effect::Reroll));
    assert_eq!(forced.collect::<Vec<_>>(), [true, false, true]);
}

#[test]
fn m052_the_deck_is_made_whole_when_it_is_empty() {
    let mut t = regalia(&[Tia, David]);
    t.game.boss.cards = [0; 12];
    t.game.boss.cards[3] = 1;
    moves(&mut t);
    assert_eq!(t.odds(), (1, Some(1)));
    t.pick(3);
    assert_eq!(t.game.boss.cards, [0; 12]);
    moves(&mut t);
    assert_eq!(t.odds(), (6, Some(2)));
}

#[test]
fn m053_after_a_kidnapping_she_acts_from_where_she_is() {
    let mut t = regalia(&[Tia, David, Prof]);
    let kidnap = t.give(0, "kidnap");
    t.comes(1, Effect::Move);
    t.use_step(&[]);
    t.use_card(kidnap);
    t.act(Action::Place { district: to(2) });
    t.act(Action::TakeBoss);
    assert_eq!(t.game.boss.district, DistrictIx(2));
    assert!(t.game.seats[1].coming.has(Effect::Move));
    t.no_epic(1);
    t.no_epic(3);
    t.buy_step();
    t.events.clear();
    t.act(Action::DonePurchase);
    assert_eq!(
        t.game.now,
        Now::DealEpic {
            district: DistrictIx(3)
        }
    );
    t.first_chances_while(|now| matches!(now, Now::DealEpic { .. }));
    let activated = t.events.iter().filter_map(|event| match event {
        Event::Activated { district } => district.map(|d| d.0),
        _ => None,
    });
    assert_eq!(activated.collect::<Vec<_>>(), [2, 3, 0, 1]);
    assert_eq!(t.enforcement(), [0, 1, 0, 1]);
}

#[test]
fn r07_barricades_do_not_stop_her() {
    let mut t = regalia(&[Tia, David]);
    t.stand(0, 2);
    t.stand(1, 2);
    t.game.districts[2].barricades = 3;
    assert_eq!(moves(&mut t), 2);
}

#[test]
fn r08_a_card_with_two_effects_gives_both_in_its_order() {
    let mut t = table_with(boss(BossKind::Regalia), &[Tia, David], |c| {
        let cards = &mut c.bosses[BossKind::Regalia.index()].cards;
        cards[0].effects = vec![Effect::Singles, Effect::Equipment];
    });
    moves(&mut t);
    t.stop_before_round();
    t.pick(0);
    assert_eq!(t.game.population, 38);
    let told = t.events.iter().filter_map(|event| match event {
        Event::Affected { seat, effect } => Some((seat.0, *effect)),
        _ => None,
    });
    let (a, b) = (Effect::Singles, Effect::Equipment);
    assert_eq!(told.collect::<Vec<_>>(), [(0, a), (0, b), (1, a), (1, b)]);
}
