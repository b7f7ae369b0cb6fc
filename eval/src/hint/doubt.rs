//! A search whose doubts are settled: options that seem better than the guide's choice, but not
//! beyond doubt, race against it once more.
//!
//! The second race has its own luck, which had no part in choosing who runs. So it needs less
//! certainty than the first, in which the luckiest of many options looks better than it is.

use std::time::{Duration, Instant};

use reckoners_agents::search::{Finding, Findings, SearchOptions, search};
use reckoners_env::{Game, Rules};

use super::Brain;
use super::judge::Budget;

/// Standard errors by which an option must lead to run again, and the playouts that they must come
/// from at least.
const SEEMS_BETTER: (f32, u32) = (1.5, 8);
/// Standard errors by which it must lead in the second race to be chosen.
const CONFIRMED: f32 = 2.0;
/// Most options that run again.
const MOST: usize = 3;
/// Makes the luck of the second race from the seed of the first.
const OTHER_LUCK: u64 = 1 << 63;

/// Searches a decision, twice if the first time leaves doubts. `candidates` must be legal, the
/// guide's choice first.
pub(super) fn search_beyond_doubt(
    rules: &Rules,
    brain: &Brain,
    game: &Game,
    candidates: &[usize],
    budget: &Budget,
) -> Findings {
    let begun = Instant::now();
    let Budget {
        search: limits,
        seed,
    } = *budget;
    let race = |candidates: &[usize], certainty: f32, time: Option<Duration>, seed: u64| {
        let options = SearchOptions {
            certainty,
            time,
            ..limits
        };
        search(rules, brain.guide(), game, candidates, &options, seed)
    };
    // Of limited time a third is kept for a second race.
    let first_time = limits.time.map(|time| time * 2 / 3);
    let first = race(candidates, limits.certainty, first_time, seed);
    let open = in_doubt(&first, limits.least_gain);
    if open.is_empty() {
        return first;
    }
    let runners = [&[first.guide_choice], open.as_slice()].concat();
    let left = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
    let certainty = CONFIRMED.min(limits.certainty);
    let second = race(&runners, certainty, left, seed ^ OTHER_LUCK);
    join(first, second)
}

/// The options that seem better than the guide's choice, the surest first; none when the search has
/// chosen another one by itself.
fn in_doubt(findings: &Findings, least_gain: f32) -> Vec<usize> {
    if findings.choice != findings.guide_choice {
        return Vec::new();
    }
    let level = level(findings);
    let lead = |f: &Finding| f.win_chance - level - SEEMS_BETTER.0 * f.gain_error;
    let mut open: Vec<&Finding> = findings
        .candidates
        .iter()
        .filter(|f| f.win_chance - level > least_gain && lead(f) > 0.0)
        .filter(|f| f.playouts >= SEEMS_BETTER.1)
        .collect();
    open.sort_by(|a, b| lead(b).total_cmp(&lead(a)).then(a.action.cmp(&b.action)));
    open.iter().take(MOST).map(|f| f.action).collect()
}

/// What was found of the guide's choice.
fn level(findings: &Findings) -> f32 {
    let own = |f: &&Finding| f.action == findings.guide_choice;
    findings
        .candidates
        .iter()
        .find(own)
        .map_or(0.0, |f| f.win_chance)
}

/// The second race decides, though its options have had the playouts of both; options that were not
/// in it keep their distance from the guide's choice.
fn join(first: Findings, second: Findings) -> Findings {
    let shift = level(&second) - level(&first);
    let again = |f: &Finding| second.candidates.iter().find(|s| s.action == f.action);
    let candidates = first.candidates.iter().map(|f| match again(f) {
        Some(second) => Finding {
            playouts: f.playouts + second.playouts,
            ..*second
        },
        None => Finding {
            win_chance: (f.win_chance + shift).clamp(0.0, 1.0),
            ..*f
        },
    });
    let playouts = first.playouts + second.playouts;
    let candidates = candidates.collect();
    Findings::new(second.choice, first.guide_choice, candidates, playouts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(action: usize, win_chance: f32, gain_error: f32, playouts: u32) -> Finding {
        Finding {
            action,
            win_chance,
            error: 0.01,
            gain_error,
            playouts,
        }
    }

    fn findings(choice: usize, candidates: &[Finding]) -> Findings {
        Findings::new(choice, 7, candidates.to_vec(), 100)
    }

    #[test]
    fn only_options_that_seem_better_run_again() {
        let candidates = [
            found(7, 0.5, 0.0, 50),
            found(1, 0.6, 0.05, 50),
            found(2, 0.6, 0.01, 50),
            // Within the luck of its playouts, from too few of them, too small to matter, worse.
            found(3, 0.6, 0.08, 50),
            found(4, 0.9, 0.01, 7),
            found(5, 0.501, 0.0, 50),
            found(6, 0.4, 0.01, 50),
        ];
        assert_eq!(in_doubt(&findings(7, &candidates), 0.002), [2, 1]);
        assert!(in_doubt(&findings(2, &candidates), 0.002).is_empty());
    }

    #[test]
    fn the_second_race_decides_and_the_others_keep_their_distance() {
        let first = [
            found(7, 0.5, 0.0, 50),
            found(1, 0.6, 0.05, 50),
            found(2, 0.45, 0.05, 20),
        ];
        let second = [found(1, 0.44, 0.01, 60), found(7, 0.4, 0.0, 60)];
        let joined = join(findings(7, &first), findings(1, &second));
        assert_eq!(
            (joined.choice, joined.guide_choice, joined.playouts),
            (1, 7, 200)
        );
        let order: Vec<usize> = joined.candidates.iter().map(|f| f.action).collect();
        assert_eq!(order, [1, 7, 2]);
        assert!((joined.candidates[2].win_chance - 0.35).abs() < 1e-6);
        assert_eq!(joined.candidates[0], found(1, 0.44, 0.01, 110));
    }
}
