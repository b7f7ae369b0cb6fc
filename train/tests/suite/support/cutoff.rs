//! A walk that is often cut short: whoever stays to the end wins, but most walks do not get there.
//!
//! Cashing in pays a half at once. Staying pays 1 at place 20; every walk is cut after ten steps, so
//! one that begins at place 0 never sees it. Only who trusts the value of the last place seen, which
//! walks that begin later have found to be 1, knows that staying is right.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use serde::{Deserialize, Serialize};

use super::{Outcome, Toy};

const END: u8 = 20;
const PATIENCE: u8 = 10;

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Cutoff {
    pub(crate) place: u8,
    steps: u8,
}

impl Cutoff {
    pub(crate) fn at(place: u8) -> Self {
        Self { place, steps: 0 }
    }
}

impl Toy for Cutoff {
    const OBS: usize = END as usize;
    const ACTIONS: usize = 2;

    fn start(rng: &mut ChaCha8Rng) -> Self {
        Self::at((rng.next_u32() % u32::from(END)) as u8)
    }

    fn show(&self, obs: &mut [f32], mask: &mut [u64]) {
        obs[usize::from(self.place)] = 1.0;
        mask[0] = 0b11;
    }

    fn act(&mut self, action: u16, _rng: &mut ChaCha8Rng) -> Outcome {
        if action == 1 {
            return Outcome::Ends(0.5);
        }
        self.place += 1;
        self.steps += 1;
        match (self.place == END, self.steps == PATIENCE) {
            (true, _) => Outcome::Ends(1.0),
            (false, true) => Outcome::Cut,
            (false, false) => Outcome::Goes,
        }
    }
}
