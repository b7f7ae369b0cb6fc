//! The trainer's command line.

use std::process::ExitCode;

use clap::Parser;
use reckoners_train::args::Cli;
use reckoners_train::commands;
use reckoners_train::report::say;

fn main() -> ExitCode {
    match commands::run(&Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say(format_args!("error: {error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Whether a reader went away (`| head`), which is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
}
