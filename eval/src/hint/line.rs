//! What an option leads to: the moves that the guide makes to finish what the option began.

use reckoners_env::action::decode;
use reckoners_env::event::Event;
use reckoners_env::rng::GameRng;
use reckoners_env::state::Now;
use reckoners_env::{Action, Game, Rules};

use super::{Brain, hands_over};

/// A short line of play without chance.
#[derive(Debug, Clone)]
pub struct Line {
    /// Each move with the position before it.
    pub moves: Vec<(Game, Action)>,
    /// What happened.
    pub events: Vec<Event>,
    /// Where it ends.
    pub end: Game,
}

impl Line {
    /// Plays some actions.
    pub fn of(rules: &Rules, game: &Game, actions: &[Action]) -> Self {
        let mut line = Self {
            moves: Vec::new(),
            events: Vec::new(),
            end: *game,
        };
        for action in actions {
            let before = line.end;
            let played = rules.apply_watched(&mut line.end, *action, &mut line.events);
            if played.is_err() {
                break;
            }
            line.moves.push((before, *action));
        }
        line
    }

    /// Plays an action, then lets the guide finish it: a die that was taken is spent, a card that
    /// was bought is given to somebody, a Reckoner who was let go on does one thing.
    pub fn follow(
        rules: &Rules,
        brain: &Brain,
        game: &Game,
        action: Action,
        rng: &mut GameRng,
    ) -> Self {
        let mut line = Self {
            moves: Vec::new(),
            events: Vec::new(),
            end: *game,
        };
        let mut next = action;
        loop {
            let before = line.end;
            if rules
                .apply_watched(&mut line.end, next, &mut line.events)
                .is_err()
            {
                return line;
            }
            line.moves.push((before, next));
            let handed_over = hands_over(next);
            let unfinished = matches!(
                line.end.now,
                Now::Spend | Now::SetFace { .. } | Now::Receive { .. }
            );
            if !line.end.now.is_decision() || !(unfinished || handed_over) {
                return line;
            }
            let legal = rules.legal(&line.end);
            match decode(brain.choice(rules, &line.end, &legal, rng)) {
                Some(action) => next = action,
                None => return line,
            }
        }
    }
}
