//! `reckoners table edit`: a position changed by short notes, checked after each.

use std::collections::BTreeSet;
use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use reckoners_agents::file::is_same_file;
use reckoners_env::Rules;
use reckoners_env::table::{MAX_BYTES, Table};
use reckoners_eval::board::{self, Colour};
use reckoners_eval::corrections::{self, Correction, Corrections};
use reckoners_eval::report::write_atomic;
use serde_json::Value;

use super::corrected::{self, CardSet};
use super::table::read;
use super::table_change::{self, Change, list};

/// A table file and what to change in it.
///
/// Each change is WHAT=VALUE: population=12, boss.research=5, tia.tokens=2, tia.district=3,
/// 2.enforcement=3 (district 2), 1.epic=Digzone (its values come along), tia.kept="white A, 2 purple RR",
/// market="Camera, Flash Grenade, Gauss Gun, Helicopter"; docs/table-file.md has more.
/// A value that your box prints otherwise: cards.faultline.research=4, cards.jacket.price=3,
/// cards.faultline.track="BARRICADE 1, POP 1, POP 2, POP 2"; these are kept in a small file beside the table (my-table.cards.json),
/// which hint, play and table read with it.
/// An empty value takes a key or a correction out, so that its default holds. The table is checked before it is written;
/// without changes, at a terminal, they are asked for one by one.
#[derive(Debug, Args)]
pub(crate) struct EditArgs {
    /// The table file; one of `table new`, of a sample, or your own
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Changes, as WHAT=VALUE
    #[arg(value_name = "WHAT=VALUE")]
    changes: Vec<String>,
    /// Write the result here instead of into the same file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn edit(cards: &CardSet, args: &EditArgs) -> Result<()> {
    let name = args.file.display().to_string();
    let out = args.out.as_ref().unwrap_or(&args.file);
    ensure!(
        out != Path::new("-"),
        "a table from standard input has no file to be written into; name one with --out FILE"
    );
    let text = read(&args.file, MAX_BYTES as u64)?;
    let value: Value = serde_json::from_str(&text).with_context(|| name.clone())?;
    let mut draft = Draft {
        cards,
        file: out,
        value,
        corrections: corrected::read(&args.file)?,
        named: BTreeSet::new(),
    };
    let mut changed = Vec::new();
    for change in &args.changes {
        changed.extend(draft.apply(change).with_context(|| change.clone())?);
    }
    if args.changes.is_empty() {
        ensure!(
            std::io::stdin().is_terminal(),
            "name what to change, as in: reckoners table edit {name} population=12 tia.tokens=2"
        );
        ask(&mut draft)?;
    }
    let (rules, table) = draft.checked()?;
    tell(&changed, &table.to_value(&rules));
    let beside = corrections::beside(out);
    // What lies beside another table is that table's, and would be read with this one.
    if !is_same_file(out, &args.file) && beside.exists() {
        ensure!(
            corrected::read(out)? == draft.corrections,
            "{} corrects cards otherwise than this table has them; choose another name",
            beside.display()
        );
    }
    // The table first: if it cannot be written, the cards stay those of the one that is there.
    write_atomic(out, &table.to_text(&rules))?;
    eprintln!("table written to {}", out.display());
    if !draft.corrections.is_empty() {
        write_atomic(&beside, &corrections::to_text(&draft.corrections))?;
        eprintln!("corrected cards written to {}", beside.display());
    } else if beside.exists() {
        // The last correction was taken back: what is left of the file would bring it again.
        std::fs::remove_file(&beside).with_context(|| beside.display().to_string())?;
        eprintln!("{} removed: no card is corrected", beside.display());
    }
    Ok(())
}

/// A table that is being changed, with the cards that it is played with.
#[derive(Debug, Clone)]
struct Draft<'a> {
    cards: &'a CardSet,
    /// Where it will be written.
    file: &'a Path,
    value: Value,
    corrections: Corrections,
    /// The places that the people named themselves: what follows from another change leaves them alone.
    named: BTreeSet<String>,
}

