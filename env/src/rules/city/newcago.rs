//! Newcago, the city of the base game: its boss has one research track, as long as Steelheart's table says, and the
//! same number is his health. Cards may lie on its boards: an action of the city, a benefit for who is there.

use super::super::{Play, Rules};
use crate::cards::{Benefit, BoardCard, BossValues, SymbolCounts, SymbolMask};
use crate::event::Watch;
use crate::ids::{BossKind, DistrictIx, SeatIx, Symbol};
use crate::state::{Game, Now, Source, Task, Via};

pub(super) fn boss_values(rules: &Rules, game: &Game) -> BossValues {
    let sheets = &rules.catalog().boss(BossKind::Steelheart).sheets;
    sheets[usize::from(game.seat_count) - 2][game.difficulty().index()].values
}

/// The card on a district's board.
fn board_card<'a>(rules: &'a Rules, game: &Game, district: DistrictIx) -> Option<&'a BoardCard> {
    let board = game.district(district).board?;
    let side = game.ruleset.city_cards.side(board)?;
    rules.city(game).board(board).card(side)
}

/// The symbols that reach the neighbours of a district for who is there.
#[inline]
pub(in crate::rules) fn reach_of_board(
    rules: &Rules,
    game: &Game,
    district: DistrictIx,
) -> SymbolMask {
    if game.ruleset.city_cards.is_none() {
        return SymbolMask::default();
    }
    match board_card(rules, game, district).map(|card| card.benefit) {
        Some(Benefit::Reach(symbols)) => symbols,
        _ => SymbolMask::default(),
    }
}

/// The exchange that a district's card still offers this round: what it costs and gives.
pub(in crate::rules) fn exchange(
    rules: &Rules,
    game: &Game,
    district: DistrictIx,
) -> Option<(Symbol, SymbolCounts)> {
    if game.ruleset.city_cards.is_none() || game.city.exchanged >> district.0 & 1 == 1 {
        return None;
    }
    match board_card(rules, game, district)?.benefit {
        Benefit::Exchange { cost, gives } => Some((cost, gives)),
        _ => None,
    }
}

/// The symbols that a district's card pays when its Epic is defeated, or else weakened.
pub(in crate::rules) fn benefit_earned(
    rules: &Rules,
    game: &Game,
    district: DistrictIx,
    defeated: bool,
) -> Option<SymbolCounts> {
    match (board_card(rules, game, district)?.benefit, defeated) {
        (Benefit::OnDefeat(gives), true) | (Benefit::OnWeaken(gives), false) => Some(gives),
        _ => None,
    }
}

impl<W: Watch> Play<'_, W> {
    /// The actions of the cards, clockwise from the boss; that of his own district twice.
    pub(super) fn board_card_acts(&mut self, part: u8) {
        self.game.city.affected &= if part == 1 { u8::MAX } else { 0 };
        if part > self.game.district_count() {
            return;
        }
        self.push(Task::CityStep { part: part + 1 });
        let offset = part.saturating_sub(1);
        let district = self.game.clockwise(self.game.boss.district, offset);
        if let Some(card) = board_card(self.rules, self.game, district) {
            self.act(card.action, district, Source::City, Via::NOTHING);
        }
    }

    /// Opens an earned benefit: who is there performs it; of several the acting Reckoner names one.
    pub(in crate::rules) fn open_earned_benefit(&mut self, district: DistrictIx) {
        // The question is put to whom the decision will return.
        if let Some(seat) = self.game.returns_to.take() {
            self.game.acting = seat;
        }
        let there = self.game.seats_in(district);
        if there.is_power_of_two() {
            self.perform_benefit(district, SeatIx(there.trailing_zeros() as u8));
        } else if there != 0 {
            self.game.now = Now::Perform { district };
        }
    }

    pub(super) fn perform_benefit(&mut self, district: DistrictIx, seat: SeatIx) {
        let card = board_card(self.rules, self.game, district);
        if let Some(Benefit::OnDefeat(gives) | Benefit::OnWeaken(gives)) =
            card.map(|card| card.benefit)
        {
            self.open_benefit(seat, gives);
        }
    }

    /// A whole group becomes the symbols of the own district's card.
    pub(in crate::rules) fn take_exchange(&mut self) {
        let district = self.game.actor().district;
        let (_, gives) =
            exchange(self.rules, self.game, district).expect("a legal exchange has its card");
        self.game.city.exchanged |= 1 << district.0;
        self.open_benefit(self.game.acting, gives);
    }
}
