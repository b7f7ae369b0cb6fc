//! Suites are files: those of `configs/suites` are part of the program, others are named by their path.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use reckoners_agents::AgentSpec;
use reckoners_agents::file::read_text_at_most;
use reckoners_env::cards::sample::held_out_box;
use reckoners_env::ids::{MAX_SEATS, MIN_SEATS, UnknownName};
use reckoners_env::{Difficulty, GameSetup, Ruleset};
use serde::Deserialize;

use super::{Cards, Suite, Task};

/// The suites that come with the program: name and text.
const BUILT_IN: [(&str, &str); 4] = [
    (
        "frontier",
        include_str!("../../../configs/suites/frontier.toml"),
    ),
    ("base", include_str!("../../../configs/suites/base.toml")),
    ("boxes", include_str!("../../../configs/suites/boxes.toml")),
    ("hints", include_str!("../../../configs/suites/hints.toml")),
];

/// No suite is nearly as long.
const MOST_BYTES: u64 = 1 << 20;

/// A file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SuiteFile {
    about: String,
    tasks: Vec<Series>,
}

/// Tasks that differ in difficulty and number of Reckoners only; with boxes, each with the next number of Reckoners.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Series {
    group: String,
    name: String,
    difficulties: Vec<Difficulty>,
    players: Vec<u8>,
    #[serde(default)]
    game: toml::Table,
    #[serde(default)]
    boxes: Vec<u64>,
    partners: Option<String>,
}

/// Names of the suites that come with the program.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    BUILT_IN.iter().map(|(name, _)| *name)
}

impl Suite {
    /// The suite of a name, or of a file whose name ends in `.toml`.
    ///
    /// # Errors
    /// When there is none, or its file is wrong; the message lists the names, or says what would be right.
    pub fn named(name: &str) -> Result<Self> {
        let name = name.trim();
        if name.ends_with(".toml") {
            let text = read_text_at_most(Path::new(name), MOST_BYTES)
                .with_context(|| format!("{name}: cannot read the suite"))?;
            return Self::parse(name, &text);
        }
        let found = BUILT_IN
            .iter()
            .find(|(key, _)| key.eq_ignore_ascii_case(name));
        let (name, text) = found.ok_or_else(|| UnknownName::new("suite", name, names()))?;
        Self::parse(name, text)
    }

    /// Reads a suite; `name` stands for it in messages.
    fn parse(name: &str, text: &str) -> Result<Self> {
        let file: SuiteFile = toml::from_str(text)
            .map_err(|error| anyhow::anyhow!("{name}: {}", error.to_string().trim_end()))?;
        let mut tasks: Vec<Task> = Vec::new();
        for (n, series) in file.tasks.iter().enumerate() {
            for task in series
                .tasks()
                .with_context(|| format!("{name}: tasks[{n}] \"{}\"", series.name))?
            {
                let same = |t: &Task| t.name == task.name && t.players == task.players;
                let (title, players) = (&task.name, task.players);
                ensure!(
                    !tasks.iter().any(same),
                    "{name}: tasks[{n}]: \"{title}\" with {players} Reckoners is there twice; give one another name"
                );
                // Reports show a group in one piece.
                let other = tasks.last().is_some_and(|last| last.group != task.group);
                ensure!(
                    !other || tasks.iter().all(|t| t.group != task.group),
                    "{name}: tasks[{n}]: the group \"{}\" is taken up again; put its tasks one after the other",
                    task.group
                );
                tasks.push(task);
            }
        }
        ensure!(!tasks.is_empty(), "{name}: no tasks; add one as [[tasks]]");
        Ok(Self {
            name: name.to_owned(),
            about: file.about,
            tasks,
        })
    }
}

