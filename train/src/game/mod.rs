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
use reckoners_agents::scripted::Scripted;
use reckoners_env::cards::Modules;
use reckoners_env::reward::Shaping;
use reckoners_env::rng::Purpose;
use reckoners_env::{
    ACTION_COUNT, Difficulty, Encoder, EnvOptions, EpisodeRules, OBS_LEN, Reckoner, Rules, Ruleset,
    TaskSet,
};

use crate::config::{Config, ConfigError};
use crate::env::{RolloutEnv, TaskScore, World};
use crate::trainer::thread_count;
use exam::Examinee;

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
        let modules: Vec<Modules> = names("env.modules", &env.modules)?;
        let rulesets: Vec<Ruleset> = modules
            .iter()
            .flat_map(|m| difficulties.iter().map(|d| Ruleset::base(*d).with(*m)))
            .collect();
        let tasks = TaskSet::with_pool(&rulesets, &env.players, &pool).context(
            "the settings env.players, env.difficulties, env.modules and env.pool do not fit",
        )?;
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

    /// How well the scripted player does on the games that networks are measured on.
    ///
    /// # Errors
    /// When the games cannot be made.
    pub fn evaluate_scripted(&self, games: u32) -> Result<Vec<TaskScore>> {
        let player = Scripted::new(self.encoder.rules());
        exam::exam(self, Examinee::Scripted(&player), games)
    }

    /// One set for each task, to choose the task and leave the team to luck.
    fn single_tasks(&self) -> Result<Vec<TaskSet>> {
        let single = |(ruleset, players): &(Ruleset, u8)| {
            let plays = |who: &Reckoner| ruleset.reckoners().contains(who);
            let pool: Vec<Reckoner> = self.pool.iter().copied().filter(plays).collect();
            TaskSet::with_pool(&[*ruleset], &[*players], &pool)
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
            .map(|(ruleset, n)| match ruleset.modules {
                Modules::NONE => format!("{}/{n}", ruleset.difficulty),
                modules => format!("{}/{n}/{modules}", ruleset.difficulty),
            })
            .collect()
    }

    fn shard(&self, seed: u64, first: usize, rows: usize) -> Result<Box<dyn RolloutEnv>> {
        Ok(Box::new(shard::GameShard::new(self, seed, first, rows)?))
    }

    fn evaluate(&self, net: &Net, games: u32) -> Result<Vec<TaskScore>> {
        exam::exam(self, Examinee::Net(net), games)
    }
}
