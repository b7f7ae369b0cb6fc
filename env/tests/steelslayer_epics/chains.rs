//! A chain of effects always ends: how much can happen between two waits is bounded.

use reckoners_env::Rules;
use reckoners_env::cards::Modules;
use reckoners_env::event::{Event, Watch};
use reckoners_env::state::agenda::AGENDA_CAPACITY;

use super::boxes::dealt;
use super::random::{RandomGame, all_tables};

/// Steps after which a game is left.
const MOST_STEPS: usize = 4000;

/// Counts actions.
#[derive(Default)]
struct Actions(usize);

impl Watch for Actions {
    fn event(&mut self, event: Event) {
        self.0 += usize::from(matches!(event, Event::Performs { .. }));
    }
}

/// Plays random steps; the most actions between two waits, and the most pending tasks.
fn longest(boxes: impl Iterator<Item = Rules>, most_steps: usize) -> (usize, usize) {
    let (mut steps, mut longest, mut pending) = (0, 0, 0);
    for (seed, rules) in (0..).zip(boxes) {
        for table in all_tables() {
            let mut play = RandomGame::new(&rules, Modules::ALL, table, seed);
            for _ in 0..MOST_STEPS {
                let mut actions = Actions::default();
                if !play.step(&mut actions) {
                    break;
                }
                longest = longest.max(actions.0);
                pending = pending.max(play.game.agenda.tasks().len());
                steps += 1;
                if steps == most_steps {
                    println!("{longest} actions between two waits, {pending} pending tasks");
                    return (longest, pending);
                }
            }
        }
    }
    panic!("only {steps} steps were played");
}

#[test]
fn chains_of_effects_end() {
    let boxes = std::iter::repeat_with(Rules::embedded);
    let (actions, pending) = longest(boxes, 1_000_000);
    assert!(actions <= 100, "{actions} actions");
    assert!(pending <= AGENDA_CAPACITY / 2, "{pending} pending tasks");
}

#[test]
fn chains_of_effects_end_with_any_action_in_any_place() {
    let boxes = (0..).map(|number| Rules::new(dealt(number)));
    let (actions, pending) = longest(boxes, 1_000_000);
    assert!(actions <= 400, "{actions} actions");
    assert!(pending <= AGENDA_CAPACITY / 2, "{pending} pending tasks");
}
