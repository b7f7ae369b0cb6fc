//! What happened, told to whoever listens. Listening costs nothing when nobody does.

use crate::action::Action;
use crate::cards::Deed;
use crate::ids::{
    AidIx, BoardIx, Cause, DieKind, DistrictIx, Effect, EpicId, EquipmentId, SeatIx, Shield, Track,
};
use crate::state::{Ending, FaceCounts, Source};

/// One thing that happened. Seats and districts are absolute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A Reckoner decided.
    Decided {
        /// Who.
        seat: SeatIx,
        /// What (offsets are from that seat).
        action: Action,
    },
    /// A round began.
    Round {
        /// Its number.
        round: u16,
    },
    /// Dice were rolled.
    Rolled {
        /// Whose.
        seat: SeatIx,
        /// What they show.
        faces: FaceCounts,
    },
    /// An Epic came.
    EpicCame {
        /// Where.
        district: DistrictIx,
        /// Which.
        epic: EpicId,
    },
    /// An Equipment card came to the market.
    MarketCard {
        /// Which.
        card: EquipmentId,
    },
    /// The boss came to a district.
    BossMoved {
        /// Where.
        district: DistrictIx,
    },
    /// Enforcement changed.
    Enforcement {
        /// Where.
        district: DistrictIx,
        /// By how much.
        change: i8,
    },
    /// Barricades changed.
    Barricades {
        /// Where.
        district: DistrictIx,
        /// By how much.
        change: i8,
    },
    /// An Epic's bracket moved.
    Bracket {
        /// Where.
        district: DistrictIx,
        /// By how much.
        change: i8,
    },
    /// One of the boss's brackets moved.
    BossBracket {
        /// Which.
        track: Track,
        /// By how much.
        change: i8,
    },
    /// An Epic's research or health changed.
    EpicValues {
        /// Where.
        district: DistrictIx,
        /// Research now.
        research: u8,
        /// Health now.
        health: u8,
    },
    /// An Epic was weakened.
    Weakened {
        /// Where.
        district: DistrictIx,
        /// Which.
        epic: EpicId,
    },
    /// An Epic was defeated.
    Defeated {
        /// Where.
        district: DistrictIx,
        /// Which.
        epic: EpicId,
    },
    /// The boss's research or health changed.
    BossValues {
        /// Research now.
        research: u16,
        /// Health now.
        health: u16,
    },
    /// The boss was weakened.
    BossWeakened,
    /// The turn of an Epic in the Epics' phase, or of the boss.
    Activated {
        /// The Epic's district; none for the boss.
        district: Option<DistrictIx>,
    },
    /// An Epic or the boss performs a deed.
    Performs {
        /// In which district.
        district: DistrictIx,
        /// Who.
        source: Source,
        /// What.
        deed: Deed,
    },
    /// The population fell.
    PopulationLost {
        /// By how much.
        amount: u16,
        /// Why.
        cause: Cause,
    },
    /// Money changed.
    Money {
        /// By how much.
        change: i16,
    },
    /// A Reckoner's Plan Tokens changed.
    Tokens {
        /// Whose.
        seat: SeatIx,
        /// By how much.
        change: i8,
    },
    /// The base marker moved down.
    BaseMarker {
        /// Holes below the top.
        base: u8,
    },
    /// A base was discovered; a die will be lost.
    BaseDiscovered,
    /// A die was lost.
    DieLost {
        /// Whose.
        seat: SeatIx,
        /// Its kind.
        kind: DieKind,
    },
    /// A die came back or was gained.
    DieGained {
        /// Whose.
        seat: SeatIx,
        /// Its kind.
        kind: DieKind,
    },
    /// Shields changed.
    Shields {
        /// Where.
        district: DistrictIx,
        /// Of which colour.
        shield: Shield,
        /// By how much.
        change: i8,
    },
    /// Copy Tokens changed.
    CopyTokens {
        /// Where.
        district: DistrictIx,
        /// By how much.
        change: i8,
    },
    /// An Equipment card was laid under an Epic.
    CardStolen {
        /// Whose.
        seat: SeatIx,
        /// Which.
        card: EquipmentId,
        /// Where.
        district: DistrictIx,
    },
    /// A stolen Equipment card came back.
    CardReturned {
        /// Whose.
        seat: SeatIx,
        /// Which.
        card: EquipmentId,
    },
    /// An Equipment card was sold.
    CardSold {
        /// Whose.
        seat: SeatIx,
        /// Which.
        card: EquipmentId,
    },
    /// The Epic Ability Die was rolled.
    Transformed {
        /// Where.
        district: DistrictIx,
        /// What it shows.
        deed: Deed,
    },
    /// A Reckoner moved.
    Moved {
        /// Who.
        seat: SeatIx,
        /// Where to.
        district: DistrictIx,
    },
    /// A board of the city came to a district.
    BoardCame {
        /// Where.
        district: DistrictIx,
        /// Which.
        board: BoardIx,
    },
    /// A district's marker moved.
    Marker {
        /// Where.
        district: DistrictIx,
        /// By how much.
        change: i8,
    },
    /// The city passes a district.
    CityPasses {
        /// Which.
        district: DistrictIx,
    },
    /// The boss's Power dice were rolled.
    PowerDice {
        /// The rows they name, by track.
        rows: [u8; Track::COUNT],
    },
    /// A card of the boss was turned.
    BossCard {
        /// Its kind.
        kind: u8,
    },
    /// A Reckoner is weakened for the next round.
    Affected {
        /// Who.
        seat: SeatIx,
        /// How.
        effect: Effect,
    },
    /// A Reckoner got a Dawnslight card.
    AidCame {
        /// Who.
        seat: SeatIx,
        /// Which.
        card: AidIx,
    },
    /// The population rose.
    PopulationGained {
        /// By how much.
        amount: u16,
    },
    /// The game ended.
    Ended {
        /// How.
        ending: Ending,
    },
}

/// A listener.
pub trait Watch {
    /// Hears of one event.
    fn event(&mut self, event: Event);
}

/// Nobody listens.
#[derive(Clone, Copy, Default, Debug)]
pub struct Silent;

impl Watch for Silent {
    #[inline(always)]
    fn event(&mut self, _event: Event) {}
}

impl Watch for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}
