//! The one matrix product that everything else is made of.

use pulp::{Arch, Simd, WithSimd};

use super::vectors;

/// Output columns of one packed panel.
pub const PANEL: usize = 32;

/// Inputs handled before the next panel slice: 128 x 32 floats stay in the first-level cache.
const DEPTH: usize = 128;

/// Rounds up to whole panels.
#[must_use]
pub fn padded(columns: usize) -> usize {
    columns.div_ceil(PANEL) * PANEL
}

/// A matrix `[depth, columns]` packed for [`multiply`]: `[panel][depth][PANEL]`, zero beyond the
/// last column.
#[derive(Debug, Clone, Default)]
pub struct Panels {
    depth: usize,
    columns: usize,
    values: Vec<f32>,
}

impl Panels {
    /// A matrix of zeros.
    #[must_use]
    pub fn new(depth: usize, columns: usize) -> Self {
        let values = vec![0.0; depth * padded(columns)];
        Self {
            depth,
            columns,
            values,
        }
    }

    /// Rows of the matrix.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The packed values.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Packs the transpose of a row-major `[columns, depth]` matrix, such as a layer's weight.
    ///
    /// # Panics
    /// When the sizes differ.
    pub fn load_transposed(&mut self, matrix: &[f32]) {
        assert_eq!(matrix.len(), self.depth * self.columns, "size of a matrix");
        for (p, panel) in self.values.chunks_exact_mut(self.depth * PANEL).enumerate() {
            let rows = matrix[p * PANEL * self.depth..]
                .chunks_exact(self.depth)
                .take(PANEL);
            for (column, row) in rows.enumerate() {
                for (slot, value) in panel[column..].iter_mut().step_by(PANEL).zip(row) {
                    *slot = *value;
                }
            }
        }
    }

    /// Packs a row-major `[depth, columns]` matrix of any depth.
    pub fn load(&mut self, matrix: &[f32]) {
        self.depth = matrix.len() / self.columns;
        self.values.resize(self.depth * padded(self.columns), 0.0);
        for (p, panel) in self.values.chunks_exact_mut(self.depth * PANEL).enumerate() {
            let from = p * PANEL;
            let wide = PANEL.min(self.columns - from);
            let rows = matrix.chunks_exact(self.columns);
            for (slot, row) in panel.as_chunks_mut::<PANEL>().0.iter_mut().zip(rows) {
                slot[..wide].copy_from_slice(&row[from..from + wide]);
                slot[wide..].fill(0.0);
            }
        }
    }
}

/// What the sums of a product start from. Biases are padded to whole panels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Start<'a> {
    /// Nothing.
    Zero,
    /// A bias.
    Bias(&'a [f32]),
    /// What the output holds.
    Held,
    /// What the output holds plus a bias (a residual connection).
    HeldAndBias(&'a [f32]),
}

/// `out = start + x matrix` for every row of `x`; rows of `out` are padded to whole panels.
///
/// # Panics
/// When the sizes do not fit.
pub fn multiply(x: &[f32], matrix: &Panels, start: Start<'_>, out: &mut [f32]) {
    let stride = padded(matrix.columns);
    assert!(
        x.len() * stride == out.len() * matrix.depth,
        "{} inputs of {} each for {} outputs of {stride} each",
        x.len(),
        matrix.depth,
        out.len()
    );
    Arch::new().dispatch(MultiplyOp {
        x,
        matrix,
        start,
        out,
    });
}

struct MultiplyOp<'a> {
    x: &'a [f32],
    matrix: &'a Panels,
    start: Start<'a>,
    out: &'a mut [f32],
}

impl WithSimd for MultiplyOp<'_> {
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

impl MultiplyOp<'_> {
    #[inline(always)]
    fn run<S: Simd, const M: usize, const V: usize>(self, simd: S) {
        let Self {
            x,
            matrix,
            start,
            out,
        } = self;
        let (inputs, stride) = (matrix.depth, padded(matrix.columns));
        if inputs == 0 {
            return;
        }
        let rows = x.len() / inputs;
        let zero = [simd.splat_f32s(0.0); V];
        for (p, panel) in matrix.values.chunks_exact(inputs * PANEL).enumerate() {
            let column = p * PANEL;
            let bias = |bias: &[f32]| vectors::<S, V>(&bias[column..column + PANEL]);
            let first = match start {
                Start::Zero => Begin::Set(zero),
                Start::Bias(values) => Begin::Set(bias(values)),
                Start::Held => Begin::Continue,
                Start::HeldAndBias(values) => Begin::Add(bias(values)),
            };
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
                let begin = if d > 0 { Begin::Continue } else { first };
                tile.sweep::<S, M, V>(simd, rows, weights, begin);
            }
        }
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
            let values: [S::f32s; M] = std::array::from_fn(|m| simd.splat_f32s(inputs[m][k]));
            // Vector by vector: the other way round needs one register more than there are.
            for v in 0..V {
                let w = weights[k][v];
                for m in 0..M {
                    sums[m][v] = simd.mul_add_e_f32s(values[m], w, sums[m][v]);
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
