//! A chain of effects always ends: how much can happen between two waits is bounded.

use reckoners_env::Rules;
use reckoners_env::cards::Modules;
use reckoners_env::event::{Event, Watch};
use reckoners_env::state::agenda::AGENDA_CAPACITY;

use super::random::{RandomGame, all_tables};

/// Random steps in all.
const STEPS: usize = 1_000_000;
/// Most actions between two waits: a whole Epics' phase and the boss.
const MOST_ACTIONS: usize = 400;

/// Counts actions.
#[derive(Default)]
struct Actions(usize);

impl Watch for Actions {
    fn event(&mut self, event: Event) {
        self.0 += usize::from(matches!(event, Event::Performs { .. }));
    }
}

#[test]
fn chains_of_effects_end() {
    let rules = Rules::embedded();
    let (mut steps, mut longest, mut pending) = (0, 0, 0);
    'all: for seed in 0.. {
        for table in all_tables() {
            let mut play = RandomGame::new(&rules, Modules::ALL, table, seed);
            loop {
                let mut actions = Actions::default();
                if !play.step(&mut actions) {
                    break;
                }
                longest = longest.max(actions.0);
                pending = pending.max(play.game.agenda.tasks().len());
                steps += 1;
                if steps == STEPS {
                    break 'all;
                }
            }
        }
    }
    println!("{steps} steps: at most {longest} actions between two waits, {pending} pending tasks");
    assert!(longest <= MOST_ACTIONS, "{longest} actions");
    assert!(pending <= AGENDA_CAPACITY / 2, "{pending} pending tasks");
}