impl Series {
    fn tasks(&self) -> Result<Vec<Task>> {
        if self.difficulties.is_empty() || self.players.is_empty() {
            bail!("difficulties and players must each have one entry or more");
        }
        ensure!(
            !self.game.contains_key("difficulty"),
            "game: difficulty stands in difficulties; leave it out"
        );
        ensure!(
            self.boxes.is_empty() || self.players.len() <= self.boxes.len(),
            "players: {} numbers for {} boxes; each box is played by one number, so give as many at most",
            self.players.len(),
            self.boxes.len()
        );
        let partners = self.partners.as_deref().map(AgentSpec::parse).transpose();
        let partners = partners.context("partners")?;
        let mut tasks = Vec::new();
        for &difficulty in &self.difficulties {
            let mut game = self.game.clone();
            game.insert("difficulty".into(), difficulty.key().into());
            let ruleset: Ruleset = game.try_into().context("game")?;
            ensure!(
                ruleset.cards_fit(),
                "game: {} has no newcago_cards; leave them out",
                ruleset.city
            );
            let mut add = |players: u8, name: String, cards| {
                let seats = MIN_SEATS as u8..=MAX_SEATS as u8;
                ensure!(
                    seats.contains(&players),
                    "players: {players} is not a number of Reckoners; use {MIN_SEATS} to {MAX_SEATS}"
                );
                GameSetup::new(&ruleset.reckoners()[..usize::from(players)], ruleset)?;
                tasks.push(Task {
                    group: self.group.clone(),
                    name: format!("{name}, {difficulty}"),
                    players,
                    ruleset,
                    cards,
                    partners: partners.clone(),
                });
                Ok(())
            };
            if self.boxes.is_empty() {
                for &players in &self.players {
                    add(players, self.name.clone(), Cards::Given)?;
                }
            }
            for (&number, &players) in self.boxes.iter().zip(self.players.iter().cycle()) {
                let name = format!("{} {}", self.name, held_out_box(number));
                add(players, name, Cards::HeldOut(number))?;
            }
        }
        Ok(tasks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_suite_of_the_program_can_be_read() {
        for name in names() {
            Suite::named(name).unwrap_or_else(|error| panic!("{name}: {error:#}"));
        }
    }

    #[test]
    fn the_frontier_has_what_it_promises() {
        let tasks = Suite::named("frontier").expect("listed").tasks;
        let count = |group: &str| tasks.iter().filter(|t| t.group == group).count();
        let counts = ["token", "steelslayer", "held-out boxes", "partners"].map(count);
        assert_eq!(counts, [15, 32, 10, 10]);
        for task in &tasks {
            let held_out = matches!(task.cards, Cards::HeldOut(_));
            assert_eq!(held_out, task.group == "held-out boxes", "{task:?}");
            assert_eq!(
                task.partners.is_some(),
                task.group == "partners",
                "{task:?}"
            );
        }
        let box_6 = tasks.iter().find(|t| t.cards == Cards::HeldOut(6));
        let box_6 = box_6.expect("ten boxes");
        assert_eq!(
            (box_6.players, box_6.ruleset.difficulty),
            (3, Difficulty::Sparks)
        );
    }

    #[test]
    fn mistakes_are_named() {
        let series = |changes: &str| {
            format!(
                "about = \"a\"\n[[tasks]]\ngroup = \"g\"\nname = \"n\"\ndifficulties = [\"hard\"]\nplayers = [2]\n{changes}"
            )
        };
        let again = series("")
            + "[[tasks]]\ngroup = \"g\"\nname = \"n\"\ndifficulties = [\"hard\"]\nplayers = [2]\n";
        for (text, wanted) in [
            ("about = \"a\"\ntasks = []".to_owned(), "no tasks"),
            (series("colour = 1"), "colour"),
            (series("partners = \"greddy\""), "greddy"),
            (series("game = { boss = \"regalai\" }"), "regalai"),
            (
                series("game = { city = \"babilar\", newcago_cards = \"A\" }"),
                "has no newcago_cards",
            ),
            (
                series("").replace("[2]", "[7]"),
                "7 is not a number of Reckoners",
            ),
            (series("").replace("[2]", "[]"), "one entry or more"),
            (
                series("game = { difficulty = \"hard\" }"),
                "difficulty stands in difficulties",
            ),
            (
                series("boxes = [1]").replace("[2]", "[2, 3]"),
                "2 numbers for 1 boxes",
            ),
            (again, "is there twice"),
        ] {
            let error = Suite::parse("s.toml", &text).expect_err(wanted);
            let said = format!("{error:#}");
            assert!(said.contains("s.toml") && said.contains(wanted), "{said}");
        }
        assert!(Suite::parse("s.toml", &series("")).is_ok());
        let error = Suite::named("fronteir").expect_err("no such suite");
        assert!(error.to_string().contains("did you mean \"frontier\"?"));
        let error = Suite::named("no/such.toml").expect_err("no such file");
        assert!(format!("{error:#}").contains("no/such.toml: cannot read"));
    }
}
