//! The odds of a win in this round while dice are still to be rolled: imagined rolls in which everybody
//! keeps what hurts the boss, and then the exact search.

use rayon::prelude::*;
use reckoners_env::Rules;
use reckoners_env::action::{Action, decode};
use reckoners_env::state::{Game, Now, Spot, Step};

use super::luck::Luck;
use super::weigh::Mean;
use super::win::{self, useful};

/// Positions that the search may look at after each imagined roll.
const POSITIONS: usize = 4_000;
/// Imagined rolls after which none that wins means that there is next to no hope.
const FIRST: u64 = 32;

/// The chance to win in this round when everybody rolls for it, from imagined rolls; none outside the
/// Roll step, or when none of the first rolls wins.
pub fn chance_of_win(rules: &Rules, game: &Game, rolls: u64, seed: u64) -> Option<Mean> {
    if game.step != Step::Roll || game.now.is_over() {
        return None;
    }
    let wins = |from: u64, to: u64| -> Vec<f32> {
        let rolls = (from..to).into_par_iter();
        rolls
            .map(|i| f32::from(u8::from(wins_once(rules, game, Luck::new(seed, i)))))
            .collect()
    };
    let first = wins(0, FIRST.min(rolls));
    if first.iter().all(|won| *won == 0.0) {
        return None;
    }
    let rest = wins(FIRST.min(rolls), rolls);
    Some(Mean::of(first.into_iter().chain(rest)))
}

fn wins_once(rules: &Rules, game: &Game, luck: Luck) -> bool {
    let mut game = *game;
    while game.step == Step::Roll && !game.now.is_over() {
        if game.now.is_chance() {
            luck.play(rules, &mut game);
        } else {
            let action = chase(rules, &game);
            if rules.apply(&mut game, action).is_err() {
                return false;
            }
        }
    }
    win::find(rules, &game, POSITIONS).is_some()
}

/// What the one who decides keeps now to roll for a win in this round and nothing else; empty for other decisions.
pub fn keeps_for_win(rules: &Rules, game: &Game) -> Vec<Action> {
    let mut at = *game;
    let mut line = Vec::new();
    while at.now == Now::Keep && at.acting == game.acting && line.last() != Some(&Action::RollRest)
    {
        let action = chase(rules, &at);
        if rules.apply(&mut at, action).is_err() {
            break;
        }
        line.push(action);
    }
    line
}

/// What somebody does who wants to hurt the boss in this round and nothing else.
fn chase(rules: &Rules, game: &Game) -> Action {
    let legal = rules.legal(game);
    let first = legal.nth(0).and_then(decode).unwrap_or(Action::RollRest);
    if !matches!(game.now, Now::Keep) {
        return first;
    }
    let seat = game.actor();
    let mut dice: Vec<(u8, Action)> = seat
        .dice
        .shown(Spot::Rolled)
        .map(|(kind, face, _)| {
            (
                useful(rules, game, seat, kind, face),
                Action::Keep { kind, face },
            )
        })
        .collect();
    dice.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
    let allowed = |action: Action| legal.has(reckoners_env::action::encode(action));
    match dice.first() {
        Some((worth, keep)) if allowed(*keep) && (*worth > 0 || !allowed(Action::RollRest)) => {
            *keep
        }
        _ if allowed(Action::RollRest) => Action::RollRest,
        _ => first,
    }
}
