//! Hints, asked through the analysis protocol: one request as JSON in, one answer out.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use reckoners_agents::AgentSpec;
use reckoners_agents::file::{checksum, read_at_most};
use reckoners_agents::net::checkpoint::MOST_BYTES;
use reckoners_agents::search::Cancel;
use reckoners_env::Rules;
use reckoners_eval::analyze::Session;
use reckoners_eval::hint::{Advisor, Brain};

use crate::error;
use crate::setup::encoder;
use crate::workers::in_pool_until_signal;

/// Answers a request of docs/analysis-protocol.md.
#[pyfunction]
#[pyo3(signature = (request, agent=None, cards=None))]
pub(crate) fn analyze(
    py: Python<'_>,
    request: &str,
    agent: Option<&str>,
    cards: Option<&str>,
) -> PyResult<String> {
    let advisor = advisor(encoder(cards)?.rules(), agent)?;
    let cancel = Cancel::default();
    let mut session = Session::new(advisor).until(cancel.clone());
    let answer = in_pool_until_signal(
        py,
        || cancel.cancel(),
        || session.answer(request.as_bytes()),
    )?;
    Ok(answer.to_string())
}

/// Advisors that stay loaded. Each has a network, and few programs ask more than one or two.
const MOST_KEPT: usize = 4;

/// What an advisor was loaded from.
#[derive(Clone, PartialEq)]
struct Source {
    /// Hash of the cards.
    cards: String,
    agent: Option<String>,
    /// Checksum of the agent's checkpoint file, so that another file under the same name is loaded anew.
    file: Option<String>,
}

/// The advisor of this name, from memory if it was loaded before.
fn advisor(rules: &Rules, agent: Option<&str>) -> PyResult<Advisor> {
    static KEPT: Mutex<Vec<(Source, Advisor)>> = Mutex::new(Vec::new());
    // Locked only to look and to keep: several threads may load at the same time.
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let source = Source {
        cards: rules.catalog().hash.clone(),
        agent: agent.map(str::to_owned),
        file: agent.and_then(checkpoint_sum),
    };
    let known = kept().iter().find(|(from, _)| *from == source).cloned();
    if let Some((_, advisor)) = known {
        return Ok(advisor);
    }
    let brain = Brain::load(rules, agent).map_err(|e| error::value(format!("{e:#}")))?;
    let advisor = Advisor::new(rules, brain);
    let mut list = kept();
    // A former file of the same name is of no use any more.
    list.retain(|(from, _)| (&from.cards, &from.agent) != (&source.cards, &source.agent));
    if list.len() >= MOST_KEPT {
        list.remove(0);
    }
    list.push((source, advisor.clone()));
    Ok(advisor)
}

/// The checksum of the checkpoint file that an agent's name contains; none where there is no such file to read, which
/// loading then reports.
fn checkpoint_sum(agent: &str) -> Option<String> {
    fn file(spec: &AgentSpec) -> Option<&Path> {
        match spec {
            AgentSpec::Net { file, .. } => file.as_deref(),
            AgentSpec::Search { guide, .. } | AgentSpec::Hint { guide, .. } => file(guide),
            _ => None,
        }
    }
    let spec = AgentSpec::parse(agent).ok()?;
    let bytes = read_at_most(file(&spec)?, MOST_BYTES).ok()?;
    Some(checksum([bytes.as_slice()]))
}
