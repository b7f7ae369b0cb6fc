//! Newcago, the city of the base game: its boss has one research track, as long as Steelheart's table says,
//! and the same number is his health.

use super::BossValues;
use crate::ids::BossKind;
use crate::rules::Rules;
use crate::state::Game;

pub(super) fn boss_values(rules: &Rules, game: &Game) -> BossValues {
    let sheets = &rules.catalog().boss(BossKind::Steelheart).sheets;
    let value = sheets[usize::from(game.seat_count) - 2][game.difficulty().index()].value;
    BossValues {
        research: value,
        health: value,
    }
}
