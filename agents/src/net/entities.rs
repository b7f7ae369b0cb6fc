//! Things that an observation repeats with the same fields, such as districts, and the actions that
//! point at one of them.
//!
//! Each kind has one encoder for all of its entities, so that what is learned of one district holds
//! for all. The mean of the codes joins the observation on its way into the trunk; an action that
//! points at an entity is scored, beside its own weights, by the product of the entity's code with a
//! query that the trunk makes for that run of actions.

use serde::{Deserialize, Serialize};

use super::kernel::PANEL;
use super::spec::{NetSpec, SpecError};

/// The entities of an observation and the actions that point at them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entities {
    /// Numbers of one code; a multiple of 32.
    pub width: usize,
    /// Kinds of entities.
    pub kinds: Vec<EntityKind>,
    /// Runs of actions that point at them.
    pub pointers: Vec<Pointer>,
}

/// Entities with the same fields, one after the other in the observation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntityKind {
    /// Its name, for the checkpoint.
    pub name: String,
    /// Index of the first number of the first entity.
    pub start: usize,
    /// Numbers of one entity.
    pub stride: usize,
    /// How many there are.
    pub count: usize,
}

impl EntityKind {
    /// So many entities of so many numbers each, from an index of the observation on.
    #[must_use]
    pub fn new(name: &str, start: usize, stride: usize, count: usize) -> Self {
        Self {
            name: name.to_owned(),
            start,
            stride,
            count,
        }
    }

    /// The indices of all its numbers.
    #[must_use]
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.count * self.stride
    }
}

/// A run of actions of one meaning that point at one entity after the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pointer {
    /// Its first action.
    pub action: usize,
    /// Number of actions.
    pub count: usize,
    /// Index of the kind they point at.
    pub kind: usize,
    /// The entity of the first action.
    pub first: usize,
}

impl Pointer {
    /// So many actions from one on, pointing at entities of a kind from one on.
    #[must_use]
    pub fn new(action: usize, count: usize, kind: usize, first: usize) -> Self {
        Self {
            action,
            count,
            kind,
            first,
        }
    }
}

/// What one action points at: query, kind and entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// Which query scores it.
    pub pointer: u16,
    /// The kind of the entity.
    pub kind: u16,
    /// Which entity of the kind.
    pub entity: u16,
}

impl Entities {
    /// Numbers of the mean codes of all kinds.
    #[must_use]
    pub fn pooled(&self) -> usize {
        self.kinds.len() * self.width
    }

    /// Numbers of the queries of all pointers.
    #[must_use]
    pub fn queries(&self) -> usize {
        self.pointers.len() * self.width
    }

    /// What each action points at, if anything.
    #[must_use]
    pub fn targets(&self, action_count: usize) -> Vec<Option<Target>> {
        let mut targets = vec![None; action_count];
        for (index, pointer) in self.pointers.iter().enumerate() {
            for i in 0..pointer.count {
                targets[pointer.action + i] = Some(Target {
                    pointer: index as u16,
                    kind: pointer.kind as u16,
                    entity: (pointer.first + i) as u16,
                });
            }
        }
        targets
    }

    /// Where the code of a target lies among the codes of its kind.
    #[must_use]
    pub fn code_at(&self, row: usize, target: Target) -> std::ops::Range<usize> {
        let count = self.kinds[usize::from(target.kind)].count;
        let at = (row * count + usize::from(target.entity)) * self.width;
        at..at + self.width
    }

