//! What there is to say of an option that changes nothing on the board: plain facts of the position.
//! How good it is, its win chance says.

use reckoners_env::state::{Now, Spot};
use reckoners_env::words::dice;
use reckoners_env::{Action, Game};

use super::line::Line;
use super::reasons::{Reasons, count, join};

impl Reasons<'_> {
    /// What an option without effect on the board does.
    pub(super) fn nothing(&self, before: &Game, action: Action, line: &Line) -> String {
        match action {
            Action::EndDice => self.unused(before),
            Action::DonePurchase if before.money > 0 => {
                format!("saves ${} for later", before.money)
            }
            Action::RollRest => {
                let seat = before.actor();
                let rolls = self.rules().traits(before, seat).rolls();
                format!("roll {} of {rolls}", seat.rolls + 1)
            }
            Action::AbilityDie { .. } if before.now != Now::Use => {
                "rolls this die once more".into()
            }
            Action::FaithRoll => "rolls the chosen dice once more".into(),
            Action::KeepAll => format!(
                "all {} stay as they are, and {} stays unused",
                count(before.actor().dice.count(Spot::Rolled), "die", "dice"),
                self.rules()
                    .catalog()
                    .reckoner(before.actor().reckoner)
                    .ability_name
            ),
            Action::Refresh => {
                let cards = before.market.equipment();
                let names: Vec<String> = cards.map(|c| self.speaker.card(c).to_owned()).collect();
                format!("new cards instead of {}", join(&names))
            }
            Action::LoseDie { seat, .. } => {
                let seat = before.seat_at(seat);
                let left = line.end.seat(seat).dice.total();
                let dice = count(left, "die", "dice");
                format!("{} goes on with {dice}", self.speaker.seat(before, seat))
            }
            Action::Focus { seat } => {
                let who = self.speaker.seat(before, before.seat_at(seat));
                format!("{who} goes first")
            }
            _ => match line.moves.iter().find(|(_, a)| *a == Action::Forfeit) {
                Some((game, _)) => lapsed(game),
                None => "changes nothing on the board yet".into(),
            },
        }
    }

    /// What a Reckoner who stops leaves unused.
    fn unused(&self, game: &Game) -> String {
        let seat = game.actor();
        let legal = self.rules().legal(game);
        let cards = legal
            .actions()
            .filter(|a| matches!(a, Action::UseCard { .. }))
            .count() as u32;
        let mut left = Vec::new();
        let dice = seat.dice.count(Spot::Kept);
        if dice > 0 {
            left.push(count(dice, "die", "dice"));
        }
        if cards > 0 {
            left.push(count(cards, "card", "cards"));
        }
        let mut parts = Vec::new();
        if !left.is_empty() {
            parts.push(format!("leaves {} unused", join(&left)));
        }
        if seat.tokens > 0 {
            let tokens = count(seat.tokens, "Plan Token", "Plan Tokens");
            parts.push(format!("saves {tokens} for later"));
        }
        if parts.is_empty() {
            parts.push("changes nothing on the board".into());
        }
        join(&parts)
    }
}

/// What is given up in a position in which the rest lapses.
fn lapsed(game: &Game) -> String {
    match game.now {
        Now::Spend if game.open.is_move => "the move lapses unused".into(),
        Now::Spend => {
            let symbols = dice::say_symbols(game.open.symbols);
            format!("lapses unused: {symbols}")
        }
        _ => "gives up the rewards that are not placed yet".into(),
    }
}
