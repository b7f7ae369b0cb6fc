//! Regalia: all four tracks act in and around her district; she follows the Reckoners, and a card weakens those she
//! finds.

use super::Play;
use crate::event::{Event, Watch};
use crate::ids::{SeatIx, Track};
use crate::state::{Now, Task};

/// The parts of her activation before she moves: one for each track.
pub(super) const PARTS: u8 = Track::COUNT as u8;

/// The track whose actions a part performs one by one.
pub(super) fn performs(part: u8) -> Option<Track> {
    Track::ALL.get(usize::from(part)).copied()
}

impl<W: Watch> Play<'_, W> {
    /// The red track alone; no card is turned.
    pub(super) fn regalia_prologue(&mut self) {
        self.boss_track(Track::Red);
    }

    /// The tracks from top to bottom; then she moves and turns a card.
    pub(super) fn regalia_step(&mut self, part: u8) {
        match performs(part) {
            Some(track) => {
                self.push(Task::BossStep { part: part + 1 });
                self.boss_track(track);
            }
            None => {
                self.regalia_moves();
                self.push(Task::EndRound);
                self.turn_boss_card();
            }
        }
    }

    /// To the first district with a miniature, clockwise; her own comes last.
    fn regalia_moves(&mut self) {
        let with_miniature = |to| self.game.team().iter().any(|seat| seat.district == to);
        let from = self.game.boss.district;
        let ring = (1..=self.game.district_count()).map(|n| self.game.clockwise(from, n));
        let to = ring.into_iter().find(|to| with_miniature(*to));
        self.boss_to(to.unwrap_or(from));
    }

    /// A deck without cards is made whole first.
    fn turn_boss_card(&mut self) {
        if self.game.boss.cards.iter().all(|left| *left == 0) {
            self.rules.fill_boss_deck(self.game);
        }
        self.game.now = Now::BossCard;
    }

    /// The card's effects come to every Reckoner in her district.
    pub(in crate::rules) fn boss_card_turned(&mut self, kind: u8) {
        self.game.boss.cards[usize::from(kind)] -= 1;
        self.watch.event(Event::BossCard { kind });
        let here = self.game.boss.district;
        let boss = self.rules.catalog.boss(self.game.ruleset.boss);
        for seat in 0..self.game.seat_count {
            let seat = SeatIx(seat);
            if self.game.seat(seat).district == here {
                for effect in &boss.cards[usize::from(kind)].effects {
                    self.affect(seat, *effect);
                }
            }
        }
    }
}