    /// Checks that everything lies within the observation and the actions of a network.
    ///
    /// # Errors
    /// Names the first value out of range and its rule.
    pub(super) fn validate(&self, spec: &NetSpec) -> Result<(), SpecError> {
        let fail = |field, value, rule| Err(SpecError { field, value, rule });
        if self.width == 0 || self.width > 1024 || !self.width.is_multiple_of(PANEL) {
            return fail(
                "entities.width",
                self.width,
                "a multiple of 32 from 32 to 1024",
            );
        }
        if self.kinds.is_empty() || self.kinds.len() > 16 {
            return fail("entities.kinds", self.kinds.len(), "from 1 to 16 kinds");
        }
        // Neither kinds nor runs of actions overlap: then codes and scores are no more than the
        // observation and the actions.
        let mut read = vec![false; spec.obs_len];
        for kind in &self.kinds {
            let end = kind
                .count
                .checked_mul(kind.stride)
                .and_then(|len| kind.start.checked_add(len));
            let free = end.is_some_and(|end| {
                let numbers = read.get(kind.start..end).unwrap_or_default();
                !numbers.is_empty() && !numbers.contains(&true)
            });
            if !free {
                let rule = "the start of entities within the observation that no other kind reads";
                return fail("entities.kinds.start", kind.start, rule);
            }
            read[kind.range()].fill(true);
        }
        if self.pointers.is_empty() || self.pointers.len() > 64 {
            return fail(
                "entities.pointers",
                self.pointers.len(),
                "from 1 to 64 runs",
            );
        }
        let mut taken = vec![false; spec.action_count];
        for pointer in &self.pointers {
            let Some(kind) = self.kinds.get(pointer.kind) else {
                return fail("entities.pointers.kind", pointer.kind, "one of the kinds");
            };
            let within = |start: usize, most: usize| {
                let end = start.checked_add(pointer.count);
                end.is_some_and(|end| pointer.count > 0 && end <= most)
            };
            if !within(pointer.first, kind.count) {
                let rule = "the first of as many entities of its kind as it has actions";
                return fail("entities.pointers.first", pointer.first, rule);
            }
            let action = pointer.action;
            let free = within(action, spec.action_count)
                && !taken[action..action + pointer.count].contains(&true);
            if !free {
                let rule = "the first of a run of actions that no other pointer has";
                return fail("entities.pointers.action", action, rule);
            }
            taken[action..action + pointer.count].fill(true);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::{Activation, Body};

    fn good() -> Entities {
        Entities {
            width: 32,
            kinds: vec![EntityKind::new("a", 6, 3, 4), EntityKind::new("b", 0, 1, 6)],
            pointers: vec![Pointer::new(0, 3, 0, 1), Pointer::new(5, 6, 1, 0)],
        }
    }

    #[test]
    fn what_does_not_lie_within_the_network_is_refused() {
        let spec = NetSpec {
            obs_len: 20,
            action_count: 11,
            width: 32,
            blocks: 0,
            body: Body::Mlp,
            activation: Activation::Relu,
            norm: false,
            outlooks: 0,
            entities: None,
        };
        good().validate(&spec).expect("everything lies within");
        type Change = fn(&mut Entities);
        let cases: [(Change, &str); 14] = [
            (|e| e.width = 0, "entities.width"),
            (|e| e.width = 40, "entities.width"),
            (|e| e.kinds.clear(), "entities.kinds"),
            (|e| e.kinds[0].count = 0, "entities.kinds.start"),
            (|e| e.kinds[0].stride = usize::MAX, "entities.kinds.start"),
            (|e| e.kinds[1].start = 1, "entities.kinds.start"),
            (|e| e.kinds[0].start = 9, "entities.kinds.start"),
            (|e| e.pointers.clear(), "entities.pointers"),
            (|e| e.pointers[0].kind = 2, "entities.pointers.kind"),
            (|e| e.pointers[0].count = 0, "entities.pointers.first"),
            (|e| e.pointers[0].first = 2, "entities.pointers.first"),
            (
                |e| e.pointers[0].first = usize::MAX,
                "entities.pointers.first",
            ),
            (|e| e.pointers[0].action = 3, "entities.pointers.action"),
            (|e| e.pointers[1].action = 6, "entities.pointers.action"),
        ];
        for (number, (change, field)) in cases.into_iter().enumerate() {
            let mut bad = good();
            change(&mut bad);
            let error = bad.validate(&spec).expect_err(field);
            assert_eq!(error.field, field, "case {number}");
        }
    }

    #[test]
    fn actions_point_at_one_entity_after_the_other() {
        let targets = good().targets(11);
        let found: Vec<Option<(u16, u16, u16)>> = targets
            .iter()
            .map(|t| t.map(|t| (t.pointer, t.kind, t.entity)))
            .collect();
        assert_eq!(
            found[..5],
            [
                Some((0, 0, 1)),
                Some((0, 0, 2)),
                Some((0, 0, 3)),
                None,
                None
            ]
        );
        assert_eq!(found[5], Some((1, 1, 0)));
        assert_eq!(found[10], Some((1, 1, 5)));
    }
}
