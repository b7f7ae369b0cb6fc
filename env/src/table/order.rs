//! The order of interrupted work: what can lie on what, from the bottom up.

use super::below::{SPENDING, boss_prologue, consuming};
use crate::cards::{Deed, Reach, Verb};
use crate::ids::{DistrictIx, Module, Track};
use crate::rules::Rules;
use crate::state::{Game, Now, Source, Step, Task, Via};

/// The pending work of a file, next one last, with the position to which it belongs.
pub(super) struct Order<'a> {
    pub(super) rules: &'a Rules,
    pub(super) game: &'a Game,
    pub(super) tasks: &'a [Task],
}

impl Order<'_> {
    /// How much of the work, from the bottom, follows from the step of the rulebook alone.
    pub(super) fn given(&self) -> usize {
        let (rules, game) = (self.rules, self.game);
        let starts = match game.step {
            Step::Use => vec![SPENDING.to_vec()],
            Step::Purchase => vec![consuming(rules, game)],
            Step::Prologue => vec![consuming(rules, game), boss_prologue(rules, game)],
            _ => Vec::new(),
        };
        let found = starts
            .iter()
            .find(|start| self.tasks.starts_with(start.as_slice()));
        found.map_or(0, Vec::len)
    }

    /// Whether a piece of work can lie on the one below it.
    pub(super) fn fits(&self, place: usize) -> bool {
        let task = self.tasks[place];
        match place.checked_sub(1).map(|below| self.tasks[below]) {
            None => self.can_be_last(task),
            Some(below) => self.may_lie_on(below, task),
        }
    }

    /// Whether it can be the last of an interrupted Epics' phase.
    fn can_be_last(&self, task: Task) -> bool {
        let (rules, game) = (self.rules, self.game);
        let steps = rules.has_city_step(game);
        let moving = rules.city(game).moving().is_some();
        let city_next = matches!(self.tasks.get(1), Some(Task::CityStep { .. })) && steps;
        game.step == Step::Epics
            && match task {
                Task::Activate { offset: 0 } => city_next && !moving,
                Task::AddEpics { offset: 0 } => city_next && moving,
                Task::Activate { offset } => offset <= game.district_count(),
                Task::BossStep { part } => part > 0 && part <= rules.boss_parts(game),
                _ => false,
            }
    }

    /// The Epic whose turn it is: the one before that which comes next.
    fn is_active(&self, district: DistrictIx) -> bool {
        match self.tasks.first() {
            Some(Task::Activate { offset: next @ 1.. }) => {
                self.game.clockwise(self.game.boss.district, next - 1) == district
            }
            _ => false,
        }
    }

    /// The part of the boss's activation that is interrupted.
    fn boss_part(&self) -> Option<u8> {
        match self.tasks.first()? {
            Task::BossStep { part } => part.checked_sub(1),
            _ => None,
        }
    }

    fn may_lie_on(&self, below: Task, task: Task) -> bool {
        let (rules, game) = (self.rules, self.game);
        match (below, task) {
            (Task::Activate { offset: 1.. }, Task::EndActivation)
            | (Task::SpendOn, Task::PlaceRewards) => true,
            (Task::EndActivation, Task::Advance { district }) => self.is_active(district),
            (Task::EndActivation, Task::Repeat { district, times }) => {
                let most = rules.catalog().setup.enforcement + 1;
                self.is_active(district) && (1..=most).contains(&times)
            }
            (
                Task::Advance { district },
                Task::CopyTokens {
                    district: same,
                    next,
                    end,
                },
            ) => {
                same == district
                    && (1..=game.district(same).copy_tokens).contains(&end)
                    && next <= end
            }
            (
                Task::Advance { district }
                | Task::CopyTokens {
                    district, next: 0, ..
                },
                Task::Perform {
                    district: same,
                    next,
                    end,
                },
            ) => {
                // A Power Up may have moved the bracket since.
                let bracket = game.district(same).bracket;
                let moved = game.ruleset.modules.has(Module::Epics) || game.ruleset.is_merged();
                same == district
                    && (end == bracket || moved && end < bracket)
                    && (1..=end).contains(&next)
            }
            (Task::BossStep { .. } | Task::Act { .. }, Task::BossPerform { track, next, end }) => {
                let on_token = below == self.token() && self.tasks.get(1) == Some(&below);
                let part = self.boss_part().and_then(|p| rules.boss_performs(game, p));
                part == Some(track)
                    && (matches!(below, Task::BossStep { .. }) || on_token)
                    && self.may_perform(track, next, end)
            }
            (Task::BossMoves, Task::BossPerform { track, next, end }) => {
                let performs = rules.boss_sheet(game).tracks().is_some();
                let by_tracks = rules.boss_performs(game, Track::Red as u8) == Some(Track::Red);
                performs && by_tracks && track == Track::Red && self.may_perform(track, next, end)
            }
            (Task::AddEpics { .. }, Task::CityStep { part }) => {
                let spots = rules.city(game).moving().map(|own| own.spots);
                let seats = usize::from(game.seat_count) - 2;
                spots.is_some_and(|spots| (1..=spots[seats]).contains(&part))
            }
            (Task::Activate { offset: 0 }, Task::CityStep { part }) => {
                (1..=game.district_count() + 1).contains(&part)
            }
            (Task::CityStep { .. }, Task::Pass { district, height }) => {
                rules.city(game).moving().is_some()
                    && district == game.city.passed
                    && height < game.district(district).marker
            }
            (Task::PlaceRewards, Task::LowerMarker { district, left, by })
            | (Task::SpendOn, Task::LowerMarker { district, left, by }) => {
                district.0 < game.district_count()
                    && left > 0
                    && by.is_none_or(|seat| seat.0 < game.seat_count)
                    && !rules.boss_has_track(game)
            }
            (
                Task::PlaceRewards | Task::SpendOn | Task::LowerMarker { .. },
                Task::LookWeakened { by },
            ) => {
                by.is_none_or(|seat| seat.0 < game.seat_count)
                    && !rules.boss_has_track(game)
                    && game.boss.research == 0
            }
            (_, Task::Sale) => {
                matches!(game.now, Now::LoseFace { back: true, .. }) && self.may_wait_on(below)
            }
            (
                _,
                Task::Act {
                    district,
                    source,
                    via,
                    deed,
                },
            ) => {
                district.0 < game.district_count()
                    && self.may_be_printed(source, via, deed)
                    && (self.may_act_on(below, source, via) || task == self.token_on(below))
            }
            (
                _,
                Task::Again {
                    district,
                    source,
                    via,
                    deed,
                },
            ) => {
                district.0 < game.district_count()
                    && deed.reach == Reach::Here
                    && self.may_act_on(below, source, via)
            }
            _ => false,
        }
    }

    fn may_perform(&self, track: Track, next: u8, end: u8) -> bool {
        let bracket = self.game.boss.brackets[track.index()];
        (1..=bracket).contains(&end) && (1..=end).contains(&next)
    }

    /// Only a copied action, and one of several in a cell or space, waits as it is printed.
    fn may_be_printed(&self, source: Source, via: Via, deed: Deed) -> bool {
        let tables = self.rules.boss_sheet(self.game).tables().is_some();
        let of_cell = source == Source::City || source == Source::Boss && tables;
        deed.reach == Reach::Here || via.has(Via::COPY) || of_cell
    }

    /// What the Difficulty Adjustment Token adds to the boss's yellow actions; it waits below them.
    fn token(&self) -> Task {
        Task::Act {
            district: self.game.boss.district,
            source: Source::Boss,
            via: Via::NOTHING,
            deed: Deed {
                times: self.game.ruleset.adjustment.token(),
                ..Deed::once(Verb::Population)
            },
        }
    }

    /// The same, where it can wait on some work; else that work, which no deed equals.
    fn token_on(&self, below: Task) -> Task {
        let yellow = self.boss_part().is_some_and(|part| {
            let performs = self.rules.boss_performs(self.game, part);
            performs == Some(Track::Yellow)
        });
        let is_step = matches!(below, Task::BossStep { .. });
        if yellow && is_step && self.game.ruleset.adjustment.token() > 0 {
            self.token()
        } else {
            below
        }
    }

    /// Whether a deed of a source can wait on some work: of an Epic on its own, of the boss on all that can make
    /// him act, of the city on its tracks and cards.
    pub(super) fn may_act_on(&self, below: Task, source: Source, via: Via) -> bool {
        let tables = self.rules.boss_sheet(self.game).tables().is_some();
        let by_city = matches!(source, Source::City | Source::Boss);
        match below {
            Task::Perform { .. } | Task::CopyTokens { next: 1.., .. } => {
                matches!(source, Source::Epic | Source::Boss)
            }
            // The last repetition leaves nothing of itself.
            Task::EndActivation | Task::Repeat { .. } => {
                matches!(source, Source::Overflow | Source::Boss)
            }
            Task::BossPerform { .. } => source == Source::Boss,
            Task::BossStep { .. } | Task::BossMoves => source == Source::Boss && tables,
            Task::CityStep { .. } | Task::Pass { .. } => by_city,
            Task::SpendOn
            | Task::PlaceRewards
            | Task::LowerMarker { .. }
            | Task::LookWeakened { .. } => by_city && !self.rules.boss_has_track(self.game),
            // What a deed starts came about in the same way, and perhaps in one more.
            Task::Act {
                source: under,
                via: before,
                ..
            }
            | Task::Again {
                source: under,
                via: before,
                ..
            } => (source == Source::Boss || source == under) && via.includes(before),
            _ => false,
        }
    }

    /// Whether a decision can wait on some work.
    pub(super) fn may_wait_on(&self, below: Task) -> bool {
        match below {
            Task::Activate { offset: 1.. }
            | Task::EndActivation
            | Task::Repeat { .. }
            | Task::Perform { .. }
            | Task::CopyTokens { next: 1.., .. }
            | Task::BossPerform { .. }
            | Task::Act { .. }
            | Task::Again { .. }
            | Task::CityStep { .. }
            | Task::Pass { .. }
            | Task::SpendOn
            | Task::PlaceRewards
            | Task::LowerMarker { .. }
            | Task::LookWeakened { .. }
            | Task::Sale => true,
            Task::BossStep { .. } | Task::BossMoves => {
                self.rules.boss_sheet(self.game).tables().is_some()
            }
            _ => false,
        }
    }
}
