//! Counting the tree of a position exactly: every decision and every chance outcome, to a depth.
//!
//! Nothing is sampled, so the numbers pin the rules: a refactor must not move them. Two engines
//! may agree on counts and disagree on positions, hence the checksum over the leaves.

use std::ops::AddAssign;

use crate::action::decode;
use crate::chance::outcomes;
use crate::rules::Rules;
use crate::state::Game;

/// What a walk to a depth met.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Perft {
    /// Positions in which a Reckoner decides.
    pub decisions: u64,
    /// Positions in which chance decides.
    pub chance: u64,
    /// Positions at the depth, and games that ended above it.
    pub leaves: u64,
    /// Sum over the leaves of the product of the chance weights on the way there.
    pub mass: u128,
    /// Wrapping sum over the leaves of digest times mass; does not depend on the order of the walk.
    pub checksum: u64,
}

impl AddAssign for Perft {
    fn add_assign(&mut self, other: Self) {
        self.decisions += other.decisions;
        self.chance += other.chance;
        self.leaves += other.leaves;
        self.mass += other.mass;
        self.checksum = self.checksum.wrapping_add(other.checksum);
    }
}

/// Walks every line of `depth` decisions and chance events from a position.
pub fn perft(rules: &Rules, game: &Game, depth: u32) -> Perft {
    let mut total = Perft::default();
    walk(rules, game, depth, 1, &mut total);
    total
}

fn walk(rules: &Rules, game: &Game, depth: u32, mass: u128, total: &mut Perft) {
    if depth > 0 && game.now.is_decision() {
        total.decisions += 1;
        for action in rules.legal(game).ids().filter_map(decode) {
            let mut next = *game;
            rules.apply_unchecked(&mut next, action);
            walk(rules, &next, depth - 1, mass, total);
        }
    } else if depth > 0 && game.now.is_chance() {
        total.chance += 1;
        for (outcome, weight) in outcomes(rules.catalog(), game) {
            let mut next = *game;
            rules
                .resolve(&mut next, outcome)
                .expect("a listed outcome is possible");
            walk(rules, &next, depth - 1, mass * u128::from(weight), total);
        }
    } else {
        *total += Perft {
            leaves: 1,
            mass,
            // Truncation is harmless: the checksum is a sum modulo 2^64.
            checksum: game.digest().wrapping_mul(mass as u64),
            ..Perft::default()
        };
    }
}
