//! What a table begins with: the game, the team, the step and the round.

use super::error::Found;
use super::file::TableFile;
use super::read::{Reader, USUAL_ROUNDS};
use super::step::{self, Needs, Row};
use super::values::Object;
use crate::cards::{CityCards, Ruleset};
use crate::ids::{Difficulty, MAX_SEATS, MIN_SEATS, Reckoner, UnknownName};
use crate::rules::{BadTeam, GameSetup};
use crate::state::Step;

impl Reader<'_> {
    /// Reads the round; the steps of the prologue need not write it.
    pub(super) fn round(&mut self) {
        let given = self.file.round.as_ref();
        self.game.round = match self.usual_number("round", given, USUAL_ROUNDS) {
            Some(round) => round,
            None => {
                if !self.row.is_early() && given.is_none() {
                    let remedy = "write the round, 0 for the prologue";
                    self.found.missing("", "round", remedy);
                }
                0
            }
        };
        // Some steps can be in two steps of the rulebook; their own keys tell in which.
        let merged = self.game.ruleset.is_merged();
        let in_use = match self.row.key {
            "roll-dice" => self.file.reroll.is_some(),
            "reward" => merged,
            // What interrupts a group in use tells what is left of it.
            _ => self.file.open.is_some() && merged,
        };
        let told = if self.file.buying == Some(true) {
            Some(Step::Purchase)
        } else {
            in_use.then_some(Step::Use)
        };
        let step = format!("the step \"{}\"", self.row.key);
        match self.row.needs {
            Some(Needs::Module(module)) => {
                self.lacks("step", &step, module);
            }
            Some(Needs::ModuleOrCity(module)) if !merged => {
                self.lacks("step", &step, module);
            }
            Some(Needs::City) => {
                self.lacks_city("step", &step);
            }
            _ => {}
        }
        match self.row.phase(self.game.round, told) {
            Some(phase) => self.game.step = phase,
            None if !self.step_known || given.is_none() => {}
            None if self.found.is_known("round") => {}
            None => {
                let (round, key) = (self.game.round, self.row.key);
                let when = if round > 0 {
                    "the prologue, round 0"
                } else {
                    "rounds from 1 on"
                };
                let problem = format!("{round}, but the step \"{key}\" belongs to {when}");
                self.found.add("round", problem);
            }
        }
    }
}

pub(super) fn ruleset(file: &TableFile, found: &mut Found) -> Ruleset {
    match (&file.rules, file.difficulty) {
        (Some(Object(rules)), Some(difficulty)) if rules.difficulty != difficulty => {
            let problem = format!("{difficulty}, but \"rules\" says {}", rules.difficulty);
            found.add("difficulty", problem);
            *rules
        }
        (Some(Object(rules)), _) => *rules,
        (None, Some(difficulty)) => Ruleset::base(difficulty),
        (None, None) => {
            if !found.is_known("rules") {
                let remedy = "write \"beginner\", \"standard\", \"hard\" or \"sparks\"";
                found.missing("", "difficulty", remedy);
            }
            Ruleset::base(Difficulty::Standard)
        }
    }
}

/// The team; when it cannot be read, one of the same size stands for it, so that the rest can be checked.
pub(super) fn team(file: &TableFile, ruleset: Ruleset, found: &mut Found) -> GameSetup {
    let stand_in = |size: usize| {
        let size = size.clamp(MIN_SEATS, MAX_SEATS);
        // Cards that this city does not have are told below.
        let city_cards = match ruleset.cards_fit() {
            true => ruleset.city_cards,
            false => CityCards::NONE,
        };
        let ruleset = Ruleset {
            city_cards,
            ..ruleset
        };
        GameSetup::new(&Reckoner::BASE[..size], ruleset).expect("all are different")
    };
    let Some(list) = &file.reckoners else {
        let remedy = "list the Reckoners in seating order, clockwise";
        found.missing("", "reckoners", remedy);
        return stand_in(
            file.districts
                .as_ref()
                .map_or(0, |d| d.len().saturating_sub(1)),
        );
    };
    let mut team = Vec::new();
    for (i, entry) in list.iter().enumerate() {
        let at = format!("reckoners[{i}]");
        match entry {
            Some(entry) => match entry.0.name {
                Some(name) => team.push(name),
                None => found.missing(&at, "name", "write which Reckoner this is"),
            },
            None if found.is_known(&at) => {}
            None => found.not(at, "null", "a Reckoner's name or an object { ... }"),
        }
    }
    if team.len() < list.len() {
        return stand_in(list.len());
    }
    GameSetup::new(&team, ruleset).unwrap_or_else(|error| {
        match error {
            BadTeam::Size(_) => found.add("reckoners", error.to_string()),
            BadTeam::NotInPlay(_) if found.is_known("rules") => {}
            BadTeam::NoCards(..) => found.add("rules.newcago_cards", error.to_string()),
            BadTeam::Twice(who) | BadTeam::NotInPlay(who) => {
                let last = team.iter().rposition(|r| *r == who).unwrap_or_default();
                found.add(format!("reckoners[{last}]"), error.to_string());
            }
        }
        stand_in(list.len())
    })
}

/// The step, if it can be read.
pub(super) fn row(file: &TableFile, found: &mut Found) -> Option<&'static Row> {
    let Some(name) = &file.step else {
        let remedy = "write what happens now, such as \"keep\", \"use\" or \"buy\"";
        found.missing("", "step", remedy);
        return None;
    };
    let row = Row::find(name.0.trim());
    if row.is_none() {
        let keys = step::KEYS.iter().copied();
        found.add("step", UnknownName::new("step", &name.0, keys).to_string());
    }
    row
}
