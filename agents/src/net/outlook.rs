//! What a network foresees besides a win, and in which units: the trainer teaches it, guides read it.

/// Things foreseen: the population left, and the rounds to the end.
pub const OUTLOOKS: usize = 2;

/// Population that counts as all of it.
const POPULATION: f32 = 40.0;

/// Rounds that count as the longest game.
const ROUNDS: f32 = 50.0;

/// What a network is taught, from the population left (none in a lost game) and the rounds to the end.
pub fn shares(population: u16, rounds: u16) -> [f32; OUTLOOKS] {
    [
        f32::from(population) / POPULATION,
        f32::from(rounds) / ROUNDS,
    ]
}

/// Population and rounds again, from what a network foresees. None for a network that was not taught so.
pub(super) fn read(mut shares: impl Iterator<Item = f32>) -> Option<[f32; OUTLOOKS]> {
    Some([shares.next()? * POPULATION, shares.next()? * ROUNDS])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taught_is_read_back() {
        let taught = shares(23, 7);
        let read = read(taught.into_iter()).unwrap();
        assert!((read[0] - 23.0).abs() < 1e-4 && (read[1] - 7.0).abs() < 1e-4);
        assert_eq!(super::read(std::iter::empty()), None);
    }
}
