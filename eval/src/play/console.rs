//! The conversation with the people at the terminal.

use std::io::{self, BufRead, Write};
use std::path::Path;

use anyhow::{Context as _, Result};
use reckoners_env::action::{decode, encode};
use reckoners_env::forecast::Forecast;
use reckoners_env::ids::SeatIx;
use reckoners_env::trace::TraceMove;

use super::command::{self, Command, HELP};
use super::keep::Keeper;
use super::review::{self, ReviewOptions};
use super::table::TableGame;
use crate::analyze::lines::{self, Line};
use crate::board::{self, Colour};
use crate::hint::plan::Plan;
use crate::hint::{Advisor, Hint, HintOptions, entry, text};

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
    /// Where the game is written.
    pub keeper: Keeper,
    /// Whether something typed would be lost, and nobody was told so.
    unsaved: bool,
    /// Lengths of the trace before each line that changed it.
    marks: Vec<usize>,
    /// What to do next on the way of the last plan: in which position, which actions.
    way: Vec<(u64, Vec<usize>)>,
    /// The last hint and the position it was for.
    hinted: Option<(u64, Hint)>,
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
            keeper: Keeper::default(),
            unsaved: false,
            marks: Vec::new(),
            way: Vec::new(),
            hinted: None,
        }
    }

    /// Plays until the game is over, somebody leaves or the input ends.
    pub fn run(&mut self, game: &mut TableGame, advisor: &Advisor) -> Result<()> {
        if let Some(note) = advisor.brain().note_at(game.rules(), game.game()) {
            writeln!(self.output, "note: {note}")?;
        }
        self.draw(game)?;
        let mut round = game.game().round;
        // Whether the game went on by itself since it was written.
        let mut went_on = false;
        loop {
            if game.game().now.is_over() {
                if went_on {
                    self.keep_safe(game)?;
                }
                self.draw(game)?;
                self.show_review(game, advisor)?;
                return self.say_where("The game is saved");
            }
            if game.game().round != round {
                round = game.game().round;
                self.draw(game)?;
            }
            let position = *game.game();
            if game.asks_people(&position) {
                // What nobody has typed anything into is not worth a file.
                if std::mem::take(&mut went_on) && !self.marks.is_empty() {
                    self.keep_safe(game)?;
                }
                if let Turn::Leave = self.ask(game, advisor)? {
                    return Ok(());
                }
            } else {
                let play = game.own_move().context("an agent gave no answer")?;
                let events = game.play(play)?;
                self.print(&events)?;
                self.keeper.moved_on();
                went_on = true;
            }
        }
    }

    fn draw(&mut self, game: &TableGame) -> io::Result<()> {
        write!(
            self.output,
            "\n{}\n",
            board::draw(game.rules(), &game.table(), self.colour)
        )?;
        match coming(game) {
            Some(text) => writeln!(self.output, "{text}\n"),
            None => Ok(()),
        }
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
                    self.say_where("It is saved")?;
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
                if game.trace().steps.len() > before {
                    self.marks.push(before);
                }
                self.keep_safe(game)?;
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
                self.say_where("It is saved")?;
                return Ok(Turn::Leave);
            }
            Command::Help => {
                let key = board::key(game.rules(), game.game());
                writeln!(self.output, "{HELP}\n\n{}", key.trim_end())?;
            }
            Command::Board => self.draw(game)?,
            Command::Hint => self.show_hint(game, advisor, false)?,
            Command::Plan => self.show_hint(game, advisor, true)?,
            Command::Review => self.show_review(game, advisor)?,
            Command::Undo => {
                let undone = match self.marks.pop() {
                    Some(length) => game.rewind(length).map(|()| true)?,
                    None => game.undo()?,
                };
                match undone {
                    true => writeln!(self.output, "Taken back.")?,
                    false => writeln!(self.output, "There is nothing to take back.")?,
                }
            }
            Command::Do(number) => self.follow(game, advisor, number)?,
            Command::DoPlan => self.follow_plan(game, advisor)?,
            Command::Why(words) => self.show_why(game, advisor, &words)?,
            Command::Save(file, force) => self.save(game, &file, force)?,
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

    /// The hint for the position, which is thought of only once.
    fn hint(&mut self, game: &TableGame, advisor: &Advisor, plan: bool) -> Result<Hint, String> {
        let digest = game.game().digest();
        if let Some((known, hint)) = &self.hinted
            && *known == digest
            && (!plan || hint.plan.is_some())
        {
            return Ok(hint.clone());
        }
        let options = HintOptions {
            plan,
            ..self.hints.clone()
        };
        let hint = advisor
            .hint(&game.table(), &options)
            .map_err(|e| e.to_string())?;
        // The note was told at the beginning.
        let hint = Hint { note: None, ..hint };
        if let Some(plan) = &hint.plan {
            self.way = way(game, plan);
        }
        self.hinted = Some((digest, hint.clone()));
        Ok(hint)
    }

    /// Does the next step of the plan, or what the hint advises.
    fn follow(&mut self, game: &mut TableGame, advisor: &Advisor, number: usize) -> io::Result<()> {
        let digest = game.game().digest();
        // A hint that was shown here is newer than the plan.
        let shown = |(at, hint): &(u64, Hint)| *at == digest && hint.plan.is_none();
        let hinted = self.hinted.as_ref().is_some_and(shown);
        let planned = self.way.iter().find(|(at, _)| *at == digest && number == 1);
        if let Some((_, ids)) = planned.filter(|_| !hinted).cloned() {
            return self.do_all(game, &ids);
        }
        match self.hint(game, advisor, false) {
            Ok(hint) => match hint.options.get(number - 1) {
                Some(option) => self.do_all(game, &option.ids.clone()),
                None if hint.options.is_empty() => {
                    writeln!(self.output, "There is nothing to decide: {}", hint.awaited)
                }
                None => writeln!(self.output, "The hint has {} options", hint.options.len()),
            },
            Err(e) => writeln!(self.output, "{e}"),
        }
    }

    /// Does all of a plan until luck decides.
    fn follow_plan(&mut self, game: &mut TableGame, advisor: &Advisor) -> io::Result<()> {
        let plan = match self.hint(game, advisor, true) {
            Ok(hint) => hint.plan,
            Err(e) => return writeln!(self.output, "{e}"),
        };
        match plan {
            Some(plan) if !plan.steps.is_empty() => {
                let ids: Vec<usize> = plan.steps.iter().flat_map(|s| s.ids.clone()).collect();
                self.do_all(game, &ids)
            }
            // While dice are rolled the plan is about them: the advice is its next step.
            _ => self.follow(game, advisor, 1),
        }
    }

    fn do_all(&mut self, game: &mut TableGame, ids: &[usize]) -> io::Result<()> {
        for id in ids {
            let Some(action) = decode(*id) else { break };
            if !game.game().now.is_decision() {
                break;
            }
            self.tell(game, TraceMove::Action(action))?;
        }
        Ok(())
    }

    /// Weighs something against the advice.
    fn show_why(&mut self, game: &TableGame, advisor: &Advisor, words: &str) -> io::Result<()> {
        let first = entry::read_actions(&game.speaker(), game.game(), words);
        let options = match first.as_deref() {
            Ok([first, ..]) => HintOptions {
                why: vec![encode(*first)],
                ..self.hints.clone()
            },
            Ok([]) => return Ok(()),
            Err(e) => return writeln!(self.output, "{e}"),
        };
        match advisor.hint(&game.table(), &options) {
            Ok(hint) => write!(self.output, "{}", text::show(&Hint { note: None, ..hint })),
            Err(e) => writeln!(self.output, "{e}"),
        }
    }

    /// Writes the game where it is kept after every line.
    fn keep_safe(&mut self, game: &TableGame) -> Result<()> {
        self.unsaved = true;
        self.keeper.moved_on();
        let Some(file) = self.keeper.autosave.clone() else {
            return Ok(());
        };
        match self.keeper.write(game, &file) {
            Ok(()) => self.unsaved = false,
            Err(e) => {
                writeln!(self.output, "{e:#}; the game is not saved any more")?;
                self.keeper.autosave = None;
            }
        }
        Ok(())
    }

    /// Says where the game lies, if it does, and how to come back to it.
    fn say_where(&mut self, saved: &str) -> Result<()> {
        if let Some(file) = self.keeper.latest() {
            let file = file.display();
            writeln!(
                self.output,
                "{saved} in {file}: \"play --resume {file}\" goes on with it, \"review {file}\" looks back."
            )?;
        }
        Ok(())
    }

    fn show_hint(&mut self, game: &TableGame, advisor: &Advisor, plan: bool) -> io::Result<()> {
        match self.hint(game, advisor, plan) {
            Ok(hint) => {
                write!(self.output, "{}", text::show(&hint))?;
                if hint.options.len() > 1 {
                    writeln!(
                        self.output,
                        "\nBest first: \"do\" does the first, \"do 2\" the second."
                    )?;
                }
                Ok(())
            }
            Err(e) => writeln!(self.output, "{e}"),
        }
    }

    fn save(&mut self, game: &TableGame, file: &Path, force: bool) -> Result<()> {
        match self.keeper.save(game, file, force) {
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
        let review = review::review(advisor, game.trace(), &human, &self.review, &mut |_, _| ())?;
        write!(self.output, "{}", review::show(&review))?;
        Ok(())
    }
}

