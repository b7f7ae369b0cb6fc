//! What a checkpoint says about itself.

use serde::{Deserialize, Serialize};

use super::shape::Shape;

/// Version of the checkpoint format. A reader accepts exactly this one; fields it does not know are
/// left alone, so a newer writer of the same format may add some.
pub const FORMAT: u32 = 1;

/// A versioned encoding (observations or actions) and the hash of its layout table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Encoding {
    /// Version number of the encoding.
    pub version: u32,
    /// Hash of its layout table.
    pub hash: String,
}

impl std::fmt::Display for Encoding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "version {} ({})", self.version, self.hash)
    }
}

/// The manifest of a checkpoint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Format version; see [`FORMAT`].
    pub format: u32,
    /// The network's shape.
    #[serde(flatten)]
    pub shape: Shape,
    /// The observation encoding the weights were trained on.
    pub observation: Encoding,
    /// The action encoding the weights were trained on.
    pub action: Encoding,
    /// Content hash of the card catalog.
    pub catalog: String,
    /// Names of the games it was trained on, at whatever difficulty; files of older programs name none.
    #[serde(default)]
    pub games: Vec<String>,
    /// Decisions seen in training.
    pub steps: u64,
    /// The resolved training configuration.
    #[serde(default)]
    pub config: String,
    /// Measured win rates, free in form.
    #[serde(default)]
    pub win_rates: serde_json::Value,
}

impl Manifest {
    /// A manifest of the present format with nothing measured yet.
    #[must_use]
    pub fn new(
        shape: impl Into<Shape>,
        observation: Encoding,
        action: Encoding,
        catalog: String,
    ) -> Self {
        Self {
            format: FORMAT,
            shape: shape.into(),
            observation,
            action,
            catalog,
            games: Vec::new(),
            steps: 0,
            config: String::new(),
            win_rates: serde_json::Value::Null,
        }
    }
}
