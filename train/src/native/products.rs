//! Products that sum over the samples: gradients of weights.

use reckoners_agents::net::kernel::{Panels, Start, multiply};

use super::ops;
use super::packed::Layer;

/// Memory for them.
#[derive(Debug)]
pub(super) struct Products {
    transposed: Vec<f32>,
    panels: Panels,
}

impl Products {
    /// Memory for products whose right side is so wide.
    pub(super) fn new(width: usize) -> Self {
        Self {
            transposed: Vec::new(),
            panels: Panels::new(0, width),
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
        self.transposed.resize(left.len(), 0.0);
        ops::transpose(left, columns, &mut self.transposed);
        self.panels.load(right);
        multiply(&self.transposed, &self.panels, Start::Held, out);
    }
}
