//! The base track, the movement die and the Epic Ability Die.

use super::draw::Draw;
use super::{is_free, odds};
use crate::cards::card_files::CardFiles;
use crate::ids::FACES;

pub(super) fn draw(files: &mut CardFiles, luck: &mut Draw) {
    let setup = &mut files.setup;
    if is_free(&setup.provenance, "base_track") {
        setup.base_track = luck.weighted(odds::BASE_TRACK);
    }
    if is_free(&setup.provenance, "movement_die") {
        setup.movement_die = odds::MOVEMENT.to_vec();
        while setup.movement_die.len() < FACES {
            setup.movement_die.push(luck.weighted(odds::OTHER_MOVEMENT));
        }
        setup.movement_die.sort_unstable();
    }
    let expansion = &mut files.expansion;
    if is_free(&expansion.provenance, "ability_die") {
        let faces = (0..FACES).map(|_| luck.weighted(odds::ABILITY_DIE).to_owned());
        expansion.ability_die = faces.collect();
    }
}
