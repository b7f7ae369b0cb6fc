//! The position: the board and everything on it.

use super::agenda::Agenda;
use super::board::{Boss, District};
use super::city::CityState;
use super::marks::CardMarks;
use super::now::{Now, Step};
use super::open::{Open, OwedGroups, RewardPool};
use super::seat::Seat;
use crate::cards::Ruleset;
use crate::ids::{
    CardSet, DieKind, Difficulty, DistrictIx, DistrictOffset, EquipmentId, MAX_DISTRICTS,
    MAX_SEATS, Measure, SeatIx, SeatOffset, Shield,
};

/// The kinds of the dice that Herman and Rtich have changed or given; none where nothing was yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Swaps {
    /// The die that Herman changed.
    pub herman: Option<DieKind>,
    /// The die that Rtich gave.
    pub extra: Option<DieKind>,
    /// The die that Rtich changed.
    pub rtich: Option<DieKind>,
}

/// A position. Its fields lie in this order, so that what every step asks for shares the first cache line with the
/// next pieces of work; with many games in play each further line comes from afar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Game {
    /// Number of Reckoners, 2 to 6.
    pub seat_count: u8,
    /// Which game is played.
    pub ruleset: Ruleset,
    /// The step of the rulebook.
    pub step: Step,
    /// Rounds begun; 0 in the prologue.
    pub round: u16,
    /// Seat that decides.
    pub acting: SeatIx,
    /// The acting seat was just handed the decision: it may not hand it on.
    pub focused: bool,
    /// District of the Sniper token; nowhere when it is off the board.
    pub sniper: DistrictIx,
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
    /// The group in use.
    pub open: Open,
    /// Groups that have been earned and are still to be opened.
    pub owed: OwedGroups,
    /// The seat to which the decision returns after a gift or an owed group.
    pub returns_to: Option<SeatIx>,
    /// Rewards to be placed.
    pub rewards: RewardPool,
    /// The boss.
    pub boss: Boss,
    /// Epics in the deck.
    pub epic_deck: CardSet,
    /// Defeated Epics.
    pub defeated: CardSet,
    /// How many of them were defeated this round.
    pub defeated_now: u8,
    /// Equipment in the deck.
    pub equipment_deck: CardSet,
    /// Equipment face up.
    pub market: CardSet,
    /// Equipment out of the game.
    pub discarded: CardSet,
    /// An Epic is being activated: what counts things in a district waits for the end.
    pub activating: bool,
    /// Attacks on the population that wait for the end of the activation, by district and measure.
    pub counting: [[u8; Measure::COUNT]; MAX_DISTRICTS],
    /// Dice that cards have changed or given.
    pub swaps: Swaps,
    /// What the city adds.
    pub city: CityState,
    /// Districts clockwise; `seat_count + 1` are in play.
    pub districts: [District; MAX_DISTRICTS],
    /// What was done with the Equipment of the seats.
    pub marks: CardMarks,
    /// Seats clockwise; `seat_count` are in play.
    pub seats: [Seat; MAX_SEATS],
}

const _: () = assert!(size_of::<Game>() <= 2048, "a position stays within 2 KiB");

// Searches, forecasts and checked steps copy positions all the time. One that outgrows this is copied more slowly, which
// should be meant.
const _: () = assert!(
    size_of::<Game>() <= 17 * 64,
    "a position fills 17 cache lines"
);

