//! What people type: a decision, or what they rolled or drew, as the position awaits it.

use reckoners_env::event::Event;
use reckoners_env::state::Now;
use reckoners_env::trace::TraceMove;
use reckoners_env::words::{Speaker, WordError};
use reckoners_env::{Game, Rules};

/// Reads a move: an action when a decision is awaited, an outcome when chance is.
pub fn read_move(speaker: &Speaker<'_>, game: &Game, text: &str) -> Result<TraceMove, WordError> {
    if game.now.is_chance() {
        speaker.read_outcome(game, text).map(TraceMove::Chance)
    } else {
        speaker.read_action(game, text).map(TraceMove::Action)
    }
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
/// its Reckoner. An error names the text.
pub fn play_texts(
    speaker: &Speaker<'_>,
    game: &mut Game,
    texts: &[String],
) -> Result<(), WordError> {
    let mut left: Vec<&String> = texts.iter().collect();
    while !left.is_empty() {
        let mut found = Err(WordError(String::new()));
        for (i, text) in left.iter().enumerate() {
            let read = read_move(speaker, game, text).map(|play| (i, play));
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
        let (i, play) = found?;
        play_move(speaker.rules, game, &play, &mut Vec::new())?;
        left.remove(i);
    }
    Ok(())
}
