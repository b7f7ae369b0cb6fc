//! What an observation shows, so that the next one over it need not be made anew.
//!
//! Most decisions change the dice of the Reckoner who decides and nothing else. So the near sections, which show what such a
//! decision changes, are always made. The other Reckoners, where they are, the board with its districts and the boss, and
//! what lies beside it are each made again only when something that they are made of has changed.

use super::dice::TeamSymbols;
use super::ring::RingSums;
use crate::cards::Ruleset;
use crate::ids::{CardSet, DieKind, DistrictIx, MAX_DISTRICTS, MAX_SEATS, SeatIx};
use crate::state::{Boss, CardMarks, District, Game, Now, RewardPool, Seat};

/// What an observation shows; nothing before the first one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen(pub(super) Option<Around>);

/// Which sections are to be made again, besides the near ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changed {
    /// Everything: another game, or nothing is known.
    pub(super) game: bool,
    /// The other Reckoners, but for where they are.
    pub(super) others: bool,
    /// Where they are.
    pub(super) places: bool,
    /// The districts and the boss.
    pub(super) board: bool,
    /// What lies beside the board.
    pub(super) beside: bool,
    /// What variants and the expansion's bosses and cities bring.
    pub(super) variants: bool,
}

impl Changed {
    pub(super) const ALL: Self = Self {
        game: true,
        others: true,
        places: true,
        board: true,
        beside: true,
        variants: true,
    };
}

/// What the near sections take from the others.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct FarSums {
    /// The symbols of the other Reckoners.
    pub(super) symbols: TeamSymbols,
    /// What the districts and the boss add up to.
    pub(super) ring: RingSums,
}

/// What lies beside the board and seldom changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Beside {
    /// Equipment face up, or a bought card that waits for its owner.
    pub(super) market: CardSet,
    /// Rewards not yet placed.
    pub(super) rewards: RewardPool,
    /// Whose faces are chosen from.
    pub(super) faces: Option<DieKind>,
    /// Holes of the base marker.
    pub(super) base: u8,
}

impl Beside {
    #[inline(always)]
    pub(super) fn of(game: &Game) -> Self {
        Self {
            market: match game.now {
                Now::Receive { card } => CardSet::one(card.0),
                _ => game.market,
            },
            rewards: game.rewards,
            faces: match game.now {
                Now::SetFace { kind, .. } => Some(kind),
                _ => None,
            },
            base: game.base,
        }
    }
}

/// Everything that the other sections than the near ones are made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    /// Id of the encoder: others may have other cards.
    encoder: u64,
    ruleset: Ruleset,
    seat_count: u8,
    acting: SeatIx,
    origin: DistrictIx,
    sniper: DistrictIx,
    beside: Beside,
    boss: Boss,
    districts: [District; MAX_DISTRICTS],
    /// Of the seat that decides only the district is asked for.
    seats: [Seat; MAX_SEATS],
    /// Those on the cards of the seat that decides are not asked for.
    marks: CardMarks,
    /// What the near sections took from these.
    pub(super) sums: FarSums,
}

impl Around {
    /// What is no longer made of the same things.
    #[inline(always)]
    pub(super) fn changed(&self, encoder: u64, game: &Game) -> Changed {
        if self.encoder != encoder
            || self.seat_count != game.seat_count
            || self.ruleset != game.ruleset
        {
            return Changed::ALL;
        }
        let places = self.origin != game.origin() || !self.has_places(game);
        let others = self.acting != game.acting || !self.has_others(game);
        let board = places
            || self.boss != game.boss
            || self.sniper != game.sniper
            || self.districts[..usize::from(game.district_count())] != *game.ring();
        Changed {
            game: false,
            others,
            places: others || places,
            board,
            beside: self.beside != Beside::of(game),
            // Much of it changes with every decision of a game that has it.
            variants: game.ruleset.is_merged(),
        }
    }

    /// Whether all Reckoners are where they were.
    #[inline(always)]
    fn has_places(&self, game: &Game) -> bool {
        let mut seats = game.team().iter().zip(&self.seats);
        seats.all(|(seat, known)| seat.district == known.district)
    }

    /// Whether the other Reckoners are as they were, wherever they are.
    #[inline(always)]
    fn has_others(&self, game: &Game) -> bool {
        let mut seats = game.seated().zip(&self.seats);
        // A card that comes or goes changes the cards of its owner too.
        let marked = game
            .marks
            .differing(&self.marks)
            .without(game.actor().cards);
        marked.is_empty()
            && seats.all(|((ix, seat), known)| ix == game.acting || is_same(seat, known))
    }
}

/// Whether all of a seat is as it was but its district. Without a branch: most decisions ask it of every seat, and mostly
/// it is so.
#[inline(always)]
fn is_same(seat: &Seat, known: &Seat) -> bool {
    let Seat {
        reckoner,
        district: _,
        tokens,
        fresh_tokens,
        rolls,
        kept_now,
        ability_spent,
        ended,
        dice,
        cards,
        stolen,
        demolitions,
        effects,
        coming,
        aids,
    } = seat;
    (*reckoner == known.reckoner)
        & (*tokens == known.tokens)
        & (*fresh_tokens == known.fresh_tokens)
        & (*rolls == known.rolls)
        & (*kept_now == known.kept_now)
        & (*ability_spent == known.ability_spent)
        & (*ended == known.ended)
        & dice.is_in_order_of(&known.dice)
        & (*cards == known.cards)
        & (*stolen == known.stolen)
        & (*demolitions == known.demolitions)
        & (*effects == known.effects)
        & (*coming == known.coming)
        & (*aids == known.aids)
}

impl Seen {
    /// Notes what was made again, and of what.
    #[inline(always)]
    pub(super) fn note(&mut self, changed: Changed, encoder: u64, game: &Game, sums: FarSums) {
        let Some(around) = self.0.as_mut().filter(|_| !changed.game) else {
            self.0 = Some(Around {
                encoder,
                ruleset: game.ruleset,
                seat_count: game.seat_count,
                acting: game.acting,
                origin: game.origin(),
                sniper: game.sniper,
                beside: Beside::of(game),
                boss: game.boss,
                districts: game.districts,
                seats: game.seats,
                marks: game.marks,
                sums,
            });
            return;
        };
        if changed.places {
            around.acting = game.acting;
            around.origin = game.origin();
            for (known, seat) in around.seats.iter_mut().zip(game.team()) {
                *known = *seat;
            }
            around.marks = game.marks;
        }
        if changed.board {
            around.sniper = game.sniper;
            around.boss = game.boss;
            for (known, district) in around.districts.iter_mut().zip(game.ring()) {
                *known = *district;
            }
        }
        if changed.beside {
            around.beside = Beside::of(game);
        }
        around.sums = sums;
    }
}

#[cfg(test)]
mod tests;
