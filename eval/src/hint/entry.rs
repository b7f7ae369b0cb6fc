//! What people type: decisions, or what they rolled or drew, as the position awaits it.
//!
//! A line may hold several actions, with commas or semicolons between them. Every phrase that the program
//! prints is understood, and so are unique beginnings of its words.

use reckoners_env::event::Event;
use reckoners_env::state::Now;
use reckoners_env::trace::TraceMove;
use reckoners_env::words::{Speaker, WordError};
use reckoners_env::{Action, Game, Rules};

/// Most times that one phrase may be repeated by `x3` behind it.
const MOST_TIMES: usize = 9;

/// Reads what is typed at a position: an outcome when chance is awaited, otherwise one action or several.
/// All of them can be played.
pub fn read_moves(
    speaker: &Speaker<'_>,
    game: &Game,
    text: &str,
) -> Result<Vec<TraceMove>, WordError> {
    if game.now.is_chance() {
        return Ok(vec![TraceMove::Chance(speaker.read_outcome(game, text)?)]);
    }
    let actions = read_actions(speaker, game, text)?;
    Ok(actions.into_iter().map(TraceMove::Action).collect())
}

/// Reads decisions: the whole text as one, or its parts one after the other.
pub fn read_actions(
    speaker: &Speaker<'_>,
    game: &Game,
    text: &str,
) -> Result<Vec<Action>, WordError> {
    let whole = read_one(speaker, game, text);
    // A list of dice has commas of its own.
    if speaker.read_keeps(game, text).is_some() {
        return whole;
    }
    let mut depth = 0;
    let parts: Vec<&str> = text
        .split(|c: char| {
            // Printed phrases have commas in parentheses: "Safe House (2 contain, anywhere)".
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth <= 0 && matches!(c, ',' | ';')
        })
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    if whole.is_ok() || parts.len() < 2 {
        return whole;
    }
    let mut at = *game;
    let mut list = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let read = if at.now.is_decision() {
            read_one(speaker, &at, part)
        } else {
            Err(WordError(format!(
                "\"{part}\" comes too early: {}",
                speaker.awaited(&at)
            )))
        };
        // A first part that is not understood says nothing about the others: the whole text is wrong.
        let actions = match (read, i) {
            (Ok(actions), _) => actions,
            (Err(_), 0) => return whole,
            (Err(error), _) => return Err(error),
        };
        for action in &actions {
            play(speaker, &mut at, *action)?;
        }
        list.extend(actions);
    }
    Ok(list)
}

fn play(speaker: &Speaker<'_>, game: &mut Game, action: Action) -> Result<(), WordError> {
    let said = speaker.action(game, action);
    speaker
        .rules
        .apply(game, action)
        .map_err(|_| WordError(format!("\"{said}\" cannot be done now")))
}

/// Reads one thing to do, which may be several actions: dice kept together, a hand-over before it, the same
/// thing several times, a die with what it is for.
fn read_one(speaker: &Speaker<'_>, game: &Game, text: &str) -> Result<Vec<Action>, WordError> {
    if let Some((focus, rest)) = hand_over(speaker, game, text) {
        let mut after = *game;
        play(speaker, &mut after, focus)?;
        let mut actions = vec![focus];
        actions.extend(read_one(speaker, &after, rest)?);
        return Ok(actions);
    }
    if let Some(keeps) = speaker.read_keeps(game, text) {
        return all_there(speaker, game, keeps);
    }
    // The phrase itself first: faces of dice end in x2 too.
    let error = match speaker.read_action(game, text) {
        Ok(action) => return Ok(vec![action]),
        Err(error) => error,
    };
    let (phrase, times) = repeated(text);
    match speaker.read_action(game, phrase) {
        Ok(action) if times > 1 => several(speaker, game, action, times),
        _ => use_of_die(speaker, game, text).ok_or(error),
    }
}

/// A hand-over in front: the name of another Reckoner with a colon, when the rules let that one go on.
fn hand_over<'t>(speaker: &Speaker<'_>, game: &Game, text: &'t str) -> Option<(Action, &'t str)> {
    let (name, rest) = text.split_once(':')?;
    let name = name.trim().to_lowercase();
    let legal = speaker.rules.legal(game);
    let mut named = legal.actions().filter(|action| match action {
        Action::Focus { seat } => {
            let who = speaker.seat(game, game.seat_at(*seat)).to_lowercase();
            !name.is_empty() && who.starts_with(&name)
        }
        _ => false,
    });
    match (named.next(), named.next()) {
        (Some(focus), None) => Some((focus, rest)),
        _ => None,
    }
}

