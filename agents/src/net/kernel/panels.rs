//! The one matrix product that everything else is made of.

use pulp::{Arch, Simd, WithSimd};

use super::{transpose, vectors};

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

    /// Columns of the matrix.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
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
        let depth = self.depth;
        for (p, panel) in self.values.chunks_exact_mut(depth * PANEL).enumerate() {
            let wide = PANEL.min(self.columns - p * PANEL);
            let rows = &matrix[p * PANEL * depth..][..wide * depth];
            transpose(rows, depth, panel, PANEL);
        }
    }

    /// Packs a row-major `[depth, columns]` matrix of any depth.
    pub fn load(&mut self, matrix: &[f32]) {
        self.depth = matrix.len() / self.columns;
        self.values.resize(self.depth * padded(self.columns), 0.0);
        for (p, panel) in self.values.chunks_exact_mut(self.depth * PANEL).enumerate() {
            let from = p * PANEL;
            let wide = PANEL.min(self.columns - from);
            let slots = panel.as_chunks_mut::<PANEL>().0;
            for (slot, row) in slots.iter_mut().zip(matrix.chunks_exact(self.columns)) {
                // A copy of known length is a few moves in place of a call.
                if let Some(all) = row[from..].first_chunk::<PANEL>() {
                    *slot = *all;
                } else {
                    slot[..wide].copy_from_slice(&row[from..]);
                    slot[wide..].fill(0.0);
                }
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
    let inputs = matrix.depth;
    assert!(
        x.len() * padded(matrix.columns) == out.len() * inputs,
        "{} inputs of {inputs} each for {} outputs of {} each",
        x.len(),
        out.len(),
        padded(matrix.columns)
    );
    let left = Rows { x, inputs };
    Arch::new().dispatch(MultiplyOp {
        left,
        matrix,
        start,
        out,
    });
}

/// `out = start + x^T matrix`, summed over the rows of `x`, each with so many columns; rows of `out`
/// are padded to whole panels. `strips` is memory that calls reuse.
///
/// # Panics
/// When the sizes do not fit.
pub fn multiply_transposed(
    x: &[f32],
    columns: usize,
    strips: &mut Vec<f32>,
    matrix: &Panels,
    start: Start<'_>,
    out: &mut [f32],
) {
    assert!(
        x.len() == matrix.depth * columns && out.len() == columns * padded(matrix.columns),
        "{} rows of {columns}, {} in all, for {} outputs of {} each",
        matrix.depth,
        x.len(),
        out.len(),
        padded(matrix.columns)
    );
    let left = Columns { x, columns, strips };
    Arch::new().dispatch(MultiplyOp {
        left,
        matrix,
        start,
        out,
    });
}

/// The left side of a product.
trait Left {
    /// Called once before strips are read, with the width of most of them.
    fn pack<const M: usize>(&mut self);

    /// `M` rows of the product, from an input on: their values by input.
    fn strip<const M: usize>(
        &self,
        row: usize,
        from: usize,
        depth: usize,
    ) -> impl Fn(usize) -> [f32; M];
}

/// A row of inputs for each row of the product.
struct Rows<'a> {
    x: &'a [f32],
    inputs: usize,
}

impl Left for Rows<'_> {
    fn pack<const M: usize>(&mut self) {}

    #[inline(always)]
    fn strip<const M: usize>(
        &self,
        row: usize,
        from: usize,
        depth: usize,
    ) -> impl Fn(usize) -> [f32; M] {
        let rows: [&[f32]; M] = std::array::from_fn(|m| {
            let at = (row + m) * self.inputs + from;
            &self.x[at..at + depth]
        });
        move |k| std::array::from_fn(|m| rows[m][k])
    }
}

/// A column of inputs for each row of the product.
struct Columns<'a> {
    x: &'a [f32],
    columns: usize,
    /// The strips one after another, each `[inputs, columns of the strip]`: cheaper to make than a
    /// whole transpose, and read from beginning to end.
    strips: &'a mut Vec<f32>,
}

