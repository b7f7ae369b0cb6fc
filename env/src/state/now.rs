//! What the game waits for.

use super::agenda::{Source, Via};
use super::waits::waits;
use crate::ids::{AidIx, Cause, DieKind, DistrictIx, Effect, EquipmentId, FaceIx, SeatIx};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The boss was defeated.
    Won,
    /// The population reached zero, with the cause of the last loss.
    Lost(Cause),
}

/// What another Reckoner is given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gift {
    /// A Move (Dispatcher).
    Move,
    /// A used die back (Spyril).
    Regain,
    /// Rerolls (Extra Ammo).
    Reroll,
}

impl Gift {
    /// How many there are.
    pub const COUNT: usize = 3;

    /// Its place in the observation.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A card that changes dice before the first roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SwapCard {
    /// Herman.
    Herman,
    /// Rtich.
    Rtich,
}

macro_rules! now {
    (
        chance {
            $($(#[$about:meta])* $chance:ident
                $({ $($(#[$field_about:meta])* $field:ident: $type:ty,)+ })? = $key:literal $says:literal $how:tt
                over $over:ident $below:tt $file:tt;)+
        }
        decisions {
            $($(#[$asked_about:meta])* $asked:ident
                $({ $($(#[$told_about:meta])* $told:ident: $told_type:ty,)+ })? = $asked_key:literal $asks:literal $answer:tt
                over $asked_over:ident $asked_below:tt $asked_file:tt;)+
        }
    ) => {
        /// What the game waits for: a chance outcome, a decision of the acting Reckoner, or nothing more.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Now {
            $($(#[$about])* $chance $({ $($(#[$field_about])* $field: $type,)+ })?,)+
            $($(#[$asked_about])* $asked $({ $($(#[$told_about])* $told: $told_type,)+ })?,)+
            /// The game is over.
            Over(Ending),
            /// The rules are at work; never seen from outside.
            Busy,
        }

        impl Now {
            /// Whether a chance outcome is awaited.
            #[inline]
            pub const fn is_chance(self) -> bool {
                matches!(self, $(Self::$chance { .. })|+)
            }
            /// Whether a decision is awaited.
            #[inline]
            pub const fn is_decision(self) -> bool {
                matches!(self, $(Self::$asked { .. })|+)
            }
            /// Whether the game is over.
            #[inline]
            pub const fn is_over(self) -> bool {
                matches!(self, Self::Over(_))
            }
            /// Its key; none when nothing is awaited.
            pub const fn key(self) -> Option<&'static str> {
                match self {
                    $(Self::$chance { .. } => Some($key),)+
                    $(Self::$asked { .. } => Some($asked_key),)+
                    Self::Over(_) | Self::Busy => None,
                }
            }
            /// Its sentence with names in braces, for `words/awaited.rs`; none when nothing is awaited.
            pub(crate) const fn sentence(self) -> Option<&'static str> {
                match self {
                    $(Self::$chance { .. } => Some($says),)+
                    $(Self::$asked { .. } => Some($asks),)+
                    Self::Over(_) | Self::Busy => None,
                }
            }
        }
    };
}

waits!(now);

/// The steps of the rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// Set-up and prologue.
    Prologue,
    /// Roll Dice.
    Roll,
    /// Use Dice.
    Use,
    /// Receive Rewards.
    Rewards,
    /// Purchase Equipment.
    Purchase,
    /// Add Epics, Activate Epics and the boss's activation.
    Epics,
    /// The game is over.
    Over,
}
