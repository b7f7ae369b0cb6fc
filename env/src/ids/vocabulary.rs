//! What has a name. Every list has a fixed order (`ALL`), a dense index and one canonical key. Keys are
//! what card files, table files and the command line use; they are matched without regard to case.

use std::fmt;
use std::str::FromStr;

use super::UnknownName;

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
                // The rulebook writes "Sparks!"; marks around a name do not matter.
                let bare = text.trim().trim_end_matches('!');
                Self::ALL
                    .into_iter()
                    .find(|v| v.key().eq_ignore_ascii_case(bare))
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
        /// Dispatcher: move another Reckoner, or remove a Barricade.
        Val = "val",
        /// Demolitions: save tokens for one large attack.
        Mizzy = "mizzy",
        /// Tradecraft: one more symbol of a die.
        Exel = "exel",
        /// Joker: a die of each colour, rerolled at will.
        Sam = "sam",
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

impl Difficulty {
    /// Its name as the rulebook writes it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Beginner => "Beginner",
            Self::Standard => "Standard",
            Self::Hard => "Hard",
            Self::Sparks => "Sparks!",
        }
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
        /// Another action could not occur: no piece left, nothing to take away.
        CouldNotOccur = "could_not_occur",
        /// An action of the city: of a district's track or card.
        CityAttack = "city_attack",
    }
}

vocabulary! {
    /// A part of the expansion that can be switched on alone.
    Module, "module", {
        /// Module 1: four more Reckoners to choose from.
        Reckoners = "reckoners",
        /// Module 2: 24 more Equipment cards.
        Equipment = "equipment",
        /// Module 3: 39 Epics in place of the 25.
        Epics = "epics",
    }
}

vocabulary! {
    /// A Shield that Epics place.
    Shield, "Shield", {
        /// Enforcement Shield: Enforcement cannot be removed while it is there.
        Red = "red",
        /// Containment Shield: no bracket can be moved left while it is there.
        Blue = "blue",
    }
}

vocabulary! {
    /// What some attacks on the population count, in their district.
    Measure, "measure", {
        /// Barricades.
        Barricade = "barricade",
        /// Enforcement.
        Enforcement = "enforcement",
        /// Shields of both colours.
        Shield = "shield",
        /// Copy Tokens.
        CopyToken = "copy_token",
        /// Reckoners.
        Reckoner = "reckoner",
        /// The Epic's research, or its health once it is weakened.
        Research = "research",
    }
}

vocabulary! {
    /// What a boss's attack on the Reckoners does to one of them for a round.
    Effect, "effect", {
        /// One roll less.
        Reroll = "reroll",
        /// One die is not rolled.
        Die = "die",
        /// One Equipment card does not work.
        Equipment = "equipment",
        /// The ability does not work.
        Ability = "ability",
        /// A Move costs two dice.
        Move = "move",
        /// A printed pair of a symbol counts as one.
        Singles = "singles",
    }
}

impl Adjustment {
    /// The population that the token costs in each activation of the boss.
    pub const fn token(self) -> u8 {
        match self {
            Self::None | Self::Casual => 0,
            Self::One => 1,
            Self::Two => 2,
            Self::Three => 3,
            Self::Four => 4,
        }
    }
}

impl Effect {
    /// What it does, for people.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Reroll => "one roll less",
            Self::Die => "one die less",
            Self::Equipment => "one Equipment card does not work",
            Self::Ability => "the ability does not work",
            Self::Move => "a Move costs two dice",
            Self::Singles => "a printed pair counts as one",
        }
    }
}

impl Reckoner {
    /// The heroes of the base game.
    pub const BASE: [Self; 6] = [
        Self::David,
        Self::Prof,
        Self::Megan,
        Self::Cody,
        Self::Abraham,
        Self::Tia,
    ];
}

vocabulary! {
    /// Whom the team has to defeat.
    BossKind, "boss", {
        /// The boss of the base game.
        Steelheart = "steelheart",
        /// She follows the Reckoners, and her cards weaken those she finds.
        Regalia = "regalia",
        /// He reads what he does off tables, by dice.
        Limelight = "limelight",
    }
}

vocabulary! {
    /// Where the game is played.
    CityKind, "city", {
        /// The city of the base game.
        Newcago = "newcago",
        /// The boss is researched district by district.
        Babilar = "babilar",
        /// It moves, and acts where the Reckoners did not protect it.
        Ildithia = "ildithia",
    }
}

impl BossKind {
    /// The city that comes with the boss: both lists are in the same order.
    pub const fn home(self) -> CityKind {
        CityKind::ALL[self as usize]
    }
}

vocabulary! {
    /// How much easier or harder than its difficulty a game is made.
    Adjustment, "adjustment", {
        /// Not at all.
        None = "none",
        /// $1 more for each Reckoner at the start.
        Casual = "casual",
        /// The Difficulty Adjustment Token: the boss costs 1 population more in each activation.
        One = "+1",
        /// The token's other side: 2 more.
        Two = "+2",
        /// As if there were a side with 3; of this project, not of the box.
        Three = "+3",
        /// As if there were a side with 4; of this project, not of the box.
        Four = "+4",
    }
}

vocabulary! {
    /// What some attacks on the population count over the whole board, to add to their number.
    Tally, "count", {
        /// Shields on the board, of both colours.
        Shields = "shields",
        /// Enforcement on the board.
        Enforcement = "enforcement",
        /// Epics defeated this round.
        Defeated = "defeated",
        /// The most cards of a Reckoner less the fewest.
        Equipment = "equipment",
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
        assert_eq!(error.nearest.as_deref(), Some("abraham"));
        assert!(error.to_string().starts_with(
            "unknown Reckoner \"abrahm\" (did you mean \"abraham\"?); one of: david, prof"
        ));
    }
}
