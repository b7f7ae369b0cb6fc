//! Settings of a run: a TOML file, overridden key by key from the command line, and checked.

mod check;
mod load;

pub use load::{ConfigError, load, parse};

use std::collections::BTreeMap;

use reckoners_agents::net::{Activation, Body, NetSpec, Shape};
use serde::{Deserialize, Serialize};

use crate::env::World;
use crate::gradient::BackendName;

/// All settings of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The run as a whole.
    pub run: RunConfig,
    /// The network.
    pub net: NetConfig,
    /// Learning from play.
    pub ppo: PpoConfig,
    /// What is known beforehand.
    pub warm: WarmConfig,
    /// The games that are played.
    pub env: EnvConfig,
    /// Boxes other than one's own.
    #[serde(default)]
    pub boxes: BoxConfig,
    /// What shaping rewards.
    #[serde(default)]
    pub reward: RewardConfig,
    /// How often each kind of game is played.
    pub curriculum: CurriculumConfig,
    /// Measuring strength during training.
    pub eval: EvalConfig,
}

impl Config {
    /// Every key whose value differs, with both values: `ppo.lr is 0.1, there 0.2`.
    #[must_use]
    pub fn differences(&self, there: &Self) -> Vec<String> {
        let sections = |config: &Self| toml::Table::try_from(config).unwrap_or_default();
        let (here, there) = (sections(self), sections(there));
        let mut list = Vec::new();
        for (section, keys) in &here {
            list.extend(differing(section, keys, &there[section]));
        }
        list
    }
}

impl Config {
    /// Every setting that is a number or a switch, by its name, for charts.
    #[must_use]
    pub fn numbers(&self) -> Vec<(String, f64)> {
        let sections = toml::Table::try_from(self).unwrap_or_default();
        let mut list = Vec::new();
        for (section, keys) in &sections {
            for (key, value) in keys.as_table().into_iter().flatten() {
                let number = match value {
                    toml::Value::Integer(n) => Some(*n as f64),
                    toml::Value::Float(x) => Some(*x),
                    toml::Value::Boolean(b) => Some(f64::from(u8::from(*b))),
                    _ => None,
                };
                list.extend(number.map(|number| (format!("settings/{section}.{key}"), number)));
            }
        }
        list
    }
}

/// Every key of a section whose value differs, with both values.
fn differing(section: &str, here: &toml::Value, there: &toml::Value) -> Vec<String> {
    let keys = here.as_table().into_iter().flatten();
    keys.filter(|(key, value)| there[key.as_str()] != **value)
        .map(|(key, value)| format!("{section}.{key} is {value}, there {}", there[key.as_str()]))
        .collect()
}

/// The run as a whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunConfig {
    /// Everything random follows from it and from the number of threads.
    pub seed: u64,
    /// Decisions to train on.
    pub total_steps: u64,
    /// Games played side by side.
    pub envs: usize,
    /// Worker threads; 0 is one for each core.
    pub threads: usize,
    /// What computes gradients.
    pub backend: BackendName,
    /// `cpu`, or `cuda` where the libtorch at hand has it.
    pub device: DeviceName,
    /// Seconds between two saved states.
    pub checkpoint_seconds: u64,
}

/// Where the update runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeviceName {
    /// The processor.
    Cpu,
    /// The first graphics card.
    Cuda,
}

/// The network.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetConfig {
    /// Width of every hidden layer.
    pub width: usize,
    /// Blocks after the input layer.
    pub blocks: usize,
    /// How the blocks are chained.
    pub body: Body,
    /// The non-linearity.
    pub activation: Activation,
    /// Layer normalisation.
    pub norm: bool,
    /// Width of the codes of entities; 0 reads them by the input layer alone.
    #[serde(default)]
    pub entities: usize,
    /// Width of the codes of what is printed; 0 knows cards by their place in the files.
    #[serde(default)]
    pub printed: usize,
}

impl NetConfig {
    /// Every key whose value differs, with both values: `net.width is 256, there 128`.
    #[must_use]
    pub fn differences(&self, there: &Self) -> Vec<String> {
        let section = |net: &Self| toml::Value::try_from(net).expect("plain settings");
        differing("net", &section(self), &section(there))
    }

    /// The whole shape, given what the game shows and accepts.
    #[must_use]
    pub fn shape(&self, world: &dyn World) -> Shape {
        let net = NetSpec {
            obs_len: world.obs_len(),
            action_count: world.action_count(),
            width: self.width,
            blocks: self.blocks,
            body: self.body,
            activation: self.activation,
            norm: self.norm,
            outlooks: world.outlooks(),
            entities: (self.entities > 0)
                .then(|| world.entities(self.entities))
                .flatten(),
        };
        let printed = (self.printed > 0).then(|| world.printed(self.printed));
        Shape {
            net,
            printed: printed.flatten(),
        }
    }
}

