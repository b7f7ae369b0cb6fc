//! Counting the games of one cell.

use reckoners_env::EpisodeEnd;
use reckoners_env::ids::{Cause, Reckoner};

use super::columns::{self, COLUMNS};
use crate::arena::Record;
use crate::stats::{Interval, Moments, wilson};

/// Which games belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellKey {
    /// Difficulty by name.
    pub difficulty: String,
    /// Number of Reckoners.
    pub players: u8,
    /// The Reckoners by name, such as `random`.
    pub reckoners: String,
    /// The agent as it was asked for, such as `search:scripted+ms=200`.
    pub agent: String,
}

/// The results of one agent with one number of Reckoners at one difficulty; at least one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Which games.
    pub key: CellKey,
    /// How they went.
    pub tally: Tally,
}

impl Cell {
    /// Counts games, `None` if there are none: an interrupted evaluation has no rates for cells that
    /// it never reached.
    #[must_use]
    pub fn count(key: CellKey, records: &[Record]) -> Option<Self> {
        (!records.is_empty()).then(|| Self {
            key,
            tally: Tally::count(records),
        })
    }
}

/// Some Reckoners, whatever their seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Roster(u32);

impl Roster {
    pub(super) fn of(team: &[Reckoner]) -> Self {
        Self(team.iter().fold(0, |set, who| set | 1 << who.index()))
    }

    /// Whether all of these are in it.
    pub(super) fn has(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }
}

/// What is remembered of each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Game {
    pub(super) won: bool,
    pub(super) rounds: u16,
    pub(super) population: u16,
    pub(super) roster: Roster,
}

/// The mean population after one round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RoundMean {
    /// The round, from 1.
    pub(super) round: u32,
    /// Mean population of all games at its end; a game that is over counts with its last one.
    pub(super) mean: f64,
    /// Games that were still going on in that round.
    pub(super) going: u64,
}

/// Counts of the games of one cell, in the order of the suite.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    games: Vec<Game>,
    wins: u64,
    losses: [u64; Cause::COUNT],
    /// What the columns that sum over games have summed.
    sums: [Moments; COLUMNS.len()],
    /// Index: rounds of the game; how many games, and the sum of their last populations.
    rounds: Vec<(u64, u64)>,
    /// Index: round - 1; sum of the population and number of games that got there.
    population_by_round: Vec<(u64, u64)>,
}

impl Tally {
    fn count(records: &[Record]) -> Self {
        let mut tally = Self::default();
        for record in records {
            tally.add(record);
        }
        tally
    }

    fn add(&mut self, record: &Record) {
        self.games.push(Game {
            won: record.won(),
            rounds: record.rounds,
            population: record.population,
            roster: Roster::of(record.setup.team()),
        });
        match record.end {
            EpisodeEnd::Won => self.wins += 1,
            EpisodeEnd::Lost(cause) => self.losses[cause.index()] += 1,
            EpisodeEnd::Truncated => {}
        }
        columns::add(&mut self.sums, record);
        let rounds = usize::from(record.rounds);
        grow(&mut self.rounds, rounds + 1);
        self.rounds[rounds].0 += 1;
        self.rounds[rounds].1 += u64::from(record.population);
        let by_round = &record.population_by_round;
        grow(&mut self.population_by_round, by_round.len());
        for (sum, &population) in self.population_by_round.iter_mut().zip(by_round) {
            sum.0 += u64::from(population);
            sum.1 += 1;
        }
    }

    /// Adds the counts of another tally.
    pub(super) fn merge(&mut self, other: &Self) {
        self.games.extend(&other.games);
        self.wins += other.wins;
        let add = |mine: &mut [u64], theirs: &[u64]| {
            mine.iter_mut().zip(theirs).for_each(|(a, b)| *a += b);
        };
        add(&mut self.losses, &other.losses);
        for (mine, theirs) in self.sums.iter_mut().zip(&other.sums) {
            mine.merge(theirs);
        }
        let add = |mine: &mut Vec<(u64, u64)>, theirs: &[(u64, u64)]| {
            grow(mine, theirs.len());
            for (a, b) in mine.iter_mut().zip(theirs) {
                *a = (a.0 + b.0, a.1 + b.1);
            }
        };
        add(&mut self.rounds, &other.rounds);
        add(&mut self.population_by_round, &other.population_by_round);
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games.len() as u64
    }

