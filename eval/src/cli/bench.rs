//! `reckoners bench`.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use reckoners_eval::bench::{self, BenchOptions};

/// What to measure.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Statistics of the decision process instead of speed
    #[arg(long)]
    decisions: bool,
    /// Games for the statistics, for each number of Reckoners
    #[arg(long, default_value_t = 2000)]
    games: u64,
}

pub(crate) fn run(args: &BenchArgs) -> Result<ExitCode> {
    if args.decisions {
        let stats = bench::decisions(args.games)?;
        if args.json {
            say_line!("{}", serde_json::to_string_pretty(&stats)?);
        } else {
            say!("{}", bench::decisions_text(&stats));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let report = bench::run(&BenchOptions::default())?;
    if args.json {
        say_line!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        say!("{}", report.text());
    }
    Ok(ExitCode::SUCCESS)
}
