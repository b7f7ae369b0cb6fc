//! A thousand decisions, four of which matter, and a reward only at the end.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use serde::{Deserialize, Serialize};

use super::{Outcome, Toy};

pub(crate) const LENGTH: u16 = 1000;
const FORKS: u16 = 4;

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Chain {
    at: u16,
    sign: bool,
    spoiled: bool,
}

impl Chain {
    fn is_fork(&self) -> bool {
        self.at.is_multiple_of(LENGTH / FORKS)
    }
}

impl Toy for Chain {
    const OBS: usize = 6;
    const ACTIONS: usize = 4;

    fn start(rng: &mut ChaCha8Rng) -> Self {
        Self {
            at: 0,
            sign: rng.next_u32() & 1 == 1,
            spoiled: false,
        }
    }

    fn show(&self, obs: &mut [f32], mask: &mut [u64]) {
        obs[0] = f32::from(self.at) / f32::from(LENGTH);
        obs[1] = f32::from(u8::from(self.spoiled));
        obs[2] = f32::from(u8::from(self.is_fork()));
        obs[3] = f32::from(u8::from(self.is_fork() && self.sign));
        obs[4] = f32::from(u8::from(self.is_fork() && !self.sign));
        obs[5] = 1.0;
        // At a fork the actions 0 and 1, elsewhere 2 and 3, which do nothing.
        mask[0] = if self.is_fork() { 0b0011 } else { 0b1100 };
    }

    fn act(&mut self, action: u16, rng: &mut ChaCha8Rng) -> Outcome {
        if self.is_fork() {
            self.spoiled |= action != u16::from(self.sign);
        }
        self.at += 1;
        self.sign = rng.next_u32() & 1 == 1;
        if self.at == LENGTH {
            Outcome::Ends(f32::from(u8::from(!self.spoiled)))
        } else {
            Outcome::Goes
        }
    }
}
