//! The shape of a network: its sizes, and the tensors that its layers then have.
//!
//! The trainer keeps all parameters in one flat vector, the checkpoint stores them by name, and the
//! plain-Rust network packs them for its kernels; all three take the order from [`Layers`].

use serde::{Deserialize, Serialize};

use super::entities::Entities;
use super::kernel::{Finish, PANEL};
use super::layers::{Layer, Layers};

/// How the hidden layers are chained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// Each block is `h + fc2(act(fc1(h)))`.
    Residual,
    /// Each block is `act(fc(h))`.
    Mlp,
}

/// The non-linearity between layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Activation {
    /// `max(x, 0)`.
    Relu,
    /// Hyperbolic tangent.
    Tanh,
}

impl From<Activation> for Finish {
    fn from(activation: Activation) -> Self {
        match activation {
            Activation::Relu => Self::Relu,
            Activation::Tanh => Self::Tanh,
        }
    }
}

/// The shape of a network: observation in, action logits and one win logit out.
///
/// A part of a shape that is not known here must not be overlooked: the rest would play nonsense.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetSpec {
    /// Length of the observation vector.
    pub obs_len: usize,
    /// Number of action ids.
    pub action_count: usize,
    /// Width of every hidden layer; a multiple of 32.
    pub width: usize,
    /// Number of blocks after the input layer.
    pub blocks: usize,
    /// How the blocks are chained.
    pub body: Body,
    /// The non-linearity.
    pub activation: Activation,
    /// Layer normalisation at the start of each block and before the heads.
    pub norm: bool,
    /// Chances that the network foresees besides that of a win, such as how much is saved.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub outlooks: usize,
    /// Entities read by shared weights, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entities: Option<Entities>,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// One named tensor of a network, in the order of the flat parameter vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TensorSpec {
    /// Name in the checkpoint, for example `blocks.0.fc1.weight`.
    pub name: String,
    /// Shape; a weight is `[outputs, inputs]`.
    pub shape: Vec<usize>,
    /// Where it starts in the flat parameter vector.
    pub offset: usize,
}

impl TensorSpec {
    /// Number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether the tensor has no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The range of the flat parameter vector that holds it.
    #[must_use]
    pub fn range(&self) -> std::ops::Range<usize> {
        self.offset..self.offset + self.len()
    }

    /// Equal parts along its first dimension.
    pub fn parts(&self, count: usize) -> impl Iterator<Item = Self> {
        let mut shape = self.shape.clone();
        shape[0] /= count;
        (0..count).map(move |index| Self {
            name: format!("{}.{index}", self.name),
            shape: shape.clone(),
            offset: self.offset + index * (self.len() / count),
        })
    }
}

/// A network size that cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("network {field} is {value}; it must be {rule}")]
pub struct SpecError {
    /// The field of [`NetSpec`].
    pub field: &'static str,
    /// What it was.
    pub value: usize,
    /// What would be right.
    pub rule: &'static str,
}

impl NetSpec {
    /// Largest accepted width, length or count: far above any use, far below an overflow.
    const LIMIT: usize = 1 << 16;

    /// Checks that the sizes can be built.
    ///
    /// # Errors
    /// Names the first field out of range and its rule.
    pub fn validate(&self) -> Result<(), SpecError> {
        let fail = |field, value, rule| Err(SpecError { field, value, rule });
        if self.obs_len == 0 || self.obs_len > Self::LIMIT {
            return fail("obs_len", self.obs_len, "from 1 to 65536");
        }
        if self.action_count == 0 || self.action_count >= Self::LIMIT {
            return fail("action_count", self.action_count, "from 1 to 65535");
        }
        if self.width == 0 || self.width > 4096 || !self.width.is_multiple_of(PANEL) {
            return fail("width", self.width, "a multiple of 32 from 32 to 4096");
        }
        if self.blocks > 64 {
            return fail("blocks", self.blocks, "at most 64");
        }
        if self.outlooks > 64 {
            return fail("outlooks", self.outlooks, "at most 64");
        }
        match &self.entities {
            Some(entities) => entities.validate(self),
            None => Ok(()),
        }
    }

    /// All tensors in the order of the flat parameter vector.
    #[must_use]
    pub fn tensors(&self) -> Vec<TensorSpec> {
        let layers = Layers::new(self);
        let both = |layer: &Layer| [layer.weight.clone(), layer.bias.clone()];
        layers.by_place().into_iter().flat_map(both).collect()
    }

    /// Number of parameters.
    #[must_use]
    pub fn parameter_count(&self) -> usize {
        self.tensors().last().map_or(0, |t| t.range().end)
    }

    /// Number of 64-bit words of one action mask.
    #[must_use]
    pub fn mask_words(&self) -> usize {
        self.action_count.div_ceil(64)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A network that is small enough to be worked out by hand.
    pub(crate) fn small(obs_len: usize, action_count: usize) -> NetSpec {
        NetSpec {
            obs_len,
            action_count,
            width: 32,
            blocks: 1,
            body: Body::Residual,
            activation: Activation::Relu,
            norm: true,
            outlooks: 0,
            entities: None,
        }
    }

    fn spec() -> NetSpec {
        NetSpec {
            obs_len: 512,
            action_count: 256,
            width: 256,
            blocks: 1,
            body: Body::Mlp,
            activation: Activation::Tanh,
            norm: false,
            outlooks: 0,
            entities: None,
        }
    }

    #[test]
    fn counts_the_parameters_of_the_plain_mlp() {
        // 512-256-256 with heads of 256 and 1, worked out by hand.
        let by_hand = 512 * 256 + 256 + 256 * 256 + 256 + 256 * 256 + 256 + 256 + 1;
        assert_eq!(spec().parameter_count(), by_hand);
    }

    #[test]
    fn tensors_tile_the_flat_vector_without_gap_or_overlap() {
        let spec = NetSpec {
            body: Body::Residual,
            norm: true,
            blocks: 3,
            ..spec()
        };
        let mut end = 0;
        for tensor in spec.tensors() {
            assert_eq!(tensor.offset, end, "{}", tensor.name);
            end = tensor.range().end;
        }
        assert_eq!(end, spec.parameter_count());
    }

    #[test]
    fn names_the_field_that_cannot_be_built() {
        for (spec, field) in [
            (
                NetSpec {
                    obs_len: 0,
                    ..spec()
                },
                "obs_len",
            ),
            (
                NetSpec {
                    action_count: 1 << 16,
                    ..spec()
                },
                "action_count",
            ),
            (
                NetSpec {
                    width: 100,
                    ..spec()
                },
                "width",
            ),
            (
                NetSpec {
                    blocks: 65,
                    ..spec()
                },
                "blocks",
            ),
        ] {
            assert_eq!(spec.validate().expect_err(field).field, field);
        }
        spec().validate().expect("the plain MLP can be built");
    }
}
