//! A line of the Use Dice step put into an order that is easy to follow: what one Reckoner does stands
//! together wherever that changes nothing.

use reckoners_env::Rules;
use reckoners_env::action::Action;
use reckoners_env::ids::SeatIx;
use reckoners_env::state::{Ending, Game, Now, Step};

use super::thrift::end;

/// One use of a die, token or card.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Use {
    seat: SeatIx,
    actions: Vec<Action>,
}

/// The same line with each Reckoner's uses together, as far as its end stays the very same position.
pub fn grouped(rules: &Rules, game: &Game, line: &[Action]) -> Vec<Action> {
    let (uses, used) = uses(rules, game, line);
    let (head, tail) = line.split_at(used);
    let Some(goal) = end(rules, game, head) else {
        return line.to_vec();
    };
    let mut best = uses;
    if join(rules, game, &best).is_none_or(|(_, end)| end != goal) {
        return line.to_vec();
    }
    for i in 1..best.len() {
        let earlier = best[..i].iter().rposition(|u| u.seat == best[i].seat);
        let Some(after) = earlier.filter(|at| at + 1 < i) else {
            continue;
        };
        let mut moved = best.clone();
        let this = moved.remove(i);
        moved.insert(after + 1, this);
        if join(rules, game, &moved).is_some_and(|(_, end)| end == goal) {
            best = moved;
        }
    }
    match join(rules, game, &best) {
        Some((mut actions, _)) => {
            actions.extend_from_slice(tail);
            actions
        }
        None => line.to_vec(),
    }
}

/// Whether a use leaves everything as it is: a Plan Token used up to gain another.
pub(super) const fn is_idle(actions: &[Action]) -> bool {
    matches!(actions, [Action::TakeToken { .. }, Action::Plan])
}

/// The same line without uses that leave everything as it is, as far as the rest can be played without them.
pub fn without_idle(rules: &Rules, game: &Game, line: &[Action]) -> Vec<Action> {
    let (mut kept, used) = uses(rules, game, line);
    let before = kept.len();
    kept.retain(|part| !is_idle(&part.actions));
    let playable = |actions: &Vec<Action>| end(rules, game, actions).is_some();
    let shorter = (kept.len() < before).then(|| join(rules, game, &kept));
    let shorter = shorter.flatten().map(|(mut actions, _)| {
        actions.extend_from_slice(&line[used..]);
        actions
    });
    shorter.filter(playable).unwrap_or_else(|| line.to_vec())
}

/// A winning line without the uses, and without the parts of uses, that it does not need.
pub(super) fn needed(rules: &Rules, game: &Game, line: &[Action]) -> Vec<Action> {
    let (mut kept, _) = uses(rules, game, line);
    let wins =
        |uses: &[Use]| join(rules, game, uses).filter(|(_, end)| end.now == Now::Over(Ending::Won));
    if wins(&kept).is_none() {
        return line.to_vec();
    }
    let mut i = 0;
    while i < kept.len() {
        let mut fewer = kept.clone();
        fewer.remove(i);
        if wins(&fewer).is_some() {
            kept = fewer;
        } else {
            i += 1;
        }
    }
    // An ability that was paid for in passing, for example.
    for i in 0..kept.len() {
        let mut part = 1;
        while part < kept[i].actions.len() {
            let mut fewer = kept.clone();
            fewer[i].actions.remove(part);
            if wins(&fewer).is_some() {
                kept = fewer;
            } else {
                part += 1;
            }
        }
    }
    // Each Reckoner's uses together, where that wins as well.
    for i in 1..kept.len() {
        let earlier = kept[..i].iter().rposition(|u| u.seat == kept[i].seat);
        if let Some(after) = earlier.filter(|at| at + 1 < i) {
            let mut moved = kept.clone();
            let this = moved.remove(i);
            moved.insert(after + 1, this);
            if wins(&moved).is_some() {
                kept = moved;
            }
        }
    }
    wins(&kept).map_or_else(|| line.to_vec(), |(actions, _)| actions)
}

/// The uses of a line without hand-overs, and how many of its actions belong to the Use Dice step.
fn uses(rules: &Rules, game: &Game, line: &[Action]) -> (Vec<Use>, usize) {
    let mut at = *game;
    let mut list: Vec<Use> = Vec::new();
    let mut used = 0;
    for action in line {
        if at.step != Step::Use || !at.now.is_decision() {
            break;
        }
        used += 1;
        match (at.now, action, list.last_mut()) {
            (Now::Use, Action::Focus { .. }, _) => {}
            (Now::Use, ..) | (_, _, None) => list.push(Use {
                seat: at.acting,
                actions: vec![*action],
            }),
            (_, _, Some(last)) => last.actions.push(*action),
        }
        if rules.apply(&mut at, *action).is_err() {
            break;
        }
    }
    (list, used)
}

/// The uses as a line again, with hand-overs where they are needed.
fn join(rules: &Rules, game: &Game, uses: &[Use]) -> Option<(Vec<Action>, Game)> {
    let mut at = *game;
    let mut line = Vec::new();
    for part in uses {
        if at.acting != part.seat {
            let seat = at.seat_offset(part.seat);
            let handed = Action::Focus { seat };
            rules.apply(&mut at, handed).ok()?;
            line.push(handed);
        }
        for action in &part.actions {
            rules.apply(&mut at, *action).ok()?;
            line.push(*action);
        }
    }
    Some((line, at))
}
