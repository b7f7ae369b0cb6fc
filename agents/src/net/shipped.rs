//! The checkpoint that comes with the program: inside it, so that it is there wherever the program is.

use std::path::Path;

use super::checkpoint::Checkpoint;
use super::error::CheckpointError;

/// What messages call it.
pub const SHIPPED: &str = "the shipped network";

static BYTES: &[u8] = include_bytes!("../../../checkpoints/one-brain.safetensors");

/// The shipped checkpoint.
///
/// # Errors
/// When a file was put in its place that is not a checkpoint of this format.
pub fn checkpoint() -> Result<Checkpoint, CheckpointError> {
    Checkpoint::parse(Path::new(SHIPPED), BYTES)
}
