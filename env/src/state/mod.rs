//! A position of the game: a small value that can be copied, compared and hashed.
//!
//! It holds no card text, no generator and no hidden order: a deck is the set of cards still in
//! it. [`game`] is the board, [`flow`] what the game waits for, [`laws`] what is always true.

pub mod flow;
pub mod game;
pub mod laws;

pub use flow::{Agenda, Ending, Now, Source, Step, Task};
pub use game::{Boss, District, Game, Open, Seat, SeatDice};
pub use laws::{Violation, check_laws};
