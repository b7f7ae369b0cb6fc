//! Best immediate effect: one step ahead by a hand-written value of the position.

use reckoners_env::action::{Action, decode};
use reckoners_env::rng::GameRng;
use reckoners_env::state::{Ending, Now};
use reckoners_env::{ActionMask, Game, Rules};

use crate::agent::Policy;
use crate::assess::{Assessor, Weights};

/// Chooses the action whose position is worth most; ties go to the lowest id.
#[derive(Debug, Clone)]
pub struct Greedy {
    assessor: Assessor,
}

impl Greedy {
    /// Reads the cards.
    pub fn new(rules: &Rules) -> Self {
        Self { assessor: Assessor::new(rules, Weights::default()) }
    }

    /// The value of a position, in population. Each term has a name.
    pub fn value(&self, rules: &Rules, game: &Game) -> f32 {
        match game.now {
            Now::Over(Ending::Won) => return 1000.0,
            Now::Over(Ending::Lost(_)) => return -1000.0,
            _ => {}
        }
        let w = &self.assessor.weights;
        let board = self.assessor.assess(rules, game);
        let population = f32::from(game.population);
        let danger: f32 = board.places[..usize::from(game.district_count())].iter().map(|p| p.danger).sum();
        let boss = &game.boss;
        let boss_left = if boss.research > 0 {
            f32::from(boss.research + rules.boss_boards(game).value)
        } else {
            f32::from(boss.health)
        };
        let epic_progress: f32 = game
            .ring()
            .iter()
            .zip(&board.places)
            .filter(|(d, _)| d.epic.is_some())
            .map(|(_, p)| -0.3 * f32::from(p.research_left + p.health_left))
            .sum();
        let purse = w.money * f32::from(game.money);
        let rewards = &game.rewards;
        let promised = f32::from(rewards.boss_research) * w.reward[4]
            + f32::from(rewards.money) * w.reward[3]
            + f32::from(rewards.plan) * w.reward[2]
            + f32::from(rewards.contain) * w.reward[1]
            + f32::from(rewards.enforcement) * w.reward[0];
        let mut team = 0.0;
        for seat in game.team() {
            team += w.plan * f32::from(seat.tokens + seat.fresh_tokens);
            team += 2.0 * f32::from(seat.dice.iter().sum::<u8>());
            team += 1.5 * seat.cards.len() as f32;
        }
        population - danger - board.boss_danger - boss_left * w.boss + epic_progress + purse + promised + team
    }
}

impl Policy for Greedy {
    fn pick(&self, rules: &Rules, game: &Game, legal: &ActionMask, _rng: &mut GameRng) -> usize {
        if let Some(only) = legal.single() {
            return only;
        }
        // Keeping dice and choosing which to use have no effect of their own: keep what shows
        // most symbols, use everything.
        let mut best = (f32::MIN, 0);
        for id in legal.ids() {
            let Some(action) = decode(id) else { continue };
            let worth = match action {
                Action::Keep { kind, face } | Action::Take { kind, face } => {
                    1.0 + f32::from(rules.symbols_of(game.actor(), kind, face).total())
                }
                Action::UseCard { .. } if game.now == Now::Use => 0.9,
                Action::TakeToken { .. } | Action::Focus { .. } | Action::AbilityDie { .. } => -1.0,
                Action::RollRest | Action::KeepAll | Action::EndDice => 0.0,
                _ => {
                    let mut next = *game;
                    rules.apply_unchecked(&mut next, action);
                    self.value(rules, &next)
                }
            };
            if worth > best.0 {
                best = (worth, id);
            }
        }
        best.1
    }
}
