//! Agents that play The Reckoners: random, greedy, scripted, search and neural.
//!
//! A [`Policy`] answers one position at a time and needs no memory; an [`Agent`] answers a batch.
//! [`assess`] is the shared reading of a board: what hurts, and what a symbol is worth where.

pub mod agent;
pub mod assess;
pub mod boxes;
pub mod file;
pub mod greedy;
pub mod net;
pub mod odds;
pub mod people;
pub mod prospect;
pub mod random;
pub mod registry;
pub mod scripted;
pub mod search;
pub mod team;

pub use agent::{Agent, Policy, PolicyAgent, Turn};
pub use registry::{AgentError, AgentFactory, AgentSpec};
