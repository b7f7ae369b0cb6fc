//! Ildithia: a city that moves. Its board passes districts, whose tracks act from the marker down; Reckoners protect
//! the city by lowering the markers, and at the bottom the boss loses research.

use super::super::{Play, Rules};
use crate::cards::BossValues;
use crate::event::{Event, Watch};
use crate::ids::{BossKind, DistrictIx, Symbol};
use crate::state::{Game, Source, Task, Via};

/// The order in which symbols are taken to protect.
const ORDER: [Symbol; Symbol::COUNT] = [
    Symbol::Money,
    Symbol::Plan,
    Symbol::Enforcement,
    Symbol::Contain,
    Symbol::Research,
    Symbol::Attack,
];

/// The values of the booklet's page, whoever the boss is.
pub(super) fn boss_values(rules: &Rules, game: &Game) -> BossValues {
    let sheets = &rules.catalog().boss(BossKind::Limelight).sheets;
    sheets[usize::from(game.seat_count) - 2][game.difficulty().index()].values
}

/// Districts (absolute, as bits) that one of the open symbols reaches, by itself or as what it may be converted to.
fn reach_of(rules: &Rules, game: &Game, reach: &[u8; Symbol::COUNT], symbol: Symbol) -> u8 {
    let acts_as = rules.traits(game, game.actor()).acts_as()[symbol.index()];
    acts_as.iter().fold(0, |all, s| all | reach[s.index()])
}

pub(super) fn marker_targets(rules: &Rules, game: &Game, reach: &[u8; Symbol::COUNT]) -> u8 {
    let symbols = game.open.symbols.iter();
    let reached = symbols.fold(0, |all, (symbol, _)| {
        all | reach_of(rules, game, reach, symbol)
    });
    super::raised_markers(game) & reached
}

impl<W: Watch> Play<'_, W> {
    /// The board lies just past the district in which the boss is.
    pub(super) fn lay_out_moving_board(&mut self) {
        self.game.city.passed = self.game.boss.district;
    }

    /// The board passes the next district, or has passed all of this round.
    pub(super) fn pass_next(&mut self, part: u8) {
        let own = self.rules.city(self.game).moving();
        let own = own.expect("its file gives the spots");
        if part == own.spots[usize::from(self.game.seat_count) - 2] {
            return;
        }
        self.push(Task::CityStep { part: part + 1 });
        let district = self.game.clockwise(self.game.city.passed, 1);
        self.game.city.passed = district;
        self.watch.event(Event::CityPasses { district });
        let height = self.game.district(district).marker;
        self.push(Task::Pass { district, height });
    }

    /// The action at a height, then those below; at the end the marker goes back to its start.
    pub(in crate::rules) fn pass(&mut self, district: DistrictIx, height: u8) {
        if height == 0 {
            let start = self.rules.marker_start(self.game);
            self.move_marker(district, start);
            return;
        }
        let below = height - 1;
        self.push(Task::Pass {
            district,
            height: below,
        });
        if let Some(board) = self.game.district(district).board {
            let space = self.rules.city(self.game).board(board).space(height);
            self.perform_cell(space, district, Source::City, Via::NOTHING);
        }
    }

    /// Any symbol lowers a marker; which one of several is fixed.
    pub(super) fn protect(&mut self, district: DistrictIx) {
        let reach = self.rules.reach(self.game);
        let fits = |symbol: &Symbol| {
            self.game.open.symbols.get(*symbol) > 0
                && reach_of(self.rules, self.game, &reach, *symbol) >> district.0 & 1 == 1
        };
        let symbol = ORDER.into_iter().find(fits);
        let symbol = symbol.expect("a legal target is in reach of a symbol");
        self.pay_symbol(symbol);
        let height = self.game.district(district).marker - 1;
        self.move_marker(district, height);
        if height == 0 {
            let own = self.rules.city(self.game).moving();
            let research = own.map_or(0, |own| own.bottom_research);
            self.research_boss(research, None);
        }
    }
}
