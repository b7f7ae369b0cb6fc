//! Numbers over time: JSON lines for programs, TensorBoard events for eyes.
//!
//! The same rows go to both. A resumed run drops the lines that it will write again; event files
//! cannot be shortened, so there the rows after the saved state stay beside the new ones.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use reckoners_agents::file::read_text_at_most;

use crate::events::Events;
use crate::report::say;
use crate::run::METRICS;

/// Most bytes of a metrics file: a file that has more is another file.
const MOST_BYTES: u64 = 1 << 30;

/// Named numbers at one moment of a run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Row {
    /// Decisions trained on so far.
    pub step: u64,
    /// Names as in CleanRL (`losses/approx_kl`), then the numbers.
    pub values: Vec<(String, f64)>,
}

impl Row {
    /// A row with no numbers yet.
    #[must_use]
    pub fn new(step: u64) -> Self {
        Self {
            step,
            values: Vec::new(),
        }
    }

    /// Adds a number; one that is not finite is left out, because JSON cannot hold it.
    pub fn add(&mut self, name: impl Into<String>, value: f64) {
        if value.is_finite() {
            self.values.push((name.into(), value));
        }
    }

    /// The number of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<f64> {
        self.values
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, value)| *value)
    }

    fn line(&self) -> String {
        let mut map = serde_json::Map::new();
        map.insert("step".into(), self.step.into());
        map.extend(
            self.values
                .iter()
                .map(|(name, value)| (name.clone(), (*value).into())),
        );
        serde_json::Value::Object(map).to_string()
    }

    fn parse(line: &str) -> Option<Self> {
        let map: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).ok()?;
        let mut row = Self::new(map.get("step")?.as_u64()?);
        for (name, value) in &map {
            if name != "step" {
                row.add(name.clone(), value.as_f64()?);
            }
        }
        Some(row)
    }
}

/// Reads the rows of a metrics file; a last line cut short by a kill is left out.
///
/// # Errors
/// When the file cannot be read or another line is not a row.
pub fn read(file: &Path) -> Result<Vec<Row>> {
    let text = read_text_at_most(file, MOST_BYTES)
        .with_context(|| format!("{}: cannot read the metrics", file.display()))?;
    let lines: Vec<&str> = text.lines().collect();
    let mut rows = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        match Row::parse(line) {
            Some(row) => rows.push(row),
            None if index + 1 == lines.len() && !text.ends_with('\n') => {}
            None => anyhow::bail!(
                "{}: line {} is not a row of metrics; remove it",
                file.display(),
                index + 1
            ),
        }
    }
    Ok(rows)
}

/// Writes rows.
pub struct Metrics {
    file: PathBuf,
    lines: File,
    /// None after a failure, which was then told.
    events: Option<Events>,
}

impl std::fmt::Debug for Metrics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Metrics")
            .field("file", &self.file)
            .finish_non_exhaustive()
    }
}

impl Metrics {
    /// Opens `metrics.jsonl` and an event file in a folder, keeping rows up to `step`: what was
    /// written after the saved state that a run resumes from happens again.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn open(folder: &Path, step: u64) -> Result<Self> {
        let file = folder.join(METRICS);
        let kept = if file.exists() {
            read(&file)?
        } else {
            Vec::new()
        };
        let mut text = String::new();
        for row in kept.iter().filter(|row| row.step <= step) {
            text.push_str(&row.line());
            text.push('\n');
        }
        crate::run::write_atomically(&file, text.as_bytes())?;
        let lines = File::options()
            .append(true)
            .open(&file)
            .with_context(|| format!("{}: cannot open for writing", file.display()))?;
        let events = Some(Events::open(folder));
        Ok(Self {
            file,
            lines,
            events,
        })
    }

    /// Writes one row to both.
    ///
    /// # Errors
    /// When the disk is full or the file is gone.
    pub fn write(&mut self, row: &Row) -> Result<()> {
        let line = row.line() + "\n";
        self.lines
            .write_all(line.as_bytes())
            .with_context(|| format!("{}: cannot write the metrics", self.file.display()))?;
        self.show(row.step, &row.values);
        Ok(())
    }

    /// Shows numbers in TensorBoard alone.
    pub fn show(&mut self, step: u64, values: &[(String, f64)]) {
        if let Some(events) = &mut self.events
            && !events.write(step, values)
        {
            say(format_args!(
                "warning: TensorBoard events can no longer be written; {METRICS} goes on"
            ));
            self.events = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resuming_forgets_what_happens_again_and_survives_a_cut_line() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let mut row = Row::new(10);
        row.add("losses/entropy", 0.25);
        row.add("bad", f64::NAN);
        {
            let mut metrics = Metrics::open(folder.path(), 0).expect("opens");
            metrics.write(&row).expect("writes");
            metrics
                .write(&Row {
                    step: 20,
                    ..row.clone()
                })
                .expect("writes");
        }
        let file = folder.path().join(METRICS);
        let mut text = std::fs::read_to_string(&file).expect("reads");
        text.push_str("{\"step\":3");
        std::fs::write(&file, text).expect("writes");
        drop(Metrics::open(folder.path(), 15).expect("opens"));
        let rows = read(&file).expect("reads");
        assert_eq!(
            rows,
            [Row {
                step: 10,
                values: vec![("losses/entropy".into(), 0.25)]
            }]
        );
    }
}
