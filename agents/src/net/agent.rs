//! The network as a player: batched choices, win chances, and a guide for searches.

use std::path::Path;
use std::sync::Arc;

use rand::Rng;
use reckoners_env::action::{self, ACTION_COUNT, ACTION_VERSION, decode, mask::WORDS};
use reckoners_env::obs::{self, Encoder, OBS_LEN, OBS_VERSION};
use reckoners_env::rng::GameRng;
use reckoners_env::{ActionMask, Game, Rules, Ruleset};

use super::cards;
use super::checkpoint::Checkpoint;
use super::error::CheckpointError;
use super::manifest::{Encoding, Manifest};
use super::mask::{MaskedSoftmax, uniform};
use super::network::{Net, Scratch, win_chance};
use super::outlook;
use super::shipped::{self, SHIPPED};
use crate::agent::{Agent, Turn};
use crate::search::{Guide, Outlook, Playout, settled};

/// The observation encoding of this program.
pub fn observation_encoding() -> Encoding {
    Encoding {
        version: OBS_VERSION,
        hash: obs::layout_hash(),
    }
}

/// The action encoding of this program.
pub fn action_encoding() -> Encoding {
    Encoding {
        version: ACTION_VERSION,
        hash: action::layout_hash(),
    }
}

/// Which cards a network may play with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cards {
    /// Those it was trained on.
    Known,
    /// Any. A network that reads what is printed always may; one that does not knows Equipment by its place in
    /// the file, so it takes a card with another effect for the old one.
    Any,
}

/// Whether a network was trained on a game, at whatever difficulty and adjustment. Files of older programs do not
/// say: all of them had learned the base game.
pub fn knows(manifest: &Manifest, ruleset: &Ruleset) -> bool {
    let game = ruleset.unadjusted();
    match &manifest.games[..] {
        [] => game == Ruleset::base(game.difficulty),
        games => games.contains(&game.name()),
    }
}

/// A loaded network with its encoder.
#[derive(Debug)]
pub struct NetGuide {
    net: Net,
    encoder: Arc<Encoder>,
    manifest: Manifest,
}

/// Buffers for running a batch of positions.
#[derive(Debug, Default)]
struct Batch {
    obs: Vec<f32>,
    masks: Vec<u64>,
    scratch: Scratch,
    softmax: MaskedSoftmax,
}

impl Batch {
    /// Encodes positions with their masks.
    fn fill<'a>(
        &mut self,
        encoder: &Encoder,
        rows: impl Iterator<Item = (&'a Game, &'a ActionMask)>,
    ) {
        self.obs.clear();
        self.masks.clear();
        for (game, mask) in rows {
            self.see(encoder, game);
            self.masks.extend_from_slice(mask.words());
        }
    }

    /// Encodes one more position, whose actions do not matter.
    fn see(&mut self, encoder: &Encoder, game: &Game) {
        let start = self.obs.len();
        self.obs.resize(start + OBS_LEN, 0.0);
        encoder.encode(game, &mut self.obs[start..]);
    }

    fn softmax(&mut self, row: usize) -> &MaskedSoftmax {
        let mask = &self.masks[row * WORDS..][..WORDS];
        self.softmax
            .set(self.scratch.logits(row), mask)
            .expect("a decision has a legal action, and sums of a checkpoint are bounded");
        &self.softmax
    }
}

impl NetGuide {
    /// Loads a checkpoint and checks that it fits this program and, if they must be known, its cards.
    pub fn load(rules: &Rules, file: &Path, cards: Cards) -> Result<Self, CheckpointError> {
        Self::fitting(rules, file, Checkpoint::load(file)?, cards)
    }

    /// The network that comes with the program.
    pub fn shipped(rules: &Rules, cards: Cards) -> Result<Self, CheckpointError> {
        Self::fitting(rules, Path::new(SHIPPED), shipped::checkpoint()?, cards)
    }

    /// Whether it was trained on a game, at whatever difficulty and adjustment.
    pub fn knows(&self, ruleset: &Ruleset) -> bool {
        knows(&self.manifest, ruleset)
    }

    fn fitting(
        rules: &Rules,
        file: &Path,
        checkpoint: Checkpoint,
        known: Cards,
    ) -> Result<Self, CheckpointError> {
        checkpoint.expect_encodings(file, &observation_encoding(), &action_encoding())?;
        if known == Cards::Known && checkpoint.manifest.shape.printed.is_none() {
            checkpoint.expect_cards(file, &rules.catalog().hash)?;
        }
        checkpoint.expect_sizes(file, OBS_LEN, ACTION_COUNT)?;
        Ok(Self {
            net: checkpoint.net(&cards::features(rules.catalog())),
            encoder: Arc::new(Encoder::new(rules.clone())),
            manifest: checkpoint.manifest,
        })
    }

    /// An agent that plays this network.
    pub fn agent(self: &Arc<Self>, sample: bool) -> NetAgent {
        NetAgent {
            guide: Arc::clone(self),
            sample,
            batch: Batch::default(),
        }
    }

