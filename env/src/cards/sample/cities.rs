//! The boards and cards of the cities.

use super::dice::written;
use super::draw::Draw;
use super::{facts, is_free, odds};
use crate::cards::files::babilar::{AidEntry, BabilarFile};
use crate::cards::files::ildithia::IldithiaFile;
use crate::cards::files::newcago::{BenefitEntry, NewcagoFile, SideEntry};
use crate::cards::symbols::{Face, read_face};
use crate::ids::{MIN_SEATS, Symbol};

/// Equipment by which symbols reach the neighbours.
const REACHING: [&str; 2] = ["climbing-kit", "gottschalk"];

/// The cards on Newcago's boards.
pub(super) fn newcago(file: &mut NewcagoFile, luck: &mut Draw) {
    for board in &mut file.board {
        if is_free(&board.provenance, "a") {
            board.a = side(luck);
        }
        if is_free(&board.provenance, "b") {
            board.b = side(luck);
        }
    }
}

fn side(luck: &mut Draw) -> SideEntry {
    let action = luck.weighted(odds::CARD_ACTIONS).to_owned();
    let kind = luck.between(0, 99).unsigned_abs();
    let [reach, defeat, weaken] = odds::BENEFITS;
    let symbol = luck.pick(&Symbol::ALL);
    let count = luck.weighted(if kind < weaken {
        odds::BENEFIT
    } else {
        odds::BENEFIT_FOR_A_DIE
    });
    let gives = vec![written(Face { symbol, count })];
    let benefit = if kind < reach {
        BenefitEntry::ReachAs(luck.pick(&REACHING).to_owned())
    } else if kind < defeat {
        BenefitEntry::OnDefeat { gives }
    } else if kind < weaken {
        BenefitEntry::OnWeaken { gives }
    } else {
        let others = Symbol::ALL.into_iter().filter(|s| *s != symbol);
        let cost = luck.pick(&others.collect::<Vec<_>>());
        BenefitEntry::Exchange { cost, gives }
    };
    SideEntry { action, benefit }
}

/// Babilar's tracks and the Dawnslight cards.
pub(super) fn babilar(file: &mut BabilarFile, luck: &mut Draw) {
    for board in &mut file.board {
        if is_free(&board.provenance, "track") {
            let grand = board.id == facts::GRAND_CENTRAL;
            board.track = researched(board.track.len(), grand, luck);
        }
    }
    for aid in &mut file.dawnslight {
        if is_free(&aid.provenance, "gives") {
            // One kind a symbol, as ours, so that no two kinds give the same.
            let ours = aid.gives.first().and_then(|text| read_face(text).ok());
            if let Some(Face { symbol, .. }) = ours {
                let count = luck.weighted(odds::AID);
                aid.gives = vec![written(Face { symbol, count })];
            }
        }
    }
    let counts_free = |aid: &AidEntry| is_free(&aid.provenance, "count");
    if file.dawnslight.iter().all(counts_free) {
        let sum = file.dawnslight.iter().map(|aid| aid.count).sum();
        let counts = luck.shares(file.dawnslight.len(), sum, odds::UNEVEN_DECK);
        for (aid, count) in file.dawnslight.iter_mut().zip(counts) {
            aid.count = count;
        }
    }
}

/// A track with two Aids below every start, and some actions. Spaces are written from the top.
fn researched(spaces: usize, grand: bool, luck: &mut Draw) -> Vec<String> {
    let mut track = vec![""; spaces];
    let bottom = spaces - 1;
    // Beginners start at 7; an Aid is below, and not at the bottom.
    let low: Vec<usize> = (bottom - 6..bottom).collect();
    if grand {
        let first = luck.between(2, 4) as usize;
        track[first] = "BASE";
        track[first + 1] = "BASE";
        let aid = first + 2 + luck.between(0, 1) as usize;
        track[aid] = "DAWNSLIGHT";
        let rest: Vec<usize> = (aid + 1..bottom).collect();
        track[luck.pick(&rest)] = "DAWNSLIGHT";
    } else {
        for place in luck.some(&low, 2) {
            track[place] = "DAWNSLIGHT";
        }
    }
    let (least, most) = odds::RESEARCHED_COUNT;
    let count = luck.between(least, most) - i32::from(grand);
    let open: Vec<usize> = (1..bottom).filter(|i| track[*i].is_empty()).collect();
    for place in luck.some(&open, count as usize) {
        track[place] = luck.weighted(odds::RESEARCHED);
    }
    track.into_iter().map(str::to_owned).collect()
}

/// Ildithia's tracks, spots and starts.
pub(super) fn ildithia(file: &mut IldithiaFile, luck: &mut Draw) {
    for board in &mut file.board {
        if is_free(&board.provenance, "track") {
            let length = luck.weighted(odds::PASSED_LENGTH);
            let actions = (0..length).map(|_| luck.weighted(odds::PASSED).to_owned());
            board.track = actions.collect();
        } else if let Some(first) = board.track.first_mut()
            && board
                .provenance
                .get("track")
                .is_some_and(|t| t.contains("guess"))
        {
            // The example tells all actions of Inkom but the first.
            luck.weighted(odds::PASSED).clone_into(first);
        }
    }
    for entry in &mut file.city {
        let seats = usize::from(entry.reckoners)
            .saturating_sub(MIN_SEATS)
            .min(4);
        if is_free(&entry.provenance, "spots") {
            entry.spots = luck.weighted(odds::SPOTS[seats]);
        }
        if is_free(&entry.provenance, "start") {
            entry.start = luck.weighted(odds::STARTS[seats]);
        }
    }
}
