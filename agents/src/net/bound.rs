//! How large the numbers inside a network can become, so that a file with wild weights is refused
//! instead of playing by numbers that are none.

use super::spec::{Activation, Body, NetSpec, TensorSpec};

/// Sums beyond this might not be finite once they are squared and added up: a checkpoint that could
/// make them is refused.
pub const MOST_SUM: f64 = 1e17;

/// The largest absolute value that a sum in the network can reach on any observation from 0 to 1.
///
/// # Panics
/// When there are fewer parameters than the network has.
#[must_use]
pub fn largest_sum(spec: &NetSpec, parameters: &[f32]) -> f64 {
    let mut bound = Bound {
        parameters,
        tensors: spec.tensors(),
        tanh: spec.activation == Activation::Tanh,
        most: 0.0,
    };
    let mut sums = bound.linear("input", 1.0);
    let mut code = 0.0f64;
    if let Some(entities) = &spec.entities {
        for kind in &entities.kinds {
            let sum = bound.linear(&format!("entities.{}", kind.name), 1.0);
            code = code.max(bound.activated(sum));
        }
        sums += bound.linear("pool", code);
    }
    let mut hidden = bound.activated(sums);
    for block in 0..spec.blocks {
        let at = |layer: &str| format!("blocks.{block}.{layer}");
        let source = if spec.norm {
            bound.norm(&at("norm"), spec.width)
        } else {
            hidden
        };
        match spec.body {
            Body::Mlp => {
                let sum = bound.linear(&at("fc"), source);
                hidden = bound.activated(sum);
            }
            Body::Residual => {
                let sum = bound.linear(&at("fc1"), source);
                let inner = bound.activated(sum);
                hidden += bound.linear(&at("fc2"), inner);
                bound.note(hidden);
            }
        }
    }
    if spec.norm {
        hidden = bound.norm("norm", spec.width);
    }
    let logit = bound.linear("policy", hidden);
    bound.linear("value", hidden);
    if let Some(entities) = &spec.entities {
        let query = bound.linear("query", hidden);
        bound.note(logit + query * code * entities.width as f64);
    }
    bound.most
}

struct Bound<'a> {
    parameters: &'a [f32],
    tensors: Vec<TensorSpec>,
    tanh: bool,
    most: f64,
}

impl Bound<'_> {
    fn note(&mut self, value: f64) -> f64 {
        self.most = self.most.max(value);
        value
    }

    fn tensor(&self, name: &str) -> (&[f32], &TensorSpec) {
        let tensor = self.tensors.iter().find(|tensor| tensor.name == name);
        let tensor = tensor.expect("a tensor of the layout");
        (&self.parameters[tensor.range()], tensor)
    }

    fn linear(&mut self, layer: &str, input: f64) -> f64 {
        let (weight, shape) = self.tensor(&format!("{layer}.weight"));
        let (bias, _) = self.tensor(&format!("{layer}.bias"));
        let total = |row: &[f32]| row.iter().map(|w| f64::from(w.abs())).sum::<f64>();
        let rows = weight.chunks_exact(shape.shape[1]).zip(bias);
        let largest = rows
            .map(|(row, b)| total(row) * input + f64::from(b.abs()))
            .fold(0.0, f64::max);
        self.note(largest)
    }

    /// No normalised value is larger than the square root of their number.
    fn norm(&mut self, layer: &str, width: usize) -> f64 {
        let most = |values: &[f32]| values.iter().fold(0f32, |most, v| most.max(v.abs()));
        let scale = most(self.tensor(&format!("{layer}.weight")).0);
        let shift = most(self.tensor(&format!("{layer}.bias")).0);
        self.note((width as f64).sqrt() * f64::from(scale) + f64::from(shift))
    }

    fn activated(&self, sum: f64) -> f64 {
        if self.tanh { sum.min(1.0) } else { sum }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(body: Body, activation: Activation, norm: bool) -> NetSpec {
        NetSpec {
            obs_len: 10,
            action_count: 3,
            width: 32,
            blocks: 1,
            body,
            activation,
            norm,
            entities: None,
        }
    }

    #[test]
    fn bounds_are_those_worked_out_by_hand() {
        let bound = |spec: &NetSpec| largest_sum(spec, &vec![2.0; spec.parameter_count()]);
        // Input 10 * 2 + 2 = 22; block 32 * 2 * 22 + 2 = 1410; heads 64 * 1410 + 2.
        let plain = spec(Body::Mlp, Activation::Relu, false);
        assert!((bound(&plain) - 90242.0).abs() < 1e-6);
        // Tanh leaves at most 1 to the next layer: 64 + 2 beats the input's 22.
        let tanh = spec(Body::Mlp, Activation::Tanh, false);
        assert!((bound(&tanh) - 66.0).abs() < 1e-6);
        // Normalised: sqrt(32) * 2 + 2 = 13.3; inner 64 * 13.3 + 2 = 854.1; hidden 22 + 64 * 854.1 + 2.
        let normed = spec(Body::Residual, Activation::Relu, true);
        let source = 32f64.sqrt() * 2.0 + 2.0;
        let hidden = 22.0 + 64.0 * (64.0 * source + 2.0) + 2.0;
        assert!((bound(&normed) - hidden).abs() < 1e-6);
    }
}
