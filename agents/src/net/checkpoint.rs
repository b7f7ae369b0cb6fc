//! Checkpoints: a safetensors file whose metadata holds the manifest as JSON.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use safetensors::tensor::{Dtype, SafeTensors, View};

use super::bound::{MOST_SUM, largest_sum};
use super::error::CheckpointError;
use super::manifest::{Encoding, FORMAT, Manifest};
use super::network::Net;
use super::spec::NetSpec;
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
    /// All parameters in the order of [`NetSpec::tensors`].
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
            .net
            .validate()
            .map_err(|cause| CheckpointError::Spec {
                file: file.into(),
                cause,
            })?;
        let tensors = SafeTensors::deserialize(bytes).map_err(|error| broken(error.to_string()))?;
        let parameters = read_parameters(file, &manifest.net, &tensors, bytes.len())?;
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
        for tensor in self.manifest.net.tensors() {
            let mut values = self.parameters[tensor.range()].iter().enumerate();
            if let Some((index, value)) = values.find(|(_, value)| !value.is_finite()) {
                return Err(CheckpointError::Tensor {
                    file: file.into(),
                    tensor: tensor.name,
                    reason: format!("holds {value} at index {index}, which no training makes"),
                });
            }
        }
        let sum = largest_sum(&self.manifest.net, &self.parameters);
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
        let net = &self.manifest.net;
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
    spec: &NetSpec,
    tensors: &SafeTensors<'_>,
    file_len: usize,
) -> Result<Vec<f32>, CheckpointError> {
    let layout = spec.tensors();
    // The manifest may promise more than the file holds.
    let mut parameters = Vec::with_capacity(spec.parameter_count().min(file_len / 4));
    for wanted in &layout {
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
mod tests {
    use super::*;
    use crate::net::entities::{Entities, EntityKind, Pointer};
    use crate::net::spec::{Activation, Body};

    fn checkpoint() -> Checkpoint {
        let net = NetSpec {
            obs_len: 5,
            action_count: 3,
            width: 32,
            blocks: 1,
            body: Body::Residual,
            activation: Activation::Relu,
            norm: true,
            entities: None,
        };
        let encoding = |hash: &str| Encoding {
            version: 1,
            hash: hash.into(),
        };
        let parameters = (0..net.parameter_count())
            .map(|i| (i % 7) as f32 * 0.01)
            .collect();
        let mut manifest = Manifest::new(net, encoding("obs"), encoding("act"), "cards".into());
        manifest.win_rates = serde_json::json!({ "standard/4": 0.5 });
        Checkpoint {
            manifest,
            parameters,
        }
    }

    /// Saves, changes the file's bytes, and gives the message of loading it.
    fn message(change: impl FnOnce(Vec<u8>) -> Vec<u8>) -> String {
        let folder = tempfile::tempdir().expect("temporary folder");
        let file = folder.path().join("net.safetensors");
        checkpoint().save(&file).expect("saves");
        let bytes = change(std::fs::read(&file).expect("reads"));
        std::fs::write(&file, bytes).expect("writes");
        let message = Checkpoint::load(&file).expect_err("broken").to_string();
        assert!(
            message.contains("net.safetensors: "),
            "the file is named: {message}"
        );
        message
    }

    /// Replaces a text in the header by one of the same length.
    fn swapped(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
        assert_eq!(from.len(), to.len());
        let at = bytes.windows(from.len()).position(|w| w == from.as_bytes());
        let at = at.expect("the text is in the header");
        [&bytes[..at], to.as_bytes(), &bytes[at + from.len()..]].concat()
    }

    #[test]
    fn a_file_holds_what_was_written_and_replaces_the_former() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let file = folder.path().join("net.safetensors");
        let mut written = checkpoint();
        written.save(&file).expect("saves");
        written.parameters[0] = 0.5;
        written.save(&file).expect("saves again");
        assert_eq!(Checkpoint::load(&file).expect("loads"), written);
        let files = std::fs::read_dir(folder.path()).expect("lists").count();
        assert_eq!(files, 1, "no temporary file is left");
    }

    #[test]
    fn a_missing_file_and_folder_are_named() {
        let missing = Path::new("/nonexistent/net.safetensors");
        let read = Checkpoint::load(missing).expect_err("missing").to_string();
        assert!(
            read.contains("cannot read") && read.contains("/nonexistent"),
            "{read}"
        );
        let write = checkpoint().save(missing).expect_err("missing").to_string();
        assert!(write.contains("cannot write"), "{write}");
    }

    #[test]
    fn cut_short_or_another_kind_of_file() {
        for keep in [0, 4, 100] {
            let said = message(|bytes| bytes[..keep].to_vec());
            assert!(
                said.contains("not a complete safetensors file"),
                "{keep}: {said}"
            );
        }
        let said = message(|bytes| bytes[..bytes.len() - 10].to_vec());
        assert!(said.contains("not a complete safetensors file"), "{said}");
        let said = message(|_| b"PK\x03\x04 this is a zip file, not a network".to_vec());
        assert!(said.contains("not a complete safetensors file"), "{said}");
    }

    #[test]
    fn a_file_without_a_manifest() {
        let said = message(|bytes| swapped(&bytes, "\"manifest\"", "\"manifesT\""));
        assert!(
            said.contains("manifest") && said.contains("missing"),
            "{said}"
        );
    }

    #[test]
    fn another_format_version() {
        let said = message(|bytes| swapped(&bytes, "\\\"format\\\":1", "\\\"format\\\":9"));
        assert!(
            said.contains("format 9") && said.contains("format 1"),
            "{said}"
        );
    }

    #[test]
    fn sizes_that_do_not_fit_the_tensors_or_cannot_be_built() {
        let said = message(|bytes| swapped(&bytes, "\\\"width\\\":32", "\\\"width\\\":64"));
        assert!(
            said.contains("input.weight") && said.contains("[64, 5]"),
            "{said}"
        );
        let said = message(|bytes| swapped(&bytes, "\\\"width\\\":32", "\\\"width\\\":33"));
        assert!(
            said.contains("width is 33") && said.contains("multiple of 32"),
            "{said}"
        );
        let said = message(|bytes| swapped(&bytes, "\"value.bias\"", "\"value.bios\""));
        assert!(said.contains("value.bias is missing"), "{said}");
    }

    #[test]
    fn a_shape_with_parts_that_are_not_known_is_refused() {
        let said = message(|bytes| swapped(&bytes, "\\\"norm\\\":true", "\\\"form\\\":true"));
        assert!(said.contains("unknown field `form`"), "{said}");
        let said = message(|bytes| swapped(&bytes, "\\\"blocks\\\":1", "\\\"blocks\\\":0"));
        assert!(
            said.contains("blocks.0.") && said.contains("not one of this network"),
            "{said}"
        );
    }

    #[test]
    fn entities_travel_with_the_file() {
        let mut written = checkpoint();
        written.manifest.net.entities = Some(Entities {
            width: 32,
            kinds: vec![EntityKind::new("pairs", 1, 2, 2)],
            pointers: vec![Pointer::new(1, 2, 0, 0)],
        });
        let count = written.manifest.net.parameter_count();
        written.parameters.resize(count, 0.25);
        let folder = tempfile::tempdir().expect("temporary folder");
        let file = folder.path().join("net.safetensors");
        written.save(&file).expect("saves");
        assert_eq!(Checkpoint::load(&file).expect("loads"), written);
    }

    #[test]
    fn weights_too_wild_to_play_with() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let file = folder.path().join("net.safetensors");
        let mut wild = checkpoint();
        wild.parameters.fill(1e9);
        let refused = wild.save(&file).expect_err("too wild").to_string();
        assert!(
            refused.contains("could reach") && !file.exists(),
            "{refused}"
        );
        wild.write(&file).expect("writes");
        let said = Checkpoint::load(&file).expect_err("too wild").to_string();
        assert!(
            said.contains("could reach") && said.contains("net.norm"),
            "{said}"
        );
    }

    #[test]
    fn another_size_than_the_game_has() {
        let file = Path::new("net.safetensors");
        checkpoint().expect_sizes(file, 5, 3).expect("the same");
        for (obs, actions, part) in [(6, 3, "observation length 5"), (5, 4, "actions 3")] {
            let said = checkpoint().expect_sizes(file, obs, actions);
            let said = said.expect_err(part).to_string();
            assert!(said.contains(part), "{said}");
        }
    }

    #[test]
    fn a_weight_that_is_not_a_number() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let file = folder.path().join("net.safetensors");
        for value in [f32::NAN, f32::INFINITY] {
            let mut bad = checkpoint();
            *bad.parameters.last_mut().expect("some") = value;
            let refused = bad.save(&file).expect_err("no number").to_string();
            bad.write(&file).expect("writes");
            let said = Checkpoint::load(&file).expect_err("no number").to_string();
            for said in [refused, said] {
                assert!(said.contains(&format!("{value} at index")), "{said}");
            }
        }
    }

    #[test]
    fn a_flipped_bit_is_noticed_and_a_file_without_a_checksum_still_loads() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let file = folder.path().join("net.safetensors");
        checkpoint().save(&file).expect("saves");
        let good = std::fs::read(&file).expect("reads");
        let (_, header) = SafeTensors::read_metadata(&good).expect("a checkpoint");
        let start = good.len() - header.data_len();
        // The lowest bit of a weight changes it so little that nothing else would notice.
        for byte in (start..good.len()).step_by(4) {
            let mut bytes = good.clone();
            bytes[byte] ^= 1;
            let said = Checkpoint::parse(&file, &bytes).expect_err("damaged");
            assert!(said.to_string().contains("checksum"), "{said}");
        }
        let said = message(|bytes| swapped(&bytes, "\\\"steps\\\":0", "\\\"steps\\\":7"));
        assert!(said.contains("checksum"), "{said}");
        let older = swapped(&good, "\"checksum\"", "\"otherkey\"");
        assert_eq!(
            Checkpoint::parse(&file, &older).expect("loads"),
            checkpoint()
        );
    }

    #[test]
    fn what_is_no_file_or_far_too_large_is_not_read() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let sparse = folder.path().join("sparse");
        let made = std::fs::File::create(&sparse).and_then(|file| file.set_len(5 << 30));
        made.expect("a sparse file");
        for (file, part) in [
            (Path::new("/dev/zero"), "not a regular file"),
            (&sparse, "5368709120 bytes"),
        ] {
            let said = Checkpoint::load(file).expect_err("refused").to_string();
            assert!(
                said.contains("cannot read") && said.contains(part),
                "{said}"
            );
        }
    }

    #[test]
    fn fields_that_a_newer_program_added_are_left_alone() {
        let mut json = serde_json::to_value(checkpoint().manifest).expect("plain data");
        json["new_field"] = 5.into();
        let text = json.to_string();
        let read = parse_manifest(Path::new("x"), Some(&text)).expect("tolerated");
        assert_eq!(read, checkpoint().manifest);
    }

    #[test]
    fn another_encoding_or_catalog_is_refused() {
        let checkpoint = checkpoint();
        let file = Path::new("net.safetensors");
        let encoding = |version, hash: &str| Encoding {
            version,
            hash: hash.into(),
        };
        let (obs, act) = (encoding(1, "obs"), encoding(1, "act"));
        checkpoint
            .expect_encodings(file, &obs, &act)
            .and_then(|()| checkpoint.expect_cards(file, "cards"))
            .expect("the same");
        for (result, part) in [
            (
                checkpoint.expect_encodings(file, &encoding(2, "obs"), &act),
                "observation version 1",
            ),
            (
                checkpoint.expect_encodings(file, &encoding(1, "x"), &act),
                "version 1 (x)",
            ),
            (
                checkpoint.expect_encodings(file, &obs, &encoding(3, "act")),
                "action version 1",
            ),
            (checkpoint.expect_cards(file, "mine"), "card catalog cards"),
        ] {
            let said = result.expect_err(part).to_string();
            assert!(
                said.contains(part) && said.contains("net.safetensors"),
                "{said}"
            );
        }
    }
}
