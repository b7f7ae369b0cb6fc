//! Running the layers of [`Layers`] forward: for play, and for the way there of the trainer's gradients.

use super::codes::Codes;
use super::kernel::{Dense, Head, Norm, SparseRows};
use super::layers::{Layer, Layers, Op, Value};

/// The weights of one layer, packed for the way forward.
#[derive(Debug, Clone)]
pub enum Weights {
    /// Of a linear layer.
    Linear(Dense),
    /// Of a normalisation.
    Norm(Norm),
    /// Of a layer of which only some outputs are wanted for each sample.
    Head(Head),
    /// Of queries: one for each run of actions that point at something.
    Queries(Vec<Dense>),
}

impl Weights {
    /// Room for the weights of every layer; all zero.
    #[must_use]
    pub fn of(layers: &Layers) -> Vec<Self> {
        let pointers = layers
            .spec
            .entities
            .as_ref()
            .map_or(1, |e| e.pointers.len());
        let one = |layer: &Layer| {
            let (inputs, outputs) = (layer.inputs, layer.outputs);
            match layer.op {
                Op::Linear { .. } | Op::Add { .. } | Op::Encode { .. } => {
                    Self::Linear(Dense::new(inputs, outputs))
                }
                Op::Norm { .. } => Self::Norm(Norm::new(outputs)),
                Op::Policy | Op::Win | Op::Outlook => Self::Head(Head::new(inputs, outputs)),
                Op::Query => Self::Queries(vec![Dense::new(inputs, outputs / pointers); pointers]),
            }
        };
        layers.list.iter().map(one).collect()
    }

    /// Packs the parameters of a layer.
    pub fn load(&mut self, layer: &Layer, parameters: &[f32]) {
        let (weight, bias) = (
            &parameters[layer.weight.range()],
            &parameters[layer.bias.range()],
        );
        match self {
            Self::Linear(dense) => dense.load(weight, bias),
            Self::Norm(norm) => norm.load(weight, bias),
            Self::Head(head) => head.load(weight, bias),
            Self::Queries(parts) => {
                let count = parts.len();
                let weights = weight.chunks_exact(weight.len() / count);
                let biases = bias.chunks_exact(bias.len() / count);
                for (part, (weight, bias)) in parts.iter_mut().zip(weights.zip(biases)) {
                    part.load(weight, bias);
                }
            }
        }
    }
}

/// In which buffer each value of the trunk lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    of: Vec<usize>,
    buffers: usize,
}

impl Places {
    /// Every value in a buffer of its own: all are there at the end, for the way back.
    #[must_use]
    pub fn apart(layers: &Layers) -> Self {
        Self {
            of: (0..layers.values).collect(),
            buffers: layers.values,
        }
    }

    /// As few buffers as will do, which then stay in the cache; only the features outlast the trunk.
    #[must_use]
    pub fn shared(layers: &Layers) -> Self {
        let mut last_use = vec![0; layers.values];
        for (step, layer) in layers.list.iter().enumerate() {
            if let Some(read) = layer.reads() {
                last_use[read] = step;
            }
            if let Op::Add { onto, .. } = layer.op {
                last_use[onto] = step;
            }
        }
        last_use[layers.features] = layers.list.len();
        let mut of = vec![usize::MAX; layers.values];
        // The value that each buffer holds.
        let mut held: Vec<usize> = Vec::new();
        for (step, layer) in layers.list.iter().enumerate() {
            let (to, taken) = match layer.op {
                // Its sum can grow where the first part lies, if nobody reads that later.
                Op::Add { onto, to, .. } => (to, (last_use[onto] == step).then(|| of[onto])),
                Op::Linear { to, .. } | Op::Norm { to, .. } => (to, None),
                Op::Encode { .. } | Op::Policy | Op::Win | Op::Outlook | Op::Query => continue,
            };
            if of[to] != usize::MAX {
                continue;
            }
            let free = || held.iter().position(|value| last_use[*value] < step);
            let buffer = taken.or_else(free).unwrap_or(held.len());
            if buffer == held.len() {
                held.push(to);
            }
            held[buffer] = to;
            of[to] = buffer;
        }
        Self {
            buffers: held.len(),
            of,
        }
    }

