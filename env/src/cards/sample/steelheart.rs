//! Steelheart's boards.

use super::draw::Draw;
use super::{Temper, is_free, odds};
use crate::cards::files::steelheart::SteelheartFile;
use crate::cards::ruleset::Side;
use crate::ids::MIN_SEATS;

pub(super) fn draw(file: &mut SteelheartFile, temper: &Temper, luck: &mut Draw) {
    // Side B is the harder one: its tracks are never shorter.
    let mut lengths = [(); 2].map(|()| {
        (
            luck.weighted(odds::RED_LENGTH),
            luck.weighted(odds::BLUE_LENGTH),
        )
    });
    lengths[1].0 = lengths[1].0.max(lengths[0].0);
    lengths[1].1 = lengths[1].1.max(lengths[0].1);
    for board in &mut file.power {
        let (red, blue) = lengths[usize::from(board.side == Side::B)];
        if is_free(&board.provenance, "red") {
            board.red = vec!["ADD_ENF".to_owned(); red];
        }
        if is_free(&board.provenance, "blue") {
            board.blue = vec!["BARRICADE 1".to_owned(); blue];
        }
        if is_free(&board.provenance, "black") {
            board.black = black(luck);
            if board.side == Side::B {
                board.black[0] = luck.weighted(odds::BLACK_B).to_owned();
                board.black[1] = "FORTIFY_BOSS".to_owned();
                if board.black[2..]
                    .iter()
                    .any(|action| action.contains("FORTIFY"))
                {
                    board.black[1] = luck.weighted(odds::BLACK_B).to_owned();
                }
            }
        }
    }
    let mut boards: Vec<_> = file.adjustment.iter_mut().collect();
    boards.sort_by_key(|b| (b.reckoners, b.side == Side::B));
    let mut early = i32::MIN;
    for board in boards {
        let seats = usize::from(board.reckoners)
            .saturating_sub(MIN_SEATS)
            .min(4);
        let takes = if board.side == Side::A {
            let own = odds::EARLY[seats] + pressure(temper, seats);
            // More Reckoners never meet a milder board.
            early = early.max(own + luck.weighted(odds::EARLY_NOISE));
            early
        } else {
            early.max(0) + luck.weighted(odds::SIDE_B)
        };
        if is_free(&board.provenance, "yellow") {
            board.yellow = yellow(takes, i32::from(seats >= 2), luck);
        }
        if is_free(&board.provenance, "deployment") {
            board.deployment = luck.weighted(odds::DEPLOYMENT[seats]);
        }
    }
}

/// The box's pressure for so many Reckoners above two.
pub(super) fn pressure(temper: &Temper, seats: usize) -> i32 {
    temper.pressure * odds::PRESSURE_SHARE[seats] / 4
}

/// A black track: something is fortified on it.
pub(super) fn black(luck: &mut Draw) -> Vec<String> {
    let length = luck.weighted(odds::BOSS_LENGTH);
    let mut track: Vec<&str> = (1..length).map(|_| luck.weighted(odds::BLACK)).collect();
    if !track.iter().any(|action| action.contains("FORTIFY")) {
        track[0] = "FORTIFY_BOSS";
    }
    track.push(luck.weighted(odds::BLACK_LAST));
    track.into_iter().map(str::to_owned).collect()
}

/// A yellow track whose first two spaces take so much population; where that is little, they look for the base.
pub(super) fn yellow(early: i32, more: i32, luck: &mut Draw) -> Vec<String> {
    let early = early.clamp(0, 9);
    let first = luck.between(early / 3, early - early / 3);
    let mut amounts = vec![first, early - first];
    for _ in 2..luck.weighted(odds::BOSS_LENGTH) {
        amounts.push(luck.weighted(odds::LATER) + more);
    }
    // The last one comes again and again: an attack at least.
    if let Some(last) = amounts.last_mut() {
        *last = (*last).max(1);
    }
    let action = |amount: i32| match amount {
        0 => "BASE".to_owned(),
        n => format!("POP {n}"),
    };
    amounts.into_iter().map(action).collect()
}
