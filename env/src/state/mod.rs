//! A position of the game: a small value that can be copied, compared and hashed.
//!
//! It holds no card text, no generator and no hidden order: a deck is the set of cards still in
//! it. [`game`] is the whole, [`seat`], [`dice`], [`marks`], [`board`] and [`open`] its parts, [`now`] what it waits for,
//! [`agenda`] what comes after, [`laws`] what is always true.

pub mod agenda;
pub mod board;
pub mod city;
mod details;
pub mod dice;
mod digest;
pub mod game;
pub mod laws;
pub mod marks;
pub mod now;
pub mod open;
pub mod seat;
mod tasks;
mod waits;

pub use agenda::{Agenda, Source, Task, Via};
pub use board::{Boss, District, MAX_BOSS_CARDS};
pub use city::{AidDeck, CityState, MAX_AID_CARDS};
pub(crate) use details::Details;
pub use dice::{Dice, FaceCounts, MAX_DICE, Spot, TableDie};
pub use game::{Game, Swaps};
pub use laws::{Violation, check_laws};
pub use marks::CardMarks;
pub use now::{Ending, Gift, Now, Step, SwapCard};
pub use open::{Earned, Open, Origin, Owed, OwedGroups, RewardPool, Span};
pub use seat::{Effects, Seat};
pub(crate) use tasks::works;
pub(crate) use waits::waits;
