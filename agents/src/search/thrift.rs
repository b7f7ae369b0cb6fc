//! Lines of play without waste: a die whose symbols lapse changes places with another one of its owner
//! that would do the same without loss, and the better die is free for the other use.

use reckoners_env::Rules;
use reckoners_env::action::Action;
use reckoners_env::ids::SeatIx;
use reckoners_env::state::{Game, Step};

/// Symbols that lapse along a line of the Use Dice step.
pub fn lapsed(rules: &Rules, game: &Game, line: &[Action]) -> u32 {
    let mut at = *game;
    let mut sum = 0;
    for action in line {
        if at.step != Step::Use {
            break;
        }
        if *action == Action::Forfeit {
            sum += u32::from(at.open.symbols.total());
        }
        if rules.apply(&mut at, *action).is_err() {
            return u32::MAX;
        }
    }
    sum
}

/// The end of a line, when all of it can be played.
pub(super) fn end(rules: &Rules, game: &Game, line: &[Action]) -> Option<Game> {
    let mut at = *game;
    for action in line {
        rules.apply(&mut at, *action).ok()?;
    }
    Some(at)
}

/// Whether all of a line can be played.
pub fn is_playable(rules: &Rules, game: &Game, line: &[Action]) -> bool {
    end(rules, game, line).is_some()
}

/// A line that reaches the same end with less waste, if two dice of one Reckoner that change their uses
/// make one; otherwise the line itself. Dice that are never used count too: then they are, and the
/// better one stays free.
pub fn thrifty(rules: &Rules, game: &Game, line: &[Action]) -> Vec<Action> {
    let mut best = line.to_vec();
    let mut waste = lapsed(rules, game, &best);
    while waste > 0 {
        let Some((better, less)) = improved(rules, game, &best, waste) else {
            break;
        };
        (best, waste) = (better, less);
    }
    best
}

fn improved(rules: &Rules, game: &Game, line: &[Action], waste: u32) -> Option<(Vec<Action>, u32)> {
    for (i, seat) in wasteful(rules, game, line) {
        for (j, other) in takes(rules, game, line) {
            if j == i || other != seat || line[i] == line[j] {
                continue;
            }
            let swapped = swap(line, i, j);
            for candidate in [without_lapse(rules, game, &swapped), Some(swapped.clone())] {
                let Some(candidate) = candidate else { continue };
                let less = lapsed(rules, game, &candidate);
                if less < waste && end(rules, game, &candidate).is_some() {
                    return Some((candidate, less));
                }
            }
        }
        if let Some(better) = replaced(rules, game, line, i, seat) {
            let less = lapsed(rules, game, &better);
            return Some((better, less));
        }
    }
    None
}

/// The two dice change their uses.
fn swap(line: &[Action], i: usize, j: usize) -> Vec<Action> {
    let mut swapped = line.to_vec();
    swapped.swap(i, j);
    swapped
}

/// Leaves out forfeits that are not legal any more because nothing is left to lapse.
fn without_lapse(rules: &Rules, game: &Game, line: &[Action]) -> Option<Vec<Action>> {
    let mut at = *game;
    let mut kept = Vec::new();
    for action in line {
        let spends = at.now == reckoners_env::state::Now::Spend;
        if *action == Action::Forfeit && !spends {
            continue;
        }
        rules.apply(&mut at, *action).ok()?;
        kept.push(*action);
    }
    Some(kept)
}

/// The dice taken along a line: where, and by whom.
fn takes(rules: &Rules, game: &Game, line: &[Action]) -> Vec<(usize, u8)> {
    let mut at = *game;
    let mut list = Vec::new();
    for (i, action) in line.iter().enumerate() {
        if matches!(action, Action::Take { .. }) {
            list.push((i, at.acting.0));
        }
        if rules.apply(&mut at, *action).is_err() {
            break;
        }
    }
    list
}

/// The dice along a line of which symbols lapse.
fn wasteful(rules: &Rules, game: &Game, line: &[Action]) -> Vec<(usize, u8)> {
    let taken = takes(rules, game, line);
    let lapses = |(i, _): &(usize, u8)| {
        let after = line.get(i + 1..).unwrap_or_default();
        let next = after.iter().position(|a| {
            matches!(
                a,
                Action::Take { .. } | Action::Focus { .. } | Action::EndDice
            )
        });
        after[..next.unwrap_or(after.len())].contains(&Action::Forfeit)
    };
    taken.into_iter().filter(lapses).collect()
}

/// Dice along a line of which symbols lapse although another die of their owner, used otherwise on the
/// way or not at all, or a card that is not used, would do the same without loss.
pub fn wasted(rules: &Rules, game: &Game, line: &[Action]) -> usize {
    let waste = lapsed(rules, game, line);
    let could_swap = |i: usize, seat: u8| {
        takes(rules, game, line).into_iter().any(|(j, other)| {
            let same = j == i || other != seat || line[i] == line[j];
            !same && {
                let swapped = swap(line, i, j);
                let less = |line: &[Action]| lapsed(rules, game, line) < waste;
                without_lapse(rules, game, &swapped).is_some_and(|line| less(&line))
                    || less(&swapped)
            }
        })
    };
    let spare = |i: usize, seat: u8| replaced(rules, game, line, i, seat).is_some();
    let list = wasteful(rules, game, line).into_iter();
    list.filter(|(i, seat)| could_swap(*i, *seat) || spare(*i, *seat))
        .count()
}

/// The line with the die taken at a place replaced by another die or a card of its owner that is not used
/// at all, when that leaves less to lapse.
fn replaced(
    rules: &Rules,
    game: &Game,
    line: &[Action],
    i: usize,
    seat: u8,
) -> Option<Vec<Action>> {
    let waste = lapsed(rules, game, line);
    let at = end(rules, game, &line[..i])?;
    let resting = |game: &Game| game.marks.of(game.seat(SeatIx(seat))).resting;
    let tired = resting(&end(rules, game, line)?);
    for instead in rules.legal(&at).actions() {
        let spare = matches!(instead, Action::Take { .. } | Action::UseCard { .. });
        if !spare || instead == line[i] {
            continue;
        }
        let mut other = line.to_vec();
        other[i] = instead;
        for candidate in [without_lapse(rules, game, &other), Some(other.clone())] {
            let Some(candidate) = candidate else { continue };
            // A card that must rest afterwards is no gift.
            let free = |after: Game| resting(&after) == tired;
            if lapsed(rules, game, &candidate) < waste
                && end(rules, game, &candidate).is_some_and(free)
            {
                return Some(candidate);
            }
        }
    }
    None
}

/// How many actions of a line belong to the Use Dice step.
pub fn use_step(rules: &Rules, game: &Game, line: &[Action]) -> usize {
    let mut at = *game;
    for (i, action) in line.iter().enumerate() {
        if at.step != Step::Use || rules.apply(&mut at, *action).is_err() {
            return i;
        }
    }
    line.len()
}

/// A line without what ends the step: there may be more to do.
pub fn open_end(line: &[Action]) -> &[Action] {
    let ends = |a: &Action| matches!(a, Action::EndDice | Action::Focus { .. });
    let kept = line.iter().rposition(|a| !ends(a)).map_or(0, |i| i + 1);
    &line[..kept]
}
