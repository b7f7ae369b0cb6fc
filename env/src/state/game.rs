//! The board and everything on it.

use std::hash::{Hash, Hasher};

use super::flow::{Agenda, Now, Step};
use crate::cards::SymbolCounts;
use crate::ids::{
    CardSet, DieKind, Difficulty, EpicId, FACES, MAX_DISTRICTS, MAX_SEATS, Reckoner, Track,
};

/// Stands for "in no district".
pub const NOWHERE: u8 = u8::MAX;

/// Dice counted by kind and face; equal faces are counted at the first of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct SeatDice(pub [[u8; FACES]; DieKind::COUNT]);

impl SeatDice {
    /// How many dice of a kind.
    pub fn of_kind(&self, kind: usize) -> u8 {
        self.0[kind].iter().sum()
    }
    /// The counts in one row, kind by kind.
    #[inline]
    pub fn flat(&self) -> &[u8; FACES * DieKind::COUNT] {
        let flat = self.0.as_flattened().try_into();
        flat.expect("seven kinds with six faces")
    }
    /// How many dice in all.
    #[inline]
    pub fn total(&self) -> u8 {
        self.flat().iter().sum()
    }
    /// Whether there is no die.
    pub fn is_empty(&self) -> bool {
        // One pass without a branch: a comparison of arrays would call memcmp.
        self.flat().iter().fold(0, |any, count| any | count) == 0
    }
    /// How many dice of each kind.
    pub fn kinds(&self) -> [u8; DieKind::COUNT] {
        self.0.map(|faces| faces.iter().sum())
    }
    /// Every kind and face with at least one die: (kind, face, count).
    pub fn iter(&self) -> impl Iterator<Item = (DieKind, u8, u8)> + '_ {
        DieKind::ALL.into_iter().flat_map(move |kind| {
            (0..FACES as u8).filter_map(move |face| {
                let count = self.0[kind.index()][usize::from(face)];
                (count > 0).then_some((kind, face, count))
            })
        })
    }
}

/// One Reckoner at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seat {
    /// Who it is.
    pub reckoner: Reckoner,
    /// District of the miniature; [`NOWHERE`] before it is placed.
    pub district: u8,
    /// Plan Tokens in the tray: usable.
    pub tokens: u8,
    /// Plan Tokens beside the tray: gained by dice this round.
    pub fresh_tokens: u8,
    /// Rolls made this round, 0 to 3.
    pub rolls: u8,
    /// Dice kept of the current roll.
    pub kept_now: u8,
    /// Whether the ability was used this round.
    pub ability_spent: bool,
    /// Whether the Reckoner has ended the Use Dice step.
    pub ended: bool,
    /// Equipment owned.
    pub cards: CardSet,
    /// Equipment used this round.
    pub spent_cards: CardSet,
    /// Dice owned and not lost, by kind.
    pub dice: [u8; DieKind::COUNT],
    /// Dice lost to discovered bases, by kind.
    pub lost: [u8; DieKind::COUNT],
    /// Dice used this round, by kind.
    pub used: [u8; DieKind::COUNT],
    /// Dice of the current roll on which nothing is decided yet.
    pub rolled: SeatDice,
    /// Dice kept; in the Use Dice step the dice still to be used.
    pub kept: SeatDice,
}

impl Seat {
    /// An empty seat.
    pub fn new(reckoner: Reckoner) -> Self {
        Self {
            reckoner,
            district: NOWHERE,
            tokens: 0,
            fresh_tokens: 0,
            rolls: 0,
            kept_now: 0,
            ability_spent: false,
            ended: false,
            cards: CardSet(0),
            spent_cards: CardSet(0),
            dice: [0; DieKind::COUNT],
            lost: [0; DieKind::COUNT],
            used: [0; DieKind::COUNT],
            rolled: SeatDice::default(),
            kept: SeatDice::default(),
        }
    }
}

/// One district and its Epic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct District {
    /// The Epic, if one is there.
    pub epic: Option<EpicId>,
    /// Actions left of the bracket: 1 to the track's length - 1; 0 without an Epic.
    pub bracket: u8,
    /// Research left; 0 when weakened.
    pub research: u8,
    /// Health left; `INFINITE` when it cannot be attacked.
    pub health: u8,
    /// Enforcement here.
    pub enforcement: u8,
    /// Barricades here.
    pub barricades: u8,
}

impl District {
    /// A district without anything.
    pub const EMPTY: Self = Self {
        epic: None,
        bracket: 0,
        research: 0,
        health: 0,
        enforcement: 0,
        barricades: 0,
    };
}

/// The boss.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Boss {
    /// His district; [`NOWHERE`] before he arrives.
    pub district: u8,
    /// Actions left of each bracket, by track.
    pub brackets: [u8; Track::COUNT],
    /// Research left; 0 when weakened.
    pub research: u16,
    /// Health left; meaningful once weakened, 0 before.
    pub health: u16,
}

/// The die, token or card group in use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Open {
    /// Symbols left.
    pub symbols: [u8; 6],
    /// Nothing of it was spent yet: it may Move, remove a Barricade or activate a card.
    pub whole: bool,
    /// Its symbols reach every district.
    pub anywhere: bool,
    /// It is a granted Move and holds no symbols.
    pub is_move: bool,
}

impl Open {
    /// A fresh group of symbols.
    pub fn new(symbols: SymbolCounts, anywhere: bool) -> Self {
        Self {
            symbols: symbols.0,
            whole: true,
            anywhere,
            is_move: false,
        }
    }
    /// How many symbols are left.
    pub fn total(&self) -> u8 {
        self.symbols.iter().sum()
    }
}

