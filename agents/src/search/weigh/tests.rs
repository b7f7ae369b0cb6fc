//! Weighing: what is told apart, what leads, what drops out and comes back, and when it ends.

use super::*;
use reckoners_env::{Difficulty, GameSetup, Reckoner, Ruleset};

fn option(futures: &[(f32, u16, u16)]) -> Weighed {
    let rules = Rules::embedded();
    let team = [Reckoner::Tia, Reckoner::Cody];
    let setup = GameSetup::new(&team, Ruleset::base(Difficulty::Standard)).unwrap();
    let game = rules.new_game(&setup);
    let future = |&(win, population, rounds): &(f32, u16, u16)| Future {
        win,
        won: win > 0.5,
        population,
        rounds,
    };
    Weighed {
        whole: Whole {
            actions: Vec::new(),
            after: game,
            rest: Vec::new(),
            end: game,
            share: 0.5,
            asked: false,
        },
        futures: futures.iter().map(future).collect(),
    }
}

#[test]
fn a_difference_ends_where_chances_end() {
    // The first lost two of the four games that both have met, and two of forty in all.
    let mut first = vec![(1.0, 10, 8); 40];
    first[0].0 = 0.0;
    first[1].0 = 0.0;
    let few = option(&[(1.0, 10, 8); 4]);
    let more = few.win_difference(&option(&first));
    assert!((more.value - 0.05).abs() < 1e-6, "{more:?}");
    let met = few.difference(&option(&first), Measure::Win);
    assert!((met.value - 0.5).abs() < 1e-6, "{met:?}");
}

/// Futures in which win chance, people and rounds vary with the luck, and the option adds its own.
fn futures(win: f32, population: u16, rounds: u16) -> Vec<(f32, u16, u16)> {
    (0..40u16)
        .map(|i| {
            let luck = f32::from(i % 7) / 20.0;
            let noise = f32::from(i % 3) / 100.0;
            (
                0.6 + luck + win + noise,
                10 + i % 5 + population,
                9 + i % 4 + rounds,
            )
        })
        .collect()
}

#[test]
fn win_chance_comes_first_then_people_then_rounds() {
    let base = option(&futures(0.0, 0, 0));
    let tells =
        |win, population, rounds| option(&futures(win, population, rounds)).against(&base, 2.0);
    assert_eq!(tells(0.02, 0, 3), Some((true, Measure::Win)));
    assert_eq!(tells(-0.02, 5, 0), Some((false, Measure::Win)));
    assert_eq!(tells(0.0, 2, 3), Some((true, Measure::Population)));
    assert_eq!(tells(0.0, 0, 1), Some((false, Measure::Rounds)));
    assert_eq!(tells(0.0, 0, 0), None);
}

#[test]
fn the_guides_choice_stays_unless_another_is_better_beyond_doubt() {
    let own = option(&futures(0.0, 0, 0));
    let better = option(&futures(0.05, 0, 0));
    let worse = option(&futures(-0.05, 9, 0));
    assert_eq!(leader(&[own.clone(), worse.clone()]), 0);
    assert_eq!(leader(&[own.clone(), worse.clone(), better.clone()]), 2);
    assert!(told_apart(&[own.clone(), better.clone()], 1));
    assert!(!told_apart(&[own.clone(), own.clone()], 0));
    let (mut racing, mut dropped) = (vec![own.clone(), worse, better, own], Vec::new());
    drop_worse(&mut racing, &mut dropped, 2);
    assert_eq!((racing.len(), dropped.len()), (2, 2));
}

/// Futures that are won or lost, with 3 people more or fewer; some are won or lost by this option alone.
fn contested(alone: impl Fn(usize) -> Option<bool>, more: u16) -> Vec<(f32, u16, u16)> {
    let future = |i| {
        let won = alone(i).unwrap_or(i % 2 == 0);
        let people = 10 + (i % 5) as u16 + more;
        (f32::from(u8::from(won)), people, 9)
    };
    (0..40).map(future).collect()
}

#[test]
fn people_settle_nothing_while_the_chance_to_win_is_in_doubt() {
    let fewer = |alone: fn(usize) -> Option<bool>| {
        let first = option(&contested(|_| None, 3));
        (option(&contested(alone, 0)), first)
    };
    // Won and lost in turn where the other is not: no difference on average, but a large error.
    let doubt = |i: usize| match i % 8 {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    };
    let (behind, first) = fewer(doubt);
    assert_eq!(
        behind.against(&first, 2.0),
        Some((false, Measure::Population))
    );
    assert!(!behind.is_behind(&first, 2.0) && !told_apart(&[first, behind], 0));
    // The same in no game: people decide.
    let (behind, first) = fewer(|_| None);
    assert!(behind.is_behind(&first, 2.0) && told_apart(&[first, behind], 0));
    // It seems to win more, not beyond doubt: then fewer people do not make it worse.
    let (behind, first) = fewer(|i| (i == 1).then_some(true));
    assert_eq!(behind.against(&first, 2.0), None);
}

