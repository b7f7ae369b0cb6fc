//! The network, described once: its layers in the order in which they run, what each reads, what it
//! does, how large its numbers can become and how it begins.
//!
//! Everything else follows this list: [`super::forward`] runs it, the trainer's gradients run it
//! backwards, libtorch runs it in tensors, initial weights and checkpoints take names and shapes from
//! it. A block made of the operations below is written here and nowhere else.

use super::kernel::Finish;
use super::spec::{Activation, Body, NetSpec, TensorSpec};

/// A batch of numbers that a layer reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// The observation.
    Observation,
    /// The mean codes of the entities of every kind.
    Means,
    /// A value inside the trunk, by its number.
    Hidden(usize),
}

/// What a layer does. The numbers are those of values inside the trunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// `to = W from + b`.
    Linear {
        /// What it reads.
        from: Value,
        /// What it makes.
        to: usize,
    },
    /// `to = onto + W from + b`; `to` may be `onto` itself.
    Add {
        /// What it reads.
        from: Value,
        /// What it adds to.
        onto: usize,
        /// What it makes.
        to: usize,
    },
    /// `to` is `from` with mean 0 and variance 1, times the weight, plus the bias.
    Norm {
        /// What it reads.
        from: usize,
        /// What it makes.
        to: usize,
    },
    /// The codes of all entities of a kind, and their mean.
    Encode {
        /// Which kind.
        kind: usize,
    },
    /// Logits of the legal actions, from the features.
    Policy,
    /// The value logit, from the features.
    Win,
    /// Logits of what else is foreseen, from the features.
    Outlook,
    /// Queries from the features, by which actions that point at entities are scored.
    Query,
}

/// One layer: two tensors, and what is done with them.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// What it does.
    pub op: Op,
    /// Whether the non-linearity follows.
    pub activate: bool,
    /// Numbers that it reads, of one sample.
    pub inputs: usize,
    /// Numbers that it makes, of one sample.
    pub outputs: usize,
    /// Scale of its orthogonal initial weights.
    pub gain: f32,
    /// Its number in the order of the flat parameter vector.
    pub place: usize,
    /// Its weight, `[outputs, inputs]`; of a normalisation its scale, `[outputs]`.
    pub weight: TensorSpec,
    /// Its bias, `[outputs]`.
    pub bias: TensorSpec,
}

impl Layer {
    /// What it reads inside the trunk, if anything.
    #[must_use]
    pub fn reads(&self) -> Option<usize> {
        match self.op {
            Op::Linear { from, .. } | Op::Add { from, .. } => match from {
                Value::Hidden(from) => Some(from),
                Value::Observation | Value::Means => None,
            },
            Op::Norm { from, .. } => Some(from),
            Op::Encode { .. } | Op::Policy | Op::Win | Op::Outlook | Op::Query => None,
        }
    }
}

/// The layers of a network in the order in which they run.
#[derive(Debug, Clone, PartialEq)]
pub struct Layers {
    /// The shape that they make.
    pub spec: NetSpec,
    /// The layers.
    pub list: Vec<Layer>,
    /// Number of values inside the trunk.
    pub values: usize,
    /// The value that the heads (policy, win, outlook, query) read.
    pub features: usize,
}

