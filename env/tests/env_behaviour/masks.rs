//! What the mask promises.

use std::collections::BTreeMap;

use reckoners_env::rng::{Purpose, stream};
use reckoners_env::state::Now;
use reckoners_env::{
    ACTION_COUNT, Action, ActionMask, Difficulty, GameSetup, Reckoner, Rules, action,
};

use crate::play::{pick, random_positions};

#[test]
fn the_mask_is_what_apply_accepts_and_a_refusal_changes_nothing() {
    let rules = Rules::embedded();
    random_positions(&rules, 1, |game| {
        let mask = rules.legal(game);
        for id in 0..ACTION_COUNT {
            let mut after = *game;
            let accepted = rules.apply(&mut after, action::decode(id).unwrap()).is_ok();
            assert_eq!(accepted, mask.has(id), "id {id} in {:?}", game.now);
            assert!(
                accepted || after == *game,
                "id {id} was refused and changed the position"
            );
        }
    });
}

#[test]
fn options_that_lead_to_the_same_position_are_offered_once() {
    let rules = Rules::embedded();
    random_positions(&rules, 2, |game| {
        let mut seen = BTreeMap::new();
        for id in rules.legal(game).ids() {
            let mut after = *game;
            let chosen = action::decode(id).unwrap();
            rules.apply_unchecked(&mut after, chosen);
            // The token of a Sniper with nothing left to use comes off at once, wherever it was.
            if matches!(chosen, Action::Sniper { .. }) && !after.sniper.is_somewhere() {
                continue;
            }
            if let Some(other) = seen.insert(after.digest(), id) {
                let (a, b) = (action::decode(other), action::decode(id));
                panic!("{a:?} and {b:?} are the same in {:?}", game.now);
            }
        }
        assert!(!seen.is_empty());
    });
}

#[test]
fn handing_the_decision_on_cannot_last_forever() {
    let rules = Rules::embedded();
    let setup = GameSetup::new(&Reckoner::BASE, Difficulty::Beginner).unwrap();
    for seed in 0..20 {
        let mut rng = stream(seed, 0, 0, Purpose::Evaluation);
        let mut game = rules.new_game(&setup);
        let mut handed = 0;
        for decision in 0.. {
            rules.play_chance(&mut game, &mut rng);
            if matches!(game.now, Now::Over(_)) {
                break;
            }
            let mask = rules.legal(&game);
            let focus = mask.actions().find(|a| matches!(a, Action::Focus { .. }));
            handed += u32::from(focus.is_some());
            let next = focus.unwrap_or_else(|| action::decode(pick(&mask, &mut rng)).unwrap());
            rules.apply_unchecked(&mut game, next);
            assert!(decision < 20_000, "the game does not end");
        }
        assert!(
            handed > 20,
            "the decision was hardly ever handed on: {handed}"
        );
    }
}

#[test]
fn masks_read_back_from_their_words() {
    let rules = Rules::embedded();
    random_positions(&rules, 1, |game| {
        let mask = rules.legal(game);
        assert_eq!(ActionMask::from_words(mask.words()), mask);
    });
    assert_eq!(ActionMask::from_words(&[u64::MAX; 9]).len(), ACTION_COUNT);
}
