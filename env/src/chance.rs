//! Chance as data: what is drawn or rolled, its outcomes with integer weights, and sampling.

use rand::Rng;

use crate::cards::{Catalog, PowerDice};
use crate::ids::{
    AidIx, BoardIx, CardSet, DieKind, DistrictIx, EpicId, EquipmentId, FACES, MAX_AIDS, Track,
};
use crate::rules::city::boards_left;
use crate::state::{FaceCounts, Game, MAX_BOSS_CARDS, Now, Spot, waits};

/// What chance decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One thing out of the [`Urn`] of the event: a card, a district, a number.
    Pick(u8),
    /// The dice show these faces.
    Faces(FaceCounts),
    /// The boss's Power dice name these rows, by track.
    Rows([u8; Track::COUNT]),
}

/// An outcome as the rules take it: the method that the table names for an event says by its last argument what it gets.
pub(crate) trait FromOutcome<'a> {
    /// What was drawn.
    fn of(outcome: &'a Outcome) -> Self;
}

macro_rules! picks {
    ($($type:ident)+) => {$(
        impl FromOutcome<'_> for $type {
            #[inline]
            fn of(outcome: &Outcome) -> Self {
                Self(u8::of(outcome))
            }
        }
    )+};
}
picks! { AidIx BoardIx DistrictIx EpicId EquipmentId }

impl FromOutcome<'_> for u8 {
    #[inline]
    fn of(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Pick(pick) => *pick,
            other => unreachable!("{other:?} is not one thing"),
        }
    }
}

impl<'a> FromOutcome<'a> for &'a FaceCounts {
    #[inline]
    fn of(outcome: &'a Outcome) -> Self {
        match outcome {
            Outcome::Faces(faces) => faces,
            other => unreachable!("{other:?} are no dice"),
        }
    }
}

impl FromOutcome<'_> for [u8; Track::COUNT] {
    #[inline]
    fn of(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Rows(rows) => *rows,
            other => unreachable!("{other:?} are no rows"),
        }
    }
}

/// What comes of a chance event, and so how its outcomes are said and read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thing {
    /// An Epic.
    Epic,
    /// An Equipment card.
    Equipment,
    /// A district.
    District,
    /// A number on a die.
    Number,
    /// The faces of a Reckoner's dice.
    Dice,
    /// A face of the Epic Ability Die.
    AbilityFace,
    /// A board of the city.
    Board,
    /// Rows of the boss's tables.
    Rows,
    /// A card of the boss.
    BossCard,
    /// A Dawnslight card.
    Aid,
}

impl Thing {
    /// Whether dice show it; else it is drawn.
    pub const fn is_rolled(self) -> bool {
        matches!(
            self,
            Self::Number | Self::Dice | Self::AbilityFace | Self::Rows
        )
    }
}

macro_rules! things {
    (
        chance {
            $($(#[$about:meta])* $name:ident $({ $($fields:tt)+ })? = $key:literal $says:literal
                [draws $thing:ident then $then:ident $given:tt] over $over:ident $below:tt $file:tt;)+
        }
        decisions { $($decisions:tt)+ }
    ) => {
        impl Thing {
            /// What comes of the pending event; none when no chance is pending.
            pub const fn of(now: Now) -> Option<Self> {
                match now {
                    $(Now::$name { .. } => Some(Self::$thing),)+
                    _ => None,
                }
            }
        }
    };
}

waits!(things);

/// What one thing is drawn from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urn<'a> {
    /// Each of these, all equally likely.
    Set(CardSet),
    /// The faces of a die; equal ones may repeat.
    Die(&'a [u8]),
    /// Cards of several kinds, counted by kind.
    Counts([u8; MAX_BOSS_CARDS]),
}

/// The urn of the pending event; none when dice are rolled or no chance is pending.
pub fn urn<'a>(catalog: &'a Catalog, game: &Game) -> Option<Urn<'a>> {
    match game.now {
        Now::DealEpic { .. } => Some(Urn::Set(game.epic_deck)),
        Now::DealEquipment => Some(Urn::Set(game.equipment_deck)),
        Now::PlaceBoss => Some(Urn::Set(CardSet::first(usize::from(game.district_count())))),
        Now::MoveBoss => Some(Urn::Die(&catalog.setup.movement_die)),
        Now::Transform { .. } => Some(Urn::Set(CardSet::first(FACES))),
        Now::DealBoard { .. } => Some(Urn::Set(boards_left(game))),
        Now::BossCard => Some(Urn::Counts(game.boss.cards)),
        Now::DrawAid { .. } => {
            let mut counts = [0; MAX_BOSS_CARDS];
            counts[..MAX_AIDS].copy_from_slice(&game.city.aids.deck);
            Some(Urn::Counts(counts))
        }
        _ => None,
    }
}

