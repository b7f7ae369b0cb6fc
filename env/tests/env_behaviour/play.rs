//! Random play, shared by the other files.

use std::sync::Arc;

use reckoners_env::action::Block;
use reckoners_env::cards::{Modules, Ruleset};
use reckoners_env::chance::below;
use reckoners_env::ids::{BossKind, CityKind};
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::state::Now;
use reckoners_env::{ActionMask, Difficulty, Encoder, Game, GameSetup, Rules, TaskSet, action};

pub(crate) fn encoder() -> Arc<Encoder> {
    Arc::new(Encoder::new(Rules::embedded()))
}

/// Every difficulty and number of Reckoners.
pub(crate) fn every_task() -> TaskSet {
    TaskSet::new(&Difficulty::ALL, &[2, 3, 4, 5, 6]).unwrap()
}

/// A uniformly random legal action.
pub(crate) fn pick(mask: &ActionMask, rng: &mut GameRng) -> usize {
    mask.nth(below(rng, mask.len() as u32) as usize)
        .expect("a decision has an option")
}

/// A random legal action that goes for the Epics where it can: purely random teams defeat none.
fn eager(mask: &ActionMask, rng: &mut GameRng) -> usize {
    let blocks = [Block::AttackEpic, Block::ResearchEpic, Block::Take];
    let wanted = |block: &Block| {
        mask.ids()
            .find(|id| (block.start()..block.start() + block.len()).contains(id))
    };
    blocks
        .iter()
        .find_map(wanted)
        .unwrap_or_else(|| pick(mask, rng))
}

/// Visits every decision of random games of all sizes and difficulties, every other difficulty with all modules, bosses
/// and cities in turn; every other game is eager.
pub(crate) fn random_positions(rules: &Rules, games: u64, mut visit: impl FnMut(&Game)) {
    for seats in 2..=6 {
        for difficulty in Difficulty::ALL {
            for n in 0..games {
                let mut rng = stream(n, seats, difficulty as u64, Purpose::Evaluation);
                let modules = [Modules::NONE, Modules::ALL][difficulty.index() % 2];
                let base = Ruleset::base(difficulty).with(modules);
                let turn = seats as usize + difficulty.index();
                let ruleset = Ruleset {
                    boss: BossKind::ALL[turn % 3],
                    city: CityKind::ALL[turn / 3 % 3],
                    ..base
                };
                let mut team = ruleset.reckoners().to_vec();
                let turn = (n + seats) as usize % team.len();
                team.rotate_left(turn);
                let setup = GameSetup::new(&team[..seats as usize], ruleset).unwrap();
                let mut game = rules.new_game(&setup);
                loop {
                    rules.play_chance(&mut game, &mut rng);
                    if matches!(game.now, Now::Over(_)) {
                        break;
                    }
                    visit(&game);
                    let mask = rules.legal(&game);
                    let id = if n % 2 == 1 {
                        eager(&mask, &mut rng)
                    } else {
                        pick(&mask, &mut rng)
                    };
                    rules.apply_unchecked(&mut game, action::decode(id).unwrap());
                }
            }
        }
    }
}
