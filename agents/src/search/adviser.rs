//! Whoever follows the advice: a player that weighs whole options and takes a win that lies on the table.

use std::collections::HashMap;
use std::time::Instant;

use rand::Rng;
use reckoners_env::action::{Action, encode};
use reckoners_env::state::Game;
use reckoners_env::{ActionMask, Rules};

use super::weigh::{Limits, Weighing, weigh};
use super::whole::wholes;
use super::{Cancel, Guide, Players, SearchOptions, win};
use crate::agent::{Agent, Turn};

use std::sync::Arc;

/// A player that does what hints advise.
#[derive(Clone)]
pub struct Adviser {
    guide: Arc<dyn Guide>,
    players: Players,
    options: SearchOptions,
    /// What was begun: the next action in positions on the way.
    begun: HashMap<u64, Action>,
}

impl std::fmt::Debug for Adviser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Adviser")
            .field("options", &self.options)
            .finish()
    }
}

impl Adviser {
    /// An adviser who has these players in mind.
    pub fn new(guide: Arc<dyn Guide>, players: Players, options: SearchOptions) -> Self {
        Self {
            guide,
            players,
            options,
            begun: HashMap::new(),
        }
    }

    /// Weighs a decision with more than one option.
    pub fn weigh(&self, rules: &Rules, turn: &mut Turn<'_>) -> Weighing {
        let options = &self.options;
        let limits = Limits {
            futures: options.playouts,
            work: options.work,
            deadline: options.time.map(|time| Instant::now() + time),
            horizon: options.horizon,
            cancel: Cancel::default(),
        };
        let seed = turn.rng.next_u64();
        let list = wholes(
            rules,
            self.guide.as_ref(),
            &self.players,
            turn.game,
            turn.legal,
            options.width,
            turn.rng,
        );
        weigh(
            rules,
            &self.players,
            turn.game,
            list,
            &limits,
            seed,
            &mut |_| {},
        )
    }

    /// Remembers how a sequence goes on after its first action, which is given.
    fn begin(&mut self, rules: &Rules, game: &Game, actions: &[Action]) -> Option<usize> {
        let mut at = *game;
        for pair in actions.windows(2) {
            rules.apply(&mut at, pair[0]).ok()?;
            self.begun.insert(at.digest(), pair[1]);
        }
        actions.first().map(|action| encode(*action))
    }

    fn choose(&mut self, rules: &Rules, turn: &mut Turn<'_>) -> usize {
        let legal: &ActionMask = turn.legal;
        let next = self.begun.remove(&turn.game.digest()).map(encode);
        if let Some(only) = legal.single() {
            return only;
        }
        if let Some(next) = next.filter(|id| legal.has(*id)) {
            return next;
        }
        if let Some(win) = win::find(rules, turn.game, win::POSITIONS)
            && let Some(first) = self.begin(rules, turn.game, &win.actions)
        {
            return first;
        }
        let weighing = self.weigh(rules, turn);
        let actions = &weighing.options[0].whole.actions;
        self.begin(rules, turn.game, actions)
            .or_else(|| legal.nth(0))
            .unwrap_or_default()
    }
}

/// Positions remembered at most: what was begun is ended soon.
const REMEMBERED: usize = 4096;

impl Agent for Adviser {
    fn act(&mut self, rules: &Rules, turns: &mut [Turn<'_>], choices: &mut Vec<usize>) {
        if self.begun.len() > REMEMBERED {
            self.begun.clear();
        }
        choices.clear();
        for turn in turns {
            choices.push(self.choose(rules, turn));
        }
    }
}
