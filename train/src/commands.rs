//! Carries out the commands of the command line.

use std::io::Write as _;

use anyhow::{Context, Result, ensure};
use reckoners_agents::net::{Activation, Body};
use reckoners_env::Rules;
use reckoners_env::cards::load_dir;

use crate::args::{ActivationArg, BackendArg, BenchArgs, BodyArg, Cli, Command, TrainArgs};
use crate::bench::{BenchSizes, bench};
use crate::game::{GameTeacher, GameWorld};
use crate::gradient::BackendName;
use crate::plot;
use crate::session;
use crate::warm::Teacher;

/// Runs the command that the arguments ask for.
///
/// # Errors
/// One clear message.
pub fn run(cli: &Cli) -> Result<()> {
    match &cli.command {
        Some(Command::Plot { run, out }) => {
            let file = plot::plot(run, out.as_deref())?;
            say(&file.display().to_string())
        }
        None if cli.train.bench => measure(&cli.train.sizes),
        None => train(&cli.train),
    }
}

fn train(args: &TrainArgs) -> Result<()> {
    if args.which_backend {
        return say(session::backend(args)?.as_str());
    }
    let (config, resumed) = session::settings(args)?;
    let rules = match &args.cards {
        Some(dir) => Rules::new(load_dir(dir)?),
        None => Rules::embedded(),
    };
    let world = GameWorld::new(rules, &config)?;
    let teacher = || {
        if config.warm.samples == 0 {
            return Ok(None);
        }
        let teacher = GameTeacher::new(&world, &config.warm.teacher, config.run.seed)?;
        Ok(Some(Box::new(teacher) as Box<dyn Teacher>))
    };
    session::train(args, &config, resumed, &world, &teacher)
}

fn measure(args: &BenchArgs) -> Result<()> {
    let batch = args.envs * args.steps;
    ensure!(
        batch <= 1 << 24,
        "--envs times --steps is {batch}; it must be at most 16777216, or the batch will not fit in \
         memory"
    );
    let result = bench(&BenchSizes {
        obs: args.obs,
        actions: args.actions,
        density: args.density,
        hidden: args.hidden,
        layers: args.layers,
        body: match args.body {
            BodyArg::Mlp => Body::Mlp,
            BodyArg::Residual => Body::Residual,
        },
        activation: match args.activation {
            ActivationArg::Tanh => Activation::Tanh,
            ActivationArg::Relu => Activation::Relu,
        },
        norm: args.norm,
        envs: args.envs,
        steps: args.steps,
        epochs: args.epochs,
        minibatches: args.minibatches,
        backend: match args.backend {
            BackendArg::Native => BackendName::Native,
            BackendArg::Torch => BackendName::Torch,
        },
        threads: args.threads,
        iterations: args.iterations,
    })?;
    if args.json {
        return say(&serde_json::to_string(&result)?);
    }
    for (speed, part) in [
        (result.sps_total, "end to end"),
        (result.sps_rollout, "rollout"),
        (result.sps_update, "update"),
    ] {
        say(&format!("{speed:>10.0} decisions/s {part}"))?;
    }
    Ok(())
}

/// Writes a line to the standard output; unlike `println!`, does not panic when it cannot.
fn say(line: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")
        .and_then(|()| out.flush())
        .context("cannot write to the standard output")
}
