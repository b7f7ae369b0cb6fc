//! Which tasks to play: those where there is most to learn.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::config::ConfigError;
use crate::env::EpisodeSummary;

/// Recent results of every task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Curriculum {
    /// Games of each task, older ones counting less.
    games: Vec<f64>,
    /// Scores of each task, older ones counting less.
    scores: Vec<f64>,
}

/// How much a result counts after one more game of its task.
const MEMORY: f64 = 0.99;

impl Curriculum {
    /// Nothing known of any task.
    #[must_use]
    pub fn new(tasks: usize) -> Self {
        Self {
            games: vec![0.0; tasks],
            scores: vec![0.0; tasks],
        }
    }

    /// Number of tasks.
    #[must_use]
    pub fn tasks(&self) -> usize {
        self.games.len()
    }

    /// Whether these can be results: no more won than played.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        let mut tasks = self.games.iter().zip(&self.scores);
        let lengths = self.games.len() == self.scores.len();
        lengths && tasks.all(|(games, scores)| *scores >= 0.0 && scores <= games && *games < 1e6)
    }

    /// Takes note of a finished episode.
    pub fn record(&mut self, episode: &EpisodeSummary) {
        let (games, scores) = (
            &mut self.games[episode.task],
            &mut self.scores[episode.task],
        );
        *games = *games * MEMORY + 1.0;
        *scores = *scores * MEMORY + f64::from(episode.score);
    }

    /// Recent win rate of a task, once a game of it has ended.
    #[must_use]
    pub fn rate(&self, task: usize) -> Option<f64> {
        (self.games[task] > 0.0).then(|| self.scores[task] / self.games[task])
    }

    /// Win rate to reckon with: drawn toward one half while little is known, so that no task is
    /// ever thought certain.
    fn cautious_rate(&self, task: usize) -> f64 {
        (self.scores[task] + 1.0) / (self.games[task] + 2.0)
    }

    /// How often to draw each task: a share `floor` of the games evenly, so that no task is
    /// forgotten, the rest in proportion to `p (1 - p)`, the spread of its outcomes; all of it times
    /// the factor of the task. Adds up to 1.
    #[must_use]
    pub fn weights(&self, floor: f64, factors: &[f64]) -> Vec<f32> {
        let tasks = self.tasks();
        let spread: Vec<f64> = (0..tasks)
            .map(|task| self.cautious_rate(task) * (1.0 - self.cautious_rate(task)))
            .collect();
        let total: f64 = spread.iter().sum();
        let even = floor / tasks as f64;
        let weights = spread.iter().map(|s| even + (1.0 - floor) * s / total);
        let weights: Vec<f64> = weights.zip(factors).map(|(w, f)| w * f).collect();
        let total: f64 = weights.iter().sum();
        weights.iter().map(|w| (w / total) as f32).collect()
    }
}

/// The factor of every task, given the settings: a key is a task (`hard/4`), or a part of one (`hard`, `4`, or the
/// name of a game), and several that fit are multiplied.
///
/// # Errors
/// Names the key that fits no task, or says that no task is left.
pub fn factors(tasks: &[String], weights: &BTreeMap<String, f64>) -> Result<Vec<f64>, ConfigError> {
    let fits = |task: &str, key: &str| {
        let key = key.trim();
        let mut parts = task.split('/');
        task.eq_ignore_ascii_case(key) || parts.any(|part| part.eq_ignore_ascii_case(key))
    };
    if let Some(key) = weights
        .keys()
        .find(|key| !tasks.iter().any(|task| fits(task, key)))
    {
        // Hundreds of tasks have a few parts.
        let mut parts: Vec<&str> = Vec::new();
        for part in tasks.iter().flat_map(|task| task.split('/')) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        return Err(ConfigError(format!(
            "curriculum.weights: there is no task {key}; the parts of tasks are {}, joined by slashes \
             as in {}",
            parts.join("; "),
            tasks.first().map_or("", String::as_str)
        )));
    }
    let factor = |task: &String| {
        let mine = weights.iter().filter(|(key, _)| fits(task, key));
        mine.map(|(_, weight)| weight).product::<f64>()
    };
    let factors: Vec<f64> = tasks.iter().map(factor).collect();
    if factors.iter().all(|factor| *factor <= 0.0) {
        return Err(ConfigError(
            "curriculum.weights: they leave no task to play; give one a weight above 0".into(),
        ));
    }
    Ok(factors)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(curriculum: &mut Curriculum, task: usize, score: f32, times: usize) {
        let episode = EpisodeSummary {
            task,
            score,
            decisions: 1,
            rounds: 1,
            truncated: false,
        };
        (0..times).for_each(|_| curriculum.record(&episode));
    }

    #[test]
    fn even_chances_are_played_most_and_nothing_is_forgotten() {
        let mut curriculum = Curriculum::new(3);
        play(&mut curriculum, 0, 1.0, 300);
        play(&mut curriculum, 2, 0.0, 300);
        for _ in 0..150 {
            play(&mut curriculum, 1, 1.0, 1);
            play(&mut curriculum, 1, 0.0, 1);
        }
        let weights = curriculum.weights(0.15, &[1.0; 3]);
        assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        // 300 games count as 95.1; rates 0.990, 0.5 and 0.010 spread 0.0102, 0.25 and 0.0102:
        // 0.05 + 0.85 * 0.25 / 0.2704.
        assert!((weights[1] - 0.836).abs() < 0.005, "{weights:?}");
        assert!(weights[0] >= 0.05 && weights[2] >= 0.05, "{weights:?}");
    }

    #[test]
    fn the_rate_is_that_of_the_games_and_unknown_without_any() {
        let mut curriculum = Curriculum::new(2);
        play(&mut curriculum, 0, 1.0, 3);
        assert_eq!(curriculum.rate(0), Some(1.0));
        assert_eq!(curriculum.rate(1), None);
    }

    #[test]
    fn factors_of_a_task_or_its_parts_are_multiplied() {
        let tasks = ["easy/2", "easy/4", "hard/2", "hard/4/Cards A"].map(String::from);
        let factors = |list: &[(&str, f64)]| {
            let map = list
                .iter()
                .map(|(key, weight)| ((*key).to_owned(), *weight));
            super::factors(&tasks, &map.collect())
        };
        let list = [("Hard", 2.0), ("4", 3.0), ("easy/2", 0.0), ("cards a", 0.5)];
        let chosen = factors(&list).expect("good keys");
        assert_eq!(chosen, [0.0, 3.0, 2.0, 3.0]);
        let weights = Curriculum::new(4).weights(0.5, &chosen);
        assert!((weights[3] - 3.0 / 8.0).abs() < 1e-6 && weights[0] == 0.0);
        for (list, part) in [
            (
                &[("7", 1.0)][..],
                "no task 7; the parts of tasks are easy; 2; 4; hard; Cards A",
            ),
            (&[("easy", 0.0), ("hard", 0.0)], "no task to play"),
        ] {
            let said = factors(list).expect_err(part).to_string();
            assert!(said.contains(part), "{said}");
        }
    }

    #[test]
    fn unknown_tasks_are_drawn_evenly() {
        assert!(
            Curriculum::new(4)
                .weights(0.2, &[1.0; 4])
                .iter()
                .all(|w| (w - 0.25).abs() < 1e-6)
        );
    }
}
