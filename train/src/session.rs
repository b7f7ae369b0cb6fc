//! A run from the command line's point of view: begin or go on, train, leave in order.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use reckoners_agents::net::Checkpoint;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::args::TrainArgs;
use crate::config::{self, Config};
use crate::env::World;
use crate::gradient::BackendName;
use crate::report::{LessonReport, Report, say};
use crate::run::{Existing, RunFolder, RunLock};
use crate::state::TrainerState;
use crate::trainer::Trainer;
use crate::warm::Teacher;

/// Settings of the run that the arguments ask for, and the folder to go on with, if any.
///
/// # Errors
/// When no settings are named, they are not good, or they are not those of the run in the folder.
pub fn settings(args: &TrainArgs) -> Result<(Config, Option<RunFolder>)> {
    match (&args.config, &args.resume) {
        (Some(file), None) => {
            let config = load(args, file)?;
            let found = RunFolder::find(&new_folder(args)).filter(|_| !args.fresh);
            if let Some(folder) = &found {
                expect_same(&config, folder)?;
            }
            Ok((config, found))
        }
        (None, Some(root)) => {
            let folder = RunFolder::open(root)?;
            let (name, file) = (root.display(), folder.config());
            let Some(folder) = RunFolder::find(root) else {
                bail!(
                    "{name}: there is no state.safetensors to go on with, as when a run is killed as it \
                     begins; begin it again with --config {} --run {name} --fresh",
                    file.display()
                );
            };
            Ok((load(args, &file)?, Some(folder)))
        }
        _ => bail!(
            "name the settings with --config configs/train/quick.toml, or a run to go on with by \
             --resume runs/NAME"
        ),
    }
}

/// The settings in a file with what the arguments change.
fn load(args: &TrainArgs, file: &Path) -> Result<Config> {
    let mut config = config::load(file, &args.overrides)?;
    if let Some(device) = args.device {
        config.run.device = device.into();
    }
    Ok(config)
}

/// What computes the gradients of the run that the arguments ask for, whatever state it is in.
///
/// # Errors
/// When no settings are named or they are not good.
pub fn backend(args: &TrainArgs) -> Result<BackendName> {
    let config = match (&args.config, &args.resume) {
        (Some(file), None) => load(args, file)?,
        (None, Some(root)) => load(args, &RunFolder::open(root)?.config())?,
        _ => settings(args)?.0,
    };
    Ok(config.run.backend)
}

/// The same command goes on with its run; another one must not do so unseen.
fn expect_same(config: &Config, folder: &RunFolder) -> Result<()> {
    let name = folder.root().display();
    let differ = config.differences(&config::load(&folder.config(), &[])?);
    if differ.is_empty() {
        return Ok(());
    }
    bail!(
        "{name}: holds a run with other settings ({}); go on with its own by --resume {name}, start \
         over with --fresh, or choose another --run folder",
        differ.join("; ")
    )
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

/// Makes the teacher of a run, if the settings ask for a warm start. It is called only while a warm start lies ahead:
/// after it a run can be continued without the files that the teacher is made from.
pub type MakeTeacher<'a> = dyn Fn() -> Result<Option<Box<dyn Teacher>>> + 'a;

/// Trains in a world until done or interrupted.
///
/// # Errors
/// One clear message; the last saved state stays good.
pub fn train(
    args: &TrainArgs,
    config: &Config,
    resumed: Option<RunFolder>,
    world: &dyn World,
    make_teacher: &MakeTeacher<'_>,
) -> Result<()> {
    let stop = interrupt()?;
    let (folder, _lock, mut trainer, teacher) = match resumed {
        Some(folder) => go_on(config, folder, world, make_teacher)?,
        None => begin(args, config, world, make_teacher)?,
    };
    learn(config, &folder, &mut trainer, teacher, &stop)?;
    if !stop.load(Ordering::Relaxed) {
        let mut report = Report::new(trainer.progress().steps, config.run.total_steps);
        let result = trainer.run(&folder, &stop, &mut report);
        report.close();
        result?;
    }
    let root = folder.root().display();
    let cards = args.cards.as_deref();
    let cards = cards.map_or(String::new(), |dir| format!(" --cards {}", dir.display()));
    if stop.load(Ordering::Relaxed) {
        say(format_args!(
            "stopped and saved; go on with: reckoners-train --resume {root}{cards}"
        ));
        return Ok(());
    }
    // Without evaluations there is no best one; one that was damaged and not replaced is none either.
    let best = if Checkpoint::load(&folder.best()).is_ok() {
        folder.best()
    } else {
        folder.last()
    };
    let agent = format!("net:{}", best.display());
    say(format_args!(
        "done; play beside it: reckoners play{cards} --reckoners tia,cody --seat cody={agent}\n\
         measure it: reckoners eval{cards} --agents scripted,{agent}; draw its curve: reckoners-train plot {root}"
    ));
    Ok(())
}

/// Begins or continues the warm start, saving on the way; does nothing once it is over.
fn learn(
    config: &Config,
    folder: &RunFolder,
    trainer: &mut Trainer<'_>,
    teacher: Option<Box<dyn Teacher>>,
    stop: &AtomicBool,
) -> Result<()> {
    let Some(done) = trainer.progress().lessons else {
        return Ok(());
    };
    if let Some(mut teacher) = teacher {
        let report = LessonReport::new(done, config.warm.samples);
        let mut saved = Instant::now();
        let result = trainer.warm_start(teacher.as_mut(), stop, &mut |trainer, done, loss| {
            report.show(done, loss);
            if saved.elapsed().as_secs() >= config.run.checkpoint_seconds {
                trainer.save(folder)?;
                saved = Instant::now();
            }
            Ok(())
        });
        report.close();
        result?;
    } else {
        // Lessons that were asked for when the run began, and no longer are.
        trainer.end_lessons();
    }
    trainer.save(folder)
}

/// A run in memory, its folder, the lock on that folder, and the teacher while the warm start lasts.
type Begun<'a> = (RunFolder, RunLock, Trainer<'a>, Option<Box<dyn Teacher>>);

