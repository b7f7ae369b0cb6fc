//! The linear layer.

use pulp::{Arch, Simd, WithSimd};

use super::panels::{Panels, Start, multiply, padded};
use super::sparse::{SparseRows, multiply_sparse};
use crate::net::math;

/// A linear layer, packed.
#[derive(Debug, Clone)]
pub struct Dense {
    weight: Panels,
    /// Padded to whole panels.
    bias: Vec<f32>,
}

/// What happens to a layer's sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// Nothing.
    Linear,
    /// `max(x, 0)`.
    Relu,
    /// Hyperbolic tangent.
    Tanh,
}

impl Dense {
    /// Room for a layer; all weights zero.
    #[must_use]
    pub fn new(inputs: usize, outputs: usize) -> Self {
        Self {
            weight: Panels::new(inputs, outputs),
            bias: vec![0.0; padded(outputs)],
        }
    }

    /// Packs a row-major `[outputs, inputs]` weight and a bias.
    pub fn load(&mut self, weight: &[f32], bias: &[f32]) {
        self.bias[..bias.len()].copy_from_slice(bias);
        self.weight.load_transposed(weight);
    }

    /// `out = finish(x W + bias)` for every row of `x`; rows of `out` are padded to whole panels.
    pub fn apply(&self, x: &[f32], out: &mut [f32], finish: Finish) {
        multiply(x, &self.weight, Start::Bias(&self.bias), out);
        finish.apply(out);
    }

    /// The same as [`Dense::apply`], bit for bit, reading only inputs that are not zero.
    pub fn apply_sparse(&self, x: &SparseRows, out: &mut [f32], finish: Finish) {
        multiply_sparse(x, &self.weight, Start::Bias(&self.bias), out);
        finish.apply(out);
    }

    /// `out += x W + bias`: a residual connection.
    pub fn add(&self, x: &[f32], out: &mut [f32]) {
        multiply(x, &self.weight, Start::HeldAndBias(&self.bias), out);
    }
}

impl Finish {
    /// A pass of its own: it costs little beside the sums, and keeps the tiles simple.
    pub fn apply(self, out: &mut [f32]) {
        Arch::new().dispatch(FinishOp { finish: self, out });
    }
}

struct FinishOp<'a> {
    finish: Finish,
    out: &'a mut [f32],
}

impl WithSimd for FinishOp<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _simd: S) {
        match self.finish {
            Finish::Linear => {}
            // Not `max`: what is not a number must stay so, or broken weights would go unnoticed.
            Finish::Relu => self
                .out
                .iter_mut()
                .for_each(|v| *v = if *v < 0.0 { 0.0 } else { *v }),
            Finish::Tanh => self.out.iter_mut().for_each(|v| *v = math::tanh(*v)),
        }
    }
}
