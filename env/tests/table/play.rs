//! Random play for the tests of this binary.

use rand::seq::SliceRandom;
use reckoners_env::action::decode;
use reckoners_env::cards::{Modules, Ruleset};
use reckoners_env::chance::{self, Outcome};
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::state::Now;
use reckoners_env::{Action, Difficulty, Game, GameSetup, Reckoner, Rules};

use crate::random::city_tables;

/// What moves a game on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Move {
    Action(Action),
    Chance(Outcome),
}

/// The generator of a test.
pub(crate) fn luck(seed: u64) -> GameRng {
    stream(seed, 7, 0, Purpose::Evaluation)
}

/// How many cases a test tries: `RECKONERS_CASES=10` makes it ten times as many.
pub(crate) fn cases(usual: u64) -> u64 {
    let times = std::env::var("RECKONERS_CASES").ok();
    usual * times.and_then(|n| n.parse::<u64>().ok()).unwrap_or(1)
}

/// A random team and difficulty of the base game; the seeds go through all team sizes and difficulties.
pub(crate) fn setup(seed: u64) -> GameSetup {
    with_modules(seed, Modules::NONE)
}

/// The same with modules of the expansion.
pub(crate) fn with_modules(seed: u64, modules: Modules) -> GameSetup {
    let difficulty = Difficulty::ALL[(seed / 5 % 4) as usize];
    let ruleset = Ruleset::base(difficulty).with(modules);
    let mut team: Vec<Reckoner> = ruleset.reckoners().to_vec();
    team.shuffle(&mut luck(seed));
    let size = 2 + (seed % 5) as usize;
    GameSetup::new(&team[..size], ruleset).unwrap()
}

/// The same with one choice of modules after the other.
pub(crate) fn any_setup(seed: u64) -> GameSetup {
    let choices: Vec<Modules> = Modules::choices().collect();
    with_modules(seed, choices[(seed / 5) as usize % choices.len()])
}

/// A boss in a city of module 4 with a random team; the seeds go through all of [`city_tables`].
pub(crate) fn city_setup(seed: u64) -> GameSetup {
    let tables: Vec<(usize, Ruleset)> = city_tables()
        .filter(|(_, ruleset)| ruleset.is_merged())
        .collect();
    // A step without a common factor, so that neighbouring seeds differ much.
    let (seats, ruleset) = tables[(seed * 37) as usize % tables.len()];
    let mut team: Vec<Reckoner> = ruleset.reckoners().to_vec();
    team.shuffle(&mut luck(seed));
    GameSetup::new(&team[..seats], ruleset).unwrap()
}

/// A random move, if the game is not over. Fights are sought and ends of steps avoided, so that
/// games reach late positions and wins.
pub(crate) fn random_move(rules: &Rules, game: &Game, rng: &mut GameRng) -> Option<Move> {
    if game.now.is_chance() {
        return Some(Move::Chance(chance::sample(rules.catalog(), game, rng)));
    }
    let legal = rules.legal(game);
    let last = legal.len().checked_sub(1)?;
    let mut pick = || {
        let n = chance::below(rng, last as u32 + 1) as usize;
        decode(legal.nth(n).unwrap()).unwrap()
    };
    let keen = |a: &Action| {
        matches!(
            a,
            Action::AttackBoss
                | Action::AttackEpic { .. }
                | Action::ResearchEpic { .. }
                | Action::Marker { .. }
        )
    };
    let dull = |a: &Action| {
        matches!(
            a,
            Action::EndDice | Action::Forfeit | Action::Focus { .. } | Action::Move { .. }
        )
    };
    let picks = [pick(), pick(), pick()];
    let keen = picks
        .iter()
        .find(|a| keen(a))
        .or_else(|| picks.iter().find(|a| !dull(a)));
    Some(Move::Action(*keen.unwrap_or(&picks[0])))
}

/// Plays a move.
pub(crate) fn make(rules: &Rules, game: &mut Game, step: Move) {
    match step {
        Move::Action(action) => rules.apply(game, action).unwrap(),
        Move::Chance(outcome) => rules.resolve(game, outcome).unwrap(),
    }
}

/// Plays a random game and shows every position, chance and end included.
pub(crate) fn play(rules: &Rules, mut game: Game, seed: u64, mut see: impl FnMut(&Game)) -> Game {
    let mut rng = luck(seed);
    for _ in 0..3000 {
        see(&game);
        let Some(step) = random_move(rules, &game, &mut rng) else {
            break;
        };
        make(rules, &mut game, step);
    }
    game
}

/// A game in which a random team can win: Steelheart is nearly defeated from the start.
pub(crate) fn easy(rules: &Rules, setup: &GameSetup) -> Game {
    let mut game = rules.new_game(setup);
    game.boss.research = 0;
    game.boss.health = 2;
    if !rules.boss_has_track(&game) {
        // There his research is all markers together.
        for district in &mut game.districts {
            district.marker = 0;
        }
    }
    game
}

