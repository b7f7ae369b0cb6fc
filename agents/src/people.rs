//! Players that stand for people at a table, by how well they know the game.
//!
//! Nobody has measured how real tables play; these are players of known strength between random and
//! the network, and their win rates are measured like those of every agent
//! (`reckoners eval --agents people:beginner,people:club,people:expert`).

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rand::Rng;
use reckoners_env::Rules;
use reckoners_env::ids::UnknownName;

use crate::agent::{Agent, PolicyAgent, Turn};
use crate::greedy::Greedy;
use crate::net::agent::{Cards, NetGuide};
use crate::scripted::Scripted;

/// How well people know the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Level {
    /// Everybody does what looks best at the moment: `greedy`.
    Beginner,
    /// A team that agrees who goes where and plays by sound rules of thumb: `scripted`.
    #[default]
    Club,
    /// A team that finds the network's move half of the time and plays by rules of thumb otherwise.
    Expert,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Self; 3] = [Self::Beginner, Self::Club, Self::Expert];

    /// Its name.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Club => "club",
            Self::Expert => "expert",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl FromStr for Level {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let named = |level: &Self| level.key().eq_ignore_ascii_case(text.trim());
        let keys = Self::ALL.into_iter().map(Self::key);
        Self::ALL
            .into_iter()
            .find(named)
            .ok_or_else(|| UnknownName::new("level", text, keys))
    }
}

/// Makes players of one level.
#[derive(Debug, Clone)]
pub struct People {
    level: Level,
    greedy: Greedy,
    scripted: Scripted,
    net: Option<Arc<NetGuide>>,
}

impl People {
    /// Reads the cards. Experts are helped by the shipped network, whatever cards it has learned; where it
    /// does not fit at all they play by rules of thumb alone.
    pub fn new(rules: &Rules, level: Level) -> Self {
        let net = match level {
            Level::Expert => NetGuide::shipped(rules, Cards::Any).ok().map(Arc::new),
            Level::Beginner | Level::Club => None,
        };
        Self {
            level,
            greedy: Greedy::new(rules),
            scripted: Scripted::new(rules),
            net,
        }
    }

    /// A player.
    pub fn make(&self) -> Box<dyn Agent> {
        match (self.level, &self.net) {
            (Level::Beginner, _) => Box::new(PolicyAgent(self.greedy.clone())),
            (Level::Club, _) | (Level::Expert, None) => {
                Box::new(PolicyAgent(self.scripted.clone()))
            }
            (Level::Expert, Some(net)) => Box::new(Halves {
                inspired: Box::new(net.agent(false)),
                usual: Box::new(PolicyAgent(self.scripted.clone())),
            }),
        }
    }
}

/// Leaves each decision to one of two players, by chance.
struct Halves {
    inspired: Box<dyn Agent>,
    usual: Box<dyn Agent>,
}

impl Agent for Halves {
    fn act(&mut self, rules: &Rules, turns: &mut [Turn<'_>], choices: &mut Vec<usize>) {
        choices.clear();
        choices.resize(turns.len(), 0);
        let coins: Vec<bool> = turns
            .iter_mut()
            .map(|t| t.rng.next_u32() & 1 == 1)
            .collect();
        for (side, agent) in [(true, &mut self.inspired), (false, &mut self.usual)] {
            let mut places = Vec::new();
            let mut batch: Vec<Turn<'_>> = Vec::new();
            for (place, turn) in turns.iter_mut().enumerate() {
                if coins[place] == side {
                    places.push(place);
                    batch.push(Turn {
                        game: turn.game,
                        legal: turn.legal,
                        rng: turn.rng,
                    });
                }
            }
            let mut own = Vec::new();
            if !batch.is_empty() {
                agent.act(rules, &mut batch, &mut own);
            }
            for (place, choice) in places.into_iter().zip(own) {
                choices[place] = choice;
            }
        }
    }
}
