//! What the files of all cities share: seven boards, each with a name of its own.

use super::{At, Provenance};
use crate::cards::catalog::Catalog;
use crate::cards::city::CityBoard;
use crate::cards::load::CatalogError;
use crate::ids::MAX_BOARDS;

/// Reads the boards of a city, given with key and name.
pub(super) fn read_boards<'a, E: 'a>(
    file: &'static str,
    entries: impl Iterator<Item = (&'a str, &'a str, &'a E)>,
    read: impl Fn(&At<'_>, &E) -> Result<CityBoard, CatalogError>,
) -> Result<Vec<CityBoard>, CatalogError> {
    let mut boards: Vec<CityBoard> = Vec::with_capacity(MAX_BOARDS);
    for (key, name, entry) in entries {
        let at = At(file, key);
        let known = boards.iter().map(|b| (b.key.as_str(), b.name.as_str()));
        at.card_name((key, name), known)?;
        boards.push(read(&at, entry)?);
    }
    if boards.len() != MAX_BOARDS {
        let message = format!("{} boards; a city has {MAX_BOARDS}", boards.len());
        return Err(At(file, "board").error("count", message));
    }
    Ok(boards)
}

/// Records the sources of boards.
pub(super) fn sources_of_boards<'a>(
    file: &'static str,
    catalog: &mut Catalog,
    fields: &[&str],
    boards: impl Iterator<Item = (&'a str, &'a Provenance)>,
) -> Result<(), CatalogError> {
    for (key, provenance) in boards {
        At(file, key).sources(catalog, fields, provenance)?;
    }
    Ok(())
}
