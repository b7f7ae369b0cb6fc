//! Whether all that the file says can be together: the conditions under which the rules can go on.

use super::agenda::first_roll;
use super::read::Reader;
use crate::ids::SeatIx;
use crate::rules::Rules;
use crate::state::{Game, Now, Seat, Spot};

/// Who decides when the file does not say: the first who can.
pub(super) fn first_able(rules: &Rules, game: &Game) -> SeatIx {
    let first = |test: &dyn Fn(&Seat) -> bool| {
        let found = game.seated().find(|(_, seat)| test(seat));
        found.map_or(SeatIx(0), |(seat, _)| seat)
    };
    match game.now {
        Now::Place => first(&|s| !s.district.is_somewhere()),
        Now::Keep => first(&|s| s.dice.any(Spot::Rolled)),
        Now::Use => first(&|s| rules.traits(s).has_something()),
        // At the first rolls the first seat is asked first; later it is who rolls again.
        Now::RollDice { seat } if !first_roll(rules, game, seat) => seat,
        _ => SeatIx(0),
    }
}

pub(super) fn check(_reader: &mut Reader<'_>) {}
