//! Actions performed a second time: by Copy Tokens, by Copy, by the Epic Ability Die, by a Power Up at the end of a track.

use super::Play;
use crate::event::{Event, Watch};
use crate::ids::DistrictIx;
use crate::state::{Now, Source, Task, Via};

impl<W: Watch> Play<'_, W> {
    /// Each Copy Token performs one action of the track, from the left; beyond its end the final one.
    pub(in crate::rules) fn copy_tokens(&mut self, district: DistrictIx, next: u8, end: u8) {
        if next < end {
            let after = next + 1;
            self.push(Task::CopyTokens {
                district,
                next: after,
                end,
            });
            let track = self.epic_track(district);
            let deed = track.at(next.min(track.last_bracket()));
            self.act(deed, district, Source::Epic, Via::NOTHING);
        }
    }

    /// The first action of the clockwise neighbour's Epic, then that of the other, both here. A copy inside a copy does
    /// nothing.
    pub(super) fn copy(&mut self, district: DistrictIx, source: Source, via: Via) {
        if via.has(Via::COPY) {
            return;
        }
        let [after, before] = self.game.neighbours(district);
        // The clockwise one is done first: it goes on top.
        for from in [before, after] {
            self.copy_first(from, district, source, via);
        }
    }

    /// What the first action of the Epic in one district does, in another one; nothing without an Epic.
    fn copy_first(&mut self, from: DistrictIx, district: DistrictIx, source: Source, via: Via) {
        if let Some(epic) = self.game.district(from).epic {
            let deed = self.rules.catalog.epic(epic).track.at(0);
            self.push(Task::Act {
                district,
                source,
                via: via.and(Via::COPY),
                deed,
            });
        }
    }

    /// The first action of the Epic here, once more; without an Epic, or when that is a Copy, nothing.
    pub(super) fn copy_here(&mut self, district: DistrictIx, source: Source, via: Via) {
        self.copy_first(district, district, source, via);
    }

    /// The bracket of the Epic here moves right; at its end the final action is performed, but not twice in one chain.
    pub(super) fn power_up(&mut self, district: DistrictIx, source: Source, via: Via) {
        let Some(epic) = self.game.district(district).epic else {
            return;
        };
        let track = &self.rules.catalog.epic(epic).track;
        let place = self.game.district_mut(district);
        if place.bracket < track.last_bracket() {
            place.bracket += 1;
            let change = 1;
            self.watch.event(Event::Bracket { district, change });
        } else if !via.has(Via::POWER_UP) {
            self.push(Task::Act {
                district,
                source,
                via: via.and(Via::POWER_UP),
                deed: track.last(),
            });
        }
    }

    /// The Epic Ability Die is rolled.
    pub(super) fn transform(&mut self, district: DistrictIx, source: Source, via: Via) {
        self.game.now = Now::Transform {
            district,
            source,
            via,
        };
    }

    /// What the Epic Ability Die shows is performed.
    pub(in crate::rules) fn transformed(
        &mut self,
        district: DistrictIx,
        source: Source,
        via: Via,
        face: u8,
    ) {
        let deed = self.rules.catalog.pieces.ability_die[usize::from(face)];
        self.watch.event(Event::Transformed { district, deed });
        self.act(deed, district, source, via);
    }
}
