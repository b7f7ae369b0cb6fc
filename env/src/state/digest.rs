//! The digest of a position: what of it is hashed, and in which order.
//!
//! Digests stand in traces that people saved and in test data, so a position keeps its digest for ever, however its fields
//! come to be arranged. That is why the order is not derived from the structs but written out here: it is the one in which
//! the fields stood when digests were pinned. The structs are taken apart whole, so that a new field cannot be forgotten.
//! A new field must hash nothing at its default value, so that older digests stay valid.

use std::hash::{Hash, Hasher};

use super::agenda::{AGENDA_CAPACITY, Agenda, Task};
use super::game::Game;
use super::marks::CardMarks;
use super::seat::Seat;

/// Places of the agenda when digests were pinned. Those in which no work waits count as [`Task::StartRound`].
const HASHED_TASKS: usize = 40;

const _: () = assert!(AGENDA_CAPACITY <= HASHED_TASKS, "all work is hashed");

impl Game {
    /// A stable 64-bit digest of the whole position.
    pub fn digest(&self) -> u64 {
        let mut hasher = Digest(0xcbf2_9ce4_8422_2325);
        self.hash(&mut hasher);
        hasher.finish()
    }
}

impl Hash for Game {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self {
            seat_count,
            ruleset,
            step,
            round,
            acting,
            focused,
            sniper,
            base,
            token_supply,
            population,
            money,
            now,
            agenda,
            open,
            owed,
            returns_to,
            rewards,
            boss,
            epic_deck,
            defeated,
            defeated_now,
            equipment_deck,
            market,
            discarded,
            activating,
            counting,
            swaps,
            city,
            districts,
            marks,
            seats,
        } = self;
        seat_count.hash(state);
        ruleset.hash(state);
        step.hash(state);
        round.hash(state);
        acting.hash(state);
        focused.hash(state);
        sniper.hash(state);
        base.hash(state);
        token_supply.hash(state);
        population.hash(state);
        money.hash(state);
        now.hash(state);
        agenda.hash(state);
        open.hash(state);
        owed.hash(state);
        returns_to.hash(state);
        rewards.hash(state);
        boss.hash(state);
        epic_deck.hash(state);
        defeated.hash(state);
        defeated_now.hash(state);
        equipment_deck.hash(state);
        market.hash(state);
        discarded.hash(state);
        activating.hash(state);
        counting.hash(state);
        swaps.hash(state);
        city.hash(state);
        districts.hash(state);
        // An array is hashed with its length before it.
        state.write_usize(seats.len());
        for seat in seats {
            hash_seat(seat, &marks.of(seat), state);
        }
    }
}

/// The marks on cards were kept by their owners then.
fn hash_seat<H: Hasher>(seat: &Seat, marks: &CardMarks, state: &mut H) {
    let Seat {
        reckoner,
        district,
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
    let CardMarks {
        spent,
        resting,
        half_paid,
        disabled,
    } = marks;
    reckoner.hash(state);
    district.hash(state);
    tokens.hash(state);
    fresh_tokens.hash(state);
    rolls.hash(state);
    kept_now.hash(state);
    ability_spent.hash(state);
    ended.hash(state);
    dice.hash(state);
    cards.hash(state);
    spent.hash(state);
    resting.hash(state);
    stolen.hash(state);
    half_paid.hash(state);
    demolitions.hash(state);
    effects.hash(state);
    coming.hash(state);
    disabled.hash(state);
    aids.hash(state);
}

impl Hash for Agenda {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let tasks = self.tasks();
        (tasks.len() as u8).hash(state);
        state.write_usize(HASHED_TASKS);
        let done = std::iter::repeat(&Task::StartRound);
        for task in tasks.iter().chain(done).take(HASHED_TASKS) {
            task.hash(state);
        }
    }
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
    // Numbers are written alike on every machine, whatever its order of bytes and the size of its addresses.
    fn write_u16(&mut self, number: u16) {
        self.write(&number.to_le_bytes());
    }
    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }
    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as i64 as u64);
    }
    fn finish(&self) -> u64 {
        let mut x = self.0;
        x = (x ^ (x >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        x ^ (x >> 33)
    }
}
