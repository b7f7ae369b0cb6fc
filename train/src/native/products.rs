//! Products that sum over the samples: gradients of weights.

use reckoners_agents::net::kernel::{
    Panels, SparseRows, Start, multiply_sparse, multiply_transposed,
};

/// Memory for them.
#[derive(Debug)]
pub(super) struct Products {
    panels: Panels,
    strips: Vec<f32>,
    by_column: SparseRows,
}

impl Products {
    /// Memory for products whose right side is so wide.
    pub(super) fn new(width: usize) -> Self {
        Self {
            panels: Panels::new(0, width),
            strips: Vec::new(),
            by_column: SparseRows::default(),
        }
    }

    /// Packs the right side of products with it.
    pub(super) fn with(&mut self, right: &[f32]) -> Outer<'_> {
        self.panels.load(right);
        Outer(self)
    }
}

/// Products with one right side.
pub(super) struct Outer<'a>(&'a mut Products);

impl Outer<'_> {
    /// `out += left^T right`, summed over the samples; `left` has so many columns.
    pub(super) fn add(&mut self, left: &[f32], columns: usize, out: &mut [f32]) {
        let Products { panels, strips, .. } = &mut *self.0;
        multiply_transposed(left, columns, strips, panels, Start::Held, out);
    }

    /// The same for a left side that is mostly zero.
    pub(super) fn add_sparse(&mut self, left: &SparseRows, columns: usize, out: &mut [f32]) {
        let Products {
            panels, by_column, ..
        } = &mut *self.0;
        by_column.transpose_from(left, columns);
        multiply_sparse(by_column, panels, Start::Held, out);
    }
}
