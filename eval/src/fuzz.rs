//! Legal games over every ruleset, with every component law checked after every step.
//!
//! Some games are played at random, some by a player that is never idle, some by the scripted player with a random move now
//! and then: only these reach what good play reaches.

use rayon::prelude::*;
use reckoners_agents::agent::Policy;
use reckoners_agents::scripted::Scripted;
use reckoners_env::action::{ActionMask, Block, decode};
use reckoners_env::cards::{CityCards, Modules};
use reckoners_env::chance::{below, sample};
use reckoners_env::event::{Event, Watch};
use reckoners_env::ids::{Adjustment, BossKind, CityKind, MAX_SEATS, MIN_SEATS};
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::state::{Ending, Now, check_laws};
use reckoners_env::{Difficulty, Game, GameSetup, Rules, Ruleset};
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
    /// Most actions of Epics and bosses between two steps.
    pub longest_chain: u64,
}

impl Fuzzed {
    fn add(self, other: Self) -> Self {
        Self {
            steps: self.steps + other.steps,
            games: self.games + other.games,
            wins: self.wins + other.wins,
            violations: self.violations + other.violations,
            longest_chain: self.longest_chain.max(other.longest_chain),
        }
    }
}

/// Every boss in every city, cards on the boards and modules, with every number of Reckoners at every difficulty;
/// the adjustments in turn. With `modules`, these only.
pub fn worlds(modules: Option<Modules>) -> Vec<(usize, Ruleset)> {
    let sides: Vec<CityCards> = ["none", "A", "B", "ABABABA"]
        .iter()
        .filter_map(|sides| sides.parse().ok())
        .collect();
    let mut all = Vec::new();
    for boss in BossKind::ALL {
        for city in CityKind::ALL {
            for city_cards in &sides {
                for modules in Modules::choices().filter(|c| modules.is_none_or(|m| m == *c)) {
                    for difficulty in Difficulty::ALL {
                        for seats in MIN_SEATS..=MAX_SEATS {
                            let ruleset = Ruleset {
                                boss,
                                city,
                                city_cards: *city_cards,
                                modules,
                                adjustment: Adjustment::ALL[all.len() % Adjustment::COUNT],
                                difficulty,
                            };
                            if ruleset.cards_fit() {
                                all.push((seats, ruleset));
                            }
                        }
                    }
                }
            }
        }
    }
    all
}

/// Plays at least `steps` steps over these worlds. `progress` hears of steps done, `complaint` of each violation.
pub fn fuzz(
    rules: &Rules,
    worlds: &[(usize, Ruleset)],
    seed: u64,
    steps: u64,
    progress: &(dyn Fn(u64) + Sync),
    complaint: &(dyn Fn(&str) + Sync),
) -> Fuzzed {
    let each = steps.div_ceil(worlds.len() as u64);
    let scripted = Scripted::new(rules);
    (0..worlds.len())
        .into_par_iter()
        .map(|world| {
            episodes(each, |episode, most| {
                let luck = stream(seed, world as u64, episode, Purpose::Search);
                let mut play = Fuzz::new(rules, &scripted, worlds[world], episode, luck);
                let complain = |what: String| {
                    complaint(&format!(
                        "seed {seed}, world {world}, episode {episode}: {what}"
                    ));
                };
                play.run(most, &complain);
                progress(play.sum.steps);
                play.sum
            })
        })
        .reduce(Fuzzed::default, Fuzzed::add)
}

/// Plays episodes until there are `most` steps. `play` hears the number of the episode and how many are left.
fn episodes(most: u64, mut play: impl FnMut(u64, u64) -> Fuzzed) -> Fuzzed {
    let (mut sum, mut done) = (Fuzzed::default(), 0);
    for episode in 0.. {
        if done >= most {
            break;
        }
        let played = play(episode, most - done);
        // One that fails at its first step counts too: where all do, there must be an end.
        done += played.steps.max(1);
        sum = sum.add(played);
    }
    sum
}

/// Who plays.
#[derive(Clone, Copy)]
enum Player {
    /// Any legal action.
    Random,
    /// Seldom one that ends or lets lapse.
    Eager,
    /// The scripted player, with a random action now and then.
    Scripted,
}

