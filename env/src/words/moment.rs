//! Where a game stands, in the words that the drawn board and the page share: the step, the game that is
//! played, the symbols in use, what opens next, the rewards.

use super::{Speaker, dice};
use crate::cards::Ruleset;
use crate::ids::Adjustment;
use crate::state::{Earned, Game, Owed, RewardPool, Span, Step};

/// The step as the rulebook calls it.
pub const fn step(step: Step) -> &'static str {
    match step {
        Step::Prologue => "Set-up",
        Step::Roll => "Roll Dice",
        Step::Use => "Use Dice",
        Step::Rewards => "Receive Rewards",
        Step::Purchase => "Purchase Equipment",
        Step::Epics => "Epics",
        Step::Over => "Game over",
    }
}

impl Speaker<'_> {
    /// What is played besides modules that is not the base game: boss and city, cards on the city's boards, the
    /// adjustment.
    pub fn variants(&self, game: &Game) -> Vec<String> {
        let ruleset = &game.ruleset;
        let base = Ruleset::base(ruleset.difficulty);
        let mut parts = Vec::new();
        if (ruleset.boss, ruleset.city) != (base.boss, base.city) {
            let city = &self.rules.city(game).name;
            parts.push(format!("{} in {city}", self.boss(game)));
        }
        if !ruleset.city_cards.is_none() {
            parts.push(format!("city cards {}", ruleset.city_cards));
        }
        if ruleset.adjustment != Adjustment::None {
            parts.push(format!("adjustment {}", ruleset.adjustment));
        }
        parts
    }

    /// The symbols in use, and where they may be spent.
    pub fn open(&self, game: &Game) -> Option<String> {
        let open = &game.open;
        if open.is_closed() {
            return None;
        }
        let what = if open.is_move {
            "a Move".into()
        } else {
            dice::say_symbols(open.symbols)
        };
        let whole = if open.whole {
            ", nothing spent yet"
        } else {
            ""
        };
        let reach = match open.span {
            Span::Own => String::new(),
            Span::Anywhere => ", in any one district".into(),
            Span::Fixed(district) => format!(", in {} only", self.district(district)),
        };
        Some(format!("{what}{whole}{reach}"))
    }

    /// The groups that open next.
    pub fn owed(&self, game: &Game) -> Vec<String> {
        let said = |owed: &Owed| {
            let who = self.seat(game, owed.seat);
            match owed.why {
                Earned::ByMove(_) => format!("{who}'s symbol for the Move"),
                Earned::ByWeakening(_) => format!("{who}'s symbol for the weakened Epic"),
                Earned::Benefit(district) => {
                    format!("the benefit of {}", self.district(district))
                }
            }
        };
        game.owed.iter().map(|owed| said(&owed)).collect()
    }

    /// The rewards that wait to be placed.
    pub fn rewards(&self, game: &Game) -> Option<String> {
        let rewards = game.rewards;
        (rewards != RewardPool::default()).then(|| rewards.phrase(self.boss(game)))
    }
}
