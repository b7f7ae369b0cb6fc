//! Laws of the boss's cards and the city's boards, markers and Dawnslight cards.

use super::Violation;
use crate::cards::Catalog;
use crate::ids::{CardSet, FACES};
use crate::state::{Game, Now, Task};

pub(super) fn check(catalog: &Catalog, game: &Game) -> Result<(), Violation> {
    boss_cards(catalog, game)?;
    if game.ruleset.is_merged() {
        boards(catalog, game)?;
        aids(catalog, game)?;
    }
    Ok(())
}

fn boss_cards(catalog: &Catalog, game: &Game) -> Result<(), Violation> {
    let boss = catalog.boss(game.ruleset.boss);
    for (kind, left) in game.boss.cards.iter().enumerate() {
        let all = boss.cards.get(kind).map_or(0, |card| card.count);
        if *left > all {
            return Err(Violation::Pieces {
                what: "cards of the boss",
                on_board: *left,
                box_total: all,
            });
        }
    }
    match game.boss.rows.iter().find(|row| **row >= FACES as u8) {
        Some(row) => Err(Violation::OutOfPlay {
            what: "row of a Power die",
            index: *row,
        }),
        None => Ok(()),
    }
}

fn boards(catalog: &Catalog, game: &Game) -> Result<(), Violation> {
    let city = catalog.city(game.ruleset.city);
    let mut seen = CardSet::EMPTY;
    for board in game.ring().iter().filter_map(|d| d.board) {
        if seen.has(board.0) || board.ix() >= city.boards.len() {
            return Err(Violation::OutOfPlay {
                what: "board of a district",
                index: board.0,
            });
        }
        seen.insert(board.0);
    }
    let start = match (city.researched(), city.moving()) {
        (Some(own), _) => own.start[game.difficulty().index()],
        (None, Some(own)) => own.start[usize::from(game.seat_count) - 2],
        (None, None) => 0,
    };
    if let Some((district, place)) = game.placed().find(|(_, d)| d.marker > start) {
        return Err(Violation::Marker {
            district,
            marker: place.marker,
            start,
        });
    }
    let markers: u16 = game.ring().iter().map(|d| u16::from(d.marker)).sum();
    if city.researched().is_some() && markers != game.boss.research {
        return Err(Violation::BossValues {
            research: game.boss.research,
            health: game.boss.health,
        });
    }
    let passed = game.city.passed;
    let may_move = city.moving().is_some();
    if passed.is_somewhere() && (!may_move || passed.0 >= game.district_count()) {
        return Err(Violation::OutOfPlay {
            what: "the district that the city has passed",
            index: passed.0,
        });
    }
    Ok(())
}

fn aids(catalog: &Catalog, game: &Game) -> Result<(), Violation> {
    let kinds = catalog.city(game.ruleset.city).aids();
    let drawn = match game.now {
        Now::DrawAid { held, .. } => [held, None],
        Now::KeepAid { pair: [a, b], .. } => [Some(a), Some(b)],
        Now::GiveAid { card, .. } => [Some(card), None],
        _ => [None; 2],
    };
    let pending = game.agenda.tasks().iter().filter_map(|task| match task {
        Task::Aid { held, .. } => *held,
        _ => None,
    });
    let mut found = game.city.aids.deck;
    let known = game.city.aids.known();
    for card in known.chain(drawn.into_iter().flatten()).chain(pending) {
        if let Some(count) = found.get_mut(card.ix()) {
            *count += 1;
        }
    }
    for seat in game.team() {
        for (count, held) in found.iter_mut().zip(seat.aids) {
            *count = count.saturating_add(held);
        }
    }
    for (kind, on_board) in found.into_iter().enumerate() {
        let box_total = kinds.get(kind).map_or(0, |aid| aid.count);
        if on_board > box_total {
            return Err(Violation::Pieces {
                what: "Dawnslight cards",
                on_board,
                box_total,
            });
        }
    }
    Ok(())
}
