//! The network in libtorch: the twin of the plain-Rust one, with gradients.

use reckoners_agents::net::kernel::NORM_EPSILON;
use reckoners_agents::net::layers::{Layer, Layers, Op, Value};
use reckoners_agents::net::{Activation, Entities, NetSpec, TensorSpec};
use tch::{Device, Kind, Tensor};

/// Parameters as tensors that share one flat vector.
#[derive(Debug)]
pub struct Model {
    layers: Layers,
    flat: Tensor,
    leaves: Vec<Tensor>,
}

impl Model {
    /// Room for a network on a device; all parameters zero until [`Model::load`].
    #[must_use]
    pub fn new(spec: &NetSpec, device: Device) -> Self {
        let flat = Tensor::zeros([spec.parameter_count() as i64], (Kind::Float, device));
        let leaf = |tensor: &TensorSpec| {
            let shape: Vec<i64> = tensor.shape.iter().map(|n| *n as i64).collect();
            let view = flat
                .narrow(0, tensor.offset as i64, tensor.len() as i64)
                .view(&shape[..]);
            view.detach().set_requires_grad(true)
        };
        let leaves = spec.tensors().iter().map(leaf).collect();
        Self {
            layers: Layers::new(spec),
            flat,
            leaves,
        }
    }

    /// Replaces all parameters.
    pub fn load(&mut self, parameters: &[f32]) {
        tch::no_grad(|| self.flat.copy_(&Tensor::from_slice(parameters)));
    }

    /// The parameters as tensors, in the order of [`NetSpec::tensors`].
    pub fn leaves(&self) -> &[Tensor] {
        &self.leaves
    }

    /// Action logits `[rows, actions]`, value logits `[rows]` and logits of what else is foreseen `[rows, outlooks]`.
    ///
    /// # Panics
    /// When the observations have another length than the network's.
    pub fn forward(&self, obs: &Tensor) -> (Tensor, Tensor, Option<Tensor>) {
        let entities = self.layers.spec.entities.as_ref();
        // One for each value of the trunk, until nobody reads it any more.
        let mut hidden: Vec<Option<Tensor>> = (0..self.layers.values).map(|_| None).collect();
        let (mut codes, mut logits, mut values) = (Vec::new(), None, None);
        let mut outlooks = None;
        for layer in &self.layers.list {
            let (weight, bias) = (
                &self.leaves[2 * layer.place],
                &self.leaves[2 * layer.place + 1],
            );
            let read = |value: usize| hidden[value].as_ref().expect("made by a layer before");
            let source = |from: Value| match from {
                Value::Observation => obs.shallow_clone(),
                Value::Means => {
                    let mean = |codes: &Tensor| codes.mean_dim(&[1i64][..], false, Kind::Float);
                    let means: Vec<Tensor> = codes.iter().map(mean).collect();
                    Tensor::cat(&means, 1)
                }
                Value::Hidden(from) => read(from).shallow_clone(),
            };
            let linear = |x: &Tensor| x.linear(weight, Some(bias));
            let features = || read(self.layers.features);
            match layer.op {
                Op::Linear { from, to } => {
                    let sums = linear(&source(from));
                    hidden[to] = Some(self.activate(layer, sums));
                }
                Op::Add { from, onto, to } => {
                    let sums = read(onto) + linear(&source(from));
                    hidden[to] = Some(self.activate(layer, sums));
                }
                Op::Norm { from, to } => {
                    let shape = [layer.outputs as i64];
                    let epsilon = NORM_EPSILON.into();
                    let normed =
                        read(from).layer_norm(shape, Some(weight), Some(bias), epsilon, false);
                    hidden[to] = Some(normed);
                }
                Op::Encode { kind } => {
                    let kind = &entities.expect("entities to encode").kinds[kind];
                    let (start, stride, count) = (kind.start, kind.stride, kind.count);
                    let fields = obs
                        .narrow(1, start as i64, (count * stride) as i64)
                        .reshape([-1, count as i64, stride as i64]);
                    codes.push(self.activate(layer, linear(&fields)));
                }
                Op::Policy => logits = Some(linear(features())),
                Op::Win => values = Some(linear(features()).flatten(0, 1)),
                Op::Outlook => outlooks = Some(linear(features())),
                Op::Query => {
                    let shape = entities.expect("entities to point at");
                    let queries = linear(features());
                    logits = logits.map(|logits| score(shape, &codes, &queries, logits));
                }
            }
        }
        let heads = "every network has a policy and a value";
        (logits.expect(heads), values.expect(heads), outlooks)
    }

    fn activate(&self, layer: &Layer, mut x: Tensor) -> Tensor {
        match self.layers.spec.activation {
            _ if !layer.activate => x,
            Activation::Relu => x.relu_(),
            Activation::Tanh => x.tanh_(),
        }
    }
}

/// Adds to the logits of actions that point at entities.
fn score(shape: &Entities, codes: &[Tensor], queries: &Tensor, mut logits: Tensor) -> Tensor {
    let width = shape.width as i64;
    for (index, pointer) in shape.pointers.iter().enumerate() {
        let query = queries.narrow(1, index as i64 * width, width).unsqueeze(2);
        let (first, count) = (pointer.first as i64, pointer.count as i64);
        let targets = codes[pointer.kind].narrow(1, first, count);
        let scores = targets.bmm(&query).squeeze_dim(2);
        let (start, end) = (pointer.action as i64, pointer.action as i64 + count);
        let actions = Tensor::arange_start(start, end, (Kind::Int64, logits.device()));
        logits = logits.index_add(1, &actions, &scores);
    }
    logits
}
