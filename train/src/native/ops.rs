//! The loops of the way back.

use pulp::{Arch, Simd, WithSimd};
use reckoners_agents::net::kernel::{Finish, NORM_EPSILON, SparseRows};

/// `[rows, columns]` to `[columns, rows]`.
pub(super) fn transpose(x: &[f32], columns: usize, out: &mut [f32]) {
    // Small squares, so that neither side strides through the whole cache.
    const SIDE: usize = 16;
    let rows = x.len() / columns;
    for r0 in (0..rows).step_by(SIDE) {
        let r1 = (r0 + SIDE).min(rows);
        for c0 in (0..columns).step_by(SIDE) {
            let c1 = (c0 + SIDE).min(columns);
            for c in c0..c1 {
                let line = &mut out[c * rows + r0..c * rows + r1];
                for (slot, r) in line.iter_mut().zip(r0..r1) {
                    *slot = x[r * columns + c];
                }
            }
        }
    }
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

/// `values[row][i] = bias[column] + table[column] . x[row]` for every entry's column.
pub(super) fn dot_entries(
    x: &[f32],
    width: usize,
    table: &[f32],
    bias: &[f32],
    entries: &mut SparseRows,
) {
    Arch::new().dispatch(DotOp {
        x,
        width,
        table,
        bias,
        entries,
    });
}

struct DotOp<'a> {
    x: &'a [f32],
    width: usize,
    table: &'a [f32],
    bias: &'a [f32],
    entries: &'a mut SparseRows,
}

impl WithSimd for DotOp<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            x,
            width,
            table,
            bias,
            entries,
        } = self;
        let mut rows = x.chunks_exact(width);
        entries.for_each_row(|entries| {
            let x = S::as_simd_f32s(rows.next().expect("one row of entries for each input")).0;
            for (column, value) in entries {
                let at = *column as usize;
                let w = S::as_simd_f32s(&table[at * width..(at + 1) * width]).0;
                let mut sums = [simd.splat_f32s(0.0); 4];
                for (x, w) in x.chunks(4).zip(w.chunks(4)) {
                    for ((sum, x), w) in sums.iter_mut().zip(x).zip(w) {
                        *sum = simd.mul_add_e_f32s(*x, *w, *sum);
                    }
                }
                let left = simd.add_f32s(sums[0], sums[1]);
                let right = simd.add_f32s(sums[2], sums[3]);
                *value = bias[at] + simd.reduce_sum_f32s(simd.add_f32s(left, right));
            }
        });
    }
}

/// `table[column] += value * source[row]` for every entry.
pub(super) fn scatter(entries: &SparseRows, source: &[f32], width: usize, table: &mut [f32]) {
    Arch::new().dispatch(ScatterOp {
        entries,
        source,
        width,
        table,
    });
}

struct ScatterOp<'a> {
    entries: &'a SparseRows,
    source: &'a [f32],
    width: usize,
    table: &'a mut [f32],
}

impl WithSimd for ScatterOp<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            entries,
            source,
            width,
            table,
        } = self;
        for (entries, row) in entries.rows().zip(source.chunks_exact(width)) {
            for (column, value) in entries {
                let at = *column as usize * width;
                add_scaled(simd, *value, row, &mut table[at..at + width]);
            }
        }
    }
}

/// `out[row] += value * table[column]` for every entry.
pub(super) fn gather(entries: &SparseRows, table: &[f32], width: usize, out: &mut [f32]) {
    Arch::new().dispatch(GatherOp {
        entries,
        table,
        width,
        out,
    });
}

struct GatherOp<'a> {
    entries: &'a SparseRows,
    table: &'a [f32],
    width: usize,
    out: &'a mut [f32],
}

impl WithSimd for GatherOp<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            entries,
            table,
            width,
            out,
        } = self;
        for (entries, row) in entries.rows().zip(out.chunks_exact_mut(width)) {
            for (column, value) in entries {
                let at = *column as usize * width;
                add_scaled(simd, *value, &table[at..at + width], row);
            }
        }
    }
}

#[inline(always)]
fn add_scaled<S: Simd>(simd: S, value: f32, from: &[f32], to: &mut [f32]) {
    let value = simd.splat_f32s(value);
    let from = S::as_simd_f32s(from).0;
    let to = S::as_mut_simd_f32s(to).0;
    for (t, f) in to.iter_mut().zip(from) {
        *t = simd.mul_add_e_f32s(value, *f, *t);
    }
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
