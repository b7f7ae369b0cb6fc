//! Checkpoints: a safetensors file whose metadata holds the manifest as JSON.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use safetensors::tensor::{Dtype, SafeTensors, View};

use super::bound::MOST_SUM;
use super::error::CheckpointError;
use super::manifest::{Encoding, FORMAT, Manifest};
use super::network::Net;
use super::printed::Features;
use super::spec::TensorSpec;
use crate::file::{checksum, read_at_most, write_atomically};

/// Metadata key of the manifest.
const MANIFEST_KEY: &str = "manifest";

/// Metadata key of the checksum over the manifest and all tensors; files of older programs have none.
const CHECKSUM_KEY: &str = "checksum";

/// Most bytes of a checkpoint: a file that has more is another file.
pub const MOST_BYTES: u64 = 1 << 30;

/// Weights with their manifest.
#[derive(Debug, Clone, PartialEq)]
pub struct Checkpoint {
    /// What the weights are.
    pub manifest: Manifest,
    /// All parameters in the order of [`Shape::tensors`](super::Shape::tensors).
    pub parameters: Vec<f32>,
}

impl Checkpoint {
    /// Reads a checkpoint and checks it against its own manifest.
    ///
    /// # Errors
    /// Names the file, what is wrong and what to do.
    pub fn load(file: &Path) -> Result<Self, CheckpointError> {
        let bytes = read_at_most(file, MOST_BYTES).map_err(|cause| CheckpointError::Read {
            file: file.into(),
            cause,
        })?;
        Self::parse(file, &bytes)
    }

    /// Reads the bytes of a checkpoint and checks it against its own manifest. `file` only names it
    /// in messages.
    ///
    /// # Errors
    /// Names the file, what is wrong and what to do.
    pub fn parse(file: &Path, bytes: &[u8]) -> Result<Self, CheckpointError> {
        let broken = |reason: String| CheckpointError::NotSafetensors {
            file: file.into(),
            reason,
        };
        let (_, header) =
            SafeTensors::read_metadata(bytes).map_err(|error| broken(error.to_string()))?;
        let entry = |key: &str| header.metadata().as_ref().and_then(|map| map.get(key));
        let text = entry(MANIFEST_KEY).map(String::as_str);
        let manifest = parse_manifest(file, text)?;
        manifest
            .shape
            .validate()
            .map_err(|cause| CheckpointError::Spec {
                file: file.into(),
                cause,
            })?;
        let tensors = SafeTensors::deserialize(bytes).map_err(|error| broken(error.to_string()))?;
        let parameters = read_parameters(file, &manifest.shape.tensors(), &tensors, bytes.len())?;
        let checkpoint = Self {
            manifest,
            parameters,
        };
        if let Some(noted) = entry(CHECKSUM_KEY)
            && *noted != checkpoint.checksum(text.unwrap_or_default())
        {
            return Err(CheckpointError::Damaged { file: file.into() });
        }
        checkpoint.check(file)?;
        Ok(checkpoint)
    }

    /// Checks that the weights can be played with: all are numbers, and so is whatever they make.
    ///
    /// `file` only names the checkpoint in the message.
    ///
    /// # Errors
    /// Names the tensor, or how large sums could become.
    pub fn check(&self, file: &Path) -> Result<(), CheckpointError> {
        for tensor in self.manifest.shape.tensors() {
            let mut values = self.parameters[tensor.range()].iter().enumerate();
            if let Some((index, value)) = values.find(|(_, value)| !value.is_finite()) {
                return Err(CheckpointError::Tensor {
                    file: file.into(),
                    tensor: tensor.name,
                    reason: format!("holds {value} at index {index}, which no training makes"),
                });
            }
        }
        let sum = self.manifest.shape.largest_sum(&self.parameters);
        if sum > MOST_SUM {
            return Err(CheckpointError::Wild {
                file: file.into(),
                sum,
            });
        }
        Ok(())
    }

    fn checksum(&self, manifest: &str) -> String {
        let values = self.parameters.iter().flat_map(|value| value.to_le_bytes());
        let values: Vec<u8> = values.collect();
        checksum([manifest.as_bytes(), values.as_slice()])
    }

    /// Checks that the weights were trained on these cards.
    ///
    /// `file` only names the checkpoint in the message.
    ///
    /// # Errors
    /// Names both catalogs and what to do.
    pub fn expect_cards(&self, file: &Path, catalog: &str) -> Result<(), CheckpointError> {
        let remedy = "give the cards it was trained on (--cards, or leave it out for the built-in \
                      ones), let it play these unseen (add \"+any-cards\" to its name), or train one \
                      for them (configs/train/own-cards.toml)";
        let found = self.manifest.catalog.as_str();
        expect_same(file, "card catalog", found, catalog, remedy)
    }

    /// Checks that the weights were trained on the encodings given.
    ///
    /// `file` only names the checkpoint in the message.
    ///
    /// # Errors
    /// Names the first thing that differs.
    pub fn expect_encodings(
        &self,
        file: &Path,
        observation: &Encoding,
        action: &Encoding,
    ) -> Result<(), CheckpointError> {
        let remedy = "use the program version that trained it, or train again";
        let found = &self.manifest;
        expect_same(file, "observation", &found.observation, observation, remedy)?;
        expect_same(file, "action", &found.action, action, remedy)
    }

