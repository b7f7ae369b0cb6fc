//! The inner loops of the backward pass.

use pulp::{Arch, Simd, WithSimd};
use reckoners_agents::net::kernel::{Finish, NORM_EPSILON};

/// `out = scale * (the sum of the parts)`.
pub(super) fn average(parts: &[&[f32]], scale: f32, out: &mut [f32]) {
    // Piece by piece, so that each is still in the cache when the next part comes.
    const PIECE: usize = 4096;
    Arch::new().dispatch(|| {
        for (index, out) in out.chunks_mut(PIECE).enumerate() {
            let at = index * PIECE;
            out.fill(0.0);
            for part in parts {
                let part = &part[at..at + out.len()];
                out.iter_mut().zip(part).for_each(|(sum, x)| *sum += x);
            }
            out.iter_mut().for_each(|sum| *sum *= scale);
        }
    });
}

/// Adds every row of `x` to `sums`.
pub(super) fn add_rows(x: &[f32], sums: &mut [f32]) {
    Arch::new().dispatch(|| {
        for row in x.chunks_exact(sums.len()) {
            sums.iter_mut()
                .zip(row)
                .for_each(|(sum, value)| *sum += value);
        }
    });
}

/// Turns a gradient by a layer's outputs into one by its sums, given the outputs.
pub(super) fn unfinish(finish: Finish, outputs: &[f32], gradient: &mut [f32]) {
    Arch::new().dispatch(|| {
        let pairs = gradient.iter_mut().zip(outputs);
        match finish {
            Finish::Linear => {}
            Finish::Relu => pairs.for_each(|(g, y)| *g = if *y > 0.0 { *g } else { 0.0 }),
            Finish::Tanh => pairs.for_each(|(g, y)| *g *= 1.0 - y * y),
        }
    });
}

/// The way back through a layer normalisation.
pub(super) struct NormBack<'a> {
    /// What was normalised.
    pub(super) x: &'a [f32],
    /// The scale.
    pub(super) scale: &'a [f32],
    /// Gradient by the normalised values.
    pub(super) gradient: &'a [f32],
    /// Gradient by `x`: added to.
    pub(super) out: &'a mut [f32],
    /// Gradient by the scale: added to.
    pub(super) scale_gradient: &'a mut [f32],
    /// Gradient by the shift: added to.
    pub(super) shift_gradient: &'a mut [f32],
}

impl NormBack<'_> {
    pub(super) fn run(self) {
        Arch::new().dispatch(self);
    }
}

impl WithSimd for NormBack<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let width = self.scale.len();
        let share = 1.0 / width as f32;
        let scale = S::as_simd_f32s(self.scale).0;
        let scale_gradient = S::as_mut_simd_f32s(self.scale_gradient).0;
        let shift_gradient = S::as_mut_simd_f32s(self.shift_gradient).0;
        let zero = simd.splat_f32s(0.0);
        let rows = self
            .x
            .chunks_exact(width)
            .zip(self.gradient.chunks_exact(width));
        for ((x, g), out) in rows.zip(self.out.chunks_exact_mut(width)) {
            let (x, g) = (S::as_simd_f32s(x).0, S::as_simd_f32s(g).0);
            let out = S::as_mut_simd_f32s(out).0;
            let mut sum = zero;
            for v in x {
                sum = simd.add_f32s(sum, *v);
            }
            let mean = simd.splat_f32s(simd.reduce_sum_f32s(sum) * share);
            let mut squares = zero;
            for v in x {
                let d = simd.sub_f32s(*v, mean);
                squares = simd.mul_add_e_f32s(d, d, squares);
            }
            let variance = simd.reduce_sum_f32s(squares) * share;
            let rate = simd.splat_f32s(1.0 / (variance + NORM_EPSILON).sqrt());
            // With y = (x - mean) * rate and h = g * scale:
            // dx = rate * (h - mean(h) - y * mean(h y)).
            let (mut plain, mut along) = (zero, zero);
            for i in 0..x.len() {
                let y = simd.mul_f32s(simd.sub_f32s(x[i], mean), rate);
                let h = simd.mul_f32s(g[i], scale[i]);
                plain = simd.add_f32s(plain, h);
                along = simd.mul_add_e_f32s(h, y, along);
                scale_gradient[i] = simd.mul_add_e_f32s(g[i], y, scale_gradient[i]);
                shift_gradient[i] = simd.add_f32s(shift_gradient[i], g[i]);
            }
            let plain = simd.splat_f32s(simd.reduce_sum_f32s(plain) * share);
            let along = simd.splat_f32s(simd.reduce_sum_f32s(along) * share);
            for i in 0..x.len() {
                let y = simd.mul_f32s(simd.sub_f32s(x[i], mean), rate);
                let h = simd.mul_f32s(g[i], scale[i]);
                let d = simd.sub_f32s(simd.sub_f32s(h, plain), simd.mul_f32s(y, along));
                out[i] = simd.mul_add_e_f32s(d, rate, out[i]);
            }
        }
    }
}
