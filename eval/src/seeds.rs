//! Frozen seed suites. A suite is a number; game `n` of a suite has its own team and luck, the
//! same for every agent, so agents are compared on the same games. Training draws its luck for
//! another purpose and can never meet them.

use reckoners_env::chance::below;
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::rules::BadTeam;
use reckoners_env::{Difficulty, GameSetup, Reckoner, Ruleset};

/// The suite behind the published tables.
pub const HELD_OUT: u64 = 0;

/// Which Reckoners play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TeamChoice {
    /// Each game draws a team and seating.
    Random,
    /// The team and seating that the same game of another suite draws, with the luck of this one.
    OfSuite(u64),
    /// These, in this order.
    Named(Vec<Reckoner>),
}

impl std::fmt::Display for TeamChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Random | Self::OfSuite(_) => f.write_str("random"),
            Self::Named(team) => {
                f.write_str(&team.iter().map(|r| r.key()).collect::<Vec<_>>().join("+"))
            }
        }
    }
}

/// One game of a suite.
#[derive(Debug, Clone)]
pub struct SuiteGame {
    /// Team and difficulty.
    pub setup: GameSetup,
    /// Luck of dice and decks.
    pub luck: GameRng,
    /// Luck of the agents.
    pub agent_luck: GameRng,
}

/// Game `n` of a suite.
///
/// # Panics
/// When a named team does not have `players` different members; callers check it first.
pub fn game(suite: u64, n: u64, players: u8, ruleset: Ruleset, team: &TeamChoice) -> SuiteGame {
    let setup = match team {
        TeamChoice::Named(team) => GameSetup::new(team, ruleset),
        TeamChoice::Random => drawn(suite, n, players, ruleset),
        TeamChoice::OfSuite(other) => drawn(*other, n, players, ruleset),
    };
    SuiteGame {
        setup: setup.expect("teams are checked before a suite is played"),
        luck: stream(suite, n, u64::from(players), Purpose::Evaluation),
        agent_luck: stream(suite, n, u64::from(players), Purpose::Agent),
    }
}

fn drawn(suite: u64, n: u64, players: u8, ruleset: Ruleset) -> Result<GameSetup, BadTeam> {
    let mut rng = stream(suite, n, u64::from(players), Purpose::Task);
    let mut all = ruleset.reckoners().to_vec();
    for i in (1..all.len()).rev() {
        all.swap(i, below(&mut rng, i as u32 + 1) as usize);
    }
    GameSetup::new(&all[..usize::from(players)], ruleset)
}

/// New luck, of dice and decks and of the agents, for playing on from a position of game `n`. Unlike
/// [`game`]'s, each difficulty has its own.
pub fn onward(suite: u64, n: u64, players: u8, difficulty: Difficulty) -> (GameRng, GameRng) {
    // Beyond every number of Reckoners, so that no game of a suite has the same luck.
    let key = (1 + difficulty.index() as u64) << 8 | u64::from(players);
    let luck = |purpose| stream(suite, n, key, purpose);
    (luck(Purpose::Evaluation), luck(Purpose::Agent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_of_another_suite_has_luck_of_its_own() {
        let ruleset = Ruleset::base(Difficulty::Standard);
        let team = |suite, team: &TeamChoice| game(suite, 3, 4, ruleset, team);
        let first = team(7, &TeamChoice::OfSuite(7));
        let second = team(8, &TeamChoice::OfSuite(7));
        assert_eq!(first.setup.team(), second.setup.team());
        assert_ne!(first.luck, second.luck);
        assert_ne!(first.agent_luck, second.agent_luck);
        assert_ne!(
            team(8, &TeamChoice::Random).setup.team(),
            first.setup.team()
        );
        assert_eq!(team(7, &TeamChoice::Random).luck, first.luck);
    }
}
