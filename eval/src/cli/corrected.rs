//! The cards of a command: those of `--cards`, and for a table or a saved game what the small file beside it
//! corrects.

use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use reckoners_agents::file::read_text_at_most;
use reckoners_env::Rules;
use reckoners_env::cards::{build, texts_in};
use reckoners_eval::corrections::{self, Corrections, MAX_BYTES, Texts};

/// Cards without corrections.
#[derive(Debug)]
pub(crate) struct CardSet {
    /// Card files that replace the embedded ones.
    pub(crate) texts: Texts,
    /// The rules with these cards.
    pub(crate) rules: Rules,
}

impl CardSet {
    /// The cards of `--cards`, or the embedded ones.
    pub(crate) fn load(dir: Option<&Path>) -> Result<Self> {
        let texts = dir.map_or_else(|| Ok(Texts::new()), texts_in)?;
        let rules = Rules::new(build(&texts)?);
        Ok(Self { texts, rules })
    }

    /// The rules for a table or a saved game.
    pub(crate) fn at(&self, file: &Path) -> Result<Rules> {
        self.with(&read(file)?, file)
    }

    /// The rules with the corrections that lie beside a file.
    pub(crate) fn with(&self, corrections: &Corrections, file: &Path) -> Result<Rules> {
        if corrections.is_empty() {
            return Ok(self.rules.clone());
        }
        let name = corrections::beside(file);
        let catalog = corrections::correct(&self.texts, corrections)
            .map_err(|fault| anyhow!("{}: {}: {}", name.display(), fault.field, fault.message))?;
        Ok(Rules::new(catalog))
    }

    /// The rules for tables that are looked at together.
    pub(crate) fn plain(&self, files: &[impl AsRef<Path>]) -> Result<&Rules> {
        for file in files {
            let beside = corrections::beside(file.as_ref());
            ensure!(
                !beside.exists(),
                "{}: this command takes one set of cards for all tables; move the file away, or ask \
                 for the table alone",
                beside.display()
            );
        }
        Ok(&self.rules)
    }
}

/// The corrections beside a file; none when there is no such file.
pub(crate) fn read(file: &Path) -> Result<Corrections> {
    let beside = corrections::beside(file);
    if file == Path::new("-") || !beside.exists() {
        return Ok(Corrections::new());
    }
    let name = || beside.display().to_string();
    let text = read_text_at_most(&beside, MAX_BYTES).with_context(name)?;
    corrections::parse_list(&text).map_err(|e| anyhow!("{}: {e}", name()))
}
