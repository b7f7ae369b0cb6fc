//! One thread's forward and backward pass over its share of the samples.

use reckoners_agents::net::forward::{Trunk, Weights};
use reckoners_agents::net::kernel::{SparseRows, Start, multiply, multiply_sparse};
use reckoners_agents::net::layers::{Layer, Op, Value};
use reckoners_agents::net::{MaskError, MaskedSoftmax, NetSpec, mask};

use super::entities::EntityPass;
use super::gradient_buffers::GradientBuffers;
use super::objective::Objective;
use super::ops;
use super::packed::Packed;
use super::products::Products;
use crate::loss::Stats;

/// Samples that go forward and back together: their activations stay in the second-level cache.
const CHUNK: usize = 128;

/// Memory of one thread.
#[derive(Debug)]
pub(super) struct Pass {
    obs: Vec<f32>,
    trunk: Trunk,
    /// Logits of the legal actions, later the gradients with respect to them.
    legal: SparseRows,
    policy: MaskedSoftmax,
    /// The value logit, later the gradient with respect to it.
    value: SparseRows,
    /// Logits of what else is foreseen, later the gradients with respect to them.
    outlooks: SparseRows,
    /// Gradients with respect to the values of the trunk.
    buffers: GradientBuffers,
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
            obs: Vec::new(),
            trunk: Trunk::default(),
            legal: SparseRows::default(),
            policy: MaskedSoftmax::new(),
            value: SparseRows::default(),
            outlooks: SparseRows::default(),
            buffers: GradientBuffers::default(),
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
            self.obs.clear();
            for row in chunk {
                self.obs.extend_from_slice(objective.observation(*row));
            }
            self.trunk
                .run(&net.layers, &net.forward, &net.places, &self.obs);
            self.logits(net, objective, chunk);
            self.differentiate(net, objective, chunk)?;
            self.buffers
                .begin(net.layers.values, chunk.len() * net.layers.spec.width);
            self.heads_back(net);
            for index in (0..net.layers.list.len()).rev() {
                self.back(net, index, parameters);
            }
        }
        Ok(())
    }

    /// Logits of the legal actions, and the value logit of each sample.
    fn logits(&mut self, net: &Packed, objective: &dyn Objective, rows: &[u32]) {
        let (legal, value) = (&mut self.legal, &mut self.value);
        let outlooks = &mut self.outlooks;
        legal.clear();
        value.clear();
        outlooks.clear();
        for row in rows {
            mask::iter(objective.mask(*row)).for_each(|action| legal.push(action, 0.0));
            legal.end_row();
            value.push(0, 0.0);
            value.end_row();
            (0..net.layers.spec.outlooks).for_each(|i| outlooks.push(i, 0.0));
            outlooks.end_row();
        }
        let features = &self.trunk.hidden[net.layers.features];
        for (layer, weights) in net.layers.list.iter().zip(&net.forward) {
            match (layer.op, weights) {
                (Op::Policy, Weights::Head(head)) => head.apply_entries(features, legal),
                (Op::Win, Weights::Head(head)) => head.apply_entries(features, value),
                (Op::Outlook, Weights::Head(head)) => head.apply_entries(features, outlooks),
                (Op::Query, Weights::Queries(layers)) => {
                    let pass = self.entities.as_mut().expect("entities to point at");
                    pass.score(net, layers, &self.trunk.codes, rows.len(), features, legal);
                }
                _ => {}
            }
        }
    }

    /// Replaces the logits by the gradients of the loss with respect to them.
    fn differentiate(
        &mut self,
        net: &Packed,
        objective: &dyn Objective,
        rows: &[u32],
    ) -> Result<(), MaskError> {
        let Self {
            legal,
            policy,
            value,
            outlooks,
            stats,
            gradient,
            ..
        } = self;
        let bias = |op: Op| {
            let layer = net.layers.list.iter().find(|layer| layer.op == op);
            layer.expect("every network has these heads").bias.offset
        };
        let (policy_bias, value_bias) = (bias(Op::Policy), bias(Op::Win));
        let mut outcome = Ok(());
        let mut samples = rows.iter();
        let mut values = value.values_mut();
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
            for (action, by_logit) in logits {
                gradient[policy_bias + *action as usize] += *by_logit;
            }
            gradient[value_bias] += *value;
        });
        if net.layers.spec.outlooks > 0 {
            let outlook_bias = bias(Op::Outlook);
            let mut samples = rows.iter();
            outlooks.for_each_row(|logits| {
                let row = *samples.next().expect("one row for each sample");
                objective.look_ahead(row, logits);
                for (index, by_logit) in logits {
                    gradient[outlook_bias + *index as usize] += *by_logit;
                }
            });
        }
        outcome
    }

    /// The backward pass of the heads: their own gradients, and those with respect to the features, which all of
    /// them read.
    fn heads_back(&mut self, net: &Packed) {
        let features = &self.trunk.hidden[net.layers.features];
        let mut outer = self.products.with(features);
        let heads = || net.layers.list.iter().zip(&net.backward);
        for (layer, backward) in heads() {
            let entries = match layer.op {
                Op::Policy => &self.legal,
                Op::Win => &self.value,
                Op::Outlook => &self.outlooks,
                _ => continue,
            };
            let (start, by_features) = self.buffers.write(net.layers.features);
            multiply_sparse(entries, &backward[0], start, by_features);
            let weight = &mut self.gradient[layer.weight.range()];
            outer.add_sparse(entries, layer.outputs, weight);
        }
        let by_features = self.buffers.sum(net.layers.features);
        for (layer, backward) in heads() {
            if let (Op::Query, Some(pass)) = (layer.op, &mut self.entities) {
                let (codes, by_logits) = (&self.trunk.codes, &self.legal);
                let (products, gradient) = (&mut self.products, &mut self.gradient);
                let net = (net, layer, backward.as_slice());
                pass.score_back(net, codes, by_logits, by_features, products, gradient);
            }
        }
    }

    /// The backward pass of one layer before the heads: from the gradient with respect to its output to the one with
    /// respect to its input, and to that of its weights.
    fn back(&mut self, net: &Packed, index: usize, parameters: &[f32]) {
        let layer = &net.layers.list[index];
        match layer.op {
            Op::Linear { from, to } => {
                let mut by_sums = self.buffers.take(to);
                ops::unfinish(
                    net.layers.finish(layer),
                    &self.trunk.hidden[to],
                    &mut by_sums,
                );
                self.matrix_back(net, index, from, &by_sums);
                self.buffers.give_back(by_sums);
            }
            Op::Add { from, onto, to } => {
                let mut by_sums = self.buffers.take(to);
                ops::unfinish(
                    net.layers.finish(layer),
                    &self.trunk.hidden[to],
                    &mut by_sums,
                );
                self.matrix_back(net, index, from, &by_sums);
                self.buffers.put(onto, by_sums);
            }
            Op::Norm { from, to } => {
                let by_normed = self.buffers.take(to);
                let by_x = self.buffers.sum(from);
                let x = &self.trunk.hidden[from];
                norm_back(layer, parameters, x, &by_normed, by_x, &mut self.gradient);
                self.buffers.give_back(by_normed);
            }
            Op::Encode { kind } => {
                let pass = self.entities.as_mut().expect("entities were encoded");
                let (codes, gradient) = (&self.trunk.codes, &mut self.gradient);
                pass.encode_back(net, layer, kind, codes, gradient);
            }
            // All at once, in `heads_back`.
            Op::Policy | Op::Win | Op::Outlook | Op::Query => {}
        }
    }

    /// The backward pass of a matrix: the gradient of its weights, and the one with respect to its input.
    fn matrix_back(&mut self, net: &Packed, index: usize, from: Value, by_sums: &[f32]) {
        let layer = &net.layers.list[index];
        ops::add_rows(by_sums, &mut self.gradient[layer.bias.range()]);
        let weight = &mut self.gradient[layer.weight.range()];
        let backward = net.backward[index].first();
        match (from, backward) {
            (Value::Hidden(from), Some(backward)) => {
                let x = &self.trunk.hidden[from];
                self.products.with(x).add(by_sums, layer.outputs, weight);
                let (start, by_x) = self.buffers.write(from);
                multiply(by_sums, backward, start, by_x);
            }
            (Value::Means, Some(backward)) => {
                let means = &self.trunk.codes.means;
                let mut outer = self.products.with(by_sums);
                outer.add(means, layer.inputs, weight);
                let pass = self.entities.as_mut().expect("entities have means");
                let by_means = pass.by_means(means.len());
                multiply(by_sums, backward, Start::Zero, by_means);
            }
            _ => {
                let mut outer = self.products.with(by_sums);
                if self.trunk.is_sparse {
                    outer.add_sparse(&self.trunk.sparse, layer.inputs, weight);
                } else {
                    outer.add(&self.obs, layer.inputs, weight);
                }
            }
        }
    }
}

/// The backward pass of a normalisation: adds to `by_x` and to the gradient of its weights.
fn norm_back(
    layer: &Layer,
    parameters: &[f32],
    x: &[f32],
    by_normed: &[f32],
    by_x: &mut [f32],
    gradient: &mut [f32],
) {
    // The shift lies right behind the scale.
    let both = &mut gradient[layer.weight.offset..layer.bias.range().end];
    let (scale_gradient, shift_gradient) = both.split_at_mut(layer.outputs);
    ops::NormBack {
        x,
        scale: &parameters[layer.weight.range()],
        gradient: by_normed,
        out: by_x,
        scale_gradient,
        shift_gradient,
    }
    .run();
}
