//! `reckoners table edit`: a position changed by short notes, checked after each.

use std::fmt;
use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use reckoners_env::Rules;
use reckoners_env::table::{MAX_BYTES, Table};
use reckoners_eval::board::{self, Colour};
use reckoners_eval::corrections::{self, Correction, Corrections};
use reckoners_eval::report::write_atomic;
use serde_json::{Map, Value};

use super::corrected::{self, CardSet};
use super::table::read;

/// Keys of a table that hold lists of names.
const LISTS: [&str; 11] = [
    "market",
    "defeated",
    "discarded",
    "aids",
    "cards",
    "used_cards",
    "disabled_cards",
    "resting_cards",
    "dawnslight",
    "effects",
    "coming_effects",
];

/// A table file and what to change in it.
///
/// Each change is WHAT=VALUE: population=12, boss.research=5, tia.tokens=2, tia.district=3,
/// 2.enforcement=3 (district 2), tia.kept="A$P CC CC R"-like dice as in table files, market="Jacket, Bribe".
/// A value that your box prints otherwise: cards.faultline.research=4, cards.jacket.price=3,
/// cards.faultline.track="BARRICADE 1, POP 2"; these are kept in a small file beside the table (my-table.cards.json),
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
    };
    let mut changed = Vec::new();
    for change in &args.changes {
        changed.push(draft.apply(change).with_context(|| change.clone())?);
    }
    if args.changes.is_empty() {
        ensure!(
            std::io::stdin().is_terminal(),
            "name what to change, as in: reckoners table edit {name} population=12 tia.tokens=2"
        );
        ask(&mut draft)?;
    }
    let (rules, table) = draft.checked()?;
    for change in changed {
        eprintln!("{change}");
    }
    let beside = corrections::beside(out);
    if !draft.corrections.is_empty() {
        write_atomic(&beside, &corrections::to_text(&draft.corrections))?;
        eprintln!("corrected cards written to {}", beside.display());
    } else if beside.exists() {
        // The last correction was taken back: what is left of the file would bring it again.
        std::fs::remove_file(&beside).with_context(|| beside.display().to_string())?;
        eprintln!("{} removed: no card is corrected", beside.display());
    }
    write_atomic(out, &table.to_text(&rules))?;
    eprintln!("table written to {}", out.display());
    Ok(())
}

/// A value before and after a change; none where there is none, so that its default holds.
#[derive(Debug, PartialEq)]
struct Change {
    what: String,
    before: Option<Value>,
    after: Option<Value>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = |value: &Option<Value>| {
            value
                .as_ref()
                .map_or_else(|| "(not given)".to_owned(), Value::to_string)
        };
        let (before, after) = (value(&self.before), value(&self.after));
        write!(f, "{}: {before} -> {after}", self.what)
    }
}

/// A table that is being changed, with the cards that it is played with.
#[derive(Debug, Clone)]
struct Draft<'a> {
    cards: &'a CardSet,
    /// Where it will be written.
    file: &'a Path,
    value: Value,
    corrections: Corrections,
}

impl Draft<'_> {
    /// Makes one change; whether the result is a position, [`Draft::checked`] says.
    fn apply(&mut self, change: &str) -> Result<Change> {
        match change.trim_start().strip_prefix("cards.") {
            Some(rest) => self.correct(rest),
            None => apply(&mut self.value, change),
        }
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
            self.corrections.push(Correction {
                file: found.file.clone(),
                card: found.card.clone(),
                field: field.to_owned(),
                value,
            });
        }
        self.cards.with(&self.corrections, self.file)?;
        if let Some((rules, table)) = readable {
            corrections::follow(&mut self.value, rules.catalog(), &table.game.ruleset);
        }
        Ok(Change {
            what: format!("cards.{}", what.trim()),
            before: Some(before),
            after: Some(after),
        })
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
        let change = changed.apply(line.trim());
        match change.and_then(|change| changed.checked().map(|_| change)) {
            Ok(change) => {
                eprintln!("{change}");
                *draft = changed;
            }
            Err(e) => eprintln!("{e:#}; nothing is changed"),
        }
    }
}

/// Makes one change; whether the result is a position, the table's reader says.
fn apply(table: &mut Value, change: &str) -> Result<Change> {
    let (what, text) = change
        .split_once('=')
        .context("write WHAT=VALUE, such as population=12")?;
    let mut path: Vec<&str> = what.trim().split('.').map(str::trim).collect();
    let Some(key) = path.pop().filter(|key| !key.is_empty()) else {
        bail!("nothing is named before the equals sign");
    };
    let place = find(table, &path)?;
    let text = text.trim();
    let after = (!text.is_empty()).then(|| read_value(key, text));
    let before = match after.clone() {
        None => place.remove(key),
        Some(value) => place.insert(key.to_owned(), value),
    };
    Ok(Change {
        what: what.trim().to_owned(),
        before,
        after,
    })
}

