//! The few kinds of answer that all questions share: a district, a seat, a die, a card, a symbol. Each knows how
//! many values it has and counts them; the table of actions is made of these.

use crate::cards::EQUIPMENT_COUNT;
use crate::ids::{
    AidIx, DieKind, DistrictOffset, EquipmentId, FACES, FaceIx, MAX_AIDS, MAX_DISTRICTS, MAX_SEATS,
    MAX_TOKENS, SeatOffset, Shield, Symbol, TokenCount, Track,
};

/// What an action points at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// A district, by its offset.
    District,
    /// A Reckoner, by the seat's offset.
    Seat,
    /// One of the boss's tracks.
    Track,
    /// A face of the die to change.
    Face,
    /// An Equipment card, by its number.
    Card,
    /// A die, by its kind and face.
    Die,
    /// A kind of die, perhaps of each Reckoner in turn.
    Kind,
    /// A kind of Dawnslight card.
    Aid,
    /// Something else, or nothing.
    Other,
}

macro_rules! parts {
    ($($name:ident($type:ty),)+) => {
        /// One answer with its value.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Part { $($name($type),)+ }
        $(impl From<$type> for Part {
            fn from(value: $type) -> Self {
                Self::$name(value)
            }
        })+
    };
}

parts! {
    District(DistrictOffset),
    Seat(SeatOffset),
    Kind(DieKind),
    Face(FaceIx),
    Symbol(Symbol),
    Card(EquipmentId),
    Aid(AidIx),
    Track(Track),
    Shield(Shield),
    Tokens(TokenCount),
}

macro_rules! counted {
    ($($(#[$meta:meta])* $module:ident: $type:ident, $first:literal to $end:expr, $names:ident;)+) => {$(
        $(#[$meta])*
        pub(super) mod $module {
            use super::*;
            pub(in crate::action) const COUNT: usize = $end - $first;
            pub(in crate::action) const NAMES: Answer = Answer::$names;
            pub(in crate::action) const FIRST: u8 = $first;
            pub(in crate::action) const fn index(value: $type) -> Option<usize> {
                match (value.0 as usize).checked_sub($first) {
                    Some(index) if index < COUNT => Some(index),
                    _ => None,
                }
            }
            pub(in crate::action) const fn value(index: usize) -> $type {
                $type(index as u8 + $first)
            }
        }
    )+};
}

macro_rules! listed {
    ($($(#[$meta:meta])* $module:ident: $type:ident, $names:ident;)+) => {$(
        $(#[$meta])*
        pub(super) mod $module {
            use super::*;
            pub(in crate::action) const COUNT: usize = $type::COUNT;
            pub(in crate::action) const NAMES: Answer = Answer::$names;
            pub(in crate::action) const FIRST: u8 = 0;
            pub(in crate::action) const fn index(value: $type) -> Option<usize> {
                Some(value.index())
            }
            pub(in crate::action) const fn value(index: usize) -> $type {
                $type::ALL[index]
            }
        }
    )+};
}

counted! {
    /// Any district.
    district: DistrictOffset, 0 to MAX_DISTRICTS, District;
    /// Any district but the own one.
    other_district: DistrictOffset, 1 to MAX_DISTRICTS, District;
    /// Any Reckoner.
    seat: SeatOffset, 0 to MAX_SEATS, Seat;
    /// Any Reckoner but the acting one.
    other_seat: SeatOffset, 1 to MAX_SEATS, Seat;
    /// A face of a die.
    face: FaceIx, 0 to FACES, Face;
    /// Demolitions Tokens.
    tokens: TokenCount, 0 to MAX_TOKENS + 1, Other;
    /// An Equipment card.
    card: EquipmentId, 0 to EQUIPMENT_COUNT, Card;
    /// A kind of Dawnslight card.
    aid: AidIx, 0 to MAX_AIDS, Aid;
}

listed! {
    /// A kind of die.
    kind: DieKind, Kind;
    /// A symbol.
    symbol: Symbol, Other;
    /// One of the boss's tracks.
    track: Track, Track;
    /// A colour of Shields.
    shield: Shield, Other;
}