impl Urn<'_> {
    /// Whether it holds such a thing.
    pub fn has(self, pick: u8) -> bool {
        match self {
            Self::Set(set) => pick < 64 && set.has(pick),
            Self::Die(faces) => faces.contains(&pick),
            Self::Counts(counts) => counts.get(usize::from(pick)).is_some_and(|n| *n > 0),
        }
    }

    /// Every thing in it, with its weight.
    pub fn weights(self) -> Vec<(u8, u64)> {
        match self {
            Self::Set(set) => set.iter().map(|pick| (pick, 1)).collect(),
            Self::Die(faces) => {
                let mut list: Vec<(u8, u64)> = Vec::new();
                for &face in faces {
                    match list.iter_mut().find(|(known, _)| *known == face) {
                        Some((_, weight)) => *weight += 1,
                        None => list.push((face, 1)),
                    }
                }
                list
            }
            Self::Counts(counts) => {
                let kinds = (0..).zip(counts).filter(|(_, n)| *n > 0);
                kinds.map(|(kind, n)| (kind, u64::from(n))).collect()
            }
        }
    }

    fn draw(self, rng: &mut impl Rng) -> u8 {
        match self {
            Self::Set(set) => {
                let n = below(rng, set.len()) as usize;
                let pick = set.iter().nth(n);
                pick.expect("nothing is drawn from an empty deck")
            }
            Self::Die(faces) => faces[below(rng, faces.len() as u32) as usize],
            Self::Counts(counts) => {
                let all = counts.iter().map(|n| u32::from(*n)).sum();
                let mut nth = below(rng, all);
                let kind = counts.iter().position(|n| {
                    let here = nth < u32::from(*n);
                    nth = nth.wrapping_sub(u32::from(*n));
                    here
                });
                kind.expect("nothing is drawn from an empty deck") as u8
            }
        }
    }
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

/// The dice in the air, by kind; none when no roll is pending.
pub fn in_the_air(game: &Game) -> [u8; DieKind::COUNT] {
    match game.now {
        Now::RollDice { seat } => game.seat(seat).dice.kinds(Spot::Air),
        _ => [0; DieKind::COUNT],
    }
}

/// Whether the pending event can have this outcome.
pub fn is_possible(catalog: &Catalog, game: &Game, outcome: &Outcome) -> bool {
    match (game.now, outcome) {
        (Now::RollDice { .. }, Outcome::Faces(faces)) => {
            let real = |(kind, face, _): (DieKind, crate::ids::FaceIx, u8)| {
                catalog.die(kind).weight[face.ix()] > 0
            };
            faces.kinds() == in_the_air(game) && faces.iter().all(real)
        }
        (Now::PowerDice, Outcome::Rows(rows)) => {
            let dice = power_dice(catalog, game);
            dice.is_some_and(|dice| rows.iter().all(|row| dice.weight(*row) > 0))
        }
        (_, Outcome::Pick(pick)) => urn(catalog, game).is_some_and(|urn| urn.has(*pick)),
        _ => false,
    }
}

/// Every outcome of the pending event with its weight; empty when no chance is pending.
///
/// Weights are integers: a roll of `k` dice has a total weight of `6^k`.
pub fn outcomes(catalog: &Catalog, game: &Game) -> Vec<(Outcome, u64)> {
    if let Some(urn) = urn(catalog, game) {
        let weights = urn.weights().into_iter();
        return weights.map(|(pick, w)| (Outcome::Pick(pick), w)).collect();
    }
    if let (Now::PowerDice, Some(dice)) = (game.now, power_dice(catalog, game)) {
        return row_outcomes(dice);
    }
    if !matches!(game.now, Now::RollDice { .. }) {
        return Vec::new();
    }
    let mut list = vec![(FaceCounts::default(), 1)];
    for (k, &count) in in_the_air(game).iter().enumerate() {
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

/// The dice of a boss who has some.
fn power_dice<'a>(catalog: &'a Catalog, game: &Game) -> Option<&'a PowerDice> {
    catalog.boss(game.ruleset.boss).power.as_ref()
}

/// The rows that four dice can name, with their weights.
fn row_outcomes(dice: &PowerDice) -> Vec<(Outcome, u64)> {
    let mut list = vec![([0; Track::COUNT], 1)];
    for track in 0..Track::COUNT {
        let rows = (0..FACES as u8).filter(|row| dice.weight(*row) > 0);
        let rows: Vec<u8> = rows.collect();
        let more = list.iter().flat_map(|&(before, weight)| {
            rows.iter().map(move |&row| {
                let mut named: [u8; Track::COUNT] = before;
                named[track] = row;
                (named, weight * dice.weight(row))
            })
        });
        list = more.collect();
    }
    let outcomes = list.into_iter();
    outcomes
        .map(|(rows, weight)| (Outcome::Rows(rows), weight))
        .collect()
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
    if let Some(urn) = urn(catalog, game) {
        return Outcome::Pick(urn.draw(rng));
    }
    if let (Now::PowerDice, Some(dice)) = (game.now, power_dice(catalog, game)) {
        let mut luck = DiceLuck::default();
        return Outcome::Rows(std::array::from_fn(|_| dice.rows[luck.face(rng)]));
    }
    let Now::RollDice { seat } = game.now else {
        panic!("no chance event is pending: {:?}", game.now)
    };
    let mut faces = FaceCounts::default();
    let mut luck = DiceLuck::default();
    for (k, &count) in game.seat(seat).dice.kinds(Spot::Air).iter().enumerate() {
        for _ in 0..count {
            let face = luck.face(rng);
            faces.0[k][catalog.dice[k].class[face].ix()] += 1;
        }
    }
    Outcome::Faces(faces)
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
