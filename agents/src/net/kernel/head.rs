//! The heads: rows of weights read one by one, because only legal actions are needed.

use pulp::{Arch, Simd, WithSimd};

use super::PANEL;
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
        Arch::new().dispatch(HeadOp {
            head: self,
            x,
            masks,
            out,
        });
    }
}

struct HeadOp<'a> {
    head: &'a Head,
    x: &'a [f32],
    masks: &'a [u64],
    out: &'a mut [f32],
}

impl WithSimd for HeadOp<'_> {
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
                let at = action * head.inputs;
                let w = S::as_simd_f32s(&head.weight[at..at + head.inputs]).0;
                out[action] = head.bias[action] + dot(simd, x, w);
            }
        }
    }
}

#[inline(always)]
fn dot<S: Simd>(simd: S, x: &[S::f32s], w: &[S::f32s]) -> f32 {
    let mut sums = [simd.splat_f32s(0.0); 4];
    let (x4, x_rest) = x.as_chunks::<4>();
    let (w4, w_rest) = w.as_chunks::<4>();
    for (x, w) in x4.iter().zip(w4) {
        for v in 0..4 {
            sums[v] = simd.mul_add_e_f32s(x[v], w[v], sums[v]);
        }
    }
    for (x, w) in x_rest.iter().zip(w_rest) {
        sums[0] = simd.mul_add_e_f32s(*x, *w, sums[0]);
    }
    let sum = simd.add_f32s(
        simd.add_f32s(sums[0], sums[1]),
        simd.add_f32s(sums[2], sums[3]),
    );
    simd.reduce_sum_f32s(sum)
}