impl Left for Columns<'_> {
    #[inline(always)]
    fn pack<const M: usize>(&mut self) {
        let depth = self.x.len() / self.columns;
        self.strips.resize(self.x.len(), 0.0);
        for (k, row) in self.x.chunks_exact(self.columns).enumerate() {
            let (most, rest) = row.as_chunks::<M>();
            let (pairs, last) = rest.as_chunks::<2>();
            let strips = lay(self.strips, depth, k, most);
            let strips = lay(strips, depth, k, pairs);
            lay(strips, depth, k, last.as_chunks::<1>().0);
        }
    }

    #[inline(always)]
    fn strip<const M: usize>(
        &self,
        row: usize,
        from: usize,
        depth: usize,
    ) -> impl Fn(usize) -> [f32; M] {
        let at = row * (self.x.len() / self.columns) + from * M;
        let strip = &self.strips[at..at + depth * M].as_chunks::<M>().0[..depth];
        move |k| strip[k]
    }
}

/// Puts the values of one input into their strips; returns the strips behind those.
#[inline(always)]
fn lay<'a, const W: usize>(
    strips: &'a mut [f32],
    depth: usize,
    k: usize,
    values: &[[f32; W]],
) -> &'a mut [f32] {
    let (mine, later) = strips.split_at_mut(values.len() * depth * W);
    for (strip, values) in mine.chunks_exact_mut(depth * W).zip(values) {
        strip[k * W..(k + 1) * W].copy_from_slice(values);
    }
    later
}

struct MultiplyOp<'a, L> {
    left: L,
    matrix: &'a Panels,
    start: Start<'a>,
    out: &'a mut [f32],
}

impl<L: Left> WithSimd for MultiplyOp<'_, L> {
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

impl<L: Left> MultiplyOp<'_, L> {
    #[inline(always)]
    fn run<S: Simd, const M: usize, const V: usize>(self, simd: S) {
        let Self {
            mut left,
            matrix,
            start,
            out,
        } = self;
        let (inputs, stride) = (matrix.depth, padded(matrix.columns));
        if inputs == 0 {
            return;
        }
        left.pack::<M>();
        for (p, panel) in matrix.values.chunks_exact(inputs * PANEL).enumerate() {
            let column = p * PANEL;
            let first = start.at::<S, V>(simd, column);
            for (d, slice) in panel.chunks(DEPTH * PANEL).enumerate() {
                let weights = S::as_simd_f32s(slice).0.as_chunks::<V>().0;
                let from = d * DEPTH;
                let tile = Tile {
                    left: &left,
                    out: &mut *out,
                    stride,
                    column,
                    from,
                };
                let begin = if d > 0 { Begin::Continue } else { first };
                tile.sweep::<S, M, V>(simd, weights, begin);
            }
        }
    }
}

/// What the sums of one panel start from.
#[derive(Clone, Copy)]
pub(super) enum Begin<S: Simd, const V: usize> {
    Set([S::f32s; V]),
    Add([S::f32s; V]),
    Continue,
}

impl Start<'_> {
    /// For the panel that begins at a column.
    #[inline(always)]
    pub(super) fn at<S: Simd, const V: usize>(self, simd: S, column: usize) -> Begin<S, V> {
        let bias = |bias: &[f32]| vectors::<S, V>(&bias[column..column + PANEL]);
        match self {
            Self::Zero => Begin::Set([simd.splat_f32s(0.0); V]),
            Self::Bias(values) => Begin::Set(bias(values)),
            Self::Held => Begin::Continue,
            Self::HeldAndBias(values) => Begin::Add(bias(values)),
        }
    }
}

impl<S: Simd, const V: usize> Begin<S, V> {
    /// The first sums of a row, given what its output holds.
    #[inline(always)]
    pub(super) fn sums(self, simd: S, held: &[f32]) -> [S::f32s; V] {
        let held = vectors::<S, V>(held);
        match self {
            Self::Set(bias) => bias,
            Self::Continue => held,
            Self::Add(bias) => std::array::from_fn(|v| simd.add_f32s(held[v], bias[v])),
        }
    }
}

/// A panel of output columns and the slice of inputs being added to it.
struct Tile<'a, L> {
    left: &'a L,
    out: &'a mut [f32],
    stride: usize,
    column: usize,
    from: usize,
}

