//! What the game's observation repeats, and which actions point at it.

use reckoners_agents::net::{Entities, EntityKind, Pointer};
use reckoners_env::action::{Answer, Block};
use reckoners_env::obs::SECTIONS;

/// Sections of the observation that are read by shared weights, with what points at them and the
/// number of their first entity: the acting Reckoner is not among the others.
const KINDS: [(&str, Answer, u8); 2] = [
    ("districts", Answer::District, 0),
    ("others", Answer::Seat, 1),
];

/// Districts and other Reckoners, with codes of this width.
pub(super) fn entities(width: usize) -> Entities {
    let kind = |(name, ..): &(&str, Answer, u8)| {
        let section = SECTIONS.iter().find(|section| section.name == *name);
        let section = section.expect("a section of the observation");
        EntityKind::new(section.name, section.start, section.stride, section.count)
    };
    Entities {
        width,
        kinds: KINDS.iter().map(kind).collect(),
        pointers: Block::ALL
            .iter()
            .filter_map(|block| pointer(*block))
            .collect(),
    }
}

/// Which entities the actions of a block point at; none when they point at something else.
fn pointer(block: Block) -> Option<Pointer> {
    let (answer, named) = block.points_at();
    let kind = KINDS.iter().position(|(_, kind, _)| *kind == answer)?;
    let (.., first) = KINDS[kind];
    // The first actions may point at what is no entity: oneself.
    let own = usize::from(first.saturating_sub(named));
    let entity = usize::from(named.saturating_sub(first));
    Some(Pointer::new(
        block.start() + own,
        block.len() - own,
        kind,
        entity,
    ))
}

#[cfg(test)]
mod tests {
    use reckoners_env::action::decode;
    use reckoners_env::{ACTION_COUNT, Action};

    use super::*;

    /// The entity that an action speaks of, by its meaning.
    fn meant(action: Action) -> Option<(usize, usize)> {
        let district = action.district().map(|d| (0, d.ix()));
        let other = action.seat().and_then(|s| s.ix().checked_sub(1));
        district.or(other.map(|entity| (1, entity)))
    }

    #[test]
    fn actions_point_at_what_they_speak_of() {
        let targets = entities(32).targets(ACTION_COUNT);
        for (id, target) in targets.iter().enumerate() {
            let action = decode(id).expect("an id");
            let points = target.map(|t| (usize::from(t.kind), usize::from(t.entity)));
            assert_eq!(points, meant(action), "{action:?}");
        }
    }
}
