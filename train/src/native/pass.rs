//! One thread's way forward and back over its share of the samples.

use reckoners_agents::net::kernel::{Finish, SparseRows, Start, multiply};
use reckoners_agents::net::{NetSpec, TensorSpec, mask};

use super::entities::EntityPass;
use super::objective::Objective;
use super::ops;
use super::packed::{NormLayer, Packed};
use super::products::Products;
use crate::loss::Stats;

/// Samples that go forward and back together: their activations stay in the second-level cache.
const CHUNK: usize = 128;

/// Activations of one block.
#[derive(Debug, Default)]
struct Trace {
    /// What enters the block.
    entered: Vec<f32>,
    /// The same, normalised; empty without normalisation.
    normed: Vec<f32>,
    /// What leaves its first layer.
    inner: Vec<f32>,
}

/// Memory of one thread.
#[derive(Debug)]
pub(super) struct Pass {
    spec: NetSpec,
    obs: Vec<f32>,
    inputs: SparseRows,
    is_sparse: bool,
    hidden: Vec<f32>,
    traces: Vec<Trace>,
    features: Vec<f32>,
    legal: SparseRows,
    value: SparseRows,
    by_hidden: Vec<f32>,
    by_inner: Vec<f32>,
    by_normed: Vec<f32>,
    products: Products,
    entities: Option<EntityPass>,
    /// In the order of the parameters, except that some weights lie `[inputs, outputs]`; see
    /// [`Packed::by_input`].
    gradient: Vec<f32>,
    stats: Stats,
}

impl Pass {
    pub(super) fn new(spec: &NetSpec) -> Self {
        Self {
            spec: spec.clone(),
            obs: Vec::new(),
            inputs: SparseRows::default(),
            is_sparse: false,
            hidden: Vec::new(),
            traces: (0..spec.blocks).map(|_| Trace::default()).collect(),
            features: Vec::new(),
            legal: SparseRows::default(),
            value: SparseRows::default(),
            by_hidden: Vec::new(),
            by_inner: Vec::new(),
            by_normed: Vec::new(),
            products: Products::new(spec.width),
            entities: spec.entities.as_ref().map(EntityPass::new),
            gradient: vec![0.0; spec.parameter_count()],
            stats: Stats::default(),
        }
    }

    pub(super) fn gradient(&self) -> &[f32] {
        &self.gradient
    }

    /// Sums, not averages.
    pub(super) fn stats(&self) -> &Stats {
        &self.stats
    }

    pub(super) fn run(
        &mut self,
        net: &Packed,
        parameters: &[f32],
        objective: &dyn Objective,
        rows: &[u32],
    ) {
        self.gradient.fill(0.0);
        self.stats = Stats::default();
        for chunk in rows.chunks(CHUNK) {
            self.forward(net, objective, chunk);
            self.heads(net, parameters, objective, chunk);
            self.backward(net, parameters);
        }
    }

    fn forward(&mut self, net: &Packed, objective: &dyn Objective, rows: &[u32]) {
        let width = self.spec.width;
        let size = rows.len() * width;
        self.obs.clear();
        for row in rows {
            self.obs.extend_from_slice(objective.observation(*row));
        }
        self.is_sparse = self.inputs.collect_if_sparse(&self.obs, self.spec.obs_len);
        self.hidden.resize(size, 0.0);
        // What entities add must be in the sums before the non-linearity.
        let first = if net.entities.is_some() {
            Finish::Linear
        } else {
            net.finish
        };
        if self.is_sparse {
            net.input
                .forward
                .apply_sparse(&self.inputs, &mut self.hidden, first);
        } else {
            net.input.forward.apply(&self.obs, &mut self.hidden, first);
        }
        if let (Some(layers), Some(pass)) = (&net.entities, &mut self.entities) {
            let (obs, obs_len) = (&self.obs, self.spec.obs_len);
            pass.join(layers, obs, obs_len, net.finish, &mut self.hidden);
            net.finish.apply(&mut self.hidden);
        }
        for (block, trace) in net.blocks.iter().zip(&mut self.traces) {
            trace.entered.clone_from(&self.hidden);
            trace.inner.resize(size, 0.0);
            let source = match &block.norm {
                None => &trace.entered,
                Some(norm) => {
                    trace.normed.resize(size, 0.0);
                    norm.norm.apply(&trace.entered, &mut trace.normed);
                    &trace.normed
                }
            };
            block
                .first
                .forward
                .apply(source, &mut trace.inner, net.finish);
            match &block.second {
                Some(second) => second.forward.add(&trace.inner, &mut self.hidden),
                None => self.hidden.clone_from(&trace.inner),
            }
        }
        match &net.norm {
            None => self.features.clone_from(&self.hidden),
            Some(norm) => {
                self.features.resize(size, 0.0);
                norm.norm.apply(&self.hidden, &mut self.features);
            }
        }
    }

