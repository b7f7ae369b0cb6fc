//! The folder of a run.
//!
//! - `config.toml`: the settings as resolved;
//! - `metrics.jsonl`, `events.out.tfevents.*`: numbers over time;
//! - `state.safetensors`: everything needed to go on;
//! - `last.safetensors`, `best.safetensors`: checkpoints to play with;
//! - `lock`: held while a trainer writes here.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use reckoners_agents::file::TEMPORARY;

use crate::config::Config;
use crate::report::say;

/// The folder of a run and the names in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunFolder {
    root: PathBuf,
}

/// The sole right to write into the folder of a run, until it is dropped or the program ends.
#[derive(Debug)]
pub struct RunLock {
    _file: File,
}

/// What to do with a folder that already holds a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Refuse, if anything was saved.
    Refuse,
    /// Remove the former run's files and start over.
    Replace,
}

const CONFIG: &str = "config.toml";
pub(crate) const METRICS: &str = "metrics.jsonl";
const STATE: &str = "state.safetensors";
const LAST: &str = "last.safetensors";
const BEST: &str = "best.safetensors";
/// What a new run in the same folder removes, beside the events.
const OWN: [&str; 5] = [CONFIG, METRICS, STATE, LAST, BEST];
/// What took long to make: settings alone are what a run leaves that was killed as it began.
const PRECIOUS: [&str; 3] = [STATE, LAST, BEST];
const EVENTS: &str = "events.out.tfevents.";

impl RunFolder {
    /// Makes the folder of a new run, takes the right to write there and writes its settings.
    ///
    /// # Errors
    /// When it cannot be written, or already holds a run that is not to be replaced.
    pub fn create(root: &Path, config: &Config, existing: Existing) -> Result<(Self, RunLock)> {
        let run = Self {
            root: root.to_owned(),
        };
        let name = root.display();
        std::fs::create_dir_all(root)
            .with_context(|| format!("{name}: cannot make the run folder"))?;
        let lock = run.lock()?;
        // Under the lock: another trainer may have saved here a moment ago.
        if let (Existing::Refuse, Some(file)) = (existing, run.precious()) {
            if Self::find(root).is_some() {
                bail!(
                    "{name}: already holds a run; go on with --resume {name}, start over with \
                     --fresh, or choose another --run folder"
                );
            }
            let lacks = if run.config().exists() { STATE } else { CONFIG };
            bail!(
                "{name}: holds {file} of a run that cannot go on, because {lacks} is missing; put it \
                 back, start over with --fresh, or choose another --run folder"
            );
        }
        run.clear()?;
        run.write_config(config)?;
        Ok((run, lock))
    }

    /// What would be lost if another run began here.
    fn precious(&self) -> Option<&'static str> {
        PRECIOUS
            .into_iter()
            .find(|file| self.root.join(file).exists())
    }

    /// The run that can go on in a folder, if there is one.
    #[must_use]
    pub fn find(root: &Path) -> Option<Self> {
        let run = Self {
            root: root.to_owned(),
        };
        (run.config().exists() && run.state().exists()).then_some(run)
    }

    /// Takes the sole right to write here, and removes what a trainer left that was killed while it
    /// saved.
    ///
    /// # Errors
    /// When another trainer has it, or the folder cannot be written.
    pub fn lock(&self) -> Result<RunLock> {
        let (name, path) = (self.root.display(), self.root.join("lock"));
        let file =
            File::create(&path).with_context(|| format!("{}: cannot write", path.display()))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => bail!(
                "{name}: another trainer is at work here; let it finish, stop it with Ctrl-C, or \
                 choose another --run folder"
            ),
            // Some shared file systems cannot lock; that is no reason not to train.
            Err(TryLockError::Error(error)) => say(format_args!(
                "warning: {}: cannot be locked ({error}); let no other trainer write here",
                path.display()
            )),
            Ok(()) => self.remove(|file| file.starts_with(TEMPORARY))?,
        }
        Ok(RunLock { _file: file })
    }

    /// Writes the settings.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn write_config(&self, config: &Config) -> Result<()> {
        let text = toml::to_string(config).context("cannot write the settings as TOML")?;
        write_atomically(&self.config(), text.as_bytes())
    }

    /// Opens the folder of a run that was begun before.
    ///
    /// # Errors
    /// When it holds no run.
    pub fn open(root: &Path) -> Result<Self> {
        let run = Self {
            root: root.to_owned(),
        };
        if run.config().exists() {
            return Ok(run);
        }
        let name = root.display();
        if let Some(file) = run.precious() {
            bail!(
                "{name}: holds {file} of a run that cannot go on, because {CONFIG} is missing; put it \
                 back, or start over with --config FILE --run {name} --fresh"
            );
        }
        bail!("{name}: holds no run (no {CONFIG}); name the folder of a run")
    }

    /// Removes only what a run writes: whatever else lies there is not ours.
    fn clear(&self) -> Result<()> {
        self.remove(|file| OWN.contains(&file) || file.starts_with(EVENTS))
    }

    fn remove(&self, goes: impl Fn(&str) -> bool) -> Result<()> {
        let name = self.root.display();
        let entries = std::fs::read_dir(&self.root)
            .with_context(|| format!("{name}: cannot list the run folder"))?;
        for entry in entries {
            let path = entry
                .with_context(|| format!("{name}: cannot list the run folder"))?
                .path();
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            if goes(&file) {
                std::fs::remove_file(&path)
                    .with_context(|| format!("{}: cannot remove", path.display()))?;
            }
        }
        Ok(())
    }

    /// The folder itself.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The settings.
    #[must_use]
    pub fn config(&self) -> PathBuf {
        self.root.join(CONFIG)
    }

    /// The numbers over time.
    #[must_use]
    pub fn metrics(&self) -> PathBuf {
        self.root.join(METRICS)
    }

    /// The saved state.
    #[must_use]
    pub fn state(&self) -> PathBuf {
        self.root.join(STATE)
    }

    /// The latest checkpoint.
    #[must_use]
    pub fn last(&self) -> PathBuf {
        self.root.join(LAST)
    }

    /// The checkpoint that evaluated best.
    #[must_use]
    pub fn best(&self) -> PathBuf {
        self.root.join(BEST)
    }
}

/// Writes a file under a temporary name and renames it, so that it is whole or not there.
///
/// # Errors
/// When the folder cannot be written; a former file is then untouched.
pub fn write_atomically(file: &Path, bytes: &[u8]) -> Result<()> {
    reckoners_agents::file::write_atomically(file, bytes).with_context(|| {
        format!(
            "{}: cannot write; a former file is untouched",
            file.display()
        )
    })
}
