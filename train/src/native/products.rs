//! Products that sum over the samples: gradients of weights.

use reckoners_agents::net::kernel::{
    Panels, SparseRows, Start, multiply_sparse, multiply_transposed,
};

use super::ops;
use super::packed::Layer;

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

    /// Adds the gradient of a layer's weight and bias; the width is that of its inputs.
    pub(super) fn layer(
        &mut self,
        layer: &Layer,
        inputs: &[f32],
        by_sums: &[f32],
        gradient: &mut [f32],
    ) {
        let outputs = layer.bias.len();
        ops::add_rows(by_sums, &mut gradient[layer.bias.range()]);
        self.outer(
            by_sums,
            outputs,
            inputs,
            &mut gradient[layer.weight.range()],
        );
    }

    /// `out += left^T right`, summed over the samples; `left` has so many columns.
    pub(super) fn outer(&mut self, left: &[f32], columns: usize, right: &[f32], out: &mut [f32]) {
        self.panels.load(right);
        let (strips, panels) = (&mut self.strips, &self.panels);
        multiply_transposed(left, columns, strips, panels, Start::Held, out);
    }

    /// Sets the right side of [`Products::outer_sparse`].
    pub(super) fn right(&mut self, right: &[f32]) {
        self.panels.load(right);
    }

    /// The same as [`Products::outer`] for a left side that is mostly zero.
    pub(super) fn outer_sparse(&mut self, left: &SparseRows, columns: usize, out: &mut [f32]) {
        self.by_column.transpose_from(left, columns);
        multiply_sparse(&self.by_column, &self.panels, Start::Held, out);
    }
}
