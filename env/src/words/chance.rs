//! What the game waits for and what chance decided, in words and back.

use super::{Speaker, WordError, dice, shown};
use crate::chance::{Outcome, is_possible};
use crate::ids::UnknownName;
use crate::state::{Ending, Game, Now};

impl Speaker<'_> {
    /// What the position waits for, as a sentence without a full stop.
    pub fn awaited(&self, game: &Game) -> String {
        let actor = self.seat(game, game.acting);
        match game.now {
            Now::DealEpic { district } => {
                format!("an Epic is drawn for {}", self.district(district))
            }
            Now::DealEquipment => "an Equipment card is drawn for the market".into(),
            Now::PlaceBoss => "Steelheart's first district is drawn".into(),
            Now::MoveBoss => "Steelheart's movement die is rolled".into(),
            Now::RollDice { seat } => {
                let dice = dice::say_kinds(&game.tumbling);
                format!("{} rolls {dice}", self.seat(game, seat))
            }
            Now::Place => format!("{actor} chooses a starting district"),
            Now::Keep => format!("{actor} decides which dice to keep"),
            Now::Faith => format!("{actor} chooses more dice to reroll"),
            Now::Use => format!("{actor} decides what to use"),
            Now::SetFace { kind, .. } => format!("{actor} turns the {kind} die to another face"),
            Now::Spend if game.open.is_move => format!("{actor} moves"),
            Now::Spend => {
                let open = crate::cards::SymbolCounts(game.open.symbols);
                format!("{actor} spends {}", dice::say_symbols(open))
            }
            Now::Reward => format!("{actor} places the rewards"),
            Now::Buy => "the team decides what to buy".into(),
            Now::Receive { card } => {
                format!(
                    "the team decides who gets {}",
                    self.rules.catalog().equipment(card).name
                )
            }
            Now::LoseDie => "a base was discovered: the team gives up a die".into(),
            Now::Over(ending) => self.ending(ending),
            Now::Busy => "the rules are at work".into(),
        }
    }

    /// How the game ended.
    pub fn ending(&self, ending: Ending) -> String {
        match ending {
            Ending::Won => "Steelheart is defeated: the Reckoners win".into(),
            Ending::Lost(cause) => format!(
                "the population is gone ({}): the Reckoners lose",
                super::event::cause(cause)
            ),
        }
    }

    /// An outcome in words that [`Speaker::read_outcome`] reads back.
    pub fn outcome(&self, outcome: &Outcome) -> String {
        let catalog = self.rules.catalog();
        match outcome {
            Outcome::Epic(epic) => catalog.epic(*epic).name.clone(),
            Outcome::Equipment(card) => catalog.equipment(*card).name.clone(),
            Outcome::District(district) => self.district(*district),
            Outcome::Steps(steps) => steps.to_string(),
            Outcome::Faces(faces) => dice::say(catalog, faces),
        }
    }

    /// Reads the outcome of the pending chance event: the name of the card or district drawn, the
    /// number on the movement die, or the dice (`tia: purple RR, white $, white plan`).
    pub fn read_outcome(&self, game: &Game, text: &str) -> Result<Outcome, WordError> {
        let catalog = self.rules.catalog();
        let name = |e: UnknownName| WordError(e.to_string());
        let outcome = match game.now {
            Now::DealEpic { .. } => Outcome::Epic(catalog.find_epic(text).map_err(name)?),
            Now::DealEquipment => Outcome::Equipment(catalog.find_equipment(text).map_err(name)?),
            Now::PlaceBoss => Outcome::District(self.names.find(text, game.district_count())?),
            Now::MoveBoss => Outcome::Steps(text.trim().parse().map_err(|_| self.no_steps(text))?),
            Now::RollDice { seat } => {
                Outcome::Faces(dice::read(catalog, self.own_words(game, seat, text)?)?)
            }
            _ => {
                return Err(WordError(format!(
                    "no chance is awaited: {}",
                    self.awaited(game)
                )));
            }
        };
        if is_possible(catalog, game, &outcome) {
            return Ok(outcome);
        }
        Err(match (game.now, &outcome) {
            (Now::RollDice { .. }, Outcome::Faces(faces)) => WordError(format!(
                "{}, but \"{}\" are {}",
                self.awaited(game),
                shown(text.trim()),
                if faces.is_empty() {
                    "no dice".into()
                } else {
                    dice::say_kinds(&faces.kinds())
                },
            )),
            (Now::MoveBoss, _) => self.no_steps(text),
            _ => WordError(format!("{} is not in the deck", self.outcome(&outcome))),
        })
    }

    fn no_steps(&self, text: &str) -> WordError {
        let mut faces = self.rules.catalog().setup.movement_die.clone();
        faces.sort_unstable();
        faces.dedup();
        let faces = faces
            .iter()
            .map(u8::to_string)
            .collect::<Vec<_>>()
            .join(", ");
        WordError(format!(
            "\"{}\" is not on the movement die; it shows {faces}",
            shown(text.trim())
        ))
    }
}
