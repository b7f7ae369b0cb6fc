//! The boss's boards: what each track does now, contained and boosted; and what the box says besides.

use super::city::{Acts, add_acts, deed_acts};
use super::layout::{ACTS, OBS_LEN, SCALE, printed, tracks};
use crate::cards::{Boards, BossSheet, PowerDice};
use crate::ids::{BossKind, Difficulty, FACES, MAX_SEATS, MIN_SEATS, Track};
use crate::rules::Rules;
use crate::state::Game;

/// Brackets are at most the length of a track, or the number of columns.
const BRACKETS: usize = 10;

type Row = [f32; tracks::STRIDE];
type Sheet = [[Row; BRACKETS]; Track::COUNT];

/// The rows by boss, Reckoners - 2, difficulty, track and bracket, made once from the cards.
#[derive(Clone, Debug)]
pub(super) struct TrackRows {
    sheets: Vec<Sheet>,
    movement: [f32; MOVEMENT],
}

const MOVEMENT: usize = printed::base_left - printed::movement;

impl TrackRows {
    pub(super) fn new(rules: &Rules) -> Self {
        let catalog = rules.catalog();
        let mut sheets = Vec::new();
        for boss in BossKind::ALL {
            let card = catalog.boss(boss);
            for by_difficulty in &card.sheets {
                for sheet in by_difficulty {
                    sheets.push(rows(sheet, card.power.as_ref()));
                }
            }
        }
        let mut movement = [0.0; MOVEMENT];
        for &steps in &catalog.setup.movement_die {
            movement[usize::from(steps).min(MOVEMENT - 1)] += 1.0 / FACES as f32;
        }
        Self { sheets, movement }
    }

    /// Writes the sections of an observation whose other numbers are written.
    #[inline]
    pub(super) fn write(&self, game: &Game, out: &mut [f32; OBS_LEN]) {
        let seats = usize::from(game.seat_count) - MIN_SEATS;
        let boss = game.ruleset.boss.index() * (MAX_SEATS - MIN_SEATS + 1) + seats;
        let sheet = &self.sheets[boss * Difficulty::COUNT + game.difficulty().index()];
        let (out_rows, _) = out[tracks::START..].as_chunks_mut::<{ tracks::STRIDE }>();
        for ((row, track), &bracket) in out_rows.iter_mut().zip(sheet).zip(&game.boss.brackets) {
            *row = track[usize::from(bracket).min(BRACKETS - 1)];
        }
        out[printed::movement..][..MOVEMENT].copy_from_slice(&self.movement);
    }
}

fn rows(sheet: &BossSheet, dice: Option<&PowerDice>) -> Sheet {
    let at = |field: usize| field - tracks::START;
    let of = |track: Track| -> [Row; BRACKETS] {
        let last = sheet.last_bracket(track);
        std::array::from_fn(|bracket| {
            let bracket = (bracket as u8).min(last);
            let mut row = [0.0; tracks::STRIDE];
            let mut put = |field: usize, numbers: &[f32]| {
                for (i, number) in numbers.iter().enumerate() {
                    row[at(field) + i] = (number * SCALE[field + i]).min(1.0);
                }
            };
            put(tracks::bracket, &[f32::from(bracket)]);
            put(tracks::room, &[f32::from(last - bracket)]);
            let now = done(sheet, dice, track, bracket);
            put(tracks::acts, &now);
            let less = done(sheet, dice, track, bracket.saturating_sub(1).max(1));
            put(tracks::contained, &less);
            let mut more = done(sheet, dice, track, (bracket + 1).min(last));
            if bracket == last {
                let again = deed_acts(sheet.final_deed(track));
                for (sum, count) in more.iter_mut().zip(again) {
                    *sum += f32::from(count);
                }
            }
            put(tracks::boosted, &more);
            row
        })
    };
    Track::ALL.map(of)
}

/// What a track does with its bracket somewhere, on the mean of the faces where dice decide.
fn done(sheet: &BossSheet, dice: Option<&PowerDice>, track: Track, bracket: u8) -> [f32; ACTS] {
    let mut sum: Acts = [0; ACTS];
    let mut faces = 1.0;
    match &sheet.boards {
        Boards::Tracks(all) => {
            let spaces = all[track.index()].deeds();
            for deed in &spaces[..usize::from(bracket).min(spaces.len())] {
                add_acts(&mut sum, &deed_acts(*deed));
            }
        }
        Boards::Tables(tables) => {
            for &row in dice.map_or(&[][..], |dice| &dice.rows) {
                for deed in tables.cell(track, row, bracket.max(1)).deeds() {
                    add_acts(&mut sum, &deed_acts(deed));
                }
            }
            faces = FACES as f32;
        }
    }
    sum.map(|count| f32::from(count) / faces)
}
