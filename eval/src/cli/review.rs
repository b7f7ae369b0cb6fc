//! `reckoners review`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use reckoners_eval::hint::{Advisor, Brain};
use reckoners_eval::play::picture;
use reckoners_eval::play::review::{self, ReviewOptions};
use reckoners_eval::report::{expect_writable, write_atomic};

use super::bar::bar;
use super::corrected::CardSet;
use super::table::read_trace;

/// A recorded game, from `play`'s save or `eval --record`.
///
/// Tells what the decisions cost compared with the guide's, and what was luck: a round's change of the win
/// chance that its decisions do not explain.
#[derive(Debug, Args)]
pub(crate) struct ReviewArgs {
    /// The trace, or - for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Who judges: scripted, net, net:FILE or search:GUIDE, as in eval [default: net]
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,
    /// Playouts for each of two actions compared
    #[arg(long, default_value_t = 48, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    playouts: u32,
    /// Costliest decisions told
    #[arg(long, default_value_t = 5)]
    told: usize,
    /// Write the win chance over the game as a picture to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the whole review as a page with the picture to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(cards: &CardSet, args: &ReviewArgs) -> Result<ExitCode> {
    let name = || args.file.display().to_string();
    for file in [&args.svg, &args.html].into_iter().flatten() {
        expect_writable(file)?;
    }
    let rules = &cards.at(&args.file)?;
    let trace = read_trace(rules, &args.file)?;
    let advisor = Advisor::new(rules, Brain::load(rules, args.agent.as_deref())?);
    let options = ReviewOptions {
        playouts: args.playouts,
        told: args.told,
        ..ReviewOptions::default()
    };
    let bar = bar(0, "parts");
    let mut progress = |done: usize, total: usize| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    };
    let review = review::review(&advisor, &trace, &|_| true, &options, &mut progress);
    bar.finish_and_clear();
    let review = review.with_context(name)?;
    if let Some(file) = &args.svg {
        write_atomic(file, &picture::svg(&review))?;
        eprintln!("picture written to {}", file.display());
    }
    if let Some(file) = &args.html {
        write_atomic(file, &picture::page(&review))?;
        eprintln!("review written to {}", file.display());
    }
    if args.json {
        say_line!("{}", serde_json::to_string_pretty(&review)?);
    } else {
        say!("{}", review::show(&review));
    }
    Ok(ExitCode::SUCCESS)
}
