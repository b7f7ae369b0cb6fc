//! Exact dice odds: the best a die or a set of dice can do with rerolls left.

use reckoners_env::cards::{Catalog, Die};
use reckoners_env::ids::{FACES, Symbol};
use reckoners_env::state::FaceCounts;

/// The mean over a die's faces.
pub fn mean(die: &Die, value: &[f32; FACES]) -> f32 {
    let sum: f32 = die
        .classes()
        .map(|f| f32::from(die.weight[f.ix()]) * value[f.ix()])
        .sum();
    sum / FACES as f32
}

/// What a die is worth before it is rolled, when after each of `rolls` rolls it may be kept at
/// the worth of its face or (except after the last) rolled again: optimal stopping by induction.
pub fn stopping_value(die: &Die, value: &[f32; FACES], rolls: u8) -> f32 {
    let mut worth = mean(die, value);
    for _ in 1..rolls {
        worth = mean(die, &value.map(|v| v.max(worth)));
    }
    worth
}

/// How many of a symbol some dice show.
pub fn symbols_shown(catalog: &Catalog, dice: &FaceCounts, symbol: Symbol) -> u8 {
    dice.iter()
        .map(|(kind, face, count)| {
            let face = catalog.die(kind).face(face);
            if face.symbol == symbol {
                face.count * count
            } else {
                0
            }
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stopping_follows_the_known_answer_for_a_plain_die() {
        // A die worth 1 to 6: 3.5, then 4.25, then 4 2/3.
        let die = Die::new(std::array::from_fn(|i| reckoners_env::cards::Face {
            symbol: Symbol::from_index(i),
            count: 1,
        }));
        let value = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        for (rolls, expected) in [(1, 3.5), (2, 4.25), (3, 4.0 + 2.0 / 3.0)] {
            assert!((stopping_value(&die, &value, rolls) - expected).abs() < 1e-5);
        }
    }
}
