//! The pages of the bosses and of the cities.

use std::fmt::Write as _;

use reckoners_env::cards::{
    Benefit, BoardCard, Boards, BossCard, Catalog, CityBoard, CityKindRules, PowerTables,
};
use reckoners_env::ids::{BossKind, CityKind, Difficulty, FACES, MIN_SEATS, Tally, Track};

use super::{heading, track};

/// What a boss does, by number of Reckoners and difficulty.
pub(super) fn boss_boards(catalog: &Catalog, boss: BossKind, out: &mut String) {
    let card = catalog.boss(boss);
    let mut columns = vec!["Reckoners", "difficulty", "research, health"];
    columns.extend(["yellow", "black", "red", "blue", "group"]);
    if has_tables(card) {
        columns.truncate(3);
    }
    heading(out, &card.name, &columns);
    for (players, row) in (MIN_SEATS..).zip(&card.sheets) {
        for difficulty in Difficulty::ALL {
            let sheet = &row[difficulty.index()];
            let values = match (sheet.values.research, sheet.values.health) {
                (0, 0) => "by the city".to_owned(),
                (research, health) => format!("{research}, {health}"),
            };
            let _ = write!(out, "| {players} | {difficulty} | {values} |");
            if let Boards::Tracks(tracks) = &sheet.boards {
                let tracks = Track::ALL.map(|t| track(&tracks[t.index()]));
                let group = match sheet.deployment {
                    0 => String::new(),
                    n => n.to_string(),
                };
                let _ = write!(out, " {} | {group} |", tracks.join(" | "));
            }
            out.push('\n');
        }
    }
    tables(card, out);
    attack_cards(card, out);
    sources_of(
        catalog,
        &card.name,
        &format!("bosses/{boss}.toml"),
        "board",
        out,
    );
}

fn has_tables(card: &BossCard) -> bool {
    card.sheets.iter().flatten().any(|s| s.tables().is_some())
}

/// The tables of the page with most Reckoners and the highest difficulty; the others differ in their numbers.
fn tables(card: &BossCard, out: &mut String) {
    let last = card.sheets.iter().flatten().next_back();
    let Some(tables) = last.and_then(|sheet| sheet.tables()) else {
        return;
    };
    let letters: Vec<String> = (0..tables.columns())
        .map(|column| char::from(b'A' + column).to_string())
        .collect();
    let mut columns = vec!["table", "die"];
    columns.extend(letters.iter().map(String::as_str));
    columns.push("");
    let title = format!("{}'s tables (six Reckoners, Sparks!)", card.name);
    heading(out, &title, &columns[..columns.len() - 1]);
    for track in Track::ALL {
        for row in 0..FACES as u8 {
            let cells: Vec<String> = row_of(tables, track, row);
            let _ = writeln!(out, "| {track} | {} | {} |", row + 1, cells.join(" | "));
        }
    }
    if let Some(power) = &card.power {
        heading(out, &format!("{}'s counts", card.name), &["count", "adds"]);
        for tally in Tally::ALL {
            let steps = &power.tallies[tally.index()];
            let [a, b, c] = steps.upto;
            let [w, x, y, z] = steps.add;
            let _ = writeln!(
                out,
                "| {tally} | up to {a}: {w}, up to {b}: {x}, up to {c}: {y}, more: {z} |"
            );
        }
    }
}

fn row_of(tables: &PowerTables, track: Track, row: u8) -> Vec<String> {
    let columns = 1..=tables.columns();
    let cells = columns.map(|bracket| tables.cell(track, row, bracket).to_string());
    cells.map(|cell| cell.replace('|', "then")).collect()
}

fn attack_cards(card: &BossCard, out: &mut String) {
    if card.cards.is_empty() {
        return;
    }
    heading(out, &format!("{}'s cards", card.name), &["effect", "cards"]);
    for kind in &card.cards {
        let effects: Vec<&str> = kind.effects.iter().map(|e| e.meaning()).collect();
        let _ = writeln!(out, "| {} | {} |", effects.join(", "), kind.count);
    }
}

/// The boards of a city and what else it has.
pub(super) fn city_boards(catalog: &Catalog, kind: CityKind, out: &mut String) {
    let city = catalog.city(kind);
    match &city.own {
        CityKindRules::Cards => {
            heading(out, &city.name, &["board", "side A", "side B"]);
            for board in &city.boards {
                let sides = board.cards.iter().flatten().map(side);
                let sides: Vec<String> = sides.collect();
                let _ = writeln!(out, "| {} | {} |", board.name, sides.join(" | "));
            }
        }
        CityKindRules::Researched(own) => {
            heading(out, &city.name, &["difficulty", "health", "markers"]);
            for difficulty in Difficulty::ALL {
                let i = difficulty.index();
                let _ = writeln!(
                    out,
                    "| {difficulty} | {} | {} |",
                    own.health[i], own.start[i]
                );
            }
            tracks(&city.name, &city.boards, 0, out);
            heading(out, "Dawnslight cards", &["gives", "cards"]);
            for aid in &own.aids {
                let _ = writeln!(out, "| {} | {} |", aid.name(), aid.count);
            }
        }
        CityKindRules::Moving(own) => {
            let columns = ["Reckoners", "districts passed", "markers"];
            heading(out, &city.name, &columns);
            for (players, (spots, start)) in (MIN_SEATS..).zip(own.spots.iter().zip(own.start)) {
                let _ = writeln!(out, "| {players} | {spots} | {start} |");
            }
            let _ = writeln!(
                out,
                "\nA marker at the bottom: {} research of the boss.",
                own.bottom_research
            );
            tracks(&city.name, &city.boards, 1, out);
        }
    }
    sources_of(
        catalog,
        &city.name,
        &format!("cities/{kind}.toml"),
        "board",
        out,
    );
}

fn side(card: &BoardCard) -> String {
    let benefit: Benefit = card.benefit;
    format!("{}; {}", card.action, benefit.phrase())
}

/// Tracks from the top down; the lowest space that acts has this height.
fn tracks(name: &str, boards: &[CityBoard], lowest: usize, out: &mut String) {
    let title = format!("{name}'s district boards");
    heading(out, &title, &["board", "track, from the top down"]);
    for board in boards {
        let spaces = board.track[lowest..].iter().rev();
        let spaces = spaces.map(|cell| match cell.to_string().replace('|', "then") {
            empty if empty.is_empty() => "-".to_owned(),
            cell => cell,
        });
        let spaces: Vec<String> = spaces.collect();
        let _ = writeln!(out, "| {} | {} |", board.name, spaces.join(", "));
    }
}

fn sources_of(catalog: &Catalog, name: &str, file: &str, item: &str, out: &mut String) {
    let title = format!("Sources of {name}'s values");
    heading(out, &title, &[item, "value", "source"]);
    for s in catalog.sources.iter().filter(|s| s.file == file) {
        let _ = writeln!(out, "| {} | {} | {} |", s.item, s.field, s.provenance);
    }
}
