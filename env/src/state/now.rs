//! What the game waits for.

use super::agenda::{Source, Via};
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

/// The table of all that a game waits for. It is given to a macro that makes something of it: the type [`Now`] here, the
/// kinds of decisions in `decision.rs`, the steps of the table file in `table/step.rs`.
///
/// A row has its fields, its key in table files and reports and, for a decision, whom it is put to. In parentheses stands
/// what a table file says of it: the steps of the rulebook in which it can be, the keys that some other rows have as well,
/// without what it never comes, and which keys tell its fields.
macro_rules! waits {
    ($then:ident) => {
        $then! {
            chance {
                /// An Epic is drawn for a district.
                DealEpic {
                    /// The district that gets it.
                    district: DistrictIx,
                } = "deal-epic" (in Prologue Epics [], district = district);
                /// An Equipment card is drawn for the market.
                DealEquipment = "deal-equipment" (in Prologue Purchase [draws]);
                /// The boss's first district.
                PlaceBoss = "place-boss" (in Prologue []);
                /// The movement die.
                MoveBoss = "move-boss" (in Prologue Epics []);
                /// The dice in the air of one seat.
                RollDice {
                    /// Whose dice.
                    seat: SeatIx,
                } = "roll-dice" (in Roll Use [reroll returns_to sniper rewards], who = seat);
                /// The Epic Ability Die.
                Transform {
                    /// The district in which its action happens.
                    district: DistrictIx,
                    /// Who transforms.
                    source: Source,
                    /// How it came about.
                    via: Via,
                } = "transform"
                    (in Epics Use Purchase Prologue [open owed returns_to sniper rewards buying agenda]
                        with EPICS, district = district, by = (source, via));
                /// A board is drawn for a district.
                DealBoard {
                    /// The district that gets it.
                    district: DistrictIx,
                } = "deal-board" (in Prologue [] with CITY, district = district);
                /// The boss's four Power dice.
                PowerDice = "power-dice" (in Epics [] with CITY);
                /// A card of the boss is turned.
                BossCard = "boss-card" (in Epics [] with CITY);
                /// A Dawnslight card is drawn.
                DrawAid {
                    /// The district that the Aid comes to.
                    district: DistrictIx,
                    /// The card drawn before it.
                    held: Option<AidIx>,
                } = "draw-aid"
                    (in Use Purchase Prologue [aids open owed returns_to sniper rewards buying agenda]
                        with CITY, district = district, held = held);
            }
            decisions {
                /// The starting district.
                Place = "place" Reckoner (in Prologue []);
                /// Which dice to keep.
                Keep = "keep" Reckoner (in Roll [handed_over]);
                /// Which more dice Faith rerolls.
                Faith = "faith" Reckoner (in Roll []);
                /// Which die, token or card to use.
                Use = "use" Reckoner (in Use [handed_over sniper rewards]);
                /// The new face of the die that Improvise changes.
                SetFace {
                    /// Kind of the die.
                    kind: DieKind,
                    /// Face it shows.
                    face: FaceIx,
                } = "set-face" Reckoner (in Use [sniper rewards], die = (kind, face));
                /// Where the open group's symbols go.
                Spend = "spend" Reckoner (in Use [open owed returns_to sniper rewards]);
                /// Where a reward symbol goes.
                Reward = "reward" Team (in Rewards Use Purchase Prologue [open owed returns_to sniper rewards buying]);
                /// What to buy.
                Buy = "buy" Team (in Prologue Purchase []);
                /// Who gets the bought card.
                Receive {
                    /// The card.
                    card: EquipmentId,
                } = "receive" Team (in Prologue Purchase [], card = card);
                /// Which die the discovered base costs.
                LoseDie = "lose-die" Team
                    (in Epics Use Purchase Prologue [open owed returns_to sniper rewards buying agenda]);
                /// Who gets a gift.
                Recipient {
                    /// The gift.
                    gift: Gift,
                } = "recipient" Reckoner (in Use [sniper rewards], gift = gift);
                /// Which used die is taken back.
                Regain = "regain" Reckoner (in Use [returns_to sniper rewards] with EQUIPMENT);
                /// Which unused die is rerolled.
                Reroll {
                    /// Whether one was rerolled already.
                    again: bool,
                } = "reroll" Reckoner (in Use [reroll returns_to sniper rewards] with EQUIPMENT, again = again);
                /// The district of a kidnapping.
                KidnapTo = "kidnap-to" Reckoner (in Use [sniper rewards] with EQUIPMENT);
                /// What is put there.
                Kidnap {
                    /// The district.
                    to: DistrictIx,
                    /// Things put there so far.
                    moved: u8,
                } = "kidnap" Reckoner (in Use [sniper rewards] with EQUIPMENT, district = to, moved = moved);
                /// Which of two symbols a Move earns.
                AfterMove {
                    /// The card that earns it.
                    card: EquipmentId,
                } = "after-move" Reckoner (in Use [owed returns_to sniper rewards] with EQUIPMENT, card = card);
                /// Which card is stolen.
                Steal {
                    /// The district of the thief.
                    district: DistrictIx,
                } = "steal" Team
                    (in Epics Use Purchase Prologue [open owed returns_to sniper rewards buying agenda]
                        with EPICS, district = district);
                /// Which card is sold.
                Sell = "sell" Team
                    (in Epics Use Purchase Prologue [open owed returns_to sniper rewards buying agenda] with EPICS);
                /// Whose Plan Token is lost.
                DiscardToken = "discard-token" Team
                    (in Epics Use Purchase Prologue [open owed returns_to sniper rewards buying agenda] with EPICS);
                /// Which kind of die is given to be changed.
                SwapGive {
                    /// The card that changes it.
                    card: SwapCard,
                } = "swap-give" Reckoner (in Roll [card] with EQUIPMENT, swap = card);
                /// Which kind of die is taken for it.
                SwapTake {
                    /// The card that changes it.
                    card: SwapCard,
                    /// The kind that is given.
                    given: DieKind,
                    /// Whether it was just named, so that it must be changed.
                    named: bool,
                } = "swap-take" Reckoner (in Roll [card] with EQUIPMENT, swap = card, given = given, first = named);
                /// The kind of the die that Rtich gives.
                ExtraKind {
                    /// Whether it is given for the first time.
                    first: bool,
                } = "extra-kind" Reckoner (in Roll [] with EQUIPMENT, first = first);
                /// Which own card does not work this round.
                Disable = "disable" Reckoner (in Roll [returns_to] with CITY);
                /// Which kind of own die is not rolled this round.
                LayAside = "lay-aside" Reckoner (in Roll [returns_to] with CITY);
                /// What else a Move costs.
                SecondHalf {
                    /// Where it leads.
                    to: DistrictIx,
                } = "second-half" Reckoner (in Use [owed returns_to sniper rewards] with CITY, district = to);
                /// Which face the unused die shows that is lost.
                LoseFace {
                    /// Whose die.
                    seat: SeatIx,
                    /// Its kind.
                    kind: DieKind,
                    /// Whether it goes back into the supply with the card that gave it.
                    back: bool,
                } = "lose-face" Team
                    (in Use [open owed returns_to sniper rewards agenda]
                        with CITY, who = seat, kind = kind, back = back);
                /// Which of two Dawnslight cards is kept.
                KeepAid {
                    /// The district that the Aid comes to.
                    district: DistrictIx,
                    /// The cards drawn.
                    pair: [AidIx; 2],
                } = "keep-aid" Team
                    (in Use Purchase Prologue [aids open owed returns_to sniper rewards buying agenda]
                        with CITY, district = district, pair = pair);
                /// Who gets the Dawnslight card.
                GiveAid {
                    /// The district that the Aid comes to.
                    district: DistrictIx,
                    /// The card.
                    card: AidIx,
                } = "give-aid" Team
                    (in Use Purchase Prologue [aids open owed returns_to sniper rewards buying agenda]
                        with CITY, district = district, aid = card);
                /// Who of several Reckoners in a district is weakened.
                Suffer {
                    /// The district.
                    district: DistrictIx,
                    /// How.
                    effect: Effect,
                } = "suffer" Team (in Epics [agenda] with CITY, district = district, effect = effect);
                /// Who performs the benefit of a district's card.
                Perform {
                    /// The district.
                    district: DistrictIx,
                } = "perform" Team (in Use [owed sniper rewards] with CITY, district = district);
            }
        }
    };
}
pub(crate) use waits;

macro_rules! now {
    (
        chance {
            $($(#[$about:meta])* $chance:ident
                $({ $($(#[$field_about:meta])* $field:ident: $type:ty,)+ })? = $key:literal $file:tt;)+
        }
        decisions {
            $($(#[$asked_about:meta])* $asked:ident
                $({ $($(#[$told_about:meta])* $told:ident: $told_type:ty,)+ })? = $asked_key:literal $of:ident $asked_file:tt;)+
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
