//! The cities. A city says how much the boss is researched and attacked, and has steps of its own; nothing
//! outside the city's module knows it.

mod newcago;

use super::Rules;
use crate::ids::CityKind;
use crate::state::Game;

/// What the boss begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BossValues {
    /// Research at the start.
    pub research: u16,
    /// Health when he is weakened.
    pub health: u16,
}

impl Rules {
    /// What the boss begins with in a game.
    #[inline]
    pub fn boss_values(&self, game: &Game) -> BossValues {
        match game.ruleset.city {
            CityKind::Newcago => newcago::boss_values(self, game),
        }
    }
}
