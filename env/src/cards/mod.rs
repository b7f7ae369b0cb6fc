//! The boxes: every card, die and board as immutable data.
//!
//! [`symbols`], [`deed`] and [`power`] are what cards are made of, [`ruleset`] says which game is played,
//! [`files`] holds one file for each kind of card file (its shape and its checks), [`load`] is the way from
//! files to a checked [`Catalog`].

pub mod card_files;
pub mod catalog;
pub mod city;
pub mod deed;
pub mod files;
pub mod load;
pub mod power;
pub mod power_tables;
pub mod ruleset;
pub mod sample;
pub mod symbols;

pub use card_files::CardFiles;
pub use catalog::{
    Boards, BossCard, BossSheet, BossValues, Catalog, Epic, Equipment, INFINITE, Pieces,
    ReckonerCard, Reward, SetupNumbers,
};
pub use city::{
    Aid, AidGain, Benefit, BoardCard, City, CityBoard, CityKindRules, Moving, Researched,
};
pub use deed::{ActionTrack, Cell, Deed, Home, MAX_TRACK, Reach, Verb};
pub use load::{
    BASE_EPICS, BASE_EQUIPMENT, CatalogError, EPIC_COUNT, EQUIPMENT_COUNT, FILES, build, load_dir,
    load_embedded, texts_in,
};
pub use power::{Gain, Power, Timing};
pub use power_tables::{AttackCard, PowerDice, PowerTables};
pub use ruleset::{CityCards, Modules, Ruleset, Side};
pub use symbols::{Die, Face, SymbolCounts, SymbolMask};
