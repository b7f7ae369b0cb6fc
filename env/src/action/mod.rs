//! Decisions as values: [`Action`], its stable integer ids ([`codec`]) and sets of them ([`mask`]).
//!
//! Seats and districts in an action are offsets, clockwise from the acting Reckoner (before that
//! Reckoner is placed, districts are counted from the boss). One id therefore means the same
//! thing from every seat and under every rotation of the ring.

pub mod codec;
pub mod mask;

pub use codec::{ACTION_COUNT, ACTION_VERSION, Block, decode, encode, layout_hash};
pub use mask::{ActionMask, WORDS};

use crate::ids::{DieKind, EquipmentId, Symbol, Track};

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Start in this district (counted from the boss).
    Place {
        /// Offset of the district.
        district: u8,
    },
    /// Keep one die of the current roll.
    Keep {
        /// Its kind.
        kind: DieKind,
        /// Its face.
        face: u8,
    },
    /// Reroll all dice not kept.
    RollRest,
    /// Keep the third roll as it is, leaving Faith unused.
    KeepAll,
    /// Choose a die for the own ability: Faith rerolls it, Improvise changes it.
    AbilityDie {
        /// Its kind.
        kind: DieKind,
        /// Its face.
        face: u8,
    },
    /// Reroll the dice chosen for Faith.
    FaithRoll,
    /// Hand the decision to another Reckoner.
    Focus {
        /// Offset of the seat, 1 to 5.
        seat: u8,
    },
    /// Take a die to use it.
    Take {
        /// Its kind.
        kind: DieKind,
        /// Its face.
        face: u8,
    },
    /// Take a Plan Token as one symbol.
    TakeToken {
        /// The symbol.
        symbol: Symbol,
    },
    /// Use an Equipment card: free, or paid with the whole open die.
    UseCard {
        /// The card.
        card: EquipmentId,
    },
    /// Use the own ability card, paid with the whole open die.
    UseAbility,
    /// Improvise: the chosen die now shows this face.
    SetFace {
        /// The new face.
        face: u8,
    },
    /// Operations: give a Plan Token.
    Operations {
        /// Offset of the seat, 1 to 5.
        seat: u8,
    },
    /// Sniper: place the token.
    Sniper {
        /// Offset of the district, 1 to 6.
        district: u8,
    },
    /// Done with dice, tokens and cards for this round.
    EndDice,
    /// Spend a symbol: gain $1.
    Money,
    /// Spend a symbol: remove one Enforcement.
    Enforcement {
        /// Offset of the district.
        district: u8,
    },
    /// Spend a symbol: contain a district's Epic.
    ContainEpic {
        /// Offset of the district.
        district: u8,
    },
    /// Spend a symbol: contain one of the boss's tracks.
    ContainBoss {
        /// The track.
        track: Track,
    },
    /// Spend a symbol: research a district's Epic.
    ResearchEpic {
        /// Offset of the district.
        district: u8,
    },
    /// Spend a symbol: research the boss.
    ResearchBoss,
    /// Spend a symbol: attack a district's Epic.
    AttackEpic {
        /// Offset of the district.
        district: u8,
    },
    /// Spend a symbol: attack the boss.
    AttackBoss,
    /// Spend a symbol: gain a Plan Token.
    Plan,
    /// Spend the whole die: move.
    Move {
        /// Offset of the district, 1 to 6.
        district: u8,
    },
    /// Spend the whole die: remove a Barricade.
    RemoveBarricade {
        /// Offset of the district.
        district: u8,
    },
    /// Let the remaining symbols (of a die or of the rewards) lapse.
    Forfeit,
    /// Reward: a Reckoner gets a Plan Token.
    GiveToken {
        /// Offset of the seat.
        seat: u8,
    },
    /// Buy a market card.
    Buy {
        /// The card.
        card: EquipmentId,
    },
    /// This Reckoner gets the bought card.
    Receive {
        /// Offset of the seat.
        seat: u8,
    },
    /// Pay for a new market.
    Refresh,
    /// Pay for a lost die.
    BuyBack {
        /// Offset of its owner.
        seat: u8,
        /// Its kind.
        kind: DieKind,
    },
    /// End the Purchase step.
    DonePurchase,
    /// Give up a die.
    LoseDie {
        /// Offset of its owner.
        seat: u8,
        /// Its kind.
        kind: DieKind,
    },
}
