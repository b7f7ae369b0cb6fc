//! Ways out: uses of dice after which the coming Epic phase does not lose the game.
//!
//! A beam of the uses that save most, by the forecast of the real rules, until one is enough. It is no
//! proof when none is found.

use std::collections::HashSet;

use reckoners_env::Rules;
use reckoners_env::action::Action;
use reckoners_env::forecast::Forecast;
use reckoners_env::state::{Game, Now, Step};

/// Positions kept after each use.
const WIDTH: usize = 10;
/// Uses in a row.
const LONGEST: usize = 24;
/// Forecasts in all: about a third of a second.
const FORECASTS: usize = 8_000;

/// A way to the end of the danger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Escape {
    /// The uses in order, each with its actions.
    pub uses: Vec<Vec<Action>>,
    /// Population that the forecast then loses.
    pub lost: u16,
}

struct State {
    game: Game,
    uses: Vec<Vec<Action>>,
    lost: u16,
}

/// Looks for uses after which the coming Epic phase does not lose the game. None when it does not
/// anyway, outside the Use Dice step, or when no way is found.
pub fn find(rules: &Rules, game: &Game) -> Option<Escape> {
    let start = Forecast::of(rules, game);
    if game.step != Step::Use || !game.now.is_decision() || !start.fatal {
        return None;
    }
    let mut beam = vec![State {
        game: *game,
        uses: Vec::new(),
        lost: start.population(),
    }];
    let mut seen: HashSet<u64> = HashSet::from([game.digest()]);
    let mut left = FORECASTS;
    for _ in 0..LONGEST {
        let mut next: Vec<State> = Vec::new();
        for state in &beam {
            for (actions, after) in uses(rules, &state.game) {
                if left == 0 || !seen.insert(after.digest()) {
                    continue;
                }
                left -= 1;
                let forecast = Forecast::of(rules, &after);
                let mut uses = state.uses.clone();
                uses.push(actions);
                let lost = forecast.population();
                if !forecast.fatal {
                    return Some(Escape { uses, lost });
                }
                next.push(State {
                    game: after,
                    uses,
                    lost,
                });
            }
        }
        next.sort_by_key(|state| state.lost);
        next.truncate(WIDTH);
        beam = next;
        if beam.is_empty() || left == 0 {
            return None;
        }
    }
    None
}

/// Uses of one Reckoner in one position at most.
const MOST_USES: usize = 80;

/// Actions with the position after them.
type Way = (Vec<Action>, Game);

/// Everything that can be done next by whoever decides and by those it can be handed to, each to its end, without
/// giving anything up. Ways to the same position are one.
fn uses(rules: &Rules, game: &Game) -> Vec<Way> {
    let mut starts = vec![(Vec::new(), *game)];
    for action in rules.legal(game).actions() {
        if matches!(action, Action::Focus { .. }) {
            let mut after = *game;
            rules.apply_unchecked(&mut after, action);
            starts.push((vec![action], after));
        }
    }
    let mut seen = HashSet::new();
    let each = starts.into_iter();
    each.flat_map(|start| uses_of_one(rules, start, &mut seen))
        .collect()
}

/// What the Reckoner who decides can do.
fn uses_of_one(rules: &Rules, start: Way, seen: &mut HashSet<u64>) -> Vec<Way> {
    let mut open = vec![start];
    let mut whole = Vec::new();
    while let Some((actions, at)) = open.pop() {
        if whole.len() >= MOST_USES {
            break;
        }
        for action in rules.legal(&at).actions() {
            if matches!(
                action,
                Action::EndDice | Action::Forfeit | Action::DonePurchase | Action::Focus { .. }
            ) {
                continue;
            }
            let mut after = at;
            rules.apply_unchecked(&mut after, action);
            if after.now.is_chance() || !seen.insert(after.digest()) {
                continue;
            }
            let mut longer: Vec<Action> = actions.clone();
            longer.push(action);
            let unfinished =
                after.now.is_decision() && after.step == Step::Use && after.now != Now::Use;
            if unfinished && longer.len() < 12 {
                open.push((longer, after));
            } else {
                whole.push((longer, after));
            }
        }
    }
    whole
}
