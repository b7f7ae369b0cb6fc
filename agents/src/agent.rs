//! What an agent is.

use reckoners_env::rng::GameRng;
use reckoners_env::{ActionMask, Game, Rules};

/// A memoryless player: one position in, one legal action id out.
pub trait Policy: Send + Sync {
    /// Chooses one of the legal actions. `legal` is never empty.
    fn pick(&self, rules: &Rules, game: &Game, legal: &ActionMask, rng: &mut GameRng) -> usize;
}

/// One decision to be made, with the luck that belongs to it.
#[derive(Debug)]
pub struct Turn<'a> {
    /// The position.
    pub game: &'a Game,
    /// Its legal actions.
    pub legal: &'a ActionMask,
    /// Luck of the agent in this game, apart from the luck of dice and decks.
    pub rng: &'a mut GameRng,
}

/// A player of many games at once.
pub trait Agent: Send {
    /// Answers each turn with a legal action id, in the same order.
    fn act(&mut self, rules: &Rules, turns: &mut [Turn<'_>], choices: &mut Vec<usize>);
}

/// A policy as an agent.
#[derive(Debug, Clone, Copy)]
pub struct PolicyAgent<P>(pub P);

impl<P: Policy> Agent for PolicyAgent<P> {
    fn act(&mut self, rules: &Rules, turns: &mut [Turn<'_>], choices: &mut Vec<usize>) {
        choices.clear();
        choices.extend(
            turns
                .iter_mut()
                .map(|t| self.0.pick(rules, t.game, t.legal, t.rng)),
        );
    }
}
