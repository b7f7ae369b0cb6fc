//! `reckoners bench`.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use reckoners_env::Rules;
use reckoners_eval::bench::{self, BenchOptions};
use reckoners_eval::decisions;

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
    #[arg(long, default_value_t = 2000, requires = "decisions", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
}

pub(crate) fn run(rules: &Rules, args: &BenchArgs) -> Result<ExitCode> {
    if args.decisions {
        let stats = decisions::decisions(rules, args.games)?;
        if args.json {
            say_line!("{}", serde_json::to_string_pretty(&stats)?);
        } else {
            say!("{}", decisions::text(&stats));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let report = bench::run(rules, &BenchOptions::default())?;
    if args.json {
        say_line!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        say!("{}", report.text());
    }
    Ok(ExitCode::SUCCESS)
}
