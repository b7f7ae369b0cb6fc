//! Babilar: the boss has no research track. Each district has a marker; what stands in a space happens when the marker
//! enters it, and when all markers are at the bottom he is weakened.

use super::super::{Play, Rules};
use crate::cards::{BossValues, SymbolMask};
use crate::event::{Event, Watch};
use crate::ids::{DistrictIx, SeatIx, Symbol};
use crate::state::{Game, Source, Task, Via};

pub(super) fn boss_values(rules: &Rules, game: &Game) -> BossValues {
    let own = rules.city(game).researched();
    let own = own.expect("its file gives the values");
    let level = game.difficulty().index();
    BossValues {
        research: u16::from(own.start[level]) * u16::from(game.district_count()),
        health: own.health[level],
    }
}

/// A research symbol reaches the markers where it could reach an Epic.
pub(super) fn marker_targets(game: &Game, usable: SymbolMask, reach: &[u8; Symbol::COUNT]) -> u8 {
    if usable.has(Symbol::Research) {
        super::raised_markers(game) & reach[Symbol::Research.index()]
    } else {
        0
    }
}

impl<W: Watch> Play<'_, W> {
    /// A research symbol of the acting Reckoner on a district's marker.
    pub(super) fn research_district(&mut self, district: DistrictIx) {
        self.pay_symbol(Symbol::Research);
        let by = Some(self.game.acting);
        self.push(Task::LowerMarker {
            district,
            left: 1,
            by,
        });
    }

    /// One space down, with what stands there; then the rest of the way.
    pub(in crate::rules) fn lower_marker(
        &mut self,
        district: DistrictIx,
        left: u8,
        by: Option<SeatIx>,
    ) {
        let place = *self.game.district(district);
        if left == 0 || place.marker == 0 {
            return;
        }
        let height = place.marker - 1;
        self.move_marker(district, height);
        self.game.boss.research -= 1;
        let (research, health) = (self.game.boss.research, self.game.boss.health);
        self.watch.event(Event::BossValues { research, health });
        if left > 1 {
            let left = left - 1;
            self.push(Task::LowerMarker { district, left, by });
        }
        if research == 0 {
            self.push(Task::LookWeakened { by });
        }
        if let Some(board) = place.board {
            let space = self.rules.city(self.game).board(board).space(height);
            self.perform_cell(space, district, Source::City, Via::NOTHING);
        }
    }

    /// All markers are at the bottom, and what stood there has happened: now he is weakened.
    pub(in crate::rules) fn look_weakened(&mut self, by: Option<SeatIx>) {
        self.watch.event(Event::BossWeakened);
        self.earn_by_weakening(self.game.boss.district, by);
    }
}
