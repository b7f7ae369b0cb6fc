//! The network as a player: logits and values of a batch.

use super::codes;
use super::entities::Target;
use super::forward::{Places, Trunk, Weights};
use super::layers::{Layers, Op};
use super::math;
use super::queries::Queries;
use super::spec::{NetSpec, SpecError};

/// The win chance that a value logit stands for.
#[must_use]
pub fn win_chance(value_logit: f32) -> f32 {
    math::sigmoid(value_logit)
}

/// A network ready to run.
#[derive(Debug, Clone)]
pub struct Net {
    layers: Layers,
    weights: Vec<Weights>,
    places: Places,
    /// What each action points at.
    targets: Vec<Option<Target>>,
    parameter_count: usize,
}

/// Memory for forward passes, owned by the caller: after the largest batch it grows no more.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    rows: usize,
    action_count: usize,
    trunk: Trunk,
    queries: Queries,
    ones: Vec<u64>,
    logits: Vec<f32>,
    values: Vec<f32>,
    outlooks: Vec<f32>,
}

impl Scratch {
    /// Empty memory; the first forward pass sizes it.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Action logits of one row of the last [`Net::forward`]; illegal actions are minus infinity.
    #[must_use]
    pub fn logits(&self, row: usize) -> &[f32] {
        &self.logits[row * self.action_count..(row + 1) * self.action_count]
    }

    /// Value logits of the last pass, one for each row; [`win_chance`] reads them.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values[..self.rows]
    }
}

impl Scratch {
    /// What the network foresees besides a win, from 0 to 1, of one row of the last [`Net::foresee`].
    pub fn outlook(&self, row: usize) -> impl Iterator<Item = f32> {
        let count = self.outlooks.len() / self.rows.max(1);
        let logits = &self.outlooks[row * count..(row + 1) * count];
        logits.iter().map(|logit| win_chance(*logit))
    }
}

impl Net {
    /// Builds a network from its shape and its flat parameter vector.
    ///
    /// # Errors
    /// When the sizes cannot be built.
    ///
    /// # Panics
    /// When the vector has not exactly [`NetSpec::parameter_count`] values.
    pub fn new(spec: &NetSpec, parameters: &[f32]) -> Result<Self, SpecError> {
        spec.validate()?;
        let layers = Layers::new(spec);
        let mut net = Self {
            weights: Weights::of(&layers),
            places: Places::shared(&layers),
            targets: spec
                .entities
                .as_ref()
                .map_or_else(Vec::new, |entities| entities.targets(spec.action_count)),
            parameter_count: spec.parameter_count(),
            layers,
        };
        net.load(parameters);
        Ok(net)
    }

    /// Replaces all parameters.
    ///
    /// # Panics
    /// When the vector has not exactly [`NetSpec::parameter_count`] values.
    pub fn load(&mut self, parameters: &[f32]) {
        assert_eq!(
            parameters.len(),
            self.parameter_count,
            "length of the parameter vector"
        );
        for (weights, layer) in self.weights.iter_mut().zip(&self.layers.list) {
            weights.load(layer, parameters);
        }
    }

    /// The shape.
    #[must_use]
    pub fn spec(&self) -> &NetSpec {
        &self.layers.spec
    }

    /// Computes logits of the legal actions and the value of each row into `scratch`.
    ///
    /// # Panics
    /// When the lengths of `obs` and `masks` do not fit one number of rows.
    pub fn forward(&self, obs: &[f32], masks: &[u64], scratch: &mut Scratch) {
        self.evaluate(obs, scratch);
        let (rows, spec) = (scratch.rows, self.spec());
        assert_eq!(
            masks.len(),
            rows * spec.mask_words(),
            "mask words for {rows} rows"
        );
        scratch.action_count = spec.action_count;
        let Scratch {
            trunk,
            queries,
            logits,
            ..
        } = scratch;
        let features = &trunk.hidden[self.places.of(self.layers.features)];
        logits.resize(rows * spec.action_count, 0.0);
        for (layer, weights) in self.layers.list.iter().zip(&self.weights) {
            match (layer.op, weights) {
                (Op::Policy, Weights::Head(head)) => head.apply_masked(features, masks, logits),
                (Op::Query, Weights::Queries(layers)) => {
                    let entities = spec.entities.as_ref().expect("entities to point at");
                    let found = (&trunk.codes, &mut *queries);
                    let targets = &self.targets;
                    codes::score(entities, targets, layers, features, masks, found, logits);
                }
                _ => {}
            }
        }
    }

    /// Computes only the value of each row into `scratch`.
    ///
    /// # Panics
    /// When the length of `obs` is not a whole number of rows.
    pub fn evaluate(&self, obs: &[f32], scratch: &mut Scratch) {
        let obs_len = self.spec().obs_len;
        let rows = obs.len() / obs_len;
        assert_eq!(
            obs.len(),
            rows * obs_len,
            "observation values for {rows} rows"
        );
        scratch.rows = rows;
        let trunk = &mut scratch.trunk;
        trunk.run(&self.layers, &self.weights, &self.places, obs);
        scratch.values.resize(rows, 0.0);
        scratch.ones.resize(rows, 1);
        let features = &trunk.hidden[self.places.of(self.layers.features)];
        for (layer, weights) in self.layers.list.iter().zip(&self.weights) {
            if let (Op::Win, Weights::Head(head)) = (layer.op, weights) {
                head.apply_masked(features, &scratch.ones, &mut scratch.values);
            }
        }
    }
}

