//! Checkpoints: a safetensors file whose metadata holds the manifest as JSON.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use safetensors::tensor::{Dtype, SafeTensors, View};

use super::manifest::{Encoding, FORMAT, Manifest};
use super::network::Net;
use super::spec::{NetSpec, SpecError};

/// Metadata key of the manifest.
const MANIFEST_KEY: &str = "manifest";

/// Weights with their manifest.
#[derive(Debug, Clone, PartialEq)]
pub struct Checkpoint {
    /// What the weights are.
    pub manifest: Manifest,
    /// All parameters in the order of [`NetSpec::tensors`].
    pub parameters: Vec<f32>,
}

/// Why a checkpoint cannot be read, used or written.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read.
    #[error("{file}: cannot read the checkpoint: {source}")]
    Read {
        /// The checkpoint.
        file: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file cannot be written.
    #[error("{file}: cannot write the checkpoint: {source}; the former file is untouched")]
    Write {
        /// The checkpoint.
        file: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is not safetensors, or is cut short.
    #[error("{file}: not a complete safetensors file ({reason}); download or train it again")]
    NotSafetensors {
        /// The checkpoint.
        file: PathBuf,
        /// What the format reader said.
        reason: String,
    },
    /// The manifest is missing or unreadable.
    #[error("{file}: the metadata key \"manifest\" {reason}; this is not a reckoners checkpoint")]
    Manifest {
        /// The checkpoint.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Another format version.
    #[error(
        "{file}: checkpoint format {found}, this program reads format {FORMAT}; \
         use the program version that wrote it, or train again"
    )]
    Format {
        /// The checkpoint.
        file: PathBuf,
        /// The format it names.
        found: u64,
    },
    /// The manifest names sizes that cannot be built.
    #[error("{file}: {source}")]
    Spec {
        /// The checkpoint.
        file: PathBuf,
        /// The field and its rule.
        source: SpecError,
    },
    /// A tensor is missing or has the wrong shape or type.
    #[error("{file}: tensor {tensor} {reason}; the file does not fit its own manifest")]
    Tensor {
        /// The checkpoint.
        file: PathBuf,
        /// Which tensor.
        tensor: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Trained on another encoding or catalog than the game now has.
    #[error("{file}: trained with {what} {found}, but this game has {expected}; {remedy}")]
    Mismatch {
        /// The checkpoint.
        file: PathBuf,
        /// What differs.
        what: &'static str,
        /// What the checkpoint names.
        found: String,
        /// What the game has.
        expected: String,
        /// What to do.
        remedy: &'static str,
    },
}

impl Checkpoint {
    /// Reads a checkpoint and checks it against its own manifest.
    ///
    /// # Errors
    /// Names the file, what is wrong and what to do.
    pub fn load(file: &Path) -> Result<Self, CheckpointError> {
        let bytes = std::fs::read(file).map_err(|source| CheckpointError::Read {
            file: file.into(),
            source,
        })?;
        let broken = |reason: String| CheckpointError::NotSafetensors {
            file: file.into(),
            reason,
        };
        let (_, header) =
            SafeTensors::read_metadata(&bytes).map_err(|error| broken(error.to_string()))?;
        let metadata = header
            .metadata()
            .as_ref()
            .and_then(|map| map.get(MANIFEST_KEY));
        let manifest = parse_manifest(file, metadata.map(String::as_str))?;
        manifest
            .net
            .validate()
            .map_err(|source| CheckpointError::Spec {
                file: file.into(),
                source,
            })?;
        let tensors =
            SafeTensors::deserialize(&bytes).map_err(|error| broken(error.to_string()))?;
        let parameters = read_parameters(file, &manifest.net, &tensors)?;
        Ok(Self {
            manifest,
            parameters,
        })
    }

    /// Checks that the weights were trained on the encodings and the catalog given.
    ///
    /// `file` only names the checkpoint in the message.
    ///
    /// # Errors
    /// Names the first thing that differs.
    pub fn expect(
        &self,
        file: &Path,
        observation: &Encoding,
        action: &Encoding,
        catalog: &str,
    ) -> Result<(), CheckpointError> {
        let manifest = &self.manifest;
        let differ = |what, found: String, expected: String, remedy| {
            Err(CheckpointError::Mismatch {
                file: file.into(),
                what,
                found,
                expected,
                remedy,
            })
        };
        const RETRAIN: &str = "use the program version that trained it, or train again";
        if manifest.observation != *observation {
            let found = manifest.observation.to_string();
            return differ("observation", found, observation.to_string(), RETRAIN);
        }
        if manifest.action != *action {
            return differ(
                "action",
                manifest.action.to_string(),
                action.to_string(),
                RETRAIN,
            );
        }
        if manifest.catalog != catalog {
            const CARDS: &str = "use the card files it was trained on (--cards), or train again";
            return differ(
                "card catalog",
                manifest.catalog.clone(),
                catalog.into(),
                CARDS,
            );
        }
        Ok(())
    }

    /// The network, ready to run.
    ///
    /// # Panics
    /// Never for a loaded checkpoint; a hand-made one must hold as many parameters as its sizes say.
    #[must_use]
    pub fn net(&self) -> Net {
        Net::new(&self.manifest.net, &self.parameters).expect("sizes were checked on loading")
    }

    /// Writes the checkpoint: complete under its name, or not at all.
    ///
    /// # Errors
    /// When the folder cannot be written; a former file is then untouched.
    pub fn save(&self, file: &Path) -> Result<(), CheckpointError> {
        self.write(file).map_err(|source| CheckpointError::Write {
            file: file.into(),
            source,
        })
    }

    fn write(&self, file: &Path) -> std::io::Result<()> {
        let manifest = serde_json::to_string(&self.manifest)?;
        let metadata = HashMap::from([(MANIFEST_KEY.to_owned(), manifest)]);
        let tensors = self.manifest.net.tensors().into_iter().map(|tensor| {
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
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        // In the same folder, so that the final rename cannot cross file systems.
        let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
        temporary.write_all(&bytes)?;
        temporary.as_file().sync_all()?;
        temporary.persist(file).map_err(|error| error.error)?;
        Ok(())
    }
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
    spec: &NetSpec,
    tensors: &SafeTensors<'_>,
) -> Result<Vec<f32>, CheckpointError> {
    let mut parameters = Vec::with_capacity(spec.parameter_count());
    for wanted in spec.tensors() {
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
        let values = words.iter().map(|word| f32::from_le_bytes(*word));
        for (index, value) in values.enumerate() {
            if !value.is_finite() {
                return Err(bad(format!("holds {value} at index {index}")));
            }
            parameters.push(value);
        }
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
