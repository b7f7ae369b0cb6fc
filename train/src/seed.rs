//! Seeds by hashing what they are for, so that no generator is shared and none needs saving.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// What a random stream is for; streams of different purposes never meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Initial weights.
    Weights,
    /// Sampled actions of one environment in one rollout.
    Actions,
    /// Order of the samples in one update.
    Shuffle,
    /// Chance inside an environment.
    Chance,
    /// Order of the lessons in the warm start.
    Lessons,
}

/// A generator for one purpose, told apart by two counters (for example update and environment).
#[must_use]
pub fn stream(run: u64, purpose: Purpose, major: u64, minor: u64) -> ChaCha8Rng {
    let mut hash = 0x243f_6a88_85a3_08d3;
    for part in [run, purpose as u64, major, minor] {
        hash = scramble(hash ^ scramble(part.wrapping_add(0x9e37_79b9_7f4a_7c15)));
    }
    ChaCha8Rng::seed_from_u64(hash)
}

/// The finaliser of splitmix64: every input bit reaches every output bit.
fn scramble(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand_chacha::rand_core::Rng;

    use super::*;

    #[test]
    fn streams_differ_in_every_argument_and_repeat() {
        let mut seen = HashSet::new();
        for run in 0..4 {
            for purpose in [Purpose::Weights, Purpose::Actions, Purpose::Shuffle] {
                for major in 0..4 {
                    for minor in 0..4 {
                        let first = stream(run, purpose, major, minor).next_u64();
                        assert_eq!(first, stream(run, purpose, major, minor).next_u64());
                        assert!(seen.insert(first), "{run} {purpose:?} {major} {minor}");
                    }
                }
            }
        }
    }
}