    /// The probabilities of the legal actions, most likely first, and the chance to win.
    pub fn opinion(&self, game: &Game, legal: &ActionMask) -> (Vec<(usize, f32)>, f32) {
        let mut batch = Batch::default();
        batch.fill(&self.encoder, std::iter::once((game, legal)));
        self.net
            .forward(&batch.obs, &batch.masks, &mut batch.scratch);
        let value = win_chance(batch.scratch.values()[0]);
        let softmax = batch.softmax(0);
        let mut list: Vec<(usize, f32)> = softmax
            .actions()
            .iter()
            .map(|&a| usize::from(a))
            .zip(softmax.probabilities())
            .collect();
        list.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        (list, value)
    }
}

/// The network as an agent.
#[derive(Debug)]
pub struct NetAgent {
    guide: Arc<NetGuide>,
    sample: bool,
    batch: Batch,
}

impl Agent for NetAgent {
    fn act(&mut self, _rules: &Rules, turns: &mut [Turn<'_>], choices: &mut Vec<usize>) {
        choices.clear();
        if turns.is_empty() {
            return;
        }
        let NetAgent { guide, batch, .. } = self;
        batch.fill(&guide.encoder, turns.iter().map(|t| (t.game, t.legal)));
        guide
            .net
            .forward(&batch.obs, &batch.masks, &mut batch.scratch);
        for (row, turn) in turns.iter_mut().enumerate() {
            let softmax = batch.softmax(row);
            let (action, _) = if self.sample {
                softmax.sample(uniform(turn.rng.next_u32()))
            } else {
                softmax.best()
            };
            choices.push(usize::from(action));
        }
    }
}

/// Share of the favourite's probability below which an action is not worth a look in a search: a
/// trained network is sure of most decisions, and playouts are spent where it is not.
const UNLIKELY: f32 = 0.03;

impl Guide for NetGuide {
    fn candidates(
        &self,
        _rules: &Rules,
        game: &Game,
        legal: &ActionMask,
        most: usize,
        _rng: &mut GameRng,
    ) -> Vec<usize> {
        let (opinion, _) = self.opinion(game, legal);
        let worth_a_look = opinion[0].1 * UNLIKELY;
        opinion
            .into_iter()
            .take_while(|(_, probability)| *probability >= worth_a_look)
            .map(|(id, _)| id)
            .take(most)
            .collect()
    }

    fn shares(
        &self,
        _rules: &Rules,
        game: &Game,
        legal: &ActionMask,
        _rng: &mut GameRng,
    ) -> Vec<(usize, f32)> {
        self.opinion(game, legal).0
    }

    fn play_on(&self, rules: &Rules, playouts: &mut [Playout]) {
        let mut batch = Batch::default();
        loop {
            // Chance and forced decisions first; then one forward pass for all that must choose.
            let mut waiting: Vec<(usize, ActionMask)> = Vec::new();
            for (i, Playout { game, luck, last }) in playouts.iter_mut().enumerate() {
                loop {
                    rules.play_chance(game, luck);
                    if game.round > *last || !game.now.is_decision() {
                        break;
                    }
                    let legal = rules.legal(game);
                    match legal.single().and_then(decode) {
                        Some(only) => rules.apply_unchecked(game, only),
                        None => {
                            waiting.push((i, legal));
                            break;
                        }
                    }
                }
            }
            if waiting.is_empty() {
                return;
            }
            let rows = waiting.iter().map(|(i, m)| (&playouts[*i].game, m));
            batch.fill(&self.encoder, rows);
            self.net
                .forward(&batch.obs, &batch.masks, &mut batch.scratch);
            for (row, (i, _)) in waiting.iter().enumerate() {
                let (action, _) = batch.softmax(row).best();
                let action = decode(usize::from(action)).expect("an id of the mask");
                rules.apply_unchecked(&mut playouts[*i].game, action);
            }
        }
    }

    fn win_chances(&self, _rules: &Rules, games: &[Game]) -> Vec<f32> {
        let mut out = vec![0.0; games.len()];
        let mut open = Vec::new();
        let mut batch = Batch::default();
        for (i, game) in games.iter().enumerate() {
            match settled(game) {
                Some(known) => out[i] = known,
                None => {
                    batch.see(&self.encoder, game);
                    open.push(i);
                }
            }
        }
        if open.is_empty() {
            return out;
        }
        self.net.evaluate(&batch.obs, &mut batch.scratch);
        for (i, value) in open.into_iter().zip(batch.scratch.values()) {
            out[i] = win_chance(*value);
        }
        out
    }
    fn foresee(&self, _rules: &Rules, games: &[Game]) -> Option<Vec<Outlook>> {
        let mut batch = Batch::default();
        for game in games {
            batch.see(&self.encoder, game);
        }
        self.net.evaluate(&batch.obs, &mut batch.scratch);
        self.net.foresee(&mut batch.scratch);
        let rows = games.iter().zip(batch.scratch.values()).enumerate();
        let see = |(row, (game, value)): (usize, (&Game, &f32))| {
            let [population, rounds] = outlook::read(batch.scratch.outlook(row))?;
            Some(settled(game).map_or(
                Outlook {
                    win: win_chance(*value),
                    population,
                    rounds,
                },
                |win| Outlook {
                    win,
                    population: win * f32::from(game.population),
                    rounds: 0.0,
                },
            ))
        };
        rows.map(see).collect()
    }
}
