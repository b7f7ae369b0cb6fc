//! What the game's observation repeats, and which actions point at it.

use reckoners_agents::net::{Entities, EntityKind, Pointer};
use reckoners_env::action::Block;
use reckoners_env::obs::SECTIONS;

/// Sections of the observation that are read by shared weights.
const KINDS: [&str; 2] = ["districts", "others"];
const DISTRICTS: usize = 0;
const OTHERS: usize = 1;

/// Blocks of actions, with the number of their first actions that point at no entity (oneself), the
/// kind that the rest points at, and the entity that these begin with.
const POINTERS: [(Block, usize, usize, usize); 12] = [
    (Block::Place, 0, DISTRICTS, 0),
    (Block::Sniper, 0, DISTRICTS, 1),
    (Block::Enforcement, 0, DISTRICTS, 0),
    (Block::ContainEpic, 0, DISTRICTS, 0),
    (Block::ResearchEpic, 0, DISTRICTS, 0),
    (Block::AttackEpic, 0, DISTRICTS, 0),
    (Block::Move, 0, DISTRICTS, 1),
    (Block::RemoveBarricade, 0, DISTRICTS, 0),
    (Block::Focus, 0, OTHERS, 0),
    (Block::Operations, 0, OTHERS, 0),
    (Block::GiveToken, 1, OTHERS, 0),
    (Block::Receive, 1, OTHERS, 0),
];

/// Districts and other Reckoners, with codes of this width.
pub(super) fn entities(width: usize) -> Entities {
    let kind = |name: &&str| {
        let section = SECTIONS.iter().find(|section| section.name == *name);
        let section = section.expect("a section of the observation");
        EntityKind {
            name: section.name.to_owned(),
            start: section.start,
            stride: section.stride,
            count: section.count,
        }
    };
    let pointer = |(block, own, kind, first): &(Block, usize, usize, usize)| Pointer {
        action: block.start() + own,
        count: block.len() - own,
        kind: *kind,
        first: *first,
    };
    Entities {
        width,
        kinds: KINDS.iter().map(kind).collect(),
        pointers: POINTERS.iter().map(pointer).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pointer_ends_with_the_last_entity_of_its_kind() {
        let entities = entities(32);
        for (pointer, (block, ..)) in entities.pointers.iter().zip(POINTERS) {
            let kind = &entities.kinds[pointer.kind];
            assert_eq!(
                pointer.first + pointer.count,
                kind.count,
                "{}",
                block.name()
            );
        }
    }
}
