//! Rules engine and vectorized environment for The Reckoners.

pub mod ids;
pub mod cards;
pub mod state;
pub mod action;
pub mod chance;
pub mod event;
pub mod rng;
pub mod rules;
pub mod words;

pub use action::{ACTION_COUNT, Action, ActionMask};
pub use ids::{Difficulty, Reckoner};
pub use rules::{GameSetup, Rules};
pub use state::Game;