/// A game with money for every card.
pub(crate) fn rich(rules: &Rules, setup: &GameSetup) -> Game {
    let mut game = rules.new_game(setup);
    game.money = 150;
    game
}

/// The kind of a position, to see that all kinds were met.
pub(crate) fn kind(game: &Game) -> String {
    let text = format!("{:?}", game.now);
    let name = text.split([' ', '(']).next().unwrap_or_default().to_owned();
    match game.now {
        Now::Over(ending) => format!("{ending:?}").split('(').next().unwrap().to_owned(),
        _ => name,
    }
}

/// Cards of the expansion that interrupt each other all the time, in every way, in games that last long.
pub(crate) fn wild() -> Rules {
    use reckoners_env::cards::{ActionTrack, Cell, Deed, load_embedded};
    let mut catalog = load_embedded();
    let spaces = [
        "BASE 2 | ATTACK_MONEY 2",
        "STEAL | ATTACK_PLAN 2",
        "BASE",
        "TRANSFORM | GIFT BASE",
        "EVERYWHERE ATTACK_PLAN | RECKONERS ATTACK_MONEY",
        "BOOST yellow 2 | BASE 2",
    ];
    for city in &mut catalog.cities {
        for (i, board) in city.boards.iter_mut().enumerate() {
            // Only spaces that do something, so that Aids stay rarer than all else.
            let full = board.track.iter_mut().filter(|space| !space.is_empty());
            for (n, space) in full.enumerate().filter(|(n, _)| n % 3 > 0) {
                *space = Cell::read(spaces[(i + n) % spaces.len()]).unwrap();
            }
        }
    }
    let track =
        |deeds: [&str; 5]| ActionTrack::new(&deeds.map(|deed| Deed::read(deed).unwrap())).unwrap();
    catalog.setup.population = 600;
    catalog.setup.first_bracket = 3;
    catalog.setup.refresh_price = 1;
    let all = Ruleset::base(Difficulty::Standard).with(Modules::ALL);
    for i in catalog.epic_deck(&all).iter() {
        let epic = &mut catalog.epics[usize::from(i)];
        epic.track = match i % 4 {
            0 => track([
                "POP_PER enforcement 2",
                "STEAL 2",
                "ATTACK_MONEY 2",
                "COPY",
                "GIFT TRANSFORM 2",
            ]),
            1 => track([
                "GIFT POWER_UP 2",
                "COPY_TOKEN 2",
                "ATTACK_PLAN 2",
                "BASE 2",
                "BOOST yellow 2",
            ]),
            2 => track([
                "TRANSFORM 2",
                "GIFT POP_PER copy_token",
                "COPY 2",
                "GIFT STEAL",
                "POWER_UP 2",
            ]),
            _ => track([
                "COPY",
                "GIFT ATTACK_PLAN",
                "PULL",
                "SHIELD red",
                "GIFT BASE 2",
            ]),
        };
    }
    let faces = [
        "STEAL",
        "COPY",
        "POWER_UP",
        "BASE 2",
        "GIFT SHIELD blue",
        "POP_PER barricade",
    ];
    catalog.pieces.ability_die = faces.map(|face| Deed::read(face).unwrap());
    Rules::new(catalog)
}

/// Rules whose values the exact messages of these tests name, whatever the real cards say.
pub(crate) fn fixed() -> Rules {
    use reckoners_env::cards::{ActionTrack, Deed, Die, INFINITE, load_embedded, symbols};
    use reckoners_env::ids::DieKind;
    let mut catalog = load_embedded();
    catalog.setup.base_track = 4;
    for sheet in catalog.bosses[0].sheets.iter_mut().flatten() {
        (sheet.values.research, sheet.values.health) = (20, 20);
    }
    let track = ["POP 1", "ADD_ENF", "FORTIFY", "POP 1", "POP 2"].map(|a| Deed::read(a).unwrap());
    for (name, research, health) in [
        ("faultline", 3, 7),
        ("nightwielder", 3, INFINITE),
        ("digzone", 2, 5),
    ] {
        let id = catalog.find_epic(name).unwrap();
        let epic = &mut catalog.epics[usize::from(id.0)];
        (epic.research, epic.health, epic.weakened) = (research, health, 4);
        epic.track = ActionTrack::new(&track).unwrap();
    }
    let mut faces = |kind: DieKind, list: [&str; 6]| {
        catalog.dice[kind.index()] = Die::new(list.map(|f| symbols::read_face(f).unwrap()));
    };
    faces(
        DieKind::Purple,
        [
            "research 2",
            "research 2",
            "research",
            "plan",
            "money",
            "contain",
        ],
    );
    faces(
        DieKind::Red,
        [
            "enforcement 2",
            "enforcement 2",
            "enforcement",
            "attack",
            "contain",
            "plan",
        ],
    );
    Rules::new(catalog)
}
