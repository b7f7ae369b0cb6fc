//! Steelheart, the boss of the base game: his red and blue tracks go round the ring, and he moves by a die.

use super::Play;
use crate::cards::{Deed, Verb};
use crate::event::Watch;
use crate::ids::Track;
use crate::state::{Now, Source, Task, Via};

/// The parts of his activation before he moves: one for each track.
pub(super) const PARTS: u8 = Track::COUNT as u8;

/// The track whose actions a part performs one by one.
pub(super) fn performs(part: u8) -> Option<Track> {
    match Track::ALL.get(usize::from(part)) {
        Some(track @ (Track::Yellow | Track::Black)) => Some(*track),
        _ => None,
    }
}

impl<W: Watch> Play<'_, W> {
    /// The red track alone.
    pub(super) fn steelheart_prologue(&mut self) {
        self.deploy_enforcement();
    }

    /// The tracks from top to bottom, then the movement die.
    pub(super) fn steelheart_step(&mut self, part: u8) {
        if part == PARTS {
            self.push(Task::EndRound);
            self.game.now = Now::MoveBoss;
            return;
        }
        self.push(Task::BossStep { part: part + 1 });
        match performs(part) {
            Some(track) => self.boss_track(track),
            None if part == Track::Red as u8 => self.deploy_enforcement(),
            None => self.deploy_barricades(),
        }
    }

    /// The red track: Enforcement in groups, clockwise from the boss.
    fn deploy_enforcement(&mut self) {
        let group = self.rules.boss_sheet(self.game).deployment;
        for n in 0..self.game.boss.brackets[Track::Red.index()] {
            let district = self.game.clockwise(self.game.boss.district, n / group);
            let deed = Deed::once(Verb::AddEnforcement);
            self.act(deed, district, Source::Boss, Via::NOTHING);
        }
    }

    /// The blue track: one Barricade a district, clockwise from the boss.
    fn deploy_barricades(&mut self) {
        for n in 0..self.game.boss.brackets[Track::Blue.index()] {
            let district = self.game.clockwise(self.game.boss.district, n);
            let deed = Deed::once(Verb::Barricade);
            self.act(deed, district, Source::Boss, Via::NOTHING);
        }
    }
}
