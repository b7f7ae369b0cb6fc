//! What the markers of a city's districts are worth, and what a boss does whose dice name the rows of his tables.

use reckoners_env::cards::{AidGain, Boards, BossSheet, Cell, PowerDice, Verb};
use reckoners_env::ids::{DistrictIx, Symbol, Track};
use reckoners_env::{Game, Rules};

use super::{Place, Weights};

/// Share of what a far district saves that counts today, for each round until the city passes it.
const LATER: f32 = 0.75;

impl Weights {
    /// Harm of all actions of a cell or space.
    fn cell(&self, cell: Cell) -> f32 {
        cell.deeds().map(|deed| self.harm(deed)).sum()
    }

    /// Harm of a boss's track or table with the bracket at a place.
    pub(super) fn boss_harm(
        &self,
        sheet: &BossSheet,
        dice: Option<&PowerDice>,
        track: Track,
        bracket: u8,
    ) -> f32 {
        match (&sheet.boards, dice) {
            (Boards::Tracks(tracks), _) => {
                let fired = &tracks[track.index()].deeds()[..usize::from(bracket)];
                fired.iter().map(|deed| self.harm(*deed)).sum()
            }
            (Boards::Tables(tables), Some(dice)) if bracket > 0 => {
                let rows = dice.rows.map(|row| tables.cell(track, row, bracket));
                rows.iter().map(|cell| self.cell(*cell)).sum::<f32>() / rows.len() as f32
            }
            (Boards::Tables(_), _) => 0.0,
        }
    }

    /// What a Dawnslight card gives.
    pub fn aid(&self, gain: AidGain) -> f32 {
        match gain {
            AidGain::Symbols(gives) => {
                let worth = |(symbol, count): (Symbol, u8)| f32::from(count) * self.symbol(symbol);
                gives.iter().map(worth).sum()
            }
            AidGain::Population(more) => f32::from(more) * 0.8,
        }
    }
}

/// Writes what a symbol on each marker is worth. `hit` is one research of the boss.
pub(super) fn read_markers(
    w: &Weights,
    rules: &Rules,
    game: &Game,
    hit: f32,
    places: &mut [Place],
) {
    let city = rules.city(game);
    for (place, (at, district)) in places.iter_mut().zip(game.placed()) {
        let (Some(board), marker @ 1..) = (district.board, district.marker) else {
            continue;
        };
        let board = city.board(board);
        place.marker_left = marker;
        if city.researched().is_some() {
            let next = board.space(marker - 1);
            let aids = next.deeds().filter(|deed| deed.verb == Verb::Dawnslight);
            place.marker = hit - w.cell(next) + w.an_aid * aids.count() as f32;
        } else if let Some(own) = city.moving() {
            let away = f32::from(away(game, at));
            let rounds = away / f32::from(own.spots[usize::from(game.seat_count) - 2]);
            let soon = LATER.powf(rounds.floor());
            let bottom = f32::from(own.bottom_research) * hit / f32::from(marker);
            place.marker = soon * w.cell(board.space(marker)) + bottom;
        }
    }
}

/// How many districts lie between the city's board and this one.
fn away(game: &Game, district: DistrictIx) -> u8 {
    if !game.city.passed.is_somewhere() {
        return 0;
    }
    let next = game.clockwise(game.city.passed, 1);
    game.offset_from(next, district).0
}