#[test]
fn rounds_tell_nothing_where_people_are_denied() {
    let first = option(&contested(|_| None, 3));
    // It seems to win more, with fewer people, and earlier: people come before rounds, and are in doubt.
    let mut other = option(&contested(|i| (i == 1).then_some(true), 0));
    for (i, future) in other.futures.iter_mut().enumerate() {
        future.rounds = 7 + (i % 3) as u16;
    }
    assert!(
        other
            .difference(&first, Measure::Rounds)
            .is_clear(2.0, 0.02)
    );
    assert_eq!(other.against(&first, 2.0), None);
}

#[test]
fn an_option_that_dropped_out_leads_where_nothing_is_better() {
    let own = option(&futures(0.0, 0, 0));
    let best = option(&futures(0.05, 0, 0));
    let told = result(std::slice::from_ref(&own), &[best, own.clone()], &[], 120);
    let win = |i: usize| told.options[i].mean(Measure::Win).value;
    assert!(win(0) > win(1) && told.options.len() == 3);
}

#[test]
fn nothing_is_told_to_be_better_than_the_advice() {
    let own = option(&[(0.5, 10, 8); 40]);
    // Ahead by 2.3 standard errors: less than what ends a weighing, and enough to be told.
    let ahead: Vec<_> = (0..40)
        .map(|i| (if i % 3 == 0 { 0.5 + 0.06 } else { 0.5 - 0.013 }, 10, 8))
        .collect();
    let racing = [own, option(&ahead)];
    let more = racing[1].difference(&racing[0], Measure::Win);
    let errors = more.value / more.error;
    assert!(TOLD < errors && errors < CERTAIN, "{errors}");
    let best = leader(&racing);
    assert_eq!(best, 1);
    assert_eq!(told_order(&racing[0], &racing[best]).0, 2);
}

#[test]
fn options_are_told_in_order_better_alike_worse() {
    let first = option(&futures(0.0, 0, 0));
    let order =
        |win, population, rounds| told_order(&option(&futures(win, population, rounds)), &first);
    assert_eq!(order(0.0, 0, 0).0, 1);
    assert_eq!(order(0.05, 0, 0).0, 0);
    // The win chance decides, however many people are saved.
    assert_eq!(order(-0.05, 20, 0).0, 2);
    // Among those that are worse, the nearest first.
    let (near, far) = (order(0.0, 0, 1), order(0.0, 0, 3));
    assert!(near.0 == 2 && far.0 == 2 && near.1 < far.1);
}

#[test]
fn options_that_go_the_same_way_are_one() {
    let own = option(&futures(0.0, 0, 0));
    let mut racing = vec![own.clone(), option(&futures(0.1, 0, 0)), own.clone()];
    leave_out_same(&mut racing);
    assert_eq!(racing.len(), 2);
    // What was asked for is told all the same.
    let mut asked = own.clone();
    asked.whole.asked = true;
    let mut racing = vec![own, asked];
    leave_out_same(&mut racing);
    assert_eq!(racing.len(), 2);
}

fn limits(futures: u32, work: u64, deadline: Option<Instant>) -> Limits {
    Limits {
        futures,
        work,
        deadline,
        horizon: 1,
        cancel: Cancel::default(),
    }
}

#[test]
fn no_wave_is_longer_than_the_time_that_is_left() {
    let soon = Instant::now() + Duration::from_millis(100);
    let limits = limits(8000, u64::MAX, Some(soon));
    assert!(Budget::new(&limits).left() <= 25);
}

#[test]
fn number_and_work_end_a_weighing() {
    let limits = limits(1000, 5000, None);
    let mut budget = Budget::new(&limits);
    assert_eq!(budget.left(), 1000);
    let played = Played {
        futures: option(&futures(0.0, 0, 0)).futures[..20].to_vec(),
        decisions: 1000,
    };
    budget.took(Duration::ZERO, &played);
    // Fifty decisions a future.
    assert_eq!(budget.left(), 80);
}

#[test]
fn options_that_fell_behind_another_come_back_and_catch_up() {
    let own = option(&futures(0.0, 0, 0));
    let worse = option(&futures(-0.05, 9, 0));
    let mut few = own.clone();
    few.futures.truncate(16);
    let mut racing = vec![own];
    let mut dropped = vec![worse, few];
    assert!(bring_back(&mut racing, &mut dropped));
    assert_eq!((racing.len(), dropped.len()), (2, 1));
    assert!(!bring_back(&mut racing, &mut dropped));
    let all = racing[0].futures.len();
    assert!(all > 32);
    // With enough left both go on; with less, the one that came back catches up as far as it can.
    assert_eq!(aim(&racing, 2 * all, 10_000), 2 * all);
    assert_eq!(aim(&racing, 2 * all, all - 16), all);
    assert_eq!(aim(&racing, 2 * all, 8), 24);
    assert_eq!(aim(&racing, 2 * all, 0), 16);
}
