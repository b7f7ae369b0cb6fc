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
    /// Begins a batch of so many rows.
    pub fn clear(&mut self, shape: &Entities, rows: usize) {
        self.fields.resize(shape.kinds.len(), Vec::new());
        self.codes.resize(shape.kinds.len(), Vec::new());
        self.means.clear();
        self.means.resize(rows * shape.pooled(), 0.0);
    }

    /// Encodes the entities of one kind in a batch of observations, and adds up their mean.
    pub fn encode(
        &mut self,
        shape: &Entities,
        index: usize,
        encoder: &Dense,
        obs: &[f32],
        obs_len: usize,
        finish: Finish,
    ) {
        let (kind, rows) = (&shape.kinds[index], obs.len() / obs_len);
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

/// Adds to the logits of legal actions that point at an entity, given one layer for the queries of
/// each pointer.
pub(super) fn score(
    shape: &Entities,
    targets: &[Option<Target>],
    layers: &[Dense],
    features: &[f32],
    masks: &[u64],
    (codes, queries): (&Codes, &mut Queries),
    logits: &mut [f32],
) {
    let actions = targets.len();
    let words = actions.div_ceil(64);
    let rows = masks.len() / words;
    let pointing = || {
        masks
            .chunks_exact(words)
            .enumerate()
            .flat_map(|(row, mask)| {
                let target = move |action| Some((row, action, targets[action]?));
                mask::iter(mask).filter_map(target)
            })
    };
    queries.clear(shape, rows);
    pointing().for_each(|(row, _, target)| queries.want(row, target));
    let width = features.len() / rows.max(1);
    queries.make(shape, layers.iter(), features, width);
    Arch::new().dispatch(|| {
        for (row, action, target) in pointing() {
            logits[row * actions + action] += codes.score(shape, queries, row, target);
        }
    });
}
