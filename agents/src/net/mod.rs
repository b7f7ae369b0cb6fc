//! The neural agent: the network in plain Rust.
