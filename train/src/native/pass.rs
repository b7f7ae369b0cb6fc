//! One thread's way forward and back over its share of the samples.

use reckoners_agents::net::kernel::{Finish, SparseRows, Start, multiply, multiply_sparse};
use reckoners_agents::net::{MaskError, MaskedSoftmax, NetSpec, mask};

use super::entities::EntityPass;
use super::objective::Objective;
use super::ops;
use super::packed::{NormLayer, Packed};
use super::products::Products;
use crate::loss::Stats;

/// Samples that go forward and back together: their activations stay in the second-level cache.
const CHUNK: usize = 128;

/// Activations inside one block.
#[derive(Debug, Default)]
struct Trace {
    /// What enters it, normalised; empty without normalisation.
    normed: Vec<f32>,
    /// What leaves the first of two layers; empty if it has only one.
    inner: Vec<f32>,
}

/// Memory of one thread.
#[derive(Debug)]
pub(super) struct Pass {
    spec: NetSpec,
    obs: Vec<f32>,
    inputs: SparseRows,
    is_sparse: bool,
    /// What enters each block, and what leaves the last.
    hidden: Vec<Vec<f32>>,
    traces: Vec<Trace>,
    /// What leaves the last block, normalised; empty without normalisation.
    features: Vec<f32>,
    /// Logits of the legal actions, then the derivatives by them.
    legal: SparseRows,
    policy: MaskedSoftmax,
    /// The value logit, then the derivative by it.
    value: SparseRows,
    by_features: Vec<f32>,
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
            hidden: vec![Vec::new(); spec.blocks + 1],
            traces: (0..spec.blocks).map(|_| Trace::default()).collect(),
            features: Vec::new(),
            legal: SparseRows::default(),
            policy: MaskedSoftmax::new(),
            value: SparseRows::default(),
            by_features: Vec::new(),
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

    /// Sums the gradient over some samples.
    ///
    /// # Errors
    /// When a sample has no legal action or the network gives it a logit that is not finite.
    pub(super) fn run(
        &mut self,
        net: &Packed,
        parameters: &[f32],
        objective: &dyn Objective,
        rows: &[u32],
    ) -> Result<(), MaskError> {
        self.gradient.fill(0.0);
        self.stats = Stats::default();
        for chunk in rows.chunks(CHUNK) {
            self.forward(net, objective, chunk);
            self.heads(net, objective, chunk)?;
            self.backward(net, parameters);
        }
        Ok(())
    }

    fn forward(&mut self, net: &Packed, objective: &dyn Objective, rows: &[u32]) {
        let size = rows.len() * self.spec.width;
        self.obs.clear();
        for row in rows {
            self.obs.extend_from_slice(objective.observation(*row));
        }
        self.is_sparse = self.inputs.collect_if_sparse(&self.obs, self.spec.obs_len);
        self.hidden.iter_mut().for_each(|x| x.resize(size, 0.0));
        // What entities add must be in the sums before the non-linearity.
        let first = if net.entities.is_some() {
            Finish::Linear
        } else {
            net.finish
        };
        let hidden = &mut self.hidden[0];
        if self.is_sparse {
            net.input.forward.apply_sparse(&self.inputs, hidden, first);
        } else {
            net.input.forward.apply(&self.obs, hidden, first);
        }
        if let (Some(layers), Some(pass)) = (&net.entities, &mut self.entities) {
            pass.join(layers, &self.obs, self.spec.obs_len, net.finish, hidden);
            net.finish.apply(hidden);
        }
        for (index, (block, trace)) in net.blocks.iter().zip(&mut self.traces).enumerate() {
            let [entered, left] = &mut self.hidden[index..index + 2] else {
                unreachable!("a block lies between two activations");
            };
            let source = match &block.norm {
                None => entered,
                Some(norm) => {
                    trace.normed.resize(size, 0.0);
                    norm.norm.apply(entered, &mut trace.normed);
                    &trace.normed
                }
            };
            match &block.second {
                None => block.first.forward.apply(source, left, net.finish),
                Some(second) => {
                    let inner = &mut trace.inner;
                    inner.resize(size, 0.0);
                    block.first.forward.apply(source, inner, net.finish);
                    left.clone_from(entered);
                    second.forward.add(inner, left);
                }
            }
        }
        if let Some(norm) = &net.norm {
            self.features.resize(size, 0.0);
            norm.norm
                .apply(&self.hidden[net.blocks.len()], &mut self.features);
        }
    }

