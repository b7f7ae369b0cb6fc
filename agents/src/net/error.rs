//! What can be wrong with a checkpoint.

use std::path::PathBuf;

use super::bound::MOST_SUM;
use super::manifest::FORMAT;
use super::spec::SpecError;

/// Why a checkpoint cannot be read, used or written.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read.
    #[error("{file}: cannot read the checkpoint: {cause}")]
    Read {
        /// The checkpoint.
        file: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// The file cannot be written.
    #[error("{file}: cannot write the checkpoint: {cause}; the former file is untouched")]
    Write {
        /// The checkpoint.
        file: PathBuf,
        /// What the system said.
        cause: std::io::Error,
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
    #[error("{file}: {cause}")]
    Spec {
        /// The checkpoint.
        file: PathBuf,
        /// The field and its rule.
        cause: SpecError,
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
    /// The content is not what was written.
    #[error(
        "{file}: its checksum does not fit its content, so it was damaged since it was written; \
         download or train it again"
    )]
    Damaged {
        /// The checkpoint.
        file: PathBuf,
    },
    /// The weights are so large that the network might say something that is not a number.
    #[error(
        "{file}: sums in the network could reach {sum:.0e}, beyond the {MOST_SUM:.0e} that are safe to \
         play with; download it again, or train it again with net.norm = true or fewer net.blocks"
    )]
    Wild {
        /// The checkpoint.
        file: PathBuf,
        /// How large sums can become.
        sum: f64,
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
