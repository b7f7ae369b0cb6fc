//! A row that was written over shows what a row written anew shows, wherever the position comes from.

use super::*;
use crate::action::decode;
use crate::cards::{CityCards, Modules, Side};
use crate::chance::below;
use crate::ids::{Adjustment, BossKind, CityKind, Difficulty, Reckoner};
use crate::obs::{Counts, Encoder, OBS_LEN, describe_index};
use crate::rng::{GameRng, Purpose, stream};
use crate::rules::{GameSetup, Rules};

/// Every boss in every city with every choice of modules, and the cards of Newcago.
fn rulesets() -> Vec<Ruleset> {
    let mut all = Vec::new();
    for boss in BossKind::ALL {
        for city in CityKind::ALL {
            for cards in [None, Some(Side::A), Some(Side::B)] {
                for modules in Modules::choices() {
                    let turn = all.len();
                    let ruleset = Ruleset {
                        boss,
                        city,
                        city_cards: cards.map_or(CityCards::NONE, CityCards::all),
                        modules,
                        adjustment: Adjustment::ALL[turn % Adjustment::COUNT],
                        ..Ruleset::base(Difficulty::ALL[turn % Difficulty::COUNT])
                    };
                    if ruleset.cards_fit() {
                        all.push(ruleset);
                    }
                }
            }
        }
    }
    all
}

/// Positions along a random game.
fn positions(rules: &Rules, ruleset: Ruleset, seats: usize, rng: &mut GameRng) -> Vec<Game> {
    const MOST: usize = 400;
    let all: Vec<Reckoner> = ruleset.reckoners().to_vec();
    let from = below(rng, all.len() as u32) as usize;
    let team: Vec<Reckoner> = (from..from + seats).map(|i| all[i % all.len()]).collect();
    let mut game = rules.new_game(&GameSetup::new(&team, ruleset).unwrap());
    let mut found = Vec::new();
    while found.len() < MOST && !game.now.is_over() {
        rules.play_chance(&mut game, rng);
        found.push(game);
        let legal = rules.legal(&game);
        if !legal.is_empty() {
            let id = legal.nth(below(rng, legal.len() as u32) as usize).unwrap();
            rules.apply_unchecked(&mut game, decode(id).unwrap());
        }
    }
    found
}

/// One part of another position, of a seat or of all, that may change while everything else stays.
type Change = (&'static str, fn(&mut Game, &Game, usize));

macro_rules! changes {
    ($($field:ident),* ; $($of_seat:ident),* ; $($of_district:ident),*) => {
        [
            $((stringify!($field), |game, from, _| game.$field = from.$field),)*
            $((stringify!($of_seat), |game, from, i| game.seats[i].$of_seat = from.seats[i].$of_seat),)*
            $((stringify!($of_district), |game, from, i| {
                game.districts[i].$of_district = from.districts[i].$of_district;
            }),)*
        ]
    };
}

const CHANGES: &[Change] = &changes!(
    step, round, focused, sniper, base, token_supply, population, money, rewards, boss, epic_deck,
    defeated, defeated_now, equipment_deck, market, discarded, marks, swaps, city;
    district, tokens, fresh_tokens, rolls, kept_now, ability_spent, ended, dice, cards, stolen,
    demolitions, effects, coming, aids;
    bracket, research, health, enforcement, barricades, shields, copy_tokens, stolen, marker
);

/// A row with what it shows, and the memory to write it.
struct Row {
    numbers: [f32; OBS_LEN],
    seen: Seen,
    counts: Counts,
}

impl Row {
    fn new() -> Self {
        Self {
            numbers: [0.0; OBS_LEN],
            seen: Seen::default(),
            counts: Counts::NONE,
        }
    }

    /// Writes a position over the one before it, and compares with a fresh row.
    fn check(&mut self, encoder: &Encoder, game: &Game, what: &str) {
        encoder.encode_over(
            game,
            Some(&mut self.seen),
            &mut self.counts,
            &mut self.numbers,
        );
        let mut fresh = [f32::NAN; OBS_LEN];
        encoder.encode(game, &mut fresh);
        let pairs = self.numbers.iter().zip(&fresh);
        let stale = pairs
            .map(|(a, b)| a.to_bits() == b.to_bits())
            .position(|same| !same);
        if let Some(index) = stale {
            let (shows, about) = (self.numbers[index], describe_index(index).unwrap());
            panic!("{what}: {about} shows {shows} instead of {}", fresh[index]);
        }
    }
}

#[test]
fn a_row_is_right_after_any_position_and_any_single_change() {
    let encoder = Encoder::new(Rules::embedded());
    let rng = &mut stream(3, 1, 4, Purpose::Agent);
    let mut row = Row::new();
    for (i, ruleset) in rulesets().into_iter().enumerate() {
        let seats = 2 + i % 5;
        let games = positions(encoder.rules(), ruleset, seats, rng);
        let any = |rng: &mut GameRng| games[below(rng, games.len() as u32) as usize];
        for game in &games {
            row.check(&encoder, game, "step by step");
            row.check(&encoder, &any(rng), "a jump");
        }
        for (what, change) in CHANGES {
            for _ in 0..3 {
                let mut game = any(rng);
                row.check(&encoder, &game, "a jump");
                change(&mut game, &any(rng), below(rng, seats as u32) as usize);
                row.check(&encoder, &game, what);
            }
        }
    }
}

#[test]
fn a_row_knows_which_box_it_shows() {
    let mut cards = crate::cards::load_embedded();
    cards.setup.base_track += 2;
    cards.dice.swap(1, 2);
    let encoders = [
        Encoder::new(Rules::embedded()),
        Encoder::new(Rules::new(cards)),
    ];
    let rng = &mut stream(5, 9, 2, Purpose::Agent);
    let base = Ruleset::base(Difficulty::Standard);
    let mut row = Row::new();
    for game in positions(encoders[0].rules(), base, 4, rng) {
        for encoder in &encoders {
            row.check(encoder, &game, "the same position with other cards");
        }
    }
}
