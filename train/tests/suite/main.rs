//! Tests of the trainer as a whole, in one binary.

/// The program as it is typed.
mod cli;
/// What diverges, is damaged or does not fit.
mod damage;
/// The game itself.
mod game;
/// Gradients in plain Rust are those of libtorch.
mod gradients;
/// Problems whose answers are known must be solved.
mod learning;
/// The loss against numbers worked out by hand.
#[cfg(feature = "torch")]
mod loss;
/// The network in libtorch and the one in plain Rust are the same network.
#[cfg(feature = "torch")]
mod parity;
/// A run that is stopped and resumed is the same run.
mod resume;
/// Signals end a run in order.
#[cfg(unix)]
mod signals;
/// Runs that begin with the weights of a checkpoint.
mod start;
/// Toy problems behind the same trait as the game.
mod support;
/// How far one update goes.
mod updates;
