//! What each episode plays: number of Reckoners, team and ruleset.

use std::fmt;
use std::sync::Arc;

use crate::cards::Ruleset;
use crate::chance::below;
use crate::ids::{MAX_SEATS, MIN_SEATS, Reckoner};
use crate::rng::GameRng;
use crate::rules::{BadTeam, GameSetup};

/// What one episode plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EpisodeTask {
    /// Team and difficulty.
    pub setup: GameSetup,
    /// Which task of the source it is; reported back at the end of the episode.
    pub index: u16,
}

/// A curriculum: gives the task of an episode from the environment, the episode and the luck of
/// that episode's task stream. It must depend on nothing else if runs are to repeat.
pub type TaskCallback = dyn Fn(u64, u64, &mut GameRng) -> EpisodeTask + Send + Sync;

/// Where tasks come from.
#[derive(Clone)]
pub enum TaskSource {
    /// Always the same.
    Fixed(GameSetup),
    /// Drawn from a set.
    Set(TaskSet),
    /// Chosen by a curriculum.
    Callback(Arc<TaskCallback>),
}

impl fmt::Debug for TaskSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(setup) => f.debug_tuple("Fixed").field(setup).finish(),
            Self::Set(set) => f.debug_tuple("Set").field(set).finish(),
            Self::Callback(_) => f.write_str("Callback"),
        }
    }
}

impl TaskSource {
    /// The task of an episode.
    pub fn draw(&self, env: u64, episode: u64, rng: &mut GameRng) -> EpisodeTask {
        match self {
            Self::Fixed(setup) => EpisodeTask {
                setup: *setup,
                index: 0,
            },
            Self::Set(set) => set.draw(rng),
            Self::Callback(choose) => choose(env, episode, rng),
        }
    }
}

/// A set of tasks that cannot be drawn from.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BadTasks {
    /// Nothing to draw.
    #[error("no {0} given; name at least one")]
    Empty(&'static str),
    /// A player count that is not in the game, or a pool too small for it.
    #[error(
        "{players} Reckoners cannot be drawn from a pool of {pool}; a game has {MIN_SEATS} to {MAX_SEATS}"
    )]
    Players {
        /// Reckoners asked for.
        players: u8,
        /// Reckoners to draw from.
        pool: usize,
    },
    /// Somebody twice in the pool.
    #[error("{0} is in the pool twice")]
    Twice(Reckoner),
    /// Somebody of a box that is not in play.
    #[error("{0} is in none of the games drawn; the module \"reckoners\" adds four")]
    NotInPlay(Reckoner),
    /// Weights that do not fit.
    #[error(
        "{given} weights for {tasks} tasks; each must be a number of at least 0, and one above 0"
    )]
    Weights {
        /// Weights given.
        given: usize,
        /// Tasks.
        tasks: usize,
    },
}

/// Games and player counts to draw from, with a random team for every episode.
#[derive(Clone, PartialEq, Debug)]
pub struct TaskSet {
    /// The tasks: ruleset by ruleset, in the order given.
    tasks: Vec<(Ruleset, u8)>,
    /// Sums of the weights up to each task, the last one 2^32.
    until: Vec<u64>,
    pool: Vec<Reckoner>,
}

impl TaskSet {
    /// Every ruleset (a difficulty alone means the base game) with every number of Reckoners, all
    /// equally likely; teams in random seating order from all who may play.
    pub fn new<R: Copy + Into<Ruleset>>(rulesets: &[R], players: &[u8]) -> Result<Self, BadTasks> {
        let pool = Reckoner::ALL.into_iter();
        let plays = |who: &Reckoner| rulesets.iter().any(|r| may_play(&(*r).into(), *who));
        Self::with_pool(rulesets, players, &pool.filter(plays).collect::<Vec<_>>())
    }

