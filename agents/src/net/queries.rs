//! Queries that score what actions point at, made only where a legal action wants one.
//!
//! A network has a query for each run of pointing actions, and few runs are legal in any one position
//! (fewer than one on average, of twelve): making all of them would cost a quarter of the network.

use std::ops::Range;

use super::entities::{Entities, Target};
use super::kernel::{Dense, Finish};

/// The queries of a batch; memory that passes reuse.
#[derive(Debug, Clone, Default)]
pub struct Queries {
    /// Rows that want the query of each pointer, in increasing order.
    rows: Vec<Vec<u32>>,
    /// Index of a row among those, `[rows, pointers]`; anything where it is not.
    places: Vec<u32>,
    /// How many queries lie before those of each pointer.
    starts: Vec<usize>,
    /// Features of the rows, pointer after pointer.
    features: Vec<f32>,
    /// The queries in the same order.
    values: Vec<f32>,
}

/// The queries of one pointer.
#[derive(Debug, Clone)]
pub struct Wanted<'a> {
    /// The rows that want it, in increasing order.
    pub rows: &'a [u32],
    /// Their features.
    pub features: &'a [f32],
    /// Where their queries lie among all.
    pub range: Range<usize>,
}

impl Queries {
    /// Begins a batch.
    pub fn clear(&mut self, shape: &Entities, rows: usize) {
        self.rows.resize(shape.pointers.len(), Vec::new());
        self.rows.iter_mut().for_each(Vec::clear);
        self.places.resize(rows * shape.pointers.len(), 0);
    }

    /// Asks for the query of a target; rows come in increasing order.
    pub fn want(&mut self, row: usize, target: Target) {
        let pointers = self.rows.len();
        let rows = &mut self.rows[usize::from(target.pointer)];
        if rows.last() != Some(&(row as u32)) {
            self.places[row * pointers + usize::from(target.pointer)] = rows.len() as u32;
            rows.push(row as u32);
        }
    }

    /// Makes what was asked for from the features of the batch, with one layer for each pointer.
    pub fn make<'a>(
        &mut self,
        shape: &Entities,
        layers: impl Iterator<Item = &'a Dense>,
        features: &[f32],
        width: usize,
    ) {
        self.features.clear();
        self.starts.clear();
        let mut count = 0;
        for rows in &self.rows {
            self.starts.push(count);
            count += rows.len();
            for row in rows {
                let at = *row as usize * width;
                self.features.extend_from_slice(&features[at..at + width]);
            }
        }
        self.values.resize(count * shape.width, 0.0);
        for ((layer, rows), start) in layers.zip(&self.rows).zip(&self.starts) {
            let (from, to) = (*start, start + rows.len());
            let features = &self.features[from * width..to * width];
            let values = &mut self.values[from * shape.width..to * shape.width];
            layer.apply(features, values, Finish::Linear);
        }
    }

    /// All of them.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Where the query of a target lies among [`Queries::values`].
    #[inline(always)]
    #[must_use]
    pub fn at(&self, shape: &Entities, row: usize, target: Target) -> Range<usize> {
        let pointer = usize::from(target.pointer);
        let place = self.places[row * self.rows.len() + pointer] as usize;
        let at = (self.starts[pointer] + place) * shape.width;
        at..at + shape.width
    }

    /// What was made, pointer after pointer.
    pub fn wanted(&self, shape: &Entities, width: usize) -> impl Iterator<Item = Wanted<'_>> {
        let code = shape.width;
        self.rows
            .iter()
            .zip(&self.starts)
            .map(move |(rows, start)| {
                let (from, to) = (*start, start + rows.len());
                Wanted {
                    rows,
                    features: &self.features[from * width..to * width],
                    range: from * code..to * code,
                }
            })
    }
}
