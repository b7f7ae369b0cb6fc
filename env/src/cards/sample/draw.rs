//! Drawing from lists and distributions.

use crate::chance::below;
use crate::rng::GameRng;

/// The luck of a part of a box.
pub(super) struct Draw(pub(super) GameRng);

impl Draw {
    /// True in so many per cent.
    pub(super) fn chance(&mut self, per_cent: u32) -> bool {
        below(&mut self.0, 100) < per_cent
    }

    /// A number from `low` to `high`, both included, all alike.
    pub(super) fn between(&mut self, low: i32, high: i32) -> i32 {
        low + below(&mut self.0, high.abs_diff(low) + 1).cast_signed()
    }

    /// One of a list, all alike.
    pub(super) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[below(&mut self.0, list.len() as u32) as usize]
    }

    /// One of a list by weights.
    pub(super) fn weighted<T: Copy>(&mut self, list: &[(T, u32)]) -> T {
        let total = list.iter().map(|(_, weight)| weight).sum();
        let mut left = below(&mut self.0, total);
        for (item, weight) in list {
            match left.checked_sub(*weight) {
                Some(rest) => left = rest,
                None => return *item,
            }
        }
        unreachable!("the number drawn is below the sum of the weights")
    }

    /// Puts a list into a random order.
    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, below(&mut self.0, i as u32 + 1) as usize);
        }
    }

    /// So many different ones of a list.
    pub(super) fn some<T: Copy>(&mut self, list: &[T], count: usize) -> Vec<T> {
        let mut all = list.to_vec();
        self.shuffle(&mut all);
        all.truncate(count);
        all
    }

    /// Counts of at least 1 that add up to `sum`: mostly all alike, otherwise some ones moved from one to another.
    pub(super) fn shares(&mut self, kinds: usize, sum: u8, uneven: u32) -> Vec<u8> {
        let each = sum / kinds as u8;
        let mut counts = vec![each; kinds];
        counts[0] += sum - each * kinds as u8;
        if self.chance(uneven) {
            for _ in 0..kinds / 2 {
                let from = self.between(0, kinds as i32 - 1) as usize;
                let to = self.between(0, kinds as i32 - 1) as usize;
                if counts[from] > 1 {
                    counts[from] -= 1;
                    counts[to] += 1;
                }
            }
        }
        counts
    }
}
