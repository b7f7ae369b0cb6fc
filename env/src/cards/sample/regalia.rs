//! Regalia's boards and cards.

use super::draw::Draw;
use super::steelheart::{black, pressure, yellow};
use super::{Temper, is_free, odds};
use crate::cards::files::regalia::RegaliaFile;
use crate::ids::MIN_SEATS;

pub(super) fn draw(file: &mut RegaliaFile, temper: &Temper, luck: &mut Draw) {
    let power = &mut file.power;
    if is_free(&power.provenance, "black") {
        power.black = black(luck);
    }
    if is_free(&power.provenance, "red") {
        let length = luck.weighted(odds::BOSS_LENGTH);
        let spaces = (0..length).map(|i| luck.weighted(odds::REGALIA_RED[usize::from(i >= 2)]));
        power.red = spaces.map(str::to_owned).collect();
    }
    // The example shows all spaces but the last.
    if let Some(last) = power.blue.last_mut() {
        luck.weighted(odds::REGALIA_BLUE).clone_into(last);
    }
    let mut boards: Vec<_> = file.adjustment.iter_mut().collect();
    boards.sort_by_key(|b| (b.reckoners, b.difficulty));
    let (mut seats_before, mut early) = (0, 0);
    for board in boards {
        let seats = usize::from(board.reckoners)
            .saturating_sub(MIN_SEATS)
            .min(4);
        if board.reckoners == seats_before {
            early += i32::from(luck.chance(50));
        } else {
            seats_before = board.reckoners;
            early = odds::REGALIA_EARLY[seats] + pressure(temper, seats);
            early = (early + luck.weighted(odds::EARLY_NOISE)).max(0);
        }
        if is_free(&board.provenance, "yellow") {
            board.yellow = yellow(early, 0, luck);
        }
    }
    if file
        .card
        .iter()
        .all(|card| is_free(&card.provenance, "count"))
    {
        let sum = file.card.iter().map(|card| card.count).sum();
        let counts = luck.shares(file.card.len(), sum, odds::UNEVEN_DECK);
        for (card, count) in file.card.iter_mut().zip(counts) {
            card.count = count;
        }
    }
}
