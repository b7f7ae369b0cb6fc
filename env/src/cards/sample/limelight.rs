//! Limelight's booklet: its tables, its dice and the numbers of its pages.

use super::draw::Draw;
use super::steelheart::pressure;
use super::{Temper, facts, is_free, odds};
use crate::cards::files::limelight::LimelightFile;
use crate::ids::{FACES, MIN_SEATS, Track};

/// The cell of each table that is official.
const OFFICIAL: [(Track, (usize, usize)); Track::COUNT] = [
    (Track::Yellow, facts::YELLOW_CELL),
    (Track::Black, facts::BLACK_CELL),
    (Track::Red, facts::RED_CELL),
    (Track::Blue, facts::BLUE_CELL),
];

/// The tables add up to 2 to it, and an action has a count up to 9.
const MOST_P: i8 = 7;

pub(super) fn draw(file: &mut LimelightFile, temper: &Temper, luck: &mut Draw) {
    let given = file.provenance.clone();
    let mut rows = file.tables.values().map(Vec::len).max().unwrap_or(FACES);
    if is_free(&given, "power_die") && is_free(&given, "tables") {
        rows = luck.weighted(odds::ROWS);
        file.power_die = (1..=rows as u8).collect();
        while file.power_die.len() < FACES {
            file.power_die.push(luck.between(1, rows as i32) as u8);
        }
        file.power_die.sort_unstable();
    }
    if is_free(&given, "overflow") {
        for (track, list) in Track::ALL.into_iter().zip(odds::OVERFLOW) {
            let action = luck.weighted(list).to_owned();
            file.overflow.insert(track, action);
        }
    }
    if is_free(&given, "tables") {
        for (track, official) in OFFICIAL {
            if let Some(table) = file.tables.get_mut(&track) {
                *table = drawn_table(table, track, official, rows, luck);
            }
        }
    }
    let red = file.tables.get(&Track::Red).cloned().unwrap_or_default();
    let health = luck.weighted(odds::HEALTH);
    for page in &mut file.page {
        let seats = usize::from(page.reckoners).saturating_sub(MIN_SEATS).min(4);
        if is_free(&page.provenance, "health") {
            page.health = (page.research * health / 100).max(1);
        }
        if is_free(&page.provenance, "p") {
            let more = pressure(temper, seats) as i8 + luck.weighted(odds::PAGE_NOISE);
            page.p = (page.p + more).clamp(-9, MOST_P);
        }
        if is_free(&page.provenance, "e") {
            page.e = (page.e + luck.weighted(odds::PAGE_NOISE)).clamp(1, 3);
        }
        if is_free(&page.provenance, "b") {
            page.b = (page.b + luck.weighted(odds::PAGE_NOISE)).clamp(1, 2);
        }
        if page.red.is_some() && is_free(&page.provenance, "red") {
            let mut own = red.clone();
            own[facts::RED_CELL.0] = odds::FEW_RED_ROW.map(str::to_owned).to_vec();
            page.red = Some(own);
        }
    }
}

/// A table of so many rows in which the official cell keeps its place.
fn drawn_table(
    ours: &[Vec<String>],
    track: Track,
    (row, column): (usize, usize),
    rows: usize,
    luck: &mut Draw,
) -> Vec<Vec<String>> {
    let mut pool = odds::TABLE_ROWS[track.index()].to_vec();
    luck.shuffle(&mut pool);
    if track == Track::Red {
        // Its first row is performed in the prologue, when nobody is placed yet.
        let safe = |cells: &[&str; 4]| !cells.iter().any(|cell| needs_reckoners(cell));
        let first = pool.iter().position(safe).unwrap_or_default();
        pool.swap(0, first);
    }
    let mut table: Vec<Vec<String>> = pool
        .iter()
        .map(|cells| cells.iter().map(|cell| (*cell).to_owned()).collect())
        .collect();
    let mut kept = ours[row].clone();
    for (i, cell) in kept.iter_mut().enumerate() {
        if i != column && luck.chance(odds::OTHER_CELL) {
            *cell = table[table.len() - 1][i].clone();
        }
    }
    table.insert(row, kept);
    table.truncate(rows);
    table
}

fn needs_reckoners(cell: &str) -> bool {
    ["RECKONERS", "PER_CARD"]
        .iter()
        .any(|word| cell.contains(word))
}
