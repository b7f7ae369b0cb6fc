//! The Epics' phase: Add Epics, Activate Epics. What each deed does is in [`deeds`].

mod deeds;

use super::Play;
use crate::cards::ActionTrack;
use crate::event::{Event, Watch};
use crate::ids::{CardSet, DistrictIx};
use crate::state::{Now, Source, Step, Task};

impl<W: Watch> Play<'_, W> {
    pub(super) fn add_epics(&mut self, from: u8) {
        self.game.step = Step::Epics;
        for offset in from..self.game.district_count() {
            let district = self.game.clockwise(self.game.boss.district, offset);
            if self.game.district(district).epic.is_none() {
                if self.game.epic_deck.is_empty() {
                    self.game.epic_deck =
                        std::mem::replace(&mut self.game.defeated, CardSet::EMPTY);
                }
                self.push(Task::AddEpics { offset: offset + 1 });
                self.game.now = Now::DealEpic { district };
                return;
            }
        }
        self.push(Task::Activate { offset: 0 });
    }

    /// One Epic after the other, clockwise from the boss; then the boss.
    pub(super) fn activate(&mut self, offset: u8) {
        if offset == self.game.district_count() {
            self.watch.event(Event::Activated { district: None });
            self.push(Task::BossStep { part: 0 });
            return;
        }
        let district = self.game.clockwise(self.game.boss.district, offset);
        self.push(Task::Activate { offset: offset + 1 });
        self.activate_epic(district);
    }

    /// Which actions fire is fixed now; the bracket moves after them.
    pub(super) fn activate_epic(&mut self, district: DistrictIx) {
        let place = self.game.district(district);
        let end = place.bracket;
        if place.epic.is_none() {
            // Only a forecast meets a district whose Epic is still to be drawn.
            return;
        }
        self.watch.event(Event::Activated {
            district: Some(district),
        });
        self.push(Task::Advance { district });
        self.push(Task::Perform {
            district,
            next: 0,
            end,
        });
    }

    pub(super) fn perform(&mut self, district: DistrictIx, next: u8, end: u8) {
        if next < end {
            let after = next + 1;
            self.push(Task::Perform {
                district,
                next: after,
                end,
            });
            let deed = self.epic_track(district).at(next);
            self.act(deed, district, Source::Epic);
        }
    }

    fn epic_track(&self, district: DistrictIx) -> &ActionTrack {
        let epic = self.game.district(district).epic;
        let epic = epic.expect("every district has an Epic in this step");
        &self.rules.catalog.epic(epic).track
    }

    /// The bracket moves by the Enforcement here plus one; blocked spaces repeat the final action.
    pub(super) fn advance(&mut self, district: DistrictIx) {
        let last = self.epic_track(district).last_bracket();
        let place = self.game.district_mut(district);
        let spaces = place.enforcement + 1;
        let moved = spaces.min(last - place.bracket);
        place.bracket += moved;
        if moved > 0 {
            let change = moved as i8;
            self.watch.event(Event::Bracket { district, change });
        }
        if spaces > moved {
            let times = spaces - moved;
            self.push(Task::Repeat { district, times });
        }
    }

    pub(super) fn repeat(&mut self, district: DistrictIx, times: u8) {
        if times > 1 {
            let times = times - 1;
            self.push(Task::Repeat { district, times });
        }
        let deed = self.epic_track(district).last();
        self.act(deed, district, Source::Overflow);
    }
}
