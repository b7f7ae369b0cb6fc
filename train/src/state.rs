//! Everything a run needs to go on exactly where it stopped.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use reckoners_agents::file::{checksum, read_at_most};
use reckoners_agents::net::MOST_SUM;
use safetensors::tensor::{Dtype, SafeTensors, View};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::adam::Adam;
use crate::curriculum::Curriculum;
use crate::origin::Origin;
use crate::run::write_atomically;

/// The trainer between two updates.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainerState {
    /// Weights being trained.
    pub parameters: Vec<f32>,
    /// Their running average.
    pub average: Vec<f32>,
    /// Optimizer.
    pub adam: Adam,
    /// Where the environments stand, one entry for each.
    pub envs: Vec<Value>,
    /// What the run was made from.
    pub origin: Origin,
    /// The rest.
    pub progress: Progress,
}

/// The small numbers of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Decisions of the teacher learned so far, while the warm start lasts; runs of older programs were
    /// never saved in it.
    #[serde(default)]
    pub lessons: Option<usize>,
    /// Updates done.
    pub updates: u64,
    /// Decisions trained on.
    pub steps: u64,
    /// Decisions at the last evaluation.
    pub evaluated: u64,
    /// The best evaluation so far.
    pub best: Option<Best>,
    /// Seconds of training so far.
    pub seconds: f64,
    /// Results by task.
    pub curriculum: Curriculum,
}

/// The best evaluation so far.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Best {
    /// Mean score over the tasks.
    pub score: f64,
    /// Games of each task: only evaluations of the same games can be compared.
    pub games: u32,
}

/// Version of the file; another one is refused.
const FORMAT: &str = "1";

const FORMAT_KEY: &str = "format";
const PROGRESS: &str = "progress";
const ORIGIN: &str = "origin";
const ENVS: &str = "envs";
/// Metadata key of the checksum over everything else; files of older programs have none.
const CHECKSUM: &str = "checksum";

/// The tensors in their order in the file, which is that of the checksum.
const TENSORS: [&str; 5] = ["parameters", "average", "adam.mean", "adam.square", ENVS];

/// Most bytes of a saved state: the weights of the largest checkpoint four times, and the games.
const MOST_BYTES: u64 = 4 * reckoners_agents::net::checkpoint::MOST_BYTES + (1 << 29);

