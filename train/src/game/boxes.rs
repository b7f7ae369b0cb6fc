//! Which cards the games of a run are played with.

use std::sync::Arc;

use anyhow::{Context, Result};
use reckoners_agents::boxes::playable;
use reckoners_agents::net::{Features, cards};
use reckoners_env::cards::sample::training_box;
use reckoners_env::{Encoder, Rules};

use crate::config::BoxConfig;

/// A box that games are played with.
#[derive(Debug)]
pub(super) struct GameBox {
    /// Its seed; none for one's own cards.
    pub(super) seed: Option<u64>,
    pub(super) encoder: Arc<Encoder>,
    pub(super) features: Arc<Features>,
}

impl GameBox {
    pub(super) fn new(seed: Option<u64>, rules: Rules) -> Self {
        Self {
            seed,
            features: cards::features(rules.catalog()),
            encoder: Arc::new(Encoder::new(rules)),
        }
    }
}

/// When each group of games takes which box.
#[derive(Debug, Clone)]
pub(super) struct BoxPlan {
    pub(super) run: u64,
    pub(super) settings: BoxConfig,
    pub(super) envs: usize,
}

impl BoxPlan {
    /// The box of the group that begins with an environment, at an update: its seed, or one's own cards.
    pub(super) fn at(&self, first: usize, update: u64) -> Option<u64> {
        let BoxConfig { groups, own, every } = self.settings;
        if groups == 0 {
            return None;
        }
        let group = (0..groups).rfind(|g| g * self.envs / groups <= first);
        let group = group.unwrap_or_default();
        // One after the other, so that the batch never changes all at once.
        let drawn = (update + every * group as u64 / groups as u64) / every;
        (group >= own).then(|| training_box(self.run, drawn * groups as u64 + group as u64))
    }

    /// Makes a box.
    pub(super) fn open(&self, seed: Option<u64>, own: &Arc<GameBox>) -> Result<Arc<GameBox>> {
        let Some(seed) = seed else {
            return Ok(Arc::clone(own));
        };
        let made = playable(seed).with_context(|| format!("box {seed}"))?;
        Ok(Arc::new(GameBox::new(Some(seed), Rules::new(made.catalog))))
    }
}