    /// [`TaskSet::new`] with teams drawn from these Reckoners only. Who is not of the base game sits out
    /// where the module is not in play.
    pub fn with_pool<R: Copy + Into<Ruleset>>(
        rulesets: &[R],
        players: &[u8],
        pool: &[Reckoner],
    ) -> Result<Self, BadTasks> {
        let rulesets: Vec<Ruleset> = rulesets.iter().map(|r| (*r).into()).collect();
        if rulesets.is_empty() {
            return Err(BadTasks::Empty("difficulty"));
        }
        if players.is_empty() {
            return Err(BadTasks::Empty("number of Reckoners"));
        }
        if let Some(i) = (1..pool.len()).find(|&i| pool[..i].contains(&pool[i])) {
            return Err(BadTasks::Twice(pool[i]));
        }
        let idle = |who: &&Reckoner| !rulesets.iter().any(|r| may_play(r, **who));
        if let Some(who) = pool.iter().find(idle) {
            return Err(BadTasks::NotInPlay(*who));
        }
        let tasks: Vec<_> = rulesets
            .iter()
            .flat_map(|&r| players.iter().map(move |&p| (r, p)))
            .collect();
        for (ruleset, players) in &tasks {
            let count = usize::from(*players);
            let pool = pool.iter().filter(|who| may_play(ruleset, **who)).count();
            if !(MIN_SEATS..=MAX_SEATS).contains(&count) || count > pool {
                return Err(BadTasks::Players {
                    players: *players,
                    pool,
                });
            }
        }
        let mut set = Self {
            until: Vec::new(),
            tasks,
            pool: pool.to_vec(),
        };
        set.set_weights(&vec![1.0; set.tasks.len()])?;
        Ok(set)
    }

    /// The tasks: ruleset and number of Reckoners.
    pub fn tasks(&self) -> &[(Ruleset, u8)] {
        &self.tasks
    }

    /// How often each task is to be drawn; need not add up to 1.
    pub fn set_weights(&mut self, weights: &[f32]) -> Result<(), BadTasks> {
        let bad = BadTasks::Weights {
            given: weights.len(),
            tasks: self.tasks.len(),
        };
        let usable = |w: &f32| w.is_finite() && *w >= 0.0;
        let total: f64 = weights.iter().map(|&w| f64::from(w)).sum();
        if weights.len() != self.tasks.len() || !weights.iter().all(usable) || total <= 0.0 {
            return Err(bad);
        }
        let mut sum = 0.0;
        self.until.clear();
        for &weight in weights {
            sum += f64::from(weight);
            self.until
                .push((sum / total * 4_294_967_296.0).round() as u64);
        }
        Ok(())
    }

    fn draw(&self, rng: &mut GameRng) -> EpisodeTask {
        use rand::Rng;
        let luck = u64::from(rng.next_u32());
        let last = self.tasks.len() - 1;
        let index = self
            .until
            .iter()
            .position(|&until| luck < until)
            .unwrap_or(last);
        let (ruleset, players) = self.tasks[index];
        // The first places of a shuffled pool; the pool holds each Reckoner at most once.
        let mut pool = [Reckoner::ALL[0]; Reckoner::COUNT];
        let mut count = 0;
        for who in self.pool.iter().filter(|who| may_play(&ruleset, **who)) {
            pool[count] = *who;
            count += 1;
        }
        for i in 0..usize::from(players) {
            let other = i + below(rng, (count - i) as u32) as usize;
            pool.swap(i, other);
        }
        let setup = GameSetup::new(&pool[..usize::from(players)], ruleset);
        EpisodeTask {
            setup: setup.expect("the set was checked"),
            index: index as u16,
        }
    }
}

fn may_play(ruleset: &Ruleset, who: Reckoner) -> bool {
    ruleset.reckoners().contains(&who)
}

impl From<GameSetup> for TaskSource {
    fn from(setup: GameSetup) -> Self {
        Self::Fixed(setup)
    }
}

impl From<TaskSet> for TaskSource {
    fn from(set: TaskSet) -> Self {
        Self::Set(set)
    }
}

