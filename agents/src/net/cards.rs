//! How networks read this game: what its observations repeat, what its actions point at, and what is printed on its
//! cards and dice.

use std::sync::Arc;

use reckoners_env::action::{Answer, Block};
use reckoners_env::cards::Catalog;
use reckoners_env::obs::SECTIONS;
use reckoners_env::obs::features::Sheet;

use super::entities::{Entities, EntityKind, Pointer};
use super::printed::{Features, Place, Printed, PrintedKind, Use};

/// Sections of the observation that are read by shared weights, with what points at them and the
/// number of their first entity: the acting Reckoner is not among the others.
const KINDS: [(&str, Answer, u8); 4] = [
    ("districts", Answer::District, 0),
    ("others", Answer::Seat, 1),
    ("tracks", Answer::Track, 0),
    ("faces", Answer::Face, 0),
];

/// Districts, other Reckoners, the boss's tracks and the faces to choose from, with codes of this width.
#[must_use]
pub fn entities(width: usize) -> Entities {
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

/// Everything that is printed, with codes of this width: read by the input layer, or by the encoder of the entities
/// that have it.
#[must_use]
pub fn printed(width: usize) -> Printed {
    let mut uses: Vec<Use> = Vec::new();
    let mut unread = Vec::new();
    for (kind, sheet) in Sheet::ALL.into_iter().enumerate() {
        for (section, field, start) in sheet.runs() {
            let entity = KINDS.iter().position(|(name, ..)| *name == section);
            let name = format!("{section}.{field}");
            let Some(entity) = entity else {
                uses.push(Use {
                    name,
                    kind,
                    place: Place::Input,
                    starts: vec![start],
                });
                continue;
            };
            unread.push([start, sheet.rows()]);
            if uses.iter().all(|made| made.name != name) {
                let found = SECTIONS.iter().find(|s| s.name == section);
                let first = found.expect("a section of the observation").start;
                uses.push(Use {
                    name,
                    kind,
                    place: Place::Entity(entity),
                    starts: vec![start - first],
                });
            }
        }
        for block in sheet.blocks() {
            // Some blocks name all of them for each seat in turn.
            let starts = (0..block.len()).step_by(sheet.rows());
            uses.push(Use {
                name: block.name().to_lowercase(),
                kind,
                place: Place::Policy,
                starts: starts.map(|at| block.start() + at).collect(),
            });
        }
    }
    let kind = |sheet: Sheet| PrintedKind {
        name: sheet.name().to_owned(),
        rows: sheet.rows(),
        features: sheet.names().len(),
    };
    Printed {
        width,
        kinds: Sheet::ALL.into_iter().map(kind).collect(),
        uses,
        unread,
    }
}

/// The features of a box.
#[must_use]
pub fn features(catalog: &Catalog) -> Arc<Features> {
    let values = Sheet::ALL.into_iter().map(|sheet| sheet.values(catalog));
    Arc::new(Features(values.collect()))
}

#[cfg(test)]
mod tests {
    use reckoners_env::action::decode;
    use reckoners_env::{ACTION_COUNT, Action, OBS_LEN};

    use super::*;
    use crate::net::outlook::OUTLOOKS;
    use crate::net::{Activation, Body, NetSpec};

    /// The entity that an action speaks of, by its meaning.
    fn meant(action: Action) -> Option<(usize, usize)> {
        let district = action.district().map(|d| (0, d.ix()));
        let other = action.seat().and_then(|s| s.ix().checked_sub(1));
        match action {
            Action::ContainBoss { track } => Some((2, track.index())),
            Action::SetFace { face } => Some((3, face.ix())),
            _ => district.or(other.map(|entity| (1, entity))),
        }
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

    #[test]
    fn no_card_has_weights_of_its_own() {
        let spec = NetSpec {
            obs_len: OBS_LEN,
            action_count: ACTION_COUNT,
            width: 32,
            blocks: 0,
            body: Body::Mlp,
            activation: Activation::Relu,
            norm: false,
            outlooks: OUTLOOKS,
            entities: Some(entities(32)),
        };
        let printed = printed(16);
        printed.validate(&spec).expect("it lies within");
        let rows_of = |made: &Use| printed.kinds[made.kind].rows;
        let made = |action: usize| {
            let runs = printed.uses.iter().filter(|u| u.place == Place::Policy);
            runs.flat_map(|u| u.starts.iter().map(move |s| *s..s + rows_of(u)))
                .any(|run| run.contains(&action))
        };
        for id in 0..ACTION_COUNT {
            let names_card = matches!(
                decode(id).expect("an id"),
                Action::UseCard { .. }
                    | Action::Buy { .. }
                    | Action::NameCard { .. }
                    | Action::Keep { .. }
                    | Action::AbilityDie { .. }
                    | Action::Take { .. }
                    | Action::Kind { .. }
                    | Action::BuyBack { .. }
                    | Action::LoseDie { .. }
                    | Action::Aid { .. }
            );
            assert_eq!(made(id), names_card, "{:?}", decode(id));
        }
    }
}