impl Game {
    /// Districts in play.
    #[inline]
    pub const fn district_count(&self) -> u8 {
        self.seat_count + 1
    }
    /// How hard the game is.
    pub const fn difficulty(&self) -> Difficulty {
        self.ruleset.difficulty
    }
    /// A seat.
    #[inline]
    pub const fn seat(&self, seat: SeatIx) -> &Seat {
        &self.seats[seat.ix()]
    }
    /// A seat, to be changed.
    #[inline]
    pub const fn seat_mut(&mut self, seat: SeatIx) -> &mut Seat {
        &mut self.seats[seat.ix()]
    }
    /// A district.
    #[inline]
    pub const fn district(&self, district: DistrictIx) -> &District {
        &self.districts[district.ix()]
    }
    /// A district, to be changed.
    #[inline]
    pub const fn district_mut(&mut self, district: DistrictIx) -> &mut District {
        &mut self.districts[district.ix()]
    }
    /// The seats in play.
    #[inline]
    pub fn team(&self) -> &[Seat] {
        &self.seats[..usize::from(self.seat_count)]
    }
    /// The seats in play with their indices.
    pub fn seated(&self) -> impl Iterator<Item = (SeatIx, &Seat)> {
        (0..).map(SeatIx).zip(self.team())
    }
    /// The districts in play.
    #[inline]
    pub fn ring(&self) -> &[District] {
        &self.districts[..usize::from(self.district_count())]
    }
    /// The districts in play with their indices.
    pub fn placed(&self) -> impl Iterator<Item = (DistrictIx, &District)> {
        (0..).map(DistrictIx).zip(self.ring())
    }
    /// The seat that decides.
    #[inline]
    pub const fn actor(&self) -> &Seat {
        self.seat(self.acting)
    }
    /// The offsets of the seats in play.
    pub fn seat_offsets(&self) -> impl Iterator<Item = SeatOffset> + use<> {
        (0..self.seat_count).map(SeatOffset)
    }
    /// The offsets of the districts in play.
    pub fn district_offsets(&self) -> impl Iterator<Item = DistrictOffset> + use<> {
        (0..self.district_count()).map(DistrictOffset)
    }
    /// The seat so many places clockwise from the acting one.
    #[inline]
    pub const fn seat_at(&self, offset: SeatOffset) -> SeatIx {
        SeatIx(wrap(self.acting.0 + offset.0, self.seat_count))
    }
    /// The district from which districts are counted: the acting Reckoner's, or the boss's before
    /// that Reckoner is placed.
    #[inline]
    pub fn origin(&self) -> DistrictIx {
        let own = self.actor().district;
        if own.is_somewhere() {
            own
        } else if self.boss.district.is_somewhere() {
            self.boss.district
        } else {
            DistrictIx(0)
        }
    }
    /// The district so many places clockwise from [`Game::origin`].
    #[inline]
    pub fn district_at(&self, offset: DistrictOffset) -> DistrictIx {
        DistrictIx(wrap(self.origin().0 + offset.0, self.district_count()))
    }
    /// How far a district is clockwise from [`Game::origin`].
    #[inline]
    pub fn offset_of(&self, district: DistrictIx) -> DistrictOffset {
        self.offset_from(self.origin(), district)
    }
    /// How far a district is clockwise from another.
    #[inline]
    pub const fn offset_from(&self, origin: DistrictIx, district: DistrictIx) -> DistrictOffset {
        let count = self.district_count();
        DistrictOffset(wrap(district.0 + count - origin.0, count))
    }
    /// How far a seat is clockwise from the acting one.
    #[inline]
    pub const fn seat_offset(&self, seat: SeatIx) -> SeatOffset {
        SeatOffset(wrap(
            seat.0 + self.seat_count - self.acting.0,
            self.seat_count,
        ))
    }
    /// The district so many places clockwise from another.
    #[inline]
    pub const fn clockwise(&self, district: DistrictIx, places: u8) -> DistrictIx {
        let count = self.district_count();
        let once = wrap(district.0 + places, count);
        // Hardly anything goes more than once around the ring; a division would cost every step of the others.
        DistrictIx(if once < count { once } else { once % count })
    }
    /// The two neighbours of a district, the clockwise one first.
    pub const fn neighbours(&self, district: DistrictIx) -> [DistrictIx; 2] {
        [
            self.clockwise(district, 1),
            self.clockwise(district, self.district_count() - 1),
        ]
    }
    /// Enforcement on the board.
    #[inline]
    pub fn enforcement_on_board(&self) -> u8 {
        self.ring().iter().map(|d| d.enforcement).sum()
    }
    /// Barricades on the board.
    #[inline]
    pub fn barricades_on_board(&self) -> u8 {
        self.ring().iter().map(|d| d.barricades).sum()
    }
    /// Shields of a colour on the board.
    pub fn shields_on_board(&self, shield: Shield) -> u8 {
        self.ring().iter().map(|d| d.shields[shield.index()]).sum()
    }
    /// Copy Tokens on the board.
    pub fn copy_tokens_on_board(&self) -> u8 {
        self.ring().iter().map(|d| d.copy_tokens).sum()
    }
    /// The seats, as bits, whose miniatures are in a district.
    pub fn seats_in(&self, district: DistrictIx) -> u8 {
        let there = self.seated().filter(|(_, seat)| seat.district == district);
        there.fold(0, |bits, (seat, _)| bits | 1 << seat.0)
    }
    /// The owner of an Equipment card that a Reckoner has.
    pub fn owner(&self, card: EquipmentId) -> Option<SeatIx> {
        self.seated()
            .find(|(_, seat)| seat.cards.has(card.0))
            .map(|(seat, _)| seat)
    }
}

/// `value` modulo `count`, for values below twice the count.
const fn wrap(value: u8, count: u8) -> u8 {
    if value >= count { value - count } else { value }
}
