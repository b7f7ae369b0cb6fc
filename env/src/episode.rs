//! One episode: a game, its luck and the loop that plays it on to the next decision. Single and batched
//! environments, arenas and examinations all use this loop and this record of how it ended.

use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionMask, decode};
use crate::ids::Cause;
use crate::rng::GameRng;
use crate::rules::{GameSetup, Rules};
use crate::state::{Ending, Game, Now};

/// Rounds after which an episode is cut short unless told otherwise.
pub const ROUND_CAP: u16 = 50;

/// How an episode ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EpisodeEnd {
    /// The boss was defeated.
    Won,
    /// The population reached zero, with the cause of the last loss.
    Lost(Cause),
    /// The round cap was reached: neither won nor lost.
    Truncated,
}

impl EpisodeEnd {
    /// Whether the team won.
    pub fn won(self) -> bool {
        self == Self::Won
    }
    /// Why the last of the population fell, if the team lost.
    pub const fn loss(self) -> Option<Cause> {
        match self {
            Self::Lost(cause) => Some(cause),
            Self::Won | Self::Truncated => None,
        }
    }
}

impl From<Ending> for EpisodeEnd {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Won => Self::Won,
            Ending::Lost(cause) => Self::Lost(cause),
        }
    }
}

/// How an episode is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EpisodeRules {
    /// Play decisions with one legal action without asking.
    pub auto_forced: bool,
    /// Rounds after which the episode is cut short: after the boss's movement, when the dice of
    /// the next round lie on the table. Never a loss.
    pub round_cap: u16,
}

impl Default for EpisodeRules {
    fn default() -> Self {
        Self {
            auto_forced: true,
            round_cap: ROUND_CAP,
        }
    }
}

/// A game being played: it waits for a decision, or has ended.
#[derive(Clone, Debug)]
pub struct Episode {
    /// The position.
    pub game: Game,
    /// The legal actions; none once the game is over.
    pub legal: ActionMask,
    /// Decisions asked for.
    pub decisions: u32,
    /// Decisions played without asking because there was one option.
    pub forced: u32,
    luck: GameRng,
    play: EpisodeRules,
    end: Option<EpisodeEnd>,
}

impl Episode {
    /// A new game, played on to its first decision.
    #[inline]
    pub fn new(rules: &Rules, setup: &GameSetup, luck: GameRng, play: EpisodeRules) -> Self {
        Self::on_from(rules, &rules.new_game(setup), luck, play)
    }

    /// A game that goes on from a position.
    #[inline]
    pub fn on_from(rules: &Rules, game: &Game, luck: GameRng, play: EpisodeRules) -> Self {
        let mut episode = Self {
            game: *game,
            legal: ActionMask::EMPTY,
            decisions: 0,
            forced: 0,
            luck,
            play,
            end: None,
        };
        episode.advance(rules);
        episode
    }

    /// How it ended, once it has.
    #[inline]
    pub const fn end(&self) -> Option<EpisodeEnd> {
        self.end
    }

    /// Rounds begun and not cut off.
    pub fn rounds(&self) -> u16 {
        self.game.round.min(self.play.round_cap)
    }

    /// Plays a legal action, then on to the next decision.
    #[inline]
    pub fn play(&mut self, rules: &Rules, action: Action) {
        rules.apply_unchecked(&mut self.game, action);
        self.decisions += 1;
        self.advance(rules);
    }

    /// Plays chance and forced decisions until there is something to ask, or the episode ends.
    #[inline]
    fn advance(&mut self, rules: &Rules) {
        loop {
            rules.play_chance(&mut self.game, &mut self.luck);
            self.legal = ActionMask::EMPTY;
            if let Now::Over(ending) = self.game.now {
                self.end = Some(ending.into());
                return;
            }
            self.legal = rules.legal(&self.game);
            if self.game.round > self.play.round_cap {
                self.end = Some(EpisodeEnd::Truncated);
                return;
            }
            match self.legal.single().and_then(decode) {
                Some(only) if self.play.auto_forced => {
                    self.forced += 1;
                    rules.apply_unchecked(&mut self.game, only);
                }
                _ => return,
            }
        }
    }
}
