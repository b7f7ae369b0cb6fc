//! All pairs of agents on the same games: cell by cell, a difficulty at a time, and all together.

use serde::Serialize;

use super::grid::unique;
use super::tally::Cell;
use crate::stats::{PairedTable, SIGNIFICANCE, Stratum, design_effect, holm};

/// Two agents compared on the same seeds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The first agent.
    pub first: String,
    /// The second agent.
    pub second: String,
    /// Difficulty; not there if several are pooled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<String>,
    /// Number of Reckoners; not there if several are pooled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<u8>,
    /// Games that each of the two played.
    pub games: u64,
    /// Games that only the first won.
    pub only_first: u64,
    /// Games that only the second won.
    pub only_second: u64,
    /// Win rate of the first minus win rate of the second.
    pub difference: f64,
    /// Lower limit of the 95 % interval of the difference.
    pub ci_low: f64,
    /// Upper limit of the 95 % interval of the difference.
    pub ci_high: f64,
    /// Two-sided p-value; below 0.05 exactly when the interval leaves out 0.
    pub p_value: f64,
    /// The p-value corrected by Holm's method for all comparisons of the same scope.
    pub p_holm: f64,
    /// All of this as one sentence.
    pub sentence: String,
}

/// How much is pooled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// All cells.
    All,
    /// All player counts of a difficulty.
    Difficulty,
    /// Nothing.
    Cell,
}

impl Comparison {
    pub(super) fn scope(&self) -> Scope {
        match (&self.difficulty, self.players) {
            (None, _) => Scope::All,
            (Some(_), None) => Scope::Difficulty,
            (Some(_), Some(_)) => Scope::Cell,
        }
    }

    /// Whether the two differ even after the correction for many comparisons.
    pub(super) fn holds(&self) -> bool {
        self.p_holm < SIGNIFICANCE
    }
}

/// Compares all pairs of agents, the later against the earlier, on the games both have played.
pub(super) fn comparisons(cells: &[Cell]) -> Vec<Comparison> {
    let agents = unique(cells.iter().map(|c| c.key.agent.as_str()));
    let difficulties = unique(cells.iter().map(|c| c.key.difficulty.as_str()));
    let players = unique(cells.iter().map(|c| c.key.players));
    let mut scopes: Vec<(Option<&str>, Option<u8>)> = Vec::new();
    if difficulties.len() > 1 || players.len() > 1 {
        scopes.push((None, None));
    }
    if difficulties.len() > 1 && players.len() > 1 {
        scopes.extend(difficulties.iter().map(|d| (Some(*d), None)));
    }
    for difficulty in &difficulties {
        scopes.extend(players.iter().map(|p| (Some(*difficulty), Some(*p))));
    }
    let mut list = Vec::new();
    for (difficulty, players) in scopes {
        for (later, first) in agents.iter().enumerate() {
            for second in &agents[..later] {
                let mine = |c: &&Cell| {
                    difficulty.is_none_or(|d| c.key.difficulty == d)
                        && players.is_none_or(|p| c.key.players == p)
                };
                let cells: Vec<_> = cells.iter().filter(mine).collect();
                let pooled = compare(&cells, first, second);
                list.extend(pooled.map(|comparison| Comparison {
                    difficulty: difficulty.map(str::to_owned),
                    players,
                    ..comparison
                }));
            }
        }
    }
    correct(&mut list);
    list
}

