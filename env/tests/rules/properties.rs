//! Properties over random games: every number of Reckoners, every difficulty, every choice of modules, random teams.

use reckoners_env::action::{ACTION_COUNT, decode, encode};
use reckoners_env::state::{Now, check_laws};
use reckoners_env::{Action, Game, Rules};

use crate::support::fixture;
use crate::support::random::{Played, RandomGame, all_tables, every_table};
use crate::support::reference::allowed;

/// Steps of one game after which a check stops following it.
const STEPS: usize = 700;

/// The embedded box, and two in which games are long: many Epics fall and every card is bought.
fn boxes() -> [Rules; 3] {
    let embedded = reckoners_env::cards::load_embedded;
    [
        Rules::embedded(),
        Rules::new(fixture::rich(embedded())),
        Rules::new(fixture::rich(fixture::catalog())),
    ]
}

#[test]
fn p_the_mask_is_the_reference_legality_for_every_id() {
    for rules in boxes() {
        for (seats, ruleset) in every_table() {
            let mut play = RandomGame::eager(&rules, seats, ruleset, 1);
            for _ in 0..STEPS {
                let mask = rules.legal(&play.game);
                for id in 0..ACTION_COUNT {
                    let action = decode(id).unwrap();
                    let expected = allowed(rules.catalog(), &play.game, action);
                    assert_eq!(mask.has(id), expected, "{action:?} in {:#?}", play.game);
                }
                let Some(next) = play.next() else { break };
                play.play(next);
            }
        }
    }
}

#[test]
fn p_apply_accepts_exactly_the_mask_and_a_refusal_changes_nothing() {
    for rules in boxes() {
        for (seats, ruleset) in every_table() {
            let mut play = RandomGame::eager(&rules, seats, ruleset, 2);
            for step in 0..3 * STEPS {
                // Every 29th position, so that long games are covered.
                if step % 29 == 0 {
                    try_all(&rules, &play.game);
                }
                let Some(next) = play.next() else { break };
                play.play(next);
            }
            try_all(&rules, &play.game);
        }
    }
}

fn try_all(rules: &Rules, game: &Game) {
    let mask = rules.legal(game);
    for id in 0..ACTION_COUNT {
        let mut copy = *game;
        let accepted = rules.apply(&mut copy, decode(id).unwrap()).is_ok();
        assert_eq!(accepted, mask.has(id), "{:?} in {:?}", decode(id), game.now);
        assert!(
            accepted != (copy == *game),
            "{:?} in {:?}",
            decode(id),
            game.now
        );
    }
}

#[test]
fn p_actions_out_of_range_are_refused_without_panic() {
    use reckoners_env::ids::{DieKind, DistrictOffset, EquipmentId, FaceIx, SeatOffset};
    let rules = Rules::embedded();
    let mut play = RandomGame::new(&rules, 3, reckoners_env::Difficulty::Hard, 3);
    for _ in 0..STEPS {
        for n in [6, 7, 53, 64, 200, 255] {
            let (seat, district, face) = (SeatOffset(n), DistrictOffset(n), FaceIx(n));
            let (me, here) = (SeatOffset(0), DistrictOffset(0));
            for action in [
                Action::Place { district },
                Action::Keep {
                    kind: DieKind::Orange,
                    face,
                },
                Action::Take {
                    kind: DieKind::Basic,
                    face,
                },
                Action::AbilityDie {
                    kind: DieKind::Blue,
                    face,
                },
                Action::SetFace { face },
                Action::Focus { seat },
                Action::Focus { seat: me },
                Action::Operations { seat: me },
                Action::Sniper { district: here },
                Action::Move { district: here },
                Action::Move { district },
                Action::UseCard {
                    card: EquipmentId(n.max(53)),
                },
                Action::Buy {
                    card: EquipmentId(n.max(53)),
                },
                Action::Receive { seat },
                Action::LoseDie {
                    seat,
                    kind: DieKind::Basic,
                },
                Action::BuyBack {
                    seat,
                    kind: DieKind::Basic,
                },
            ] {
                let mut copy = play.game;
                assert!(rules.apply(&mut copy, action).is_err());
                assert!(copy == play.game);
            }
        }
        let Some(next) = play.next() else { break };
        play.play(next);
    }
}

