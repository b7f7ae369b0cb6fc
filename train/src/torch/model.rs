//! The network in libtorch: the twin of the plain-Rust one, with gradients.

use reckoners_agents::net::kernel::NORM_EPSILON;
use reckoners_agents::net::{Activation, Body, NetSpec};
use tch::{Device, Kind, Tensor};

/// Parameters as tensors that share one flat vector.
#[derive(Debug)]
pub struct Model {
    spec: NetSpec,
    flat: Tensor,
    leaves: Vec<Tensor>,
}

impl Model {
    /// Room for a network on a device; all parameters zero until [`Model::load`].
    #[must_use]
    pub fn new(spec: &NetSpec, device: Device) -> Self {
        let flat = Tensor::zeros([spec.parameter_count() as i64], (Kind::Float, device));
        let leaf = |tensor: &reckoners_agents::net::TensorSpec| {
            let shape: Vec<i64> = tensor.shape.iter().map(|n| *n as i64).collect();
            let view = flat
                .narrow(0, tensor.offset as i64, tensor.len() as i64)
                .view(&shape[..]);
            view.detach().set_requires_grad(true)
        };
        let leaves = spec.tensors().iter().map(leaf).collect();
        Self {
            spec: spec.clone(),
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

    /// Action logits `[rows, actions]` and value logits `[rows]`.
    ///
    /// # Panics
    /// When the observations have another length than the network's.
    pub fn forward(&self, obs: &Tensor) -> (Tensor, Tensor) {
        let mut pairs = self.leaves.chunks_exact(2);
        let mut next = || {
            let pair = pairs.next().expect("the layout lists every layer");
            (&pair[0], &pair[1])
        };
        let width = [self.spec.width as i64];
        let norm = |x: &Tensor, (scale, shift): (&Tensor, &Tensor)| {
            x.layer_norm(width, Some(scale), Some(shift), NORM_EPSILON.into(), false)
        };
        let linear = |x: &Tensor, (weight, bias): (&Tensor, &Tensor)| x.linear(weight, Some(bias));

        // The layers of entities come last in the layout, though they are the first to run.
        let shape = self.spec.entities.as_ref();
        let layers = shape.map_or(0, |shape| shape.kinds.len() + 2);
        let (_, extra) = self.leaves.split_at(self.leaves.len() - 2 * layers);
        let mut extra = extra.chunks_exact(2).map(|pair| (&pair[0], &pair[1]));
        let mut codes = Vec::new();
        let mut sums = linear(obs, next());
        if let Some(shape) = shape {
            for kind in &shape.kinds {
                let (start, stride, count) = (kind.start, kind.stride, kind.count);
                let fields = obs
                    .narrow(1, start as i64, (count * stride) as i64)
                    .reshape([-1, count as i64, stride as i64]);
                let layer = extra.next().expect("an encoder for each kind");
                codes.push(self.activate(linear(&fields, layer)));
            }
            let means: Vec<Tensor> = codes
                .iter()
                .map(|codes| codes.mean_dim(&[1i64][..], false, Kind::Float))
                .collect();
            let layer = extra.next().expect("a layer for the means");
            sums += linear(&Tensor::cat(&means, 1), layer);
        }
        let mut hidden = self.activate(sums);
        for _ in 0..self.spec.blocks {
            let normed = self.spec.norm.then(|| norm(&hidden, next()));
            let source = normed.as_ref().unwrap_or(&hidden);
            let inner = self.activate(linear(source, next()));
            hidden = match self.spec.body {
                Body::Mlp => inner,
                Body::Residual => hidden + linear(&inner, next()),
            };
        }
        if self.spec.norm {
            hidden = norm(&hidden, next());
        }
        let mut logits = linear(&hidden, next());
        let values = linear(&hidden, next()).flatten(0, 1);
        if let Some(shape) = shape {
            let width = shape.width as i64;
            let queries = linear(&hidden, extra.next().expect("a layer for the queries"));
            for (index, pointer) in shape.pointers.iter().enumerate() {
                let query = queries.narrow(1, index as i64 * width, width).unsqueeze(2);
                let (first, count) = (pointer.first as i64, pointer.count as i64);
                let targets = codes[pointer.kind].narrow(1, first, count);
                let scores = targets.bmm(&query).squeeze_dim(2);
                let actions = pointer.action as i64..(pointer.action as i64 + count);
                let actions = Tensor::arange_start(
                    actions.start,
                    actions.end,
                    (Kind::Int64, logits.device()),
                );
                logits = logits.index_add(1, &actions, &scores);
            }
        }
        (logits, values)
    }

    fn activate(&self, mut x: Tensor) -> Tensor {
        match self.spec.activation {
            Activation::Relu => x.relu_(),
            Activation::Tanh => x.tanh_(),
        }
    }
}
