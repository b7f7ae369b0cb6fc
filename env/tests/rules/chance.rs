//! Chance: the listed outcomes add up, and samples follow their weights.

use std::collections::HashMap;

use reckoners_env::Rules;
use reckoners_env::chance::{Outcome, in_the_air, outcomes, sample};
use reckoners_env::rng::{Purpose, stream};
use reckoners_env::state::Now;

use crate::support::fixture;
use crate::support::random::{Played, RandomGame, every_table};

#[test]
fn p_outcomes_differ_and_their_weights_add_up() {
    let rules = Rules::embedded();
    let mut seen = [0u32; 10];
    for (seats, ruleset) in every_table() {
        let mut play = RandomGame::eager(&rules, seats, ruleset, 41);
        let mut rolls = 0;
        while let Some(next) = play.next() {
            if let Played::Chance(drawn) = next {
                let game = &play.game;
                let is_roll = matches!(game.now, Now::RollDice { .. });
                rolls += usize::from(is_roll);
                // Big rolls have thousands of outcomes: a few of them are enough.
                if !is_roll || rolls < 12 {
                    let list = outcomes(rules.catalog(), game);
                    let total: u64 = list.iter().map(|(_, w)| w).sum();
                    let (kind, expected) = match game.now {
                        Now::DealEpic { .. } => (0, u64::from(game.epic_deck.len())),
                        Now::DealEquipment => (1, u64::from(game.equipment_deck.len())),
                        Now::PlaceBoss => (2, u64::from(game.district_count())),
                        Now::MoveBoss => (3, 6),
                        Now::Transform { .. } => (5, 6),
                        Now::DealBoard { district } => (6, 7 - u64::from(district.0)),
                        Now::PowerDice => (7, 6u64.pow(4)),
                        Now::BossCard => (8, game.boss.cards.iter().map(|&n| u64::from(n)).sum()),
                        Now::DrawAid { .. } => {
                            let deck = game.city.aids.deck;
                            (9, deck.iter().map(|&n| u64::from(n)).sum())
                        }
                        _ => (
                            4,
                            6u64.pow(in_the_air(game).iter().map(|&n| u32::from(n)).sum()),
                        ),
                    };
                    seen[kind] += 1;
                    assert_eq!(total, expected, "{:?}", game.now);
                    let distinct: std::collections::HashSet<_> =
                        list.iter().map(|(o, _)| o).collect();
                    assert_eq!(distinct.len(), list.len());
                    assert!(list.iter().all(|(_, w)| *w > 0));
                    assert!(
                        distinct.contains(&drawn),
                        "a sample is one of the listed outcomes"
                    );
                }
            }
            play.play(next);
        }
    }
    assert!(
        seen.iter().all(|&n| n > 10),
        "every kind of chance event was met: {seen:?}"
    );
}

#[test]
fn p_an_impossible_outcome_is_refused_and_changes_nothing() {
    let rules = Rules::new(fixture::catalog());
    let mut play = RandomGame::new(&rules, 3, reckoners_env::Difficulty::Hard, 42);
    for _ in 0..800 {
        let game = play.game;
        let listed: Vec<Outcome> = if game.now.is_chance() {
            let list = outcomes(rules.catalog(), &game);
            list.into_iter().map(|(outcome, _)| outcome).collect()
        } else {
            Vec::new()
        };
        let mut wrong = vec![Outcome::Faces(Default::default())];
        let picks = [0, 1, 2, 3, 4, 9, 24, 25, 28, 63, 64, 200, 255].map(Outcome::Pick);
        wrong.extend(picks.into_iter().filter(|pick| !listed.contains(pick)));
        assert!(wrong.len() > 4, "{:?}", game.now);
        if let Now::RollDice { .. } = game.now {
            // A face that is not the first of its equals, and one die too many.
            let Outcome::Faces(mut faces) = listed[0] else {
                unreachable!()
            };
            faces.0[0][0] += 1;
            wrong.push(Outcome::Faces(faces));
        }
        for outcome in wrong {
            let mut copy = game;
            assert!(
                rules.resolve(&mut copy, outcome).is_err(),
                "{outcome:?} for {:?}",
                game.now
            );
            assert!(copy == game);
        }
        let Some(next) = play.next() else { break };
        play.play(next);
    }
}

/// Pearson's statistic of sampled outcomes against weights, with the degrees of freedom.
fn chi_square(
    counts: &HashMap<Outcome, u64>,
    weights: &[(Outcome, u64)],
    samples: u64,
) -> (f64, f64) {
    let total: u64 = weights.iter().map(|(_, w)| w).sum();
    let statistic = weights.iter().map(|(outcome, weight)| {
        let expected = samples as f64 * *weight as f64 / total as f64;
        let seen = counts.get(outcome).copied().unwrap_or(0) as f64;
        (seen - expected).powi(2) / expected
    });
    (statistic.sum(), weights.len() as f64 - 1.0)
}

/// Five standard deviations above the mean of the chi-square distribution.
fn bound(freedom: f64) -> f64 {
    freedom + 5.0 * (2.0 * freedom).sqrt()
}

#[test]
fn p_sampled_frequencies_follow_the_weights() {
    const SAMPLES: u64 = 40_000;
    let rules = Rules::new(fixture::catalog());
    let mut play = RandomGame::new(&rules, 2, reckoners_env::Difficulty::Hard, 43);
    let mut checked = [false; 5];
    while checked != [true; 5] {
        let next = play
            .next()
            .expect("every kind of event comes before the game ends");
        let game = play.game;
        let air = in_the_air(&game);
        let small = air.iter().sum::<u8>() <= 3;
        let kind = match game.now {
            Now::DealEpic { .. } => Some(0),
            Now::DealEquipment => Some(1),
            Now::PlaceBoss => Some(2),
            Now::MoveBoss => Some(3),
            Now::RollDice { .. } if small && air[0] > 0 => Some(4),
            _ => None,
        };
        if let Some(kind) = kind.filter(|k| !checked[*k]) {
            checked[kind] = true;
            let mut rng = stream(43, kind as u64, 0, Purpose::Evaluation);
            let mut counts = HashMap::new();
            for _ in 0..SAMPLES {
                *counts
                    .entry(sample(rules.catalog(), &game, &mut rng))
                    .or_insert(0) += 1;
            }
            let weights = outcomes(rules.catalog(), &game);
            let (statistic, freedom) = chi_square(&counts, &weights, SAMPLES);
            assert!(
                statistic < bound(freedom),
                "{:?}: {statistic} with {freedom}",
                game.now
            );
            if kind >= 3 {
                // The test can fail: equal weights do not fit unequal faces.
                let equal: Vec<_> = weights.iter().map(|(o, _)| (*o, 1)).collect();
                let (statistic, freedom) = chi_square(&counts, &equal, SAMPLES);
                assert!(
                    statistic > bound(freedom),
                    "{:?}: {statistic} with {freedom}",
                    game.now
                );
            }
        }
        play.play(next);
    }
}
