//! The Reckoners in a drawing: tokens, cards and dice.

use reckoners_env::ids::EquipmentId;
use reckoners_env::state::{Seat, Spot};
use reckoners_env::words::dice;

use super::{Board, counted, kinds, list, told};

impl Board<'_> {
    pub(super) fn team(&self) -> Vec<String> {
        let catalog = self.rules.catalog();
        let mut lines = vec![String::new(), self.title("Reckoners")];
        for (i, seat) in self.game.seated() {
            let card = catalog.reckoner(seat.reckoner);
            let mark = if i == self.game.acting && self.game.now.is_decision() {
                ">"
            } else {
                " "
            };
            let gap = " ".repeat(9usize.saturating_sub(card.name.chars().count()));
            let fresh = if seat.fresh_tokens > 0 {
                format!(" (+{} beside)", seat.fresh_tokens)
            } else {
                String::new()
            };
            let used = if seat.ability_spent { " used" } else { "" };
            let charged = match seat.demolitions {
                0 => String::new(),
                n => format!(" ({} on it)", counted(n, "token")),
            };
            let done = if seat.ended { ", done" } else { "" };
            lines.push(format!(
                "{mark} {}{gap}{}{fresh}, {}{charged}{used}{done}",
                self.name(seat),
                counted(seat.tokens, "Plan Token"),
                card.ability_name,
            ));
            let mut part = |title: &str, items: Vec<String>| {
                if !items.is_empty() {
                    lines.extend(wrapped(title, &items));
                }
            };
            part("cards", self.cards(seat));
            if seat.rolls == 0 {
                part("dice", kinds(&seat.dice.owned()));
            } else {
                let faces = |spot| list(&dice::say(catalog, &seat.dice.faces(spot)));
                part("rolled", faces(Spot::Rolled));
                part("kept", faces(Spot::Kept));
                part("used", kinds(&seat.dice.kinds(Spot::Used)));
            }
            part("lost", kinds(&seat.dice.kinds(Spot::Lost)));
            for (title, items) in self.on_reckoner(seat) {
                part(title, items);
            }
        }
        lines
    }

    fn cards(&self, seat: &Seat) -> Vec<String> {
        let name = |id: EquipmentId| {
            let state = told::card_state(self.game, id);
            let state = state.map_or_else(String::new, |state| format!(" ({state})"));
            format!("{}{}{state}", self.say.card(id), self.places(id))
        };
        seat.cards.equipment().map(name).collect()
    }

    /// The dice that a card has given or changed.
    fn places(&self, card: EquipmentId) -> String {
        match told::dice_of(self.rules, self.game, card).as_slice() {
            [] => String::new(),
            dice => format!(" [{}]", dice.join(", ")),
        }
    }
}

/// Columns of a line.
pub(super) const WIDTH: usize = 100;

/// A titled list, broken into lines that fit.
fn wrapped(title: &str, items: &[String]) -> Vec<String> {
    let mut lines = vec![format!("           {title:<8}")];
    for (i, item) in items.iter().enumerate() {
        let comma = if i + 1 < items.len() { ", " } else { "" };
        let fits = lines
            .last()
            .is_some_and(|l| l.chars().count() + item.chars().count() < WIDTH);
        if !fits {
            lines.push(" ".repeat(19));
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(item);
            line.push_str(comma);
        }
    }
    lines
}
