//! The batched linear layer.

use pulp::{Arch, Simd, WithSimd};

use super::{PANEL, padded, vectors};
use crate::net::math;

/// Inputs handled before the next panel slice: 128 x 32 floats stay in the first-level cache.
const DEPTH: usize = 128;

/// A linear layer packed for [`Dense::apply`].
#[derive(Debug, Clone)]
pub(crate) struct Dense {
    pub(super) inputs: usize,
    outputs: usize,
    /// `[panel][input][PANEL]`, zero beyond `outputs`.
    pub(super) panels: Vec<f32>,
    /// Padded to whole panels.
    pub(super) bias: Vec<f32>,
}

/// What a layer's output starts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    /// The bias.
    Bias,
    /// What the output already holds plus the bias (a residual connection).
    Residual,
}

/// What happens to a layer's sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Finish {
    /// Nothing.
    Linear,
    /// `max(x, 0)`.
    Relu,
    /// Hyperbolic tangent.
    Tanh,
}

impl Dense {
    /// Room for a layer; all weights zero.
    pub(crate) fn new(inputs: usize, outputs: usize) -> Self {
        Self {
            inputs,
            outputs,
            panels: vec![0.0; inputs * padded(outputs)],
            bias: vec![0.0; padded(outputs)],
        }
    }

    /// Packs a row-major `[outputs, inputs]` weight and a bias.
    pub(crate) fn load(&mut self, weight: &[f32], bias: &[f32]) {
        assert_eq!(
            weight.len(),
            self.inputs * self.outputs,
            "weight of a linear layer"
        );
        self.bias[..self.outputs].copy_from_slice(bias);
        for (p, panel) in self
            .panels
            .chunks_exact_mut(self.inputs * PANEL)
            .enumerate()
        {
            let rows = weight[p * PANEL * self.inputs..]
                .chunks_exact(self.inputs)
                .take(PANEL);
            for (column, row) in rows.enumerate() {
                for (slot, w) in panel[column..].iter_mut().step_by(PANEL).zip(row) {
                    *slot = *w;
                }
            }
        }
    }

    /// `out = finish(start + x W)` for every row of `x`; `out` has padded rows.
    pub(crate) fn apply(&self, x: &[f32], out: &mut [f32], start: Start, finish: Finish) {
        let stride = self.bias.len();
        debug_assert_eq!(x.len() / self.inputs, out.len() / stride);
        Arch::new().dispatch(DenseOp {
            layer: self,
            x,
            out,
            start,
            finish,
        });
    }
}

struct DenseOp<'a> {
    layer: &'a Dense,
    x: &'a [f32],
    out: &'a mut [f32],
    start: Start,
    finish: Finish,
}

impl WithSimd for DenseOp<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        // Rows by vectors of a tile: 12 to 16 sums in flight fill the pipelines and the registers.
        match S::F32_LANES {
            16 => self.run::<S, 6, 2>(simd),
            8 => self.run::<S, 3, 4>(simd),
            4 => self.run::<S, 2, 8>(simd),
            _ => self.run::<S, 1, PANEL>(simd),
        }
    }
}

impl DenseOp<'_> {
    #[inline(always)]
    fn run<S: Simd, const M: usize, const V: usize>(self, simd: S) {
        let Self {
            layer,
            x,
            out,
            start,
            finish,
        } = self;
        let (inputs, stride) = (layer.inputs, layer.bias.len());
        let rows = x.len() / inputs;
        for (p, panel) in layer.panels.chunks_exact(inputs * PANEL).enumerate() {
            let column = p * PANEL;
            let bias = vectors::<S, V>(&layer.bias[column..column + PANEL]);
            for (d, slice) in panel.chunks(DEPTH * PANEL).enumerate() {
                let weights = S::as_simd_f32s(slice).0.as_chunks::<V>().0;
                let from = d * DEPTH;
                let tile = Tile {
                    x,
                    out: &mut *out,
                    inputs,
                    stride,
                    column,
                    from,
                };
                let begin = if d > 0 {
                    Begin::Continue
                } else if start == Start::Residual {
                    Begin::Add(bias)
                } else {
                    Begin::Set(bias)
                };
                tile.sweep::<S, M, V>(simd, rows, weights, begin);
            }
        }
        finish.run(out);
    }
}

/// What a tile's sums start from.
#[derive(Clone, Copy)]
enum Begin<T> {
    Set(T),
    Add(T),
    Continue,
}

/// A strip of output columns and the slice of inputs being added to it.
struct Tile<'a> {
    x: &'a [f32],
    out: &'a mut [f32],
    inputs: usize,
    stride: usize,
    column: usize,
    from: usize,
}

impl Tile<'_> {
    #[inline(always)]
    fn sweep<S: Simd, const M: usize, const V: usize>(
        mut self,
        simd: S,
        rows: usize,
        weights: &[[S::f32s; V]],
        begin: Begin<[S::f32s; V]>,
    ) {
        let full = rows / M * M;
        for row in (0..full).step_by(M) {
            self.block::<S, M, V>(simd, row, weights, begin);
        }
        for row in full..rows {
            self.block::<S, 1, V>(simd, row, weights, begin);
        }
    }

    #[inline(always)]
    fn block<S: Simd, const M: usize, const V: usize>(
        &mut self,
        simd: S,
        row: usize,
        weights: &[[S::f32s; V]],
        begin: Begin<[S::f32s; V]>,
    ) {
        let depth = weights.len();
        let inputs: [&[f32]; M] = std::array::from_fn(|m| {
            let at = (row + m) * self.inputs + self.from;
            &self.x[at..at + depth]
        });
        let mut sums: [[S::f32s; V]; M] = std::array::from_fn(|m| {
            let at = (row + m) * self.stride + self.column;
            let held = vectors::<S, V>(&self.out[at..at + PANEL]);
            match begin {
                Begin::Set(bias) => bias,
                Begin::Continue => held,
                Begin::Add(bias) => std::array::from_fn(|v| simd.add_f32s(held[v], bias[v])),
            }
        });
        for k in 0..depth {
            let w = &weights[k];
            for m in 0..M {
                let value = simd.splat_f32s(inputs[m][k]);
                for v in 0..V {
                    sums[m][v] = simd.mul_add_e_f32s(value, w[v], sums[m][v]);
                }
            }
        }
        for (m, sums) in sums.iter().enumerate() {
            let at = (row + m) * self.stride + self.column;
            S::as_mut_simd_f32s(&mut self.out[at..at + PANEL])
                .0
                .copy_from_slice(sums);
        }
    }
}

impl Finish {
    /// A pass of its own: it costs little beside the sums, and keeps the tiles simple.
    #[inline(always)]
    pub(super) fn run(self, out: &mut [f32]) {
        match self {
            Finish::Linear => {}
            Finish::Relu => out.iter_mut().for_each(|v| *v = v.max(0.0)),
            Finish::Tanh => out.iter_mut().for_each(|v| *v = math::tanh(*v)),
        }
    }
}
