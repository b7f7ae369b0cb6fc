//! Counts, and how they become the numbers of an observation.

use super::layout::{OBS_LEN, SCALE, boss, districts, market, others, tracks, variants};
use super::seen::Changed;
use crate::ids::Track;

/// Something that begins with a cache line, so that no vector of it lies on two.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Aligned<T>(T);

/// For each number the factor from its count.
static FACTORS: Aligned<[f32; OBS_LEN]> = Aligned(SCALE);

/// Counts whose numbers are written together: so many that the compiler makes vectors of them.
const BLOCK: usize = 64;

/// A count for each number: cheap to place, and one pass turns them all into numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts(Aligned<[u8; OBS_LEN]>);

impl Counts {
    /// Nothing of anything; shown as zeros.
    pub(crate) const NONE: Self = Self(Aligned([0; OBS_LEN]));

    /// The counts, to be changed.
    #[inline(always)]
    pub(super) fn all(&mut self) -> &mut [u8; OBS_LEN] {
        &mut self.0.0
    }

    /// Clears the sections that are made again.
    #[inline(always)]
    pub(super) fn clear(&mut self, changed: Changed) {
        let all = self.all();
        all[..others::START].fill(0);
        if changed.others {
            all[others::START..districts::START].fill(0);
        }
        if changed.board {
            all[districts::START..variants::START].fill(0);
        }
        if changed.variants {
            all[variants::START..market::START].fill(0);
        }
        if changed.beside {
            all[market::START..].fill(0);
        }
    }

    /// Writes the sections that are made again. Those that are not made from counts alone may be written over, as
    /// far as they are written after.
    ///
    /// Nothing is compared with what is there: comparing a block takes as long as writing it, and no processor can guess which
    /// blocks differ.
    #[inline(always)]
    pub(super) fn write(&self, changed: Changed, seats: usize, out: &mut [f32; OBS_LEN]) {
        if changed.game {
            return number(&self.0.0, &FACTORS.0, out);
        }
        self.blocks(0, others::START, out);
        // Rows of seats and districts that are not in play stay zeros.
        if changed.others {
            let rows = (seats - 1) * others::STRIDE;
            self.blocks(others::START, others::START + rows, out);
        }
        if changed.board {
            let rows = (seats + 1) * districts::STRIDE;
            self.blocks(districts::START, districts::START + rows, out);
            self.blocks(variants::START - BLOCK, variants::START, out);
        }
        if changed.variants {
            self.blocks(variants::START, market::START, out);
        }
        if changed.beside {
            self.blocks(market::START, market::START + BLOCK, out);
            self.blocks(OBS_LEN - BLOCK, OBS_LEN, out);
        }
    }

    /// Writes blocks between two places. The last one ends there and overlaps the one before it.
    #[inline(always)]
    fn blocks(&self, from: usize, to: usize, out: &mut [f32; OBS_LEN]) {
        for at in (from..to).step_by(BLOCK) {
            let at = at.min(to - BLOCK);
            let place = at..at + BLOCK;
            let (counts, factors) = (&self.0.0[place.clone()], &FACTORS.0[place.clone()]);
            number(counts, factors, &mut out[place]);
        }
    }
}

const _: () = {
    // No run is shorter than a block.
    assert!(others::START >= BLOCK && others::STRIDE >= BLOCK && districts::STRIDE >= BLOCK);
    assert!(market::START - variants::START >= BLOCK);
    // The boss and the game are covered, and written over besides is only the end of the districts.
    assert!(variants::START - boss::START <= BLOCK);
    // What lies beside the board is covered, and besides only tracks are.
    assert!(
        tracks::START - market::START <= BLOCK
            && OBS_LEN - (tracks::START + Track::COUNT * tracks::STRIDE) <= BLOCK
    );
    assert!(tracks::START <= OBS_LEN - BLOCK);
};

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
