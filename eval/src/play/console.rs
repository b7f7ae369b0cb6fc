//! The conversation with the people at the terminal.

use std::io::{self, BufRead, Write};
use std::path::Path;

use anyhow::{Context as _, Result};
use reckoners_agents::file::read_text_at_most;
use reckoners_env::action::decode;
use reckoners_env::ids::SeatIx;
use reckoners_env::trace::{MAX_BYTES, Trace, TraceMove};

use super::command::{self, Command, HELP};
use super::review::{self, ReviewOptions};
use super::table::TableGame;
use crate::analyze::lines::{self, Line};
use crate::board::{self, Colour};
use crate::hint::{Advice, Advisor, Hint, HintOptions, entry, text};
use crate::report::write_atomic;

/// A terminal game: where lines come from and go to.
#[derive(Debug)]
pub struct Console<I, O> {
    input: I,
    output: O,
    /// Whether to draw in colour.
    pub colour: Colour,
    /// How much to think for hints.
    pub hints: HintOptions,
    /// How much to think for the review.
    pub review: ReviewOptions,
    /// Whether something typed would be lost, and nobody was told so.
    unsaved: bool,
}

/// What a line of input led to.
enum Turn {
    /// The game goes on.
    On,
    /// The people leave.
    Leave,
}

impl<I: BufRead, O: Write> Console<I, O> {
    /// A conversation over these streams.
    pub fn new(input: I, output: O) -> Self {
        Self {
            input,
            output,
            colour: Colour::Plain,
            hints: HintOptions::default(),
            review: ReviewOptions::default(),
            unsaved: false,
        }
    }

    /// Plays until the game is over, somebody leaves or the input ends.
    pub fn run(&mut self, game: &mut TableGame, advisor: &Advisor) -> Result<()> {
        if let Some(note) = advisor.brain().note_at(game.rules(), game.game()) {
            writeln!(self.output, "note: {note}")?;
        }
        self.draw(game)?;
        let mut round = game.game().round;
        loop {
            if game.game().now.is_over() {
                self.draw(game)?;
                return self.show_review(game, advisor);
            }
            if game.game().round != round {
                round = game.game().round;
                self.draw(game)?;
            }
            let position = *game.game();
            if game.asks_people(&position) {
                if let Turn::Leave = self.ask(game, advisor)? {
                    return Ok(());
                }
            } else {
                let play = game.own_move().context("an agent gave no answer")?;
                let events = game.play(play)?;
                self.print(&events)?;
            }
        }
    }

    fn draw(&mut self, game: &TableGame) -> io::Result<()> {
        write!(
            self.output,
            "\n{}\n",
            board::draw(game.rules(), &game.table(), self.colour)
        )
    }

    /// Plays a move and says what happened.
    fn tell(&mut self, game: &mut TableGame, play: TraceMove) -> io::Result<()> {
        match game.play(play) {
            Ok(events) => self.print(&events),
            Err(e) => writeln!(self.output, "{e}"),
        }
    }

    fn print(&mut self, events: &[String]) -> io::Result<()> {
        for (i, event) in events.iter().enumerate() {
            let indent = if i == 0 { "  " } else { "    " };
            writeln!(self.output, "{indent}{event}")?;
        }
        Ok(())
    }

    /// Shows what can be done and takes one line.
    fn ask(&mut self, game: &mut TableGame, advisor: &Advisor) -> Result<Turn> {
        self.show_choice(game)?;
        loop {
            write!(self.output, "> ")?;
            self.output.flush()?;
            let line = match lines::read(&mut self.input)? {
                None => {
                    writeln!(self.output, "\nThe input has ended; the game is left.")?;
                    return Ok(Turn::Leave);
                }
                Some(Line::TooLong(bytes)) => {
                    writeln!(self.output, "{bytes} bytes are too long for a line")?;
                    continue;
                }
                Some(Line::Text(bytes)) => String::from_utf8_lossy(&bytes).trim().to_owned(),
            };
            if line.is_empty() {
                continue;
            }
            let before = game.trace().steps.len();
            if let Turn::Leave = self.obey(game, advisor, command::read(&line))? {
                return Ok(Turn::Leave);
            }
            if game.trace().steps.len() != before {
                self.unsaved = true;
                return Ok(Turn::On);
            }
        }
    }

    /// The decision with its numbered actions, or the chance event that is to be typed in.
    fn show_choice(&mut self, game: &TableGame) -> io::Result<()> {
        let (position, speaker) = (game.game(), game.speaker());
        writeln!(self.output, "\n{}", speaker.awaited(position))?;
        for (i, action) in game.rules().legal(position).actions().enumerate() {
            writeln!(
                self.output,
                "{:3}  {}",
                i + 1,
                speaker.action(position, action)
            )?;
        }
        if position.now.is_chance() {
            writeln!(self.output, "  type what came, or \"roll\"")?;
        }
        Ok(())
    }

