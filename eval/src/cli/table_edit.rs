//! `reckoners table edit`: a position changed by short notes, checked after each.

use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use reckoners_env::Rules;
use reckoners_env::table::{MAX_BYTES, Table};
use reckoners_eval::board::{self, Colour};
use reckoners_eval::report::write_atomic;
use serde_json::{Map, Value};

use super::table::read;

/// Keys of a table that hold lists of cards.
const LISTS: [&str; 3] = ["market", "defeated", "cards"];

/// A table file and what to change in it.
///
/// Each change is WHAT=VALUE: population=12, boss.research=5, tia.tokens=2, tia.district=3,
/// 2.enforcement=3 (district 2), tia.kept="A$P CC CC R"-like dice as in table files, market="Jacket, Bribe".
/// An empty value takes a key out, so that its default holds. The table is checked before it is written;
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

pub(crate) fn edit(rules: &Rules, args: &EditArgs) -> Result<()> {
    let name = args.file.display().to_string();
    let text = read(&args.file, MAX_BYTES)?;
    let mut value: Value = serde_json::from_str(&text).with_context(|| name.clone())?;
    for change in &args.changes {
        apply(&mut value, change).with_context(|| change.clone())?;
    }
    if args.changes.is_empty() {
        ensure!(
            std::io::stdin().is_terminal(),
            "name what to change, as in: reckoners table edit {name} population=12 tia.tokens=2"
        );
        ask(rules, &mut value)?;
    }
    let table = checked(rules, &value)?;
    let out = args.out.as_ref().unwrap_or(&args.file);
    write_atomic(out, &table.to_text(rules))?;
    eprintln!("table written to {}", out.display());
    Ok(())
}

/// Changes from the terminal until an empty line; each is checked before the next.
fn ask(rules: &Rules, value: &mut Value) -> Result<()> {
    let names: Vec<String> = Table::from_value(rules, value)
        .map(|table| {
            table
                .game
                .team()
                .iter()
                .map(|s| s.reckoner.key().to_owned())
                .collect()
        })
        .unwrap_or_default();
    eprintln!(
        "What changes? WHAT=VALUE, such as population=12, boss.research=5, 2.enforcement=3 or {}.tokens=2;\n\
         an empty line ends and writes, \"show\" draws the table.",
        names.first().map_or("tia", String::as_str)
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
            match checked(rules, value) {
                Ok(table) => eprintln!("{}", board::draw(rules, &table, Colour::Plain)),
                Err(e) => eprintln!("{e:#}"),
            }
            continue;
        }
        let mut changed = value.clone();
        match apply(&mut changed, line.trim()).and_then(|()| checked(rules, &changed)) {
            Ok(_) => *value = changed,
            Err(e) => eprintln!("{e:#}; nothing is changed"),
        }
    }
}

fn checked(rules: &Rules, value: &Value) -> Result<Table> {
    Table::from_value(rules, value).map_err(|errors| anyhow!("{errors}"))
}

/// Makes one change; whether the result is a position, the table's reader says.
fn apply(table: &mut Value, change: &str) -> Result<()> {
    let (what, text) = change
        .split_once('=')
        .context("write WHAT=VALUE, such as population=12")?;
    let mut path: Vec<&str> = what.trim().split('.').map(str::trim).collect();
    let Some(key) = path.pop().filter(|key| !key.is_empty()) else {
        bail!("nothing is named before the equals sign");
    };
    let place = find(table, &path)?;
    let text = text.trim();
    if text.is_empty() {
        place.remove(key);
    } else {
        place.insert(key.to_owned(), read_value(key, text));
    }
    Ok(())
}

/// The object that a path names: the table, its boss, a Reckoner by name, a district by number or name.
fn find<'a>(table: &'a mut Value, path: &[&str]) -> Result<&'a mut Map<String, Value>> {
    let Value::Object(whole) = table else {
        bail!("the file holds no table");
    };
    let Some((first, rest)) = path.split_first() else {
        return Ok(whole);
    };
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
    let list = || {
        let items = text
            .split(',')
            .map(str::trim)
            .filter(|item| !item.is_empty());
        Value::Array(items.map(|item| Value::String(item.to_owned())).collect())
    };
    match serde_json::from_str(text) {
        Ok(value) => value,
        Err(_) if LISTS.contains(&key) => list(),
        Err(_) => Value::String(text.to_owned()),
    }
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
            "reckoners": [{ "name": "tia", "tokens": 1 }],
        });
        for change in [
            "population=12",
            "boss.research = 5",
            "boss.brackets.red=3",
            "2.enforcement=2",
            "frostbite.bracket=2",
            "TIA.tokens=",
            "tia.cards=Rifle, Jacket",
            "step=use",
        ] {
            apply(&mut table, change).unwrap();
        }
        let expected = serde_json::json!({
            "population": 12,
            "boss": { "research": 5, "brackets": { "red": 3 } },
            "districts": [{ "epic": "Frostbite", "bracket": 2 }, { "name": "The Loop", "enforcement": 2 }],
            "reckoners": [{ "name": "tia", "cards": ["Rifle", "Jacket"] }],
            "step": "use",
        });
        assert_eq!(table, expected);
        assert!(apply(&mut table, "population 12").is_err());
        assert!(apply(&mut table, "9.enforcement=1").is_err());
    }
}
