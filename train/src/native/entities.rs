//! The way forward and back through the layers that read entities.

use std::ops::Range;

use pulp::Arch;
use reckoners_agents::net::TensorSpec;
use reckoners_agents::net::codes::Codes;
use reckoners_agents::net::entities::{Entities, Target};
use reckoners_agents::net::kernel::{Finish, SparseRows, Start, multiply};
use reckoners_agents::net::queries::Queries;

use super::ops;
use super::packed::{FirstLayer, Layer};
use super::products::Products;

/// The layers, packed for both directions.
#[derive(Debug)]
pub(super) struct EntityLayers {
    shape: Entities,
    targets: Vec<Option<Target>>,
    encoders: Vec<FirstLayer>,
    pool: Layer,
    /// One for each pointer: together they are the tensor `query`.
    queries: Vec<Layer>,
    /// Width of the trunk.
    width: usize,
}

/// Memory of one thread.
#[derive(Debug)]
pub(super) struct EntityPass {
    codes: Codes,
    by_codes: Vec<Vec<f32>>,
    by_means: Vec<f32>,
    queries: Queries,
    by_queries: Vec<f32>,
    by_wanted: Vec<f32>,
    products: Products,
}

impl EntityLayers {
    /// Takes its tensors from the layout, in their order.
    pub(super) fn new(
        shape: &Entities,
        width: usize,
        action_count: usize,
        mut next: impl FnMut() -> TensorSpec,
    ) -> Self {
        let encoders = shape.kinds.iter();
        let encoders = encoders
            .map(|kind| FirstLayer::new(kind.stride, shape.width, next(), next()))
            .collect();
        let pool = Layer::new(shape.pooled(), width, next(), next());
        let (weight, bias, count) = (next(), next(), shape.pointers.len());
        let parts = weight.parts(count).zip(bias.parts(count));
        Self {
            targets: shape.targets(action_count),
            encoders,
            pool,
            queries: parts
                .map(|(weight, bias)| Layer::new(width, shape.width, weight, bias))
                .collect(),
            width,
            shape: shape.clone(),
        }
    }

    pub(super) fn load(&mut self, parameters: &[f32]) {
        self.encoders
            .iter_mut()
            .for_each(|layer| layer.load(parameters));
        self.pool.load(parameters);
        self.queries
            .iter_mut()
            .for_each(|layer| layer.load(parameters));
    }

    /// Weights whose gradient is summed `[inputs, outputs]`, with their number of outputs.
    pub(super) fn by_input(&self) -> impl Iterator<Item = (&TensorSpec, usize)> {
        let encoders = self.encoders.iter().map(FirstLayer::by_input);
        encoders.chain([(&self.pool.weight, self.pool.bias.len())])
    }
}

impl EntityPass {
    pub(super) fn new(shape: &Entities) -> Self {
        Self {
            codes: Codes::default(),
            by_codes: vec![Vec::new(); shape.kinds.len()],
            by_means: Vec::new(),
            queries: Queries::default(),
            by_queries: Vec::new(),
            by_wanted: Vec::new(),
            products: Products::new(shape.width),
        }
    }

    /// Adds what the entities have to say to the sums of the input layer.
    pub(super) fn join(
        &mut self,
        net: &EntityLayers,
        obs: &[f32],
        obs_len: usize,
        finish: Finish,
        hidden: &mut [f32],
    ) {
        let encoders = net.encoders.iter().map(|layer| &layer.forward);
        self.codes
            .encode(&net.shape, encoders, obs, obs_len, finish);
        net.pool.forward.add(&self.codes.means, hidden);
    }

    /// Adds to the logits of legal actions that point at an entity; `rows` of them.
    pub(super) fn score(
        &mut self,
        net: &EntityLayers,
        rows: usize,
        features: &[f32],
        logits: &mut SparseRows,
    ) {
        let Self { codes, queries, .. } = self;
        queries.clear(&net.shape, rows);
        for (row, logits) in logits.rows().enumerate() {
            for (action, _) in logits {
                if let Some(target) = net.targets[*action as usize] {
                    queries.want(row, target);
                }
            }
        }
        let layers = net.queries.iter().map(|layer| &layer.forward);
        queries.make(&net.shape, layers, features, net.width);
        Arch::new().dispatch(|| {
            let mut row = 0;
            logits.for_each_row(|logits| {
                for (action, logit) in logits {
                    if let Some(target) = net.targets[*action as usize] {
                        *logit += codes.score(&net.shape, queries, row, target);
                    }
                }
                row += 1;
            });
        });
    }