impl<L: Left> Tile<'_, L> {
    #[inline(always)]
    fn sweep<S: Simd, const M: usize, const V: usize>(
        mut self,
        simd: S,
        weights: &[[S::f32s; V]],
        begin: Begin<S, V>,
    ) {
        let rows = self.out.len() / self.stride;
        let full = rows / M * M;
        for row in (0..full).step_by(M) {
            self.block::<S, M, V>(simd, row, weights, begin);
        }
        // What is left in pairs: a single row has too few sums to fill the pipelines.
        let paired = full + (rows - full) / 2 * 2;
        for row in (full..paired).step_by(2) {
            self.block::<S, 2, V>(simd, row, weights, begin);
        }
        for row in paired..rows {
            self.block::<S, 1, V>(simd, row, weights, begin);
        }
    }

    #[inline(always)]
    fn block<S: Simd, const M: usize, const V: usize>(
        &mut self,
        simd: S,
        row: usize,
        weights: &[[S::f32s; V]],
        begin: Begin<S, V>,
    ) {
        let depth = weights.len();
        let inputs = self.left.strip::<M>(row, self.from, depth);
        let mut sums: [[S::f32s; V]; M] = std::array::from_fn(|m| {
            let at = (row + m) * self.stride + self.column;
            begin.sums(simd, &self.out[at..at + PANEL])
        });
        for k in 0..depth {
            let values = inputs(k).map(|value| simd.splat_f32s(value));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn values(len: usize, seed: usize) -> Vec<f32> {
        (0..len)
            .map(|i| ((i * 37 + seed * 11) % 23) as f32 * 0.25 - 2.0)
            .collect()
    }

    /// One chain of fused multiply-adds in the order of the inputs.
    fn sum(start: f32, depth: usize, pair: impl Fn(usize) -> (f32, f32)) -> f32 {
        (0..depth).fold(start, |sum, k| {
            let (x, w) = pair(k);
            x.mul_add(w, sum)
        })
    }

    #[test]
    fn products_are_those_of_the_definition_from_every_start() {
        // Sizes with and without rests of rows, columns and slices.
        for (rows, depth, columns) in [
            (1, 1, 1),
            (6, 128, 32),
            (7, 130, 64),
            (11, 5, 40),
            (12, 257, 33),
        ] {
            let (x, matrix) = (values(rows * depth, 1), values(depth * columns, 2));
            let mut turned = vec![0.0; x.len()];
            transpose(&x, depth, &mut turned, rows);
            let mut panels = Panels::new(0, columns);
            panels.load(&matrix);
            let stride = padded(columns);
            let (bias, held) = (values(stride, 3), values(rows * stride, 4));
            let starts: [(Start<'_>, &dyn Fn(usize, usize) -> f32); 4] = [
                (Start::Zero, &|_, _| 0.0),
                (Start::Bias(&bias), &|_, c| bias[c]),
                (Start::Held, &|r, c| held[r * stride + c]),
                (Start::HeldAndBias(&bias), &|r, c| {
                    held[r * stride + c] + bias[c]
                }),
            ];
            for (start, first) in starts {
                let mut out = held.clone();
                multiply(&x, &panels, start, &mut out);
                let mut again = held.clone();
                let strips = &mut Vec::new();
                multiply_transposed(&turned, rows, strips, &panels, start, &mut again);
                assert_eq!(out, again, "{rows} x {depth} x {columns} from {start:?}");
                for r in 0..rows {
                    for c in 0..columns {
                        let want = sum(first(r, c), depth, |k| {
                            (x[r * depth + k], matrix[k * columns + c])
                        });
                        assert_eq!(
                            out[r * stride + c],
                            want,
                            "row {r}, column {c} from {start:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_matrix_and_its_transpose_pack_alike() {
        for (depth, columns) in [(1, 1), (5, 32), (130, 33), (64, 70)] {
            let matrix = values(depth * columns, 5);
            let mut turned = vec![0.0; matrix.len()];
            transpose(&matrix, columns, &mut turned, depth);
            let (mut one, mut other) = (Panels::new(depth, columns), Panels::new(depth, columns));
            one.load(&matrix);
            other.load_transposed(&turned);
            assert_eq!(one.values(), other.values(), "{depth} x {columns}");
        }
    }
}
