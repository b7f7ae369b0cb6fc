//! The Epics' phase: Add Epics, Activate Epics. What each deed does is in [`deeds`].

mod copies;
mod deeds;

use super::Play;
use crate::cards::{ActionTrack, Gain};
use crate::event::{Event, Watch};
use crate::ids::{CardSet, Cause, DistrictIx, MAX_DISTRICTS, Measure};
use crate::state::{Now, Source, Step, Task, Via};

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
        self.before_activation();
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
        let place = *self.game.district(district);
        let end = place.bracket;
        if place.epic.is_none() {
            // Only a forecast meets a district whose Epic is still to be drawn.
            return;
        }
        self.watch.event(Event::Activated {
            district: Some(district),
        });
        self.game.activating = true;
        self.push(Task::EndActivation);
        self.push(Task::Advance { district });
        let tokens = place.copy_tokens;
        if tokens > 0 {
            self.push(Task::CopyTokens {
                district,
                next: 0,
                end: tokens,
            });
        }
        // Blackmail: the first action is left out.
        let next = u8::from(self.is_held_by(district, Gain::Blackmail));
        self.push(Task::Perform {
            district,
            next,
            end,
        });
    }

    /// Whether the owner of a card with this effect stands in a district.
    fn is_held_by(&self, district: DistrictIx, effect: Gain) -> bool {
        let holder = self.rules.holder(self.game, |gain| gain == effect);
        holder.is_some_and(|(seat, _)| self.game.seat(seat).district == district)
    }

    /// What counts things in a district was set aside until now.
    pub(super) fn end_activation(&mut self) {
        self.game.activating = false;
        // Few actions count anything; most activations have nothing to look through.
        if self.game.counting == [[0; Measure::COUNT]; MAX_DISTRICTS] {
            return;
        }
        for d in 0..self.game.district_count() {
            let district = DistrictIx(d);
            for measure in Measure::ALL {
                let times = std::mem::take(&mut self.game.counting[district.ix()][measure.index()]);
                for _ in 0..times {
                    self.count_population(district, measure, Cause::EpicAttack);
                }
            }
        }
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
            self.act(deed, district, Source::Epic, Via::NOTHING);
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
        let sabotaged = self.is_held_by(district, Gain::Sabotage);
        let place = self.game.district_mut(district);
        let spaces = place.enforcement + 1 - u8::from(sabotaged);
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
        self.act(deed, district, Source::Overflow, Via::NOTHING);
    }
}
