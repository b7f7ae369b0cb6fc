//! The forward pass.

use super::codes::{EntityNet, EntityScratch};
use super::kernel::{Dense, Finish, Head, Norm, SparseRows};
use super::math;
use super::spec::{Body, NetSpec, SpecError};

/// The win chance that a value logit stands for.
#[must_use]
pub fn win_chance(value_logit: f32) -> f32 {
    math::sigmoid(value_logit)
}

/// A network ready to run.
#[derive(Debug, Clone)]
pub struct Net {
    spec: NetSpec,
    input: Dense,
    blocks: Vec<Block>,
    norm: Option<Norm>,
    policy: Head,
    value: Head,
    entities: Option<EntityNet>,
}

#[derive(Debug, Clone)]
struct Block {
    norm: Option<Norm>,
    first: Dense,
    /// Only a residual block has a second layer.
    second: Option<Dense>,
}

/// Memory for forward passes, owned by the caller: after the largest batch it grows no more.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    rows: usize,
    action_count: usize,
    sparse: SparseRows,
    hidden: Vec<f32>,
    inner: Vec<f32>,
    normed: Vec<f32>,
    ones: Vec<u64>,
    logits: Vec<f32>,
    values: Vec<f32>,
    entities: EntityScratch,
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
        let width = spec.width;
        let norm = || spec.norm.then(|| Norm::new(width));
        let block = || Block {
            norm: norm(),
            first: Dense::new(width, width),
            second: (spec.body == Body::Residual).then(|| Dense::new(width, width)),
        };
        let mut net = Self {
            spec: spec.clone(),
            input: Dense::new(spec.obs_len, width),
            blocks: (0..spec.blocks).map(|_| block()).collect(),
            norm: norm(),
            policy: Head::new(width, spec.action_count),
            value: Head::new(width, 1),
            entities: spec
                .entities
                .as_ref()
                .map(|shape| EntityNet::new(shape, width, spec.action_count)),
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
            self.spec.parameter_count(),
            "length of the parameter vector"
        );
        let tensors = self.spec.tensors();
        // Every layer is two tensors, weight and bias, in the order of the layout.
        let mut pairs = tensors.chunks_exact(2);
        let mut next = || {
            let pair = pairs.next().expect("the layout lists every layer");
            (&parameters[pair[0].range()], &parameters[pair[1].range()])
        };
        let (weight, bias) = next();
        self.input.load(weight, bias);
        for block in &mut self.blocks {
            if let Some(norm) = &mut block.norm {
                let (scale, shift) = next();
                norm.load(scale, shift);
            }
            let (weight, bias) = next();
            block.first.load(weight, bias);
            if let Some(second) = &mut block.second {
                let (weight, bias) = next();
                second.load(weight, bias);
            }
        }
        if let Some(norm) = &mut self.norm {
            let (scale, shift) = next();
            norm.load(scale, shift);
        }
        let (weight, bias) = next();
        self.policy.load(weight, bias);
        let (weight, bias) = next();
        self.value.load(weight, bias);
        if let Some(entities) = &mut self.entities {
            entities.load(next);
        }
    }

    /// The shape.
    #[must_use]
    pub fn spec(&self) -> &NetSpec {
        &self.spec
    }

    /// Computes logits of the legal actions and the value of each row into `scratch`.
    ///
    /// # Panics
    /// When the lengths of `obs` and `masks` do not fit one number of rows.
    pub fn forward(&self, obs: &[f32], masks: &[u64], scratch: &mut Scratch) {
        self.evaluate(obs, scratch);
        let rows = scratch.rows;
        assert_eq!(
            masks.len(),
            rows * self.spec.mask_words(),
            "mask words for {rows} rows"
        );
        scratch.action_count = self.spec.action_count;
        let Scratch {
            hidden,
            normed,
            logits,
            entities,
            ..
        } = scratch;
        let features = if self.norm.is_some() { normed } else { hidden };
        logits.resize(rows * self.spec.action_count, 0.0);
        self.policy.apply_masked(features, masks, logits);
        if let Some(net) = &self.entities {
            net.score(features, masks, entities, logits);
        }
    }

    /// Computes only the value of each row into `scratch`.
    ///
    /// # Panics
    /// When the length of `obs` is not a whole number of rows.
    pub fn evaluate(&self, obs: &[f32], scratch: &mut Scratch) {
        let rows = obs.len() / self.spec.obs_len;
        assert_eq!(
            obs.len(),
            rows * self.spec.obs_len,
            "observation values for {rows} rows"
        );
        let size = rows * self.spec.width;
        scratch.rows = rows;
        let Scratch {
            sparse,
            hidden,
            inner,
            normed,
            ones,
            values,
            entities,
            ..
        } = scratch;
        for buffer in [&mut *hidden, inner, normed] {
            buffer.resize(size, 0.0);
        }
        let act = Finish::from(self.spec.activation);

        // What entities add must be in the sums before the non-linearity.
        let first = if self.entities.is_some() {
            Finish::Linear
        } else {
            act
        };
        if sparse.collect_if_sparse(obs, self.spec.obs_len) {
            self.input.apply_sparse(sparse, hidden, first);
        } else {
            self.input.apply(obs, hidden, first);
        }
        if let Some(net) = &self.entities {
            net.join(obs, self.spec.obs_len, act, entities, hidden);
            act.apply(hidden);
        }
        for block in &self.blocks {
            let source = normalised(block.norm.as_ref(), hidden, normed);
            block.first.apply(source, inner, act);
            match &block.second {
                Some(second) => second.add(inner, hidden),
                None => std::mem::swap(hidden, inner),
            }
        }
        let features = normalised(self.norm.as_ref(), hidden, normed);
        values.resize(rows, 0.0);
        ones.resize(rows, 1);
        self.value.apply_masked(features, ones, values);
    }
}

/// `hidden` itself, or its normalised copy in `normed`.
fn normalised<'a>(norm: Option<&Norm>, hidden: &'a [f32], normed: &'a mut [f32]) -> &'a [f32] {
    match norm {
        None => hidden,
        Some(norm) => {
            norm.apply(hidden, normed);
            normed
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::net::Activation;
    use crate::net::entities::{Entities, EntityKind, Pointer};
    use crate::net::mask;

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
