//! The heads: weights read row by row, because only the rows of legal actions are needed.

use pulp::{Arch, Simd, WithSimd};

use super::{PANEL, SparseRows};
use crate::net::mask;

/// A linear layer of which only some outputs are wanted for each row.
#[derive(Debug, Clone)]
pub struct Head {
    inputs: usize,
    weight: Vec<f32>,
    bias: Vec<f32>,
}

impl Head {
    /// Room for `outputs` rows; all weights zero. `inputs` must be a multiple of [`PANEL`].
    pub fn new(inputs: usize, outputs: usize) -> Self {
        debug_assert!(inputs.is_multiple_of(PANEL));
        Self {
            inputs,
            weight: vec![0.0; inputs * outputs],
            bias: vec![0.0; outputs],
        }
    }

    /// Copies a row-major `[outputs, inputs]` weight and a bias.
    pub fn load(&mut self, weight: &[f32], bias: &[f32]) {
        self.weight.copy_from_slice(weight);
        self.bias.copy_from_slice(bias);
    }

    /// For each row of `x`, writes `bias + weight . x` for the outputs set in its mask; the rest of
    /// `out` is minus infinity.
    pub fn apply_masked(&self, x: &[f32], masks: &[u64], out: &mut [f32]) {
        Arch::new().dispatch(self.masked(x, masks, out));
    }

    pub(super) fn masked<'a>(
        &'a self,
        x: &'a [f32],
        masks: &'a [u64],
        out: &'a mut [f32],
    ) -> impl WithSimd<Output = ()> {
        MaskedOp {
            head: self,
            x,
            masks,
            out,
        }
    }

    /// For each row of `x`, replaces the values of its entries by those outputs: the same bits as
    /// [`Head::apply_masked`].
    ///
    /// # Panics
    /// When the sizes do not fit.
    pub fn apply_entries(&self, x: &[f32], entries: &mut SparseRows) {
        Arch::new().dispatch(self.entries(x, entries));
    }

    pub(super) fn entries<'a>(
        &'a self,
        x: &'a [f32],
        entries: &'a mut SparseRows,
    ) -> impl WithSimd<Output = ()> {
        assert_eq!(x.len(), entries.len() * self.inputs, "inputs of the rows");
        EntriesOp {
            head: self,
            x,
            entries,
        }
    }

    /// `bias + weight . x` of some outputs.
    #[inline(always)]
    fn outputs<S: Simd, const N: usize>(
        &self,
        simd: S,
        x: &[S::f32s],
        outputs: [usize; N],
    ) -> [f32; N] {
        let weights = outputs.map(|output| {
            let at = output * self.inputs;
            S::as_simd_f32s(&self.weight[at..at + self.inputs]).0
        });
        let dots = dots(simd, x, weights);
        std::array::from_fn(|n| self.bias[outputs[n]] + dots[n])
    }
}

struct MaskedOp<'a> {
    head: &'a Head,
    x: &'a [f32],
    masks: &'a [u64],
    out: &'a mut [f32],
}

impl WithSimd for MaskedOp<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            head,
            x,
            masks,
            out,
        } = self;
        let outputs = head.bias.len();
        let words = outputs.div_ceil(64);
        out.fill(f32::NEG_INFINITY);
        let batch = x.chunks_exact(head.inputs).zip(masks.chunks_exact(words));
        for ((x, mask), out) in batch.zip(out.chunks_exact_mut(outputs)) {
            let x = S::as_simd_f32s(x).0;
            for action in mask::iter(mask) {
                [out[action]] = head.outputs(simd, x, [action]);
            }
        }
    }
}

struct EntriesOp<'a> {
    head: &'a Head,
    x: &'a [f32],
    entries: &'a mut SparseRows,
}

impl WithSimd for EntriesOp<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { head, x, entries } = self;
        let mut rows = x.chunks_exact(head.inputs);
        entries.for_each_row(|entries| {
            let x = S::as_simd_f32s(rows.next().expect("one row of entries for each input")).0;
            // Two at a time: `x` is read once for both.
            let (pairs, rest) = entries.as_chunks_mut::<2>();
            for [a, b] in pairs {
                [a.1, b.1] = head.outputs(simd, x, [a.0 as usize, b.0 as usize]);
            }
            for (output, value) in rest {
                [*value] = head.outputs(simd, x, [*output as usize]);
            }
        });
    }
}

/// Scalar products of `x` with some vectors.
#[inline(always)]
fn dots<S: Simd, const N: usize>(simd: S, x: &[S::f32s], w: [&[S::f32s]; N]) -> [f32; N] {
    let mut sums = [[simd.splat_f32s(0.0); 4]; N];
    let (x4, x_rest) = x.as_chunks::<4>();
    let w = w.map(|w| w.as_chunks::<4>());
    for (k, x) in x4.iter().enumerate() {
        for n in 0..N {
            for v in 0..4 {
                sums[n][v] = simd.mul_add_e_f32s(x[v], w[n].0[k][v], sums[n][v]);
            }
        }
    }
    for (k, x) in x_rest.iter().enumerate() {
        for n in 0..N {
            sums[n][0] = simd.mul_add_e_f32s(*x, w[n].1[k], sums[n][0]);
        }
    }
    sums.map(|[a, b, c, d]| {
        let sum = simd.add_f32s(simd.add_f32s(a, b), simd.add_f32s(c, d));
        simd.reduce_sum_f32s(sum)
    })
}