fn go_on<'a>(
    config: &Config,
    folder: RunFolder,
    world: &'a dyn World,
    make_teacher: &MakeTeacher<'_>,
) -> Result<Begun<'a>> {
    let lock = folder.lock()?;
    let state = TrainerState::load(&folder.state())?;
    let trainer = Trainer::resume(world, config, state)
        .with_context(|| format!("{}: cannot go on", folder.root().display()))?;
    let teacher = match trainer.progress().lessons {
        Some(_) => make_teacher()?,
        None => None,
    };
    folder.write_config(config)?;
    let name = folder.root().display();
    match trainer.progress().lessons {
        Some(done) => say(format_args!(
            "going on with {name} after {done} decisions of the teacher"
        )),
        None => say(format_args!(
            "going on with {name} at step {}",
            trainer.progress().steps
        )),
    }
    Ok((folder, lock, trainer, teacher))
}

/// A new run, saved before anything is learned, so that a run that is killed from here on loses little.
fn begin<'a>(
    args: &TrainArgs,
    config: &Config,
    world: &'a dyn World,
    make_teacher: &MakeTeacher<'_>,
) -> Result<Begun<'a>> {
    let teacher = make_teacher()?;
    let mut trainer = Trainer::new(world, config)?;
    if !config.warm.from.is_empty() {
        trainer.begin_with(&config.warm.from).context("warm.from")?;
    }
    if teacher.is_some() {
        trainer.begin_lessons();
    }
    let existing = if args.fresh {
        Existing::Replace
    } else {
        Existing::Refuse
    };
    let (folder, lock) = RunFolder::create(&new_folder(args), config, existing)?;
    trainer.save(&folder)?;
    Ok((folder, lock, trainer, teacher))
}

/// How long a repeated signal counts as the same one: `timeout` and `make` both hand theirs on.
const SAME_SIGNAL: Duration = Duration::from_secs(1);

/// A flag that Ctrl-C or a termination signal sets; another one after a second leaves at once.
///
/// A hang-up is left alone, so that `nohup` protects a run. Without it a hang-up kills the run, which
/// loses what came after the last saved state.
fn interrupt() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let leave = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, 130, Arc::clone(&leave))
            .and_then(|_| flag::register(signal, Arc::clone(&stop)))
            .context("cannot listen for Ctrl-C")?;
    }
    let seen = Arc::clone(&stop);
    let watch = move || {
        // A handler may do no more than set a flag, so someone has to look.
        while !seen.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(50));
        }
        say(
            "stopping after the present update or chunk of the warm start; once more leaves at once",
        );
        std::thread::sleep(SAME_SIGNAL);
        leave.store(true, Ordering::Relaxed);
    };
    // Without this thread a signal still stops the run in order; a second one does no more.
    let _ = std::thread::Builder::new().stack_size(1 << 20).spawn(watch);
    Ok(stop)
}
