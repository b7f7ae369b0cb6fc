//! Add Epics, Activate Epics, and what each Epic action does.

use super::Play;
use crate::action::Action;
use crate::cards::catalog::{Deed, EpicAction, INFINITE};
use crate::event::{Event, Watch};
use crate::ids::{CardSet, Cause, DieKind, Track};
use crate::state::{District, Now, Source, Task};

impl<W: Watch> Play<'_, W> {
    pub(super) fn add_epics(&mut self, from: u8) {
        for offset in from..self.game.district_count() {
            let district = self.game.clockwise(self.game.boss.district, offset);
            if self.game.districts[usize::from(district)].epic.is_none() {
                if self.game.epic_deck.is_empty() {
                    self.game.epic_deck = std::mem::replace(&mut self.game.defeated, CardSet(0));
                }
                self.push(Task::AddEpics(offset + 1));
                self.game.now = Now::DealEpic { district };
                return;
            }
        }
        self.push(Task::Activate(0));
    }

    /// One Epic after the other, clockwise from the boss; then the boss.
    pub(super) fn activate(&mut self, offset: u8) {
        if offset == self.game.district_count() {
            self.push(Task::BossTracks(0));
            return;
        }
        let district = self.game.clockwise(self.game.boss.district, offset);
        let end = self.game.districts[usize::from(district)].bracket;
        self.push(Task::Activate(offset + 1));
        self.push(Task::Advance(district));
        self.push(Task::Perform {
            district,
            next: 0,
            end,
        });
    }

    pub(super) fn perform(&mut self, district: u8, next: u8, end: u8) {
        if next < end {
            self.push(Task::Perform {
                district,
                next: next + 1,
                end,
            });
            let action = self.epic_track(district).at(next);
            self.act(action, district, Source::Epic);
        }
    }

    fn epic_track(&self, district: u8) -> &crate::cards::ActionTrack {
        let epic = self.game.districts[usize::from(district)].epic;
        &self
            .rules
            .catalog
            .epic(epic.expect("every district has an Epic in this step"))
            .track
    }

    /// The bracket moves by the Enforcement here plus one; blocked spaces repeat the final action.
    pub(super) fn advance(&mut self, district: u8) {
        let last = self.epic_track(district).last_bracket();
        let place = &mut self.game.districts[usize::from(district)];
        let spaces = place.enforcement + 1;
        let moved = spaces.min(last - place.bracket);
        place.bracket += moved;
        if moved > 0 {
            self.watch.event(Event::Bracket {
                district,
                change: moved as i8,
            });
        }
        if spaces > moved {
            self.push(Task::Repeat {
                district,
                times: spaces - moved,
            });
        }
    }

    pub(super) fn repeat(&mut self, district: u8, times: u8) {
        if times > 1 {
            self.push(Task::Repeat {
                district,
                times: times - 1,
            });
        }
        let action = self.epic_track(district).last();
        self.act(action, district, Source::Overflow);
    }

    pub(super) fn act(&mut self, action: EpicAction, district: u8, source: Source) {
        let boss = source == Source::Boss;
        self.watch.event(Event::Performs {
            district,
            boss,
            action,
        });
        if action.gift {
            // The clockwise neighbour first: it goes on top.
            let own = EpicAction {
                gift: false,
                ..action
            };
            let before = self
                .game
                .clockwise(district, self.game.district_count() - 1);
            let after = self.game.clockwise(district, 1);
            self.push(Task::Act {
                action: own,
                district: before,
                source,
            });
            self.push(Task::Act {
                action: own,
                district: after,
                source,
            });
            return;
        }
        match action.deed {
            Deed::Fortify => self.fortify(district),
            Deed::FortifyBoss => self.fortify_boss(),
            Deed::AddEnforcement => self.add_enforcement(district),
            Deed::Population(amount) => {
                let cause = match source {
                    Source::Epic => Cause::EpicAttack,
                    Source::Overflow => Cause::EpicOverflow,
                    Source::Boss => Cause::BossAttack,
                };
                self.lose_population(amount, cause);
            }
            Deed::Barricade(count) => {
                for _ in 0..count {
                    self.add_barricade(district);
                }
            }
            Deed::Boost(track) => self.boost(track),
            Deed::Base => self.discover_base(),
        }
    }

    fn fortify(&mut self, district: u8) {
        let setup = &self.rules.catalog.setup;
        let place = &mut self.game.districts[usize::from(district)];
        let District {
            research, health, ..
        } = *place;
        if research > 0 && research < setup.max_research {
            place.research += 1;
        }
        if health != INFINITE && health < setup.max_health {
            place.health += 1;
        }
        let District {
            research: after,
            health: health_after,
            ..
        } = *place;
        if (after, health_after) == (research, health) {
            self.lose_population(1, Cause::FortifyBlocked);
        } else {
            self.watch.event(Event::EpicValues {
                district,
                research: after,
                health: health_after,
            });
        }
    }

    pub(super) fn add_enforcement(&mut self, district: u8) {
        if self.game.enforcement_on_board() < self.rules.catalog.setup.enforcement {
            self.game.districts[usize::from(district)].enforcement += 1;
            self.watch.event(Event::Enforcement {
                district,
                change: 1,
            });
        } else {
            self.lose_population(1, Cause::NoEnforcement);
        }
    }

    pub(super) fn add_barricade(&mut self, district: u8) {
        if self.game.barricades_on_board() < self.rules.catalog.setup.barricades {
            self.game.districts[usize::from(district)].barricades += 1;
            self.watch.event(Event::Barricades {
                district,
                change: 1,
            });
        } else {
            self.lose_population(1, Cause::NoBarricade);
        }
    }

    /// Moves one of the boss's brackets; at its end he performs the track's final action instead.
    fn boost(&mut self, track: Track) {
        let actions = self.rules.boss_boards(self.game).tracks[track.index()];
        let bracket = &mut self.game.boss.brackets[track.index()];
        if *bracket < actions.last_bracket() {
            *bracket += 1;
            self.watch.event(Event::BossBracket { track, change: 1 });
        } else {
            let district = self.game.boss.district;
            self.push(Task::Act {
                action: actions.last(),
                district,
                source: Source::Boss,
            });
        }
    }

    fn discover_base(&mut self) {
        if self.game.base + 1 < self.rules.catalog.setup.base_track {
            self.game.base += 1;
            self.watch.event(Event::BaseMarker {
                base: self.game.base,
            });
            return;
        }
        self.game.base = 0;
        self.watch.event(Event::BaseDiscovered);
        if self
            .game
            .team()
            .iter()
            .any(|s| s.dice != [0; DieKind::COUNT])
        {
            self.game.now = Now::LoseDie;
        }
    }

    pub(super) fn lose_die(&mut self, action: Action) {
        let Action::LoseDie { seat, kind } = action else {
            unreachable!("{action:?}")
        };
        let owner = self.game.seat_at(seat);
        let seat = &mut self.game.seats[usize::from(owner)];
        seat.dice[kind.index()] -= 1;
        seat.lost[kind.index()] += 1;
        self.watch.event(Event::DieLost { seat: owner, kind });
        self.game.now = Now::Busy;
    }
}
