//! Imagined luck that stays alike while games drift apart.
//!
//! Options are compared on the same luck. A plain generator gives the same luck only until one of two games
//! draws once more than the other; from then on they share nothing, and the comparison is as noisy as
//! that of two strangers. Here every piece of luck has a name (the round, the roll, the die, the card), and
//! its value depends on the name alone: the third basic die of Tia's second roll in round 6 shows the
//! same face in both games, and both draw their cards from decks in the same order.

use reckoners_env::Rules;
use reckoners_env::chance::{Outcome, in_the_air, sample, urn};
use reckoners_env::ids::FACES;
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::state::{FaceCounts, Game, Now, Step};

/// The luck of one imagined future.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Luck {
    seed: u64,
}

impl Luck {
    /// The luck of future number `index` of a seed.
    pub const fn new(seed: u64, index: u64) -> Self {
        Self {
            seed: mix(mix(seed).wrapping_add(index)),
        }
    }

    /// A generator of its own for players that need one.
    pub fn player(self) -> GameRng {
        stream(self.seed, 0, 0, Purpose::Agent)
    }

    /// Plays pending chance until something else is awaited.
    pub fn play(self, rules: &Rules, game: &mut Game) {
        while game.now.is_chance() {
            let outcome = self.outcome(rules, game);
            let resolved = rules.resolve(game, outcome);
            debug_assert!(resolved.is_ok(), "{outcome:?} in {:?}", game.now);
            if resolved.is_err() {
                return;
            }
        }
    }

    /// What comes of the pending event.
    fn outcome(self, rules: &Rules, game: &Game) -> Outcome {
        let catalog = rules.catalog();
        let round = self.named(u64::from(game.round));
        if let Now::RollDice { seat } = game.now {
            let owner = game.seat(seat);
            // Faith rolls once more without counting it as a roll.
            let roll = u64::from(owner.rolls) << 1 | u64::from(owner.ability_spent);
            let mut roll = round.named(1).named(u64::from(seat.0)).named(roll);
            if game.step == Step::Use {
                // A gift rolls dice again that were rolled before: what lies there names the time.
                roll = roll.named(game.digest());
            }
            let mut faces = FaceCounts::default();
            for (k, &count) in in_the_air(game).iter().enumerate() {
                for die in 0..count {
                    let face = roll
                        .named(k as u64)
                        .named(u64::from(die))
                        .below(FACES as u64);
                    faces.0[k][catalog.dice[k].class[face as usize].ix()] += 1;
                }
            }
            return Outcome::Faces(faces);
        }
        let Some(urn) = urn(catalog, game) else {
            // Dice of a boss: nothing of it depends on how the game went.
            return sample(catalog, game, &mut round.named(2).player());
        };
        // A weighted draw without replacement: each thing leaves at an exponential time with its weight as rate.
        let event = round.named(3).named(event(game));
        let clock = |pick: u8, weight: u64| {
            let uniform = (event.named(u64::from(pick)).seed >> 11) as f64 / (1u64 << 53) as f64;
            -(1.0 - uniform).ln() / weight as f64
        };
        let weights = urn.weights().into_iter();
        let first = weights.min_by(|a, b| clock(a.0, a.1).total_cmp(&clock(b.0, b.1)));
        Outcome::Pick(first.map_or(0, |(pick, _)| pick))
    }

    /// The luck with this name within it.
    const fn named(self, name: u64) -> Self {
        Self {
            seed: mix(self.seed ^ mix(name.wrapping_add(0x9e37_79b9_7f4a_7c15))),
        }
    }

    /// A number below `bound`, which is small: the bias is below 2^-60.
    const fn below(self, bound: u64) -> u64 {
        ((self.seed as u128 * bound as u128) >> 64) as u64
    }
}

/// What tells the urns of one round apart. Decks keep their order through the round.
fn event(game: &Game) -> u64 {
    match game.now {
        Now::DealEpic { .. } => 0,
        Now::DealEquipment => 1,
        Now::PlaceBoss => 2,
        Now::MoveBoss => 3,
        Now::DealBoard { .. } => 4,
        Now::BossCard => 5,
        Now::DrawAid { district, .. } => 16 + u64::from(district.0),
        // A die that is rolled several times in a phase: what lies on the board names the time.
        _ => game.digest() | 1 << 63,
    }
}

/// The finaliser of splitmix64: every bit of the input moves every bit of the output.
const fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reckoners_env::{Difficulty, GameSetup, Reckoner, Ruleset};

    fn start(rules: &Rules) -> Game {
        let team = [Reckoner::Tia, Reckoner::Cody, Reckoner::Prof];
        let setup = GameSetup::new(&team, Ruleset::base(Difficulty::Standard)).unwrap();
        rules.new_game(&setup)
    }

    #[test]
    fn a_card_that_another_future_has_not_changes_only_its_own_draw() {
        let rules = Rules::embedded();
        for index in 0..50 {
            let luck = Luck::new(7, index);
            let mut games = [start(&rules), start(&rules)];
            let Outcome::Pick(first) = luck.outcome(&rules, &games[0]) else {
                panic!("an Epic is drawn first")
            };
            // In the second game the first card of the first one is not in the deck.
            games[1].epic_deck.remove(first);
            games[1].defeated.insert(first);
            let drawn = games.map(|mut game| {
                let mut drawn = Vec::new();
                while matches!(game.now, Now::DealEpic { .. }) {
                    let outcome = luck.outcome(&rules, &game);
                    drawn.push(outcome);
                    rules.resolve(&mut game, outcome).unwrap();
                }
                drawn
            });
            assert_eq!(drawn[0][1..], drawn[1][..drawn[1].len() - 1]);
        }
    }

    #[test]
    fn every_first_card_comes_about_equally_often() {
        let rules = Rules::embedded();
        let game = start(&rules);
        let mut counts = [0u32; 64];
        let futures = 20_000;
        for index in 0..futures {
            match Luck::new(3, index).outcome(&rules, &game) {
                Outcome::Pick(pick) => counts[usize::from(pick)] += 1,
                other => panic!("{other:?}"),
            }
        }
        let cards = f64::from(game.epic_deck.len());
        let mean = futures as f64 / cards;
        let far = 4.5 * mean.sqrt();
        for pick in game.epic_deck.iter() {
            let off = f64::from(counts[usize::from(pick)]) - mean;
            assert!(off.abs() < far, "card {pick}: {off} from {mean}");
        }
    }
}