/// A task as it is written in saved states.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedTask {
    /// The team in seating order.
    pub team: Vec<Reckoner>,
    /// Which game it is.
    pub ruleset: Ruleset,
    /// Which task of the source it is.
    pub index: u16,
}

impl From<&EpisodeTask> for SavedTask {
    fn from(task: &EpisodeTask) -> Self {
        Self {
            team: task.setup.team().to_vec(),
            ruleset: *task.setup.ruleset(),
            index: task.index,
        }
    }
}

impl TryFrom<&SavedTask> for EpisodeTask {
    type Error = BadTeam;

    fn try_from(saved: &SavedTask) -> Result<Self, BadTeam> {
        Ok(Self {
            setup: GameSetup::new(&saved.team, saved.ruleset)?,
            index: saved.index,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Modules;
    use crate::ids::Difficulty;
    use crate::rng::{Purpose, stream};

    #[test]
    fn tasks_are_drawn_by_their_weights_with_every_reckoner_in_every_seat() {
        let mut set = TaskSet::new(&[Difficulty::Beginner, Difficulty::Sparks], &[2, 4]).unwrap();
        set.set_weights(&[1.0, 0.0, 2.0, 1.0]).unwrap();
        let mut rng = stream(7, 0, 0, Purpose::Task);
        let (mut seen, mut first) = ([0; 4], [0; Reckoner::BASE.len()]);
        for _ in 0..4000 {
            let task = set.draw(&mut rng);
            seen[usize::from(task.index)] += 1;
            first[task.setup.team()[0].index()] += 1;
            assert_eq!(
                set.tasks()[usize::from(task.index)].1 as usize,
                task.setup.team().len()
            );
        }
        assert_eq!(seen[1], 0);
        assert!(
            (900..1100).contains(&seen[0]) && (1880..2120).contains(&seen[2]),
            "{seen:?}"
        );
        assert!(first.iter().all(|n| (580..760).contains(n)), "{first:?}");
    }

    #[test]
    fn new_reckoners_play_where_their_module_is_in_play() {
        let base = Ruleset::base(Difficulty::Hard);
        let set = TaskSet::new(&[base, base.with(Modules::ALL)], &[6]).unwrap();
        let mut rng = stream(7, 0, 0, Purpose::Task);
        let mut seen = [[0; Reckoner::COUNT]; 2];
        for _ in 0..200 {
            let task = set.draw(&mut rng);
            assert_eq!(
                *task.setup.ruleset(),
                set.tasks()[usize::from(task.index)].0
            );
            for who in task.setup.team() {
                seen[usize::from(task.index)][who.index()] += 1;
            }
        }
        assert_eq!(seen[0][6..], [0; 4]);
        assert!(seen[1].iter().all(|n| *n > 20), "{seen:?}");
    }

    #[test]
    fn sets_that_cannot_be_drawn_say_why() {
        let all = [Difficulty::Standard];
        let text = |e: Result<TaskSet, BadTasks>| e.unwrap_err().to_string();
        assert_eq!(
            text(TaskSet::new::<Ruleset>(&[], &[2])),
            "no difficulty given; name at least one"
        );
        assert_eq!(
            text(TaskSet::new(&all, &[7])),
            "7 Reckoners cannot be drawn from a pool of 6; a game has 2 to 6"
        );
        assert_eq!(
            text(TaskSet::with_pool(
                &all,
                &[2],
                &[Reckoner::Tia, Reckoner::Tia]
            )),
            "tia is in the pool twice"
        );
        assert_eq!(
            text(TaskSet::with_pool(
                &all,
                &[2],
                &[Reckoner::Tia, Reckoner::Val]
            )),
            "val is in none of the games drawn; the module \"reckoners\" adds four"
        );
        let mut set = TaskSet::new(&all, &[2, 3]).unwrap();
        assert!(set.set_weights(&[1.0, f32::NAN]).is_err());
        assert!(set.set_weights(&[0.0, 0.0]).is_err());
        assert!(set.set_weights(&[1.0]).is_err());
    }
}
