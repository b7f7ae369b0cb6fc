//! Rewards: +1 or -1 for the whole team at the end, and optional shaping by a potential.
//!
//! The shaping reward of a step is the potential after it minus the potential before it. The
//! potential of an ended game is 0, so without a discount the shaping of a whole game adds up to
//! minus the first potential whatever was played, and cannot change which play is best. A learner
//! must keep the last step's drop for that, and may not discount. A game cut short keeps its
//! potential: a critic of the shaped reward expects the drop after the final observation.

use serde::{Deserialize, Serialize};

use crate::forecast::Activations;
use crate::rules::Rules;
use crate::state::{Ending, Game, Now};

/// The reward of an ended game.
pub const fn terminal(ending: Ending) -> f32 {
    match ending {
        Ending::Won => 1.0,
        Ending::Lost(_) => -1.0,
    }
}

/// Weights of the terms of the potential; each term is a number from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shaping {
    /// Share of the boss's research and health that is done.
    pub boss: f32,
    /// Share of the population that is left.
    pub population: f32,
    /// Share of what is left that the coming Epic phase would take; counts against the team.
    pub danger: f32,
}

impl Default for Shaping {
    fn default() -> Self {
        Self {
            boss: 1.0,
            population: 0.5,
            danger: 0.25,
        }
    }
}

/// The terms of the potential in one position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Terms {
    /// Share of the boss's research and health that is done.
    pub boss: f32,
    /// Share of the population that is left.
    pub population: f32,
    /// Share of what is left that the coming Epic phase would take.
    pub danger: f32,
}

impl Terms {
    /// The terms of a position.
    pub fn of(rules: &Rules, activations: &Activations, game: &Game) -> Self {
        let start = rules.boss_values(game);
        let all = f32::from(start.research) + f32::from(start.health);
        let left = if game.boss.research > 0 {
            f32::from(game.boss.research) + f32::from(start.health)
        } else {
            f32::from(game.boss.health)
        };
        let population = f32::from(game.population);
        let loss = f32::from(activations.population(rules, game));
        Self {
            boss: (1.0 - left / all).clamp(0.0, 1.0),
            population: (population / f32::from(rules.catalog().setup.population)).min(1.0),
            danger: (loss / population.max(1.0)).min(1.0),
        }
    }
}

impl Shaping {
    /// The potential of a position; 0 once the game is over.
    pub fn potential(&self, rules: &Rules, activations: &Activations, game: &Game) -> f32 {
        if matches!(game.now, Now::Over(_)) {
            return 0.0;
        }
        let terms = Terms::of(rules, activations, game);
        self.boss * terms.boss + self.population * terms.population - self.danger * terms.danger
    }
}
