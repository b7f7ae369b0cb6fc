//! The way forward and back through the layers that read entities.

use pulp::Arch;
use reckoners_agents::net::TensorSpec;
use reckoners_agents::net::entities::{
    Entities, EntityKind, Target, dot, gather_fields, mean_codes,
};
use reckoners_agents::net::kernel::{Finish, SparseRows, Start, multiply};

use super::ops;
use super::packed::Layer;
use super::products::Products;

/// The layers, packed for both directions.
#[derive(Debug)]
pub(super) struct EntityLayers {
    shape: Entities,
    targets: Vec<Option<Target>>,
    encoders: Vec<Layer>,
    pool: Layer,
    query: Layer,
}

/// Memory of one thread.
#[derive(Debug)]
pub(super) struct EntityPass {
    kinds: Vec<KindTrace>,
    pooled: Vec<f32>,
    by_pooled: Vec<f32>,
    queries: Vec<f32>,
    by_queries: Vec<f32>,
    products: Products,
}

/// What is known of the entities of one kind.
#[derive(Debug, Default)]
struct KindTrace {
    fields: Vec<f32>,
    codes: Vec<f32>,
    by_codes: Vec<f32>,
}

impl EntityLayers {
    /// Takes its tensors from the layout, in their order.
    pub(super) fn new(
        shape: &Entities,
        width: usize,
        action_count: usize,
        mut next: impl FnMut() -> TensorSpec,
    ) -> Self {
        let mut layer = |inputs, outputs| Layer::new(inputs, outputs, next(), next());
        Self {
            targets: shape.targets(action_count),
            encoders: shape
                .kinds
                .iter()
                .map(|kind| layer(kind.stride, shape.width))
                .collect(),
            pool: layer(shape.pooled(), width),
            query: layer(width, shape.queries()),
            shape: shape.clone(),
        }
    }

    pub(super) fn load(&mut self, parameters: &[f32]) {
        let layers = self.encoders.iter_mut();
        layers
            .chain([&mut self.pool, &mut self.query])
            .for_each(|layer| layer.load(parameters));
    }

    /// Weights whose gradient is summed `[inputs, outputs]`, with their number of outputs.
    pub(super) fn by_input(&self) -> impl Iterator<Item = (&TensorSpec, usize)> {
        let layers = self.encoders.iter().chain([&self.pool]);
        layers.map(|layer| (&layer.weight, layer.bias.len()))
    }
}

impl EntityPass {
    pub(super) fn new(shape: &Entities) -> Self {
        Self {
            kinds: shape.kinds.iter().map(|_| KindTrace::default()).collect(),
            pooled: Vec::new(),
            by_pooled: Vec::new(),
            queries: Vec::new(),
            by_queries: Vec::new(),
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
        let rows = obs.len() / obs_len;
        let (shape, width) = (&net.shape, net.shape.width);
        self.pooled.resize(rows * shape.pooled(), 0.0);
        let kinds = shape.kinds.iter().zip(&net.encoders).zip(&mut self.kinds);
        for (index, ((kind, encoder), trace)) in kinds.enumerate() {
            gather_fields(obs, obs_len, kind, &mut trace.fields);
            trace.codes.resize(rows * kind.count * width, 0.0);
            encoder
                .forward
                .apply(&trace.fields, &mut trace.codes, finish);
            mean_codes(&trace.codes, kind.count, width, index, &mut self.pooled);
        }
        net.pool.forward.add(&self.pooled, hidden);
    }

    /// Adds to the logits of legal actions that point at an entity.
    pub(super) fn score(&mut self, net: &EntityLayers, features: &[f32], logits: &mut SparseRows) {
        let rows = features.len() / net.pool.bias.len();
        let Self { kinds, queries, .. } = self;
        queries.resize(rows * net.shape.queries(), 0.0);
        net.query.forward.apply(features, queries, Finish::Linear);
        Arch::new().dispatch(|| {
            let mut row = 0;
            logits.for_each_row(|logits| {
                for (action, logit) in logits {
                    if let Some(target) = net.targets[*action as usize] {
                        let codes = &kinds[usize::from(target.kind)].codes;
                        let code = &codes[net.shape.code_at(row, target)];
                        *logit += dot(&queries[net.shape.query_at(row, target)], code);
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
        features: &[f32],
        by_features: &mut [f32],
        products: &mut Products,
        gradient: &mut [f32],
    ) {
        let Self {
            kinds,
            queries,
            by_queries,
            ..
        } = self;
        for trace in kinds.iter_mut() {
            trace.by_codes.clear();
            trace.by_codes.resize(trace.codes.len(), 0.0);
        }
        by_queries.clear();
        by_queries.resize(queries.len(), 0.0);
        Arch::new().dispatch(|| {
            for (row, entries) in by_logits.rows().enumerate() {
                for (action, slope) in entries {
                    let Some(target) = net.targets[*action as usize] else {
                        continue;
                    };
                    let trace = &mut kinds[usize::from(target.kind)];
                    let code = net.shape.code_at(row, target);
                    let query = net.shape.query_at(row, target);
                    add_scaled(
                        *slope,
                        &trace.codes[code.clone()],
                        &mut by_queries[query.clone()],
                    );
                    add_scaled(*slope, &queries[query], &mut trace.by_codes[code]);
                }
            }
        });
        products.layer(&net.query, features, by_queries, gradient);
        multiply(by_queries, &net.query.backward, Start::Held, by_features);
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
        let pool = &net.pool;
        ops::add_rows(by_sums, &mut gradient[pool.bias.range()]);
        let weight = &mut gradient[pool.weight.range()];
        products.outer(&self.pooled, net.shape.pooled(), by_sums, weight);
        self.by_pooled.resize(self.pooled.len(), 0.0);
        multiply(by_sums, &pool.backward, Start::Zero, &mut self.by_pooled);

        let kinds = net.shape.kinds.iter().zip(&net.encoders);
        for (index, ((kind, encoder), trace)) in kinds.zip(&mut self.kinds).enumerate() {
            spread_mean(
                &self.by_pooled,
                &net.shape,
                kind,
                index,
                &mut trace.by_codes,
            );
            ops::unfinish(finish, &trace.codes, &mut trace.by_codes);
            ops::add_rows(&trace.by_codes, &mut gradient[encoder.bias.range()]);
            let weight = &mut gradient[encoder.weight.range()];
            self.products
                .outer(&trace.fields, kind.stride, &trace.by_codes, weight);
        }
    }
}

/// The way back of the mean: every code gets its share.
fn spread_mean(
    by_pooled: &[f32],
    shape: &Entities,
    kind: &EntityKind,
    index: usize,
    by_codes: &mut [f32],
) {
    let width = shape.width;
    let share = 1.0 / kind.count as f32;
    let batch = by_pooled.chunks_exact(shape.pooled());
    for (pooled, codes) in batch.zip(by_codes.chunks_exact_mut(kind.count * width)) {
        let mine = &pooled[index * width..(index + 1) * width];
        for code in codes.chunks_exact_mut(width) {
            add_scaled(share, mine, code);
        }
    }
}

/// `out += value * x`.
#[inline(always)]
fn add_scaled(value: f32, x: &[f32], out: &mut [f32]) {
    out.iter_mut().zip(x).for_each(|(o, x)| *o += value * x);
}
