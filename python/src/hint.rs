//! Hints, asked through the analysis protocol: one request as JSON in, one answer out.

use pyo3::prelude::*;
use reckoners_eval::analyze::Session;
use reckoners_eval::hint::{Advisor, Brain};

use crate::error;
use crate::setup::encoder;
use crate::workers::in_pool;

/// Answers a request of docs/analysis-protocol.md.
#[pyfunction]
#[pyo3(signature = (request, agent=None, cards=None))]
pub(crate) fn analyze(
    py: Python<'_>,
    request: &str,
    agent: Option<&str>,
    cards: Option<&str>,
) -> PyResult<String> {
    let rules = encoder(cards)?.rules().clone();
    let brain = Brain::load(&rules, agent).map_err(|e| error::value(format!("{e:#}")))?;
    let answer = in_pool(py, || {
        Session::new(Advisor::new(&rules, brain)).answer(request.as_bytes())
    })?;
    Ok(answer.to_string())
}
