//! Card files that a test spoils, and the message that it gets.

use std::collections::BTreeMap;

use reckoners_env::cards::load::{FILES, build};
use toml::{Table, Value};

/// The embedded text of a file as a tree that a test can spoil.
pub(super) fn tree(file: &str) -> Table {
    let (_, text) = FILES
        .iter()
        .find(|(name, _)| *name == file)
        .expect("a card file");
    text.parse().unwrap()
}

pub(super) fn error_of(file: &str, text: String) -> String {
    build(&BTreeMap::from([(file.to_owned(), text)]))
        .expect_err("must be refused")
        .to_string()
}

/// The message for an embedded file after a change.
pub(super) fn spoiled(file: &str, change: impl FnOnce(&mut Table)) -> String {
    let mut table = tree(file);
    change(&mut table);
    error_of(file, toml::to_string(&table).unwrap())
}

/// One entry of a list of tables.
pub(super) fn entry<'a>(table: &'a mut Table, list: &str, index: usize) -> &'a mut Table {
    table[list][index].as_table_mut().unwrap()
}

/// The entry with a key.
pub(super) fn keyed<'a>(table: &'a mut Table, list: &str, key: &str) -> &'a mut Table {
    let entries = table[list].as_array_mut().unwrap();
    let found = entries.iter_mut().find(|e| e["id"].as_str() == Some(key));
    found.unwrap().as_table_mut().unwrap()
}

pub(super) fn texts(list: &[&str]) -> Value {
    list.iter()
        .map(|s| Value::from(*s))
        .collect::<Vec<_>>()
        .into()
}

pub(super) fn set(table: &mut Table, field: &str, value: impl Into<Value>) {
    table.insert(field.to_owned(), value.into());
}
