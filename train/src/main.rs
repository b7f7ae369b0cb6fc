//! The trainer's command line.

use std::process::ExitCode;

use clap::Parser;
use reckoners_train::args::Cli;
use reckoners_train::commands;

fn main() -> ExitCode {
    match commands::run(&Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
