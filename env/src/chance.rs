//! Chance as data: what is drawn or rolled, its outcomes with integer weights, and sampling.

use rand::Rng;

use crate::cards::Catalog;
use crate::ids::{CardSet, DieKind, EpicId, EquipmentId, FACES};
use crate::state::{Game, Now, SeatDice};

/// What chance decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This Epic was drawn.
    Epic(EpicId),
    /// This Equipment card was drawn.
    Equipment(EquipmentId),
    /// The boss starts in this district.
    District(u8),
    /// The movement die shows this number.
    Steps(u8),
    /// The dice show these faces.
    Faces(SeatDice),
}

/// An outcome that the pending event cannot have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{outcome:?} is not an outcome of {now:?}")]
pub struct ImpossibleOutcome {
    /// What the game waits for.
    pub now: Now,
    /// What was given.
    pub outcome: Outcome,
}

/// Whether the pending event can have this outcome.
pub fn is_possible(catalog: &Catalog, game: &Game, outcome: &Outcome) -> bool {
    match (game.now, outcome) {
        (Now::DealEpic { .. }, Outcome::Epic(id)) => id.0 < 64 && game.epic_deck.has(id.0),
        (Now::DealEquipment, Outcome::Equipment(id)) => id.0 < 64 && game.equipment_deck.has(id.0),
        (Now::PlaceBoss, Outcome::District(d)) => *d < game.district_count(),
        (Now::MoveBoss, Outcome::Steps(n)) => catalog.setup.movement_die.contains(n),
        (Now::RollDice { .. }, Outcome::Faces(faces)) => {
            let real = |k: usize, f: usize| faces.0[k][f] == 0 || catalog.dice[k].weight[f] > 0;
            faces.kinds() == game.tumbling
                && (0..DieKind::COUNT).all(|k| (0..FACES).all(|f| real(k, f)))
        }
        _ => false,
    }
}

