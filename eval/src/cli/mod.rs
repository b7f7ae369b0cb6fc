//! The command line: what was typed, and the way to the library function that does it.

/// Prints like `print!`, but a reader that went away (`| head`) ends the command quietly.
macro_rules! say {
    ($($arg:tt)*) => { $crate::cli::put(format_args!($($arg)*))? };
}

/// [`say!`] with a line break.
macro_rules! say_line {
    ($($arg:tt)*) => { $crate::cli::put(format_args!("{}\n", format_args!($($arg)*)))? };
}

mod analyze;
mod bar;
mod bench;
mod calibrate;
mod cards;
mod corrected;
mod eval;
mod fuzz;
mod game;
mod hint;
mod measure;
mod play;
mod review;
mod series;
#[cfg(feature = "serve")]
mod serve;
mod suite;
mod table;
mod table_change;
mod table_edit;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;

use anyhow::Result;
use clap::{Parser, Subcommand};
use reckoners_env::Difficulty;
use reckoners_env::cards::load_embedded;
use reckoners_eval::threads;

use corrected::CardSet;

/// Evaluate, hint and inspect The Reckoners.
///
/// An unofficial, fan-made research tool for the cooperative dice board game. Start with
/// `reckoners eval`, `reckoners hint configs/tables/middle-4.json` or `reckoners play`.
#[derive(Debug, Parser)]
#[command(name = "reckoners", version = VERSION.as_str(), propagate_version = true)]
pub(crate) struct Cli {
    /// Read card files (*.toml) from this folder instead of the built-in ones, or take a built-in set by its name:
    /// base-1 (the default) or base-2
    #[arg(long, global = true, value_name = "DIR")]
    cards: Option<PathBuf>,

    /// Worker threads [default: all cores]
    #[arg(long, global = true, value_name = "N")]
    threads: Option<usize>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Win rates of agents by difficulty, number of Reckoners and team
    Eval(eval::EvalArgs),
    /// The same team against every boss in his own city, until the first loss
    Series(series::SeriesArgs),
    /// Ranked suggestions for the players at a table
    Hint(hint::HintArgs),
    /// Measure how good hints are: told apart, stable, true, thrifty
    #[command(subcommand)]
    Measure(measure::MeasureCommand),
    /// Play at the terminal, people and agents together
    Play(play::PlayArgs),
    /// A page for phones and laptops around the board
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    /// Answer JSON requests, one a line, for other programs
    Analyze(analyze::AnalyzeArgs),
    /// Whether predicted win chances come true
    Calibrate(calibrate::CalibrateArgs),
    /// Speed of the engine and the environment
    Bench(bench::BenchArgs),
    /// Play random games and check every component law after every step
    Fuzz(fuzz::FuzzArgs),
    /// Print the cards, dice and boards, with the source of each value
    Cards(cards::CardsArgs),
    /// Make, draw or check a table file
    #[command(subcommand)]
    Table(table::TableCommand),
    /// Grade a recorded game: what decisions cost, what was luck
    Review(review::ReviewArgs),
    /// Print a recorded game as a readable log
    Replay(table::ReplayArgs),
}

/// Version, git revision when known, and the hash of the built-in cards.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let revision = option_env!("RECKONERS_REVISION")
        .map(|r| format!(" {r}"))
        .unwrap_or_default();
    let hash = load_embedded().hash;
    format!("{}{revision} (cards {hash})", env!("CARGO_PKG_VERSION"))
});

/// Parses the command line and runs it.
pub(crate) fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// "How hard: beginner, standard, hard or sparks", from the one list of difficulties.
fn difficulty_help() -> String {
    keys_help("How hard", Difficulty::ALL.map(Difficulty::key))
}

/// "What: one, two or three", from one of the lists of names.
fn keys_help(what: &str, names: impl AsRef<[&'static str]>) -> String {
    let (last, others) = names.as_ref().split_last().expect("no list is empty");
    format!("{what}: {} or {last}", others.join(", "))
}

/// Writes to the standard output.
fn put(text: std::fmt::Arguments<'_>) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_fmt(text)?;
    out.flush()
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
}

fn run(cli: Cli) -> Result<ExitCode> {
    let threads = threads::wanted_here(cli.threads)?;
    threads::with_pool(threads, |note| eprintln!("note: {note}"), || dispatch(cli))
}

fn dispatch(cli: Cli) -> Result<ExitCode> {
    let cards = CardSet::load(cli.cards.as_deref())?;
    let rules = &cards.rules;
    match cli.command {
        Command::Eval(args) => eval::run(rules, &args),
        Command::Series(args) => series::run(rules, &args),
        Command::Hint(args) => hint::run(&cards, &args),
        Command::Measure(command) => measure::run(rules, &command),
        Command::Play(args) => play::run(&cards, &args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(rules, cli.cards.as_deref(), &args),
        Command::Analyze(args) => analyze::run(rules, &args),
        Command::Calibrate(args) => calibrate::run(rules, &args),
        Command::Bench(args) => bench::run(rules, &args),
        Command::Fuzz(args) => fuzz::run(rules, &args),
        Command::Cards(args) => cards::run(rules, &args),
        Command::Table(command) => table::run(&cards, &command),
        Command::Review(args) => review::run(&cards, &args),
        Command::Replay(args) => table::replay(&cards, &args),
    }
}
