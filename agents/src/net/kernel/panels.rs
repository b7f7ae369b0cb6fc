//! Matrices packed into panels, and their dense products.

use pulp::{Arch, Simd, WithSimd};

use super::{transpose, vectors};

/// Output columns of one packed panel.
pub const PANEL: usize = 32;

/// Inputs handled before the next panel slice: 128 x 32 floats stay in the first-level cache.
const DEPTH: usize = 128;

/// Rounds up to whole panels.
pub(super) fn padded(columns: usize) -> usize {
    columns.div_ceil(PANEL) * PANEL
}

/// A matrix `[depth, columns]` packed as the right side of products: `[panel][depth][PANEL]`, zero beyond the
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
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// Columns of the matrix.
    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    /// The packed values.
    pub(super) fn values(&self) -> &[f32] {
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

    /// Packs a row-major `[depth, columns]` matrix of any depth but 0.
    ///
    /// # Panics
    /// When it is not whole rows.
    pub fn load(&mut self, matrix: &[f32]) {
        assert!(
            !matrix.is_empty() && matrix.len().is_multiple_of(self.columns),
            "{} values in rows of {}",
            matrix.len(),
            self.columns
        );
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
    Arch::new().dispatch(product(x, matrix, start, out));
}

pub(super) fn product<'a>(
    x: &'a [f32],
    matrix: &'a Panels,
    start: Start<'a>,
    out: &'a mut [f32],
) -> impl WithSimd<Output = ()> {
    let inputs = matrix.depth;
    assert!(
        inputs > 0 && x.len() * padded(matrix.columns) == out.len() * inputs,
        "{} inputs of {inputs} each for {} outputs of {} each",
        x.len(),
        out.len(),
        padded(matrix.columns)
    );
    MultiplyOp {
        left: Rows { x, inputs },
        matrix,
        start,
        out,
    }
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
    Arch::new().dispatch(product_transposed(x, columns, strips, matrix, start, out));
}

pub(super) fn product_transposed<'a>(
    x: &'a [f32],
    columns: usize,
    strips: &'a mut Vec<f32>,
    matrix: &'a Panels,
    start: Start<'a>,
    out: &'a mut [f32],
) -> impl WithSimd<Output = ()> {
    assert!(
        matrix.depth > 0
            && x.len() == matrix.depth * columns
            && out.len() == columns * padded(matrix.columns),
        "{} rows of {columns}, {} in all, for {} outputs of {} each",
        matrix.depth,
        x.len(),
        out.len(),
        padded(matrix.columns)
    );
    let left = Columns {
        x,
        columns,
        depth: matrix.depth,
        strips,
    };
    MultiplyOp {
        left,
        matrix,
        start,
        out,
    }
}

/// The left side of a product.
trait Left {
    /// Called once before strips are read: most are `M` rows wide, see [`Tile::sweep`].
    fn pack<const M: usize>(&mut self);

    /// The inputs of `M` rows of the product, `depth` of them from one on: gives the values that these
    /// rows have of the k-th.
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
    /// Rows of `x`.
    depth: usize,
    /// The strips one after another, each `[inputs, columns of the strip]`: cheaper to make than a
    /// whole transpose, and read from beginning to end.
    strips: &'a mut Vec<f32>,
}

impl Left for Columns<'_> {
    #[inline(always)]
    fn pack<const M: usize>(&mut self) {
        let depth = self.depth;
        self.strips.resize(self.x.len(), 0.0);
        if self.columns == 0 {
            return;
        }
        // Split as in `Tile::sweep`.
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
        let at = row * self.depth + from * M;
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
    /// All rows: in strips of `M`, what is left in pairs, and the last one.
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
        // A single row has too few sums to fill the pipelines, so what is left goes in pairs.
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
        for (k, weights) in weights.iter().enumerate() {
            let values = inputs(k).map(|value| simd.splat_f32s(value));
            // Vector by vector: the other way round needs one register more than there are.
            for v in 0..V {
                let w = weights[v];
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