    /// The buffer of a value.
    #[must_use]
    pub fn of(&self, value: usize) -> usize {
        self.of[value]
    }
}

/// What flows through the trunk; memory that passes reuse.
#[derive(Debug, Clone, Default)]
pub struct Trunk {
    /// What is not zero of the observations, if they are mostly zero.
    pub sparse: SparseRows,
    /// Whether they are.
    pub is_sparse: bool,
    /// The values of [`Places`].
    pub hidden: Vec<Vec<f32>>,
    /// What the entities were read as.
    pub codes: Codes,
}

impl Trunk {
    /// Runs every layer before the heads on a batch of observations.
    ///
    /// # Panics
    /// When the weights are not those of the layers.
    pub fn run(&mut self, layers: &Layers, weights: &[Weights], places: &Places, obs: &[f32]) {
        let obs_len = layers.spec.obs_len;
        let rows = obs.len() / obs_len;
        self.is_sparse = self.sparse.collect_if_sparse(obs, obs_len);
        self.hidden.resize(places.buffers, Vec::new());
        if let Some(entities) = &layers.spec.entities {
            self.codes.clear(entities, rows);
        }
        for (layer, weights) in layers.list.iter().zip(weights) {
            let size = rows * layer.outputs;
            let finish = layers.finish(layer);
            match (layer.op, weights) {
                (Op::Linear { from, to }, Weights::Linear(dense)) => {
                    let to = places.of(to);
                    self.hidden[to].resize(size, 0.0);
                    match from {
                        Value::Observation if self.is_sparse => {
                            dense.apply_sparse(&self.sparse, &mut self.hidden[to], finish);
                        }
                        Value::Observation => dense.apply(obs, &mut self.hidden[to], finish),
                        Value::Means => {
                            dense.apply(&self.codes.means, &mut self.hidden[to], finish);
                        }
                        Value::Hidden(from) => {
                            let (from, to) = self.two(places.of(from), to);
                            dense.apply(from, to, finish);
                        }
                    }
                }
                (Op::Add { from, onto, to }, Weights::Linear(dense)) => {
                    let (onto, to) = (places.of(onto), places.of(to));
                    if onto != to {
                        let (onto, to) = self.two(onto, to);
                        to.clone_from(onto);
                    }
                    match from {
                        Value::Observation => dense.add(obs, &mut self.hidden[to]),
                        Value::Means => dense.add(&self.codes.means, &mut self.hidden[to]),
                        Value::Hidden(from) => {
                            let (from, to) = self.two(places.of(from), to);
                            dense.add(from, to);
                        }
                    }
                    finish.apply(&mut self.hidden[to]);
                }
                (Op::Norm { from, to }, Weights::Norm(norm)) => {
                    let to = places.of(to);
                    self.hidden[to].resize(size, 0.0);
                    let (from, to) = self.two(places.of(from), to);
                    norm.apply(from, to);
                }
                (Op::Encode { kind }, Weights::Linear(dense)) => {
                    let entities = layers.spec.entities.as_ref().expect("entities to encode");
                    let codes = &mut self.codes;
                    codes.encode(entities, kind, dense, obs, obs_len, finish);
                }
                (Op::Policy | Op::Win | Op::Outlook | Op::Query, _) => {}
                (op, _) => unreachable!("{op:?} has other weights"),
            }
        }
    }

    /// One value to read and another to write.
    fn two(&mut self, from: usize, to: usize) -> (&Vec<f32>, &mut Vec<f32>) {
        let [from, to] = self
            .hidden
            .get_disjoint_mut([from, to])
            .expect("a layer reads and writes two values");
        (from, to)
    }
}
