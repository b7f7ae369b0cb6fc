//! Weights made from what is printed: how one network plays with any box.
//!
//! Observations mark cards by their numbers, and actions name them by their numbers; but what a number stands for
//! differs from box to box. So the weights of such inputs and actions are not learned: they are made from the
//! features of the card. An encoder for each kind of printed thing turns the features into a code, and a matrix for
//! each use turns the code into a column of the input layer, a column of an entity's encoder, or a row of the policy.
//! That is done once for a box ([`Weaver::weave`]); the network that plays is then an ordinary one.
//! [`Weaver::unravel`] is the way back, for training.
//!
//! Two cards that do the same have the same weights, wherever they lie in the file.

mod linear;
#[cfg(test)]
mod tests;
mod weaver;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use linear::Linear;
pub use weaver::Weaver;

use super::spec::{NetSpec, SpecError, TensorSpec};

/// What a network reads by its features.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Printed {
    /// Numbers of one code; a multiple of 16.
    pub width: usize,
    /// Kinds of printed things.
    pub kinds: Vec<PrintedKind>,
    /// Which weights are made of them.
    pub uses: Vec<Use>,
    /// Inputs that the input layer does not read, because entities read them: runs of `[start, length]`.
    pub unread: Vec<[usize; 2]>,
}

/// Printed things with the same features.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintedKind {
    /// Its name, for the checkpoint.
    pub name: String,
    /// How many there are.
    pub rows: usize,
    /// Features of one.
    pub features: usize,
}

/// Where made weights go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Columns of the input layer.
    Input,
    /// Columns of the encoder of a kind of entities.
    Entity(usize),
    /// Rows and biases of the policy.
    Policy,
}

/// Weights that are made of one kind of printed things.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// Its name, for the checkpoint.
    pub name: String,
    /// Index of the kind.
    pub kind: usize,
    /// Which weights.
    pub place: Place,
    /// The first column or row of each run, one for each thing; all runs get the same weights.
    pub starts: Vec<usize>,
}

/// The features of every kind in one box, `[rows, features]` each.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Features(pub Vec<Vec<f32>>);

impl Printed {
    /// The tensors that make weights, which lie behind those of the network.
    #[must_use]
    pub fn tensors(&self, spec: &NetSpec) -> Vec<TensorSpec> {
        let (encoders, makers) = self.linears(spec);
        let both = |linear: Linear| [linear.weight, linear.bias];
        encoders.into_iter().chain(makers).flat_map(both).collect()
    }

    fn linears(&self, spec: &NetSpec) -> (Vec<Linear>, Vec<Linear>) {
        let mut offset = spec.parameter_count();
        let mut linear = |name: String, inputs: usize, outputs: usize| {
            let mut tensor = |part: &str, shape: Vec<usize>| {
                let tensor = TensorSpec {
                    name: format!("{name}.{part}"),
                    shape,
                    offset,
                };
                offset = tensor.range().end;
                tensor
            };
            Linear {
                weight: tensor("weight", vec![outputs, inputs]),
                bias: tensor("bias", vec![outputs]),
                inputs,
                outputs,
            }
        };
        let kinds = self.kinds.iter();
        let encoders = kinds
            .map(|kind| linear(format!("printed.{}", kind.name), kind.features, self.width))
            .collect();
        let uses = self.uses.iter();
        let makers = uses
            .map(|made| {
                let outputs = match made.place {
                    Place::Input => spec.width,
                    Place::Entity(_) => spec.entities.as_ref().map_or(0, |e| e.width),
                    // The last one is the bias of the action.
                    Place::Policy => spec.width + 1,
                };
                linear(format!("made.{}", made.name), self.width, outputs)
            })
            .collect();
        (encoders, makers)
    }

    /// Checks that everything lies within a network, and nothing is made twice.
    ///
    /// # Errors
    /// Names the first value out of range and its rule.
    pub fn validate(&self, spec: &NetSpec) -> Result<(), SpecError> {
        let fail = |field, value, rule| Err(SpecError { field, value, rule });
        if self.width == 0 || self.width > 1024 || !self.width.is_multiple_of(16) {
            let rule = "a multiple of 16 from 16 to 1024";
            return fail("printed.width", self.width, rule);
        }
        if self.kinds.is_empty() || self.kinds.len() > 32 || self.uses.len() > 256 {
            let rule = "from 1 to 32 kinds with at most 256 uses";
            return fail("printed.kinds", self.kinds.len(), rule);
        }
        for kind in &self.kinds {
            if !(1..=4096).contains(&kind.rows) || !(1..=4096).contains(&kind.features) {
                let rule = "from 1 to 4096 rows of 1 to 4096 features";
                return fail("printed.kinds.rows", kind.rows, rule);
            }
        }
        let entities = spec.entities.as_ref();
        let strides: Vec<usize> = entities
            .map(|e| e.kinds.iter().map(|k| k.stride).collect())
            .unwrap_or_default();
        let mut input = vec![false; spec.obs_len];
        let mut policy = vec![false; spec.action_count];
        let mut encoders: Vec<Vec<bool>> = strides.iter().map(|n| vec![false; *n]).collect();
        for made in &self.uses {
            let Some(kind) = self.kinds.get(made.kind) else {
                return fail("printed.uses.kind", made.kind, "one of the kinds");
            };
            let taken = match made.place {
                Place::Input => &mut input,
                Place::Policy => &mut policy,
                Place::Entity(index) => match encoders.get_mut(index) {
                    Some(encoder) => encoder,
                    None => return fail("printed.uses.place", index, "a kind of entities"),
                },
            };
            if !take(taken, made.starts.iter().map(|s| [*s, kind.rows])) {
                let start = made.starts.first().copied().unwrap_or_default();
                let rule = "the starts of runs within the network that nothing else makes";
                return fail("printed.uses.starts", start, rule);
            }
        }
        if !take(&mut input, self.unread.iter().copied()) {
            let rule = "runs of inputs that nothing makes";
            return fail("printed.unread", self.unread.len(), rule);
        }
        Ok(())
    }

    /// Parameters of the playing network, with the largest values that made weights can have with any features
    /// from 0 to 1.
    ///
    /// # Panics
    /// When this is not part of the network, or there are fewer parameters than both have.
    #[must_use]
    pub fn bound(&self, spec: &NetSpec, parameters: &[f32]) -> Vec<f32> {
        self.placeless(spec).bound(parameters)
    }

    /// Clears the plain parameters that are made, or that nobody reads.
    ///
    /// # Panics
    /// When this is not part of the network, or there are fewer parameters than it has.
    pub fn clear(&self, spec: &NetSpec, parameters: &mut [f32]) {
        for range in self.placeless(spec).hidden {
            parameters[range].fill(0.0);
        }
    }

    /// A weaver for a box on which nothing is printed.
    fn placeless(&self, spec: &NetSpec) -> Weaver {
        let nothing = self.kinds.iter().map(|k| vec![0.0; k.rows * k.features]);
        let weaver = Weaver::new(self, spec, Arc::new(Features(nothing.collect())));
        weaver.expect("checked before")
    }
}

/// Marks some runs; whether they were within and free.
fn take(taken: &mut [bool], runs: impl Iterator<Item = [usize; 2]>) -> bool {
    for [start, len] in runs {
        let end = start.checked_add(len);
        match end.and_then(|end| taken.get_mut(start..end)) {
            Some(run) if len > 0 && !run.contains(&true) => run.fill(true),
            _ => return false,
        }
    }
    true
}
