//! What a person can type at the prompt.

use std::path::PathBuf;

/// A line at the prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// An entry of the numbered list, counted from 1.
    Number(usize),
    /// A hint for the decision.
    Hint,
    /// A plan for the team.
    Plan,
    /// Take back.
    Undo,
    /// Write the game to a file.
    Save(PathBuf),
    /// Draw the board.
    Board,
    /// Review the game so far.
    Review,
    /// Let the seed decide what would be typed.
    Roll,
    /// Say what can be typed.
    Help,
    /// Leave.
    Quit,
    /// A command that was not written as it should be, and how it should.
    Wrong(&'static str),
    /// Anything else: an action, or what was rolled or drawn.
    Words(String),
}

/// The list of commands.
pub const HELP: &str = "\
Type the number of an action, or enough of its words (\"take purple RR\", \"move loop\",
\"keep 2 purple RR, white E\").
For dice type what they show: \"purple RR, white $, 2 white plan\"
  ($ money, E enforcement, C contain, R research, A attack, P plan; white = basic).
  hint       the best options, with win chance and reasons
  plan       a plan for the whole team
  board      draw the board
  undo       take back the last thing you typed (of several dice, the last one)
  save FILE  write the game; resume it later with --resume FILE
  roll       let the program roll or draw instead of typing it in
  review     what the game has cost so far: luck and decisions
  help       this list
  quit       leave";

/// Reads a line.
pub fn read(line: &str) -> Command {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match (word.to_lowercase().as_str(), rest.trim()) {
        ("hint" | "h", "") => Command::Hint,
        ("plan", "") => Command::Plan,
        ("undo" | "u", "") => Command::Undo,
        ("board" | "b", "") => Command::Board,
        ("review", "") => Command::Review,
        ("roll" | "draw", "") => Command::Roll,
        ("help" | "?", "") => Command::Help,
        ("quit" | "q" | "exit", "") => Command::Quit,
        ("save", "") => Command::Wrong("save needs the name of a file, such as: save my-game"),
        ("save", file) => Command::Save(file.into()),
        ("hint" | "undo" | "board" | "review" | "help" | "quit" | "exit", _) => {
            Command::Wrong("this command stands alone")
        }
        _ => match line.parse() {
            Ok(number) => Command::Number(number),
            Err(_) => Command::Words(line.to_owned()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_numbers_and_words_are_told_apart() {
        assert_eq!(read(" Hint "), Command::Hint);
        assert_eq!(read("12"), Command::Number(12));
        assert_eq!(
            read("save my game.jsonl"),
            Command::Save("my game.jsonl".into())
        );
        assert!(matches!(read("save"), Command::Wrong(_)));
        assert!(matches!(read("hint 3"), Command::Wrong(_)));
        // What is no command is an action.
        assert_eq!(read("plan token"), Command::Words("plan token".into()));
        assert_eq!(
            read("roll the other 3 dice"),
            Command::Words("roll the other 3 dice".into())
        );
    }
}