/// Two agents on all the cells given; nothing without a game that both have played.
fn compare(cells: &[&Cell], first: &str, second: &str) -> Option<Comparison> {
    let mut table = PairedTable::default();
    let mut strata = Vec::new();
    for one in cells.iter().filter(|c| c.key.agent == first) {
        let other = cells.iter().find(|c| {
            let (a, b) = (&c.key, &one.key);
            a.agent == second && a.difficulty == b.difficulty && a.players == b.players
        });
        let Some(other) = other else { continue };
        let won = |cell: &Cell, games: usize| -> Vec<bool> {
            cell.tally.each()[..games].iter().map(|g| g.won).collect()
        };
        // An interrupted evaluation may have played fewer games of one of them.
        let games = one.tally.games().min(other.tally.games()) as usize;
        let (mine, theirs) = (won(one, games), won(other, games));
        table.add(&PairedTable::count(&mine, &theirs).ok()?);
        let ahead = |(a, b): (&bool, &bool)| f64::from(i8::from(*a) - i8::from(*b));
        strata.push(Stratum {
            players: one.key.players,
            games: mine.iter().zip(&theirs).map(ahead).collect(),
        });
    }
    let result = table.compare(design_effect(&strata)).ok()?;
    Some(Comparison {
        first: first.to_owned(),
        second: second.to_owned(),
        difficulty: None,
        players: None,
        games: table.games(),
        only_first: table.only_first,
        only_second: table.only_second,
        difference: result.difference,
        ci_low: result.interval.low,
        ci_high: result.interval.high,
        p_value: result.p_value,
        p_holm: result.p_value,
        sentence: result.sentence(first, second, table.games()),
    })
}

/// Fills in the corrected p-values, scope by scope: each is a table of its own to its reader.
fn correct(list: &mut [Comparison]) {
    for scope in [Scope::All, Scope::Difficulty, Scope::Cell] {
        let mut same: Vec<_> = list.iter_mut().filter(|c| c.scope() == scope).collect();
        let p_values: Vec<_> = same.iter().map(|c| c.p_value).collect();
        for (comparison, p) in same.iter_mut().zip(holm(&p_values)) {
            comparison.p_holm = p;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::cell;
    use super::*;

    fn scopes(list: &[Comparison], scope: Scope) -> Vec<&Comparison> {
        list.iter().filter(|c| c.scope() == scope).collect()
    }

    #[test]
    fn all_pairs_are_compared_at_every_scope() {
        let mut cells = Vec::new();
        for difficulty in ["beginner", "hard"] {
            for players in [2, 3] {
                for (agent, won) in [("a", "0000"), ("b", "1100"), ("c", "1111")] {
                    cells.push(cell(agent, difficulty, players, won));
                }
            }
        }
        let list = comparisons(&cells);
        let all = scopes(&list, Scope::All);
        let pairs: Vec<_> = all
            .iter()
            .map(|c| format!("{}-{}", c.first, c.second))
            .collect();
        assert_eq!(pairs, ["b-a", "c-a", "c-b"]);
        assert_eq!(scopes(&list, Scope::Difficulty).len(), 6);
        assert_eq!(scopes(&list, Scope::Cell).len(), 12);
        assert_eq!((all[1].games, all[1].only_first), (16, 16));
        assert!(list.iter().all(|c| c.p_holm >= c.p_value));
    }

    #[test]
    fn one_cell_is_compared_once() {
        let cells = [cell("a", "hard", 2, "0101"), cell("b", "hard", 2, "111")];
        let list = comparisons(&cells);
        assert_eq!(list.len(), 1);
        // The first three games, which both have played.
        assert_eq!((list[0].games, list[0].only_first), (3, 2));
        let [longer, shorter] = cells.clone();
        let turned = comparisons(&[shorter, longer]);
        assert_eq!((turned[0].games, turned[0].only_second), (3, 2));
        assert!(comparisons(&cells[..1]).is_empty());
    }

    #[test]
    fn the_same_luck_at_two_difficulties_is_not_twice_the_evidence() {
        let pair = |difficulty, players| {
            let won = ["1".repeat(40), "10".repeat(20)];
            [("a", 1), ("b", 0)]
                .map(|(agent, i): (&str, usize)| cell(agent, difficulty, players, &won[i]))
        };
        let pooled = |cells: Vec<Cell>| comparisons(&cells).swap_remove(0);
        let same = pooled([pair("beginner", 2), pair("hard", 2)].concat());
        let other = pooled([pair("beginner", 2), pair("hard", 3)].concat());
        assert_eq!((same.games, other.games), (80, 80));
        assert!(same.ci_low < other.ci_low - 0.01, "{same:?} {other:?}");
    }
}
