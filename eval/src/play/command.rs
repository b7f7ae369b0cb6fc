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
    /// Do what the hint advises, or its option of this number.
    Do(usize),
    /// Do all of the plan until luck decides.
    DoPlan,
    /// Why not something?
    Why(String),
    /// Take back.
    Undo,
    /// Write the game to a file, over another game if that is wanted.
    Save(PathBuf, bool),
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
Type the number of an action, or enough of its words (\"take purple RR\", \"move loop\"); several with
commas between them; \"cc red\" uses a die for one thing; \"tia: ...\" lets Tia go on.
For dice type what they show, kind after kind as the question names them: \"A$P CC C R\"
  ($ money, E enforcement, C contain, R research, A attack, P plan), or \"purple RR, 2 white plan\".
To keep dice: \"keep CC R\", then \"roll\"; \"k cc r\" does both; \"keep all\".
Cards and districts: enough of the name to know it.
  hint       the best options, with win chances and reasons
  do, d      do what the hint advises, or go on with the plan (do 2: its second option)
  plan       a plan for the whole team; \"do plan\" or \"d p\" does all of it until luck decides
  why WORDS  why not this? It is weighed against the advice
  board      draw the board
  undo       take back the last line you typed
  save FILE  write the game; resume it later with --resume FILE (save --force FILE: over another game)
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
        ("do" | "d", "") => Command::Do(1),
        ("do" | "d", word) if is_beginning(word, "plan") => Command::DoPlan,
        ("do" | "d", number) if number.parse::<usize>().is_ok_and(|n| n > 0) => {
            Command::Do(number.parse().unwrap_or(1))
        }
        ("do" | "d", _) => Command::Wrong("\"do\", \"do 2\" or \"do plan\""),
        ("why", "") => Command::Wrong("why not what? Such as: why move loop"),
        ("why", words) => {
            let words = words.strip_prefix("not ").unwrap_or(words);
            Command::Why(words.trim_end_matches('?').trim().to_owned())
        }
        ("undo" | "u", "") => Command::Undo,
        ("board" | "b", "") => Command::Board,
        ("review", "") => Command::Review,
        ("roll" | "draw", "") => Command::Roll,
        ("help" | "?", "") => Command::Help,
        ("quit" | "q" | "exit", "") => Command::Quit,
        ("save", "") => Command::Wrong("save needs the name of a file, such as: save my-game"),
        ("save", file) => match file.strip_prefix("--force ") {
            Some(file) => Command::Save(file.trim().into(), true),
            None => Command::Save(file.into(), false),
        },
        ("hint" | "undo" | "board" | "review" | "help" | "quit" | "exit", _) => {
            Command::Wrong("this command stands alone")
        }
        _ => match line.parse() {
            Ok(number) => Command::Number(number),
            Err(_) => Command::Words(line.to_owned()),
        },
    }
}

/// Whether this is a beginning of a word, in any case.
fn is_beginning(text: &str, word: &str) -> bool {
    !text.is_empty() && word.starts_with(&text.to_lowercase())
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
            Command::Save("my game.jsonl".into(), false)
        );
        assert_eq!(
            read("save --force g.jsonl"),
            Command::Save("g.jsonl".into(), true)
        );
        assert!(matches!(read("save"), Command::Wrong(_)));
        assert_eq!(
            (read("do"), read("do 2"), read("Do plan")),
            (Command::Do(1), Command::Do(2), Command::DoPlan)
        );
        assert_eq!((read("d"), read("d P")), (Command::Do(1), Command::DoPlan));
        assert!(matches!(read("do plans"), Command::Wrong(_)));
        assert_eq!(read("d 3"), Command::Do(3));
        assert!(matches!(read("do something"), Command::Wrong(_)));
        assert_eq!(read("why not move loop?"), Command::Why("move loop".into()));
        assert!(matches!(read("hint 3"), Command::Wrong(_)));
        // What is no command is an action.
        assert_eq!(read("plan token"), Command::Words("plan token".into()));
        assert_eq!(
            read("roll the other 3 dice"),
            Command::Words("roll the other 3 dice".into())
        );
    }
}
