//! Decisions as values: the [`table`] of actions with their ids, made of a few kinds of [`answers`], and sets of ids
//! ([`mask`]).
//!
//! Seats and districts in an action are offsets, clockwise from the acting Reckoner (before that
//! Reckoner is placed, districts are counted from the boss). One id therefore means the same
//! thing from every seat and under every rotation of the ring.

pub mod answers;
pub mod mask;
pub mod table;

pub use answers::Answer;
pub(crate) use answers::Part;
pub use mask::{ActionMask, WORDS};
pub use table::{
    ACTION_COUNT, ACTION_VERSION, Action, Block, decode, encode, layout_hash, try_encode,
};
