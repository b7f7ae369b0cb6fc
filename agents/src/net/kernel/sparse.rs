//! Products with a left side that is mostly zero.

use pulp::{Arch, Simd, WithSimd};

use super::{Dense, Finish, PANEL, Panels, Start, padded, vectors};

/// Share of non-zero inputs below which a first layer skips the zeros. Skipping changes no bit of the
/// result, only the time: measured, the two paths cost the same at about a third.
const SPARSE_BELOW: f32 = 0.33;

/// The non-zero values of a matrix, row after row.
#[derive(Debug, Clone, Default)]
pub struct SparseRows {
    entries: Vec<(u32, f32)>,
    ends: Vec<usize>,
}

impl SparseRows {
    /// Collects the non-zero values of each row.
    pub fn collect(&mut self, x: &[f32], columns: usize) {
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
        self.ends.clear();
        self.ends.resize(columns, 0);
        for (column, _) in &rows.entries {
            self.ends[*column as usize] += 1;
        }
        let mut start = 0;
        for end in &mut self.ends {
            start += std::mem::replace(end, start);
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

    /// The non-zero values of each row, with their columns.
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

impl Dense {
    /// The same as [`Dense::apply`] from the bias, bit for bit, reading only non-zero inputs.
    pub fn apply_sparse(&self, x: &SparseRows, out: &mut [f32], finish: Finish) {
        multiply_sparse(x, &self.weight, Start::Bias(&self.bias), out);
        finish.apply(out);
    }
}

/// The same as [`multiply`](super::multiply), bit for bit, reading only non-zero inputs.
pub fn multiply_sparse(x: &SparseRows, matrix: &Panels, start: Start<'_>, out: &mut [f32]) {
    Arch::new().dispatch(SparseOp {
        x,
        matrix,
        start,
        out,
    });
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
            self.strip::<S, 2, V>(simd, column, [left, right]);
            column += 2 * PANEL;
        }
        if !pairs.remainder().is_empty() {
            self.strip::<S, 1, V>(simd, column, [pairs.remainder()]);
        }
    }

    /// All rows of some neighbouring panels.
    #[inline(always)]
    fn strip<S: Simd, const P: usize, const V: usize>(
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

#[cfg(test)]
mod tests {
    use super::super::{Head, multiply, transpose};
    use super::*;

    /// About a quarter of it is not zero; row 2 is empty.
    fn matrix(rows: usize, columns: usize) -> Vec<f32> {
        let value = |i: usize| {
            let is_set = (i * 7 + i / 3) % 4 == 0 && i / columns != 2;
            if is_set { (i % 13) as f32 - 6.5 } else { 0.0 }
        };
        (0..rows * columns).map(value).collect()
    }

    #[test]
    fn skipping_zeros_changes_no_bit() {
        for (rows, depth, columns) in [(1, 1, 1), (5, 40, 32), (7, 130, 96), (4, 9, 200)] {
            let x = matrix(rows, depth);
            let mut sparse = SparseRows::default();
            sparse.collect(&x, depth);
            let mut panels = Panels::new(0, columns);
            panels.load(&matrix(depth, columns));
            let bias: Vec<f32> = (0..padded(columns)).map(|i| i as f32).collect();
            let held = matrix(rows, padded(columns));
            let starts = [Start::Bias(&bias), Start::HeldAndBias(&bias)];
            for start in starts.into_iter().chain([Start::Zero, Start::Held]) {
                let (mut dense, mut skipped) = (held.clone(), held.clone());
                multiply(&x, &panels, start, &mut dense);
                multiply_sparse(&sparse, &panels, start, &mut skipped);
                assert_eq!(
                    dense, skipped,
                    "{rows} x {depth} x {columns} from {start:?}"
                );
            }
        }
    }

    #[test]
    fn a_transpose_is_that_of_the_whole_matrix() {
        let mut turned = SparseRows::default();
        for (rows, columns) in [(5, 40), (3, 1), (1, 7)] {
            let x = matrix(rows, columns);
            let mut sparse = SparseRows::default();
            sparse.collect(&x, columns);
            turned.transpose_from(&sparse, columns);
            let mut dense = vec![0.0; x.len()];
            transpose(&x, columns, &mut dense, rows);
            let mut want = SparseRows::default();
            want.collect(&dense, rows);
            assert!(turned.rows().eq(want.rows()), "{rows} x {columns}");
        }
    }

    #[test]
    fn a_head_gives_the_same_bits_for_entries_and_masks() {
        let (inputs, outputs) = (96, 7);
        let mut head = Head::new(inputs, outputs);
        head.load(&matrix(outputs, inputs), &[0.5; 7]);
        let x = matrix(3, inputs);
        let masks = [0b1010_011u64, 0b1, 0b1110_110];
        let mut entries = SparseRows::default();
        for mask in &masks {
            crate::net::mask::iter(&[*mask]).for_each(|action| entries.push(action, 0.0));
            entries.end_row();
        }
        let mut out = vec![0.0; 3 * outputs];
        head.apply_masked(&x, &masks, &mut out);
        head.apply_entries(&x, &mut entries);
        for (entries, out) in entries.rows().zip(out.chunks_exact(outputs)) {
            let legal = out.iter().filter(|value| value.is_finite());
            assert!(entries.iter().map(|(_, value)| value).eq(legal));
        }
    }
}
