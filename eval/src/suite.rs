//! Suites: named lists of tasks, so that players are compared on the same fixed ground over the years.
//!
//! A task is a game (ruleset, number of Reckoners, cards) and who sits beside the agent. A new suite is a new function that
//! lists its tasks, and a line in [`SUITES`].

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use reckoners_agents::boxes::playable;
use reckoners_agents::net::agent::Cards as CardsAllowed;
use reckoners_agents::registry::{AgentFactory, AgentSpec};
use reckoners_env::cards::sample::held_out_box;
use reckoners_env::cards::{CityCards, Modules, Side};
use reckoners_env::ids::{Adjustment, BossKind, CityKind, UnknownName};
use reckoners_env::{Difficulty, Rules, Ruleset};

use crate::arena::{self, Bout, Keep, Record};
use crate::seeds::TeamChoice;

/// A suite by its name.
#[derive(Debug, Clone)]
pub struct Suite {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Its tasks, group by group.
    pub tasks: Vec<Task>,
}

/// One task.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// Tasks of a group are pooled.
    pub group: &'static str,
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

/// Every suite: name, what it is for, tasks.
type Listed = (&'static str, &'static str, fn() -> Vec<Task>);

/// All suites.
pub const SUITES: [Listed; 2] = [
    (
        "frontier",
        "what the strongest players do not win almost always",
        frontier,
    ),
    (
        "base",
        "the base game at every difficulty with every number of Reckoners",
        base,
    ),
];

impl Suite {
    /// The suite of a name.
    ///
    /// # Errors
    /// When there is none; the message lists the names.
    pub fn named(name: &str) -> Result<Self, UnknownName> {
        let known = || SUITES.iter().map(|(name, ..)| *name);
        let found = SUITES
            .iter()
            .find(|(key, ..)| key.eq_ignore_ascii_case(name.trim()));
        let (name, about, tasks) = found.ok_or_else(|| UnknownName::new("suite", name, known()))?;
        Ok(Self {
            name,
            about,
            tasks: tasks(),
        })
    }
}

/// The game against a boss in his city, for a task's name.
fn task(group: &'static str, name: &str, players: u8, ruleset: Ruleset) -> Task {
    Task {
        group,
        name: format!("{name}, {}", ruleset.difficulty),
        players,
        ruleset,
        cards: Cards::Given,
        partners: None,
    }
}

fn base() -> Vec<Task> {
    let tasks = Difficulty::ALL.into_iter().flat_map(|difficulty| {
        (2..=6).map(move |players| task("base", "base", players, Ruleset::base(difficulty)))
    });
    tasks.collect()
}

/// The Difficulty Adjustment Token by number of Reckoners: where the network of the base game begins to lose.
const TOKEN: [(u8, Adjustment); 5] = [
    (2, Adjustment::Two),
    (3, Adjustment::Two),
    (4, Adjustment::Three),
    (5, Adjustment::Four),
    (6, Adjustment::Four),
];

/// Bosses and cities of one box.
const PAIRS: [(&str, BossKind, CityKind, CityCards); 4] = [
    (
        "regalia in babilar",
        BossKind::Regalia,
        CityKind::Babilar,
        CityCards::NONE,
    ),
    (
        "limelight in ildithia",
        BossKind::Limelight,
        CityKind::Ildithia,
        CityCards::NONE,
    ),
    (
        "newcago with cards A",
        BossKind::Steelheart,
        CityKind::Newcago,
        CityCards::all(Side::A),
    ),
    (
        "newcago with cards B",
        BossKind::Steelheart,
        CityKind::Newcago,
        CityCards::all(Side::B),
    ),
];

/// Held-out boxes of the suite.
const BOXES: u64 = 10;

fn frontier() -> Vec<Task> {
    use Difficulty::{Hard, Sparks, Standard};
    let mut tasks = Vec::new();
    for difficulty in [Standard, Hard, Sparks] {
        for (players, adjustment) in TOKEN {
            let ruleset = Ruleset {
                adjustment,
                ..Ruleset::base(difficulty)
            };
            let name = format!("token {adjustment}");
            tasks.push(task("token", &name, players, ruleset));
        }
    }
    // All modules, so that all ten Reckoners and all cards are in play.
    let all = Modules::choices().last().unwrap_or_default();
    for (name, boss, city, city_cards) in PAIRS {
        for difficulty in [Standard, Hard] {
            for players in [2, 3, 4, 5] {
                let ruleset = Ruleset {
                    boss,
                    city,
                    city_cards,
                    ..Ruleset::base(difficulty).with(all)
                };
                tasks.push(task("steelslayer", name, players, ruleset));
            }
        }
    }
    for n in 0..BOXES {
        let difficulty = if n < BOXES / 2 { Standard } else { Sparks };
        let players = 2 + (n % 5) as u8;
        let name = format!("box {}", held_out_box(n));
        tasks.push(Task {
            cards: Cards::HeldOut(n),
            ..task("held-out boxes", &name, players, Ruleset::base(difficulty))
        });
    }
    for (name, partner) in [
        ("with scripted partners", AgentSpec::Scripted),
        ("with greedy partners", AgentSpec::Greedy),
    ] {
        for players in [2, 3, 4, 5, 6] {
            tasks.push(Task {
                partners: Some(partner.clone()),
                ..task("partners", name, players, Ruleset::base(Hard))
            });
        }
    }
    tasks
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
    use reckoners_env::GameSetup;

    #[test]
    fn every_suite_has_tasks_of_its_own_that_can_be_played() {
        for (name, ..) in SUITES {
            let suite = Suite::named(name).expect("listed");
            assert!(!suite.tasks.is_empty());
            for (i, task) in suite.tasks.iter().enumerate() {
                let team = &task.ruleset.reckoners()[..usize::from(task.players)];
                assert!(GameSetup::new(team, task.ruleset).is_ok(), "{task:?}");
                let same = |t: &&Task| t.name == task.name && t.players == task.players;
                assert_eq!(suite.tasks.iter().filter(same).count(), 1, "{task:?}");
                // Groups are shown one after the other.
                let first = suite.tasks.iter().position(|t| t.group == task.group);
                let between = &suite.tasks[first.unwrap_or(i)..i];
                assert!(between.iter().all(|t| t.group == task.group), "{task:?}");
            }
        }
        let error = Suite::named("fronteir").expect_err("no such suite");
        assert!(error.to_string().contains("did you mean \"frontier\"?"));
    }

    #[test]
    fn the_frontier_has_what_it_promises() {
        let tasks = Suite::named("frontier").expect("listed").tasks;
        let count = |group: &str| tasks.iter().filter(|t| t.group == group).count();
        let counts = ["token", "steelslayer", "held-out boxes", "partners"].map(count);
        assert_eq!(counts, [15, 32, 10, 10]);
        let boxes = tasks
            .iter()
            .filter(|t| matches!(t.cards, Cards::HeldOut(_)));
        assert_eq!(boxes.count(), 10);
        assert!(
            tasks
                .iter()
                .filter(|t| t.group == "partners")
                .all(|t| t.partners.is_some())
        );
    }

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
