//! Random legal games with every component law checked after every step.

use rayon::prelude::*;
use reckoners_env::action::decode;
use reckoners_env::chance::below;
use reckoners_env::ids::MAX_SEATS;
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::state::{Ending, Now, check_laws};
use reckoners_env::{Difficulty, Game, GameSetup, Reckoner, Rules};
use serde::Serialize;

/// What the games came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Fuzzed {
    /// Decisions and chance events.
    pub steps: u64,
    /// Games begun.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Broken laws, dead ends and refused legal actions.
    pub violations: u64,
}

impl Fuzzed {
    fn add(self, other: Self) -> Self {
        Self {
            steps: self.steps + other.steps,
            games: self.games + other.games,
            wins: self.wins + other.wins,
            violations: self.violations + other.violations,
        }
    }
}

/// Worlds: every number of Reckoners at every difficulty.
const WORLDS: u64 = 20;

/// Plays at least `steps` steps over all numbers of Reckoners and difficulties. `progress` hears
/// of steps done, `complaint` of each violation.
pub fn fuzz(
    rules: &Rules,
    seed: u64,
    steps: u64,
    progress: &(dyn Fn(u64) + Sync),
    complaint: &(dyn Fn(&str) + Sync),
) -> Fuzzed {
    let each = steps.div_ceil(WORLDS);
    (0..WORLDS)
        .into_par_iter()
        .map(|world| {
            let mut sum = Fuzzed::default();
            let mut episode = 0;
            while sum.steps < each {
                let game = one_game(rules, seed, world, episode, each - sum.steps, complaint);
                episode += 1;
                progress(game.steps);
                sum = sum.add(game);
            }
            sum
        })
        .reduce(Fuzzed::default, Fuzzed::add)
}

fn one_game(
    rules: &Rules,
    seed: u64,
    world: u64,
    episode: u64,
    most: u64,
    complaint: &(dyn Fn(&str) + Sync),
) -> Fuzzed {
    let mut rng = stream(seed, world, episode, Purpose::Search);
    let players = 2 + (world % 5) as usize;
    let difficulty = Difficulty::ALL[(world / 5) as usize];
    let mut team = Reckoner::ALL;
    for i in (1..MAX_SEATS).rev() {
        team.swap(i, below(&mut rng, i as u32 + 1) as usize);
    }
    let setup =
        GameSetup::new(&team[..players], difficulty).expect("two to six different Reckoners");
    let mut game = rules.new_game(&setup);
    let mut sum = Fuzzed {
        games: 1,
        ..Fuzzed::default()
    };
    let complain = |what: String| {
        complaint(&format!(
            "seed {seed}, world {world}, episode {episode}: {what}"
        ));
    };
    while sum.steps < most {
        if let Now::Over(ending) = game.now {
            sum.wins += u64::from(ending == Ending::Won);
            break;
        }
        if let Err(what) = step(rules, &mut game, &mut rng) {
            sum.violations += 1;
            complain(what);
            break;
        }
        sum.steps += 1;
        if let Err(violation) = check_laws(rules.catalog(), &game) {
            sum.violations += 1;
            complain(format!("round {}: {violation}", game.round));
            break;
        }
    }
    sum
}

/// One chance event or one random legal decision, through the checked doors.
fn step(rules: &Rules, game: &mut Game, rng: &mut GameRng) -> Result<(), String> {
    if game.now.is_chance() {
        let outcome = reckoners_env::chance::sample(rules.catalog(), game, rng);
        return rules.resolve(game, outcome).map_err(|e| e.to_string());
    }
    let legal = rules.legal(game);
    if legal.is_empty() {
        return Err(format!("no legal action: {:?}", game.now));
    }
    let id = legal
        .nth(below(rng, legal.len() as u32) as usize)
        .and_then(decode);
    rules
        .apply(game, id.expect("ids of a mask decode"))
        .map_err(|e| e.to_string())
}
