//! The PPO trainer: rollouts and updates in plain Rust; libtorch can compute the gradients instead.
//!
//! In reading order:
//! - [`mod@env`]: what an environment must do; [`threads`], [`memory`]:
//!   what the machine gives; [`rollout`]: playing; [`gae`]: what each step was worth;
//! - [`init`], [`gradient`]: the network's weights, and where their gradients come from: plain Rust
//!   ([`native`]) or libtorch (`torch`, with the feature of that name), and [`loss`]: what both learn;
//! - [`adam`], [`update`], [`schedule`], [`curriculum`], [`warm`]: how they are used;
//! - [`config`], [`run`], [`state`], [`origin`], [`metrics`], [`events`], [`watch`], [`report`]: what a run reads and writes;
//! - [`trainer`]: the loop; [`game`]: the game as its world;
//! - [`mod@bench`]: its speed; [`plot`]: its curve;
//! - [`args`]: the command line; [`commands`]: what its commands do; [`session`]: a run from its beginning
//!   to its end.

pub mod env;
pub mod memory;
pub mod threads;

pub mod gae;
pub mod rollout;

pub mod gradient;
pub mod init;
pub mod loss;
pub mod native;
#[cfg(feature = "torch")]
pub mod torch;

pub mod adam;
pub mod curriculum;
pub mod schedule;
pub mod update;
pub mod warm;

pub mod config;
pub mod events;
pub mod metrics;
pub mod origin;
pub mod report;
pub mod run;
pub mod state;
pub mod watch;

pub mod trainer;

pub mod game;

pub mod bench;
pub mod plot;

pub mod args;
pub mod commands;
pub mod session;
