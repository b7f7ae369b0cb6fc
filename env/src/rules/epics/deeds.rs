//! What deeds do to the board.

use super::Play;
use crate::cards::{Cell, Deed, INFINITE, Reach, Verb};
use crate::event::{Event, Watch};
use crate::ids::{Cause, DistrictIx, Measure, SeatIx, Shield, Tally};
use crate::state::{Now, Source, Task, Via};

impl<W: Watch> Play<'_, W> {
    /// Performs a deed for a district: there, or where its reach says.
    pub(in crate::rules) fn act(
        &mut self,
        deed: Deed,
        district: DistrictIx,
        source: Source,
        via: Via,
    ) {
        if self.game.now.is_over() {
            return;
        }
        self.watch.event(Event::Performs {
            district,
            source,
            deed,
        });
        match deed.reach {
            Reach::Here => self.act_here(deed, district, source, via),
            Reach::Clockwise => {
                let [after, _] = self.game.neighbours(district);
                self.act_later(deed, after, source, via);
            }
            Reach::CounterClockwise => {
                let [_, before] = self.game.neighbours(district);
                self.act_later(deed, before, source, via);
            }
            Reach::Everywhere => {
                // The boss's own district first: it goes on top.
                for n in (0..self.game.district_count()).rev() {
                    let district = self.game.clockwise(self.game.boss.district, n);
                    self.act_later(deed, district, source, via);
                }
            }
            Reach::Reckoners => {
                for n in (0..self.game.seat_count).rev() {
                    let district = self.game.seat(SeatIx(n)).district;
                    if district.is_somewhere() {
                        self.act_later(deed, district, source, via);
                    }
                }
            }
            Reach::Neighbours => {
                let [after, before] = self.game.neighbours(district);
                // The clockwise neighbour first: it goes on top.
                self.act_later(deed, before, source, via);
                self.act_later(deed, after, source, via);
            }
        }
    }

    /// Performs the actions of a cell or space, in their order.
    pub(in crate::rules) fn perform_cell(
        &mut self,
        cell: Cell,
        district: DistrictIx,
        source: Source,
        via: Via,
    ) {
        for deed in cell.deeds().rev() {
            self.push(Task::Act {
                district,
                source,
                via,
                deed,
            });
        }
    }

    fn act_later(&mut self, deed: Deed, district: DistrictIx, source: Source, via: Via) {
        let deed = deed.here();
        self.push(Task::Act {
            district,
            source,
            via,
            deed,
        });
    }

    /// Does what a deed says, all of its times.
    pub(in crate::rules) fn act_here(
        &mut self,
        deed: Deed,
        district: DistrictIx,
        source: Source,
        via: Via,
    ) {
        match deed.verb {
            Verb::Population => {
                self.lose_population(deed.times, attack_cause(source));
                return;
            }
            Verb::PopulationPer(measure) => {
                self.attack_by_count(deed.times, district, measure, source);
                return;
            }
            Verb::PopulationBy(tally) => {
                let amount = deed.times.saturating_add(self.tally(tally));
                if amount > 0 {
                    self.lose_population(amount, attack_cause(source));
                }
                return;
            }
            _ => {}
        }
        if deed.times > 1 && may_wait(deed.verb) {
            // The rest comes after whatever this one starts.
            let times = deed.times - 1;
            let deed = Deed { times, ..deed };
            self.push(Task::Again {
                district,
                source,
                via,
                deed,
            });
        }
        let at_once = if may_wait(deed.verb) { 1 } else { deed.times };
        for _ in 0..at_once {
            if self.game.now.is_over() {
                return;
            }
            self.act_once(deed.verb, district, source, via);
        }
    }

    /// Does what a deed says once. Most deeds are done once: not inlined, so that nothing is made ready for more.
    #[inline(never)]
    fn act_once(&mut self, verb: Verb, district: DistrictIx, source: Source, via: Via) {
        match verb {
            Verb::Fortify => self.fortify(district),
            Verb::FortifyBoss => self.fortify_boss(),
            Verb::AddEnforcement => self.add_enforcement(district),
            Verb::Barricade => self.add_barricade(district),
            Verb::Boost(track) => self.boost(track, via),
            Verb::Base => self.lower_base_marker(),
            Verb::Pull => self.pull(district),
            Verb::Repel => self.repel(district),
            Verb::PowerUp => self.power_up(district, source, via),
            Verb::Transform => self.transform(district, source, via),
            Verb::Steal => self.steal(district),
            Verb::AttackMoney => self.attack_money(),
            Verb::AttackPlan => self.attack_plan(),
            Verb::Shield(shield) => self.add_shield(district, shield),
            Verb::Copy => self.copy(district, source, via),
            Verb::CopyToken => self.add_copy_token(district),
            Verb::EnforcementPerCard => self.add_enforcement_per_card(),
            Verb::AffectAll(effect) => self.affect_all(effect),
            Verb::Affect(effect) => self.affect_nearest(district, effect),
            Verb::CopyHere => self.copy_here(district, source, via),
            Verb::Dawnslight => self.draw_aid(district, None),
            Verb::Population | Verb::PopulationPer(_) | Verb::PopulationBy(_) => {
                unreachable!("done above")
            }
        }
    }

    /// Population for each of something here: at the end of an Epic's activation, otherwise at once.
    fn attack_by_count(
        &mut self,
        times: u8,
        district: DistrictIx,
        measure: Measure,
        source: Source,
    ) {
        if self.game.activating {
            let waiting = &mut self.game.counting[district.ix()][measure.index()];
            *waiting = waiting.saturating_add(times);
        } else {
            for _ in 0..times {
                self.count_population(district, measure, attack_cause(source));
            }
        }
    }

    pub(super) fn count_population(
        &mut self,
        district: DistrictIx,
        measure: Measure,
        cause: Cause,
    ) {
        let place = self.game.district(district);
        let count = match measure {
            Measure::Barricade => place.barricades,
            Measure::Enforcement => place.enforcement,
            Measure::Shield => place.shields.iter().sum(),
            Measure::CopyToken => place.copy_tokens,
            Measure::Reckoner => {
                let here = self.game.team().iter().filter(|s| s.district == district);
                here.count() as u8
            }
            Measure::Research if place.research > 0 => place.research,
            Measure::Research if place.health == INFINITE => 0,
            Measure::Research => place.health,
        };
        if count > 0 {
            self.lose_population(count, cause);
        }
    }

    /// What a count over the whole board adds to an attack.
    fn tally(&self, tally: Tally) -> u8 {
        let game = &*self.game;
        let count = match tally {
            Tally::Shields => Shield::ALL.map(|s| game.shields_on_board(s)).iter().sum(),
            Tally::Enforcement => game.enforcement_on_board(),
            Tally::Defeated => game.defeated_now,
            Tally::Equipment => {
                let owned = || game.team().iter().map(|seat| seat.cards.len() as u8);
                owned().max().unwrap_or(0) - owned().min().unwrap_or(0)
            }
        };
        let power = self.rules.catalog.boss(game.ruleset.boss).power.as_ref();
        power.map_or(0, |power| power.tallies[tally.index()].at(count))
    }

    /// Reckoners of both neighbouring districts are put here; Barricades do not matter.
    fn pull(&mut self, district: DistrictIx) {
        let neighbours = self.game.neighbours(district);
        self.put_all(district, |from| neighbours.contains(&from));
    }

    /// First a Barricade, then everybody here goes one district on.
    fn repel(&mut self, district: DistrictIx) {
        self.add_barricade(district);
        if !self.game.now.is_over() {
            let [after, _] = self.game.neighbours(district);
            self.put_all(after, |from| from == district);
        }
    }

    fn put_all(&mut self, to: DistrictIx, from: impl Fn(DistrictIx) -> bool) {
        for i in 0..self.game.seat_count {
            let seat = SeatIx(i);
            if from(self.game.seat(seat).district) {
                self.put_reckoner(seat, to);
            }
        }
    }

    fn add_shield(&mut self, district: DistrictIx, shield: Shield) {
        let all = self.rules.catalog.pieces.shields[shield.index()];
        if self.game.shields_on_board(shield) < all {
            self.change_shields(district, shield, 1);
        } else {
            self.lose_population(1, Cause::CouldNotOccur);
        }
    }

    fn add_copy_token(&mut self, district: DistrictIx) {
        if self.game.copy_tokens_on_board() < self.rules.catalog.pieces.copy_tokens {
            self.change_copy_tokens(district, 1);
        } else {
            self.lose_population(1, Cause::CouldNotOccur);
        }
    }

    fn fortify(&mut self, district: DistrictIx) {
        let setup = &self.rules.catalog.setup;
        let place = self.game.district_mut(district);
        if place.epic.is_none() {
            return;
        }
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

    /// At each Reckoner one Enforcement for each card owned, at least one.
    fn add_enforcement_per_card(&mut self) {
        for i in 0..self.game.seat_count {
            let seat = self.game.seat(SeatIx(i));
            let (district, count) = (seat.district, seat.cards.len().max(1));
            // Nobody is anywhere before the miniatures are placed.
            let count = if district.is_somewhere() { count } else { 0 };
            for _ in 0..count {
                self.add_enforcement(district);
            }
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
}

/// Verbs after each of which the position may have to wait, or which start other deeds: they are done one at a time.
fn may_wait(verb: Verb) -> bool {
    matches!(
        verb,
        Verb::Base
            | Verb::Boost(_)
            | Verb::PowerUp
            | Verb::Transform
            | Verb::Steal
            | Verb::AttackMoney
            | Verb::AttackPlan
            | Verb::Copy
            | Verb::CopyHere
            | Verb::Affect(_)
            | Verb::Dawnslight
    )
}

const fn attack_cause(source: Source) -> Cause {
    match source {
        Source::Epic => Cause::EpicAttack,
        Source::Overflow => Cause::EpicOverflow,
        Source::Boss => Cause::BossAttack,
        Source::City => Cause::CityAttack,
    }
}
