//! The boss's boards and what the box says besides, a second time, slowly; a part of the reference.

use super::city::{ACTS, kind_of};
use reckoners_env::Game;
use reckoners_env::cards::{Boards, BossSheet, Catalog, Cell, Deed, Reach};
use reckoners_env::ids::{FACES, Symbol, Track};
use reckoners_env::state::Now;

fn counted(deeds: &[Deed], share: f32) -> Vec<f32> {
    let mut all = vec![0.0; ACTS];
    for deed in deeds {
        let places = if deed.reach == Reach::Neighbours {
            2.0
        } else {
            1.0
        };
        all[kind_of(deed.verb)] += places * f32::from(deed.times) * share;
    }
    all
}

/// What a track does with its bracket at a place.
fn done(cards: &Catalog, game: &Game, sheet: &BossSheet, track: Track, bracket: u8) -> Vec<f32> {
    match &sheet.boards {
        Boards::Tracks(tracks) => {
            let deeds = tracks[track as usize].deeds();
            counted(&deeds[..usize::from(bracket)], 1.0)
        }
        Boards::Tables(tables) => {
            let boss = &cards.bosses[game.ruleset.boss as usize];
            let rows = boss.power.as_ref().expect("dice for the tables").rows;
            let cells = rows.map(|row| tables.cell(track, row, bracket.max(1)));
            let deeds: Vec<Deed> = cells.iter().flat_map(Cell::deeds).collect();
            counted(&deeds, 1.0 / FACES as f32)
        }
    }
}

/// A field of `tracks`.
pub(super) fn track(
    cards: &Catalog,
    game: &Game,
    sheet: &BossSheet,
    n: usize,
    field: &str,
) -> Vec<f32> {
    let track = Track::ALL[n];
    let (bracket, last) = (game.boss.brackets[n], sheet.last_bracket(track));
    match field {
        "bracket" => vec![f32::from(bracket)],
        "room" => vec![f32::from(last - bracket)],
        "acts" => done(cards, game, sheet, track, bracket),
        "contained" if bracket > 1 => done(cards, game, sheet, track, bracket - 1),
        "contained" => done(cards, game, sheet, track, 1),
        "boosted" if bracket < last => done(cards, game, sheet, track, bracket + 1),
        "boosted" => {
            let again = counted(&[sheet.final_deed(track)], 1.0);
            let now = done(cards, game, sheet, track, bracket);
            now.iter().zip(again).map(|(a, b)| a + b).collect()
        }
        _ => panic!("tracks.{field}"),
    }
}

/// A field of `faces`.
pub(super) fn face(cards: &Catalog, game: &Game, n: usize, field: &str) -> Vec<f32> {
    assert_eq!(field, "symbols");
    let mut symbols = vec![0.0; Symbol::COUNT];
    if let Now::SetFace { kind, .. } = game.now {
        let face = cards.dice[kind as usize].faces[n];
        symbols[face.symbol as usize] = f32::from(face.count);
    }
    symbols
}

/// A field of `printed`.
pub(super) fn printed(cards: &Catalog, game: &Game, field: &str) -> Vec<f32> {
    match field {
        "movement" => (0..7)
            .map(|steps| {
                let die = cards.setup.movement_die.iter();
                let shown = die.filter(|face| usize::from(**face).min(6) == steps);
                shown.count() as f32 / FACES as f32
            })
            .collect(),
        "base_left" => vec![f32::from(cards.setup.base_track - 1 - game.base)],
        _ => panic!("printed.{field}"),
    }
}
