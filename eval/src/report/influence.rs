//! Which Reckoners, and which two together, an agent wins more often with.

use reckoners_env::Reckoner;
use serde::Serialize;

use super::grid::unique;
use super::tally::{Cell, Roster};
use crate::stats::{SIGNIFICANCE, Stratum, Trial, effect, holm};

/// What it does to an agent's win rate that these Reckoners are in the team.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Influence {
    /// The agent as it was asked for.
    pub agent: String,
    /// One Reckoner, or two.
    pub reckoners: Vec<Reckoner>,
    /// Win rate of teams with all of them minus win rate of the other teams, at the same difficulty
    /// and with as many players, averaged over those.
    pub difference: f64,
    /// Lower limit of the 95 % interval of the difference.
    pub ci_low: f64,
    /// Upper limit of the 95 % interval of the difference.
    pub ci_high: f64,
    /// Two-sided p-value of "no difference".
    pub p_value: f64,
    /// The p-value corrected by Holm's method for all Reckoners, or all pairs, and all agents.
    pub p_holm: f64,
    /// Games of teams with them.
    pub games_with: u64,
    /// Games of teams without them, or with one of two.
    pub games_without: u64,
}

impl Influence {
    /// Whether it stands even after the correction for many looks.
    pub(super) fn holds(&self) -> bool {
        self.p_holm < SIGNIFICANCE
    }
}

/// Every Reckoner alone, or every two.
pub(super) fn groups(size: usize) -> Vec<Vec<Reckoner>> {
    let all = Reckoner::ALL;
    match size {
        1 => all.iter().map(|r| vec![*r]).collect(),
        _ => (0..all.len())
            .flat_map(|i| (0..i).map(move |j| vec![all[j], all[i]]))
            .collect(),
    }
}

/// The influence of each Reckoner and of each two, agent by agent, as far as the games tell.
pub(super) fn influences(cells: &[Cell]) -> Vec<Influence> {
    let agents = unique(cells.iter().map(|c| c.key.agent.as_str()));
    let mut list = Vec::new();
    for size in [1, 2] {
        let mut family = Vec::new();
        for agent in &agents {
            let mine: Vec<_> = cells.iter().filter(|c| c.key.agent == *agent).collect();
            family.extend(groups(size).into_iter().filter_map(|g| influence(&mine, g)));
        }
        let p_values: Vec<_> = family.iter().map(|i| i.p_value).collect();
        for (influence, p) in family.iter_mut().zip(holm(&p_values)) {
            influence.p_holm = p;
        }
        list.append(&mut family);
    }
    list
}

fn influence(cells: &[&Cell], reckoners: Vec<Reckoner>) -> Option<Influence> {
    let group = Roster::of(&reckoners);
    let strata: Vec<_> = cells
        .iter()
        .map(|cell| Stratum {
            players: cell.key.players,
            games: cell
                .tally
                .each()
                .iter()
                .map(|game| Trial {
                    with: game.roster.has(group),
                    won: game.won,
                })
                .collect(),
        })
        .collect();
    let effect = effect(&strata)?;
    Some(Influence {
        agent: cells.first()?.key.agent.clone(),
        reckoners,
        difference: effect.difference,
        ci_low: effect.interval.low,
        ci_high: effect.interval.high,
        p_value: effect.p_value,
        p_holm: effect.p_value,
        games_with: effect.with,
        games_without: effect.without,
    })
}

#[cfg(test)]
mod tests {
    use reckoners_env::ids::Cause;
    use reckoners_env::{Difficulty, EpisodeEnd, GameSetup};

    use super::super::data::tests::record;
    use super::super::tally::CellKey;
    use super::*;
    use crate::arena::Record;

    /// Every two of the base game.
    fn teams() -> Vec<Vec<Reckoner>> {
        let mut teams = groups(2);
        teams.retain(|team| team.iter().all(|who| Reckoner::BASE.contains(who)));
        teams
    }

    /// Teams of two, each so many times; won by those that `wins` names.
    fn cell(wins: impl Fn(&[Reckoner], usize) -> bool) -> Cell {
        let mut records: Vec<Record> = Vec::new();
        for team in teams() {
            for i in 0..20 {
                let end = if wins(&team, i) {
                    EpisodeEnd::Won
                } else {
                    EpisodeEnd::Lost(Cause::EpicAttack)
                };
                records.push(Record {
                    setup: GameSetup::new(&team, Difficulty::Hard).unwrap(),
                    ..record(end, &[5])
                });
            }
        }
        let key = CellKey {
            difficulty: "hard".into(),
            players: 2,
            reckoners: "random".into(),
            agent: "a".into(),
        };
        Cell::count(key, &records).unwrap()
    }

    #[test]
    fn who_helps_is_found() {
        // A coin, but Tia's teams win three times of four.
        let odds = |team: &[Reckoner], i: usize| {
            if team.contains(&Reckoner::Tia) {
                !i.is_multiple_of(4)
            } else {
                i.is_multiple_of(2)
            }
        };
        let list = influences(&[cell(odds)]);
        let one = |who: Reckoner| list.iter().find(|i| i.reckoners == [who]).unwrap();
        let tia = one(Reckoner::Tia);
        assert!((tia.difference - 0.25).abs() < 1e-9, "{tia:?}");
        assert!(tia.holds() && tia.ci_low > 0.0);
        assert_eq!((tia.games_with, tia.games_without), (100, 200));
        assert!(!one(Reckoner::David).holds());
        // Nothing is said of those who never play.
        assert_eq!(list.len(), Reckoner::BASE.len() + teams().len());
    }

    #[test]
    fn nothing_is_said_without_enough_losses() {
        assert!(influences(&[cell(|_, _| true)]).is_empty());
        assert!(influences(&[]).is_empty());
    }
}
