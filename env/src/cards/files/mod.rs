//! The card files: one module for each kind, with its shape (strict serde structures) and its checks.
//!
//! Serialising a file leaves the provenance out, so the content hash of a catalog changes when
//! a value changes and stays when only the note about its source does.

pub mod babilar;
pub mod city;
pub mod dice;
pub mod epics;
pub mod equipment;
pub mod expansion;
pub mod ildithia;
pub mod limelight;
pub mod newcago;
pub mod reckoners;
pub mod regalia;
pub mod setup;
pub mod steelheart;

use std::collections::BTreeMap;

use super::catalog::{BossSheet, BossSheets, Catalog};
use super::load::CatalogError;
use crate::ids::{Difficulty, MAX_SEATS, MIN_SEATS};

/// Where each value of an entry comes from: `official`, `derived` or `placeholder`, then a note.
pub type Provenance = BTreeMap<String, String>;

/// Names the place of a value, so that checks stay one line each.
pub(super) struct At<'a>(pub(super) &'static str, pub(super) &'a str);

impl At<'_> {
    pub(super) fn error(&self, field: &str, message: impl Into<String>) -> CatalogError {
        CatalogError::Value {
            file: self.0.into(),
            item: self.1.into(),
            field: field.into(),
            message: message.into(),
        }
    }
    pub(super) fn range(
        &self,
        field: &str,
        value: impl Into<u64>,
        low: u64,
        high: u64,
    ) -> Result<(), CatalogError> {
        let value = value.into();
        if (low..=high).contains(&value) {
            Ok(())
        } else {
            Err(self.error(field, format!("{value} is not between {low} and {high}")))
        }
    }
    pub(super) fn read<T>(&self, field: &str, value: Result<T, String>) -> Result<T, CatalogError> {
        value.map_err(|message| self.error(field, message))
    }

    /// A key of lower-case letters, digits and dashes, and a printed name; neither given before.
    pub(super) fn card_name<'a>(
        &self,
        (key, name): (&str, &str),
        mut known: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Result<(), CatalogError> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if key.is_empty() || !key.chars().all(plain) {
            return Err(self.error("id", format!("\"{key}\" is not made of a-z, 0-9 and -")));
        }
        if name.trim().is_empty() || name.chars().count() > 60 || name.contains(char::is_control) {
            return Err(self.error("name", "write 1 to 60 characters on one line"));
        }
        let clash = |a: &str, b: &str| a.trim().eq_ignore_ascii_case(b.trim());
        match known
            .find(|(k, n)| clash(k, key) || clash(n, name) || clash(k, name) || clash(n, key))
        {
            None => Ok(()),
            Some((k, _)) if k == key => {
                Err(self.error("id", "given twice; each card is one of a kind"))
            }
            Some((k, _)) => Err(self.error(
                "name",
                format!("\"{name}\" is also a name of {k}; table files could not tell them apart"),
            )),
        }
    }

    /// Checks that every field has a source and records the sources.
    pub(super) fn sources(
        &self,
        catalog: &mut Catalog,
        fields: &[&str],
        given: &Provenance,
    ) -> Result<(), CatalogError> {
        for field in fields {
            let place = format!("provenance.{field}");
            let text = given.get(*field).ok_or_else(|| {
                self.error(
                    &place,
                    "missing; write \"official ...\", \"derived ...\" or \"placeholder ...\"",
                )
            })?;
            let word = text.split([' ', ':', ';', ',']).next().unwrap_or_default();
            if !["official", "derived", "placeholder"].contains(&word) {
                return Err(self.error(
                    &place,
                    format!(
                        "starts with \"{word}\"; the first word is official, derived or placeholder"
                    ),
                ));
            }
        }
        if let Some(extra) = given.keys().find(|k| !fields.contains(&k.as_str())) {
            return Err(self.error(
                &format!("provenance.{extra}"),
                "names no field of this entry",
            ));
        }
        catalog.note(self.0, self.1, given);
        Ok(())
    }
}

/// Turns a table of optional entries into a full one, or says which entry is missing.
pub(super) fn all_given<T, const N: usize>(
    file: &'static str,
    what: &str,
    entries: [Option<T>; N],
    names: [&'static str; N],
) -> Result<[T; N], CatalogError> {
    if let Some(i) = entries.iter().position(Option::is_none) {
        return Err(At(file, names[i]).error(what, "missing; add an entry for it"));
    }
    Ok(entries.map(|e| e.expect("checked above")))
}

/// A boss's sheets, each read by itself.
pub(super) fn by_game(
    sheet: impl Fn(usize, Difficulty) -> Result<BossSheet, CatalogError>,
) -> Result<BossSheets, CatalogError> {
    let mut all = Vec::with_capacity(MAX_SEATS);
    for seats in MIN_SEATS..=MAX_SEATS {
        let mut row = Vec::with_capacity(Difficulty::COUNT);
        for difficulty in Difficulty::ALL {
            row.push(sheet(seats, difficulty)?);
        }
        all.push(<[BossSheet; Difficulty::COUNT]>::try_from(row).expect("every difficulty"));
    }
    Ok(BossSheets::try_from(all).expect("every number of Reckoners"))
}

/// The only entry that matches.
pub(super) fn one<'a, T>(
    at: &At<'_>,
    field: &str,
    mut matching: impl Iterator<Item = &'a T>,
) -> Result<&'a T, CatalogError> {
    let first = matching
        .next()
        .ok_or_else(|| at.error(field, "missing; add an entry for it"))?;
    if matching.next().is_some() {
        Err(at.error(field, "given twice"))
    } else {
        Ok(first)
    }
}
