//! What people type: a decision, or what they rolled or drew, as the position awaits it.

use reckoners_env::event::Event;
use reckoners_env::state::Now;
use reckoners_env::trace::TraceMove;
use reckoners_env::words::{Speaker, WordError};
use reckoners_env::{Game, Rules};

/// Reads what is typed at a position: an outcome when chance is awaited, otherwise an action, or
/// several when more than one die is kept. All of them can be played.
pub fn read_moves(
    speaker: &Speaker<'_>,
    game: &Game,
    text: &str,
) -> Result<Vec<TraceMove>, WordError> {
    if game.now.is_chance() {
        return Ok(vec![TraceMove::Chance(speaker.read_outcome(game, text)?)]);
    }
    let Some(keeps) = speaker.read_keeps(game, text) else {
        return Ok(vec![TraceMove::Action(speaker.read_action(game, text)?)]);
    };
    let moves: Vec<TraceMove> = keeps.into_iter().map(TraceMove::Action).collect();
    let mut after = *game;
    for play in &moves {
        let TraceMove::Action(action) = play else {
            continue;
        };
        let sentence = speaker.action(&after, *action);
        // When the last die is kept the next Reckoner is asked, whose dice were not meant.
        let theirs = after.now == game.now && after.acting == game.acting;
        if !theirs || play_move(speaker.rules, &mut after, play, &mut Vec::new()).is_err() {
            return Err(WordError(format!("there is no die to {sentence}")));
        }
    }
    Ok(moves)
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

/// Plays what people typed, one text a move. Rolls may be given in any order as long as each names
/// its Reckoner. Returns the actions as they were understood; an error names the text.
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
