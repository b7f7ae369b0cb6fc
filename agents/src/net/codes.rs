//! The forward pass over entities.

use pulp::Arch;

use super::entities::{Entities, Target};
use super::kernel::{Dense, Finish};
use super::mask;
use super::queries::Queries;

/// The entities of a batch; memory that passes reuse.
#[derive(Debug, Clone, Default)]
pub struct Codes {
    /// Their numbers, copied out of the observations: `[rows, count, stride]` for each kind.
    pub fields: Vec<Vec<f32>>,
    /// What their encoders make of them: `[rows, count, width]` for each kind.
    pub codes: Vec<Vec<f32>>,
    /// Means over the entities of each kind: `[rows, kinds, width]`.
    pub means: Vec<f32>,
}

impl Codes {
    /// Encodes the entities of a batch of observations, with one encoder for each kind.
    pub fn encode<'a>(
        &mut self,
        shape: &Entities,
        encoders: impl Iterator<Item = &'a Dense>,
        obs: &[f32],
        obs_len: usize,
        finish: Finish,
    ) {
        let rows = obs.len() / obs_len;
        self.fields.resize(shape.kinds.len(), Vec::new());
        self.codes.resize(shape.kinds.len(), Vec::new());
        self.means.clear();
        self.means.resize(rows * shape.pooled(), 0.0);
        for (index, (kind, encoder)) in shape.kinds.iter().zip(encoders).enumerate() {
            let (fields, codes) = (&mut self.fields[index], &mut self.codes[index]);
            fields.clear();
            for row in obs.chunks_exact(obs_len) {
                fields.extend_from_slice(&row[kind.range()]);
            }
            codes.resize(rows * kind.count * shape.width, 0.0);
            encoder.apply(fields, codes, finish);

            let share = 1.0 / kind.count as f32;
            let codes = codes.chunks_exact(kind.count * shape.width);
            let means = self.means.chunks_exact_mut(shape.pooled());
            Arch::new().dispatch(|| {
                for (codes, means) in codes.zip(means) {
                    let mean = &mut means[index * shape.width..(index + 1) * shape.width];
                    for code in codes.chunks_exact(shape.width) {
                        mean.iter_mut().zip(code).for_each(|(m, c)| *m += c * share);
                    }
                }
            });
        }
    }

    /// What pointing at a target adds to an action's logit.
    #[inline(always)]
    #[must_use]
    pub fn score(&self, shape: &Entities, queries: &Queries, row: usize, target: Target) -> f32 {
        let code = &self.codes[usize::from(target.kind)][shape.code_at(row, target)];
        let query = &queries.values()[queries.at(shape, row, target)];
        // In lanes, so that it becomes vector code; widths are multiples of 32.
        const LANES: usize = 16;
        let mut sums = [0.0f32; LANES];
        let codes = code.as_chunks::<LANES>().0;
        for (code, query) in codes.iter().zip(query.as_chunks::<LANES>().0) {
            for lane in 0..LANES {
                sums[lane] += code[lane] * query[lane];
            }
        }
        sums.iter().sum()
    }
}

/// The layers that read entities.
#[derive(Debug, Clone)]
pub(super) struct EntityNet {
    shape: Entities,
    /// Width of the trunk.
    width: usize,
    targets: Vec<Option<Target>>,
    encoders: Vec<Dense>,
    pool: Dense,
    /// One for each pointer: together they are the tensor `query`.
    queries: Vec<Dense>,
}

/// Memory of their forward pass.
#[derive(Debug, Clone, Default)]
pub(super) struct EntityScratch {
    codes: Codes,
    queries: Queries,
}

impl EntityNet {
    pub(super) fn new(shape: &Entities, width: usize, action_count: usize) -> Self {
        let encoders = shape.kinds.iter();
        Self {
            targets: shape.targets(action_count),
            encoders: encoders
                .map(|kind| Dense::new(kind.stride, shape.width))
                .collect(),
            pool: Dense::new(shape.pooled(), width),
            width,
            queries: shape
                .pointers
                .iter()
                .map(|_| Dense::new(width, shape.width))
                .collect(),
            shape: shape.clone(),
        }
    }

    /// Takes weight and bias of each layer, in the order of the layout.
    pub(super) fn load<'a>(&mut self, mut next: impl FnMut() -> (&'a [f32], &'a [f32])) {
        let layers = self.encoders.iter_mut();
        for layer in layers.chain([&mut self.pool]) {
            let (weight, bias) = next();
            layer.load(weight, bias);
        }
        let (weight, bias) = next();
        let count = self.queries.len();
        let parts = weight.chunks_exact(weight.len() / count);
        let parts = parts.zip(bias.chunks_exact(bias.len() / count));
        for (layer, (weight, bias)) in self.queries.iter_mut().zip(parts) {
            layer.load(weight, bias);
        }
    }

    /// Adds what the entities have to say to the sums of the input layer.
    pub(super) fn join(
        &self,
        obs: &[f32],
        obs_len: usize,
        finish: Finish,
        scratch: &mut EntityScratch,
        hidden: &mut [f32],
    ) {
        let encoders = self.encoders.iter();
        let codes = &mut scratch.codes;
        codes.encode(&self.shape, encoders, obs, obs_len, finish);
        self.pool.add(&codes.means, hidden);
    }

    /// Adds to the logits of legal actions that point at an entity.
    pub(super) fn score(
        &self,
        features: &[f32],
        masks: &[u64],
        scratch: &mut EntityScratch,
        logits: &mut [f32],
    ) {
        let actions = self.targets.len();
        let words = actions.div_ceil(64);
        let EntityScratch { codes, queries } = scratch;
        let pointing = || {
            masks
                .chunks_exact(words)
                .enumerate()
                .flat_map(|(row, mask)| {
                    let target = move |action| Some((row, action, self.targets[action]?));
                    mask::iter(mask).filter_map(target)
                })
        };
        queries.clear(&self.shape, masks.len() / words);
        pointing().for_each(|(row, _, target)| queries.want(row, target));
        queries.make(&self.shape, self.queries.iter(), features, self.width);
        Arch::new().dispatch(|| {
            for (row, action, target) in pointing() {
                logits[row * actions + action] += codes.score(&self.shape, queries, row, target);
            }
        });
    }
}
