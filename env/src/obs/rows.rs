//! Observations that are written again and again, a row for each environment.
//!
//! From one decision to the next most numbers stay as they are. So rows remember what their sections were made from, and only
//! sections that are made of something else are made and written again. For that nobody else may write into them: the
//! numbers can be read only.

use std::ops::Deref;

use ndarray::Array2;

use super::layout::OBS_LEN;
use super::seen::Seen;

/// Rows of numbers that only environments write; to everybody else they are an array to read.
#[derive(Clone, Debug)]
pub struct ObsRows {
    numbers: Array2<f32>,
    /// What the numbers were made from.
    seen: Vec<Seen>,
}

impl ObsRows {
    /// So many rows of zeros, which is what counts of zero are shown as.
    pub fn new(rows: usize) -> Self {
        Self {
            numbers: Array2::zeros((rows, OBS_LEN)),
            seen: vec![Seen::default(); rows],
        }
    }

    /// The numbers and what they were made from, for [`super::Encoder::encode_over`].
    pub(crate) fn parts(&mut self) -> (&mut Array2<f32>, &mut [Seen]) {
        (&mut self.numbers, &mut self.seen)
    }
}

impl Deref for ObsRows {
    type Target = Array2<f32>;

    fn deref(&self) -> &Array2<f32> {
        &self.numbers
    }
}
