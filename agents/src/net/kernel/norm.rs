//! Layer normalisation.

use pulp::{Arch, Simd, WithSimd};

/// Scale and shift of a layer normalisation.
#[derive(Debug, Clone)]
pub struct Norm {
    scale: Vec<f32>,
    shift: Vec<f32>,
}

/// Added to the variance, as libtorch does by default.
pub const NORM_EPSILON: f32 = 1e-5;

impl Norm {
    /// Room for a layer; scale and shift zero.
    pub fn new(width: usize) -> Self {
        Self {
            scale: vec![0.0; width],
            shift: vec![0.0; width],
        }
    }

    /// Copies scale and shift.
    pub fn load(&mut self, scale: &[f32], shift: &[f32]) {
        self.scale.copy_from_slice(scale);
        self.shift.copy_from_slice(shift);
    }

    /// Normalises every row of `x` into `out`.
    pub fn apply(&self, x: &[f32], out: &mut [f32]) {
        Arch::new().dispatch(NormOp { norm: self, x, out });
    }
}

struct NormOp<'a> {
    norm: &'a Norm,
    x: &'a [f32],
    out: &'a mut [f32],
}

impl WithSimd for NormOp<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let width = self.norm.scale.len();
        let scale = 1.0 / width as f32;
        let gain = S::as_simd_f32s(&self.norm.scale).0;
        let shift = S::as_simd_f32s(&self.norm.shift).0;
        for (x, out) in self
            .x
            .chunks_exact(width)
            .zip(self.out.chunks_exact_mut(width))
        {
            let x = S::as_simd_f32s(x).0;
            let mut sum = simd.splat_f32s(0.0);
            for v in x {
                sum = simd.add_f32s(sum, *v);
            }
            let mean = simd.splat_f32s(simd.reduce_sum_f32s(sum) * scale);
            let mut squares = simd.splat_f32s(0.0);
            for v in x {
                let d = simd.sub_f32s(*v, mean);
                squares = simd.mul_add_e_f32s(d, d, squares);
            }
            let variance = simd.reduce_sum_f32s(squares) * scale;
            let rate = simd.splat_f32s(1.0 / (variance + NORM_EPSILON).sqrt());
            let out = S::as_mut_simd_f32s(out).0;
            for (((o, v), g), s) in out.iter_mut().zip(x).zip(gain).zip(shift) {
                let d = simd.mul_f32s(simd.sub_f32s(*v, mean), rate);
                *o = simd.mul_add_e_f32s(d, *g, *s);
            }
        }
    }
}
