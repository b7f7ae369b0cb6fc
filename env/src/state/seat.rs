//! One Reckoner at the table.

use super::dice::Dice;
use crate::ids::{CardSet, DistrictIx, Effect, MAX_AIDS, Reckoner};

/// The effects that lie on a Reckoner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Effects(u8);

impl Effects {
    /// None.
    pub const NONE: Self = Self(0);

    /// Whether an effect is among them.
    #[inline]
    pub const fn has(self, effect: Effect) -> bool {
        self.0 >> effect as u8 & 1 == 1
    }
    /// Adds an effect; twice is as once.
    pub const fn insert(&mut self, effect: Effect) {
        self.0 |= 1 << effect as u8;
    }
    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The effects.
    pub fn iter(self) -> impl Iterator<Item = Effect> {
        Effect::ALL
            .into_iter()
            .filter(move |effect| self.has(*effect))
    }
}

impl FromIterator<Effect> for Effects {
    fn from_iter<I: IntoIterator<Item = Effect>>(effects: I) -> Self {
        let mut all = Self::NONE;
        for effect in effects {
            all.insert(effect);
        }
        all
    }
}

/// One Reckoner at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seat {
    /// Who it is.
    pub reckoner: Reckoner,
    /// District of the miniature; nowhere before it is placed.
    pub district: DistrictIx,
    /// Plan Tokens in the tray: usable.
    pub tokens: u8,
    /// Plan Tokens beside the tray: gained this round.
    pub fresh_tokens: u8,
    /// Rolls made this round, 0 to 3.
    pub rolls: u8,
    /// Dice kept of the current roll.
    pub kept_now: u8,
    /// Whether the ability was used this round.
    pub ability_spent: bool,
    /// Whether the Reckoner has ended the Use Dice step.
    pub ended: bool,
    /// The dice.
    pub dice: Dice,
    /// Equipment owned.
    pub cards: CardSet,
    /// Own Equipment that lies under Epics.
    pub stolen: CardSet,
    /// Demolitions Tokens on the ability card.
    pub demolitions: u8,
    /// Effects in force until the next round.
    pub effects: Effects,
    /// Effects that come into force with the next round.
    pub coming: Effects,
    /// Dawnslight cards, by kind.
    pub aids: [u8; MAX_AIDS],
}

impl Seat {
    /// An empty seat.
    pub const fn new(reckoner: Reckoner) -> Self {
        Self {
            reckoner,
            district: DistrictIx::NOWHERE,
            tokens: 0,
            fresh_tokens: 0,
            rolls: 0,
            kept_now: 0,
            ability_spent: false,
            ended: false,
            dice: Dice::NONE,
            cards: CardSet::EMPTY,
            stolen: CardSet::EMPTY,
            demolitions: 0,
            effects: Effects::NONE,
            coming: Effects::NONE,
            aids: [0; MAX_AIDS],
        }
    }
}
