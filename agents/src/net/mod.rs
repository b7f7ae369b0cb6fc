//! The network in plain Rust: playing, evaluating and hinting need no deep-learning framework.
//!
//! - [`spec`]: the sizes of a network;
//! - [`layers`]: the network described once, as a list of layers that everything else follows;
//! - [`entities`]: what observations repeat (districts, Reckoners) and which actions point at it;
//! - [`printed`]: weights made from what is printed on cards, [`cards`]: what that is in this game, [`shape`]: both
//!   together;
//! - [`mask`]: legal actions as bit words, and the softmax over them;
//! - [`kernel`]: the few vectorised loops that everything runs on;
//! - `math`: exponential and friends, written so that they vectorise;
//! - [`codes`]: entities read by shared weights, actions scored by what they point at;
//! - [`outlook`]: the units of what is foreseen besides a win;
//! - [`queries`]: the trunk's part of those scores, made where it is wanted;
//! - [`forward`]: running the layers, [`network`]: logits and values of a batch or a single position;
//! - `bound`: how large the numbers inside a network can become;
//! - [`manifest`]: what a checkpoint says about itself;
//! - [`checkpoint`]: reading and writing weights with their manifest, [`error`]: what can be wrong with them;
//! - [`shipped`]: the checkpoint that comes with the program;
//! - [`agent`]: the network as a player and as a guide for searches.

pub mod layers;
pub mod spec;

pub mod entities;
pub mod printed;
pub mod shape;

pub mod mask;

pub mod kernel;
mod math;

pub mod codes;
pub mod forward;
pub mod network;
pub mod outlook;
pub mod queries;

mod bound;
pub mod manifest;

pub mod checkpoint;
pub mod error;

pub mod shipped;

pub mod agent;
pub mod cards;

pub use bound::{MOST_SUM, largest_sum};
pub use checkpoint::Checkpoint;
pub use entities::{Entities, EntityKind, Pointer};
pub use error::CheckpointError;
pub use layers::Layers;
pub use manifest::{Encoding, Manifest};
pub use mask::{MaskError, MaskedSoftmax};
pub use network::{Net, Scratch, win_chance};
pub use printed::{Features, Place, Printed, PrintedKind, Use, Weaver};
pub use shape::Shape;
pub use spec::{Activation, Body, NetSpec, SpecError, TensorSpec};
