//! How large the numbers inside a network can become, so that a file with wild weights is refused
//! instead of playing by numbers that are none.

use super::layers::{Layer, Layers, Op, Value};
use super::spec::{Activation, NetSpec};

/// Sums beyond this might not be finite once they are squared and added up: a checkpoint that could
/// make them is refused.
pub const MOST_SUM: f64 = 1e17;

/// The largest absolute value that a sum in the network can reach on any observation from 0 to 1.
///
/// # Panics
/// When there are fewer parameters than the network has.
#[must_use]
pub fn largest_sum(spec: &NetSpec, parameters: &[f32]) -> f64 {
    let layers = Layers::new(spec);
    let activated = |layer: &Layer, sum: f64| match spec.activation {
        Activation::Tanh if layer.activate => sum.min(1.0),
        _ => sum,
    };
    // Bounds of the values in the trunk, of codes (and so of their means) and of logits.
    let mut hidden = vec![0.0f64; layers.values];
    let (mut code, mut logit, mut most) = (0.0f64, 0.0f64, 0.0f64);
    for layer in &layers.list {
        let read = |from: Value| match from {
            Value::Observation => 1.0,
            Value::Means => code,
            Value::Hidden(from) => hidden[from],
        };
        let features = hidden[layers.features];
        let sum = match layer.op {
            Op::Linear { from, to } => {
                let sum = linear(layer, parameters, read(from));
                hidden[to] = activated(layer, sum);
                sum
            }
            Op::Add { from, onto, to } => {
                let added = linear(layer, parameters, read(from));
                let sum = hidden[onto] + added;
                hidden[to] = activated(layer, sum);
                sum
            }
            Op::Norm { to, .. } => {
                hidden[to] = norm(layer, parameters);
                hidden[to]
            }
            Op::Encode { .. } => {
                let sum = linear(layer, parameters, 1.0);
                code = code.max(activated(layer, sum));
                sum
            }
            Op::Policy => {
                logit = linear(layer, parameters, features);
                logit
            }
            Op::Win | Op::Outlook => linear(layer, parameters, features),
            Op::Query => {
                let query = linear(layer, parameters, features);
                let width = spec.entities.as_ref().map_or(0, |entities| entities.width);
                query.max(logit + query * code * width as f64)
            }
        };
        most = most.max(sum);
    }
    most
}

fn linear(layer: &Layer, parameters: &[f32], input: f64) -> f64 {
    let total = |row: &[f32]| row.iter().map(|w| f64::from(w.abs())).sum::<f64>();
    let rows = parameters[layer.weight.range()].chunks_exact(layer.inputs);
    rows.zip(&parameters[layer.bias.range()])
        .map(|(row, b)| total(row) * input + f64::from(b.abs()))
        .fold(0.0, f64::max)
}

/// No normalised value is larger than the square root of their number.
fn norm(layer: &Layer, parameters: &[f32]) -> f64 {
    let most = |values: &[f32]| values.iter().fold(0f32, |most, v| most.max(v.abs()));
    let scale = most(&parameters[layer.weight.range()]);
    let shift = most(&parameters[layer.bias.range()]);
    (layer.outputs as f64).sqrt() * f64::from(scale) + f64::from(shift)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Body;
    use crate::net::spec::tests::small;

    fn spec(body: Body, activation: Activation, norm: bool) -> NetSpec {
        NetSpec {
            body,
            activation,
            norm,
            ..small(10, 3)
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