impl Layers {
    /// The layers of a shape.
    #[must_use]
    pub fn new(spec: &NetSpec) -> Self {
        let width = spec.width;
        let hidden = match spec.activation {
            Activation::Relu => std::f32::consts::SQRT_2,
            Activation::Tanh => 5.0 / 3.0,
        };
        let mut net = Builder {
            width,
            hidden,
            list: Vec::new(),
            values: 0,
        };

        let observation = Value::Observation;
        let start = net.value();
        let first = Op::Linear {
            from: observation,
            to: start,
        };
        // What entities add must be in the sums before the non-linearity.
        let activate = spec.entities.is_none();
        net.linear("input", first, spec.obs_len, width, activate);
        if let Some(entities) = &spec.entities {
            for (index, kind) in entities.kinds.iter().enumerate() {
                let (name, op) = (
                    format!("entities.{}", kind.name),
                    Op::Encode { kind: index },
                );
                net.linear(&name, op, kind.stride, entities.width, true);
            }
            let op = Op::Add {
                from: Value::Means,
                onto: start,
                to: start,
            };
            net.linear("pool", op, entities.pooled(), width, true);
        }

        let mut trunk = start;
        for block in 0..spec.blocks {
            let at = |layer: &str| format!("blocks.{block}.{layer}");
            let source = net.norm_if(spec.norm, &at("norm"), trunk);
            let from = Value::Hidden(source);
            let to = net.value();
            match spec.body {
                Body::Mlp => {
                    net.linear(&at("fc"), Op::Linear { from, to }, width, width, true);
                    trunk = to;
                }
                Body::Residual => {
                    net.linear(&at("fc1"), Op::Linear { from, to }, width, width, true);
                    let sum = net.value();
                    let op = Op::Add {
                        from: Value::Hidden(to),
                        onto: trunk,
                        to: sum,
                    };
                    net.linear(&at("fc2"), op, width, width, false);
                    // Blocks start as small corrections.
                    net.gain(hidden / (spec.blocks as f32).sqrt() * 0.5);
                    trunk = sum;
                }
            }
        }
        let features = net.norm_if(spec.norm, "norm", trunk);

        // The policy starts nearly uniform, the critic near one half.
        net.linear("policy", Op::Policy, width, spec.action_count, false);
        net.gain(0.01);
        net.linear("value", Op::Win, width, 1, false);
        net.gain(0.1);
        if spec.outlooks > 0 {
            net.linear("outlook", Op::Outlook, width, spec.outlooks, false);
            net.gain(0.1);
        }
        if let Some(entities) = &spec.entities {
            net.linear("query", Op::Query, width, entities.queries(), false);
            net.gain(0.01);
        }
        Self {
            spec: spec.clone(),
            values: net.values,
            features,
            list: net.laid_out(),
        }
    }

    /// The layers in the order of the flat parameter vector.
    #[must_use]
    pub fn by_place(&self) -> Vec<&Layer> {
        let mut list: Vec<&Layer> = self.list.iter().collect();
        list.sort_by_key(|layer| layer.place);
        list
    }

    /// The non-linearity where one follows a layer.
    #[must_use]
    pub fn finish(&self, layer: &Layer) -> Finish {
        if layer.activate {
            self.spec.activation.into()
        } else {
            Finish::Linear
        }
    }
}

struct Builder {
    width: usize,
    hidden: f32,
    list: Vec<Layer>,
    values: usize,
}

impl Builder {
    /// A new value inside the trunk.
    fn value(&mut self) -> usize {
        self.values += 1;
        self.values - 1
    }

    fn linear(&mut self, name: &str, op: Op, inputs: usize, outputs: usize, activate: bool) {
        self.push(name, op, vec![outputs, inputs], activate);
    }

    /// Replaces the gain of the last layer.
    fn gain(&mut self, gain: f32) {
        if let Some(layer) = self.list.last_mut() {
            layer.gain = gain;
        }
    }

    /// The value itself, or its normalised copy.
    fn norm_if(&mut self, norm: bool, name: &str, from: usize) -> usize {
        if !norm {
            return from;
        }
        let to = self.value();
        self.push(name, Op::Norm { from, to }, vec![self.width], false);
        to
    }

    fn push(&mut self, name: &str, op: Op, shape: Vec<usize>, activate: bool) {
        let outputs = shape[0];
        let tensor = |part: &str, shape: Vec<usize>| TensorSpec {
            name: format!("{name}.{part}"),
            shape,
            offset: 0,
        };
        self.list.push(Layer {
            op,
            activate,
            inputs: shape.last().copied().unwrap_or(outputs),
            outputs,
            gain: self.hidden,
            place: 0,
            weight: tensor("weight", shape),
            bias: tensor("bias", vec![outputs]),
        });
    }

    /// Hands out places and offsets. Layers of entities lie last, though they are among the first to
    /// run: saved runs know them there.
    fn laid_out(mut self) -> Vec<Layer> {
        let is_late = |layer: &Layer| {
            let of_means = |from| from == Value::Means;
            matches!(layer.op, Op::Encode { .. } | Op::Query)
                || matches!(layer.op, Op::Add { from, .. } if of_means(from))
        };
        let (mut place, mut offset) = (0, 0);
        for late in [false, true] {
            for layer in self.list.iter_mut().filter(|layer| is_late(layer) == late) {
                layer.place = place;
                place += 1;
                for tensor in [&mut layer.weight, &mut layer.bias] {
                    tensor.offset = offset;
                    offset = tensor.range().end;
                }
            }
        }
        self.list
    }
}
