//! The search as an agent.

use std::sync::Arc;

use rand::Rng;
use reckoners_env::rng::GameRng;
use reckoners_env::{ActionMask, Game, Rules};

use super::{Findings, Guide, Race, SearchOptions, run, run_one};
use crate::agent::{Agent, Turn};

/// A player that searches every decision.
#[derive(Clone)]
pub struct SearchAgent {
    guide: Arc<dyn Guide>,
    options: SearchOptions,
}

impl std::fmt::Debug for SearchAgent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchAgent")
            .field("options", &self.options)
            .finish()
    }
}

impl SearchAgent {
    /// A search over a guide.
    pub fn new(guide: Arc<dyn Guide>, options: SearchOptions) -> Self {
        Self { guide, options }
    }

    /// Searches one decision and tells what was found.
    pub fn examine(
        &self,
        rules: &Rules,
        game: &Game,
        legal: &ActionMask,
        rng: &mut GameRng,
    ) -> Findings {
        let race = self.race(rules, game, legal, rng);
        run_one(rules, self.guide.as_ref(), race)
    }

    fn race(&self, rules: &Rules, game: &Game, legal: &ActionMask, rng: &mut GameRng) -> Race {
        let width = self.options.width;
        let candidates = self.guide.candidates(rules, game, legal, width, rng);
        Race::new(game, &candidates, &self.options, rng.next_u64())
    }
}

impl Agent for SearchAgent {
    fn act(&mut self, rules: &Rules, turns: &mut [Turn<'_>], choices: &mut Vec<usize>) {
        choices.clear();
        let mut races: Vec<Race> = Vec::new();
        let mut raced: Vec<usize> = Vec::new();
        for (i, turn) in turns.iter_mut().enumerate() {
            // A place for each; the searched ones are filled in below.
            choices.push(turn.legal.single().unwrap_or_default());
            if turn.legal.len() > 1 {
                raced.push(i);
                races.push(self.race(rules, turn.game, turn.legal, turn.rng));
            }
        }
        // A limit of time is meant for one decision, so then each has the machine to itself.
        let together = match self.options.time {
            None => races.len().max(1),
            Some(_) => 1,
        };
        for group in races.chunks_mut(together) {
            run(rules, self.guide.as_ref(), group);
        }
        for (i, race) in raced.into_iter().zip(races) {
            choices[i] = race.findings().choice;
        }
    }
}
