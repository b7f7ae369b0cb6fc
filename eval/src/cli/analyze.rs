//! `reckoners analyze`.

use std::io::{BufWriter, ErrorKind, stdin, stdout};
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use reckoners_env::Rules;
use reckoners_eval::analyze::Session;
use reckoners_eval::hint::{Advisor, Brain};

/// Answers JSON requests, one a line, for other programs.
///
/// Requests: hint, legal, apply, evaluate, version. docs/analysis-protocol.md describes them.
#[derive(Debug, Args)]
pub(crate) struct AnalyzeArgs {
    /// Who gives hints: scripted, net, net:FILE or search:GUIDE, as in eval [default: net,
    /// which plays any cards]
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,
}

pub(crate) fn run(rules: &Rules, args: &AnalyzeArgs) -> Result<ExitCode> {
    let brain = Brain::load(rules, args.agent.as_deref())?;
    let mut session = Session::new(Advisor::new(rules, brain));
    match session.serve(stdin().lock(), BufWriter::new(stdout().lock())) {
        // Whoever asked has gone.
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        other => other.map(|()| ExitCode::SUCCESS).map_err(Into::into),
    }
}