impl TrainerState {
    /// Writes the state: complete under its name, or not at all.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn save(&self, file: &Path) -> Result<()> {
        let mut progress = serde_json::to_value(&self.progress)?;
        progress["adam_steps"] = self.adam.steps.into();
        let (progress, origin) = (progress.to_string(), serde_json::to_string(&self.origin)?);
        let numbers = self.numbers();
        let mut tensors: Vec<(String, Bytes)> = numbers
            .map(|(name, values)| (name.to_owned(), Bytes::floats(values)))
            .into();
        let envs = serde_json::to_vec(&self.envs)?;
        tensors.push((ENVS.to_owned(), Bytes::raw(envs)));
        let parts = tensors.iter().map(|(_, tensor)| tensor.data.as_slice());
        let checksum = checksum(
            [progress.as_bytes(), origin.as_bytes()]
                .into_iter()
                .chain(parts),
        );
        let metadata = HashMap::from([
            (FORMAT_KEY.to_owned(), FORMAT.to_owned()),
            (PROGRESS.to_owned(), progress),
            (ORIGIN.to_owned(), origin),
            (CHECKSUM.to_owned(), checksum),
        ]);
        let bytes = safetensors::serialize(tensors, Some(metadata))
            .map_err(|error| anyhow!("{}: {error}", file.display()))?;
        write_atomically(file, &bytes)
    }

    /// Reads a state.
    ///
    /// # Errors
    /// When the file is missing, cut short or not a state.
    pub fn load(file: &Path) -> Result<Self> {
        let name = file.display();
        let bytes = read_at_most(file, MOST_BYTES)
            .with_context(|| format!("{name}: cannot read the saved state of the run"))?;
        let broken = |reason: String| {
            anyhow!(
                "{name}: not a complete saved state ({reason}); start the run anew with --fresh"
            )
        };
        let (_, header) =
            SafeTensors::read_metadata(&bytes).map_err(|error| broken(error.to_string()))?;
        let entry = |key: &str| header.metadata().as_ref().and_then(|map| map.get(key));
        let format =
            entry(FORMAT_KEY).map_or("no format".into(), |found| format!("format {found}"));
        ensure!(
            entry(FORMAT_KEY).is_some_and(|found| found == FORMAT),
            "{name}: a saved state of {format}, this program reads format {FORMAT}; go on with the \
             program version that wrote it, or start over with --fresh"
        );
        let state = Self::decode(&bytes, &entry).map_err(broken)?;
        state.check().with_context(|| {
            format!(
                "{name}: no run can go on from it; start over with --fresh, or begin with a checkpoint of \
                 the run by warm.from"
            )
        })?;
        Ok(state)
    }

    /// The state in the bytes of a file whose metadata has these entries; otherwise what is wrong with it.
    fn decode<'a>(
        bytes: &[u8],
        entry: &dyn Fn(&str) -> Option<&'a String>,
    ) -> Result<Self, String> {
        let text = entry(PROGRESS).ok_or("no progress in it")?;
        let json: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
        let steps = json["adam_steps"].as_u64().ok_or("no optimizer steps")?;
        let progress = serde_json::from_value(json).map_err(|e| e.to_string())?;
        let origin_text = entry(ORIGIN).ok_or("no origin in it")?;
        let origin = serde_json::from_str(origin_text).map_err(|e| e.to_string())?;
        let tensors = SafeTensors::deserialize(bytes).map_err(|e| e.to_string())?;
        if let Some(noted) = entry(CHECKSUM) {
            let mut parts = vec![text.as_bytes(), origin_text.as_bytes()];
            for name in TENSORS {
                parts.push(tensors.tensor(name).map_or(&[], |tensor| tensor.data()));
            }
            if checksum(parts) != *noted {
                return Err("its checksum does not fit its content, so it was damaged".into());
            }
        }
        let envs = tensors.tensor(ENVS);
        let envs = envs.map_err(|_| format!("no {ENVS} in it"))?;
        Ok(Self {
            parameters: floats(&tensors, "parameters")?,
            average: floats(&tensors, "average")?,
            adam: Adam {
                mean: floats(&tensors, "adam.mean")?,
                square: floats(&tensors, "adam.square")?,
                steps,
            },
            envs: serde_json::from_slice(envs.data()).map_err(|e| e.to_string())?,
            origin,
            progress,
        })
    }

    /// The large tensors with their names.
    fn numbers(&self) -> [(&'static str, &Vec<f32>); 4] {
        [
            ("parameters", &self.parameters),
            ("average", &self.average),
            ("adam.mean", &self.adam.mean),
            ("adam.square", &self.adam.square),
        ]
    }

    /// Checks that training can go on from these numbers, and that what it made can be played.
    ///
    /// # Errors
    /// Names what is out of range, and where.
    pub fn check(&self) -> Result<()> {
        let shape = &self.origin.shape;
        shape.validate()?;
        let wanted = shape.parameter_count();
        for (name, values) in self.numbers() {
            let found = values.len();
            ensure!(
                found == wanted,
                "{name} has {found} numbers, but the network has {wanted}"
            );
            if let Some(at) = values.iter().position(|value| !value.is_finite()) {
                bail!("{name} holds {} at index {at}", values[at]);
            }
        }
        for (name, values) in &self.numbers()[..2] {
            let sum = shape.largest_sum(values);
            ensure!(
                sum <= MOST_SUM,
                "with {name} sums in the network could reach {sum:.0e}, and beyond {MOST_SUM:.0e} it \
                 cannot be played"
            );
        }
        if let Some(at) = self.adam.first_impossible() {
            let (mean, square) = (self.adam.mean[at], self.adam.square[at]);
            bail!(
                "adam.mean {mean:e} and adam.square {square:e} at index {at} are no moments of any gradients"
            );
        }
        ensure!(
            self.progress.curriculum.is_possible() && self.progress.seconds >= 0.0,
            "the results by task or the seconds of training are out of range"
        );
        Ok(())
    }
}

/// The numbers of a tensor; otherwise what is wrong with it.
fn floats(tensors: &SafeTensors<'_>, key: &str) -> Result<Vec<f32>, String> {
    let tensor = tensors.tensor(key);
    let tensor = tensor.map_err(|_| format!("no {key} in it"))?;
    if tensor.dtype() != Dtype::F32 {
        return Err(format!("{key} is not F32"));
    }
    let (words, _) = tensor.data().as_chunks::<4>();
    Ok(words.iter().map(|word| f32::from_le_bytes(*word)).collect())
}

/// A tensor on its way into the file.
struct Bytes {
    dtype: Dtype,
    shape: [usize; 1],
    data: Vec<u8>,
}

impl Bytes {
    fn floats(values: &[f32]) -> Self {
        let data = values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect();
        Self {
            dtype: Dtype::F32,
            shape: [values.len()],
            data,
        }
    }

    fn raw(data: Vec<u8>) -> Self {
        Self {
            dtype: Dtype::U8,
            shape: [data.len()],
            data,
        }
    }
}

impl View for Bytes {
    fn dtype(&self) -> Dtype {
        self.dtype
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(&self.data)
    }

    fn data_len(&self) -> usize {
        self.data.len()
    }
}