/// Rewards not yet placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct RewardPool {
    /// Enforcement to remove.
    pub enforcement: u8,
    /// Bracket spaces.
    pub contain: u8,
    /// Plan Tokens.
    pub plan: u8,
    /// Money, until the Receive Rewards step begins.
    pub money: u8,
    /// Boss research, until the Receive Rewards step begins.
    pub boss_research: u8,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Game {
    /// Number of Reckoners, 2 to 6.
    pub seat_count: u8,
    /// How hard the game is.
    pub difficulty: Difficulty,
    /// Rounds begun; 0 in the prologue.
    pub round: u16,
    /// Seat that decides.
    pub acting: u8,
    /// The acting seat was just handed the decision: it may not hand it on.
    pub focused: bool,
    /// District of Cody's token; [`NOWHERE`] when off the board.
    pub sniper: u8,
    /// Holes the base marker is below the top.
    pub base: u8,
    /// Plan Tokens in the supply.
    pub token_supply: u8,
    /// Population left.
    pub population: u16,
    /// Money.
    pub money: u16,
    /// What the game waits for.
    pub now: Now,
    /// What comes after.
    pub agenda: Agenda,
    /// The die in use.
    pub open: Open,
    /// Rewards to be placed.
    pub rewards: RewardPool,
    /// The boss.
    pub boss: Boss,
    /// Epics in the deck.
    pub epic_deck: CardSet,
    /// Defeated Epics.
    pub defeated: CardSet,
    /// Equipment in the deck.
    pub equipment_deck: CardSet,
    /// Equipment face up.
    pub market: CardSet,
    /// Equipment out of the game.
    pub discarded: CardSet,
    /// Dice in the air, by kind.
    pub tumbling: [u8; DieKind::COUNT],
    /// Districts clockwise; `seat_count + 1` are in play.
    pub districts: [District; MAX_DISTRICTS],
    /// Seats clockwise; `seat_count` are in play.
    pub seats: [Seat; MAX_SEATS],
}

const _: () = assert!(size_of::<Game>() <= 2048, "a position stays within 2 KiB");

impl Game {
    /// Districts in play.
    pub const fn district_count(&self) -> u8 {
        self.seat_count + 1
    }
    /// The seats in play.
    pub fn team(&self) -> &[Seat] {
        &self.seats[..usize::from(self.seat_count)]
    }
    /// The districts in play.
    pub fn ring(&self) -> &[District] {
        &self.districts[..usize::from(self.district_count())]
    }
    /// The seat that decides.
    pub fn actor(&self) -> &Seat {
        &self.seats[usize::from(self.acting)]
    }
    /// The seat so many places clockwise from the acting one.
    pub const fn seat_at(&self, offset: u8) -> u8 {
        wrap(self.acting + offset, self.seat_count)
    }
    /// The district from which districts are counted: the acting Reckoner's, or the boss's before
    /// that Reckoner is placed.
    pub fn origin(&self) -> u8 {
        let own = self.actor().district;
        if own != NOWHERE {
            own
        } else if self.boss.district != NOWHERE {
            self.boss.district
        } else {
            0
        }
    }
    /// The district so many places clockwise from [`Game::origin`].
    pub fn district_at(&self, offset: u8) -> u8 {
        wrap(self.origin() + offset, self.district_count())
    }
    /// How far a district is clockwise from [`Game::origin`].
    pub fn offset_of(&self, district: u8) -> u8 {
        self.offset_from(self.origin(), district)
    }
    /// How far a district is clockwise from another.
    pub const fn offset_from(&self, origin: u8, district: u8) -> u8 {
        let count = self.district_count();
        wrap(district + count - origin, count)
    }
    /// How far a seat is clockwise from the acting one.
    pub const fn seat_offset(&self, seat: u8) -> u8 {
        wrap(seat + self.seat_count - self.acting, self.seat_count)
    }
    /// The district so many places clockwise from another.
    pub const fn clockwise(&self, district: u8, places: u8) -> u8 {
        (district + places) % self.district_count()
    }
    /// Enforcement on the board.
    pub fn enforcement_on_board(&self) -> u8 {
        self.ring().iter().map(|d| d.enforcement).sum()
    }
    /// Barricades on the board.
    pub fn barricades_on_board(&self) -> u8 {
        self.ring().iter().map(|d| d.barricades).sum()
    }
    /// The step of the rulebook.
    pub const fn step(&self) -> Step {
        match self.now {
            Now::Over(_) => Step::Over,
            _ if self.round == 0 => Step::Prologue,
            Now::RollDice { .. } | Now::Keep | Now::Faith => Step::Roll,
            Now::Use | Now::SetFace { .. } | Now::Spend => Step::Use,
            Now::Reward => Step::Rewards,
            Now::Buy | Now::Receive { .. } | Now::DealEquipment => Step::Purchase,
            _ => Step::Epics,
        }
    }
    /// A stable 64-bit digest of the whole position.
    pub fn digest(&self) -> u64 {
        let mut hasher = Digest(0xcbf2_9ce4_8422_2325);
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// `value` modulo `count`, for values below twice the count.
const fn wrap(value: u8, count: u8) -> u8 {
    if value >= count { value - count } else { value }
}

/// FNV-1a with a final mix: its result is part of pinned test data, so it must never depend on
/// the standard library's choice of hasher.
struct Digest(u64);

impl Hasher for Digest {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    fn finish(&self) -> u64 {
        let mut x = self.0;
        x = (x ^ (x >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        x ^ (x >> 33)
    }
}