    /// Checks that the network reads so many numbers and answers so many actions.
    ///
    /// # Errors
    /// Names the size that differs.
    pub fn expect_sizes(
        &self,
        file: &Path,
        obs_len: usize,
        action_count: usize,
    ) -> Result<(), CheckpointError> {
        let net = &self.manifest.shape.net;
        let remedy = "the file is damaged; download or train it again";
        expect_same(file, "observation length", net.obs_len, obs_len, remedy)?;
        expect_same(
            file,
            "number of actions",
            net.action_count,
            action_count,
            remedy,
        )
    }

    /// The network, ready to run with the box that has these features; they do not matter to a network that
    /// reads nothing printed.
    ///
    /// # Panics
    /// Never for a loaded checkpoint with features of its encoding; a hand-made one must hold as many parameters
    /// as its sizes say.
    #[must_use]
    pub fn net(&self, features: &Arc<Features>) -> Net {
        let net = self.manifest.shape.player(&self.parameters, features);
        net.expect("sizes were checked on loading")
    }

    /// Writes the checkpoint: complete under its name, or not at all.
    ///
    /// # Errors
    /// When it could not be played with, or the folder cannot be written; a former file is then
    /// untouched.
    pub fn save(&self, file: &Path) -> Result<(), CheckpointError> {
        self.check(file)?;
        self.write(file).map_err(|cause| CheckpointError::Write {
            file: file.into(),
            cause,
        })
    }

    fn write(&self, file: &Path) -> std::io::Result<()> {
        let manifest = serde_json::to_string(&self.manifest)?;
        let checksum = self.checksum(&manifest);
        let metadata = HashMap::from([
            (MANIFEST_KEY.to_owned(), manifest),
            (CHECKSUM_KEY.to_owned(), checksum),
        ]);
        let tensors = self.manifest.shape.tensors().into_iter().map(|tensor| {
            let values = &self.parameters[tensor.range()];
            (
                tensor.name,
                Values {
                    shape: tensor.shape,
                    values,
                },
            )
        });
        let bytes = safetensors::serialize(tensors, Some(metadata))
            .map_err(|error| std::io::Error::other(error.to_string()))?;
        write_atomically(file, &bytes)
    }
}

/// Refuses a checkpoint that was made with something else than what is here.
fn expect_same<T: PartialEq + std::fmt::Display>(
    file: &Path,
    what: &'static str,
    found: T,
    expected: T,
    remedy: &'static str,
) -> Result<(), CheckpointError> {
    if found == expected {
        return Ok(());
    }
    Err(CheckpointError::Mismatch {
        file: file.into(),
        what,
        found: found.to_string(),
        expected: expected.to_string(),
        remedy,
    })
}

fn parse_manifest(file: &Path, text: Option<&str>) -> Result<Manifest, CheckpointError> {
    let bad = |reason: String| CheckpointError::Manifest {
        file: file.into(),
        reason,
    };
    let text = text.ok_or_else(|| bad("is missing".into()))?;
    let json: serde_json::Value =
        serde_json::from_str(text).map_err(|error| bad(format!("is not JSON ({error})")))?;
    // The version first: a later format may lack what this one needs.
    let found = json["format"]
        .as_u64()
        .ok_or_else(|| bad("names no format version".into()))?;
    if found != u64::from(FORMAT) {
        return Err(CheckpointError::Format {
            file: file.into(),
            found,
        });
    }
    serde_json::from_value(json).map_err(|error| bad(format!("cannot be read ({error})")))
}

fn read_parameters(
    file: &Path,
    layout: &[TensorSpec],
    tensors: &SafeTensors<'_>,
    file_len: usize,
) -> Result<Vec<f32>, CheckpointError> {
    // The manifest may promise more than the file holds.
    let promised = layout.last().map_or(0, |tensor| tensor.range().end);
    let mut parameters = Vec::with_capacity(promised.min(file_len / 4));
    for wanted in layout {
        let bad = |reason: String| CheckpointError::Tensor {
            file: file.into(),
            tensor: wanted.name.clone(),
            reason,
        };
        let tensor = tensors
            .tensor(&wanted.name)
            .map_err(|_| bad("is missing".into()))?;
        if tensor.dtype() != Dtype::F32 {
            return Err(bad(format!("is {:?}, not F32", tensor.dtype())));
        }
        if tensor.shape() != wanted.shape {
            return Err(bad(format!(
                "has shape {:?}, not {:?}",
                tensor.shape(),
                wanted.shape
            )));
        }
        let (words, _) = tensor.data().as_chunks::<4>();
        parameters.extend(words.iter().map(|word| f32::from_le_bytes(*word)));
    }
    if let Some(unknown) = tensors
        .names()
        .into_iter()
        .find(|name| layout.iter().all(|tensor| tensor.name != **name))
    {
        return Err(CheckpointError::Tensor {
            file: file.into(),
            tensor: unknown.to_string(),
            reason: "is not one of this network".into(),
        });
    }
    Ok(parameters)
}

/// One tensor on its way into the file.
struct Values<'a> {
    shape: Vec<usize>,
    values: &'a [f32],
}

impl View for Values<'_> {
    fn dtype(&self) -> Dtype {
        Dtype::F32
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        self.values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect::<Vec<_>>()
            .into()
    }

    fn data_len(&self) -> usize {
        self.values.len() * 4
    }
}

#[cfg(test)]
mod tests;
