//! `reckoners fuzz`.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use reckoners_env::Rules;
use reckoners_env::cards::Modules;
use reckoners_eval::fuzz::{fuzz, worlds};

use super::bar::bar;

/// Steps within which most random games end.
const WHOLE_GAME: u64 = 300;

/// How much to play.
#[derive(Debug, Args)]
pub(crate) struct FuzzArgs {
    /// Decisions and chance events to play, over all bosses, cities, modules, player counts and difficulties
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// Only these modules of the expansion, as in eval [default: every choice of them]
    #[arg(long)]
    modules: Option<Modules>,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print counts as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(rules: &Rules, args: &FuzzArgs) -> Result<ExitCode> {
    let bar = bar(args.steps, "steps");
    let worlds = worlds(args.modules);
    let each = args.steps / worlds.len() as u64;
    if each < WHOLE_GAME {
        eprintln!(
            "note: about {each} steps in each of {} kinds of games do not reach the end of one; \
             --steps {} would",
            worlds.len(),
            WHOLE_GAME * worlds.len() as u64
        );
    }
    let sum = fuzz(
        rules,
        &worlds,
        args.seed,
        args.steps,
        &|n| bar.inc(n),
        &|what| {
            bar.suspend(|| eprintln!("violation: {what}"));
        },
    );
    bar.finish_and_clear();
    if args.json {
        say_line!("{}", serde_json::to_string_pretty(&sum)?);
    } else {
        say_line!(
            "{} steps in {} games, {} won (with random moves hardly a game is), {} violations; longest chain of actions: {}",
            sum.steps,
            sum.games,
            sum.wins,
            sum.violations,
            sum.longest_chain
        );
    }
    Ok(ExitCode::from(u8::from(sum.violations > 0)))
}
