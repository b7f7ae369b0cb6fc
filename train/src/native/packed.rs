//! Weights packed for the forward and the backward pass.

use reckoners_agents::net::entities::Target;
use reckoners_agents::net::forward::{Places, Weights};
use reckoners_agents::net::kernel::Panels;
use reckoners_agents::net::layers::{Layer, Layers, Op, Value};
use reckoners_agents::net::{NetSpec, TensorSpec};

/// The whole network.
#[derive(Debug)]
pub(super) struct Packed {
    pub(super) layers: Layers,
    pub(super) places: Places,
    /// One for each layer.
    pub(super) forward: Vec<Weights>,
    /// One for each layer: nothing where nothing goes back beyond it, and one matrix for each pointer
    /// where the layer makes queries.
    pub(super) backward: Vec<Vec<Panels>>,
    /// What each action points at.
    pub(super) targets: Vec<Option<Target>>,
}

impl Packed {
    pub(super) fn new(spec: &NetSpec) -> Self {
        let layers = Layers::new(spec);
        let pointers = spec.entities.as_ref().map_or(1, |e| e.pointers.len());
        let backward = |layer: &Layer| {
            let (inputs, outputs) = (layer.inputs, layer.outputs);
            match layer.op {
                Op::Linear { from, .. } | Op::Add { from, .. } if from == Value::Observation => {
                    Vec::new()
                }
                Op::Encode { .. } | Op::Norm { .. } => Vec::new(),
                Op::Linear { .. } | Op::Add { .. } | Op::Policy | Op::Win | Op::Outlook => {
                    vec![Panels::new(outputs, inputs)]
                }
                Op::Query => vec![Panels::new(outputs / pointers, inputs); pointers],
            }
        };
        Self {
            places: Places::apart(&layers),
            forward: Weights::of(&layers),
            backward: layers.list.iter().map(backward).collect(),
            targets: spec
                .entities
                .as_ref()
                .map_or_else(Vec::new, |entities| entities.targets(spec.action_count)),
            layers,
        }
    }

    pub(super) fn load(&mut self, parameters: &[f32]) {
        let packed = self.forward.iter_mut().zip(&mut self.backward);
        for (layer, (forward, backward)) in self.layers.list.iter().zip(packed) {
            forward.load(layer, parameters);
            let weight = &parameters[layer.weight.range()];
            let size = weight.len() / backward.len().max(1);
            for (panels, part) in backward.iter_mut().zip(weight.chunks_exact(size)) {
                panels.load(part);
            }
        }
    }

    /// Weights whose gradient is summed `[inputs, outputs]`, with their number of outputs: those that
    /// read no value of the trunk, whose width the products are made for.
    pub(super) fn by_input(&self) -> impl Iterator<Item = (&TensorSpec, usize)> {
        let matrices = self.layers.list.iter().filter(|layer| match layer.op {
            Op::Linear { .. } | Op::Add { .. } | Op::Encode { .. } => layer.reads().is_none(),
            Op::Norm { .. } | Op::Policy | Op::Win | Op::Outlook | Op::Query => false,
        });
        matrices.map(|layer| (&layer.weight, layer.outputs))
    }
}
