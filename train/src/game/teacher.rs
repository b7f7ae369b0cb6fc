//! The teacher of a warm start: the scripted player, or a network in the games that it has learned.

use std::sync::Arc;

use anyhow::{Context, Result};
use reckoners_agents::agent::Policy;
use reckoners_agents::net::agent::knows;
use reckoners_agents::net::outlook::OUTLOOKS;
use reckoners_agents::net::{Checkpoint, MaskedSoftmax, Net, Scratch};
use reckoners_agents::scripted::Scripted;
use reckoners_env::action::WORDS;
use reckoners_env::cards::sample::training_box;
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::{ActionMask, BatchOptions, OBS_LEN, VecEnv};

use super::GameWorld;
use super::boxes::GameBox;
use super::shard::GameShard;
use crate::env::{RolloutEnv, StepOut};
use crate::init;
use crate::warm::{Lessons, Teacher};

/// Games played side by side.
const ROWS: usize = 64;

/// Training games must not begin with the lessons' luck.
const SEED_OFFSET: u64 = 0x5445_4143;

/// A network that shows the games it was trained on.
struct Master {
    checkpoint: Checkpoint,
    /// The network with the cards of the present lessons.
    net: Net,
    scratch: Scratch,
    softmax: MaskedSoftmax,
}

impl Master {
    /// Reads a checkpoint, named as in `warm.from`.
    fn load(name: &str, world: &GameWorld) -> Result<Self> {
        let checkpoint = init::checkpoint(name, world)?;
        Ok(Self {
            net: checkpoint.net(&world.own.features),
            checkpoint,
            scratch: Scratch::new(),
            softmax: MaskedSoftmax::new(),
        })
    }
}

/// Plays games of its own, each by the player who knows it best.
pub struct GameTeacher {
    world: GameWorld,
    seed: u64,
    /// Chunks of lessons given.
    given: u64,
    cards: Arc<GameBox>,
    policy: Scripted,
    master: Option<Master>,
    shard: GameShard,
    rngs: Vec<GameRng>,
    obs: Vec<f32>,
    masks: Vec<u64>,
    actions: Vec<u16>,
    out: StepOut,
    /// Decisions of each row's game, kept until its outcome is known.
    open: Vec<Lessons>,
}

impl std::fmt::Debug for GameTeacher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameTeacher").finish_non_exhaustive()
    }
}

impl GameTeacher {
    /// A teacher for the games of a world. `master` is a checkpoint, named as in `warm.from`, that shows the
    /// games it was trained on; nobody if it is empty.
    ///
    /// # Errors
    /// When the games cannot be made or the checkpoint does not fit.
    pub fn new(world: &GameWorld, master: &str, seed: u64) -> Result<Self> {
        let master = (!master.is_empty())
            .then(|| Master::load(master, world).context("warm.teacher"))
            .transpose()?;
        let seed = seed.wrapping_add(SEED_OFFSET);
        let cards = Arc::clone(world.own_box());
        let shard = games(world, &cards, seed)?;
        let mut teacher = Self {
            world: world.clone(),
            seed,
            given: 0,
            policy: Scripted::new(cards.encoder.rules()),
            master,
            cards,
            shard,
            rngs: (0..ROWS as u64)
                .map(|env| stream(seed, env, 0, Purpose::Agent))
                .collect(),
            obs: vec![0.0; ROWS * OBS_LEN],
            masks: vec![0; ROWS * WORDS],
            actions: vec![0; ROWS],
            out: StepOut::new(ROWS, OBS_LEN, OUTLOOKS),
            open: vec![Lessons::default(); ROWS],
        };
        teacher.look();
        Ok(teacher)
    }

    fn look(&mut self) {
        self.shard.observe(&mut self.obs, &mut self.masks);
    }

    /// Where boxes are sampled, each chunk of lessons is of the next one, by turns with one's own cards.
    fn change_cards(&mut self) -> Result<()> {
        let plan = &self.world.boxes;
        if plan.settings.groups <= plan.settings.own {
            return Ok(());
        }
        let wanted = (!self.given.is_multiple_of(2)).then(|| training_box(self.seed, self.given));
        if wanted == self.cards.seed {
            return Ok(());
        }
        self.cards = plan.open(wanted, self.world.own_box())?;
        self.policy = Scripted::new(self.cards.encoder.rules());
        if let Some(master) = &mut self.master {
            master.net = master.checkpoint.net(&self.cards.features);
        }
        self.shard = games(&self.world, &self.cards, self.seed.wrapping_add(self.given))?;
        self.open = vec![Lessons::default(); ROWS];
        self.look();
        Ok(())
    }

    /// One decision in every game; finished games go to `lessons` with their outcome.
    fn step(&mut self, lessons: &mut Lessons) -> Result<()> {
        if let Some(Master { net, scratch, .. }) = &mut self.master {
            net.forward(&self.obs, &self.masks, scratch);
        }
        for row in 0..ROWS {
            let game = self.shard.games().game(row);
            let words = &self.masks[row * WORDS..(row + 1) * WORDS];
            self.actions[row] = match &mut self.master {
                Some(master) if knows(&master.checkpoint.manifest, &game.ruleset) => {
                    master.softmax.set(master.scratch.logits(row), words)?;
                    master.softmax.best().0
                }
                _ => {
                    let (rules, legal) =
                        (self.cards.encoder.rules(), ActionMask::from_words(words));
                    self.policy.pick(rules, game, &legal, &mut self.rngs[row]) as u16
                }
            };
            let open = &mut self.open[row];
            open.obs
                .extend_from_slice(&self.obs[row * OBS_LEN..(row + 1) * OBS_LEN]);
            open.masks.extend_from_slice(words);
            open.actions.push(self.actions[row]);
        }
        let Self {
            shard,
            actions,
            out,
            obs,
            masks,
            open,
            ..
        } = self;
        out.episodes.clear();
        for info in shard.play(actions, out, obs, masks)? {
            let game = &mut open[info.env as usize];
            let outcome = f32::from(u8::from(info.won()));
            let outcome = if info.end == reckoners_env::EpisodeEnd::Truncated {
                -1.0
            } else {
                outcome
            };
            lessons
                .outcomes
                .resize(lessons.outcomes.len() + game.actions.len(), outcome);
            lessons.obs.append(&mut game.obs);
            lessons.masks.append(&mut game.masks);
            lessons.actions.append(&mut game.actions);
        }
        Ok(())
    }
}

/// New games of a world with some cards.
fn games(world: &GameWorld, cards: &Arc<GameBox>, seed: u64) -> Result<GameShard> {
    let encoder = Arc::clone(&cards.encoder);
    let batch = BatchOptions::new(seed, ROWS);
    let env = VecEnv::new(encoder, world.tasks.clone(), world.options, batch)?;
    Ok(GameShard::with(env, cards, 0, &world.tasks))
}

impl Teacher for GameTeacher {
    fn teach(&mut self, samples: usize, lessons: &mut Lessons) -> Result<()> {
        self.change_cards()?;
        self.given += 1;
        *lessons = Lessons {
            features: Arc::clone(&self.cards.features),
            ..Lessons::default()
        };
        while lessons.actions.len() < samples {
            self.step(lessons)?;
        }
        Ok(())
    }
}
