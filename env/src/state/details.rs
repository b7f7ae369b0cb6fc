//! What a game waits for, taken apart and put together again: table files are written and read by it, sentences filled.

use super::agenda::{Source, Via};
use super::now::{Ending, Gift, Now, SwapCard};
use super::waits::waits;
use crate::ids::{AidIx, Cause, DieKind, DistrictIx, Effect, EquipmentId, FaceIx, SeatIx};

/// What a wait is about, by the keys that table files have for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Details {
    /// Key `district`.
    pub(crate) district: Option<DistrictIx>,
    /// Key `who`.
    pub(crate) who: Option<SeatIx>,
    /// Key `die`.
    pub(crate) die: Option<(DieKind, FaceIx)>,
    /// Key `card`.
    pub(crate) card: Option<EquipmentId>,
    /// Key `cause`.
    pub(crate) cause: Option<Cause>,
    /// Key `by`.
    pub(crate) by: Option<(Source, Via)>,
    /// Key `gift`.
    pub(crate) gift: Option<Gift>,
    /// Key `reroll`: whether it is the second.
    pub(crate) again: Option<bool>,
    /// Key `moved`.
    pub(crate) moved: Option<u8>,
    /// Key `card`, where it is one that changes dice.
    pub(crate) swap: Option<SwapCard>,
    /// Key `given`.
    pub(crate) given: Option<DieKind>,
    /// Whether no die was changed or given before; follows from `swaps`.
    pub(crate) first: Option<bool>,
    /// Key `kind`.
    pub(crate) kind: Option<DieKind>,
    /// Key `back`.
    pub(crate) back: Option<bool>,
    /// Key `effect`.
    pub(crate) effect: Option<Effect>,
    /// Key `aids`, where perhaps one was drawn.
    pub(crate) held: Option<Option<AidIx>>,
    /// Key `aids`, where one was drawn.
    pub(crate) aid: Option<AidIx>,
    /// Key `aids`, where two were drawn.
    pub(crate) pair: Option<[AidIx; 2]>,
}

macro_rules! details {
    (chance { $($chance:tt)+ } decisions { $($decisions:tt)+ }) => {
        details! { rows $($chance)+ $($decisions)+ }
    };
    (rows $(
        $(#[$about:meta])* $name:ident $({ $($(#[$field_about:meta])* $field:ident: $type:ty,)+ })? = $key:literal
            $says:literal $how:tt over $over:ident $below:tt
            (in $($phase:ident)+ [$($also:ident)*] $(with $needs:ident)? $(, $detail:ident = $args:tt)*);
    )+) => {
        impl Now {
            /// What it is about.
            pub(crate) fn details(self) -> Details {
                match self {
                    $(Self::$name $({ $($field,)+ })? => Details {
                        $($detail: Some($args),)*
                        ..Details::default()
                    },)+
                    Self::Over(Ending::Lost(cause)) => Details { cause: Some(cause), ..Details::default() },
                    Self::Over(Ending::Won) | Self::Busy => Details::default(),
                }
            }
        }

        impl Details {
            /// What a game waits for, by its key; an error is the key of a detail that is missing.
            pub(crate) fn wait(&self, key: &str) -> Result<Now, &'static str> {
                match key {
                    $($key => {
                        $(let $args = self.$detail.ok_or(stringify!($detail))?;)*
                        Ok(Now::$name $({ $($field,)+ })?)
                    })+
                    _ => Err("step"),
                }
            }
        }
    };
}

waits!(details);

impl Now {
    /// The district that it is about.
    pub fn district(self) -> Option<DistrictIx> {
        self.details().district
    }
}