impl From<&Shape> for NetConfig {
    fn from(Shape { net: spec, printed }: &Shape) -> Self {
        Self {
            width: spec.width,
            blocks: spec.blocks,
            body: spec.body,
            activation: spec.activation,
            norm: spec.norm,
            entities: spec.entities.as_ref().map_or(0, |e| e.width),
            printed: printed.as_ref().map_or(0, |p| p.width),
        }
    }
}

/// Learning from play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PpoConfig {
    /// Decisions of each game between two updates.
    pub steps: usize,
    /// Passes over them.
    pub epochs: usize,
    /// Samples of one gradient.
    pub minibatch: usize,
    /// Step size at the start.
    pub lr: f64,
    /// Step size at the end; it falls in a straight line.
    pub lr_end: f64,
    /// Discount of a decision.
    pub gamma: f32,
    /// Reach of the advantages.
    pub lambda: f32,
    /// Reach of the critic's targets.
    pub lambda_value: f32,
    /// How far a probability may move in one update.
    pub clip: f64,
    /// Weight of the entropy bonus at the start.
    pub entropy: f64,
    /// Weight of the entropy bonus at the end.
    pub entropy_end: f64,
    /// Count entropy as a share of the most that is possible.
    pub normalise_entropy: bool,
    /// Weight of the critic's loss.
    pub value: f64,
    /// Longest gradient.
    pub max_grad_norm: f64,
    /// Stop an update that has moved the policy further than this; 0 never stops.
    pub target_kl: f64,
    /// Scale of the shaping reward at the start.
    pub shaping: f64,
    /// Share of the run after which shaping is gone.
    pub shaping_until: f64,
    /// Memory of the averaged weights that are evaluated and saved; 0 uses the latest weights.
    pub ema: f64,
}

/// What is known beforehand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WarmConfig {
    /// Checkpoint to begin with, which may have been trained on other cards: a file, `net` for the
    /// shipped one, or empty for none.
    #[serde(default)]
    pub from: String,
    /// Checkpoint that plays the lessons in the games it was trained on, named as `from`; the scripted player
    /// plays the rest.
    #[serde(default)]
    pub teacher: String,
    /// Decisions of the teacher to learn from; 0 for none.
    pub samples: usize,
    /// Passes over each chunk of them.
    pub epochs: usize,
    /// Samples of one gradient.
    pub minibatch: usize,
    /// Step size of the first chunk; it falls from chunk to chunk.
    pub lr: f64,
}

/// The games that are played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnvConfig {
    /// Numbers of Reckoners.
    pub players: Vec<u8>,
    /// Difficulties, easiest first.
    pub difficulties: Vec<String>,
    /// The games, each as in a table file but for its difficulty: boss, city, newcago_cards, modules, adjustment.
    /// What is not said is as in the base game.
    #[serde(default = "base_game")]
    pub games: Vec<toml::Table>,
    /// Reckoners that the team of each game is drawn from.
    pub pool: Vec<String>,
    /// Rounds after which a game is cut short.
    pub round_cap: u16,
}

fn base_game() -> Vec<toml::Table> {
    vec![toml::Table::new()]
}

/// Boxes other than one's own.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxConfig {
    /// Groups of games, each with its own box; 0 plays with one's own cards only.
    pub groups: usize,
    /// How many of them always play with one's own cards.
    pub own: usize,
    /// Updates after which a group takes another box.
    pub every: u64,
}

/// What shaping rewards: weights of the terms of the potential, each a number from 0 to 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RewardConfig {
    /// Share of the boss's research and health that is done.
    pub boss: f32,
    /// Share of the population that is left.
    pub population: f32,
    /// Share of what is left that the coming Epic phase would take; counts against the team.
    pub danger: f32,
}

impl Default for RewardConfig {
    fn default() -> Self {
        Self {
            boss: 1.0,
            population: 0.5,
            danger: 0.25,
        }
    }
}

/// How often each kind of game is played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurriculumConfig {
    /// Share of games drawn evenly; the rest goes where outcomes are least certain.
    pub floor: f64,
    /// Factors of tasks, by their name or a part of it.
    #[serde(default)]
    pub weights: BTreeMap<String, f64>,
}

/// Measuring strength during training.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvalConfig {
    /// Decisions between two evaluations; 0 never evaluates.
    pub every_steps: u64,
    /// Held-out games of each task in one evaluation.
    pub games: u32,
}