    fn obey(&mut self, game: &mut TableGame, advisor: &Advisor, command: Command) -> Result<Turn> {
        match command {
            Command::Quit if self.unsaved => {
                self.unsaved = false;
                writeln!(
                    self.output,
                    "The game is not saved: \"save FILE\" keeps it, \"quit\" once more leaves it."
                )?;
            }
            Command::Quit => {
                writeln!(self.output, "The game is left.")?;
                return Ok(Turn::Leave);
            }
            Command::Help => {
                let key = board::key(&game.game().ruleset);
                writeln!(self.output, "{HELP}\n\n{}", key.trim_end())?;
            }
            Command::Board => self.draw(game)?,
            Command::Hint => self.show_hint(game, advisor, false)?,
            Command::Plan => self.show_hint(game, advisor, true)?,
            Command::Review => self.show_review(game, advisor)?,
            Command::Undo => match game.undo()? {
                true => writeln!(self.output, "Taken back.")?,
                false => writeln!(self.output, "There is nothing to take back.")?,
            },
            Command::Save(file) => self.save(game, &file)?,
            Command::Roll if game.game().now.is_chance() => {
                if let Some(play) = game.own_move() {
                    self.tell(game, play)?;
                }
            }
            // In a decision about dice this is the shortest way to say "roll the rest".
            Command::Roll => self.words(game, "roll")?,
            Command::Number(number) if game.game().now.is_decision() => {
                let legal = game.rules().legal(game.game());
                match number
                    .checked_sub(1)
                    .and_then(|n| legal.nth(n))
                    .and_then(decode)
                {
                    Some(action) => self.tell(game, TraceMove::Action(action))?,
                    None => writeln!(self.output, "{number} is not from 1 to {}", legal.len())?,
                }
            }
            Command::Wrong(remedy) => writeln!(self.output, "{remedy}")?,
            Command::Number(number) => self.words(game, &number.to_string())?,
            Command::Words(words) => self.words(game, &words)?,
        }
        Ok(Turn::On)
    }

    fn words(&mut self, game: &mut TableGame, words: &str) -> io::Result<()> {
        let read = entry::read_moves(&game.speaker(), game.game(), words);
        match read {
            Ok(moves) => moves.into_iter().try_for_each(|play| self.tell(game, play)),
            Err(e) => writeln!(self.output, "{e} (\"help\" lists what can be typed)"),
        }
    }

    fn show_hint(&mut self, game: &TableGame, advisor: &Advisor, plan: bool) -> io::Result<()> {
        let options = HintOptions {
            plan,
            ..self.hints.clone()
        };
        match advisor.hint(&game.table(), &options) {
            // The note was told at the beginning.
            Ok(hint) => {
                let hint = Hint { note: None, ..hint };
                // The numbers of the menu, because people type them.
                let legal = game.rules().legal(game.game());
                let menu: Vec<usize> = legal.ids().collect();
                let label = |option: &Advice| match menu.iter().position(|id| *id == option.id) {
                    Some(place) => format!("[{}]", place + 1),
                    None => format!("{}.", option.order),
                };
                write!(self.output, "{}", text::show_labelled(&hint, &label))?;
                if hint.options.len() > 1 {
                    writeln!(
                        self.output,
                        "\nBest first; type the number in brackets to do it."
                    )?;
                }
                Ok(())
            }
            Err(e) => writeln!(self.output, "{e}"),
        }
    }

    /// Writes the game; a file that is something else than a saved game stays as it is.
    fn save(&mut self, game: &TableGame, file: &Path) -> Result<()> {
        let other = file.exists()
            && read_text_at_most(file, MAX_BYTES)
                .map_or(true, |text| Trace::parse(game.rules(), &text).is_err());
        if other {
            writeln!(
                self.output,
                "{} exists already and is no saved game of these cards; choose another name",
                file.display()
            )?;
            return Ok(());
        }
        let text = game.trace().to_text(game.rules())?;
        match write_atomic(file, &text) {
            Ok(()) => {
                self.unsaved = false;
                writeln!(
                    self.output,
                    "Saved; resume with --resume {}",
                    file.display()
                )?;
            }
            Err(e) => writeln!(self.output, "{e:#}")?,
        }
        Ok(())
    }

    fn show_review(&mut self, game: &TableGame, advisor: &Advisor) -> Result<()> {
        writeln!(self.output, "\nReviewing the game ...")?;
        self.output.flush()?;
        let human = |seat: SeatIx| game.is_human(seat);
        let review = review::review(advisor, game.trace(), &human, &self.review)?;
        write!(self.output, "{}", review::show(&review))?;
        Ok(())
    }
}
