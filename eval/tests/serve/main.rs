//! The table companion: what is right is answered, what is wrong is refused, and the server lives.
#![cfg(feature = "serve")]

mod attack;
mod client;
mod hints;
mod load;
mod process;
mod tables;
