//! Checkpoints: networks that were trained in Python, for everything here that plays a network.

use std::path::Path;

use numpy::{IntoPyArray, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use reckoners_agents::net::agent::{action_encoding, observation_encoding};
use reckoners_agents::net::{Checkpoint, Manifest, NetSpec};
use reckoners_env::{ACTION_COUNT, OBS_LEN};
use serde_json::{Map, Value};

use crate::error;
use crate::policy::checkpoint;
use crate::setup::encoder;

/// A shape from its JSON form; lengths of observations and actions are this program's.
fn read_spec(text: &str) -> PyResult<NetSpec> {
    let mut shape: Map<String, Value> = serde_json::from_str(text).map_err(error::value)?;
    shape.insert("obs_len".into(), OBS_LEN.into());
    shape.insert("action_count".into(), ACTION_COUNT.into());
    let spec: NetSpec = serde_json::from_value(shape.into()).map_err(error::value)?;
    spec.validate().map_err(error::value)?;
    Ok(spec)
}

/// Names and shapes of the tensors of a network.
#[pyfunction]
pub(crate) fn network_tensors(shape: &str) -> PyResult<Vec<(String, Vec<usize>)>> {
    let tensors = read_spec(shape)?.tensors();
    Ok(tensors.into_iter().map(|t| (t.name, t.shape)).collect())
}

/// Writes a checkpoint.
#[pyfunction]
#[pyo3(signature = (file, shape, tensors, steps, config, cards=None))]
pub(crate) fn write_checkpoint(
    file: &str,
    shape: &str,
    tensors: &Bound<'_, PyDict>,
    steps: u64,
    config: String,
    cards: Option<&str>,
) -> PyResult<()> {
    let spec = read_spec(shape)?;
    let mut parameters = Vec::with_capacity(spec.parameter_count());
    let layout = spec.tensors();
    for wanted in &layout {
        let Some(given) = tensors.get_item(&wanted.name)? else {
            return Err(error::value(format!("tensor {} is missing", wanted.name)));
        };
        let array: PyReadonlyArrayDyn<'_, f32> = given
            .extract()
            .map_err(|_| error::value(format!("tensor {} is no array of float32", wanted.name)))?;
        let view = array.as_array();
        if view.shape() != wanted.shape {
            return Err(error::value(format!(
                "tensor {} has shape {:?}; {:?} is needed",
                wanted.name,
                view.shape(),
                wanted.shape
            )));
        }
        parameters.extend(view.iter());
    }
    for name in tensors.keys() {
        let name: String = name.extract()?;
        if layout.iter().all(|tensor| tensor.name != name) {
            return Err(error::value(format!(
                "tensor {name} is not one of this network"
            )));
        }
    }
    let catalog = encoder(cards)?.rules().catalog().hash.clone();
    let mut manifest = Manifest::new(spec, observation_encoding(), action_encoding(), catalog);
    manifest.steps = steps;
    manifest.config = config;
    let whole = Checkpoint {
        manifest,
        parameters,
    };
    whole.save(Path::new(file)).map_err(error::value)
}

/// The manifest of a checkpoint as JSON, and its tensors by name; the shipped one without a file.
#[pyfunction]
#[pyo3(signature = (file=None))]
pub(crate) fn read_checkpoint<'py>(
    py: Python<'py>,
    file: Option<&str>,
) -> PyResult<(String, Bound<'py, PyDict>)> {
    let found = checkpoint(file.map(Path::new))?;
    let manifest = serde_json::to_string(&found.manifest).map_err(error::state)?;
    let tensors = PyDict::new(py);
    for tensor in found.manifest.shape.tensors() {
        let values = found.parameters[tensor.range()].to_vec().into_pyarray(py);
        let shaped: Bound<'py, PyArrayDyn<f32>> = values.reshape(tensor.shape)?;
        tensors.set_item(tensor.name, shaped)?;
    }
    Ok((manifest, tensors))
}
