//! The closed vocabularies of the game: symbols, dice, Reckoners, tracks, difficulties.
//!
//! Every list has a fixed order (`ALL`), a dense index and one canonical key. Keys are what card
//! files, table files and the command line use; they are matched without regard to case.

use std::fmt;
use std::str::FromStr;

/// The name that was not in the list, with the nearest one that is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} \"{given}\"{}; one of: {allowed}", hint(.nearest.as_deref()))]
pub struct UnknownName {
    /// What kind of thing was looked for.
    pub what: &'static str,
    /// What was written.
    pub given: String,
    /// The closest known name, when one is close.
    pub nearest: Option<String>,
    /// All known names.
    pub allowed: String,
}

fn hint(nearest: Option<&str>) -> String {
    nearest
        .map(|n| format!(" (did you mean \"{n}\"?)"))
        .unwrap_or_default()
}

impl UnknownName {
    /// Builds the error, finding the nearest of `names`.
    pub fn new<'a>(
        what: &'static str,
        given: &str,
        names: impl Iterator<Item = &'a str> + Clone,
    ) -> Self {
        let lower = given.to_lowercase();
        let nearest = names
            .clone()
            .map(|n| (strsim::jaro_winkler(&lower, &n.to_lowercase()), n))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .filter(|(score, _)| *score > 0.75)
            .map(|(_, n)| n.to_owned());
        let allowed = names.collect::<Vec<_>>().join(", ");
        // A message must stay one readable line whatever was typed.
        let given = given.chars().take(60).collect();
        Self {
            what,
            given,
            nearest,
            allowed,
        }
    }
}

macro_rules! vocabulary {
    ($(#[$meta:meta])* $name:ident, $what:literal, { $($(#[$vmeta:meta])* $variant:ident = $key:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $name { $($(#[$vmeta])* $variant,)+ }

        impl $name {
            /// Every value, in index order.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$variant,)+];
            /// How many there are.
            pub const COUNT: usize = [$(stringify!($variant)),+].len();
            /// The dense index of this value.
            pub const fn index(self) -> usize { self as usize }
            /// The canonical key.
            pub const fn key(self) -> &'static str {
                match self { $(Self::$variant => $key,)+ }
            }
            /// The value with this index.
            ///
            /// # Panics
            /// When `index` is not below `COUNT`.
            pub const fn from_index(index: usize) -> Self { Self::ALL[index] }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.pad(self.key()) }
        }

        impl FromStr for $name {
            type Err = UnknownName;
            fn from_str(text: &str) -> Result<Self, UnknownName> {
                Self::ALL
                    .into_iter()
                    .find(|v| v.key().eq_ignore_ascii_case(text.trim()))
                    .ok_or_else(|| UnknownName::new($what, text, Self::ALL.iter().map(|v| v.key())))
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.serialize_str(self.key())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(d)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

vocabulary! {
    /// A symbol on a die face or a card.
    Symbol, "symbol", {
        /// Gain $1.
        Money = "money",
        /// Remove one Enforcement.
        Enforcement = "enforcement",
        /// Move an Action Bracket one space to the left.
        Contain = "contain",
        /// Lower a research value by one.
        Research = "research",
        /// Lower a health value by one.
        Attack = "attack",
        /// Gain a Plan Token.
        Plan = "plan",
    }
}

vocabulary! {
    /// A kind of die: the white Basic dice and the six special colours.
    DieKind, "die", {
        /// White, the same for everybody.
        Basic = "basic",
        /// David's colour.
        Blue = "blue",
        /// Abraham's colour.
        Green = "green",
        /// Tia's colour.
        Purple = "purple",
        /// Megan's colour.
        Red = "red",
        /// Prof's colour.
        Black = "black",
        /// Cody's colour.
        Orange = "orange",
    }
}

vocabulary! {
    /// A playable hero.
    Reckoner, "Reckoner", {
        /// Improvise: change one own die.
        David = "david",
        /// Lead the Way: a die becomes Plan symbols.
        Prof = "prof",
        /// Checkmate: a die becomes Attack symbols.
        Megan = "megan",
        /// Sniper: act in a second district.
        Cody = "cody",
        /// Faith: reroll dice of the current roll.
        Abraham = "abraham",
        /// Operations: give another Reckoner a Plan Token.
        Tia = "tia",
    }
}

vocabulary! {
    /// One of the boss's four action tracks, top to bottom.
    Track, "track", {
        /// Top track, printed on the Adjustment board.
        Yellow = "yellow",
        /// Second track.
        Black = "black",
        /// Third track: deploys Enforcement around the ring.
        Red = "red",
        /// Bottom track: places Barricades around the ring.
        Blue = "blue",
    }
}

vocabulary! {
    /// How hard the game is.
    Difficulty, "difficulty", {
        /// Power board A, Adjustment board A.
        Beginner = "beginner",
        /// Power board A, Adjustment board B.
        Standard = "standard",
        /// Power board B, Adjustment board A.
        Hard = "hard",
        /// Power board B, Adjustment board B ("Sparks!").
        Sparks = "sparks",
    }
}

vocabulary! {
    /// Why the population fell; the last blow names the reason of a loss.
    Cause, "cause", {
        /// An action left of an Epic's bracket.
        EpicAttack = "epic_attack",
        /// A final action repeated because the bracket could not move on.
        EpicOverflow = "epic_overflow",
        /// One of the boss's tracks.
        BossAttack = "boss_attack",
        /// Enforcement was to come and none was left.
        NoEnforcement = "no_enforcement",
        /// A Barricade was to come and none was left.
        NoBarricade = "no_barricade",
        /// Fortify could raise nothing.
        FortifyBlocked = "fortify_blocked",
    }
}

/// Fewest Reckoners in a game (one person alone plays two).
pub const MIN_SEATS: usize = 2;
/// Most Reckoners in a game.
pub const MAX_SEATS: usize = 6;
/// Most districts in a game: one more than Reckoners.
pub const MAX_DISTRICTS: usize = MAX_SEATS + 1;
/// Faces of a die.
pub const FACES: usize = 6;

/// Dense index of an Epic card in the catalog.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EpicId(pub u8);

/// Dense index of an Equipment card in the catalog.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EquipmentId(pub u8);

/// A set of up to 64 cards, by dense index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct CardSet(pub u64);

impl CardSet {
    /// The set of the first `count` cards.
    pub const fn first(count: usize) -> Self {
        if count == 0 {
            Self(0)
        } else {
            Self(u64::MAX >> (64 - count))
        }
    }
    /// Whether the card is in the set.
    pub const fn has(self, card: u8) -> bool {
        self.0 >> card & 1 == 1
    }
    /// Puts a card in.
    pub const fn insert(&mut self, card: u8) {
        self.0 |= 1 << card;
    }
    /// Takes a card out.
    pub const fn remove(&mut self, card: u8) {
        self.0 &= !(1 << card);
    }
    /// How many cards are in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The cards in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let card = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                card
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_parse_back_without_case_and_unknown_names_get_a_hint() {
        for s in Symbol::ALL {
            assert_eq!(s.key().to_uppercase().parse(), Ok(s));
        }
        let error = "abrahm".parse::<Reckoner>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown Reckoner \"abrahm\" (did you mean \"abraham\"?); one of: david, prof, megan, cody, abraham, tia"
        );
    }

    #[test]
    fn card_sets_list_what_was_put_in() {
        let mut set = CardSet::first(3);
        set.remove(1);
        set.insert(63);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 2, 63]);
        assert_eq!(set.len(), 3);
        assert_eq!(CardSet::first(64).len(), 64);
    }
}
