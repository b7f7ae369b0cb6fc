//! From what was typed to what is done.

use anyhow::Result;
use reckoners_agents::net::{Activation, Body};

use crate::args::{ActivationArg, BackendArg, BenchArgs, BodyArg, Cli, Command, TrainArgs};
use crate::bench::{BenchSizes, bench};
use crate::game::{GameWorld, ScriptedTeacher};
use crate::gradient::BackendName;
use crate::plot;
use crate::session;
use crate::warm::Teacher;

/// Does what was typed.
///
/// # Errors
/// One clear message.
pub fn run(cli: &Cli) -> Result<()> {
    match &cli.command {
        Some(Command::Plot { run, out }) => {
            let file = plot::plot(run, out.as_deref())?;
            println!("{}", file.display());
            Ok(())
        }
        None if cli.train.bench => measure(&cli.train.sizes),
        None => train(&cli.train),
    }
}

fn train(args: &TrainArgs) -> Result<()> {
    let (config, resumed) = session::settings(args)?;
    let world = GameWorld::new(&config)?;
    let mut teacher = (config.warm.samples > 0 && resumed.is_none())
        .then(|| ScriptedTeacher::new(&world, config.run.seed))
        .transpose()?;
    let teacher = teacher.as_mut().map(|teacher| teacher as &mut dyn Teacher);
    session::train(args, &config, resumed, &world, teacher)
}

fn measure(args: &BenchArgs) -> Result<()> {
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
        envs: args.envs.max(1),
        steps: args.steps.max(1),
        epochs: args.epochs.max(1),
        minibatches: args.minibatches.max(1),
        backend: match args.backend {
            BackendArg::Native => BackendName::Native,
            BackendArg::Torch => BackendName::Torch,
        },
        threads: args.threads,
        iterations: args.iterations.max(1),
    })?;
    if args.json {
        println!("{}", serde_json::to_string(&result)?);
    } else {
        println!("{:>10.0} decisions/s end to end", result.sps_total);
        println!("{:>10.0} decisions/s rollout", result.sps_rollout);
        println!("{:>10.0} decisions/s update", result.sps_update);
    }
    Ok(())
}
