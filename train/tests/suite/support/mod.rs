//! Toy problems with known answers, behind the same trait as the game.

pub(crate) mod bandit;
pub(crate) mod chain;
pub(crate) mod cutoff;
pub(crate) mod dice;

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use rand_chacha::ChaCha8Rng;
use reckoners_agents::net::{Activation, Body, Encoding, Entities, EntityKind, Net, Pointer, mask};
use reckoners_env::rng::{Purpose, stream};
use reckoners_train::config::{
    BoxConfig, Config, CurriculumConfig, DeviceName, EnvConfig, EvalConfig, NetConfig, PpoConfig,
    RewardConfig, RunConfig, WarmConfig,
};
use reckoners_train::env::{Ending, EpisodeSummary, RolloutEnv, StepOut, TaskScore, World};
use reckoners_train::gradient::BackendName;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How a toy goes on after an action.
pub(crate) enum Outcome {
    Goes,
    Ends(f32),
    Cut,
}

/// One small problem.
pub(crate) trait Toy: Clone + Serialize + DeserializeOwned + Send + 'static {
    const OBS: usize;
    const ACTIONS: usize;

    fn start(rng: &mut ChaCha8Rng) -> Self;
    /// Writes the observation (zeroed before) and the mask (zeroed before).
    fn show(&self, obs: &mut [f32], mask: &mut [u64]);
    fn act(&mut self, action: u16, rng: &mut ChaCha8Rng) -> Outcome;
}

/// A world of one toy.
pub(crate) struct ToyWorld<T>(std::marker::PhantomData<fn() -> T>);

impl<T> ToyWorld<T> {
    pub(crate) fn new() -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<T: Toy> World for ToyWorld<T> {
    fn obs_len(&self) -> usize {
        T::OBS
    }

    fn action_count(&self) -> usize {
        T::ACTIONS
    }

    fn observation(&self) -> Encoding {
        Encoding {
            version: 1,
            hash: "toy".into(),
        }
    }

    fn action(&self) -> Encoding {
        Encoding {
            version: 1,
            hash: "toy".into(),
        }
    }

    fn catalog(&self) -> String {
        "toy".into()
    }

    fn tasks(&self) -> Vec<String> {
        vec!["toy".into()]
    }

    fn shard(&self, seed: u64, first: usize, rows: usize) -> Result<Box<dyn RolloutEnv>> {
        let rows = (first..first + rows).map(|env| Row::<T>::start(seed, env, 0));
        Ok(Box::new(ToyShard {
            seed,
            rows: rows.collect(),
        }))
    }

    fn evaluate(&self, _net: &Net, _games: u32) -> Result<Vec<TaskScore>> {
        Ok(Vec::new())
    }
}

struct Row<T> {
    env: usize,
    episode: u64,
    decisions: u32,
    rng: ChaCha8Rng,
    toy: T,
}

impl<T: Toy> Row<T> {
    fn start(seed: u64, env: usize, episode: u64) -> Self {
        let mut rng = stream(seed, env as u64, episode, Purpose::Training);
        let toy = T::start(&mut rng);
        Self {
            env,
            episode,
            decisions: 0,
            rng,
            toy,
        }
    }

    fn show(&self, obs: &mut [f32], masks: &mut [u64]) {
        obs.fill(0.0);
        masks.fill(0);
        self.toy.show(obs, masks);
    }
}

struct ToyShard<T> {
    seed: u64,
    rows: Vec<Row<T>>,
}

impl<T: Toy> RolloutEnv for ToyShard<T> {
    fn observe(&mut self, obs: &mut [f32], masks: &mut [u64]) {
        let words = T::ACTIONS.div_ceil(64);
        let views = obs
            .chunks_exact_mut(T::OBS)
            .zip(masks.chunks_exact_mut(words));
        for (row, (obs, mask)) in self.rows.iter().zip(views) {
            row.show(obs, mask);
        }
    }

