//! The table of decisions: the key of each (table files, reports), who is asked, and its place in the observation.

use crate::state::Now;

/// Whom a decision is put to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asked {
    /// The acting Reckoner, about own things.
    Reckoner,
    /// The whole team; the acting Reckoner speaks for it.
    Team,
}

macro_rules! decisions {
    ($($pattern:pat => $name:ident = $key:literal, $asked:ident;)+) => {
        /// A kind of decision.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum Decision { $($name,)+ }

        impl Decision {
            /// Every kind, in the order of the observation.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];
            /// How many there are.
            pub const COUNT: usize = Self::ALL.len();
            /// The keys, in the order of the observation.
            pub const KEYS: [&'static str; Self::COUNT] = [$($key,)+];

            /// Whom it is put to.
            pub const fn asked(self) -> Asked {
                match self { $(Self::$name => Asked::$asked,)+ }
            }

            /// The decision that is awaited; none while chance is awaited or after the end.
            #[inline]
            pub const fn of(now: Now) -> Option<Self> {
                match now {
                    $($pattern => Some(Self::$name),)+
                    Now::DealEpic { .. }
                    | Now::DealEquipment
                    | Now::PlaceBoss
                    | Now::MoveBoss
                    | Now::RollDice { .. }
                    | Now::Transform { .. }
                    | Now::DealBoard { .. }
                    | Now::PowerDice
                    | Now::BossCard
                    | Now::DrawAid { .. }
                    | Now::Over(_)
                    | Now::Busy => None,
                }
            }
        }
    };
}

decisions! {
    Now::Place => Place = "place", Reckoner;
    Now::Keep => Keep = "keep", Reckoner;
    Now::Faith => Faith = "faith", Reckoner;
    Now::Use => Use = "use", Reckoner;
    Now::SetFace { .. } => SetFace = "set-face", Reckoner;
    Now::Spend => Spend = "spend", Reckoner;
    Now::Reward => Reward = "reward", Team;
    Now::Buy => Buy = "buy", Team;
    Now::Receive { .. } => Receive = "receive", Team;
    Now::LoseDie => LoseDie = "lose-die", Team;
    Now::Recipient { .. } => Recipient = "recipient", Reckoner;
    Now::Regain => Regain = "regain", Reckoner;
    Now::Reroll { .. } => Reroll = "reroll", Reckoner;
    Now::KidnapTo => KidnapTo = "kidnap-to", Reckoner;
    Now::Kidnap { .. } => Kidnap = "kidnap", Reckoner;
    Now::AfterMove { .. } => AfterMove = "after-move", Reckoner;
    Now::Steal { .. } => Steal = "steal", Team;
    Now::Sell => Sell = "sell", Team;
    Now::DiscardToken => DiscardToken = "discard-token", Team;
    Now::SwapGive { .. } => SwapGive = "swap-give", Reckoner;
    Now::SwapTake { .. } => SwapTake = "swap-take", Reckoner;
    Now::ExtraKind { .. } => ExtraKind = "extra-kind", Reckoner;
    Now::Disable => Disable = "disable", Reckoner;
    Now::LayAside => LayAside = "lay-aside", Reckoner;
    Now::SecondHalf { .. } => SecondHalf = "second-half", Reckoner;
    Now::LoseFace { .. } => LoseFace = "lose-face", Team;
    Now::KeepAid { .. } => KeepAid = "keep-aid", Team;
    Now::GiveAid { .. } => GiveAid = "give-aid", Team;
    Now::Suffer { .. } => Suffer = "suffer", Team;
    Now::Perform { .. } => Perform = "perform", Team;
}

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