/// The steps of a plan, each with the position in which it is next.
fn way(game: &TableGame, plan: &Plan) -> Vec<(u64, Vec<usize>)> {
    let mut at = *game.game();
    let mut list = Vec::new();
    for step in &plan.steps {
        list.push((at.digest(), step.ids.clone()));
        for action in step.ids.iter().filter_map(|id| decode(*id)) {
            if game.rules().apply(&mut at, action).is_err() {
                return list;
            }
        }
    }
    list
}

/// What the coming Epic phase does as things stand, while the Reckoners can still change it.
fn coming(game: &TableGame) -> Option<String> {
    let position = game.game();
    let forecast = Forecast::coming(game.rules(), position)?;
    let speaker = game.speaker();
    let mut parts: Vec<String> = Vec::new();
    for (district, _) in position.placed() {
        let lost = forecast.by_district[district.ix()];
        if lost > 0 {
            parts.push(format!("{} {lost}", speaker.district(district)));
        }
    }
    for (who, lost) in [
        (speaker.boss(position), forecast.by_boss),
        ("the city", forecast.by_city),
    ] {
        if lost > 0 {
            parts.push(format!("{who} {lost}"));
        }
    }
    let by = match parts.as_slice() {
        [] => String::new(),
        parts => format!(" ({})", parts.join(", ")),
    };
    let fatal = if forecast.fatal {
        ": the game is lost"
    } else {
        ""
    };
    Some(format!(
        "Coming Epic phase as things stand: {} people lost{by}, {} Enforcement and {} Barricades come{fatal}",
        forecast.population(),
        forecast.enforcement,
        forecast.barricades,
    ))
}
