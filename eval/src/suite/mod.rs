//! Suites: named lists of tasks, so that players are compared on the same fixed ground over the years.
//!
//! A task is a game (ruleset, number of Reckoners, cards) and who sits beside the agent.

mod file;

pub use file::names;

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use reckoners_agents::boxes::playable;
use reckoners_agents::net::agent::Cards as CardsAllowed;
use reckoners_agents::registry::{AgentFactory, AgentSpec};
use reckoners_env::cards::sample::held_out_box;
use reckoners_env::{Rules, Ruleset};

use crate::arena::{self, Bout, Keep, Record};
use crate::seeds::TeamChoice;

/// A suite by its name.
#[derive(Debug, Clone)]
pub struct Suite {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub about: String,
    /// Its tasks, group by group.
    pub tasks: Vec<Task>,
}

/// One task.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// Tasks of a group are pooled.
    pub group: String,
    /// Its name within the suite.
    pub name: String,
    /// Number of Reckoners.
    pub players: u8,
    /// Which game.
    pub ruleset: Ruleset,
    /// Which cards.
    pub cards: Cards,
    /// Who sits in all seats but the agent's; the agent itself if nobody is named.
    pub partners: Option<AgentSpec>,
}

/// Which cards a task is played with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cards {
    /// Those of the command.
    Given,
    /// A box that no training sees, by its number.
    HeldOut(u64),
}

/// Plays a task with every agent; `rules` has the cards of the command. An agent that the stop comes before has no records.
///
/// # Errors
/// When an agent cannot be loaded, for example a network of other observations.
pub fn play(
    rules: &Rules,
    task: &Task,
    agents: &[AgentSpec],
    (suite, games): (u64, u64),
    stop: &AtomicBool,
    played: &(dyn Fn(u64) + Sync),
) -> Result<Played> {
    let own = match task.cards {
        Cards::Given => None,
        Cards::HeldOut(n) => Some(Rules::new(playable(held_out_box(n))?.catalog)),
    };
    let rules = own.as_ref().unwrap_or(rules);
    let bout = Bout {
        players: task.players,
        ruleset: task.ruleset,
        team: TeamChoice::Random,
        suite,
        games,
    };
    let mut records = Vec::new();
    for agent in agents {
        let factory = seated(agent, task, rules)?;
        records.push(if stop.load(Ordering::Relaxed) {
            Vec::new()
        } else {
            arena::play(rules, &factory, &bout, Keep::Numbers, stop, played)
        });
    }
    Ok(Played {
        catalog: rules.catalog().hash.clone(),
        records,
    })
}

/// How a task went.
#[derive(Debug)]
pub struct Played {
    /// Content hash of the cards it was played with.
    pub catalog: String,
    /// The games of each agent.
    pub records: Vec<Vec<Record>>,
}

/// The agent in its seat, with its partners in the others.
fn seated(agent: &AgentSpec, task: &Task, rules: &Rules) -> Result<AgentFactory> {
    let agent = match task.cards {
        Cards::Given => agent.clone(),
        Cards::HeldOut(_) => with_any_cards(agent.clone()),
    };
    let spec = match &task.partners {
        None => agent,
        Some(partner) => {
            let mut team = vec![partner.clone(); usize::from(task.players)];
            team[0] = agent;
            AgentSpec::Team(team)
        }
    };
    spec.load(rules)
        .with_context(|| format!("task \"{}\"", task.name))
}

/// Nobody was trained on a held-out box: every network may play it.
fn with_any_cards(agent: AgentSpec) -> AgentSpec {
    match agent {
        AgentSpec::Net { file, sample, .. } => AgentSpec::Net {
            file,
            sample,
            cards: CardsAllowed::Any,
        },
        AgentSpec::Search { guide, options } => AgentSpec::Search {
            guide: Box::new(with_any_cards(*guide)),
            options,
        },
        AgentSpec::Team(seats) => AgentSpec::Team(seats.into_iter().map(with_any_cards).collect()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn held_out_boxes_are_played_with_their_own_cards_and_by_any_network() {
        let rules = Rules::embedded();
        let suite = Suite::named("frontier").expect("listed");
        let task = suite.tasks.iter().find(|t| t.cards != Cards::Given);
        let task = task.expect("there are boxes");
        let agents = [
            AgentSpec::Greedy,
            AgentSpec::parse("net").expect("an agent"),
        ];
        let stop = AtomicBool::new(false);
        let played = play(&rules, task, &agents, (0, 2), &stop, &|_| {}).expect("plays");
        assert_ne!(played.catalog, rules.catalog().hash);
        assert_eq!(
            played.records.iter().map(Vec::len).collect::<Vec<_>>(),
            [2, 2]
        );
    }
}
