//! Laws of the effects on Reckoners: what they disable and lay aside.

use super::Violation;
use crate::ids::Effect;
use crate::state::{Game, Now, Spot, Step};

pub(super) fn check(game: &Game) -> Result<(), Violation> {
    // Once dice fall all choices have been made; before and after them cards may come and go.
    let rolling = matches!(game.now, Now::RollDice { .. } | Now::Keep | Now::Faith);
    for (seat, s) in game.seated() {
        let disabled = game.marks.of(s).disabled.len();
        let attacked = s.effects.has(Effect::Equipment);
        let missing = attacked && !s.cards.is_empty() && disabled == 0;
        if disabled > u32::from(attacked) || missing && rolling && game.step == Step::Roll {
            return Err(Violation::Disabled { seat });
        }
        let count = s.dice.count(Spot::Aside);
        if count > 0 && !matches!(game.step, Step::Roll | Step::Use | Step::Over) {
            return Err(Violation::Dice {
                seat,
                spot: Spot::Aside,
                count,
                now: game.now,
            });
        }
    }
    Ok(())
}
