//! The network in libtorch: the twin of the plain-Rust one, with gradients.

use reckoners_agents::net::{Activation, Body, NetSpec};
use tch::{Device, Kind, Tensor};

/// Added to the variance in layer normalisation, as in the plain-Rust network.
const NORM_EPSILON: f64 = 1e-5;

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
            x.layer_norm(width, Some(scale), Some(shift), NORM_EPSILON, false)
        };
        let linear = |x: &Tensor, (weight, bias): (&Tensor, &Tensor)| x.linear(weight, Some(bias));

        let mut hidden = self.activate(linear(obs, next()));
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
        let logits = linear(&hidden, next());
        let values = linear(&hidden, next()).flatten(0, 1);
        (logits, values)
    }

    fn activate(&self, mut x: Tensor) -> Tensor {
        match self.spec.activation {
            Activation::Relu => x.relu_(),
            Activation::Tanh => x.tanh_(),
        }
    }
}
