//! Which game is played: the flags that all commands share.

use clap::Args;
use reckoners_env::cards::{CityCards, Modules};
use reckoners_env::ids::{Adjustment, BossKind, CityKind, Module};
use reckoners_env::{Difficulty, Ruleset};

use super::keys_help;

/// Boss, city and what else of the expansion is in play; nothing given means the base game.
#[derive(Args, Debug, Clone, PartialEq, Eq)]
#[command(next_help_heading = "Which game")]
pub(super) struct GameArgs {
    /// Whom to defeat.
    #[arg(long, value_name = "BOSS", default_value_t = base().boss, help = keys_help("Whom to defeat", BossKind::ALL.map(BossKind::key)))]
    pub(super) boss: BossKind,
    /// Where.
    #[arg(long, value_name = "CITY", default_value_t = base().city, help = keys_help("Where", CityKind::ALL.map(CityKind::key)))]
    pub(super) city: CityKind,
    /// Cards on the district boards of Newcago: none, A, B, or a letter for each of the seven boards.
    #[arg(long = "newcago-cards", value_name = "SIDES", default_value_t = CityCards::NONE)]
    pub(super) city_cards: CityCards,
    /// Modules 1 to 3 of the expansion.
    #[arg(long, default_value_t = Modules::NONE, help = keys_help("Modules 1 to 3 of the expansion, separated by commas", [Module::ALL.map(Module::key).as_slice(), &["all", "none"]].concat()))]
    pub(super) modules: Modules,
    /// How much easier or harder.
    #[arg(long = "adjust", value_name = "ADJUSTMENT", default_value_t = Adjustment::None, help = keys_help("Easier or harder: $1 more a Reckoner, or population that the boss costs more each round (+3 and +4 are not of the box)", Adjustment::ALL.map(Adjustment::key)))]
    pub(super) adjustment: Adjustment,
}

fn base() -> Ruleset {
    Ruleset::base(Difficulty::ALL[0])
}

impl GameArgs {
    /// The game at a difficulty.
    pub(super) const fn ruleset(&self, difficulty: Difficulty) -> Ruleset {
        Ruleset {
            boss: self.boss,
            city: self.city,
            city_cards: self.city_cards,
            modules: self.modules,
            adjustment: self.adjustment,
            difficulty,
        }
    }
}
