//! A game at the terminal: people and agents in the same team, luck from a seed or from the table.
//!
//! - [`table`]: the game being played, as a trace that can be undone, saved and resumed;
//! - [`command`]: what a person can type; [`console`]: the conversation; [`keep`]: where the game is written;
//! - [`review`]: what the game cost and why, luck apart from skill; [`picture`]: the same to look at.

pub mod command;
pub mod console;
pub mod keep;
pub mod picture;
pub mod review;
pub mod table;

pub use console::Console;
pub use table::{Manual, Player, TableGame};
