//! Whole options in words that can be typed back: `Tia: take a purple die (research x2), research
//! Nightwielder x2`.

use reckoners_env::ids::DieKind;
use reckoners_env::state::{FaceCounts, Spot};
use reckoners_env::words::{Speaker, dice};
use reckoners_env::{Action, Game};

use super::is_team_decision;

/// A whole option, with the Reckoner whose it is.
pub fn whole(speaker: &Speaker<'_>, game: &Game, actions: &[Action]) -> String {
    let (at, rest) = handed_over(speaker, game, actions);
    let phrase = phrase(speaker, &at, rest);
    if is_team_decision(&at) {
        phrase
    } else {
        format!("{}: {phrase}", speaker.seat(&at, at.acting))
    }
}

/// A whole option without its Reckoner.
pub fn phrase(speaker: &Speaker<'_>, game: &Game, actions: &[Action]) -> String {
    let (at, rest) = handed_over(speaker, game, actions);
    if let Some(text) = keeps(speaker, &at, rest) {
        return text;
    }
    let mut at = at;
    let mut parts: Vec<(String, usize)> = Vec::new();
    for action in rest {
        let said = speaker.action(&at, *action);
        match parts.last_mut() {
            Some((last, times)) if *last == said => *times += 1,
            _ => parts.push((said, 1)),
        }
        if speaker.rules.apply(&mut at, *action).is_err() {
            break;
        }
    }
    let parts = parts.into_iter().map(|(said, times)| match times {
        1 => said,
        n => format!("{said} x{n}"),
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// Passes over hand-overs: the next Reckoner's name says it.
fn handed_over<'a>(
    speaker: &Speaker<'_>,
    game: &Game,
    actions: &'a [Action],
) -> (Game, &'a [Action]) {
    let mut at = *game;
    let mut rest = actions;
    while let [first @ Action::Focus { .. }, others @ ..] = rest {
        if others.is_empty() || speaker.rules.apply(&mut at, *first).is_err() {
            break;
        }
        rest = others;
    }
    (at, rest)
}

/// Dice to keep, and what is rolled again.
fn keeps(speaker: &Speaker<'_>, game: &Game, actions: &[Action]) -> Option<String> {
    let catalog = speaker.rules.catalog();
    let mut kept = FaceCounts::default();
    let mut again = false;
    for action in actions {
        match *action {
            Action::Keep { kind, face } => *kept.get_mut(kind, face) += 1,
            Action::RollRest => again = true,
            _ => return None,
        }
    }
    if kept.is_empty() {
        return None;
    }
    let rolled = game.actor().dice.kinds(Spot::Rolled);
    let left: [u8; DieKind::COUNT] =
        std::array::from_fn(|k| rolled[k].saturating_sub(kept.kinds()[k]));
    let all = left.iter().all(|n| *n == 0);
    let said = dice::say(catalog, &kept);
    Some(match (all, again) {
        (true, _) => format!("keep all ({said})"),
        (_, true) => format!("keep {said}; roll {} again", dice::say_kinds(&left)),
        _ => format!("keep {said}"),
    })
}
