//! A whole network as it is trained and saved: the one that plays, and what makes some of its weights.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::bound::largest_sum;
use super::network::Net;
use super::printed::{Features, Printed, Weaver};
use super::spec::{NetSpec, SpecError, TensorSpec};

/// The shape of a network that may read what is printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// The network that plays.
    pub net: NetSpec,
    /// What it reads by what is printed; nothing for a network that knows cards by their place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<Printed>,
}

impl Shape {
    /// Checks that the sizes can be built.
    ///
    /// # Errors
    /// Names the first field out of range and its rule.
    pub fn validate(&self) -> Result<(), SpecError> {
        self.net.validate()?;
        let printed = self.printed.as_ref();
        printed.map_or(Ok(()), |printed| printed.validate(&self.net))
    }

    /// All tensors in the order of the parameters.
    #[must_use]
    pub fn tensors(&self) -> Vec<TensorSpec> {
        let mut tensors = self.net.tensors();
        if let Some(printed) = &self.printed {
            tensors.extend(printed.tensors(&self.net));
        }
        tensors
    }

    /// Number of parameters.
    #[must_use]
    pub fn parameter_count(&self) -> usize {
        self.tensors().last().map_or(0, |t| t.range().end)
    }

    /// The largest absolute value that a sum in the network can reach, with any box.
    ///
    /// # Panics
    /// When there are fewer parameters than the network has.
    #[must_use]
    pub fn largest_sum(&self, parameters: &[f32]) -> f64 {
        match &self.printed {
            None => largest_sum(&self.net, parameters),
            Some(printed) => largest_sum(&self.net, &printed.bound(&self.net, parameters)),
        }
    }

    /// What makes weights for the box with these features, if anything does.
    ///
    /// # Errors
    /// When the features do not fit.
    pub fn weaver(&self, features: &Arc<Features>) -> Result<Option<Weaver>, SpecError> {
        let printed = self.printed.as_ref();
        let weaver = |printed| Weaver::new(printed, &self.net, Arc::clone(features));
        printed.map(weaver).transpose()
    }

    /// The network that plays with the box that has these features; they do not matter to a network that reads
    /// nothing printed.
    ///
    /// # Errors
    /// When the sizes cannot be built, or the features do not fit.
    ///
    /// # Panics
    /// When there are not exactly as many parameters as the network has.
    pub fn player(&self, parameters: &[f32], features: &Arc<Features>) -> Result<Net, SpecError> {
        match self.weaver(features)? {
            None => Net::new(&self.net, parameters),
            Some(weaver) => Net::new(&self.net, &weaver.weave(parameters)),
        }
    }
}

impl From<NetSpec> for Shape {
    fn from(net: NetSpec) -> Self {
        Self { net, printed: None }
    }
}
