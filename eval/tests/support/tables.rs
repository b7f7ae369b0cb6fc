//! Tables for tests: the samples, and positions of games played at random.
#![allow(dead_code, reason = "each test binary uses some of it")]

use std::path::{Path, PathBuf};

use reckoners_env::action::decode;
use reckoners_env::cards::{Modules, Ruleset};
use reckoners_env::chance::{below, sample as draw};
use reckoners_env::ids::{Adjustment, BossKind, CityKind};
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::table::Table;
use reckoners_env::trace::TraceMove;
use reckoners_env::{Difficulty, Game, GameSetup, Reckoner, Rules};
use reckoners_eval::hint::decision;

/// The project's folder.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A sample table.
pub(crate) fn sample(rules: &Rules, name: &str) -> Table {
    let file = root().join(format!("configs/tables/{name}.json"));
    Table::parse(rules, &std::fs::read_to_string(file).unwrap()).unwrap()
}

/// All sample tables.
pub(crate) fn samples(rules: &Rules) -> Vec<(String, Table)> {
    let folder = std::fs::read_dir(root().join("configs/tables")).unwrap();
    let mut files: Vec<PathBuf> = folder.map(|e| e.unwrap().path()).collect();
    files.sort();
    files.retain(|f| f.extension().is_some_and(|e| e == "json"));
    let name = |f: &PathBuf| f.file_stem().unwrap().to_str().unwrap().to_owned();
    files
        .iter()
        .map(|f| (name(f), sample(rules, &name(f))))
        .collect()
}

/// A team and difficulty; the seeds go through all numbers of Reckoners and difficulties.
pub(crate) fn setup(seed: u64) -> GameSetup {
    let mut team = Reckoner::BASE;
    team.rotate_left((seed / 7 % 6) as usize);
    let size = 2 + (seed % 5) as usize;
    GameSetup::new(&team[..size], Difficulty::ALL[(seed / 5 % 4) as usize]).unwrap()
}

/// The same with one choice of modules after the other.
pub(crate) fn module_setup(seed: u64) -> GameSetup {
    let choices: Vec<Modules> = Modules::choices().collect();
    let modules = choices[(seed / 5) as usize % choices.len()];
    let difficulty = Difficulty::ALL[(seed / 5 % 4) as usize];
    let ruleset = Ruleset::base(difficulty).with(modules);
    let mut team = ruleset.reckoners().to_vec();
    let turns = (seed * 3) as usize % team.len();
    team.rotate_left(turns);
    let size = 2 + (seed % 5) as usize;
    GameSetup::new(&team[..size], ruleset).unwrap()
}

/// Every boss in every city, and the cards of Newcago.
pub(crate) fn city_games() -> Vec<Ruleset> {
    let mut all = Vec::new();
    for boss in BossKind::ALL {
        for city in CityKind::ALL {
            let sides: &[&str] = match city {
                CityKind::Newcago => &["none", "ABBABAB"],
                _ => &["none"],
            };
            all.extend(sides.iter().map(|sides| Ruleset {
                boss,
                city,
                city_cards: sides.parse().unwrap(),
                ..Ruleset::base(Difficulty::Standard)
            }));
        }
    }
    all.retain(Ruleset::is_merged);
    all
}

/// A game of [`city_games`] with modules, team and difficulty by the seed.
pub(crate) fn city_setup(ruleset: Ruleset, seed: u64) -> GameSetup {
    let setup = module_setup(seed * 7);
    let ruleset = Ruleset {
        modules: setup.ruleset().modules,
        adjustment: Adjustment::ALL[seed as usize % Adjustment::COUNT],
        difficulty: setup.difficulty(),
        ..ruleset
    };
    GameSetup::new(setup.team(), ruleset).unwrap()
}

/// The luck of a test game.
pub(crate) fn luck(seed: u64) -> GameRng {
    stream(seed, 11, 0, Purpose::Evaluation)
}

/// A random move; none at the end.
pub(crate) fn random_move(rules: &Rules, game: &Game, rng: &mut GameRng) -> Option<TraceMove> {
    if game.now.is_chance() {
        return Some(TraceMove::Chance(draw(rules.catalog(), game, rng)));
    }
    let legal = rules.legal(game);
    let n = u32::try_from(legal.len()).unwrap();
    let id = (n > 0).then(|| legal.nth(below(rng, n) as usize).unwrap())?;
    Some(TraceMove::Action(decode(id).unwrap()))
}

/// Plays a move.
pub(crate) fn make(rules: &Rules, game: &mut Game, play: &TraceMove) {
    match *play {
        TraceMove::Action(action) => rules.apply(game, action).unwrap(),
        TraceMove::Chance(outcome) => rules.resolve(game, outcome).unwrap(),
    }
}

/// Every position of a random game, chance and end included.
fn walk(rules: &Rules, seed: u64, mut see: impl FnMut(u64, &Game)) {
    let mut rng = luck(seed);
    let mut game = rules.new_game(&setup(seed));
    for step in 0.. {
        see(step, &game);
        let Some(play) = random_move(rules, &game, &mut rng) else {
            break;
        };
        make(rules, &mut game, &play);
    }
}

/// Positions spread over random games, at least one of each kind that was met.
pub(crate) fn positions(rules: &Rules, count: usize) -> Vec<Game> {
    let mut list: Vec<Game> = Vec::new();
    for seed in 0.. {
        if list.len() >= count {
            break;
        }
        walk(rules, seed, |step, game| {
            let rare = list.iter().all(|g| decision(g) != decision(game));
            if rare || step % 97 == seed % 97 {
                list.push(*game);
            }
        });
    }
    list
}

/// Decisions with one legal action, spread over random games.
pub(crate) fn forced(rules: &Rules, count: usize) -> Vec<Game> {
    let mut list: Vec<Game> = Vec::new();
    for seed in 0.. {
        if list.len() >= count {
            break;
        }
        let mut met = 0u64;
        walk(rules, seed, |_, game| {
            if rules.legal(game).single().is_some() {
                met += 1;
                if met % 5 == 1 {
                    list.push(*game);
                }
            }
        });
    }
    list
}
