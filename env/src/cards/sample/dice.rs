//! The faces of the special dice.

use super::draw::Draw;
use super::{is_free, odds};
use crate::cards::files::dice::DiceFile;
use crate::cards::symbols::{Face, read_face};
use crate::ids::{FACES, Symbol};

pub(super) fn draw(file: &mut DiceFile, luck: &mut Draw) {
    for die in &mut file.die {
        let speciality = die.faces.iter().filter_map(|text| read_face(text).ok());
        let speciality = speciality.max_by_key(|face| face.count);
        // A die's speciality is official or found by elimination; it is what the present faces double.
        if let Some(face) = speciality.filter(|_| is_free(&die.provenance, "faces")) {
            die.faces = faces(face.symbol, luck);
        }
    }
}

fn faces(own: Symbol, luck: &mut Draw) -> Vec<String> {
    let count = luck.weighted(odds::OWN_FACES);
    let doubles = luck.weighted(odds::DOUBLES).min(count);
    let mut faces = Vec::new();
    for i in 0..count {
        // The first stays the double that examples show.
        let triple = i == 1 && i < doubles && luck.chance(odds::TRIPLE);
        faces.push(Face {
            symbol: own,
            count: if triple { 3 } else { 1 + u8::from(i < doubles) },
        });
    }
    let others = Symbol::ALL.into_iter().filter(|s| *s != own);
    let others = luck.some(&others.collect::<Vec<_>>(), FACES - count);
    let doubled = luck.chance(odds::FOREIGN_DOUBLE);
    for (i, symbol) in others.into_iter().enumerate() {
        let count = 1 + u8::from(doubled && i == 0);
        faces.push(Face { symbol, count });
    }
    faces.into_iter().map(written).collect()
}

/// A face as card files write it.
pub(super) fn written(face: Face) -> String {
    match face.count {
        1 => face.symbol.key().to_owned(),
        n => format!("{} {n}", face.symbol),
    }
}
