//! Rules engine and vectorized environment for The Reckoners.

pub mod ids;
pub mod cards;
pub mod state;
pub mod action;
pub mod chance;
pub mod event;
pub mod perft;
pub mod rng;
pub mod rules;
pub mod obs;
pub mod reward;
pub mod task;
pub mod game_env;
pub mod vec_env;
pub mod words;
pub mod table;
pub mod trace;

pub use action::{ACTION_COUNT, Action, ActionMask};
pub use game_env::{EnvOptions, EpisodeEnd, EpisodeInfo, GameEnv, StepInfo};
pub use ids::{Difficulty, Reckoner};
pub use obs::{Encoder, OBS_LEN};
pub use rules::{GameSetup, Rules};
pub use state::Game;
pub use task::{TaskSet, TaskSource};
pub use vec_env::{Batch, BatchOptions, StepBuffers, VecEnv};
