//! What the game waits for, in words. The sentences stand in the table of all that a game waits for
//! (`state/waits.rs`); here is what the names in their braces stand for.

use super::{Speaker, dice};
use crate::chance::in_the_air;
use crate::state::{Ending, Game, Gift, Now};

impl Speaker<'_> {
    /// What the position waits for, as a sentence without a full stop.
    pub fn awaited(&self, game: &Game) -> String {
        match (game.now, game.now.sentence()) {
            (_, Some(sentence)) => fill(sentence, |name| self.part(game, name)),
            (Now::Over(ending), None) => self.ending(game, ending),
            (_, None) => "the rules are at work".into(),
        }
    }

    /// What a name stands for: something that the wait is about, or of the position.
    pub(super) fn part(&self, game: &Game, name: &str) -> Option<String> {
        let about = game.now.details();
        Some(match name {
            "actor" => self.seat(game, game.acting).to_owned(),
            "boss" => self.boss(game).to_owned(),
            "dice" => dice::say_kinds(&in_the_air(game)),
            "spends" if game.open.is_move => "moves".into(),
            "spends" => format!("spends {}", dice::say_symbols(game.open.symbols)),
            "district" => self.district(about.district?),
            "epic" => self.epic_in(game, about.district?),
            "who" => self.seat(game, about.who?).to_owned(),
            "kind" => about.kind?.to_string(),
            "given" => about.given?.to_string(),
            "turned" => about.die?.0.to_string(),
            "card" => self.card(about.card?).to_owned(),
            "aid" => self.aid(game, about.aid?),
            "effect" => about.effect?.meaning().to_owned(),
            "gift" => match about.gift? {
                Gift::Move => "moves".into(),
                Gift::Regain => "takes a used die back".into(),
                Gift::Reroll => "rerolls dice".into(),
            },
            _ => return None,
        })
    }

    /// How the game ended.
    pub fn ending(&self, game: &Game, ending: Ending) -> String {
        match ending {
            Ending::Won => format!("{} is defeated: the Reckoners win", self.boss(game)),
            Ending::Lost(cause) => format!(
                "the population is gone ({}): the Reckoners lose",
                super::event::cause(cause)
            ),
        }
    }
}

/// A sentence with what its names in braces stand for. A name that stands for nothing stays, so that it is seen.
pub(super) fn fill(sentence: &str, part: impl Fn(&str) -> Option<String>) -> String {
    let mut text = String::new();
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let part = part(name);
        debug_assert!(part.is_some(), "{name} stands for nothing in {sentence:?}");
        text.push_str(before);
        text.push_str(part.as_deref().unwrap_or(name));
        rest = after;
    }
    text + rest
}