    /// Logits and values, their gradients, and the gradient by the features in `by_normed`.
    fn heads(&mut self, net: &Packed, parameters: &[f32], objective: &dyn Objective, rows: &[u32]) {
        let width = self.spec.width;
        let at = |tensor: &TensorSpec| &parameters[tensor.range()];
        self.legal.clear();
        self.value.clear();
        for row in rows {
            mask::iter(objective.mask(*row)).for_each(|action| self.legal.push(action, 0.0));
            self.legal.end_row();
            self.value.push(0, 0.0);
            self.value.end_row();
        }
        let (policy, value) = (at(&net.policy_weight), at(&net.value_weight));
        ops::dot_entries(
            &self.features,
            width,
            policy,
            at(&net.policy_bias),
            &mut self.legal,
        );
        if let (Some(layers), Some(pass)) = (&net.entities, &mut self.entities) {
            pass.score(layers, rows.len(), &self.features, &mut self.legal);
        }
        ops::dot_entries(
            &self.features,
            width,
            value,
            at(&net.value_bias),
            &mut self.value,
        );

        let mut samples = rows.iter();
        let mut values = self.value.values_mut();
        let (policy_bias, value_bias) = (net.policy_bias.offset, net.value_bias.offset);
        self.legal.for_each_row(|logits| {
            let row = *samples.next().expect("one row of logits for each sample");
            let value = values.next().expect("one value for each sample");
            *value = objective.differentiate(row, logits, *value, &mut self.stats);
            for (action, gradient) in logits {
                self.gradient[policy_bias + *action as usize] += *gradient;
            }
            self.gradient[value_bias] += *value;
        });
        drop(values);

        self.by_normed.clear();
        self.by_normed.resize(rows.len() * width, 0.0);
        ops::gather(&self.legal, policy, width, &mut self.by_normed);
        ops::gather(&self.value, value, width, &mut self.by_normed);
        let policy = &mut self.gradient[net.policy_weight.range()];
        ops::scatter(&self.legal, &self.features, width, policy);
        let value = &mut self.gradient[net.value_weight.range()];
        ops::scatter(&self.value, &self.features, width, value);
        if let (Some(layers), Some(pass)) = (&net.entities, &mut self.entities) {
            pass.score_back(
                layers,
                &self.legal,
                &self.features,
                &mut self.by_normed,
                &mut self.products,
                &mut self.gradient,
            );
        }
    }

    /// From the gradient by the features down to the first layer.
    fn backward(&mut self, net: &Packed, parameters: &[f32]) {
        let Self {
            by_hidden,
            by_inner,
            by_normed,
            gradient,
            products,
            ..
        } = self;
        match &net.norm {
            None => by_hidden.clone_from(by_normed),
            Some(norm) => {
                by_hidden.clear();
                by_hidden.resize(by_normed.len(), 0.0);
                norm_back(
                    norm,
                    parameters,
                    &self.hidden,
                    by_normed,
                    by_hidden,
                    gradient,
                );
            }
        }
        for (block, trace) in net.blocks.iter().zip(&self.traces).rev() {
            match &block.second {
                Some(second) => {
                    products.layer(second, &trace.inner, by_hidden, gradient);
                    by_inner.resize(by_hidden.len(), 0.0);
                    multiply(by_hidden, &second.backward, Start::Zero, by_inner);
                }
                // Without a residual connection all of it goes through the first layer.
                None => std::mem::swap(by_inner, by_hidden),
            }
            ops::unfinish(net.finish, &trace.inner, by_inner);
            let source = if block.norm.is_some() {
                &trace.normed
            } else {
                &trace.entered
            };
            products.layer(&block.first, source, by_inner, gradient);
            if block.second.is_none() {
                by_hidden.clear();
                by_hidden.resize(by_inner.len(), 0.0);
            }
            match &block.norm {
                None => multiply(by_inner, &block.first.backward, Start::Held, by_hidden),
                Some(norm) => {
                    by_normed.resize(by_inner.len(), 0.0);
                    multiply(by_inner, &block.first.backward, Start::Zero, by_normed);
                    norm_back(
                        norm,
                        parameters,
                        &trace.entered,
                        by_normed,
                        by_hidden,
                        gradient,
                    );
                }
            }
        }
        let first = self
            .traces
            .first()
            .map_or(&self.hidden, |trace| &trace.entered);
        ops::unfinish(net.finish, first, by_hidden);
        ops::add_rows(by_hidden, &mut gradient[net.input.bias.range()]);
        let weight = &mut gradient[net.input.weight.range()];
        if self.is_sparse {
            ops::scatter(&self.inputs, by_hidden, self.spec.width, weight);
        } else {
            products.outer(&self.obs, self.spec.obs_len, by_hidden, weight);
        }
        if let (Some(layers), Some(pass)) = (&net.entities, &mut self.entities) {
            pass.join_back(layers, net.finish, by_hidden, products, gradient);
        }
    }
}

/// The way back through a normalisation: adds to `by_x` and to the gradient.
fn norm_back(
    layer: &NormLayer,
    parameters: &[f32],
    x: &[f32],
    by_normed: &[f32],
    by_x: &mut [f32],
    gradient: &mut [f32],
) {
    // The shift lies right behind the scale.
    let both = &mut gradient[layer.scale.offset..layer.shift.range().end];
    let (scale_gradient, shift_gradient) = both.split_at_mut(layer.scale.len());
    ops::NormBack {
        x,
        scale: &parameters[layer.scale.range()],
        gradient: by_normed,
        out: by_x,
        scale_gradient,
        shift_gradient,
    }
    .run();
}
