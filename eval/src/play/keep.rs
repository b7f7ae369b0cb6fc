//! Where a game at the terminal is written: after every line, and where people say. What lies there already is replaced
//! only if this game goes on from there, or if they ask for it.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use reckoners_agents::file::{is_same_file, read_text_at_most};
use reckoners_env::Rules;
use reckoners_env::trace::{MAX_BYTES, Trace};

use super::table::TableGame;
use crate::corrections::{self, Corrections};
use crate::report::write_atomic;

/// The files of a game.
#[derive(Debug, Default)]
pub struct Keeper {
    /// Where the game is written after every line that is typed; nowhere when not given.
    pub autosave: Option<PathBuf>,
    /// Values of cards that were corrected for this game; they are written beside it.
    pub corrections: Corrections,
    /// Files that this game was read from or written to.
    own: Vec<PathBuf>,
    /// Where the game lies as it is now.
    latest: Option<PathBuf>,
}

impl Keeper {
    /// Where the game lies as it is now; nowhere if something of it would be lost.
    pub fn latest(&self) -> Option<&Path> {
        self.latest.as_deref()
    }

    /// The game lies there as it is now.
    pub fn lies_in(&mut self, file: &Path) {
        if !self.is_own(file) {
            self.own.push(file.to_owned());
        }
        self.latest = Some(file.to_owned());
    }

    /// Whether this game was read from or written to that file, under whatever name.
    fn is_own(&self, file: &Path) -> bool {
        self.own.iter().any(|own| is_same_file(own, file))
    }

    /// The game is not what was written any more.
    pub fn moved_on(&mut self) {
        self.latest = None;
    }

    /// Writes the game where people say; another game only by force, and what is no game never.
    pub fn save(&mut self, game: &TableGame, file: &Path, force: bool) -> Result<()> {
        // A file of its own may hold more than the game does now: what was taken back.
        if !self.is_own(file) {
            may_replace(game.rules(), game.trace(), file, force)?;
        }
        self.write(game, file)
    }

    /// Writes the game, and beside it the corrected cards without which it could not be read again.
    pub fn write(&mut self, game: &TableGame, file: &Path) -> Result<()> {
        let (beside, cards) = (corrections::beside(file), &self.corrections);
        let known = || {
            Some(corrections::parse_list(
                &std::fs::read_to_string(&beside).ok()?,
            ))
        };
        if beside.exists() && known() != Some(Ok(cards.clone())) {
            bail!(
                "{} corrects cards otherwise than this game has them; choose another name",
                beside.display()
            );
        }
        if !cards.is_empty() {
            write_atomic(&beside, &corrections::to_text(cards))?;
        }
        write_atomic(file, &game.trace().to_text(game.rules())?)?;
        self.lies_in(file);
        Ok(())
    }
}

/// Whether a game may be written to a file: where nothing is, where all that lies there was played in this game too, or by
/// force.
pub fn may_replace(rules: &Rules, game: &Trace, file: &Path, force: bool) -> Result<()> {
    if !file.exists() {
        return Ok(());
    }
    let name = file.display();
    let text = read_text_at_most(file, MAX_BYTES);
    let Some(there) = text.ok().and_then(|text| Trace::parse(rules, &text).ok()) else {
        bail!("{name} exists already and is no saved game of these cards; choose another name");
    };
    let same = (there.seed, &there.start) == (game.seed, &game.start);
    // Nothing is lost only if everything that lies there has been played in this game too.
    if force || same && game.steps.starts_with(&there.steps) {
        return Ok(());
    }
    let what = match same && there.steps.starts_with(&game.steps) {
        true => "more of this game",
        false => "another game",
    };
    bail!(
        "{name} exists already and holds {what}; choose another name, replace it with --force, or go on with it by \
         --resume {name}"
    );
}
