//! What a run was made from, so that it never goes on as another run.

use anyhow::{Result, ensure};
use reckoners_agents::net::{Encoding, Shape};
use serde::{Deserialize, Serialize};

use crate::config::Config;
use crate::env::World;

/// What may not change between two parts of a run: saved games and results by task mean nothing
/// under another seed, other tasks or other cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// `run.seed`.
    pub seed: u64,
    /// `run.envs`.
    pub envs: usize,
    /// `env.round_cap`.
    pub round_cap: u16,
    /// `warm.from`; runs of older programs had none.
    #[serde(default)]
    pub from: String,
    /// `warm.teacher`.
    #[serde(default)]
    pub teacher: String,
    /// `env.pool`.
    pub pool: Vec<String>,
    /// Names of the tasks, in their order.
    pub tasks: Vec<String>,
    /// Content hash of the game's data.
    pub catalog: String,
    /// Shape of the network.
    #[serde(flatten)]
    pub shape: Shape,
    /// Observation and action encodings.
    pub encodings: (Encoding, Encoding),
}

impl Origin {
    /// What these settings make in this world.
    #[must_use]
    pub fn new(world: &dyn World, config: &Config) -> Self {
        Self {
            seed: config.run.seed,
            envs: config.run.envs,
            round_cap: config.env.round_cap,
            from: config.warm.from.clone(),
            teacher: config.warm.teacher.clone(),
            pool: config.env.pool.clone(),
            tasks: world.tasks(),
            catalog: world.catalog(),
            shape: config.net.shape(world),
            encodings: (world.observation(), world.action()),
        }
    }

    /// Checks that a saved run has the same origin.
    ///
    /// # Errors
    /// Names the first setting that differs, both values, and what to do.
    pub fn check(&self, saved: &Self) -> Result<()> {
        for (key, now, then) in [
            ("run.seed", self.seed, saved.seed),
            ("run.envs", self.envs as u64, saved.envs as u64),
            (
                "env.round_cap",
                self.round_cap.into(),
                saved.round_cap.into(),
            ),
        ] {
            ensure!(
                now == then,
                "{key} is {now}, the saved run has {then}; set {key} to {then}"
            );
        }
        for (key, now, then) in [
            ("from", &self.from, &saved.from),
            ("teacher", &self.teacher, &saved.teacher),
        ] {
            ensure!(
                now == then,
                "warm.{key} is \"{now}\", the saved run began with \"{then}\"; leave it as it was"
            );
        }
        ensure!(
            self.pool == saved.pool,
            "env.pool is {}; the saved run has {}, and goes on with these in this order",
            self.pool.join(", "),
            saved.pool.join(", ")
        );
        ensure!(
            self.tasks == saved.tasks,
            "env.difficulties, env.players and env.games make the tasks {}; the saved run has {}, and goes \
             on with these in this order",
            self.tasks.join(", "),
            saved.tasks.join(", ")
        );
        ensure!(
            self.catalog == saved.catalog,
            "the cards are {}, the saved run was made with {}; name the folder of its cards with \
             --cards DIR, or leave --cards out if it was made with the built-in ones; train for other \
             cards with --fresh or another --run folder",
            self.catalog,
            saved.catalog
        );
        ensure!(
            self.shape == saved.shape,
            "the [net] section is not that of the saved run; leave its settings as they were"
        );
        ensure!(
            self.encodings == saved.encodings,
            "the saved run was made with other observations or actions; go on with the program \
             version that made it, or start over with --fresh"
        );
        Ok(())
    }
}
