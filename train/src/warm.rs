//! Warm start: imitation of a teacher before learning from play.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, ensure};
use reckoners_agents::net::{Features, Shape, Weaver};

use crate::adam::{self, Adam};
use crate::gradient::{Backend, Woven};
use crate::schedule::linear;
use crate::update::{even_size, shuffle};
use reckoners_env::rng::{Purpose, stream};

/// Samples for imitation: positions, and what a teacher did in them.
#[derive(Debug, Clone, Default)]
pub struct Lessons {
    /// `[samples, obs_len]`.
    pub obs: Vec<f32>,
    /// `[samples, mask_words]`.
    pub masks: Vec<u64>,
    /// What the teacher did.
    pub actions: Vec<u16>,
    /// What is printed on the cards that were played with.
    pub features: Arc<Features>,
    /// How the game ended (1 won, 0 lost), or a negative number where that is not known.
    pub outcomes: Vec<f32>,
}

/// A player to be imitated.
pub trait Teacher {
    /// Replaces `lessons` by about so many new samples; fewer only when the teacher has no more.
    ///
    /// # Errors
    /// When the teacher cannot play.
    fn teach(&mut self, samples: usize, lessons: &mut Lessons) -> Result<()>;
}

/// The settings of a warm start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WarmPlan {
    /// Samples to learn from, in all.
    pub samples: usize,
    /// Samples asked of the teacher at a time.
    pub chunk: usize,
    /// Passes over each chunk.
    pub epochs: usize,
    /// Samples of one gradient.
    pub minibatch: usize,
    /// Step size of the first chunk; from chunk to chunk it falls in a straight line to nothing.
    pub rate: f64,
    /// Weight of the critic's loss.
    pub value: f64,
    /// Longest gradient.
    pub max_grad_norm: f64,
}

impl WarmPlan {
    /// Memory that the observations of one chunk take.
    #[must_use]
    pub fn bytes(&self, obs_len: usize) -> u64 {
        self.chunk as u64 * obs_len as u64 * size_of::<f32>() as u64
    }

    /// Samples to ask of the teacher after so many.
    fn next(&self, done: usize) -> usize {
        self.chunk.min(self.samples.saturating_sub(done)).max(1)
    }
}

/// Lets a teacher play its first `done` samples again without learning from them: it plays the same games every
/// time, so those that follow are those that would have followed. `stop` is looked at before every chunk.
///
/// # Errors
/// When the teacher fails.
pub fn catch_up(
    teacher: &mut dyn Teacher,
    plan: &WarmPlan,
    done: usize,
    stop: &AtomicBool,
) -> Result<()> {
    let mut lessons = Lessons::default();
    let mut seen = 0;
    while seen < done && !stop.load(Ordering::Relaxed) {
        teacher.teach(plan.next(seen), &mut lessons)?;
        if lessons.actions.is_empty() {
            break;
        }
        seen += lessons.actions.len();
    }
    Ok(())
}

/// Learns the next chunk of lessons after the first `done`; gives how many they were and their mean
/// loss, or nothing when the teacher has no more.
///
/// # Errors
/// When the teacher fails or the loss is not finite.
pub fn learn_chunk(
    (backend, shape): (&mut Backend, &Shape),
    teacher: &mut dyn Teacher,
    (parameters, optimizer): (&mut [f32], &mut Adam),
    plan: &WarmPlan,
    seed: u64,
    done: usize,
) -> Result<Option<(usize, f64)>> {
    let mut lessons = Lessons::default();
    teacher.teach(plan.next(done), &mut lessons)?;
    if lessons.actions.is_empty() {
        return Ok(None);
    }
    let weaver: Vec<Weaver> = shape.weaver(&lessons.features)?.into_iter().collect();
    let mut source = backend.imitation(&lessons, plan.value);
    if !weaver.is_empty() {
        let counts = std::iter::once(lessons.actions.len());
        source = Box::new(Woven::new(source, &weaver, counts));
    }
    let mut order: Vec<u32> = (0..source.samples() as u32).collect();
    let mut gradient = vec![0.0; parameters.len()];
    let mut rng = stream(seed, done as u64, 0, Purpose::Lessons);
    let rate = linear(plan.rate, 0.0, 1.0, done as f64 / plan.samples as f64);
    let mut mean = 0.0;
    for _ in 0..plan.epochs {
        shuffle(&mut order, &mut rng);
        mean = 0.0;
        for rows in order.chunks(even_size(order.len(), plan.minibatch)) {
            let stats = source.gradient(parameters, rows, &mut gradient)?;
            let norm = adam::clip(&mut gradient, plan.max_grad_norm);
            ensure!(
                norm.is_finite(),
                "the gradient of the warm start is not a finite number; lower warm.lr"
            );
            optimizer.step(parameters, &gradient, rate);
            mean += stats.policy_loss * rows.len() as f64 / order.len() as f64;
        }
    }
    Ok(Some((order.len(), mean)))
}
