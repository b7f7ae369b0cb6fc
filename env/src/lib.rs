//! Rules engine and vectorized environment for The Reckoners.
//!
//! A [`Game`] is a small value that waits for a chance outcome or a decision; [`Rules`] moves it on.
//!
//! ```
//! use reckoners_env::action::decode;
//! use reckoners_env::rng::{Purpose, stream};
//! use reckoners_env::{Difficulty, GameSetup, Reckoner, Rules};
//!
//! let rules = Rules::embedded();
//! let setup = GameSetup::new(&[Reckoner::Tia, Reckoner::Megan], Difficulty::Standard)?;
//! let mut game = rules.new_game(&setup);
//! let mut luck = stream(0, 0, 0, Purpose::Training);
//! loop {
//!     rules.play_chance(&mut game, &mut luck);
//!     let legal = rules.legal(&game);
//!     let Some(first) = legal.ids().next().and_then(decode) else { break };
//!     rules.apply(&mut game, first)?;
//! }
//! assert!(!game.now.is_decision());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`VecEnv`] plays many games at once for training; [`table`] and [`trace`] are the outside forms
//! of a position and of a game.

pub mod action;
pub mod cards;
pub mod chance;
pub mod decision;
pub mod episode;
pub mod event;
pub mod forecast;
pub mod game_env;
pub mod ids;
pub mod obs;
pub mod perft;
pub mod reward;
pub mod rng;
pub mod rules;
pub mod state;
pub mod table;
pub mod task;
pub mod trace;
pub mod vec_env;
pub mod words;

pub use action::{ACTION_COUNT, Action, ActionMask};
pub use cards::Ruleset;
pub use episode::{Episode, EpisodeEnd, EpisodeRules};
pub use game_env::{EnvOptions, EpisodeInfo, GameEnv, StepInfo};
pub use ids::{Difficulty, Reckoner};
pub use obs::{Encoder, OBS_LEN};
pub use rules::{GameSetup, Rules};
pub use state::Game;
pub use task::{TaskSet, TaskSource};
pub use vec_env::{Batch, BatchOptions, Observations, StepBuffers, VecEnv};

/// The page about the environment; its code is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../docs/environment.md")]
struct EnvironmentPage;