impl Draft<'_> {
    /// Makes one change; whether the result is a position, [`Draft::checked`] says.
    fn apply(&mut self, change: &str) -> Result<Vec<Change>> {
        if let Some(rest) = change.trim_start().strip_prefix("cards.") {
            return Ok(vec![self.correct(rest)?]);
        }
        let rules = self.cards.with(&self.corrections, self.file)?;
        table_change::apply(&mut self.value, &rules, change, &mut self.named)
    }

    /// The table by the rules with its cards.
    fn checked(&self) -> Result<(Rules, Table)> {
        let rules = self.cards.with(&self.corrections, self.file)?;
        let table = Table::from_value(&rules, &self.value).map_err(|errors| anyhow!("{errors}"))?;
        Ok((rules, table))
    }

    /// Corrects a printed value, NAME.FIELD=VALUE; an empty value takes the correction back.
    fn correct(&mut self, change: &str) -> Result<Change> {
        let remedy = "write cards.NAME.FIELD=VALUE, such as cards.faultline.research=4";
        let (what, text) = change.split_once('=').context(remedy)?;
        let (name, field) = what.trim().rsplit_once('.').context(remedy)?;
        let field = field.trim();
        let readable = self.checked().ok();
        let files = files(readable.as_ref());
        let found = corrections::find(&self.cards.texts, &files, name, field)
            .map_err(|message| anyhow!("{message}"))?;
        let is_it = |c: &Correction| {
            (&c.file, &c.card, c.field.as_str()) == (&found.file, &found.card, field)
        };
        let before = self.corrections.iter().find(|c| is_it(c));
        let before = before.map_or_else(|| found.value.clone(), |c| c.value.clone());
        self.corrections.retain(|c| !is_it(c));
        let mut after = found.value.clone();
        if !text.trim().is_empty() {
            let value = match (serde_json::from_str(text.trim()), &before) {
                (Ok(value), _) => value,
                (Err(_), Value::Array(_)) => list(text),
                (Err(_), _) => Value::String(text.trim().to_owned()),
            };
            after = value.clone();
            // What the program has anyway is no correction.
            if value != found.value {
                self.corrections.push(Correction {
                    file: found.file.clone(),
                    card: found.card.clone(),
                    field: field.to_owned(),
                    value,
                });
            }
        }
        self.cards.with(&self.corrections, self.file)?;
        if let Some((rules, table)) = readable {
            corrections::follow(&mut self.value, rules.catalog(), &table.game.ruleset);
        }
        Ok(Change::of_card(what.trim(), before, after))
    }
}

/// Says what was changed, and what followed from it, on the table as it is written.
fn tell(changes: &[Change], written: &Value) {
    for line in changes.iter().flat_map(|change| change.lines(written)) {
        eprintln!("{line}");
    }
}

/// The files of the cards that can lie on a table.
fn files(table: Option<&(Rules, Table)>) -> [&'static str; 3] {
    // Of the module with its own Epics, those; while the table cannot be read, those of the base game.
    let module = table.is_some_and(|(rules, table)| {
        let deck = rules.catalog().epic_deck(&table.game.ruleset);
        !deck.has(0)
    });
    let epics = if module {
        "steelslayer/epics.toml"
    } else {
        "base/epics.toml"
    };
    [epics, "base/equipment.toml", "steelslayer/equipment.toml"]
}

/// Changes from the terminal until an empty line; each is checked before the next.
fn ask(draft: &mut Draft<'_>) -> Result<()> {
    let first = draft.checked().ok().map(|(_, table)| table);
    let first = first.and_then(|table| Some(table.game.team().first()?.reckoner.key()));
    eprintln!(
        "What changes? WHAT=VALUE, such as population=12, boss.research=5, 2.enforcement=3, {}.tokens=2,\n\
         or cards.faultline.research=4 for a value that your box prints otherwise;\n\
         an empty line ends and writes, \"show\" draws the table.",
        first.unwrap_or("tia")
    );
    let mut input = std::io::stdin().lock();
    loop {
        eprint!("> ");
        std::io::stderr().flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 || line.trim().is_empty() {
            return Ok(());
        }
        if line.trim() == "show" {
            match draft.checked() {
                Ok((rules, table)) => eprintln!("{}", board::draw(&rules, &table, Colour::Plain)),
                Err(e) => eprintln!("{e:#}"),
            }
            continue;
        }
        let mut changed = draft.clone();
        changed.named.clear();
        let changes = changed.apply(line.trim());
        match changes.and_then(|changes| Ok((changes, changed.checked()?))) {
            Ok((changes, (rules, table))) => {
                tell(&changes, &table.to_value(&rules));
                *draft = changed;
            }
            Err(e) => eprintln!("{e:#}; nothing is changed"),
        }
    }
}
