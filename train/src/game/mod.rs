//! The Reckoners as a world to train in.

mod boxes;
mod exam;
mod shard;
mod teacher;

pub use teacher::GameTeacher;

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::{Context, Result};
use reckoners_agents::net::agent::{action_encoding, observation_encoding};
use reckoners_agents::net::outlook::OUTLOOKS;
use reckoners_agents::net::{Encoding, Entities, Features, Net, Printed, cards};
use reckoners_agents::scripted::Scripted;
use reckoners_env::reward::Shaping;
use reckoners_env::rng::Purpose;
use reckoners_env::{
    ACTION_COUNT, Difficulty, EnvOptions, EpisodeRules, OBS_LEN, Reckoner, Rules, Ruleset, TaskSet,
};

use crate::config::{Config, ConfigError};
use crate::curriculum::factors;
use crate::env::{RolloutEnv, TaskScore, World};
use crate::trainer::thread_count;
use boxes::{BoxPlan, GameBox};
use exam::Examinee;

/// The game with the settings of a run.
#[derive(Debug, Clone)]
pub struct GameWorld {
    own: Arc<GameBox>,
    boxes: BoxPlan,
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
        let mut rulesets: Vec<Ruleset> = Vec::new();
        for game in &env.games {
            for difficulty in &difficulties {
                let ruleset = ruleset(game, *difficulty)?;
                if rulesets.contains(&ruleset) {
                    let game = ruleset.name();
                    return Err(ConfigError(format!("env.games has {game} twice")).into());
                }
                rulesets.push(ruleset);
            }
        }
        let mut tasks = TaskSet::with_pool(&rulesets, &env.players, &pool).context(
            "the settings env.players, env.difficulties, env.games and env.pool do not fit",
        )?;
        // The lessons and the first games are drawn before there are results to draw by.
        let factors = factors(&task_names(&tasks), &config.curriculum.weights)?;
        let most = factors.iter().copied().fold(0.0, f64::max);
        let shares: Vec<f32> = factors.iter().map(|f| (f / most) as f32).collect();
        tasks.set_weights(&shares)?;
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
            own: Arc::new(GameBox::new(None, rules)),
            boxes: BoxPlan {
                run: config.run.seed,
                settings: config.boxes.clone(),
                envs: config.run.envs,
            },
            tasks,
            pool,
            options,
            threads: thread_count(config.run.threads),
        })
    }

    /// One's own cards.
    fn own_box(&self) -> &Arc<GameBox> {
        &self.own
    }

    /// How well the scripted player does on the games that networks are measured on.
    ///
    /// # Errors
    /// When the games cannot be made.
    pub fn evaluate_scripted(&self, games: u32) -> Result<Vec<TaskScore>> {
        let player = Scripted::new(self.own.encoder.rules());
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

/// The names of tasks: difficulty and number of Reckoners, and the game unless it is the base game.
fn task_names(tasks: &TaskSet) -> Vec<String> {
    let name = |(ruleset, n): &(Ruleset, u8)| {
        let plain = *ruleset == Ruleset::base(ruleset.difficulty);
        let game = if plain {
            String::new()
        } else {
            format!("/{}", ruleset.name())
        };
        format!("{}/{n}{game}", ruleset.difficulty)
    };
    tasks.tasks().iter().map(name).collect()
}

/// A game of the settings at a difficulty.
fn ruleset(game: &toml::Table, difficulty: Difficulty) -> Result<Ruleset> {
    let mut whole = game.clone();
    whole.insert("difficulty".into(), difficulty.key().into());
    let ruleset: Ruleset = whole
        .try_into()
        .map_err(|error| ConfigError(format!("env.games: {}: {error}", game.to_string().trim())))?;
    if !ruleset.cards_fit() {
        let city = ruleset.city;
        return Err(ConfigError(format!("env.games: {city} has no newcago_cards")).into());
    }
    Ok(ruleset)
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
        Some(cards::entities(width))
    }

    fn printed(&self, width: usize) -> Option<Printed> {
        Some(cards::printed(width))
    }

    fn features(&self) -> Arc<Features> {
        Arc::clone(&self.own.features)
    }

    fn outlooks(&self) -> usize {
        OUTLOOKS
    }

    fn shards(&self) -> Option<usize> {
        let groups = self.boxes.settings.groups;
        (groups > 0).then_some(groups)
    }

    fn observation(&self) -> Encoding {
        observation_encoding()
    }

    fn action(&self) -> Encoding {
        action_encoding()
    }

    fn catalog(&self) -> String {
        self.own.encoder.rules().catalog().hash.clone()
    }

    fn games(&self) -> Vec<String> {
        let tasks = self.tasks.tasks().iter();
        let names = tasks.map(|(ruleset, _)| ruleset.unadjusted().name());
        names.collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn tasks(&self) -> Vec<String> {
        task_names(&self.tasks)
    }

    fn shard(&self, seed: u64, first: usize, rows: usize) -> Result<Box<dyn RolloutEnv>> {
        Ok(Box::new(shard::GameShard::new(self, seed, first, rows)?))
    }

    fn evaluate(&self, net: &Net, games: u32) -> Result<Vec<TaskScore>> {
        exam::exam(self, Examinee::Net(net), games)
    }
}
