//! Exact dice odds: the best a die or a set of dice can do with rerolls left.

use reckoners_env::cards::{Catalog, Die};
use reckoners_env::chance::kind_outcomes;
use reckoners_env::ids::{DieKind, FACES, Symbol};
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

/// The chance to show at least `wanted` of a symbol, counting `have` already kept, when `dice`
/// are rolled up to `rolls` more times and dice that show the symbol are always kept.
///
/// Exact: a dynamic program over how many dice of each kind are still rolled and how many
/// symbols are in hand.
pub fn chance_of(
    catalog: &Catalog,
    dice: &[u8; DieKind::COUNT],
    rolls: u8,
    symbol: Symbol,
    have: u8,
    wanted: u8,
) -> f64 {
    if have >= wanted {
        return 1.0;
    }
    if rolls == 0 || dice.iter().all(|&n| n == 0) {
        return 0.0;
    }
    // Outcomes by kind merged to (dice without the symbol, symbols gained), then convolved.
    let mut states = vec![([0u8; DieKind::COUNT], 0u8, 1.0f64)];
    for (k, &count) in dice.iter().enumerate() {
        if count == 0 {
            continue;
        }
        let die = &catalog.dice[k];
        let total = 6f64.powi(i32::from(count));
        let mut merged: Vec<(u8, u8, f64)> = Vec::new();
        for (faces, weight) in kind_outcomes(&die.weight, count) {
            let (mut missed, mut gained) = (0, 0);
            for (f, &n) in faces.iter().enumerate() {
                if die.faces[f].symbol == symbol {
                    gained += n * die.faces[f].count;
                } else {
                    missed += n;
                }
            }
            let p = weight as f64 / total;
            match merged
                .iter_mut()
                .find(|(m, g, _)| (*m, *g) == (missed, gained))
            {
                Some(entry) => entry.2 += p,
                None => merged.push((missed, gained, p)),
            }
        }
        states = states
            .iter()
            .flat_map(|&(left, gained, p)| {
                merged.iter().map(move |&(missed, more, q)| {
                    let mut left = left;
                    left[k] = missed;
                    (left, gained + more, p * q)
                })
            })
            .collect();
    }
    states
        .iter()
        .map(|&(left, gained, p)| {
            p * chance_of(catalog, &left, rolls - 1, symbol, have + gained, wanted)
        })
        .sum()
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
    use reckoners_env::Rules;

    /// Plays every ordered roll, keeping each die that shows the symbol.
    fn brute(
        catalog: &Catalog,
        kinds: &[usize],
        rolls: u8,
        symbol: Symbol,
        have: u8,
        wanted: u8,
    ) -> f64 {
        if have >= wanted {
            return 1.0;
        }
        if rolls == 0 || kinds.is_empty() {
            return 0.0;
        }
        let total = 6usize.pow(kinds.len() as u32);
        (0..total)
            .map(|n| {
                let (mut rest, mut left, mut got) = (n, Vec::new(), have);
                for &k in kinds {
                    let face = catalog.dice[k].faces[rest % 6];
                    rest /= 6;
                    if face.symbol == symbol {
                        got += face.count;
                    } else {
                        left.push(k);
                    }
                }
                brute(catalog, &left, rolls - 1, symbol, got, wanted) / total as f64
            })
            .sum()
    }

    #[test]
    fn the_program_equals_brute_force() {
        let rules = Rules::embedded();
        let catalog = rules.catalog();
        for (kinds, dice) in [
            (vec![0, 0], [2, 0, 0, 0, 0, 0, 0]),
            (vec![0, 3, 3], [1, 0, 0, 2, 0, 0, 0]),
            (vec![0, 1, 6], [1, 1, 0, 0, 0, 0, 1]),
        ] {
            for symbol in [Symbol::Research, Symbol::Contain] {
                for wanted in 1..=4 {
                    for rolls in 1..=2 {
                        let exact = chance_of(catalog, &dice, rolls, symbol, 0, wanted);
                        let slow = brute(catalog, &kinds, rolls, symbol, 0, wanted);
                        assert!((exact - slow).abs() < 1e-12, "{exact} {slow}");
                    }
                }
            }
        }
    }

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
