//! The checkpoint that comes with the program: inside it, so that it is there wherever the program is.

use std::path::Path;

use super::checkpoint::Checkpoint;
use super::error::CheckpointError;

/// Its name in the source tree, for messages.
pub const SHIPPED: &str = "checkpoints/base.safetensors";

static BYTES: &[u8] = include_bytes!("../../../checkpoints/base.safetensors");

/// The shipped checkpoint.
///
/// # Errors
/// When a file was put in its place that is not a checkpoint of this format.
pub fn checkpoint() -> Result<Checkpoint, CheckpointError> {
    Checkpoint::parse(Path::new(SHIPPED), BYTES)
}
