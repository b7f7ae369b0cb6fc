//! The kinds of decisions: the key of each (table files, reports), who is asked, and its place in the observation. They
//! stand in the table of all that a game waits for (`state/waits.rs`).

use crate::state::{Now, waits};

/// Whom a decision is put to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asked {
    /// The acting Reckoner, about own things.
    Reckoner,
    /// The whole team; the acting Reckoner speaks for it.
    Team,
}

macro_rules! decisions {
    (
        chance {
            $($(#[$about:meta])* $chance:ident $({ $($fields:tt)+ })? = $key:literal $says:literal $how:tt
                over $over:ident $below:tt $file:tt;)+
        }
        decisions {
            $($(#[$asked_about:meta])* $name:ident $({ $($told:tt)+ })? = $asked_key:literal $asks:literal
                [$asked:ident $(, $midway:ident)? offers $($how_asked:tt)+]
                over $asked_over:ident $asked_below:tt $asked_file:tt;)+
        }
    ) => {
        /// A kind of decision.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Decision { $($(#[$asked_about])* $name,)+ }

        impl Decision {
            /// Every kind, in the order of the observation.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];
            /// How many there are.
            pub const COUNT: usize = Self::ALL.len();
            /// The keys, in the order of the observation.
            pub const KEYS: [&'static str; Self::COUNT] = [$($asked_key,)+];

            /// Whom it is put to.
            pub const fn asked(self) -> Asked {
                match self { $(Self::$name => Asked::$asked,)+ }
            }

            /// Whether people see it as a part of the decision before it.
            pub fn is_midway(self) -> bool {
                match self { $(Self::$name => [$(stringify!($midway),)? ""][0] == "midway",)+ }
            }

            /// The decision that is awaited; none while chance is awaited or after the end.
            #[inline]
            pub const fn of(now: Now) -> Option<Self> {
                match now {
                    $(Now::$name { .. } => Some(Self::$name),)+
                    $(Now::$chance { .. } => None,)+
                    Now::Over(_) | Now::Busy => None,
                }
            }
        }
    };
}

waits!(decisions);

impl Decision {
    /// How many of them the base game has: the first ones.
    pub const BASE: usize = Self::LoseDie as usize + 1;

    /// Its place in the observation.
    pub const fn index(self) -> usize {
        self as usize
    }
    /// Its key.
    pub const fn key(self) -> &'static str {
        Self::KEYS[self.index()]
    }
}
