//! Uniform over the legal actions: the floor of every ladder.

use reckoners_env::chance::below;
use reckoners_env::rng::GameRng;
use reckoners_env::{ActionMask, Game, Rules};

use crate::agent::Policy;

/// Chooses uniformly.
#[derive(Debug, Clone, Copy, Default)]
pub struct Random;

impl Policy for Random {
    fn pick(&self, _rules: &Rules, _game: &Game, legal: &ActionMask, rng: &mut GameRng) -> usize {
        let n = below(rng, legal.len() as u32) as usize;
        legal.nth(n).expect("a decision has a legal action")
    }
}
