//! The forward and backward pass of the layers that read entities.

use std::ops::Range;

use pulp::Arch;
use reckoners_agents::net::codes::Codes;
use reckoners_agents::net::entities::Entities;
use reckoners_agents::net::kernel::{Dense, Panels, SparseRows, Start, multiply};
use reckoners_agents::net::layers::Layer;
use reckoners_agents::net::queries::Queries;

use super::ops;
use super::packed::Packed;
use super::products::Products;

/// Memory of one thread.
#[derive(Debug)]
pub(super) struct EntityPass {
    shape: Entities,
    by_codes: Vec<Vec<f32>>,
    by_means: Vec<f32>,
    queries: Queries,
    by_queries: Vec<f32>,
    by_wanted: Vec<f32>,
    products: Products,
}

impl EntityPass {
    pub(super) fn new(shape: &Entities) -> Self {
        Self {
            by_codes: vec![Vec::new(); shape.kinds.len()],
            by_means: Vec::new(),
            queries: Queries::default(),
            by_queries: Vec::new(),
            by_wanted: Vec::new(),
            products: Products::new(shape.width),
            shape: shape.clone(),
        }
    }

    /// Adds to the logits of legal actions that point at an entity; `rows` of them.
    pub(super) fn score(
        &mut self,
        net: &Packed,
        layers: &[Dense],
        codes: &Codes,
        rows: usize,
        features: &[f32],
        logits: &mut SparseRows,
    ) {
        let Self { shape, queries, .. } = self;
        queries.clear(shape, rows);
        for (row, logits) in logits.rows().enumerate() {
            for (action, _) in logits {
                if let Some(target) = net.targets[*action as usize] {
                    queries.want(row, target);
                }
            }
        }
        queries.make(shape, layers.iter(), features, net.layers.spec.width);
        Arch::new().dispatch(|| {
            let mut row = 0;
            logits.for_each_row(|logits| {
                for (action, logit) in logits {
                    if let Some(target) = net.targets[*action as usize] {
                        *logit += codes.score(shape, queries, row, target);
                    }
                }
                row += 1;
            });
        });
    }

    /// The way back of [`EntityPass::score`], given the derivatives by the logits and the layer of the
    /// queries with its parts: adds to those by the features and to the gradient.
    pub(super) fn score_back(
        &mut self,
        (net, layer, parts): (&Packed, &Layer, &[Panels]),
        codes: &Codes,
        by_logits: &SparseRows,
        by_features: &mut [f32],
        products: &mut Products,
        gradient: &mut [f32],
    ) {
        let Self {
            shape,
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
                for (action, gradient) in entries {
                    let Some(target) = net.targets[*action as usize] else {
                        continue;
                    };
                    let kind = usize::from(target.kind);
                    let code = shape.code_at(row, target);
                    let query = queries.at(shape, row, target);
                    let by_query = &mut by_queries[query.clone()];
                    add_scaled(*gradient, &codes.codes[kind][code.clone()], by_query);
                    add_scaled(
                        *gradient,
                        &queries.values()[query],
                        &mut by_codes[kind][code],
                    );
                }
            }
        });
        let width = net.layers.spec.width;
        let tensors = layer
            .weight
            .parts(parts.len())
            .zip(layer.bias.parts(parts.len()));
        let wanted = queries.wanted(shape, width);
        for ((backward, (weight, bias)), wanted) in parts.iter().zip(tensors).zip(wanted) {
            if wanted.rows.is_empty() {
                continue;
            }
            let by_queries = &by_queries[wanted.range];
            ops::add_rows(by_queries, &mut gradient[bias.range()]);
            let weight = &mut gradient[weight.range()];
            let mut outer = products.with(wanted.features);
            outer.add(by_queries, shape.width, weight);
            by_wanted.clear();
            for row in wanted.rows {
                by_wanted.extend_from_slice(&by_features[at(*row, width)]);
            }
            multiply(by_queries, backward, Start::Held, by_wanted);
            for (row, by_wanted) in wanted.rows.iter().zip(by_wanted.chunks_exact(width)) {
                by_features[at(*row, width)].copy_from_slice(by_wanted);
            }
        }
    }

    /// Room for the derivatives by the means.
    pub(super) fn by_means(&mut self, len: usize) -> &mut [f32] {
        self.by_means.resize(len, 0.0);
        &mut self.by_means
    }

    /// The way back through the encoder of a kind, given the derivatives by the means and, from
    /// [`EntityPass::score_back`], by the codes.
    pub(super) fn encode_back(
        &mut self,
        net: &Packed,
        layer: &Layer,
        kind: usize,
        codes: &Codes,
        gradient: &mut [f32],
    ) {
        let by_codes = &mut self.by_codes[kind];
        spread_mean(&self.by_means, &self.shape, kind, by_codes);
        ops::unfinish(net.layers.finish(layer), &codes.codes[kind], by_codes);
        ops::add_rows(by_codes, &mut gradient[layer.bias.range()]);
        let weight = &mut gradient[layer.weight.range()];
        let mut outer = self.products.with(by_codes);
        outer.add(&codes.fields[kind], layer.inputs, weight);
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
