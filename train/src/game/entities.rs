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
        EntityKind::new(section.name, section.start, section.stride, section.count)
    };
    let pointer = |&(block, own, kind, first): &(Block, usize, usize, usize)| {
        Pointer::new(block.start() + own, block.len() - own, kind, first)
    };
    Entities {
        width,
        kinds: KINDS.iter().map(kind).collect(),
        pointers: POINTERS.iter().map(pointer).collect(),
    }
}

#[cfg(test)]
mod tests {
    use reckoners_env::action::decode;
    use reckoners_env::{ACTION_COUNT, Action};

    use super::*;

    /// The entity that an action speaks of, by its meaning.
    fn meant(action: Action) -> Option<(usize, u8)> {
        let other = |seat: u8| seat.checked_sub(1).map(|other| (OTHERS, other));
        match action {
            Action::Place { district }
            | Action::Sniper { district }
            | Action::Enforcement { district }
            | Action::ContainEpic { district }
            | Action::ResearchEpic { district }
            | Action::AttackEpic { district }
            | Action::Move { district }
            | Action::RemoveBarricade { district } => Some((DISTRICTS, district)),
            Action::Focus { seat }
            | Action::Operations { seat }
            | Action::GiveToken { seat }
            | Action::Receive { seat } => other(seat),
            _ => None,
        }
    }

    #[test]
    fn actions_point_at_what_they_speak_of() {
        let targets = entities(32).targets(ACTION_COUNT);
        for (id, target) in targets.iter().enumerate() {
            let action = decode(id).expect("an id");
            let points = target.map(|t| (usize::from(t.kind), t.entity as u8));
            assert_eq!(points, meant(action), "{action:?}");
        }
    }
}
