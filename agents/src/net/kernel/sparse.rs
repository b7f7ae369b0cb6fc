//! The first layer on observations that are mostly zero.

use pulp::{Arch, Simd, WithSimd};

use super::{Dense, Finish, PANEL, vectors};

/// Share of non-zero inputs below which a first layer skips the zeros. Skipping changes no bit of the
/// result, only the time: measured, the two paths cost the same at about a third.
const SPARSE_BELOW: f32 = 0.33;

/// The non-zero inputs of a batch, row after row.
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
        Arch::new().dispatch(SparseOp {
            layer: self,
            x,
            out,
            finish,
        });
    }
}

struct SparseOp<'a> {
    layer: &'a Dense,
    x: &'a SparseRows,
    out: &'a mut [f32],
    finish: Finish,
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
    fn run<S: Simd, const V: usize>(self, simd: S) {
        let Self {
            layer,
            x,
            out,
            finish,
        } = self;
        let stride = layer.bias.len();
        let panel_len = layer.weight.depth() * PANEL;
        // Two panels at a time: twice as many independent sums hide the latency of each.
        for (pair, panels) in layer.weight.values().chunks(2 * panel_len).enumerate() {
            let column = pair * 2 * PANEL;
            let (left, right) = panels.split_at(panel_len);
            let left = left.as_chunks::<PANEL>().0;
            let right = right.as_chunks::<PANEL>().0;
            let bias = &layer.bias[column..];
            for (row, entries) in x.rows().enumerate() {
                let at = row * stride + column;
                if right.is_empty() {
                    let mut sums = vectors::<S, V>(&bias[..PANEL]);
                    for &(i, value) in entries {
                        add_row::<S, V>(simd, &mut sums, value, &left[i as usize]);
                    }
                    S::as_mut_simd_f32s(&mut out[at..at + PANEL])
                        .0
                        .copy_from_slice(&sums);
                } else {
                    let mut a = vectors::<S, V>(&bias[..PANEL]);
                    let mut b = vectors::<S, V>(&bias[PANEL..2 * PANEL]);
                    for &(i, value) in entries {
                        add_row::<S, V>(simd, &mut a, value, &left[i as usize]);
                        add_row::<S, V>(simd, &mut b, value, &right[i as usize]);
                    }
                    let (l, r) = out[at..at + 2 * PANEL].split_at_mut(PANEL);
                    S::as_mut_simd_f32s(l).0.copy_from_slice(&a);
                    S::as_mut_simd_f32s(r).0.copy_from_slice(&b);
                }
            }
        }
        finish.apply(out);
    }
}

#[inline(always)]
fn add_row<S: Simd, const V: usize>(
    simd: S,
    sums: &mut [S::f32s; V],
    value: f32,
    weights: &[f32; PANEL],
) {
    let value = simd.splat_f32s(value);
    let weights = vectors::<S, V>(weights);
    for v in 0..V {
        sums[v] = simd.mul_add_e_f32s(value, weights[v], sums[v]);
    }
}