    /// The way back of [`EntityPass::score`], given the derivatives by the logits: adds to those by
    /// the features and to the gradient.
    pub(super) fn score_back(
        &mut self,
        net: &EntityLayers,
        by_logits: &SparseRows,
        by_features: &mut [f32],
        products: &mut Products,
        gradient: &mut [f32],
    ) {
        let Self {
            codes,
            by_codes,
            queries,
            by_queries,
            by_wanted,
            ..
        } = self;
        for (by_codes, codes) in by_codes.iter_mut().zip(&codes.codes) {
            by_codes.clear();
            by_codes.resize(codes.len(), 0.0);
        }
        by_queries.clear();
        by_queries.resize(queries.values().len(), 0.0);
        Arch::new().dispatch(|| {
            for (row, entries) in by_logits.rows().enumerate() {
                for (action, slope) in entries {
                    let Some(target) = net.targets[*action as usize] else {
                        continue;
                    };
                    let kind = usize::from(target.kind);
                    let code = net.shape.code_at(row, target);
                    let query = queries.at(&net.shape, row, target);
                    let by_query = &mut by_queries[query.clone()];
                    add_scaled(*slope, &codes.codes[kind][code.clone()], by_query);
                    add_scaled(*slope, &queries.values()[query], &mut by_codes[kind][code]);
                }
            }
        });
        let wanted = queries.wanted(&net.shape, net.width);
        for (layer, wanted) in net.queries.iter().zip(wanted) {
            if wanted.rows.is_empty() {
                continue;
            }
            let by_queries = &by_queries[wanted.range];
            products.layer(layer, wanted.features, by_queries, gradient);
            by_wanted.clear();
            for row in wanted.rows {
                by_wanted.extend_from_slice(&by_features[at(*row, net.width)]);
            }
            multiply(by_queries, &layer.backward, Start::Held, by_wanted);
            for (row, by_wanted) in wanted.rows.iter().zip(by_wanted.chunks_exact(net.width)) {
                by_features[at(*row, net.width)].copy_from_slice(by_wanted);
            }
        }
    }

    /// The way back of [`EntityPass::join`], given the derivatives by the input layer's sums.
    pub(super) fn join_back(
        &mut self,
        net: &EntityLayers,
        finish: Finish,
        by_sums: &[f32],
        products: &mut Products,
        gradient: &mut [f32],
    ) {
        let (pool, shape) = (&net.pool, &net.shape);
        ops::add_rows(by_sums, &mut gradient[pool.bias.range()]);
        let weight = &mut gradient[pool.weight.range()];
        let means = &self.codes.means;
        products.with(by_sums).add(means, shape.pooled(), weight);
        self.by_means.resize(self.codes.means.len(), 0.0);
        multiply(by_sums, &pool.backward, Start::Zero, &mut self.by_means);

        for (index, (kind, encoder)) in shape.kinds.iter().zip(&net.encoders).enumerate() {
            let by_codes = &mut self.by_codes[index];
            spread_mean(&self.by_means, shape, index, by_codes);
            ops::unfinish(finish, &self.codes.codes[index], by_codes);
            ops::add_rows(by_codes, &mut gradient[encoder.bias.range()]);
            let weight = &mut gradient[encoder.weight.range()];
            let fields = &self.codes.fields[index];
            self.products
                .with(by_codes)
                .add(fields, kind.stride, weight);
        }
    }
}

/// Where a row lies among rows of a width.
fn at(row: u32, width: usize) -> Range<usize> {
    let at = row as usize * width;
    at..at + width
}

/// The way back of the mean of one kind: every code gets its share.
fn spread_mean(by_means: &[f32], shape: &Entities, index: usize, by_codes: &mut [f32]) {
    let (count, width) = (shape.kinds[index].count, shape.width);
    let share = 1.0 / count as f32;
    let batch = by_means.chunks_exact(shape.pooled());
    Arch::new().dispatch(|| {
        for (means, codes) in batch.zip(by_codes.chunks_exact_mut(count * width)) {
            let mine = &means[index * width..(index + 1) * width];
            for code in codes.chunks_exact_mut(width) {
                add_scaled(share, mine, code);
            }
        }
    });
}

/// `out += value * x`.
#[inline(always)]
fn add_scaled(value: f32, x: &[f32], out: &mut [f32]) {
    out.iter_mut().zip(x).for_each(|(o, x)| *o += value * x);
}
