//! Counts, and how they become the numbers of an observation.

use super::layout::{OBS_LEN, SCALE};

/// Something that begins with a cache line, so that no vector of it lies on two.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Aligned<T>(T);

/// For each number the factor from its count.
static FACTORS: Aligned<[f32; OBS_LEN]> = Aligned(SCALE);

/// Counts that are compared, and their numbers written, together: a vector of the widest machines.
const BLOCK: usize = 64;

/// A count for each number: cheap to place, and one pass turns them all into numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts(Aligned<[u8; OBS_LEN]>);

impl Counts {
    /// Nothing of anything; shown as zeros.
    pub(super) const NONE: Self = Self(Aligned([0; OBS_LEN]));

    /// The counts, to be changed.
    #[inline(always)]
    pub(super) fn all(&mut self) -> &mut [u8; OBS_LEN] {
        &mut self.0.0
    }

    /// Writes all numbers.
    #[inline(always)]
    pub(super) fn write(&self, out: &mut [f32; OBS_LEN]) {
        number(&self.0.0, &FACTORS.0, out);
    }

    /// Writes numbers over those of other counts, and makes these the same: only blocks that differ are written, and
    /// what comes after the last whole block.
    #[inline(always)]
    pub(super) fn write_over(&self, seen: &mut Self, out: &mut [f32; OBS_LEN]) {
        let (counts, last_counts) = self.0.0.as_chunks::<BLOCK>();
        let (seen, _) = seen.0.0.as_chunks_mut::<BLOCK>();
        let (factors, last_factors) = FACTORS.0.as_chunks::<BLOCK>();
        let (out, last_out) = out.as_chunks_mut::<BLOCK>();
        // All are compared first: which of them differ is hard to guess, so no branch is made of it.
        let mut changed = 0u64;
        for (i, (new, old)) in counts.iter().zip(seen.iter()).enumerate() {
            changed |= u64::from(new != old) << i;
        }
        while changed != 0 {
            let i = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            seen[i] = counts[i];
            number(&counts[i], &factors[i], &mut out[i]);
        }
        number(last_counts, last_factors, last_out);
    }
}

const _: () = assert!(OBS_LEN / BLOCK <= 64, "a bit for each block");

/// Turns counts into numbers.
#[inline(always)]
fn number(counts: &[u8], factors: &[f32], out: &mut [f32]) {
    for (number, (&count, &factor)) in out.iter_mut().zip(counts.iter().zip(factors)) {
        *number = cut(f32::from(count) * factor);
    }
}

/// At most 1. Written so that it is one instruction: there is no NaN here.
#[inline]
pub(super) fn cut(number: f32) -> f32 {
    if number < 1.0 { number } else { 1.0 }
}
