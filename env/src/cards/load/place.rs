//! Where a value stands in the card files, and the checks that every reader shares.

use super::CatalogError;

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

pub(super) fn check_key<'a>(
    at: &At<'_>,
    key: &str,
    mut known: impl Iterator<Item = &'a str>,
) -> Result<(), CatalogError> {
    if key.is_empty()
        || !key
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    {
        return Err(at.error("id", format!("\"{key}\" is not made of a-z, 0-9 and -")));
    }
    if known.any(|k| k == key) {
        return Err(at.error("id", "given twice; each card is one of a kind"));
    }
    Ok(())
}

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
