//! Random games with the modules on. The eager player mostly spends its symbols on the board, so that its games are long.

use reckoners_env::action::{ActionMask, Block, decode};
use reckoners_env::cards::Modules;
use reckoners_env::chance::{below, sample};
use reckoners_env::event::Watch;
use reckoners_env::ids::{MAX_SEATS, MIN_SEATS};
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::state::check_laws;
use reckoners_env::{Difficulty, Game, GameSetup, Rules, Ruleset};

/// Every number of Reckoners with every difficulty.
pub(crate) fn all_tables() -> impl Iterator<Item = (usize, Difficulty)> {
    (MIN_SEATS..=MAX_SEATS).flat_map(|n| Difficulty::ALL.into_iter().map(move |d| (n, d)))
}

/// A game played at random.
pub(crate) struct RandomGame<'a> {
    rules: &'a Rules,
    pub(crate) game: Game,
    luck: GameRng,
    choice: GameRng,
}

impl<'a> RandomGame<'a> {
    /// A game with a random team, made by its seed.
    pub(crate) fn new(
        rules: &'a Rules,
        modules: Modules,
        (seats, difficulty): (usize, Difficulty),
        seed: u64,
    ) -> Self {
        let ruleset = Ruleset::base(difficulty).with(modules);
        let rng = |purpose| stream(seed, seats as u64, difficulty.index() as u64, purpose);
        let mut task = rng(Purpose::Task);
        let mut team = ruleset.reckoners().to_vec();
        for i in 0..seats {
            let j = i + below(&mut task, (team.len() - i) as u32) as usize;
            team.swap(i, j);
        }
        team.truncate(seats);
        Self {
            rules,
            game: rules.new_game(&GameSetup::new(&team, ruleset).unwrap()),
            luck: rng(Purpose::Evaluation),
            choice: rng(Purpose::Agent),
        }
    }

    /// Plays one step and checks the laws; false when the game is over.
    pub(crate) fn step(&mut self, watch: &mut impl Watch) -> bool {
        if self.game.now.is_chance() {
            let outcome = sample(self.rules.catalog(), &self.game, &mut self.luck);
            self.rules
                .resolve_watched(&mut self.game, outcome, watch)
                .unwrap();
        } else {
            let mask = self.rules.legal(&self.game);
            if mask.is_empty() {
                return false;
            }
            let ids = self.options(&mask);
            let id = ids[below(&mut self.choice, ids.len() as u32) as usize];
            let action = decode(id).unwrap();
            self.rules
                .apply_watched(&mut self.game, action, watch)
                .unwrap();
        }
        assert_eq!(check_laws(self.rules.catalog(), &self.game), Ok(()));
        true
    }

    fn options(&mut self, mask: &ActionMask) -> Vec<usize> {
        let all: Vec<usize> = mask.ids().collect();
        if below(&mut self.choice, 8) == 0 {
            return all;
        }
        let only = |keep: &dyn Fn(Block) -> bool| -> Vec<usize> {
            let of = |id: &usize| decode(*id).is_some_and(|action| keep(action.block()));
            all.iter().copied().filter(of).collect()
        };
        let on_the_board = only(&|block| {
            matches!(
                block,
                Block::Enforcement
                    | Block::ContainEpic
                    | Block::ResearchEpic
                    | Block::ResearchBoss
                    | Block::AttackEpic
                    | Block::AttackBoss
            )
        });
        let not_idle =
            only(&|block| !matches!(block, Block::EndDice | Block::Forfeit | Block::DonePurchase));
        let choices = [on_the_board, not_idle, all];
        let first = choices.into_iter().find(|ids| !ids.is_empty());
        first.expect("some action is legal")
    }
}
