//! Seats, districts and faces are small numbers; each kind has its own type, so that none can be
//! taken for another.
//!
//! An index (`Ix`) is absolute: seat 0 and district 0 are the same all game long. An offset counts
//! clockwise from the acting Reckoner (districts: from that Reckoner's own), which is how actions and
//! observations speak.

/// Fewest Reckoners in a game (one person alone plays two).
pub const MIN_SEATS: usize = 2;
/// Most Reckoners in a game.
pub const MAX_SEATS: usize = 6;
/// Most districts in a game: one more than Reckoners.
pub const MAX_DISTRICTS: usize = MAX_SEATS + 1;
/// Faces of a die.
pub const FACES: usize = 6;
/// Most Demolitions Tokens.
pub const MAX_TOKENS: usize = 3;
/// District boards of a city.
pub const MAX_BOARDS: usize = 7;
/// Most kinds of Dawnslight cards.
pub const MAX_AIDS: usize = 7;

macro_rules! counted {
    ($($(#[$meta:meta])* $name:ident;)+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub u8);

        impl $name {
            /// The number, for arrays.
            #[inline]
            pub const fn ix(self) -> usize {
                self.0 as usize
            }
        }
    )+};
}

counted! {
    /// A seat, clockwise from the first.
    SeatIx;
    /// A district, clockwise from the first.
    DistrictIx;
    /// Seats clockwise from the acting one.
    SeatOffset;
    /// Districts clockwise from the acting Reckoner's.
    DistrictOffset;
    /// A face of a die; of equal faces the first stands for all.
    FaceIx;
    /// A number of Demolitions Tokens.
    TokenCount;
    /// A district board of the city, in the order of its file.
    BoardIx;
    /// A kind of Dawnslight card, in the order of its file.
    AidIx;
}

impl DistrictIx {
    /// In no district.
    pub const NOWHERE: Self = Self(u8::MAX);

    /// Whether it is a district at all.
    #[inline]
    pub fn is_somewhere(self) -> bool {
        self != Self::NOWHERE
    }
}

impl FaceIx {
    /// Every face.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..FACES as u8).map(Self)
    }
}