    /// Games won.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.wins
    }

    /// Share of games won; not a number without games.
    #[must_use]
    pub fn win_rate(&self) -> f64 {
        self.wins as f64 / self.games() as f64
    }

    /// 95 % Wilson interval of the win rate.
    #[must_use]
    pub fn interval(&self) -> Interval {
        wilson(self.wins, self.games())
    }

    /// Lost games by what struck the last blow.
    #[must_use]
    pub fn losses(&self) -> [u64; Cause::COUNT] {
        self.losses
    }

    pub(super) fn sums(&self) -> &[Moments; COLUMNS.len()] {
        &self.sums
    }

    /// All games in the order of the suite.
    pub(super) fn each(&self) -> &[Game] {
        &self.games
    }

    /// Entry `i` counts the games of `i` rounds.
    pub(super) fn rounds_histogram(&self) -> Vec<u64> {
        self.rounds.iter().map(|(count, _)| *count).collect()
    }

    /// Mean population round by round, over all games.
    pub(super) fn population_by_round(&self) -> Vec<RoundMean> {
        let mut over = 0;
        let mut means = Vec::new();
        for (round, &(sum, _)) in (1..).zip(&self.population_by_round) {
            // Games that ended in an earlier round stay at what they ended with.
            let ended = self.rounds.get(round - 1).copied().unwrap_or_default();
            over += ended.1;
            means.push(RoundMean {
                round: round as u32,
                mean: (sum + over) as f64 / self.games() as f64,
                going: self.rounds[round..].iter().map(|(count, _)| count).sum(),
            });
        }
        means
    }
}

fn grow<T: Clone + Default>(values: &mut Vec<T>, len: usize) {
    if values.len() < len {
        values.resize(len, T::default());
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::record;
    use super::*;

    fn games() -> Vec<Record> {
        let mut games = vec![
            record(EpisodeEnd::Lost(Cause::BossAttack), &[6, 0]),
            record(EpisodeEnd::Won, &[9, 7, 5]),
            record(EpisodeEnd::Truncated, &[8, 8, 8, 2]),
        ];
        games[2].decisions = 99;
        games
    }

    #[test]
    fn counts_what_happened() {
        let tally = Tally::count(&games());
        assert_eq!((tally.games(), tally.wins()), (3, 1));
        assert_eq!(tally.losses()[Cause::BossAttack.index()], 1);
        assert_eq!(tally.losses().iter().sum::<u64>(), 1);
        assert!((tally.win_rate() - 1.0 / 3.0).abs() < 1e-15);
        assert_eq!(tally.rounds_histogram(), [0, 0, 1, 1, 1]);
    }

    #[test]
    fn games_that_are_over_keep_their_last_population() {
        let means = Tally::count(&games()).population_by_round();
        let means: Vec<_> = means.iter().map(|r| (r.round, r.mean, r.going)).collect();
        let third = |sum: f64| sum / 3.0;
        assert_eq!(
            means,
            [
                (1, third(23.0), 3),
                (2, third(15.0), 3),
                (3, third(13.0), 2),
                (4, third(7.0), 1)
            ]
        );
    }

    #[test]
    fn merging_is_counting_all() {
        let games = games();
        let mut parts = Tally::count(&games[..1]);
        parts.merge(&Tally::count(&games[1..]));
        assert_eq!(parts, Tally::count(&games));
    }

    #[test]
    fn no_games_give_no_cell() {
        let key = CellKey {
            difficulty: "standard".into(),
            players: 2,
            reckoners: "random".into(),
            agent: "greedy".into(),
        };
        assert_eq!(Cell::count(key, &[]), None);
    }

    #[test]
    fn a_roster_knows_who_is_in_it() {
        use Reckoner::{David, Megan, Tia};
        let team = Roster::of(&[Tia, David]);
        assert!(team.has(Roster::of(&[David])) && team.has(Roster::of(&[David, Tia])));
        assert!(!team.has(Roster::of(&[David, Megan])));
    }
}
