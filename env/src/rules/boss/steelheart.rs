//! Steelheart, the boss of the base game: his red and blue tracks go round the ring, and he moves by a die.

use super::Play;
use crate::cards::{Deed, Verb};
use crate::event::Watch;
use crate::ids::Track;
use crate::state::{Now, Source, Task, Via};

impl<W: Watch> Play<'_, W> {
    /// The red track alone.
    pub(super) fn steelheart_prologue(&mut self) {
        self.deploy_enforcement();
    }

    /// The tracks from top to bottom, then the movement die.
    pub(super) fn steelheart_step(&mut self, part: u8) {
        if usize::from(part) == Track::COUNT {
            self.push(Task::EndRound);
            self.game.now = Now::MoveBoss;
            return;
        }
        self.push(Task::BossStep { part: part + 1 });
        match Track::from_index(usize::from(part)) {
            track @ (Track::Yellow | Track::Black) => self.boss_track(track),
            Track::Red => self.deploy_enforcement(),
            Track::Blue => self.deploy_barricades(),
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
