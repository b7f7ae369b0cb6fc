//! A bandit with a context and a mask: every round, take the best of the arms that are open.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use serde::{Deserialize, Serialize};

use super::{Outcome, Toy};

const CONTEXTS: usize = 4;
const ARMS: usize = 70;

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Bandit {
    context: usize,
    open: [u64; 2],
}

/// What an arm pays in a context: a fixed scramble of 0 to 1.
fn payoff(context: usize, arm: usize) -> f32 {
    ((context * 31 + arm * 17) % ARMS) as f32 / (ARMS - 1) as f32
}

impl Bandit {
    /// The most that can be had in this round.
    fn best(&self) -> f32 {
        let open = reckoners_agents::net::mask::iter(&self.open);
        open.map(|arm| payoff(self.context, arm))
            .fold(0.0, f32::max)
    }
}

impl Toy for Bandit {
    const OBS: usize = CONTEXTS;
    const ACTIONS: usize = ARMS;

    fn start(rng: &mut ChaCha8Rng) -> Self {
        let context = rng.next_u32() as usize % CONTEXTS;
        // Four to six arms, wherever they fall.
        let mut open = [0u64; 2];
        for _ in 0..6 {
            let arm = rng.next_u32() as usize % ARMS;
            open[arm / 64] |= 1 << (arm % 64);
        }
        Self { context, open }
    }

    fn show(&self, obs: &mut [f32], mask: &mut [u64]) {
        obs[self.context] = 1.0;
        mask.copy_from_slice(&self.open);
    }

    fn act(&mut self, action: u16, _rng: &mut ChaCha8Rng) -> Outcome {
        // Paid as a share of the best open arm, so that 1 is perfect play.
        Outcome::Ends(payoff(self.context, action.into()) / self.best().max(1e-6))
    }
}
