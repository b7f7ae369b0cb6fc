//! The bosses. What every boss does is here; what one of them does is in his module, reached through the
//! hooks of this file alone.

mod steelheart;

use super::{Play, Rules};
use crate::event::{Event, Watch};
use crate::ids::{BossKind, DistrictIx, Track};
use crate::state::{Game, Source, Task, Via};

impl Rules {
    /// How many parts the boss's activation has before he moves.
    pub(crate) fn boss_parts(&self, game: &Game) -> u8 {
        match game.ruleset.boss {
            BossKind::Steelheart => steelheart::PARTS,
        }
    }

    /// The track whose actions a part of his activation performs one by one, if it is such a part.
    pub(crate) fn boss_performs(&self, game: &Game, part: u8) -> Option<Track> {
        match game.ruleset.boss {
            BossKind::Steelheart => steelheart::performs(part),
        }
    }
}

impl<W: Watch> Play<'_, W> {
    /// What the boss does in the prologue, once he has arrived.
    pub(super) fn boss_prologue(&mut self) {
        match self.game.ruleset.boss {
            BossKind::Steelheart => self.steelheart_prologue(),
        }
    }

    /// One part of his activation after the other; he says himself which comes next.
    pub(super) fn boss_step(&mut self, part: u8) {
        match self.game.ruleset.boss {
            BossKind::Steelheart => self.steelheart_step(part),
        }
    }

    /// He comes to a district.
    pub(super) fn boss_to(&mut self, district: DistrictIx) {
        self.game.boss.district = district;
        self.watch.event(Event::BossMoved { district });
    }

    /// Performs the actions left of a track's bracket, as it stands now.
    fn boss_track(&mut self, track: Track) {
        let end = self.game.boss.brackets[track.index()];
        let next = 0;
        self.push(Task::BossPerform { track, next, end });
    }

    /// Performs the actions of one of his tracks.
    pub(super) fn boss_perform(&mut self, track: Track, next: u8, end: u8) {
        if next < end {
            let after = next + 1;
            self.push(Task::BossPerform {
                track,
                next: after,
                end,
            });
            let deed = self.rules.boss_sheet(self.game).tracks[track.index()].at(next);
            let district = self.game.boss.district;
            self.act(deed, district, Source::Boss, Via::NOTHING);
        }
    }

    /// Moves one of his brackets; at its end he performs the track's final action instead, but not twice in one chain.
    pub(super) fn boost(&mut self, track: Track, via: Via) {
        let actions = &self.rules.boss_sheet(self.game).tracks[track.index()];
        let bracket = &mut self.game.boss.brackets[track.index()];
        if *bracket < actions.last_bracket() {
            *bracket += 1;
            self.watch.event(Event::BossBracket { track, change: 1 });
        } else if !via.has(Via::BOOST) {
            let (deed, district) = (actions.last(), self.game.boss.district);
            let source = Source::Boss;
            self.push(Task::Act {
                district,
                source,
                via: via.and(Via::BOOST),
                deed,
            });
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
