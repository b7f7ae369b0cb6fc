//! `reckoners bench --decisions`: what the decisions of the game are like, in random play.

use std::fmt::Write;

use anyhow::Result;
use reckoners_env::Rules;
use reckoners_env::rng::{Purpose, stream};
use reckoners_env::state::Now;
use serde::Serialize;

use crate::bench::{pick, setup};
use crate::rounded::percent;

/// What the decisions of random play are like for one number of Reckoners.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct DecisionStats {
    /// Number of Reckoners.
    pub players: usize,
    /// Games played.
    pub games: u64,
    /// Decisions a game, forced ones included.
    pub decisions_per_game: f64,
    /// Rounds a game.
    pub rounds_per_game: f64,
    /// Mean number of legal actions.
    pub mean_legal: f64,
    /// Largest number of legal actions.
    pub max_legal: usize,
    /// Share of decisions with one legal action.
    pub forced_share: f64,
}

/// Plays random games (Standard, first Reckoners of the list) and counts.
///
/// # Errors
/// If a team cannot play, which the first Reckoners of the list always can.
pub fn decisions(rules: &Rules, games: u64) -> Result<Vec<DecisionStats>> {
    let mut list = Vec::new();
    for players in 2..=6 {
        let setup = setup(players)?;
        let (mut count, mut rounds, mut legal, mut most, mut forced) = (0u64, 0u64, 0u64, 0, 0u64);
        for n in 0..games {
            let mut rng = stream(n, players as u64, 0, Purpose::Evaluation);
            let mut game = rules.new_game(&setup);
            loop {
                rules.play_chance(&mut game, &mut rng);
                if matches!(game.now, Now::Over(_)) {
                    break;
                }
                let mask = rules.legal(&game);
                count += 1;
                legal += mask.len() as u64;
                most = most.max(mask.len());
                forced += u64::from(mask.len() == 1);
                rules.apply_unchecked(&mut game, pick(&mask, &mut rng));
            }
            rounds += u64::from(game.round);
        }
        list.push(DecisionStats {
            players,
            games,
            decisions_per_game: count as f64 / games as f64,
            rounds_per_game: rounds as f64 / games as f64,
            mean_legal: legal as f64 / count as f64,
            max_legal: most,
            forced_share: forced as f64 / count as f64,
        });
    }
    Ok(list)
}

/// Decision statistics as a table for people.
pub fn text(list: &[DecisionStats]) -> String {
    let mut t = String::from(
        "| Reckoners | games | decisions a game | rounds a game | legal actions, mean | most | forced |\n\
         |---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for s in list {
        let _ = writeln!(
            t,
            "| {} | {} | {:.0} | {:.1} | {:.1} | {} | {} % |",
            s.players,
            s.games,
            s.decisions_per_game,
            s.rounds_per_game,
            s.mean_legal,
            s.max_legal,
            percent(s.forced_share, 1)
        );
    }
    t
}

#[cfg(test)]
mod tests {
    use reckoners_env::ACTION_COUNT;

    use super::*;

    #[test]
    fn decisions_are_counted_the_same_every_time() {
        let rules = Rules::embedded();
        let list = decisions(&rules, 3).unwrap();
        assert_eq!(list, decisions(&rules, 3).unwrap());
        assert!(
            list.iter()
                .all(|s| s.mean_legal > 1.0 && s.max_legal < ACTION_COUNT)
        );
        assert!(list[4].decisions_per_game > list[0].decisions_per_game);
        assert!(text(&list).contains("| 6 | 3 |"));
    }
}
