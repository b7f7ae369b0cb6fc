//! The closed vocabularies of the game, and the types that count its parts.
//!
//! [`vocabulary`] lists what has a name (symbols, dice, Reckoners, bosses, cities), [`index`] what is
//! only counted (seats, districts, faces), [`cards`] numbers and sets of cards, [`names`] the error
//! for a name that is in none of the lists.

pub mod cards;
pub mod index;
pub mod names;
pub mod vocabulary;

pub use cards::{CardSet, EpicId, EquipmentId};
pub use index::{
    AidIx, BoardIx, DistrictIx, DistrictOffset, FACES, FaceIx, MAX_AIDS, MAX_BOARDS, MAX_DISTRICTS,
    MAX_SEATS, MAX_TOKENS, MIN_SEATS, SeatIx, SeatOffset, TokenCount,
};
pub use names::UnknownName;
pub(crate) use names::shown;
pub use vocabulary::{
    Adjustment, BossKind, Cause, CityKind, DieKind, Difficulty, Effect, Measure, Module, Reckoner,
    Shield, Symbol, Tally, Track,
};
