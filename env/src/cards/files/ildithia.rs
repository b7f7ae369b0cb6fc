//! `ildithia.toml`: a city that moves past its districts.

use serde::{Deserialize, Serialize};

use super::city::{BoardEntry, read_tracks, sources_of_tracks};
use super::{At, Provenance, one};
use crate::cards::catalog::Catalog;
use crate::cards::city::{City, CityKindRules, Moving};
use crate::cards::deed::{Cell, Home};
use crate::cards::load::CatalogError;
use crate::ids::{MAX_SEATS, MIN_SEATS};

const FILE: &str = "cities/ildithia.toml";

/// Most actions of a track.
const MOST_ACTIONS: usize = 12;

/// `ildithia.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IldithiaFile {
    /// Research that the boss loses when a marker reaches the bottom.
    pub bottom_research: u8,
    /// Spots and starts by number of Reckoners.
    pub city: Vec<CityEntry>,
    /// The district boards.
    pub board: Vec<BoardEntry>,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

/// The city with one number of Reckoners.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CityEntry {
    /// Number of Reckoners.
    pub reckoners: u8,
    /// Districts passed each round.
    pub spots: u8,
    /// Spaces of the markers above the bottom at the start.
    pub start: u8,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

impl IldithiaFile {
    /// The city.
    pub(crate) fn read(&self) -> Result<City, CatalogError> {
        At(FILE, "city").range("bottom_research", self.bottom_research, 0, 20)?;
        let bottom = [Cell::default()];
        let boards = read_tracks(
            FILE,
            &self.board,
            Home::PassedTrack,
            &bottom,
            |at, spaces| at.range("track", spaces as u64, 1, MOST_ACTIONS as u64),
        )?;
        let top = boards.iter().map(|b| b.track.len() - 1).min();
        let mut spots = [0; MAX_SEATS - MIN_SEATS + 1];
        let mut start = [0; MAX_SEATS - MIN_SEATS + 1];
        for seats in MIN_SEATS..=MAX_SEATS {
            let item = format!("{seats} Reckoners");
            let at = At(FILE, &item);
            let entries = self.city.iter();
            let entries = entries.filter(|c| usize::from(c.reckoners) == seats);
            let entry = one(&at, "city", entries)?;
            // The board never passes all districts at once: there is one more than Reckoners.
            at.range("spots", entry.spots, 1, seats as u64)?;
            at.range("start", entry.start, 1, top.unwrap_or_default() as u64)?;
            spots[seats - MIN_SEATS] = entry.spots;
            start[seats - MIN_SEATS] = entry.start;
        }
        Ok(City {
            name: "Ildithia".into(),
            boards,
            own: CityKindRules::Moving(Moving {
                spots,
                start,
                bottom_research: self.bottom_research,
            }),
        })
    }

    /// Records the sources of the values.
    pub(crate) fn sources(&self, catalog: &mut Catalog) -> Result<(), CatalogError> {
        At(FILE, "city").sources(catalog, &["bottom_research"], &self.provenance)?;
        for c in &self.city {
            let item = format!("{} Reckoners", c.reckoners);
            At(FILE, &item).sources(catalog, &["spots", "start"], &c.provenance)?;
        }
        sources_of_tracks(FILE, catalog, &self.board)
    }
}
