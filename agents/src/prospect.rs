//! How a position will probably end: a logistic model on a few named features.
//!
//! The coefficients were fitted on games of the scripted agent against itself, sampled at the
//! beginning of rounds, over all difficulties and numbers of Reckoners.

use reckoners_env::ids::{Difficulty, Track};
use reckoners_env::{Game, Rules};

use crate::assess::Assessor;

/// Features of a position.
pub const FEATURES: usize = 14;

/// Names of the features, in order.
pub const NAMES: [&str; FEATURES] = [
    "constant",
    "population / 40",
    "square root of population / 40",
    "boss left / all of the boss",
    "boss left / all of the boss, squared",
    "boss left a Reckoner / 10",
    "danger of the Epics a Reckoner",
    "danger of the boss",
    "dice a Reckoner above six",
    "Equipment cards a Reckoner",
    "Plan Tokens a Reckoner",
    "money / 10",
    "population / 40 times boss left",
    "boss brackets beyond the start",
];

/// The features of a position.
pub fn features(assessor: &Assessor, rules: &Rules, game: &Game) -> [f32; FEATURES] {
    let board = assessor.assess(rules, game);
    let seats = f32::from(game.seat_count);
    let boss = &game.boss;
    let start = rules.boss_values(game);
    let whole = f32::from(start.research + start.health);
    let left = if boss.research > 0 {
        f32::from(boss.research) + f32::from(start.health)
    } else {
        f32::from(boss.health)
    };
    let share = left / whole;
    let population = f32::from(game.population) / 40.0;
    let danger: f32 = board.places[..usize::from(game.district_count())]
        .iter()
        .map(|p| p.danger)
        .sum();
    let (mut dice, mut cards, mut tokens) = (0.0, 0.0, 0.0);
    for seat in game.team() {
        dice += f32::from(seat.dice.total()) - 6.0;
        cards += seat.cards.len() as f32;
        tokens += f32::from(seat.tokens + seat.fresh_tokens);
    }
    let beyond: u8 = boss.brackets.iter().sum();
    [
        1.0,
        population,
        population.sqrt(),
        share,
        share * share,
        left / seats / 10.0,
        danger / seats,
        board.boss_danger,
        dice / seats,
        cards / seats,
        tokens / seats,
        f32::from(game.money) / 10.0,
        population * share,
        f32::from(beyond) - 2.0 * Track::COUNT as f32,
    ]
}

/// The model: one row of coefficients a difficulty.
#[derive(Debug, Clone)]
pub struct Prospect {
    assessor: Assessor,
}

impl Prospect {
    /// A model that reads boards with this assessor.
    pub fn new(assessor: Assessor) -> Self {
        Self { assessor }
    }

    /// The chance to win.
    pub fn win_chance(&self, rules: &Rules, game: &Game) -> f32 {
        if let Some(known) = crate::search::settled(game) {
            return known;
        }
        let row = &COEFFICIENTS[game.difficulty().index()];
        let logit: f32 = features(&self.assessor, rules, game)
            .iter()
            .zip(row)
            .map(|(f, c)| f * c)
            .sum();
        1.0 / (1.0 + (-logit).exp())
    }
}

/// By difficulty, in the order of [`NAMES`].
const COEFFICIENTS: [[f32; FEATURES]; Difficulty::COUNT] = [
    [
        -0.09, 1.28, 9.16, -7.30, 4.32, -3.15, -0.20, -0.12, 0.54, 0.76, 0.23, -0.27, 1.24, -0.11,
    ],
    [
        -0.68, 1.45, 9.14, -10.15, 4.10, -1.34, -0.13, -0.06, 0.79, 0.48, 0.22, -0.56, 0.51, -0.09,
    ],
    [
        -0.74, 4.08, 7.60, -14.83, 4.00, 0.37, -0.15, -0.06, 0.57, 0.46, 0.28, -0.09, 0.49, -0.09,
    ],
    [
        -1.36, 3.85, 7.96, -15.02, 3.15, 0.58, -0.11, -0.09, 0.25, 0.67, 0.27, -0.31, 0.78, -0.01,
    ],
];
