//! Things that an observation repeats with the same fields, such as districts, and the actions that
//! point at one of them.
//!
//! Each kind has one encoder for all of its entities, so that what is learned of one district holds
//! for all. The mean of the codes joins the observation on its way into the trunk; an action that
//! points at an entity is scored, beside its own weights, by the product of the entity's code with a
//! query that the trunk makes for that run of actions.

use pulp::Arch;
use serde::{Deserialize, Serialize};

use super::kernel::{Dense, Finish, PANEL};
use super::mask;
use super::spec::{NetSpec, SpecError};

/// The entities of an observation and the actions that point at them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The indices of all its numbers.
    #[must_use]
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.count * self.stride
    }
}

/// A run of actions of one meaning that point at one entity after the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
        let within = |start: usize, len: Option<usize>, most: usize| {
            len.and_then(|len| start.checked_add(len))
                .is_some_and(|end| end <= most)
        };
        if self.kinds.is_empty() || self.kinds.len() > 16 {
            return fail("entities.kinds", self.kinds.len(), "from 1 to 16 kinds");
        }
        for kind in &self.kinds {
            let len = kind.count.checked_mul(kind.stride);
            if len == Some(0) || !within(kind.start, len, spec.obs_len) {
                let rule = "the start of entities that lie within the observation";
                return fail("entities.kinds.start", kind.start, rule);
            }
        }
        if self.pointers.is_empty() || self.pointers.len() > 64 {
            return fail(
                "entities.pointers",
                self.pointers.len(),
                "from 1 to 64 runs",
            );
        }
        for pointer in &self.pointers {
            if !within(pointer.action, Some(pointer.count), spec.action_count) {
                let rule = "the first of a run of the network's actions";
                return fail("entities.pointers.action", pointer.action, rule);
            }
            let there = self.kinds.get(pointer.kind).map_or(0, |kind| kind.count);
            if !within(pointer.first, Some(pointer.count), there) {
                let rule = "the first of as many entities of its kind as it has actions";
                return fail("entities.pointers.first", pointer.first, rule);
            }
        }
        Ok(())
    }
}

/// The layers that read entities.
#[derive(Debug, Clone)]
pub(super) struct EntityNet {
    shape: Entities,
    targets: Vec<Option<Target>>,
    encoders: Vec<Dense>,
    pool: Dense,
    query: Dense,
}

/// Memory of one forward pass over entities.
#[derive(Debug, Clone, Default)]
pub(super) struct EntityScratch {
    fields: Vec<f32>,
    codes: Vec<Vec<f32>>,
    pooled: Vec<f32>,
    queries: Vec<f32>,
}

impl EntityNet {
    pub(super) fn new(shape: &Entities, width: usize, action_count: usize) -> Self {
        let encoder = |kind: &EntityKind| Dense::new(kind.stride, shape.width);
        Self {
            targets: shape.targets(action_count),
            encoders: shape.kinds.iter().map(encoder).collect(),
            pool: Dense::new(shape.pooled(), width),
            query: Dense::new(width, shape.queries()),
            shape: shape.clone(),
        }
    }

    /// Takes weight and bias of each layer, in the order of the layout.
    pub(super) fn load<'a>(&mut self, mut next: impl FnMut() -> (&'a [f32], &'a [f32])) {
        let layers = self.encoders.iter_mut();
        for layer in layers.chain([&mut self.pool, &mut self.query]) {
            let (weight, bias) = next();
            layer.load(weight, bias);
        }
    }

    /// Adds what the entities have to say to the sums of the input layer.
    pub(super) fn join(
        &self,
        obs: &[f32],
        obs_len: usize,
        finish: Finish,
        scratch: &mut EntityScratch,
        hidden: &mut [f32],
    ) {
        let rows = obs.len() / obs_len;
        let width = self.shape.width;
        scratch.codes.resize(self.shape.kinds.len(), Vec::new());
        scratch.pooled.resize(rows * self.shape.pooled(), 0.0);
        for (index, (kind, encoder)) in self.shape.kinds.iter().zip(&self.encoders).enumerate() {
            gather_fields(obs, obs_len, kind, &mut scratch.fields);
            let codes = &mut scratch.codes[index];
            codes.resize(rows * kind.count * width, 0.0);
            encoder.apply(&scratch.fields, codes, finish);
            mean_codes(codes, kind.count, width, index, &mut scratch.pooled);
        }
        self.pool.add(&scratch.pooled, hidden);
    }

    /// Adds to the logits of legal actions that point at an entity.
    pub(super) fn score(
        &self,
        features: &[f32],
        masks: &[u64],
        scratch: &mut EntityScratch,
        logits: &mut [f32],
    ) {
        let words = self.targets.len().div_ceil(64);
        let rows = masks.len() / words;
        let EntityScratch { codes, queries, .. } = scratch;
        queries.resize(rows * self.shape.queries(), 0.0);
        self.query.apply(features, queries, Finish::Linear);
        Arch::new().dispatch(|| {
            let batch = masks.chunks_exact(words);
            for (row, mask) in batch.enumerate() {
                let logits = &mut logits[row * self.targets.len()..][..self.targets.len()];
                for action in mask::iter(mask) {
                    if let Some(target) = self.targets[action] {
                        let query = &queries[self.shape.query_at(row, target)];
                        let code = &codes[usize::from(target.kind)];
                        logits[action] += dot(query, &code[self.shape.code_at(row, target)]);
                    }
                }
            }
        });
    }
}

impl Entities {
    /// Where the query that scores a target lies.
    #[must_use]
    pub fn query_at(&self, row: usize, target: Target) -> std::ops::Range<usize> {
        let at = (row * self.pointers.len() + usize::from(target.pointer)) * self.width;
        at..at + self.width
    }

    /// Where the code of a target lies among the codes of its kind.
    #[must_use]
    pub fn code_at(&self, row: usize, target: Target) -> std::ops::Range<usize> {
        let count = self.kinds[usize::from(target.kind)].count;
        let at = (row * count + usize::from(target.entity)) * self.width;
        at..at + self.width
    }
}

/// Copies the numbers of one kind of entity out of a batch of observations.
pub fn gather_fields(obs: &[f32], obs_len: usize, kind: &EntityKind, out: &mut Vec<f32>) {
    out.clear();
    for row in obs.chunks_exact(obs_len) {
        out.extend_from_slice(&row[kind.range()]);
    }
}

/// Writes the mean of each row's codes to the place of the kind with this index.
pub fn mean_codes(codes: &[f32], count: usize, width: usize, index: usize, pooled: &mut [f32]) {
    let rows = codes.len() / (count * width);
    let stride = pooled.len() / rows.max(1);
    let share = 1.0 / count as f32;
    Arch::new().dispatch(|| {
        let batch = codes.chunks_exact(count * width);
        for (codes, pooled) in batch.zip(pooled.chunks_exact_mut(stride)) {
            let out = &mut pooled[index * width..(index + 1) * width];
            out.fill(0.0);
            for code in codes.chunks_exact(width) {
                out.iter_mut().zip(code).for_each(|(o, c)| *o += c * share);
            }
        }
    });
}

/// The product of two codes, summed in lanes so that it becomes vector code.
#[inline(always)]
#[must_use]
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0f32; LANES];
    let pairs = a
        .as_chunks::<LANES>()
        .0
        .iter()
        .zip(b.as_chunks::<LANES>().0);
    for (a, b) in pairs {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}
