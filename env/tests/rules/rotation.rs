//! The ring and the seats have no absolute place: turning the table commutes with play.

use reckoners_env::Rules;
use reckoners_env::state::Now;

use crate::support::fixture;
use crate::support::random::{Played, RandomGame, every_table};
use crate::support::rotate::Turn;

#[test]
fn p_turning_seats_and_districts_commutes_with_play() {
    let rich = fixture::rich(reckoners_env::cards::load_embedded());
    for rules in [
        Rules::embedded(),
        Rules::new(rich),
        Rules::new(fixture::catalog()),
    ] {
        // Effects come in the order of the seats, so other bosses and cities know a first seat.
        let tables = every_table().filter(|(_, ruleset)| !ruleset.is_merged());
        for (seats, ruleset) in tables {
            let mut play = RandomGame::eager(&rules, seats, ruleset, 31);
            // Set-up deals in a fixed order; from the first purchase on nothing is absolute.
            while play.game.now != Now::Buy {
                let next = play.next().unwrap();
                play.play(next);
            }
            let turn = Turn {
                seats: 1 + (seats as u8) / 2,
                districts: 2,
            };
            let mut turned = turn.game(&play.game);
            assert!(turned != play.game, "the turn does something");
            for _ in 0..1500 {
                assert_eq!(rules.legal(&turned), rules.legal(&play.game));
                let Some(next) = play.next() else { break };
                match next {
                    Played::Chance(outcome) => {
                        rules
                            .resolve(&mut turned, turn.outcome(&play.game, outcome))
                            .unwrap();
                    }
                    Played::Decision(action) => rules.apply(&mut turned, action).unwrap(),
                }
                play.play(next);
                assert!(turned == turn.game(&play.game), "after {next:?}");
            }
        }
    }
}

#[test]
fn p_a_full_turn_is_the_identity() {
    let rules = Rules::embedded();
    let mut play = RandomGame::new(&rules, 5, reckoners_env::Difficulty::Sparks, 32);
    while play.game.now != Now::Buy {
        let next = play.next().unwrap();
        play.play(next);
    }
    let turn = Turn {
        seats: 1,
        districts: 1,
    };
    for _ in 0..300 {
        let Some(next) = play.next() else { break };
        play.play(next);
        let mut turned = play.game;
        for _ in 0..30 {
            turned = turn.game(&turned);
        }
        // 30 is a multiple of 5 seats and of 6 districts.
        assert!(turned == play.game);
    }
}