    /// Logits and values, their gradients, and the gradient by the features.
    fn heads(
        &mut self,
        net: &Packed,
        objective: &dyn Objective,
        rows: &[u32],
    ) -> Result<(), MaskError> {
        let Self {
            legal,
            policy,
            value,
            by_features,
            products,
            gradient,
            stats,
            ..
        } = self;
        let features = match net.norm {
            None => &self.hidden[net.blocks.len()],
            Some(_) => &self.features,
        };
        legal.clear();
        value.clear();
        for row in rows {
            mask::iter(objective.mask(*row)).for_each(|action| legal.push(action, 0.0));
            legal.end_row();
            value.push(0, 0.0);
            value.end_row();
        }
        net.policy.forward.apply_entries(features, legal);
        if let (Some(layers), Some(pass)) = (&net.entities, &mut self.entities) {
            pass.score(layers, rows.len(), features, legal);
        }
        net.value.forward.apply_entries(features, value);

        let mut outcome = Ok(());
        let mut samples = rows.iter();
        let mut values = value.values_mut();
        let (policy_bias, value_bias) = (net.policy.bias.offset, net.value.bias.offset);
        legal.for_each_row(|logits| {
            let row = *samples.next().expect("one row of logits for each sample");
            let value = values.next().expect("one value for each sample");
            let pairs = logits
                .iter()
                .map(|(action, logit)| (*action as usize, *logit));
            if let Err(error) = policy.set_legal(pairs) {
                outcome = Err(error);
                return;
            }
            *value = objective.differentiate(row, policy, logits, *value, stats);
            for (action, slope) in logits {
                gradient[policy_bias + *action as usize] += *slope;
            }
            gradient[value_bias] += *value;
        });
        drop(values);
        outcome?;

        by_features.resize(features.len(), 0.0);
        let mut outer = products.with(features);
        for (head, slopes, start) in [
            (&net.policy, &*legal, Start::Zero),
            (&net.value, &*value, Start::Held),
        ] {
            multiply_sparse(slopes, &head.backward, start, by_features);
            let weight = &mut gradient[head.weight.range()];
            outer.add_sparse(slopes, head.bias.len(), weight);
        }
        if let (Some(layers), Some(pass)) = (&net.entities, &mut self.entities) {
            pass.score_back(layers, legal, by_features, products, gradient);
        }
        Ok(())
    }

    /// From the gradient by the features down to the first layer.
    fn backward(&mut self, net: &Packed, parameters: &[f32]) {
        let Self {
            hidden,
            by_features,
            by_hidden,
            by_inner,
            by_normed,
            gradient,
            products,
            ..
        } = self;
        match &net.norm {
            None => std::mem::swap(by_hidden, by_features),
            Some(norm) => {
                by_hidden.clear();
                by_hidden.resize(by_features.len(), 0.0);
                let x = &hidden[net.blocks.len()];
                norm_back(norm, parameters, x, by_features, by_hidden, gradient);
            }
        }
        for (index, (block, trace)) in net.blocks.iter().zip(&self.traces).enumerate().rev() {
            let entered = &hidden[index];
            let inner = match &block.second {
                Some(second) => {
                    products.layer(second, &trace.inner, by_hidden, gradient);
                    by_inner.resize(by_hidden.len(), 0.0);
                    multiply(by_hidden, &second.backward, Start::Zero, by_inner);
                    &trace.inner
                }
                // Without a residual connection all of it goes through the first layer.
                None => {
                    std::mem::swap(by_inner, by_hidden);
                    by_hidden.clear();
                    by_hidden.resize(by_inner.len(), 0.0);
                    &hidden[index + 1]
                }
            };
            ops::unfinish(net.finish, inner, by_inner);
            match &block.norm {
                None => {
                    products.layer(&block.first, entered, by_inner, gradient);
                    multiply(by_inner, &block.first.backward, Start::Held, by_hidden);
                }
                Some(norm) => {
                    products.layer(&block.first, &trace.normed, by_inner, gradient);
                    by_normed.resize(by_inner.len(), 0.0);
                    multiply(by_inner, &block.first.backward, Start::Zero, by_normed);
                    norm_back(norm, parameters, entered, by_normed, by_hidden, gradient);
                }
            }
        }
        ops::unfinish(net.finish, &hidden[0], by_hidden);
        ops::add_rows(by_hidden, &mut gradient[net.input.bias.range()]);
        let weight = &mut gradient[net.input.weight.range()];
        let inputs = self.spec.obs_len;
        let mut outer = products.with(by_hidden);
        if self.is_sparse {
            outer.add_sparse(&self.inputs, inputs, weight);
        } else {
            outer.add(&self.obs, inputs, weight);
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
