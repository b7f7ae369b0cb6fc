//! Sets of actions, one bit an id.

use super::table::{ACTION_COUNT, Action, Block, decode};

/// Words of a mask.
pub const WORDS: usize = ACTION_COUNT.div_ceil(64);

/// A set of action ids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionMask([u64; WORDS]);

impl Default for ActionMask {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl ActionMask {
    /// No action.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// The set with these bits; missing words are empty, bits past the last id are dropped.
    pub fn from_words(words: &[u64]) -> Self {
        let mut mask = Self::EMPTY;
        for (to, from) in mask.0.iter_mut().zip(words) {
            *to = *from;
        }
        mask.0[WORDS - 1] &= u64::MAX >> (WORDS * 64 - ACTION_COUNT);
        mask
    }
    /// The bits, action `i` at bit `i % 64` of word `i / 64`.
    pub const fn words(&self) -> &[u64; WORDS] {
        &self.0
    }
    /// Adds the action at a place of a block.
    #[inline]
    pub(crate) const fn add(&mut self, block: Block, index: usize) {
        let id = block.start() + index;
        self.0[id / 64] |= 1 << (id % 64);
    }
    /// Adds a run of up to 64 actions of a block, given as bits.
    #[inline]
    pub(crate) const fn add_bits(&mut self, block: Block, bits: u64) {
        let (word, shift) = (block.start() / 64, block.start() % 64);
        self.0[word] |= bits << shift;
        if shift > 0 && word + 1 < WORDS {
            self.0[word + 1] |= bits >> (64 - shift);
        }
    }
    /// Whether the id is in the set.
    #[inline]
    pub const fn has(&self, id: usize) -> bool {
        id < ACTION_COUNT && self.0[id / 64] >> (id % 64) & 1 == 1
    }
    /// How many actions are in the set.
    #[inline]
    pub fn len(&self) -> usize {
        // As `count_ones` of every word, whose last steps are done once for all words: an instruction for it is not on
        // every machine this is built for, and each decision counts its options.
        const {
            assert!(
                WORDS * 8 <= u8::MAX as usize,
                "a byte holds its share of all words"
            );
        };
        let bytes: u64 = self.0.iter().map(|&word| ones_by_byte(word)).sum();
        const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
        let quarters = (bytes & EVEN) + (bytes >> 8 & EVEN);
        (quarters.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize
    }
    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }
    /// The only id, when there is exactly one.
    #[inline]
    pub fn single(&self) -> Option<usize> {
        let mut only = None;
        for (i, &word) in self.0.iter().enumerate().filter(|(_, word)| **word != 0) {
            if only.is_some() || !word.is_power_of_two() {
                return None;
            }
            only = Some(i * 64 + word.trailing_zeros() as usize);
        }
        only
    }
    /// The `n`-th id in ascending order.
    pub fn nth(&self, mut n: usize) -> Option<usize> {
        // Most words are empty; those are not counted.
        for (i, &word) in self.0.iter().enumerate().filter(|(_, word)| **word != 0) {
            let here = word.count_ones() as usize;
            if n < here {
                let mut rest = word;
                for _ in 0..n {
                    rest &= rest - 1;
                }
                return Some(i * 64 + rest.trailing_zeros() as usize);
            }
            n -= here;
        }
        None
    }
    /// The ids in ascending order.
    pub fn ids(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    i * 64 + bit
                })
            })
        })
    }
    /// The actions in ascending order of id.
    pub fn actions(&self) -> impl Iterator<Item = Action> + '_ {
        self.ids().filter_map(decode)
    }
    /// Writes one byte an action, 1 for members.
    ///
    /// # Panics
    /// When `out` is not [`ACTION_COUNT`] long.
    pub fn write_bytes(&self, out: &mut [u8]) {
        assert_eq!(out.len(), ACTION_COUNT, "one byte an action");
        for (chunk, &word) in out.chunks_mut(64).zip(&self.0) {
            for (eight, byte) in chunk.chunks_mut(8).zip(word.to_le_bytes()) {
                eight.copy_from_slice(&SPREAD[usize::from(byte)][..eight.len()]);
            }
        }
    }
}

/// The ones in each byte of a word.
#[inline]
const fn ones_by_byte(word: u64) -> u64 {
    const HALF: u64 = 0x5555_5555_5555_5555;
    const QUARTER: u64 = 0x3333_3333_3333_3333;
    const EIGHTH: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let twos = word - (word >> 1 & HALF);
    let fours = (twos & QUARTER) + (twos >> 2 & QUARTER);
    (fours + (fours >> 4)) & EIGHTH
}

/// The eight bits of a byte as eight bytes.
const SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_listed_counted_and_written_alike() {
        let mut mask = ActionMask::EMPTY;
        mask.add(Block::Place, 2);
        mask.add_bits(Block::Take, (1 << 41) | 1);
        mask.add(Block::LoseDie, 41);
        let ids: Vec<usize> = mask.ids().collect();
        assert_eq!(
            ids,
            [
                2,
                Block::Take.start(),
                Block::Take.start() + 41,
                Block::LoseDie.start() + 41
            ]
        );
        assert_eq!(mask.len(), 4);
        for (n, id) in ids.iter().enumerate() {
            assert_eq!(mask.nth(n), Some(*id));
            assert!(mask.has(*id));
        }
        assert_eq!(mask.nth(4), None);
        assert_eq!(mask.single(), None);
        let all = ActionMask::from_words(&[u64::MAX; WORDS]);
        assert_eq!(all.len(), ACTION_COUNT);
        for id in 0..ACTION_COUNT {
            assert_eq!(all.nth(id), Some(id));
            let mut words = [0; WORDS];
            words[id / 64] = 1 << (id % 64);
            let one = ActionMask::from_words(&words);
            assert_eq!((one.single(), one.len()), (Some(id), 1));
        }
        assert_eq!(ActionMask::EMPTY.single(), None);
        let mut bytes = [9; ACTION_COUNT];
        mask.write_bytes(&mut bytes);
        assert!(
            bytes
                .iter()
                .enumerate()
                .all(|(i, &b)| (b == 1) == mask.has(i) && b <= 1)
        );
    }
}
