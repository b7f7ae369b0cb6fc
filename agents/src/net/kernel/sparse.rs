//! Products with a left side that is mostly zero.

use pulp::{Arch, Simd, WithSimd};

use super::{PANEL, Panels, Start, padded, vectors};

/// Share of non-zero inputs below which a first layer skips the zeros. It changes the time, not the
/// result: measured on the way forward, the two paths cost the same at about a third.
const SPARSE_BELOW: f32 = 0.33;

/// Some values of a matrix, row after row, each with its column; the others count as zero.
#[derive(Debug, Clone, Default)]
pub struct SparseRows {
    entries: Vec<(u32, f32)>,
    ends: Vec<usize>,
}

impl SparseRows {
    /// Collects the non-zero values of each row.
    pub(super) fn collect(&mut self, x: &[f32], columns: usize) {
        self.clear();
        for row in x.chunks_exact(columns) {
            let (groups, rest) = row.as_chunks::<8>();
            for (group, values) in groups.iter().enumerate() {
                let mut bits = 0u32;
                for (j, v) in values.iter().enumerate() {
                    bits |= u32::from(*v != 0.0) << j;
                }
                while bits != 0 {
                    let j = bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    self.entries.push(((group * 8 + j) as u32, values[j]));
                }
            }
            let start = groups.len() * 8;
            let rest = rest.iter().enumerate().filter(|(_, v)| **v != 0.0);
            self.entries
                .extend(rest.map(|(j, v)| ((start + j) as u32, *v)));
            self.end_row();
        }
    }

    /// Collects the rows if less than about a third of their values is not zero; says whether it
    /// did.
    pub fn collect_if_sparse(&mut self, x: &[f32], columns: usize) -> bool {
        let few = (Arch::new().dispatch(CountOp(x)) as f32) < SPARSE_BELOW * x.len() as f32;
        if few {
            self.collect(x, columns);
        }
        few
    }

    /// Becomes the transpose of rows with so many columns; each new row keeps the order of the old ones.
    pub fn transpose_from(&mut self, rows: &Self, columns: usize) {
        debug_assert!(rows.ends.last().copied().unwrap_or_default() == rows.entries.len());
        self.ends.clear();
        self.ends.resize(columns, 0);
        for (column, _) in &rows.entries {
            self.ends[*column as usize] += 1;
        }
        let mut start = 0;
        for end in &mut self.ends {
            let count = *end;
            *end = start;
            start += count;
        }
        // Each end begins as its row's start and moves on with every value that comes.
        self.entries.resize(rows.entries.len(), (0, 0.0));
        for (index, row) in rows.rows().enumerate() {
            for (column, value) in row {
                let end = &mut self.ends[*column as usize];
                self.entries[*end] = (index as u32, *value);
                *end += 1;
            }
        }
    }

    /// Number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.ends.clear();
    }

    /// Adds a value to the row being written.
    pub fn push(&mut self, column: usize, value: f32) {
        self.entries.push((column as u32, value));
    }

    /// Ends the row being written.
    pub fn end_row(&mut self) {
        self.ends.push(self.entries.len());
    }

    /// All values, row after row.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.entries.iter_mut().map(|(_, value)| value)
    }

    /// Visits every row, to change its values.
    #[inline(always)]
    pub fn for_each_row(&mut self, mut visit: impl FnMut(&mut [(u32, f32)])) {
        let mut rest = self.entries.as_mut_slice();
        let mut start = 0;
        for end in &self.ends {
            let (row, later) = std::mem::take(&mut rest).split_at_mut(end - start);
            visit(row);
            rest = later;
            start = *end;
        }
    }

    /// The values of each row, with their columns.
    pub fn rows(&self) -> impl Iterator<Item = &[(u32, f32)]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, end)| &self.entries[start..*end])
    }
}

struct CountOp<'a>(&'a [f32]);

impl WithSimd for CountOp<'_> {
    type Output = usize;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _simd: S) -> usize {
        // In short runs, so that the compiler counts in narrow lanes.
        let runs = self.0.chunks(128);
        runs.map(|run| run.iter().map(|v| u32::from(*v != 0.0)).sum::<u32>() as usize)
            .sum()
    }
}

/// The same as [`multiply`](super::multiply), reading only the values that are there: with a finite
/// matrix nothing but the sign of a zero can differ.
///
/// # Panics
/// When the sizes do not fit.
pub fn multiply_sparse(x: &SparseRows, matrix: &Panels, start: Start<'_>, out: &mut [f32]) {
    Arch::new().dispatch(product_sparse(x, matrix, start, out));
}

pub(super) fn product_sparse<'a>(
    x: &'a SparseRows,
    matrix: &'a Panels,
    start: Start<'a>,
    out: &'a mut [f32],
) -> impl WithSimd<Output = ()> {
    let stride = padded(matrix.columns());
    assert!(
        matrix.depth() > 0 && x.len() * stride == out.len(),
        "{} rows of {} inputs for {} outputs of {stride} each",
        x.len(),
        matrix.depth(),
        out.len()
    );
    SparseOp {
        x,
        matrix,
        start,
        out,
    }
}

struct SparseOp<'a> {
    x: &'a SparseRows,
    matrix: &'a Panels,
    start: Start<'a>,
    out: &'a mut [f32],
}

impl WithSimd for SparseOp<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match S::F32_LANES {
            16 => self.run::<S, 2>(simd),
            8 => self.run::<S, 4>(simd),
            4 => self.run::<S, 8>(simd),
            _ => self.run::<S, PANEL>(simd),
        }
    }
}

impl SparseOp<'_> {
    #[inline(always)]
    fn run<S: Simd, const V: usize>(mut self, simd: S) {
        let panel_len = self.matrix.depth() * PANEL;
        // Two panels at a time: twice as many independent sums hide the latency of each.
        let mut pairs = self.matrix.values().chunks_exact(2 * panel_len);
        let mut column = 0;
        for pair in &mut pairs {
            let (left, right) = pair.split_at(panel_len);
            self.sweep::<S, 2, V>(simd, column, [left, right]);
            column += 2 * PANEL;
        }
        if !pairs.remainder().is_empty() {
            self.sweep::<S, 1, V>(simd, column, [pairs.remainder()]);
        }
    }

    /// All rows of some neighbouring panels.
    #[inline(always)]
    fn sweep<S: Simd, const P: usize, const V: usize>(
        &mut self,
        simd: S,
        column: usize,
        panels: [&[f32]; P],
    ) {
        let stride = padded(self.matrix.columns());
        let panels = panels.map(|panel| panel.as_chunks::<PANEL>().0);
        let begin: [_; P] =
            std::array::from_fn(|p| self.start.at::<S, V>(simd, column + p * PANEL));
        for (entries, out) in self.x.rows().zip(self.out.chunks_exact_mut(stride)) {
            if entries.is_empty() && matches!(self.start, Start::Held) {
                continue;
            }
            let out = out[column..column + P * PANEL].as_chunks_mut::<PANEL>().0;
            let mut sums: [_; P] = std::array::from_fn(|p| begin[p].sums(simd, &out[p]));
            for &(i, value) in entries {
                let value = simd.splat_f32s(value);
                for p in 0..P {
                    let weights = vectors::<S, V>(&panels[p][i as usize]);
                    for v in 0..V {
                        sums[p][v] = simd.mul_add_e_f32s(value, weights[v], sums[p][v]);
                    }
                }
            }
            for (out, sums) in out.iter_mut().zip(&sums) {
                S::as_mut_simd_f32s(out).0.copy_from_slice(sums);
            }
        }
    }
}
