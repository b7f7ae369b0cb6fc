//! What some bosses have in place of tracks, or besides: tables read by dice, and cards that weaken Reckoners.

use super::deed::{Cell, Deed};
use crate::ids::{Effect, FACES, Tally, Track};

/// Most columns of a table.
pub const MAX_COLUMNS: usize = 8;

/// Four tables: the row is named by a die, the column by the bracket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PowerTables {
    columns: u8,
    /// By track and row, then column.
    cells: [[Vec<Cell>; FACES]; Track::COUNT],
    /// What a boost does in the last column, by track.
    overflow: [Deed; Track::COUNT],
}

impl PowerTables {
    /// Tables whose rows all have the same number of cells.
    pub const fn new(
        columns: u8,
        cells: [[Vec<Cell>; FACES]; Track::COUNT],
        overflow: [Deed; Track::COUNT],
    ) -> Self {
        Self {
            columns,
            cells,
            overflow,
        }
    }
    /// How many columns they have.
    #[inline]
    pub const fn columns(&self) -> u8 {
        self.columns
    }
    /// A cell: rows count from 0, the bracket is the number of the column from 1.
    #[inline]
    pub fn cell(&self, track: Track, row: u8, bracket: u8) -> Cell {
        self.cells[track.index()][usize::from(row)][usize::from(bracket) - 1]
    }
    /// What a boost does in the last column.
    pub const fn overflow(&self, track: Track) -> Deed {
        self.overflow[track.index()]
    }
}

/// The dice that name the rows, and what the counts of the tables add.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PowerDice {
    /// The row of each face, from 0.
    pub rows: [u8; FACES],
    /// What each count adds.
    pub tallies: [Steps; Tally::COUNT],
}

impl PowerDice {
    /// How many faces show a row.
    pub fn weight(&self, row: u8) -> u64 {
        self.rows.iter().filter(|r| **r == row).count() as u64
    }
}

/// A number that rises or falls in steps with a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Steps {
    /// The counts up to which each of the first numbers holds, rising.
    pub upto: [u8; 3],
    /// The numbers.
    pub add: [u8; 4],
}

impl Steps {
    /// The number for a count.
    pub fn at(&self, count: u8) -> u8 {
        let step = self.upto.iter().filter(|limit| count > **limit).count();
        self.add[step]
    }
}

/// A kind of card that weakens the Reckoners whom the boss finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttackCard {
    /// Its effects, in their order.
    pub effects: Vec<Effect>,
    /// How many of the kind there are.
    pub count: u8,
}
