//! Which game is played: the flags that all commands share.

use std::str::FromStr;

use anyhow::{Error, Result};
use clap::Args;
use reckoners_env::cards::{CityCards, Modules};
use reckoners_env::ids::{Adjustment, BossKind, CityKind, MIN_SEATS, Module, UnknownName};
use reckoners_env::rules::BadTeam;
use reckoners_env::{Difficulty, GameSetup, Reckoner, Ruleset};

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
    #[arg(long, default_value_t = Modules::NONE, help = modules_help())]
    pub(super) modules: Modules,
    /// How much easier or harder.
    #[arg(long = "adjust", value_name = "ADJUSTMENT", default_value_t = Adjustment::None, help = adjust_help())]
    pub(super) adjustment: Adjustment,
}

/// One or several games: each of the bosses in each of the cities; the rest as in [`GameArgs`].
#[derive(Args, Debug, Clone, PartialEq, Eq)]
#[command(next_help_heading = "Which games")]
pub(super) struct GamesArgs {
    /// Whom to defeat.
    #[arg(long, value_name = "BOSSES", default_value = base().boss.key(), value_parser = several_bosses, help = keys_help("Whom to defeat, separated by commas, or \"all\"", BossKind::ALL.map(BossKind::key)))]
    boss: Several<BossKind>,
    /// Where.
    #[arg(long, value_name = "CITIES", default_value = base().city.key(), value_parser = several_cities, help = keys_help("Where, separated by commas, or \"all\"; every boss is played in every city", CityKind::ALL.map(CityKind::key)))]
    city: Several<CityKind>,
    /// Cards on the district boards of Newcago: none, A, B, or a letter for each of the seven boards.
    #[arg(long = "newcago-cards", value_name = "SIDES", default_value_t = CityCards::NONE)]
    city_cards: CityCards,
    /// Modules 1 to 3 of the expansion.
    #[arg(long, default_value_t = Modules::NONE, help = modules_help())]
    modules: Modules,
    /// How much easier or harder.
    #[arg(long = "adjust", value_name = "ADJUSTMENT", default_value_t = Adjustment::None, help = adjust_help())]
    adjustment: Adjustment,
}

impl GamesArgs {
    /// The games in the order given, all cities of a boss together.
    pub(super) fn games(&self) -> Vec<GameArgs> {
        let of_boss = |&boss: &BossKind| {
            self.city.0.iter().map(move |&city| GameArgs {
                boss,
                city,
                city_cards: self.city_cards,
                modules: self.modules,
                adjustment: self.adjustment,
            })
        };
        self.boss.0.iter().flat_map(of_boss).collect()
    }
}

/// A list without repetitions, typed with commas.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Several<T>(Vec<T>);

fn several<T>(text: &str, all: &[T]) -> Result<Several<T>, T::Err>
where
    T: FromStr + PartialEq + Copy,
{
    if text.trim().eq_ignore_ascii_case("all") {
        return Ok(Several(all.to_vec()));
    }
    let mut list = Vec::new();
    for name in text.split(',') {
        let named = name.trim().parse()?;
        if !list.contains(&named) {
            list.push(named);
        }
    }
    Ok(Several(list))
}

fn several_bosses(text: &str) -> Result<Several<BossKind>, UnknownName> {
    several(text, &BossKind::ALL)
}

fn several_cities(text: &str) -> Result<Several<CityKind>, UnknownName> {
    several(text, &CityKind::ALL)
}

fn adjust_help() -> String {
    keys_help(
        "Easier or harder: $1 more a Reckoner, or population that the boss costs more each round (+3 and +4 are not in the printed game)",
        Adjustment::ALL.map(Adjustment::key),
    )
}

/// What `--modules` takes, from the one list of modules.
pub(super) fn modules_help() -> String {
    let names = [Module::ALL.map(Module::key).as_slice(), &["all", "none"]].concat();
    keys_help(
        "Modules 1 to 3 of the expansion, separated by commas",
        names,
    )
}

/// A team for a game; an error names the flag that is wrong.
pub(super) fn setup(team: &[Reckoner], ruleset: Ruleset) -> Result<GameSetup> {
    GameSetup::new(team, ruleset).map_err(|error| {
        let flag = match error {
            BadTeam::NoCards(..) => "--newcago-cards",
            BadTeam::Size(_) | BadTeam::Twice(_) | BadTeam::NotInPlay(_) => "--reckoners",
        };
        Error::new(error).context(flag)
    })
}

fn base() -> Ruleset {
    Ruleset::base(Difficulty::ALL[0])
}

impl GameArgs {
    /// The game at one of the difficulties, which all have the same Reckoners, or why there is no such game.
    pub(super) fn checked(&self) -> Result<Ruleset> {
        let ruleset = self.ruleset(Difficulty::ALL[0]);
        setup(&ruleset.reckoners()[..MIN_SEATS], ruleset)?;
        Ok(ruleset)
    }

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