    fn step(&mut self, actions: &[u16], out: &mut StepOut, obs: &mut [f32], masks: &mut [u64]) {
        let words = T::ACTIONS.div_ceil(64);
        for (i, row) in self.rows.iter_mut().enumerate() {
            let mut legal = vec![0; words];
            row.show(&mut vec![0.0; T::OBS], &mut legal);
            assert!(
                mask::contains(&legal, actions[i].into()),
                "illegal action {}",
                actions[i]
            );
            row.decisions += 1;
            let (ending, reward) = match row.toy.act(actions[i], &mut row.rng) {
                Outcome::Goes => (Ending::Running, 0.0),
                Outcome::Ends(reward) => (Ending::Terminated, reward),
                Outcome::Cut => (Ending::Truncated, 0.0),
            };
            out.rewards[i] = reward;
            out.endings[i] = ending;
            if ending == Ending::Truncated {
                row.show(&mut out.final_obs[i * T::OBS..(i + 1) * T::OBS], &mut legal);
            }
            if ending != Ending::Running {
                out.episodes.push(EpisodeSummary {
                    task: 0,
                    score: reward,
                    decisions: row.decisions,
                    rounds: 0,
                    truncated: ending == Ending::Truncated,
                });
                *row = Row::start(self.seed, row.env, row.episode + 1);
            }
        }
        self.observe(obs, masks);
    }

    fn set_task_weights(&mut self, weights: &[f32]) {
        assert_eq!(weights.len(), 1);
    }

    fn save(&self) -> Vec<Value> {
        let rows = self.rows.iter().map(|row| {
            let at = u64::try_from(row.rng.get_word_pos()).expect("short episodes");
            serde_json::to_value((row.episode, row.decisions, at, &row.toy))
        });
        rows.collect::<Result<_, _>>().expect("toys are plain data")
    }

    fn restore(&mut self, saved: &[Value]) -> Result<()> {
        ensure!(saved.len() == self.rows.len(), "another number of rows");
        for (row, saved) in self.rows.iter_mut().zip(saved) {
            let (episode, decisions, at, toy) =
                <(u64, u32, u64, T)>::deserialize(saved).context("toy state")?;
            *row = Row {
                decisions,
                toy,
                ..Row::start(self.seed, row.env, episode)
            };
            row.rng.set_word_pos(at.into());
        }
        Ok(())
    }
}

/// Settings that suit small problems; tests change what they need.
pub(crate) fn config() -> Config {
    Config {
        run: RunConfig {
            seed: 7,
            total_steps: 100_000,
            envs: 32,
            threads: 2,
            backend: BackendName::Native,
            device: DeviceName::Cpu,
            checkpoint_seconds: 3600,
        },
        net: NetConfig {
            width: 64,
            blocks: 1,
            body: Body::Residual,
            activation: Activation::Relu,
            norm: false,
            entities: 0,
            printed: 0,
        },
        ppo: PpoConfig {
            steps: 64,
            epochs: 4,
            minibatch: 512,
            lr: 1e-3,
            lr_end: 0.0,
            gamma: 1.0,
            lambda: 0.95,
            lambda_value: 0.95,
            clip: 0.2,
            entropy: 0.01,
            entropy_end: 0.0,
            normalise_entropy: true,
            value: 0.5,
            max_grad_norm: 0.5,
            target_kl: 0.05,
            shaping: 0.0,
            shaping_until: 0.0,
            ema: 0.0,
        },
        warm: WarmConfig {
            from: String::new(),
            teacher: String::new(),
            samples: 0,
            epochs: 1,
            minibatch: 256,
            lr: 1e-3,
        },
        env: EnvConfig {
            players: vec![2],
            difficulties: vec!["beginner".into()],
            games: vec![Default::default()],
            pool: vec!["david".into(), "tia".into()],
            round_cap: 50,
        },
        boxes: BoxConfig::default(),
        reward: RewardConfig::default(),
        curriculum: CurriculumConfig {
            floor: 0.2,
            weights: BTreeMap::new(),
        },
        eval: EvalConfig {
            every_steps: 0,
            games: 0,
        },
    }
}

/// Entities within any observation of 40 numbers and 20 actions.
pub(crate) fn entities() -> Entities {
    Entities {
        width: 32,
        kinds: vec![
            EntityKind::new("fives", 3, 5, 4),
            EntityKind::new("singles", 30, 1, 7),
        ],
        pointers: vec![
            Pointer::new(0, 3, 0, 1),
            Pointer::new(10, 7, 1, 0),
            Pointer::new(4, 4, 0, 0),
        ],
    }
}
