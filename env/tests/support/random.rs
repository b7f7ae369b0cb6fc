//! Random play, its luck and its choices from two streams.
//!
//! The uniform player ends most games within three rounds; the eager one mostly spends its symbols
//! on the board, so that its games are long, defeat Epics and reach the boss.

use reckoners_env::action::{ActionMask, Block, decode};
use reckoners_env::chance::{Outcome, below, sample};
use reckoners_env::ids::{MAX_SEATS, MIN_SEATS};
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::{Action, Difficulty, Game, GameSetup, Reckoner, Rules};

/// A team drawn from the six Reckoners, in a drawn seating.
pub(crate) fn team(rng: &mut GameRng, seats: usize) -> Vec<Reckoner> {
    let mut all = Reckoner::ALL.to_vec();
    for i in 0..seats {
        let j = i + below(rng, (all.len() - i) as u32) as usize;
        all.swap(i, j);
    }
    all.truncate(seats);
    all
}

/// Every number of Reckoners with every difficulty.
pub(crate) fn all_tables() -> impl Iterator<Item = (usize, Difficulty)> {
    (MIN_SEATS..=MAX_SEATS).flat_map(|n| Difficulty::ALL.into_iter().map(move |d| (n, d)))
}

/// A game played at random.
pub(crate) struct RandomGame<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) game: Game,
    pub(crate) luck: GameRng,
    pub(crate) choice: GameRng,
    /// Whether the player is the eager one.
    pub(crate) eager: bool,
}

/// The block of an action id.
pub(crate) fn block_of(id: usize) -> Block {
    *Block::ALL
        .iter()
        .rev()
        .find(|b| b.start() <= id)
        .expect("the first block starts at 0")
}

/// What one step was.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Played {
    Chance(Outcome),
    Decision(Action),
}

impl<'a> RandomGame<'a> {
    /// A game with a random team, made by its seed.
    pub(crate) fn new(rules: &'a Rules, seats: usize, difficulty: Difficulty, seed: u64) -> Self {
        let mut task = stream(seed, seats as u64, difficulty.index() as u64, Purpose::Task);
        let setup = GameSetup::new(&team(&mut task, seats), difficulty).unwrap();
        Self {
            rules,
            game: rules.new_game(&setup),
            luck: stream(
                seed,
                seats as u64,
                difficulty.index() as u64,
                Purpose::Evaluation,
            ),
            choice: stream(
                seed,
                seats as u64,
                difficulty.index() as u64,
                Purpose::Agent,
            ),
            eager: false,
        }
    }

    /// The same with the eager player.
    pub(crate) fn eager(rules: &'a Rules, seats: usize, difficulty: Difficulty, seed: u64) -> Self {
        Self {
            eager: true,
            ..Self::new(rules, seats, difficulty, seed)
        }
    }

    /// What would be played next; nothing when the game is over.
    pub(crate) fn next(&mut self) -> Option<Played> {
        if self.game.now.is_chance() {
            return Some(Played::Chance(sample(
                self.rules.catalog(),
                &self.game,
                &mut self.luck,
            )));
        }
        let mask = self.rules.legal(&self.game);
        if mask.is_empty() {
            return None;
        }
        let ids = self.options(&mask);
        let id = ids[below(&mut self.choice, ids.len() as u32) as usize];
        decode(id).map(Played::Decision)
    }

    fn options(&mut self, mask: &ActionMask) -> Vec<usize> {
        let all: Vec<usize> = mask.ids().collect();
        if !self.eager || below(&mut self.choice, 8) == 0 {
            return all;
        }
        let only = |keep: &dyn Fn(Block) -> bool| -> Vec<usize> {
            all.iter()
                .copied()
                .filter(|id| keep(block_of(*id)))
                .collect()
        };
        let on_the_board = only(&|block| {
            use Block as B;
            matches!(
                block,
                B::Enforcement
                    | B::ContainEpic
                    | B::ResearchEpic
                    | B::ResearchBoss
                    | B::AttackEpic
                    | B::AttackBoss
            )
        });
        let not_idle =
            only(&|block| !matches!(block, Block::EndDice | Block::Forfeit | Block::DonePurchase));
        [on_the_board, not_idle, all]
            .into_iter()
            .find(|ids| !ids.is_empty())
            .expect("not empty")
    }

    /// Plays a step.
    pub(crate) fn play(&mut self, played: Played) {
        match played {
            Played::Chance(outcome) => self.rules.resolve(&mut self.game, outcome).unwrap(),
            Played::Decision(action) => self.rules.apply(&mut self.game, action).unwrap(),
        }
    }
}
