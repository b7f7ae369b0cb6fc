//! The box: every card, die and board as immutable data.
//!
//! [`model`] is what the TOML files look like, [`text`] the small notations inside their strings,
//! [`embedded`] the files compiled in, [`load`] the way from files to a checked [`Catalog`].

pub mod catalog;
pub mod embedded;
pub mod load;
pub mod model;
pub mod text;

pub use catalog::{
    Ability, ActionTrack, Catalog, Deed, Die, Epic, EpicAction, Equipment, EquipmentEffect, Face,
    ReckonerCard, Reward, SetupNumbers, SymbolCounts, SymbolMask,
};
pub use load::{CatalogError, load_dir, load_embedded};
