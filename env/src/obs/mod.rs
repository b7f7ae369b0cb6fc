//! Observations: a position as one flat vector of numbers from 0 to 1, seen from the Reckoner who
//! decides. [`layout`] is the table, [`encoder`] fills it (`dice` counts symbols, `ring` writes the
//! districts, `tracks` the boss's boards, `city` what the expansion's bosses and cities add, `counts` turns counts into numbers,
//! `rows` remember theirs, `seen` says what of them is still so), [`describe`](fn@describe) turns a vector back into words and [`docs`] the table into a page.

mod city;
mod counts;
mod dice;
pub mod docs;
pub mod encoder;
pub mod features;
pub mod layout;
mod ring;
mod rows;
mod seen;
mod tracks;

pub(crate) use counts::Counts;
pub use encoder::Encoder;
pub use layout::{OBS_LEN, OBS_VERSION, SECTIONS, describe_index, layout_hash};
pub use rows::ObsRows;
pub(crate) use seen::Seen;

/// Every number of an observation that is not zero, one line each: `districts[3].enforcement 0.4`.
///
/// Numbers past the end of the layout are left out.
pub fn describe(obs: &[f32]) -> String {
    let mut text = String::new();
    for (i, value) in obs.iter().enumerate().filter(|(_, v)| **v != 0.0) {
        if let Some(name) = describe_index(i) {
            text.push_str(&format!("{name} {value}\n"));
        }
    }
    text
}
