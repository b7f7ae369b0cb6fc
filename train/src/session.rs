//! A run from the command line's point of view: begin or go on, train, leave in order.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};

use crate::args::TrainArgs;
use crate::config::{self, Config};
use crate::env::World;
use crate::report::Report;
use crate::run::{Existing, RunFolder, write_atomically};
use crate::state::TrainerState;
use crate::trainer::Trainer;
use crate::warm::Teacher;

/// Settings of the run that the arguments ask for, and the folder to go on with, if any.
///
/// # Errors
/// When no settings are named, or they are not good.
pub fn settings(args: &TrainArgs) -> Result<(Config, Option<RunFolder>)> {
    let mut overrides = args.overrides.clone();
    if let Some(device) = &args.device {
        overrides.push(format!("run.device={device}"));
    }
    match (&args.config, &args.resume) {
        (Some(file), None) => Ok((config::load(file, &overrides)?, None)),
        (None, Some(root)) => {
            let folder = RunFolder::open(root)?;
            Ok((config::load(&folder.config(), &overrides)?, Some(folder)))
        }
        _ => bail!(
            "name the settings with --config configs/train/quick.toml, or a run to go on with by \
             --resume runs/NAME"
        ),
    }
}

/// The folder of a new run: as asked, or `runs/` and the name of the configuration.
fn new_folder(args: &TrainArgs) -> PathBuf {
    args.run.clone().unwrap_or_else(|| {
        let name = args
            .config
            .as_deref()
            .and_then(Path::file_stem)
            .unwrap_or_default();
        Path::new("runs").join(name)
    })
}

/// Trains in a world until done or interrupted.
///
/// # Errors
/// One clear message; the last saved state stays good.
pub fn train(
    args: &TrainArgs,
    config: &Config,
    resumed: Option<RunFolder>,
    world: &dyn World,
    teacher: Option<&mut dyn Teacher>,
) -> Result<()> {
    let stop = interrupt()?;
    let (folder, mut trainer) = match resumed {
        Some(folder) => {
            let state = TrainerState::load(&folder.state())?;
            let trainer = Trainer::resume(world, config, state)
                .with_context(|| format!("{}: cannot go on", folder.root().display()))?;
            let text = toml::to_string(config).context("cannot write the settings as TOML")?;
            write_atomically(&folder.config(), text.as_bytes())?;
            (folder, trainer)
        }
        None => {
            let mut trainer = Trainer::new(world, config)?;
            let existing = if args.fresh {
                Existing::Replace
            } else {
                Existing::Refuse
            };
            let folder = RunFolder::create(&new_folder(args), config, existing)?;
            if let (Some(teacher), true) = (teacher, config.warm.samples > 0) {
                trainer.warm_start(teacher, &mut |done, loss| {
                    eprintln!(
                        "warm start: {done} of {} lessons, loss {loss:.4}",
                        config.warm.samples
                    );
                })?;
            }
            (folder, trainer)
        }
    };
    let mut report = Report::new(trainer.progress().steps, config.run.total_steps);
    let result = trainer.run(&folder, &stop, &mut report);
    report.close();
    result?;
    let root = folder.root().display();
    if stop.load(Ordering::Relaxed) {
        eprintln!("stopped and saved; go on with: reckoners-train --resume {root}");
    } else {
        eprintln!(
            "done: {root}/last.safetensors plays; draw its curve with: reckoners-train plot {root}"
        );
    }
    Ok(())
}

/// A flag that Ctrl-C or a termination signal sets; the second one leaves at once.
fn interrupt() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!("stopping after this update; once more leaves at once");
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(stop)
}
