//! The cities. A city says how the boss is researched and attacked, and has steps of its own; nothing outside the
//! city's module knows it. What all cities share is here, and so are the hooks through which they are reached.

mod babilar;
mod dawnslight;
mod ildithia;
mod newcago;

use super::legal::seats;
use super::{Play, Rules};
use crate::action::{Action, ActionMask, Block};
use crate::cards::{BossValues, City, SymbolCounts, SymbolMask};
use crate::event::{Event, Watch};
use crate::ids::{BoardIx, CardSet, CityKind, DistrictIx, MAX_BOARDS, SeatIx, Symbol};
use crate::state::{AidDeck, Game, Now, Task};

pub(super) use newcago::{benefit_earned, exchange, reach_of_board};

impl Rules {
    /// The city of a game.
    #[inline]
    pub fn city(&self, game: &Game) -> &City {
        self.catalog.city(game.ruleset.city)
    }

    /// What the boss begins with in a game.
    #[inline]
    pub fn boss_values(&self, game: &Game) -> BossValues {
        match game.ruleset.city {
            CityKind::Newcago => newcago::boss_values(self, game),
            CityKind::Babilar => babilar::boss_values(self, game),
            CityKind::Ildithia => ildithia::boss_values(self, game),
        }
    }

    /// Whether the boss himself has a research track; else he is researched in the districts.
    #[inline]
    pub fn boss_has_track(&self, game: &Game) -> bool {
        self.city(game).researched().is_none()
    }

    /// Where the markers of the districts start; 0 where there are none.
    #[inline]
    pub fn marker_start(&self, game: &Game) -> u8 {
        let city = self.city(game);
        if let Some(own) = city.researched() {
            own.start[game.difficulty().index()]
        } else if let Some(own) = city.moving() {
            own.start[usize::from(game.seat_count) - 2]
        } else {
            0
        }
    }

    /// Whether the district boards of a game have something printed on them.
    pub fn has_boards(&self, game: &Game) -> bool {
        self.marker_start(game) > 0 || !game.ruleset.city_cards.is_none()
    }

    /// The boards that are still in the box, as a set of their numbers.
    pub fn boards_left(&self, game: &Game) -> CardSet {
        boards_left(game)
    }

    /// Whether the city has a step of its own in the Epics' phase.
    pub(crate) fn has_city_step(&self, game: &Game) -> bool {
        self.city(game).moving().is_some() || !game.ruleset.city_cards.is_none()
    }

    /// Lays out what a city begins with.
    pub(super) fn set_up_city(&self, game: &mut Game) {
        let start = self.marker_start(game);
        let count = usize::from(game.district_count());
        for district in &mut game.districts[..count] {
            district.marker = start;
        }
        let aids = self.city(game).aids();
        game.city.aids = AidDeck::full(aids.iter().map(|aid| aid.count));
        let values = self.boss_values(game);
        game.boss.research = values.research;
        if !self.boss_has_track(game) {
            game.boss.health = values.health;
        }
    }

    /// The districts (absolute, as bits) whose marker the open group can lower.
    #[inline]
    pub(super) fn marker_targets(
        &self,
        game: &Game,
        usable: SymbolMask,
        reach: &[u8; Symbol::COUNT],
    ) -> u8 {
        match game.ruleset.city {
            CityKind::Newcago => 0,
            CityKind::Babilar => babilar::marker_targets(game, usable, reach),
            CityKind::Ildithia => ildithia::marker_targets(self, game, reach),
        }
    }
}

/// The boards that no district has.
pub(crate) fn boards_left(game: &Game) -> CardSet {
    let out = game.ring().iter().filter_map(|district| district.board);
    let out = out.fold(CardSet::EMPTY, |all, board| all.or(CardSet::one(board.0)));
    CardSet::first(MAX_BOARDS).without(out)
}

/// The districts (absolute, as bits) whose marker is above the bottom.
pub(super) fn raised_markers(game: &Game) -> u8 {
    let raised = game.placed().filter(|(_, district)| district.marker > 0);
    raised.fold(0, |bits, (district, _)| bits | 1 << district.0)
}

impl Rules {
    /// Who is in the district performs its benefit, or nobody.
    pub(super) fn performers(&self, game: &Game, district: DistrictIx, mask: &mut ActionMask) {
        seats(game, game.seats_in(district), mask);
        mask.add(Block::Forfeit, 0);
    }
}

impl<W: Watch> Play<'_, W> {
    pub(super) fn deal_boards(&mut self, district: DistrictIx) {
        if district.0 < self.game.district_count() {
            let next = DistrictIx(district.0 + 1);
            self.push(Task::DealBoards { district: next });
            self.game.now = Now::DealBoard { district };
        }
    }

    pub(super) fn add_board(&mut self, district: DistrictIx, board: BoardIx) {
        self.game.district_mut(district).board = Some(board);
        self.watch.event(Event::BoardCame { district, board });
    }

    /// What the city does in the prologue, once the boss has moved.
    pub(super) fn city_prologue(&mut self) {
        self.lay_out_moving_board();
    }

    /// What comes between the Purchase step and Add Epics.
    pub(super) fn before_add_epics(&mut self) {
        self.push(Task::AddEpics { offset: 0 });
        if self.rules.city(self.game).moving().is_some() {
            self.game.step = crate::state::Step::Epics;
            self.push(Task::CityStep { part: 0 });
        }
    }

    /// What comes between Add Epics and the first activation.
    pub(super) fn before_activation(&mut self) {
        self.push(Task::Activate { offset: 0 });
        if !self.game.ruleset.city_cards.is_none() {
            self.push(Task::CityStep { part: 0 });
        }
    }

    /// One part of the city's own step after the other.
    pub(super) fn city_step(&mut self, part: u8) {
        match self.game.ruleset.city {
            CityKind::Newcago => self.board_card_acts(part),
            CityKind::Ildithia => self.pass_next(part),
            CityKind::Babilar => unreachable!("it has no step of its own"),
        }
    }

    /// A symbol of the open group lowers a marker.
    pub(super) fn spend_on_marker(&mut self, district: DistrictIx) {
        match self.game.ruleset.city {
            CityKind::Newcago => unreachable!("no markers"),
            CityKind::Babilar => self.research_district(district),
            CityKind::Ildithia => self.protect(district),
        }
    }

    /// Research of the boss that a defeated Epic of a district pays.
    pub(super) fn pay_boss_research(&mut self, district: DistrictIx, amount: u8) {
        if self.rules.boss_has_track(self.game) {
            self.research_boss(amount, None);
        } else {
            self.push(Task::LowerMarker {
                district,
                left: amount,
                by: None,
            });
        }
    }

    fn move_marker(&mut self, district: DistrictIx, to: u8) {
        let place = self.game.district_mut(district);
        let change = to as i8 - place.marker as i8;
        place.marker = to;
        self.watch.event(Event::Marker { district, change });
    }

    /// A benefit is opened for a Reckoner: symbols as they are shown.
    fn open_benefit(&mut self, seat: SeatIx, gives: SymbolCounts) {
        self.lend_decision(seat);
        self.open(crate::state::Open::benefit(gives));
    }

    pub(super) fn name_performer(&mut self, district: DistrictIx, action: Action) {
        self.game.now = Now::Busy;
        match action {
            Action::Receive { seat } => {
                let seat = self.game.seat_at(seat);
                self.perform_benefit(district, seat);
            }
            Action::Forfeit => {}
            other => unreachable!("{other:?}"),
        }
    }
}
