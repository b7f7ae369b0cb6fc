//! Initial weights: orthogonal matrices and zero biases, or those of a checkpoint.

use std::path::Path;

use anyhow::{Result, ensure};
use rand_chacha::rand_core::Rng;
use reckoners_agents::net::layers::{Layers, Op};
use reckoners_agents::net::shipped::{self, SHIPPED};
use reckoners_agents::net::{Checkpoint, Shape};

use crate::config::NetConfig;
use crate::env::World;
use reckoners_env::rng::{Purpose, stream};

/// Fresh parameters in the order of [`Shape::tensors`], scaled as the layers say.
#[must_use]
pub fn parameters(shape: &Shape, seed: u64) -> Vec<f32> {
    let spec = &shape.net;
    let mut values = vec![0.0; shape.parameter_count()];
    for layer in Layers::new(spec).list {
        let out = &mut values[layer.weight.range()];
        if let Op::Norm { .. } = layer.op {
            out.fill(1.0);
            continue;
        }
        // Counted in tensors: two for each layer.
        let mut rng = stream(seed, 2 * layer.place as u64, 0, Purpose::Weights);
        orthogonal(out, layer.outputs, layer.inputs, layer.gain, &mut rng);
    }
    let Some(printed) = &shape.printed else {
        return values;
    };
    // Columns and rows that nobody reads stay zero from the beginning.
    printed.clear(spec, &mut values);
    let made = printed.tensors(spec);
    let weights = made.iter().filter(|tensor| tensor.shape.len() == 2);
    for (index, tensor) in weights.enumerate() {
        let out = &mut values[tensor.range()];
        let place = MADE + index as u64;
        let mut rng = stream(seed, place, 0, Purpose::Weights);
        let gain = if tensor.shape[0] == spec.width + 1 {
            0.01
        } else {
            std::f32::consts::SQRT_2
        };
        orthogonal(out, tensor.shape[0], tensor.shape[1], gain, &mut rng);
    }
    values
}

/// Streams of the tensors that make weights, far behind those of the layers.
const MADE: u64 = 1 << 20;

/// A checkpoint that reads and answers the numbers of a world: `net` is the shipped one, as among agents,
/// anything else a file.
///
/// # Errors
/// When it cannot be read, or reads or answers other numbers.
pub fn checkpoint(name: &str, world: &dyn World) -> Result<Checkpoint> {
    let (file, checkpoint) = match name {
        "net" => (Path::new(SHIPPED), shipped::checkpoint()?),
        file => (Path::new(file), Checkpoint::load(Path::new(file))?),
    };
    checkpoint.expect_encodings(file, &world.observation(), &world.action())?;
    Ok(checkpoint)
}

/// The parameters of a checkpoint of the same network, whatever cards it was trained on.
///
/// # Errors
/// As [`checkpoint`], and when it has another shape.
pub fn from_checkpoint(from: &str, world: &dyn World, shape: &Shape) -> Result<Vec<f32>> {
    let checkpoint = checkpoint(from, world)?;
    let name = if from == "net" { SHIPPED } else { from };
    let found = &checkpoint.manifest.shape;
    let differences = NetConfig::from(shape).differences(&NetConfig::from(found));
    ensure!(
        differences.is_empty(),
        "{name}: another network than that of [net] ({}); set [net] to its values",
        differences.join("; ")
    );
    ensure!(
        found == shape,
        "{name}: a network of another program version; train it again"
    );
    Ok(checkpoint.parameters)
}

/// Rows (or columns, if there are fewer) are orthonormal, times a gain.
fn orthogonal(out: &mut [f32], rows: usize, columns: usize, gain: f32, rng: &mut impl Rng) {
    let (count, length) = (rows.min(columns), rows.max(columns));
    let mut basis: Vec<Vec<f64>> = Vec::with_capacity(count);
    while basis.len() < count {
        let mut v: Vec<f64> = (0..length).map(|_| normal(rng)).collect();
        // Twice: rounding leaves a trace the first time.
        for _ in 0..2 {
            for b in &basis {
                let along: f64 = v.iter().zip(b).map(|(x, y)| x * y).sum();
                v.iter_mut().zip(b).for_each(|(x, y)| *x -= along * y);
            }
        }
        let norm = v.iter().map(|x| x * x).sum::<f64>().sqrt();
        if norm > 1e-6 {
            v.iter_mut().for_each(|x| *x /= norm);
            basis.push(v);
        }
    }
    for row in 0..rows {
        for column in 0..columns {
            let value = if rows <= columns {
                basis[row][column]
            } else {
                basis[column][row]
            };
            out[row * columns + column] = gain * value as f32;
        }
    }
}

/// A standard normal number (Box and Muller).
fn normal(rng: &mut impl Rng) -> f64 {
    let unit = |bits: u64| ((bits >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    let (a, b) = (unit(rng.next_u64()), unit(rng.next_u64()));
    (-2.0 * a.ln()).sqrt() * (std::f64::consts::TAU * b).cos()
}

#[cfg(test)]
mod tests {
    use reckoners_agents::net::{Activation, Body, NetSpec};

    use super::*;

    #[test]
    fn the_shorter_side_is_orthonormal() {
        for (rows, columns) in [(5, 12), (12, 5), (8, 8)] {
            let mut w = vec![0.0; rows * columns];
            orthogonal(
                &mut w,
                rows,
                columns,
                2.0,
                &mut stream(1, 0, 0, Purpose::Weights),
            );
            let at = |r: usize, c: usize| f64::from(w[r * columns + c]);
            let side = rows.min(columns);
            for i in 0..side {
                for j in 0..side {
                    let dot: f64 = if rows <= columns {
                        (0..columns).map(|c| at(i, c) * at(j, c)).sum()
                    } else {
                        (0..rows).map(|r| at(r, i) * at(r, j)).sum()
                    };
                    let want = if i == j { 4.0 } else { 0.0 };
                    assert!((dot - want).abs() < 1e-4, "{rows}x{columns} {i} {j}: {dot}");
                }
            }
        }
    }

    #[test]
    fn the_seed_decides() {
        let spec: Shape = NetSpec {
            obs_len: 9,
            action_count: 4,
            width: 32,
            blocks: 1,
            body: Body::Residual,
            activation: Activation::Relu,
            norm: true,
            outlooks: 0,
            entities: None,
        }
        .into();
        assert_eq!(parameters(&spec, 5), parameters(&spec, 5));
        assert_ne!(parameters(&spec, 5), parameters(&spec, 6));
    }
}
