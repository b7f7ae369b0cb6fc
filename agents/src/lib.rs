//! Agents that play The Reckoners.

pub mod net;
