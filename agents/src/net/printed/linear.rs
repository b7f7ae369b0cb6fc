//! A linear layer over rows, and the way back.

use pulp::Arch;

use crate::net::spec::TensorSpec;

/// Two tensors and what they do.
#[derive(Debug, Clone)]
pub(super) struct Linear {
    pub(super) weight: TensorSpec,
    pub(super) bias: TensorSpec,
    pub(super) inputs: usize,
    pub(super) outputs: usize,
}

impl Linear {
    /// `[rows, outputs]` from `[rows, inputs]`.
    pub(super) fn run(&self, parameters: &[f32], x: &[f32]) -> Vec<f32> {
        let weight = &parameters[self.weight.range()];
        let bias = &parameters[self.bias.range()];
        let mut out = Vec::with_capacity(x.len() / self.inputs * self.outputs);
        Arch::new().dispatch(|| {
            for x in x.chunks_exact(self.inputs) {
                let rows = weight.chunks_exact(self.inputs).zip(bias);
                out.extend(rows.map(|(row, bias)| bias + dot(row, x)));
            }
        });
        out
    }

    /// Adds to the gradient, and to the derivatives by what was read if they are wanted.
    pub(super) fn back(
        &self,
        parameters: &[f32],
        x: &[f32],
        by_out: &[f32],
        mut by_x: Option<&mut Vec<f32>>,
        gradient: &mut [f32],
    ) {
        let weight = &parameters[self.weight.range()];
        Arch::new().dispatch(|| {
            for (row, by_out) in by_out.chunks_exact(self.outputs).enumerate() {
                let range = row * self.inputs..(row + 1) * self.inputs;
                let x = &x[range.clone()];
                let by_weight = &mut gradient[self.weight.range()];
                for (by_row, slope) in by_weight.chunks_exact_mut(self.inputs).zip(by_out) {
                    if *slope != 0.0 {
                        add_scaled(*slope, x, by_row);
                    }
                }
                let by_bias = &mut gradient[self.bias.range()];
                add_scaled(1.0, by_out, by_bias);
                if let Some(by_x) = &mut by_x {
                    let by_x = &mut by_x[range];
                    for (row, slope) in weight.chunks_exact(self.inputs).zip(by_out) {
                        if *slope != 0.0 {
                            add_scaled(*slope, row, by_x);
                        }
                    }
                }
            }
        });
    }
}

/// `out += value * x`.
#[inline(always)]
fn add_scaled(value: f32, x: &[f32], out: &mut [f32]) {
    out.iter_mut().zip(x).for_each(|(o, x)| *o += value * x);
}

#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    // In lanes, so that it becomes vector code.
    const LANES: usize = 16;
    let mut sums = [0.0f32; LANES];
    let (a_lanes, a_rest) = a.as_chunks::<LANES>();
    let (b_lanes, b_rest) = b.as_chunks::<LANES>();
    for (a, b) in a_lanes.iter().zip(b_lanes) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}
