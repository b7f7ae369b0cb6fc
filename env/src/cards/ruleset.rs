//! Which game is played: boss, city and difficulty.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::{BossKind, CityKind, Difficulty};

/// What is the same for every team: part of the set-up, the position, table files, traces, reports and
/// the observation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ruleset {
    /// Whom to defeat.
    #[serde(default = "base_boss")]
    pub boss: BossKind,
    /// Where.
    #[serde(default = "base_city")]
    pub city: CityKind,
    /// How hard it is.
    pub difficulty: Difficulty,
}

const fn base_boss() -> BossKind {
    BossKind::ALL[0]
}

const fn base_city() -> CityKind {
    CityKind::ALL[0]
}

impl Ruleset {
    /// The base game.
    pub const fn base(difficulty: Difficulty) -> Self {
        Self {
            boss: base_boss(),
            city: base_city(),
            difficulty,
        }
    }
}

/// A difficulty alone means the base game.
impl From<Difficulty> for Ruleset {
    fn from(difficulty: Difficulty) -> Self {
        Self::base(difficulty)
    }
}
