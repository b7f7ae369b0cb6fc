//! Weights packed for the way forward and the way back.

use super::entities::EntityLayers;
use reckoners_agents::net::kernel::{Dense, Finish, Head, Norm, Panels};
use reckoners_agents::net::{Body, NetSpec, TensorSpec};

/// A linear layer, packed for both directions.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) forward: Dense,
    pub(super) backward: Panels,
    pub(super) weight: TensorSpec,
    pub(super) bias: TensorSpec,
}

/// A layer that reads the observation: nothing goes back beyond it.
#[derive(Debug)]
pub(super) struct FirstLayer {
    pub(super) forward: Dense,
    pub(super) weight: TensorSpec,
    pub(super) bias: TensorSpec,
}

/// A layer of which only some outputs are wanted for each sample.
#[derive(Debug)]
pub(super) struct HeadLayer {
    pub(super) forward: Head,
    pub(super) backward: Panels,
    pub(super) weight: TensorSpec,
    pub(super) bias: TensorSpec,
}

/// A layer normalisation and where its parameters lie.
#[derive(Debug)]
pub(super) struct NormLayer {
    pub(super) norm: Norm,
    pub(super) scale: TensorSpec,
    pub(super) shift: TensorSpec,
}

/// A block of the trunk.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) norm: Option<NormLayer>,
    pub(super) first: Layer,
    /// Only a residual block has a second layer.
    pub(super) second: Option<Layer>,
}

/// The whole network.
#[derive(Debug)]
pub(super) struct Packed {
    pub(super) input: FirstLayer,
    pub(super) blocks: Vec<Block>,
    pub(super) norm: Option<NormLayer>,
    pub(super) policy: HeadLayer,
    pub(super) value: HeadLayer,
    pub(super) entities: Option<EntityLayers>,
    pub(super) finish: Finish,
}

impl Packed {
    pub(super) fn new(spec: &NetSpec) -> Self {
        let mut tensors = spec.tensors().into_iter();
        let mut next = || {
            tensors
                .next()
                .expect("the layout lists every tensor in this order")
        };
        let width = spec.width;
        let input = FirstLayer::new(spec.obs_len, width, next(), next());
        let mut blocks = Vec::with_capacity(spec.blocks);
        for _ in 0..spec.blocks {
            let norm = spec.norm.then(|| NormLayer::new(width, next(), next()));
            let first = Layer::new(width, width, next(), next());
            let residual = spec.body == Body::Residual;
            let second = residual.then(|| Layer::new(width, width, next(), next()));
            blocks.push(Block {
                norm,
                first,
                second,
            });
        }
        let norm = spec.norm.then(|| NormLayer::new(width, next(), next()));
        Self {
            input,
            blocks,
            norm,
            policy: HeadLayer::new(width, next(), next()),
            value: HeadLayer::new(width, next(), next()),
            entities: spec
                .entities
                .as_ref()
                .map(|shape| EntityLayers::new(shape, width, spec.action_count, next)),
            finish: spec.activation.into(),
        }
    }

    pub(super) fn load(&mut self, parameters: &[f32]) {
        self.input.load(parameters);
        for block in &mut self.blocks {
            if let Some(norm) = &mut block.norm {
                norm.load(parameters);
            }
            block.first.load(parameters);
            if let Some(second) = &mut block.second {
                second.load(parameters);
            }
        }
        if let Some(norm) = &mut self.norm {
            norm.load(parameters);
        }
        self.policy.load(parameters);
        self.value.load(parameters);
        if let Some(entities) = &mut self.entities {
            entities.load(parameters);
        }
    }

    /// Weights whose gradient is summed `[inputs, outputs]`, with their number of outputs.
    pub(super) fn by_input(&self) -> impl Iterator<Item = (&TensorSpec, usize)> {
        let input = self.input.by_input();
        let entities = self.entities.iter().flat_map(EntityLayers::by_input);
        std::iter::once(input).chain(entities)
    }
}

impl Layer {
    pub(super) fn new(inputs: usize, outputs: usize, weight: TensorSpec, bias: TensorSpec) -> Self {
        let (forward, backward) = (Dense::new(inputs, outputs), Panels::new(outputs, inputs));
        Self {
            forward,
            backward,
            weight,
            bias,
        }
    }

    pub(super) fn load(&mut self, parameters: &[f32]) {
        let weight = &parameters[self.weight.range()];
        self.forward.load(weight, &parameters[self.bias.range()]);
        self.backward.load(weight);
    }
}

impl FirstLayer {
    pub(super) fn new(inputs: usize, outputs: usize, weight: TensorSpec, bias: TensorSpec) -> Self {
        Self {
            forward: Dense::new(inputs, outputs),
            weight,
            bias,
        }
    }

    pub(super) fn load(&mut self, parameters: &[f32]) {
        let weight = &parameters[self.weight.range()];
        self.forward.load(weight, &parameters[self.bias.range()]);
    }

    /// Its weight, whose gradient is summed `[inputs, outputs]`, and its number of outputs.
    pub(super) fn by_input(&self) -> (&TensorSpec, usize) {
        (&self.weight, self.bias.len())
    }
}

impl HeadLayer {
    fn new(inputs: usize, weight: TensorSpec, bias: TensorSpec) -> Self {
        Self {
            forward: Head::new(inputs, bias.len()),
            backward: Panels::new(bias.len(), inputs),
            weight,
            bias,
        }
    }

    fn load(&mut self, parameters: &[f32]) {
        let weight = &parameters[self.weight.range()];
        self.forward.load(weight, &parameters[self.bias.range()]);
        self.backward.load(weight);
    }
}

impl NormLayer {
    fn new(width: usize, scale: TensorSpec, shift: TensorSpec) -> Self {
        Self {
            norm: Norm::new(width),
            scale,
            shift,
        }
    }

    fn load(&mut self, parameters: &[f32]) {
        self.norm.load(
            &parameters[self.scale.range()],
            &parameters[self.shift.range()],
        );
    }
}
