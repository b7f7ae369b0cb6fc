//! The Reckoners as a world to train in.

mod entities;
mod exam;
mod shard;
mod teacher;

pub use teacher::ScriptedTeacher;

use std::sync::Arc;

use anyhow::{Context, Result};
use reckoners_agents::net::agent::{action_encoding, observation_encoding};
use reckoners_agents::net::{Encoding, Entities, Net};
use reckoners_env::reward::Shaping;
use reckoners_env::rng::Purpose;
use reckoners_env::{
    ACTION_COUNT, Difficulty, Encoder, EnvOptions, EpisodeRules, OBS_LEN, Reckoner, Rules, TaskSet,
};

use crate::config::{Config, ConfigError};
use crate::env::{RolloutEnv, TaskScore, World};
use crate::trainer::thread_count;

/// The game with the settings of a run.
#[derive(Debug, Clone)]
pub struct GameWorld {
    encoder: Arc<Encoder>,
    tasks: TaskSet,
    pool: Vec<Reckoner>,
    options: EnvOptions,
    threads: usize,
}

impl GameWorld {
    /// The game by these rules with the `[env]` settings of a run.
    ///
    /// # Errors
    /// Names the key and what would be right.
    pub fn new(rules: Rules, config: &Config) -> Result<Self> {
        let env = &config.env;
        let difficulties: Vec<Difficulty> = names("env.difficulties", &env.difficulties)?;
        let pool: Vec<Reckoner> = names("env.pool", &env.pool)?;
        let tasks = TaskSet::with_pool(&difficulties, &env.players, &pool)
            .context("the settings env.players, env.difficulties and env.pool do not fit")?;
        let options = EnvOptions {
            episode: EpisodeRules {
                round_cap: env.round_cap,
                ..EpisodeRules::default()
            },
            shaping: (config.ppo.shaping > 0.0).then_some(Shaping {
                boss: config.reward.boss,
                population: config.reward.population,
                danger: config.reward.danger,
            }),
            ..EnvOptions::default()
        };
        Ok(Self {
            encoder: Arc::new(Encoder::new(rules)),
            tasks,
            pool,
            options,
            threads: thread_count(config.run.threads),
        })
    }

    /// One set for each task, to choose the task and leave the team to luck.
    fn single_tasks(&self) -> Result<Vec<TaskSet>> {
        let single = |(difficulty, players): &(Difficulty, u8)| {
            TaskSet::with_pool(&[*difficulty], &[*players], &self.pool)
        };
        Ok(self
            .tasks
            .tasks()
            .iter()
            .map(single)
            .collect::<Result<_, _>>()?)
    }

    fn evaluation_options(&self) -> EnvOptions {
        EnvOptions {
            shaping: None,
            purpose: Purpose::Evaluation,
            ..self.options
        }
    }
}

/// Reads names of one kind; `key` stands for them in messages.
fn names<T: std::str::FromStr>(key: &str, texts: &[String]) -> Result<Vec<T>>
where
    T::Err: std::fmt::Display,
{
    let parse = |text: &String| {
        text.parse()
            .map_err(|error: T::Err| ConfigError(format!("{key}: {error}")).into())
    };
    texts.iter().map(parse).collect()
}

impl World for GameWorld {
    fn obs_len(&self) -> usize {
        OBS_LEN
    }

    fn action_count(&self) -> usize {
        ACTION_COUNT
    }

    fn entities(&self, width: usize) -> Option<Entities> {
        Some(entities::entities(width))
    }

    fn observation(&self) -> Encoding {
        observation_encoding()
    }

    fn action(&self) -> Encoding {
        action_encoding()
    }

    fn catalog(&self) -> String {
        self.encoder.rules().catalog().hash.clone()
    }

    fn tasks(&self) -> Vec<String> {
        self.tasks
            .tasks()
            .iter()
            .map(|(difficulty, n)| format!("{difficulty}/{n}"))
            .collect()
    }

    fn shard(&self, seed: u64, first: usize, rows: usize) -> Result<Box<dyn RolloutEnv>> {
        Ok(Box::new(shard::GameShard::new(self, seed, first, rows)?))
    }

    fn evaluate(&self, net: &Net, games: u32) -> Result<Vec<TaskScore>> {
        exam::exam(self, net, games)
    }
}
