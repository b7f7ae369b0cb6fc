//! A search whose doubts are settled: options that seem better than the guide's choice, but not
//! beyond doubt, race against it once more.
//!
//! In the first race the luckiest of many options looks better than it is. The second one has few, and
//! luck that had no part in choosing them, so it needs less certainty.

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
    let left = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
    if open.is_empty() || left == Some(Duration::ZERO) {
        return first;
    }
    let runners = [&[first.guide_choice], open.as_slice()].concat();
    let certainty = CONFIRMED.min(limits.certainty);
    let second = race(&runners, certainty, left, seed ^ OTHER_LUCK);
    join(&first, &second)
}

/// The options that seem better than the guide's choice, the surest first; none when the search has
/// chosen another one by itself.
fn in_doubt(findings: &Findings, least_gain: f32) -> Vec<usize> {
    if findings.choice != findings.guide_choice {
        return Vec::new();
    }
    let lead = |f: &Finding| f.gain - SEEMS_BETTER.0 * f.gain_error;
    let mut open: Vec<&Finding> = findings
        .candidates
        .iter()
        .filter(|f| f.gain > least_gain && lead(f) > 0.0 && f.playouts >= SEEMS_BETTER.1)
        .collect();
    open.sort_by(|a, b| lead(b).total_cmp(&lead(a)).then(a.action.cmp(&b.action)));
    open.iter().take(MOST).map(|f| f.action).collect()
}

/// The second race decides; options that were not in it keep their distance from the guide's choice.
fn join(first: &Findings, second: &Findings) -> Findings {
    let among = |list: &[Finding], action| list.iter().copied().find(|f| f.action == action);
    let level = among(&second.candidates, first.guide_choice).expect("the guide's choice runs");
    let candidates = first.candidates.iter().map(|f| {
        among(&second.candidates, f.action).unwrap_or_else(|| Finding {
            win_chance: (level.win_chance + f.gain).clamp(0.0, 1.0),
            error: level.error.hypot(f.gain_error),
            ..*f
        })
    });
    Findings::new(
        second.choice,
        first.guide_choice,
        candidates.collect(),
        first.playouts + second.playouts,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUIDE: usize = 7;

    fn found(action: usize, gain: f32, gain_error: f32, playouts: u32) -> Finding {
        Finding {
            action,
            win_chance: (0.9 + gain).min(1.0),
            error: 0.03,
            gain,
            gain_error,
            playouts,
        }
    }

    fn findings(choice: usize, candidates: &[Finding]) -> Findings {
        Findings::new(choice, GUIDE, candidates.to_vec(), 100)
    }

    #[test]
    fn only_options_that_seem_better_run_again() {
        let candidates = [
            found(GUIDE, 0.0, 0.0, 50),
            found(1, 0.1, 0.05, 50),
            found(2, 0.1, 0.01, 50),
            // Within the luck of its playouts, from too few of them, too small to matter, worse.
            found(3, 0.1, 0.08, 50),
            found(4, 0.4, 0.01, 7),
            found(5, 0.001, 0.0, 50),
            found(6, -0.1, 0.01, 50),
        ];
        assert_eq!(in_doubt(&findings(GUIDE, &candidates), 0.002), [2, 1]);
        assert!(in_doubt(&findings(2, &candidates), 0.002).is_empty());
    }

    #[test]
    fn the_second_race_decides_and_the_others_keep_their_distance() {
        let first = [
            found(GUIDE, 0.0, 0.0, 50),
            found(1, 0.3, 0.05, 50),
            found(2, -0.1, 0.04, 20),
            found(3, 0.0, 0.0, 20),
            found(4, 0.3, 0.2, 7),
        ];
        let lower = |f: Finding| Finding {
            win_chance: f.win_chance - 0.2,
            ..f
        };
        let second = [
            lower(found(1, 0.05, 0.01, 60)),
            lower(found(GUIDE, 0.0, 0.0, 60)),
        ];
        let joined = join(&findings(GUIDE, &first), &findings(1, &second));
        assert_eq!((joined.choice, joined.guide_choice), (1, GUIDE));
        assert_eq!(joined.playouts, 200);
        let order: Vec<usize> = joined.candidates.iter().map(|f| f.action).collect();
        assert_eq!(order, [1, 4, 3, GUIDE, 2]);
        assert_eq!(joined.candidates[0], second[0]);
        // As good as the guide's choice, so as uncertain too; a clamped chance is no distance.
        let near = |a: f32, b: f32| (a - b).abs() < 1e-6;
        let [_, best, same, own, worse] = joined.candidates[..] else {
            panic!("five candidates")
        };
        assert!(near(same.win_chance, own.win_chance) && near(same.error, own.error));
        assert!(near(best.win_chance, 1.0) && near(worse.win_chance, 0.6));
        assert!(near(worse.error, 0.05));
    }
}
