//! The scripted player as a guide for searches: it ranks its alternatives and judges positions.

use reckoners_env::action::{Action, decode};
use reckoners_env::rng::GameRng;
use reckoners_env::state::Now;
use reckoners_env::{ActionMask, Game, Rules};

use super::{Scripted, Thought};
use crate::agent::Policy;
use crate::prospect::Prospect;
use crate::search::{Guide, Playout};

/// The scripted player with a sense of how a game will end.
#[derive(Debug, Clone)]
pub struct ScriptedGuide {
    player: Scripted,
    prospect: Prospect,
}

impl ScriptedGuide {
    /// Reads the cards.
    pub fn new(rules: &Rules) -> Self {
        let player = Scripted::new(rules);
        let prospect = Prospect::new(player.assessor.clone());
        Self { player, prospect }
    }

    /// The player itself.
    pub fn player(&self) -> &Scripted {
        &self.player
    }
}

impl Guide for ScriptedGuide {
    fn candidates(
        &self,
        rules: &Rules,
        game: &Game,
        legal: &ActionMask,
        most: usize,
        rng: &mut GameRng,
    ) -> Vec<usize> {
        let own = self.player.pick(rules, game, legal, rng);
        let thought = self.player.thought(rules, game, legal);
        let mut others: Vec<(usize, f32)> = legal
            .ids()
            .filter(|&id| id != own)
            .filter_map(|id| decode(id).map(|action| (id, thought.interest(action))))
            .collect();
        others.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        std::iter::once(own)
            .chain(others.into_iter().map(|(id, _)| id))
            .take(most)
            .collect()
    }

    fn play_on(&self, rules: &Rules, playouts: &mut [Playout]) {
        for Playout { game, luck, last } in playouts {
            loop {
                rules.play_chance(game, luck);
                if game.round > *last || !game.now.is_decision() {
                    break;
                }
                let legal = rules.legal(game);
                let id = self.player.pick(rules, game, &legal, luck);
                rules.apply_unchecked(game, decode(id).expect("a legal id"));
            }
        }
    }

    fn win_chances(&self, rules: &Rules, games: &[Game]) -> Vec<f32> {
        games
            .iter()
            .map(|game| self.prospect.win_chance(rules, game))
            .collect()
    }
}

impl Thought<'_> {
    /// How much an action that the player does not choose is worth a look.
    fn interest(&self, action: Action) -> f32 {
        let hand = self.hands[self.game.acting.ix()];
        let here = self.me().district;
        match (self.game.now, action) {
            (_, Action::Forfeit | Action::EndDice | Action::Focus { .. }) => 0.0,
            (Now::Use, _) => self.use_worth(action, &hand, self.value(here, &hand)),
            (
                Now::Keep | Now::Faith,
                Action::Keep { kind, face } | Action::AbilityDie { kind, face },
            ) => {
                let symbols = self
                    .rules
                    .traits(self.game, self.me())
                    .symbols_of(kind, face)
                    .0;
                self.value(here, &symbols)
            }
            (Now::Spend, Action::Move { district }) => {
                self.value(self.game.district_at(district), &hand) - self.value(here, &hand)
            }
            (Now::Spend, Action::RemoveBarricade { .. }) => self.board.barricade,
            (
                Now::Spend | Now::Reward,
                Action::UseCard { .. } | Action::UseAbility | Action::GiveToken { .. },
            ) => 1.0,
            (Now::Spend | Now::Reward, other) => self.symbol_worth(other),
            _ => 0.5,
        }
    }
}
