//! Rules engine and vectorized environment for The Reckoners.

pub mod action;
pub mod cards;
pub mod chance;
pub mod event;
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
pub use game_env::{EnvOptions, EpisodeEnd, EpisodeInfo, GameEnv, StepInfo};
pub use ids::{Difficulty, Reckoner};
pub use obs::{Encoder, OBS_LEN};
pub use rules::{GameSetup, Rules};
pub use state::Game;
pub use task::{TaskSet, TaskSource};
pub use vec_env::{Batch, BatchOptions, StepBuffers, VecEnv};
