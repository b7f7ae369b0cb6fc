//! Random play, its luck and its choices from two streams.
//!
//! The uniform player ends most games within three rounds; the eager one mostly spends its symbols
//! on the board, so that its games are long, defeat Epics and reach the boss.

use reckoners_env::action::{ActionMask, Block, decode};
use reckoners_env::cards::{Modules, Ruleset};
use reckoners_env::chance::{Outcome, below, sample};
use reckoners_env::ids::{Adjustment, BossKind, CityKind, MAX_SEATS, MIN_SEATS};
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::{Action, Difficulty, Game, GameSetup, Reckoner, Rules};

/// A team drawn from the Reckoners of a game, in a drawn seating.
pub(crate) fn team(rng: &mut GameRng, seats: usize, ruleset: &Ruleset) -> Vec<Reckoner> {
    let mut all = ruleset.reckoners().to_vec();
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

/// Every choice of modules with every number of Reckoners, the difficulties in turn.
pub(crate) fn module_tables() -> impl Iterator<Item = (usize, Ruleset)> {
    let choices = Modules::choices().filter(|modules| !modules.is_empty());
    let tables = choices.flat_map(|m| (MIN_SEATS..=MAX_SEATS).map(move |n| (n, m)));
    tables.enumerate().map(|(i, (seats, modules))| {
        let difficulty = Difficulty::ALL[i % Difficulty::COUNT];
        (seats, Ruleset::base(difficulty).with(modules))
    })
}

/// Every boss in every city, with and without cards on the boards, with every number of Reckoners; difficulties,
/// adjustments and modules in turn.
pub(crate) fn city_tables() -> impl Iterator<Item = (usize, Ruleset)> {
    let sides = ["none", "A", "B", "ABBABAB"].map(|sides| sides.parse().unwrap());
    let mut all = Vec::new();
    for boss in BossKind::ALL {
        for city in CityKind::ALL {
            let cards = if city == CityKind::ALL[0] { 4 } else { 1 };
            for city_cards in &sides[..cards] {
                for seats in MIN_SEATS..=MAX_SEATS {
                    let i = all.len();
                    let ruleset = Ruleset {
                        boss,
                        city,
                        city_cards: *city_cards,
                        modules: Modules::choices().nth(i * 5 % 8).unwrap(),
                        adjustment: Adjustment::ALL[i % Adjustment::COUNT],
                        difficulty: Difficulty::ALL[i % Difficulty::COUNT],
                    };
                    all.push((seats, ruleset));
                }
            }
        }
    }
    all.into_iter()
}

/// All tables of the base game, of the modules, of bosses and cities.
pub(crate) fn every_table() -> impl Iterator<Item = (usize, Ruleset)> {
    let base = all_tables().map(|(seats, difficulty)| (seats, difficulty.into()));
    base.chain(module_tables()).chain(city_tables())
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
    pub(crate) fn new(
        rules: &'a Rules,
        seats: usize,
        ruleset: impl Into<Ruleset>,
        seed: u64,
    ) -> Self {
        let ruleset = ruleset.into();
        let luck = |purpose| {
            let difficulty = ruleset.difficulty.index() as u64;
            stream(seed, seats as u64, difficulty, purpose)
        };
        let team = team(&mut luck(Purpose::Task), seats, &ruleset);
        Self {
            rules,
            game: rules.new_game(&GameSetup::new(&team, ruleset).unwrap()),
            luck: luck(Purpose::Evaluation),
            choice: luck(Purpose::Agent),
            eager: false,
        }
    }

    /// The same with the eager player.
    pub(crate) fn eager(
        rules: &'a Rules,
        seats: usize,
        ruleset: impl Into<Ruleset>,
        seed: u64,
    ) -> Self {
        Self {
            eager: true,
            ..Self::new(rules, seats, ruleset, seed)
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