/// The object that a path names: the table, its boss, a Reckoner by name, a district by number or name.
fn find<'a>(table: &'a mut Value, path: &[&str]) -> Result<&'a mut Map<String, Value>> {
    let Value::Object(whole) = table else {
        bail!("the file holds no table");
    };
    let Some((first, rest)) = path.split_first() else {
        return Ok(whole);
    };
    // A Reckoner may be written as a name alone.
    if let Some(Value::Array(seats)) = whole.get_mut("reckoners") {
        for seat in seats.iter_mut().filter(|seat| seat.is_string()) {
            *seat = serde_json::json!({ "name": seat.take() });
        }
    }
    let named = |value: &Value, key: &str| {
        let name = value.get(key).and_then(Value::as_str);
        name.is_some_and(|name| name.eq_ignore_ascii_case(first))
    };
    let seat = position(whole, "reckoners", |value| named(value, "name"));
    let number = first.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let district = number.or_else(|| {
        position(whole, "districts", |value| {
            named(value, "name") || named(value, "epic")
        })
    });
    let start = match (seat, district) {
        (Some(seat), _) => whole
            .get_mut("reckoners")
            .and_then(|list| list.get_mut(seat)),
        (None, Some(place)) => whole
            .get_mut("districts")
            .and_then(|list| list.get_mut(place)),
        (None, None) => Some(
            whole
                .entry(*first)
                .or_insert_with(|| Value::Object(Map::new())),
        ),
    };
    let mut at = start.with_context(|| format!("there is no district {first}"))?;
    for key in rest {
        let Value::Object(map) = at else {
            bail!("{key} is not within {first}");
        };
        at = map.entry(*key).or_insert_with(|| Value::Object(Map::new()));
    }
    match at {
        Value::Object(map) => Ok(map),
        _ => bail!("\"{}\" holds no keys", path.join(".")),
    }
}

fn position(
    whole: &Map<String, Value>,
    list: &str,
    test: impl Fn(&Value) -> bool,
) -> Option<usize> {
    whole.get(list)?.as_array()?.iter().position(test)
}

/// A value as table files write it: numbers and true or false plain, lists of cards with commas, all else text.
fn read_value(key: &str, text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(value) => value,
        Err(_) if LISTS.contains(&key) => list(text),
        Err(_) => Value::String(text.to_owned()),
    }
}

/// A list with commas between its items.
fn list(text: &str) -> Value {
    let items = text.split(',').map(str::trim);
    let items = items.filter(|item| !item.is_empty());
    Value::Array(items.map(|item| Value::String(item.to_owned())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_reach_what_they_name() {
        let mut table = serde_json::json!({
            "population": 16,
            "boss": { "research": 13 },
            "districts": [{ "epic": "Frostbite" }, { "name": "The Loop" }],
            "reckoners": [{ "name": "tia", "tokens": 1 }, "cody"],
        });
        for change in [
            "population=12",
            "boss.research = 5",
            "boss.brackets.red=3",
            "2.enforcement=2",
            "frostbite.bracket=2",
            "TIA.tokens=",
            "tia.cards=Rifle, Jacket",
            "tia.used_cards=Rifle",
            "cody.tokens=3",
            "step=use",
        ] {
            apply(&mut table, change).unwrap();
        }
        let expected = serde_json::json!({
            "population": 12,
            "boss": { "research": 5, "brackets": { "red": 3 } },
            "districts": [{ "epic": "Frostbite", "bracket": 2 }, { "name": "The Loop", "enforcement": 2 }],
            "reckoners": [
                { "name": "tia", "cards": ["Rifle", "Jacket"], "used_cards": ["Rifle"] },
                { "name": "cody", "tokens": 3 },
            ],
            "step": "use",
        });
        assert_eq!(table, expected);
        let said = |table: &mut Value, change: &str| apply(table, change).unwrap().to_string();
        assert_eq!(said(&mut table, "population=9"), "population: 12 -> 9");
        assert_eq!(
            said(&mut table, "tia.tokens=2"),
            "tia.tokens: (not given) -> 2"
        );
        assert_eq!(said(&mut table, "step="), "step: \"use\" -> (not given)");
        assert!(apply(&mut table, "population 12").is_err());
        assert!(apply(&mut table, "9.enforcement=1").is_err());
    }
}
