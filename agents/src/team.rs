//! Teams of different agents: each seat answers with its own.

use reckoners_env::Rules;

use crate::agent::{Agent, Turn};

/// One agent a seat.
pub struct Team {
    seats: Vec<Box<dyn Agent>>,
    one: Vec<usize>,
}

impl std::fmt::Debug for Team {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Team")
            .field("seats", &self.seats.len())
            .finish()
    }
}

impl Team {
    /// A team in seating order; seats beyond the list are played from its beginning again.
    ///
    /// # Panics
    /// When the list is empty.
    pub fn new(seats: Vec<Box<dyn Agent>>) -> Self {
        assert!(!seats.is_empty(), "a team has at least one agent");
        Self {
            seats,
            one: Vec::new(),
        }
    }
}

impl Agent for Team {
    fn act(&mut self, rules: &Rules, turns: &mut [Turn<'_>], choices: &mut Vec<usize>) {
        choices.clear();
        choices.resize(turns.len(), 0);
        let count = self.seats.len();
        // Each agent gets its turns of the batch together, so that networks stay batched.
        for (seat, agent) in self.seats.iter_mut().enumerate() {
            let mine: Vec<usize> = (0..turns.len())
                .filter(|&i| turns[i].game.acting.ix() % count == seat)
                .collect();
            if mine.is_empty() {
                continue;
            }
            let mut batch: Vec<Turn<'_>> = turns
                .iter_mut()
                .enumerate()
                .filter(|(i, _)| mine.contains(i))
                .map(|(_, t)| Turn {
                    game: t.game,
                    legal: t.legal,
                    rng: t.rng,
                })
                .collect();
            agent.act(rules, &mut batch, &mut self.one);
            for (&i, &choice) in mine.iter().zip(&self.one) {
                choices[i] = choice;
            }
        }
    }
}
