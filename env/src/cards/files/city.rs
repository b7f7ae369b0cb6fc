//! What the files of all cities share: seven boards, each with a name of its own.

use serde::{Deserialize, Serialize};

use super::{At, Provenance};
use crate::cards::catalog::Catalog;
use crate::cards::city::CityBoard;
use crate::cards::deed::{Cell, Home};
use crate::cards::load::CatalogError;
use crate::ids::MAX_BOARDS;

/// A district board with a track.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardEntry {
    /// Key in files.
    pub id: String,
    /// Printed name.
    pub name: String,
    /// Its track, from the top space down; whether the bottom is told too, the city says.
    pub track: Vec<String>,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

/// Reads boards with tracks at `home`, which begin with `bottom` where the file does not tell it; `check` says how many
/// spaces are told.
pub(super) fn read_tracks(
    file: &'static str,
    entries: &[BoardEntry],
    home: Home,
    bottom: &[Cell],
    check: impl Fn(&At<'_>, usize) -> Result<(), CatalogError>,
) -> Result<Vec<CityBoard>, CatalogError> {
    let named = entries.iter().map(|b| (b.id.as_str(), b.name.as_str(), b));
    read_boards(file, named, |at, entry| {
        check(at, entry.track.len())?;
        let mut track = bottom.to_vec();
        for text in entry.track.iter().rev() {
            let cell = at.read("track", Cell::read(text))?;
            if let Some(message) = cell.misplaced(&[Home::BossOrCity, home]) {
                return Err(at.error("track", message));
            }
            track.push(cell);
        }
        Ok(CityBoard {
            key: entry.id.clone(),
            name: entry.name.clone(),
            track,
            cards: None,
        })
    })
}

/// Records the sources of boards with tracks.
pub(super) fn sources_of_tracks(
    file: &'static str,
    catalog: &mut Catalog,
    boards: &[BoardEntry],
) -> Result<(), CatalogError> {
    let boards = boards.iter().map(|b| (b.id.as_str(), &b.provenance));
    sources_of_boards(file, catalog, &["name", "track"], boards)
}

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