/// The digests of a random game's positions.
fn digests(rules: &Rules, seed: u64) -> Vec<u64> {
    let mut play = RandomGame::new(rules, 4, reckoners_env::Difficulty::Standard, seed);
    let mut list = vec![play.game.digest()];
    while let Some(next) = play.next() {
        play.play(next);
        list.push(play.game.digest());
    }
    list
}

#[test]
fn p_same_seed_same_game_other_seed_other_game() {
    let rules = Rules::embedded();
    let games: Vec<_> = (0..4).map(|seed| digests(&rules, seed)).collect();
    for (seed, game) in games.iter().enumerate() {
        assert_eq!(*game, digests(&rules, seed as u64));
        assert!(games[..seed].iter().all(|other| other != game));
    }
}

#[test]
fn p_the_next_episode_is_another_game_on_the_same_table() {
    use reckoners_env::rng::{Purpose, stream};
    let rules = Rules::embedded();
    let setup = reckoners_env::GameSetup::new(
        &reckoners_env::Reckoner::BASE[..4],
        reckoners_env::Difficulty::Standard,
    )
    .unwrap();
    let start = |episode| {
        let mut game = rules.new_game(&setup);
        rules.play_chance(&mut game, &mut stream(7, 0, episode, Purpose::Training));
        game
    };
    assert!(start(0) == start(0));
    assert!(start(0) != start(1) && start(1) != start(2));
}

#[test]
fn p_laws_hold_after_every_step_no_dead_end_and_rounds_never_go_back() {
    for rules in boxes() {
        laws_hold(&rules);
    }
}

fn laws_hold(rules: &Rules) {
    for (seats, ruleset) in every_table() {
        for seed in 10..12 {
            let eager = seed % 2 == 0;
            // Many choices of modules: one player for each is enough.
            if !ruleset.modules.is_empty() && eager == (seats % 2 == 0) {
                continue;
            }
            let mut play = RandomGame {
                eager,
                ..RandomGame::new(rules, seats, ruleset, seed)
            };
            let mut round = 0;
            while let Some(next) = play.next() {
                if let Played::Decision(action) = next {
                    assert_eq!(decode(encode(action)), Some(action));
                }
                play.play(next);
                assert_eq!(check_laws(rules.catalog(), &play.game), Ok(()));
                let waits = !rules.legal(&play.game).is_empty();
                assert_eq!(waits, play.game.now.is_decision(), "{:?}", play.game.now);
                assert!(play.game.round >= round);
                round = play.game.round;
            }
            assert!(
                matches!(play.game.now, Now::Over(_)),
                "stopped at {:?}",
                play.game.now
            );
        }
    }
}

#[test]
fn p_any_tracks_can_be_played() {
    use reckoners_env::rng::{Purpose, stream};
    for n in 0..12 {
        let mut luck = stream(n, 0, 0, Purpose::Task);
        let catalog = fixture::rich(reckoners_env::cards::load_embedded());
        let rules = Rules::new(fixture::any_tracks(catalog, &mut luck));
        for (seats, ruleset) in every_table() {
            let mut play = RandomGame::eager(&rules, seats, ruleset, n);
            for _ in 0..STEPS {
                let Some(next) = play.next() else { break };
                play.play(next);
                assert_eq!(check_laws(rules.catalog(), &play.game), Ok(()));
            }
        }
    }
}

#[test]
fn p_handing_over_twice_in_a_row_is_impossible() {
    let rules = Rules::embedded();
    let mut handed = 0;
    for (seats, difficulty) in all_tables() {
        let mut play = RandomGame::eager(&rules, seats, difficulty, 21);
        let mut before = false;
        while let Some(next) = play.next() {
            if let Played::Decision(action) = next {
                let focus = matches!(action, Action::Focus { .. });
                assert!(!(focus && before));
                handed += u32::from(focus);
                before = focus;
            }
            play.play(next);
        }
    }
    assert!(handed > 100, "the property was not exercised");
}