impl Net {
    /// Computes what else the network foresees for the rows of the last pass into `scratch`.
    pub fn foresee(&self, scratch: &mut Scratch) {
        let (rows, count) = (scratch.rows, self.spec().outlooks);
        scratch.outlooks.resize(rows * count, 0.0);
        let features = &scratch.trunk.hidden[self.places.of(self.layers.features)];
        for (layer, weights) in self.layers.list.iter().zip(&self.weights) {
            if let (Op::Outlook, Weights::Head(head)) = (layer.op, weights) {
                let all = vec![u64::MAX >> (64 - count); rows];
                head.apply_masked(features, &all, &mut scratch.outlooks);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::net::entities::{Entities, EntityKind, Pointer};
    use crate::net::mask;
    use crate::net::{Activation, Body};

    fn random(rng: &mut ChaCha8Rng, len: usize, scale: f32) -> Vec<f32> {
        let mut one = || (rng.next_u32() >> 8) as f32 / (1 << 24) as f32 - 0.5;
        (0..len).map(|_| 2.0 * scale * one()).collect()
    }

    /// Six pairs and three triples of numbers, with actions that point at them, the first of a pair
    /// left out once.
    fn entities() -> Entities {
        Entities {
            width: 32,
            kinds: vec![
                EntityKind::new("pairs", 7, 2, 6),
                EntityKind::new("triples", 100, 3, 3),
            ],
            pointers: vec![
                Pointer::new(0, 6, 0, 0),
                Pointer::new(60, 5, 0, 1),
                Pointer::new(30, 3, 1, 0),
            ],
        }
    }

    fn specs() -> impl Iterator<Item = NetSpec> {
        let base = NetSpec {
            obs_len: 203,
            action_count: 70,
            width: 96,
            blocks: 2,
            body: Body::Residual,
            activation: Activation::Relu,
            norm: false,
            outlooks: 0,
            entities: None,
        };
        [
            base.clone(),
            NetSpec {
                entities: Some(entities()),
                ..base.clone()
            },
            NetSpec {
                norm: true,
                ..base.clone()
            },
            NetSpec {
                body: Body::Mlp,
                activation: Activation::Tanh,
                blocks: 1,
                ..base.clone()
            },
            NetSpec {
                body: Body::Mlp,
                norm: true,
                blocks: 3,
                width: 64,
                ..base.clone()
            },
            NetSpec {
                blocks: 0,
                width: 32,
                obs_len: 1,
                action_count: 1,
                ..base
            },
        ]
        .into_iter()
    }

    fn all_legal(spec: &NetSpec) -> Vec<u64> {
        let mut all = vec![0u64; spec.mask_words()];
        (0..spec.action_count).for_each(|action| all[action / 64] |= 1 << (action % 64));
        all
    }

    /// The definition, in doubles and without any cleverness.
    fn by_definition(spec: &NetSpec, parameters: &[f32], obs: &[f32]) -> (Vec<f64>, f64) {
        let tensors = spec.tensors();
        let get = |name: &str| {
            let found = tensors
                .iter()
                .find(|t| t.name == name)
                .expect("tensor by name");
            &parameters[found.range()]
        };
        let linear = |name: &str, x: &[f64]| -> Vec<f64> {
            let bias = get(&format!("{name}.bias"));
            let weight = get(&format!("{name}.weight"));
            let rows = weight.chunks_exact(x.len()).zip(bias);
            rows.map(|(row, b)| {
                f64::from(*b)
                    + row
                        .iter()
                        .zip(x)
                        .map(|(w, v)| f64::from(*w) * v)
                        .sum::<f64>()
            })
            .collect()
        };
        let act = |x: Vec<f64>| -> Vec<f64> {
            x.into_iter()
                .map(|v| match spec.activation {
                    Activation::Relu => v.max(0.0),
                    Activation::Tanh => v.tanh(),
                })
                .collect()
        };
        let norm = |name: &str, x: &[f64]| -> Vec<f64> {
            if !spec.norm {
                return x.to_vec();
            }
            let n = x.len() as f64;
            let mean = x.iter().sum::<f64>() / n;
            let variance = x.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n;
            let gain = get(&format!("{name}.weight"))
                .iter()
                .zip(get(&format!("{name}.bias")));
            x.iter()
                .zip(gain)
                .map(|(v, (g, s))| {
                    (v - mean) / (variance + 1e-5).sqrt() * f64::from(*g) + f64::from(*s)
                })
                .collect()
        };
        let obs: Vec<f64> = obs.iter().map(|v| f64::from(*v)).collect();
        let mut sums = linear("input", &obs);
        let mut codes: Vec<Vec<Vec<f64>>> = Vec::new();
        if let Some(entities) = &spec.entities {
            let mut pooled = Vec::new();
            for kind in &entities.kinds {
                let all: Vec<Vec<f64>> = obs[kind.range()]
                    .chunks_exact(kind.stride)
                    .map(|fields| act(linear(&format!("entities.{}", kind.name), fields)))
                    .collect();
                let mean =
                    |i: usize| all.iter().map(|code| code[i]).sum::<f64>() / all.len() as f64;
                pooled.extend((0..entities.width).map(mean));
                codes.push(all);
            }
            let add = linear("pool", &pooled);
            sums.iter_mut().zip(add).for_each(|(s, a)| *s += a);
        }
        let mut h = act(sums);
        for block in 0..spec.blocks {
            let x = norm(&format!("blocks.{block}.norm"), &h);
            match spec.body {
                Body::Mlp => h = act(linear(&format!("blocks.{block}.fc"), &x)),
                Body::Residual => {
                    let inner = act(linear(&format!("blocks.{block}.fc1"), &x));
                    let add = linear(&format!("blocks.{block}.fc2"), &inner);
                    h.iter_mut().zip(add).for_each(|(h, a)| *h += a);
                }
            }
        }
        let h = norm("norm", &h);
        let mut logits = linear("policy", &h);
        if let Some(entities) = &spec.entities {
            let queries = linear("query", &h);
            for (pointer, query) in entities.pointers.iter().zip(queries.chunks(entities.width)) {
                for i in 0..pointer.count {
                    let code = &codes[pointer.kind][pointer.first + i];
                    let score: f64 = code.iter().zip(query).map(|(c, q)| c * q).sum();
                    logits[pointer.action + i] += score;
                }
            }
        }
        (logits, linear("value", &h)[0])
    }

    #[test]
    fn matches_the_definition_for_every_kind_of_network() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for spec in specs() {
            let parameters = random(&mut rng, spec.parameter_count(), 0.1);
            let net = Net::new(&spec, &parameters).expect("sizes are good");
            let rows = 11;
            let obs = random(&mut rng, rows * spec.obs_len, 1.0);
            let masks = all_legal(&spec).repeat(rows);
            let mut scratch = Scratch::new();
            net.forward(&obs, &masks, &mut scratch);
            for (row, obs) in obs.chunks_exact(spec.obs_len).enumerate() {
                let (logits, value) = by_definition(&spec, &parameters, obs);
                for (got, want) in scratch.logits(row).iter().zip(&logits) {
                    assert!(
                        (f64::from(*got) - want).abs() < 1e-4,
                        "{spec:?}: {got} {want}"
                    );
                }
                assert!(
                    (f64::from(scratch.values()[row]) - value).abs() < 1e-4,
                    "{spec:?}"
                );
            }
        }
    }

    #[test]
    fn a_position_gives_the_same_bits_alone_and_in_any_batch() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for spec in specs() {
            let parameters = random(&mut rng, spec.parameter_count(), 0.1);
            let net = Net::new(&spec, &parameters).expect("sizes are good");
            // Half of the rows nearly empty, half full: the batch takes one path, single rows both.
            let rows = 13;
            let mut obs = random(&mut rng, rows * spec.obs_len, 1.0);
            for row in obs.chunks_exact_mut(spec.obs_len).step_by(2) {
                row.iter_mut()
                    .enumerate()
                    .filter(|(i, _)| i % 10 != 0)
                    .for_each(|(_, v)| *v = 0.0);
            }
            let masks = all_legal(&spec).repeat(rows);
            let mut batch = Scratch::new();
            net.forward(&obs, &masks, &mut batch);
            let mut alone = Scratch::new();
            for (row, obs) in obs.chunks_exact(spec.obs_len).enumerate() {
                net.forward(obs, &masks[..spec.mask_words()], &mut alone);
                let pairs = alone.logits(0).iter().zip(batch.logits(row));
                assert!(
                    pairs
                        .map(|(a, b)| (a.to_bits(), b.to_bits()))
                        .all(|(a, b)| a == b)
                );
                assert_eq!(alone.values()[0].to_bits(), batch.values()[row].to_bits());
            }
        }
    }

    #[test]
    fn illegal_actions_have_no_logit() {
        for spec in specs().filter(|spec| spec.action_count > 64) {
            let net = Net::new(&spec, &vec![0.01; spec.parameter_count()]).expect("sizes are good");
            let mut scratch = Scratch::new();
            let mask = [1 << 5 | 1 << 63, 1 << 3];
            net.forward(&vec![1.0; spec.obs_len], &mask, &mut scratch);
            for (action, logit) in scratch.logits(0).iter().enumerate() {
                assert_eq!(
                    logit.is_finite(),
                    mask::contains(&mask, action),
                    "action {action}"
                );
            }
        }
    }

    #[test]
    fn win_chance_is_a_sigmoid() {
        assert!((win_chance(0.0) - 0.5).abs() < 1e-6);
        assert!((win_chance(2.0) - 0.880_797).abs() < 1e-5);
    }
}