/// One game.
struct Fuzz<'a> {
    rules: &'a Rules,
    scripted: &'a Scripted,
    player: Player,
    game: Game,
    rng: GameRng,
    sum: Fuzzed,
}

/// Counts the actions that one step sets off.
#[derive(Default)]
struct Chain(u64);

impl Watch for Chain {
    fn event(&mut self, event: Event) {
        self.0 += u64::from(matches!(event, Event::Performs { .. }));
    }
}

impl<'a> Fuzz<'a> {
    fn new(
        rules: &'a Rules,
        scripted: &'a Scripted,
        (seats, ruleset): (usize, Ruleset),
        episode: u64,
        mut rng: GameRng,
    ) -> Self {
        let mut team = ruleset.reckoners().to_vec();
        for i in (1..team.len()).rev() {
            team.swap(i, below(&mut rng, i as u32 + 1) as usize);
        }
        let setup = GameSetup::new(&team[..seats], ruleset).expect("two to six of those in play");
        Self {
            rules,
            scripted,
            player: [Player::Random, Player::Eager, Player::Scripted][episode as usize % 3],
            game: rules.new_game(&setup),
            rng,
            sum: Fuzzed {
                games: 1,
                ..Fuzzed::default()
            },
        }
    }

    fn run(&mut self, most: u64, complain: &dyn Fn(String)) {
        while self.sum.steps < most {
            if let Now::Over(ending) = self.game.now {
                self.sum.wins += u64::from(ending == Ending::Won);
                break;
            }
            let mut chain = Chain::default();
            if let Err(what) = self.step(&mut chain) {
                self.sum.violations += 1;
                complain(what);
                break;
            }
            self.sum.steps += 1;
            self.sum.longest_chain = self.sum.longest_chain.max(chain.0);
            if let Err(violation) = check_laws(self.rules.catalog(), &self.game) {
                self.sum.violations += 1;
                complain(format!("round {}: {violation}", self.game.round));
                break;
            }
        }
    }

    fn step(&mut self, chain: &mut Chain) -> Result<(), String> {
        let rules = self.rules;
        if self.game.now.is_chance() {
            let outcome = sample(rules.catalog(), &self.game, &mut self.rng);
            return rules
                .resolve_watched(&mut self.game, outcome, chain)
                .map_err(|e| e.to_string());
        }
        let legal = rules.legal(&self.game);
        if legal.is_empty() {
            return Err(format!("no legal action for {:?}", self.game.now));
        }
        let id = self.choose(&legal);
        let action = decode(id).ok_or_else(|| format!("no action has the id {id}"))?;
        rules
            .apply_watched(&mut self.game, action, chain)
            .map_err(|e| e.to_string())
    }

    fn choose(&mut self, legal: &ActionMask) -> usize {
        let at_random = below(&mut self.rng, 8) == 0;
        match self.player {
            Player::Scripted if !at_random => {
                self.scripted
                    .pick(self.rules, &self.game, legal, &mut self.rng)
            }
            Player::Eager if !at_random => {
                let busy: Vec<usize> = legal.ids().filter(|id| !is_idle(*id)).collect();
                let all = if busy.is_empty() {
                    legal.ids().collect()
                } else {
                    busy
                };
                all[below(&mut self.rng, all.len() as u32) as usize]
            }
            _ => {
                let n = below(&mut self.rng, legal.len() as u32);
                legal.nth(n as usize).expect("one of the legal actions")
            }
        }
    }
}

/// Whether an action ends something or lets it lapse.
fn is_idle(id: usize) -> bool {
    decode(id).is_some_and(|action| {
        matches!(
            action.block(),
            Block::EndDice | Block::Forfeit | Block::DonePurchase
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_fail_at_their_first_step_come_to_an_end() {
        let found = episodes(5, |episode, _| {
            assert!(episode < 5, "it goes on for ever");
            Fuzzed {
                games: 1,
                violations: 1,
                ..Fuzzed::default()
            }
        });
        assert_eq!((found.games, found.violations, found.steps), (5, 5, 0));
        // Others are played until there are enough steps.
        let found = episodes(5, |_, most| Fuzzed {
            games: 1,
            steps: most.min(3),
            ..Fuzzed::default()
        });
        assert_eq!((found.games, found.steps), (2, 5));
    }
}
