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

/// What the game waits for: a chance outcome, a decision of the acting Reckoner, or nothing more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Now {
    /// Chance: an Epic is drawn for a district.
    DealEpic {
        /// The district that gets it.
        district: DistrictIx,
    },
    /// Chance: an Equipment card is drawn for the market.
    DealEquipment,
    /// Chance: the boss's first district.
    PlaceBoss,
    /// Chance: the movement die.
    MoveBoss,
    /// Chance: the dice in the air of one seat.
    RollDice {
        /// Whose dice.
        seat: SeatIx,
    },
    /// Chance: the Epic Ability Die.
    Transform {
        /// The district in which its action happens.
        district: DistrictIx,
        /// Who transforms.
        source: Source,
        /// How it came about.
        via: Via,
    },
    /// Chance: a board is drawn for a district.
    DealBoard {
        /// The district that gets it.
        district: DistrictIx,
    },
    /// Chance: the boss's four Power dice.
    PowerDice,
    /// Chance: a card of the boss is turned.
    BossCard,
    /// Chance: a Dawnslight card is drawn.
    DrawAid {
        /// The district that the Aid comes to.
        district: DistrictIx,
        /// The card drawn before it.
        held: Option<AidIx>,
    },
    /// Decision: the starting district.
    Place,
    /// Decision: which dice to keep.
    Keep,
    /// Decision: which more dice Faith rerolls.
    Faith,
    /// Decision: which die, token or card to use.
    Use,
    /// Decision: the new face of the die that Improvise changes.
    SetFace {
        /// Kind of the die.
        kind: DieKind,
        /// Face it shows.
        face: FaceIx,
    },
    /// Decision: where the open group's symbols go.
    Spend,
    /// Decision: where a reward symbol goes.
    Reward,
    /// Decision: what to buy.
    Buy,
    /// Decision: who gets the bought card.
    Receive {
        /// The card.
        card: EquipmentId,
    },
    /// Decision: which die the discovered base costs.
    LoseDie,
    /// Decision: who gets a gift.
    Recipient {
        /// The gift.
        gift: Gift,
    },
    /// Decision: which used die is taken back.
    Regain,
    /// Decision: which unused die is rerolled.
    Reroll {
        /// Whether one was rerolled already.
        again: bool,
    },
    /// Decision: the district of a kidnapping.
    KidnapTo,
    /// Decision: what is put there.
    Kidnap {
        /// The district.
        to: DistrictIx,
        /// Things put there so far.
        moved: u8,
    },
    /// Decision: which of two symbols a Move earns.
    AfterMove {
        /// The card that earns it.
        card: EquipmentId,
    },
    /// Decision: which card is stolen.
    Steal {
        /// The district of the thief.
        district: DistrictIx,
    },
    /// Decision: which card is sold.
    Sell,
    /// Decision: whose Plan Token is lost.
    DiscardToken,
    /// Decision: which kind of die is given to be changed.
    SwapGive {
        /// The card that changes it.
        card: SwapCard,
    },
    /// Decision: which kind of die is taken for it.
    SwapTake {
        /// The card that changes it.
        card: SwapCard,
        /// The kind that is given.
        given: DieKind,
        /// Whether it was just named, so that it must be changed.
        named: bool,
    },
    /// Decision: the kind of the die that Rtich gives.
    ExtraKind {
        /// Whether it is given for the first time.
        first: bool,
    },
    /// Decision: which own card does not work this round.
    Disable,
    /// Decision: which kind of own die is not rolled this round.
    LayAside,
    /// Decision: what else a Move costs.
    SecondHalf {
        /// Where it leads.
        to: DistrictIx,
    },
    /// Decision: which face the unused die shows that is lost.
    LoseFace {
        /// Whose die.
        seat: SeatIx,
        /// Its kind.
        kind: DieKind,
        /// Whether it goes back into the supply with the card that gave it.
        back: bool,
    },
    /// Decision: which of two Dawnslight cards is kept.
    KeepAid {
        /// The district that the Aid comes to.
        district: DistrictIx,
        /// The cards drawn.
        pair: [AidIx; 2],
    },
    /// Decision: who gets the Dawnslight card.
    GiveAid {
        /// The district that the Aid comes to.
        district: DistrictIx,
        /// The card.
        card: AidIx,
    },
    /// Decision: who of several Reckoners in a district is weakened.
    Suffer {
        /// The district.
        district: DistrictIx,
        /// How.
        effect: Effect,
    },
    /// Decision: who performs the benefit of a district's card.
    Perform {
        /// The district.
        district: DistrictIx,
    },
    /// The game is over.
    Over(Ending),
    /// The rules are at work; never seen from outside.
    Busy,
}

impl Now {
    /// Whether a chance outcome is awaited.
    #[inline]
    pub const fn is_chance(self) -> bool {
        matches!(
            self,
            Self::DealEpic { .. }
                | Self::DealEquipment
                | Self::PlaceBoss
                | Self::MoveBoss
                | Self::RollDice { .. }
                | Self::Transform { .. }
                | Self::DealBoard { .. }
                | Self::PowerDice
                | Self::BossCard
                | Self::DrawAid { .. }
        )
    }
    /// Whether a decision is awaited.
    #[inline]
    pub const fn is_decision(self) -> bool {
        !self.is_chance() && !matches!(self, Self::Over(_) | Self::Busy)
    }
    /// Whether the game is over.
    #[inline]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Over(_))
    }
}

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
