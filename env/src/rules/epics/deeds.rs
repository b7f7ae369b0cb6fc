//! What deeds do to the board.

use super::Play;
use crate::action::Action;
use crate::cards::{Deed, INFINITE, Reach, Verb};
use crate::event::{Event, Watch};
use crate::ids::{Cause, DistrictIx};
use crate::state::{Now, Source, Spot, TableDie, Task};

impl<W: Watch> Play<'_, W> {
    /// Performs a deed for a district: there, or where its reach says.
    pub(in crate::rules) fn act(&mut self, deed: Deed, district: DistrictIx, source: Source) {
        if self.game.now.is_over() {
            return;
        }
        self.watch.event(Event::Performs {
            district,
            source,
            deed,
        });
        match deed.reach {
            Reach::Here => self.act_here(deed, district, source),
            Reach::Neighbours => {
                // The clockwise neighbour first: it goes on top.
                let [after, before] = self.game.neighbours(district);
                for district in [before, after] {
                    let deed = deed.here();
                    self.push(Task::Act {
                        district,
                        source,
                        deed,
                    });
                }
            }
        }
    }

    /// Does what a deed says, all of its times.
    pub(in crate::rules) fn act_here(&mut self, deed: Deed, district: DistrictIx, source: Source) {
        if deed.verb == Verb::Population {
            let cause = match source {
                Source::Epic => Cause::EpicAttack,
                Source::Overflow => Cause::EpicOverflow,
                Source::Boss => Cause::BossAttack,
            };
            self.lose_population(deed.times, cause);
            return;
        }
        if deed.times > 1 && may_wait(deed.verb) {
            // The rest comes after whatever this one starts.
            let times = deed.times - 1;
            let deed = Deed { times, ..deed };
            self.push(Task::Again {
                district,
                source,
                deed,
            });
        }
        let at_once = if may_wait(deed.verb) { 1 } else { deed.times };
        for _ in 0..at_once {
            if self.game.now.is_over() {
                return;
            }
            match deed.verb {
                Verb::Fortify => self.fortify(district),
                Verb::FortifyBoss => self.fortify_boss(),
                Verb::AddEnforcement => self.add_enforcement(district),
                Verb::Population => unreachable!("done above, all at once"),
                Verb::Barricade => self.add_barricade(district),
                Verb::Boost(track) => self.boost(track),
                Verb::Base => self.lower_base_marker(),
            }
        }
    }

    fn fortify(&mut self, district: DistrictIx) {
        let setup = &self.rules.catalog.setup;
        let place = self.game.district_mut(district);
        let before = (place.research, place.health);
        if place.research > 0 && place.research < setup.max_research {
            place.research += 1;
        }
        if place.health != INFINITE && place.health < setup.max_health {
            place.health += 1;
        }
        let (research, health) = (place.research, place.health);
        if (research, health) == before {
            self.lose_population(1, Cause::FortifyBlocked);
        } else {
            self.watch.event(Event::EpicValues {
                district,
                research,
                health,
            });
        }
    }

    pub(in crate::rules) fn add_enforcement(&mut self, district: DistrictIx) {
        if self.game.enforcement_on_board() < self.rules.catalog.setup.enforcement {
            self.game.district_mut(district).enforcement += 1;
            let change = 1;
            self.watch.event(Event::Enforcement { district, change });
        } else {
            self.lose_population(1, Cause::NoEnforcement);
        }
    }

    pub(in crate::rules) fn add_barricade(&mut self, district: DistrictIx) {
        if self.game.barricades_on_board() < self.rules.catalog.setup.barricades {
            self.game.district_mut(district).barricades += 1;
            let change = 1;
            self.watch.event(Event::Barricades { district, change });
        } else {
            self.lose_population(1, Cause::NoBarricade);
        }
    }

    /// The marker goes down; at the bottom the base is discovered and a die is lost.
    fn lower_base_marker(&mut self) {
        if self.game.base + 1 < self.rules.catalog.setup.base_track {
            self.game.base += 1;
            let base = self.game.base;
            self.watch.event(Event::BaseMarker { base });
            return;
        }
        self.game.base = 0;
        self.watch.event(Event::BaseDiscovered);
        if self.game.team().iter().any(|s| s.dice.total() > 0) {
            self.game.now = Now::LoseDie;
        }
    }

    pub(in crate::rules) fn lose_die(&mut self, action: Action) {
        let Action::LoseDie { seat, kind } = action else {
            unreachable!("{action:?}")
        };
        let seat = self.game.seat_at(seat);
        let (kept, lost) = (
            TableDie::hidden(Spot::Tray, kind),
            TableDie::hidden(Spot::Lost, kind),
        );
        let found = self.game.seat_mut(seat).dice.change(kept, lost);
        debug_assert!(found, "between rounds all dice lie in their trays");
        self.watch.event(Event::DieLost { seat, kind });
        self.game.now = Now::Busy;
    }
}

/// Verbs after each of which the position may have to wait, or which start other deeds: they are done one at a time.
fn may_wait(verb: Verb) -> bool {
    matches!(verb, Verb::Base | Verb::Boost(_))
}