/// Every outcome of the pending event with its weight; empty when no chance is pending.
///
/// Weights are integers: a roll of `k` dice has a total weight of `6^k`.
pub fn outcomes(catalog: &Catalog, game: &Game) -> Vec<(Outcome, u64)> {
    match game.now {
        Now::DealEpic { .. } => game
            .epic_deck
            .iter()
            .map(|c| (Outcome::Epic(EpicId(c)), 1))
            .collect(),
        Now::DealEquipment => game
            .equipment_deck
            .iter()
            .map(|c| (Outcome::Equipment(EquipmentId(c)), 1))
            .collect(),
        Now::PlaceBoss => (0..game.district_count())
            .map(|d| (Outcome::District(d), 1))
            .collect(),
        Now::MoveBoss => {
            let faces = &catalog.setup.movement_die;
            let mut list: Vec<(Outcome, u64)> = Vec::new();
            for &steps in faces {
                match list.iter_mut().find(|(o, _)| *o == Outcome::Steps(steps)) {
                    Some((_, weight)) => *weight += 1,
                    None => list.push((Outcome::Steps(steps), 1)),
                }
            }
            list
        }
        Now::RollDice { .. } => {
            let mut list = vec![(SeatDice::default(), 1)];
            for (k, &count) in game.tumbling.iter().enumerate() {
                if count == 0 {
                    continue;
                }
                let of_kind = kind_outcomes(&catalog.dice[k].weight, count);
                list = list
                    .iter()
                    .flat_map(|&(base, w)| {
                        of_kind.iter().map(move |&(faces, weight)| {
                            let mut dice = base;
                            dice.0[k] = faces;
                            (dice, w * weight)
                        })
                    })
                    .collect();
            }
            list.into_iter()
                .map(|(faces, weight)| (Outcome::Faces(faces), weight))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The multisets of faces that `count` equal dice can show, with their multinomial weights.
pub fn kind_outcomes(weight: &[u8; FACES], count: u8) -> Vec<([u8; FACES], u64)> {
    fn spread(
        weight: &[u8; FACES],
        face: usize,
        left: u8,
        ways: u64,
        faces: &mut [u8; FACES],
        out: &mut Vec<([u8; FACES], u64)>,
    ) {
        if face == FACES {
            if left == 0 {
                out.push((*faces, ways));
            }
            return;
        }
        let most = if weight[face] == 0 { 0 } else { left };
        let mut ways_here = ways;
        for n in 0..=most {
            if n > 0 {
                // ways * C(left, n) * weight^n, built up factor by factor; each division is exact.
                ways_here = ways_here * u64::from(left - n + 1) / u64::from(n);
            }
            faces[face] = n;
            let scaled = ways_here * u64::from(weight[face]).pow(u32::from(n));
            spread(weight, face + 1, left - n, scaled, faces, out);
        }
        faces[face] = 0;
    }
    let mut out = Vec::new();
    spread(weight, 0, count, 1, &mut [0; FACES], &mut out);
    out
}

/// Draws an outcome of the pending event.
///
/// # Panics
/// When no chance event is pending.
pub fn sample(catalog: &Catalog, game: &Game, rng: &mut impl Rng) -> Outcome {
    match game.now {
        Now::DealEpic { .. } => Outcome::Epic(EpicId(draw(game.epic_deck, rng))),
        Now::DealEquipment => Outcome::Equipment(EquipmentId(draw(game.equipment_deck, rng))),
        Now::PlaceBoss => Outcome::District(below(rng, u32::from(game.district_count())) as u8),
        Now::MoveBoss => {
            Outcome::Steps(catalog.setup.movement_die[below(rng, FACES as u32) as usize])
        }
        Now::RollDice { .. } => {
            let mut faces = SeatDice::default();
            let mut luck = DiceLuck::default();
            for (k, &count) in game.tumbling.iter().enumerate() {
                for _ in 0..count {
                    let face = luck.face(rng);
                    faces.0[k][usize::from(catalog.dice[k].class[face])] += 1;
                }
            }
            Outcome::Faces(faces)
        }
        now => panic!("no chance event is pending: {now:?}"),
    }
}

fn draw(deck: CardSet, rng: &mut impl Rng) -> u8 {
    let n = below(rng, deck.len()) as usize;
    deck.iter()
        .nth(n)
        .expect("a deck is never asked when empty")
}

/// A uniform number below `bound`, without bias.
pub fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    loop {
        // The multiply-shift map is unbiased once the few low products are rejected.
        let product = u64::from(rng.next_u32()) * u64::from(bound);
        if product as u32 >= bound.wrapping_neg() % bound {
            return (product >> 32) as u32;
        }
    }
}

/// Die faces, twelve to a random word: 6^12 is the largest power of six below 2^32.
#[derive(Default)]
struct DiceLuck {
    pool: u32,
    left: u8,
}

impl DiceLuck {
    const ROLLS: u8 = 12;
    const RANGE: u32 = 6u32.pow(Self::ROLLS as u32);

    fn face(&mut self, rng: &mut impl Rng) -> usize {
        if self.left == 0 {
            self.pool = below(rng, Self::RANGE);
            self.left = Self::ROLLS;
        }
        let face = self.pool % 6;
        self.pool /= 6;
        self.left -= 1;
        face as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multisets_equal_brute_force_over_ordered_rolls() {
        // Two equal faces first: weights 2, -, 1, 1, 1, 1.
        let weight = [2, 0, 1, 1, 1, 1];
        let class = [0, 0, 2, 3, 4, 5];
        for count in 1..=5u8 {
            let mut brute = std::collections::BTreeMap::new();
            for n in 0..6u32.pow(u32::from(count)) {
                let mut faces = [0u8; FACES];
                let mut rest = n;
                for _ in 0..count {
                    faces[class[(rest % 6) as usize]] += 1;
                    rest /= 6;
                }
                *brute.entry(faces).or_insert(0u64) += 1;
            }
            let fast: std::collections::BTreeMap<_, _> =
                kind_outcomes(&weight, count).into_iter().collect();
            assert_eq!(fast, brute);
        }
    }
}
