//! What the game waits for, and what it will do next.

use crate::cards::EpicAction;
use crate::ids::{Cause, DieKind, EquipmentId};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The boss was defeated.
    Won,
    /// The population reached zero, with the cause of the last loss.
    Lost(Cause),
}

/// What the game waits for: a chance outcome, a decision of the acting Reckoner, or nothing more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Now {
    /// Chance: an Epic is drawn for a district.
    DealEpic {
        /// The district that gets it.
        district: u8,
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
        seat: u8,
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
        face: u8,
    },
    /// Decision: where the open die's symbols go.
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
    /// The game is over.
    Over(Ending),
    /// The rules are at work; never seen from outside.
    Busy,
}

impl Now {
    /// Whether a chance outcome is awaited.
    pub const fn is_chance(self) -> bool {
        matches!(
            self,
            Self::DealEpic { .. }
                | Self::DealEquipment
                | Self::PlaceBoss
                | Self::MoveBoss
                | Self::RollDice { .. }
        )
    }
    /// Whether a decision is awaited.
    pub const fn is_decision(self) -> bool {
        !self.is_chance() && !matches!(self, Self::Over(_) | Self::Busy)
    }
}

/// The steps of the rulebook, for people and for the observation.
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
    /// Add Epics and Activate Epics.
    Epics,
    /// The game is over.
    Over,
}

/// Who performs an Epic action; decides the cause of a population loss.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// An Epic, by an action left of its bracket.
    Epic,
    /// An Epic, because its bracket was blocked.
    Overflow,
    /// The boss.
    Boss,
}

/// One pending piece of work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Task {
    /// Set-up: deal an Epic to this district and the following ones.
    DealFirst(u8),
    /// Draw up to this many Equipment cards.
    FillMarket(u8),
    /// Prologue: the boss arrives.
    BossArrives,
    /// Prologue: the red track alone.
    PrologueRed,
    /// Prologue: the boss moves.
    PrologueMove,
    /// Prologue: this many Reckoners are still to be placed.
    PlaceStep(u8),
    /// A new round begins.
    StartRound,
    /// First rolls, from this seat offset on.
    FirstRolls(u8),
    /// Keep and reroll until nobody has dice to decide on.
    KeepStep,
    /// Use dice until everybody is done.
    UseStep,
    /// Money and boss research of the rewards.
    RewardStep,
    /// The other rewards, one by one.
    PlaceRewards,
    /// Buying.
    BuyStep,
    /// Tokens gained by dice enter the trays.
    EndPurchase,
    /// Add Epics, from this offset from the boss on.
    AddEpics(u8),
    /// Activate Epics, from this offset from the boss on.
    Activate(u8),
    /// Perform the actions of a district's Epic.
    Perform {
        /// The district.
        district: u8,
        /// Next space.
        next: u8,
        /// First space that does not fire.
        end: u8,
    },
    /// Perform one action.
    Act {
        /// The action.
        action: EpicAction,
        /// The district in which it happens.
        district: u8,
        /// Who does it.
        source: Source,
    },
    /// Move a district's bracket.
    Advance(u8),
    /// Repeat the final action of a district's Epic.
    Repeat {
        /// The district.
        district: u8,
        /// How often.
        times: u8,
    },
    /// Activate the boss's tracks, from this one on.
    BossTracks(u8),
    /// Perform the actions of one of the boss's tracks.
    BossPerform {
        /// The track.
        track: u8,
        /// Next space.
        next: u8,
        /// First space that does not fire.
        end: u8,
    },
    /// The boss moves; the round ends.
    EndRound,
}

/// Most pending tasks. The deepest chain is activation, advance, repeat, two gifts and a boost.
pub const AGENDA_CAPACITY: usize = 10;

/// The stack of pending work; the last one is next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Agenda {
    len: u8,
    tasks: [Task; AGENDA_CAPACITY],
}

impl Agenda {
    /// Nothing to do.
    pub const EMPTY: Self = Self {
        len: 0,
        tasks: [Task::StartRound; AGENDA_CAPACITY],
    };

    /// Adds work to be done before all other.
    ///
    /// # Panics
    /// When the capacity is exceeded, which the laws of the rules exclude.
    pub fn push(&mut self, task: Task) {
        self.tasks[usize::from(self.len)] = task;
        self.len += 1;
    }
    /// Takes the next work.
    pub fn pop(&mut self) -> Option<Task> {
        self.len = self.len.checked_sub(1)?;
        // Cleared slots keep equal positions equal.
        Some(std::mem::replace(
            &mut self.tasks[usize::from(self.len)],
            Task::StartRound,
        ))
    }
    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::EMPTY;
    }
    /// The pending work, next one last.
    pub fn tasks(&self) -> &[Task] {
        &self.tasks[..usize::from(self.len)]
    }
}
