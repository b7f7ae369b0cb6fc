//! The boss of the base game: his four tracks and his way around the ring.

use super::Play;
use crate::event::{Event, Watch};
use crate::ids::Track;
use crate::state::{Now, Source, Task};

impl<W: Watch> Play<'_, W> {
    pub(super) fn boss_to(&mut self, district: u8) {
        self.game.boss.district = district;
        self.watch.event(Event::BossMoved { district });
    }

    /// The tracks from top to bottom, then the movement die.
    pub(super) fn boss_tracks(&mut self, index: u8) {
        if usize::from(index) == Track::COUNT {
            self.push(Task::EndRound);
            self.game.now = Now::MoveBoss;
            return;
        }
        self.push(Task::BossTracks(index + 1));
        match Track::from_index(usize::from(index)) {
            Track::Yellow | Track::Black => {
                let end = self.game.boss.brackets[usize::from(index)];
                self.push(Task::BossPerform {
                    track: index,
                    next: 0,
                    end,
                });
            }
            Track::Red => self.deploy_enforcement(),
            Track::Blue => self.deploy_barricades(),
        }
    }

    pub(super) fn boss_perform(&mut self, track: u8, next: u8, end: u8) {
        if next < end {
            self.push(Task::BossPerform {
                track,
                next: next + 1,
                end,
            });
            let action = self.rules.boss_boards(self.game).tracks[usize::from(track)].at(next);
            self.act(action, self.game.boss.district, Source::Boss);
        }
    }

    /// The red track: Enforcement in groups, clockwise from the boss.
    pub(super) fn deploy_enforcement(&mut self) {
        let group = self.rules.boss_boards(self.game).deployment;
        for n in 0..self.game.boss.brackets[Track::Red.index()] {
            let district = self.game.clockwise(self.game.boss.district, n / group);
            self.add_enforcement(district);
        }
    }

    /// The blue track: one Barricade a district, clockwise from the boss.
    fn deploy_barricades(&mut self) {
        for n in 0..self.game.boss.brackets[Track::Blue.index()] {
            let district = self.game.clockwise(self.game.boss.district, n);
            self.add_barricade(district);
        }
    }

    /// Fortifying himself: research until he is weakened, health after.
    pub(super) fn fortify_boss(&mut self) {
        let boss = &mut self.game.boss;
        let value = if boss.research > 0 {
            &mut boss.research
        } else {
            &mut boss.health
        };
        *value = value.saturating_add(1);
        let (research, health) = (boss.research, boss.health);
        self.watch.event(Event::BossValues { research, health });
    }
}