/// Takes `x3` off the end.
fn repeated(text: &str) -> (&str, usize) {
    let text = text.trim();
    let Some((phrase, last)) = text.rsplit_once(char::is_whitespace) else {
        return (text, 1);
    };
    let times = last.strip_prefix(['x', 'X']).and_then(|n| n.parse().ok());
    match times {
        Some(times @ 2..=MOST_TIMES) => (phrase, times),
        _ => (text, 1),
    }
}

fn several(
    speaker: &Speaker<'_>,
    game: &Game,
    action: Action,
    times: usize,
) -> Result<Vec<Action>, WordError> {
    let mut at = *game;
    for _ in 0..times {
        play(speaker, &mut at, action)?;
    }
    Ok(vec![action; times])
}

/// Dice kept together are of one Reckoner: when the last one is kept the next is asked, whose dice were not
/// meant.
fn all_there(
    speaker: &Speaker<'_>,
    game: &Game,
    keeps: Vec<Action>,
) -> Result<Vec<Action>, WordError> {
    let mut after = *game;
    for action in &keeps {
        let sentence = speaker.action(&after, *action);
        let theirs = after.now == game.now && after.acting == game.acting;
        if !theirs || speaker.rules.apply(&mut after, *action).is_err() {
            return Err(WordError(format!("there is no die to {sentence}")));
        }
    }
    Ok(keeps)
}

/// A die and what all of it is for: `cc red` takes the die that shows CC and contains the red track twice.
fn use_of_die(speaker: &Speaker<'_>, game: &Game, text: &str) -> Option<Vec<Action>> {
    if game.now != Now::Use {
        return None;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    for split in (1..words.len()).rev() {
        let (die, target) = (words[..split].join(" "), words[split..].join(" "));
        let take = speaker
            .read_action(game, &format!("take {die}"))
            .or_else(|_| speaker.read_action(game, &die));
        let Ok(take @ (Action::Take { .. } | Action::TakeToken { .. } | Action::UseCard { .. })) =
            take
        else {
            continue;
        };
        let mut at = *game;
        speaker.rules.apply(&mut at, take).ok()?;
        let Ok(spend) = speaker.read_action(&at, &target) else {
            continue;
        };
        let mut actions = vec![take];
        // As long as the die has symbols and the target takes them.
        while at.now == Now::Spend && speaker.rules.apply(&mut at, spend).is_ok() {
            actions.push(spend);
        }
        return Some(actions);
    }
    None
}

/// Plays a move and collects what happened; an impossible one changes nothing.
pub fn play_move(
    rules: &Rules,
    game: &mut Game,
    play: &TraceMove,
    events: &mut Vec<Event>,
) -> Result<(), WordError> {
    match *play {
        TraceMove::Action(action) => rules
            .apply_watched(game, action, events)
            .map_err(|e| WordError(e.to_string())),
        TraceMove::Chance(outcome) => rules
            .resolve_watched(game, outcome, events)
            .map_err(|e| WordError(e.to_string())),
    }
}

/// Plays what people typed, one text a move or several. Rolls may be given in any order as long as each
/// names its Reckoner. Returns the actions as they were understood; an error names the text.
pub fn play_texts(
    speaker: &Speaker<'_>,
    game: &mut Game,
    texts: &[String],
) -> Result<Vec<String>, WordError> {
    let mut played = Vec::new();
    let mut left: Vec<&String> = texts.iter().collect();
    while !left.is_empty() {
        let mut found = Err(WordError(String::new()));
        for (i, text) in left.iter().enumerate() {
            let read = read_moves(speaker, game, text).map(|moves| (i, moves));
            if read.is_ok() {
                found = read;
                break;
            }
            if i == 0 {
                found = read.map_err(|e| WordError(format!("\"{text}\": {e}")));
            }
            // Only dice may come in another order than the game asks for them.
            if !matches!(game.now, Now::RollDice { .. }) {
                break;
            }
        }
        let (i, moves) = found?;
        for play in &moves {
            if let TraceMove::Action(action) = play {
                played.push(speaker.sentence(game, *action));
            }
            play_move(speaker.rules, game, play, &mut Vec::new())?;
        }
        left.remove(i);
    }
    Ok(played)
}
