//! Recorded games: decisions and chance outcomes in order, so that a game replays without luck.
//!
//! A trace is a text of JSON lines. The first line is the header: format, version, the cards, the
//! start of the game and, for information, its seed. Every other line is one step: an action (by
//! id, with its words for the reader) or what chance brought (in the words of [`crate::words`], which
//! are read in their position), and the digest of the position after it, which replaying checks.

use serde_json::{Value, json};

use crate::action::{Action, decode, encode};
use crate::chance::Outcome;
use crate::event::Event;
use crate::rules::Rules;
use crate::state::Game;
use crate::table::{Table, TableErrors, json};
use crate::words::{Speaker, WordError, shown};

/// The word in the header's field `format`.
pub const FORMAT: &str = "reckoners-trace";
/// The number in the header's field `version`.
pub const VERSION: u64 = 2;
/// Longest text that is read as a trace, in bytes; a file that has more is another file.
pub const MAX_BYTES: u64 = 64 << 20;

/// A trace that cannot be read or does not replay.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct TraceError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: TraceProblem,
}

/// What is wrong with a line of a trace.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TraceProblem {
    /// Not a line of a trace.
    #[error("{0}")]
    Form(String),
    /// Recorded with other cards.
    #[error(
        "recorded with the cards {recorded}, but these are {present}; replay it with the cards it \
         was recorded with"
    )]
    Cards {
        /// Content hash in the file.
        recorded: String,
        /// Content hash of the cards in use.
        present: String,
    },
    /// The start is not a position.
    #[error("start: {0}")]
    Start(#[from] TableErrors),
    /// The step cannot be played here.
    #[error("{0}")]
    Step(String),
    /// The step leads to another position than the recorded one.
    #[error("after this step the position is {found}, but {recorded} was recorded")]
    Digest {
        /// Digest in the file.
        recorded: String,
        /// Digest of the replayed position.
        found: String,
    },
}

/// What moved the game on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceMove {
    /// A decision.
    Action(Action),
    /// A chance outcome.
    Chance(Outcome),
}

/// One step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceStep {
    /// What was decided or happened.
    pub play: TraceMove,
    /// Digest of the position after it.
    pub digest: u64,
}

/// A recorded game, or part of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// Where it starts.
    pub start: Table,
    /// The seed of its luck, when there was one; replaying does not need it.
    pub seed: Option<u64>,
    /// Which luck people typed in, so that a game goes on as it began.
    pub typed: Typed,
    /// The steps in order.
    pub steps: Vec<TraceStep>,
}

/// Luck that happened on a table of people and was typed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Typed {
    /// Dice, the movement die included.
    pub dice: bool,
    /// Cards and the boss's first district.
    pub cards: bool,
}

impl Typed {
    fn to_value(self) -> Value {
        json!({ "dice": self.dice, "cards": self.cards })
    }

    fn read(value: &Value) -> Result<Self, TraceProblem> {
        let wrong =
            || form("\"typed\" is not an object with \"dice\" and \"cards\", each true or false");
        let map = value.as_object().ok_or_else(wrong)?;
        let flag = |key: &str| match map.get(key) {
            None => Ok(false),
            Some(value) => value.as_bool().ok_or_else(wrong),
        };
        Ok(Self {
            dice: flag("dice")?,
            cards: flag("cards")?,
        })
    }
}

impl Trace {
    /// An empty trace that starts at a table.
    pub const fn new(start: Table, seed: Option<u64>) -> Self {
        Self {
            start,
            seed,
            typed: Typed {
                dice: false,
                cards: false,
            },
            steps: Vec::new(),
        }
    }

    /// Plays a move and records it. An impossible one changes neither the game nor the trace.
    pub fn play(
        &mut self,
        rules: &Rules,
        game: &mut Game,
        play: TraceMove,
        events: &mut Vec<Event>,
    ) -> Result<(), WordError> {
        step(&Speaker::new(rules, &self.start.names), game, &play, events)?;
        self.steps.push(TraceStep {
            play,
            digest: game.digest(),
        });
        Ok(())
    }

    /// The trace as the text of a file.
    pub fn to_text(&self, rules: &Rules) -> Result<String, TraceError> {
        let mut header = json!({
            "format": FORMAT,
            "version": VERSION,
            "cards": rules.catalog().hash,
            "seed": self.seed,
            "start": self.start.to_value(rules),
        });
        if self.typed != Typed::default() {
            header["typed"] = self.typed.to_value();
        }
        let mut text = format!("{header}\n");
        let speaker = Speaker::new(rules, &self.start.names);
        self.walk(rules, |before, recorded, _| {
            let mut line = match &recorded.play {
                TraceMove::Action(action) => {
                    json!({ "action": encode(*action), "words": speaker.sentence(before, *action) })
                }
                TraceMove::Chance(outcome) => json!({ "chance": speaker.outcome(before, outcome) }),
            };
            line["digest"] = json!(hex(recorded.digest));
            text += &format!("{line}\n");
        })?;
        Ok(text)
    }

    /// Reads a trace. Its steps are played, since the words of a step are those of its position.
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, TraceError> {
        let fail = |line, problem| TraceError { line, problem };
        if let Ok(Value::Object(whole)) = serde_json::from_str(text)
            && whole.get("format").and_then(Value::as_str) == Some(crate::table::FORMAT)
        {
            let problem = form("this is a table, not a trace: start it with `play --table`");
            return Err(fail(1, problem));
        }
        let mut lines = (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.trim().is_empty());
        let (first, header) = lines
            .next()
            .ok_or_else(|| fail(1, form("the file is empty; a trace begins with its header")))?;
        let mut trace = read_header(rules, header).map_err(|problem| fail(first, problem))?;
        let mut game = trace.start.game;
        for (n, line) in lines {
            let speaker = Speaker::new(rules, &trace.start.names);
            let read = read_step(&speaker, &game, line);
            let recorded = read.map_err(|problem| fail(n, problem))?;
            follow(&speaker, &mut game, &recorded, &mut Vec::new())
                .map_err(|problem| fail(n, problem))?;
            trace.steps.push(recorded);
        }
        Ok(trace)
    }

    /// Plays the recorded steps, checks every digest and gives the last position.
    pub fn replay(&self, rules: &Rules) -> Result<Game, TraceError> {
        self.walk(rules, |_, _, _| {})
    }

    /// [`Trace::replay`] that shows each step: the position before it, the step, what happened.
    pub fn walk(
        &self,
        rules: &Rules,
        mut see: impl FnMut(&Game, &TraceStep, &[Event]),
    ) -> Result<Game, TraceError> {
        let speaker = Speaker::new(rules, &self.start.names);
        let mut game = self.start.game;
        let mut events = Vec::new();
        for (i, recorded) in self.steps.iter().enumerate() {
            let before = game;
            events.clear();
            follow(&speaker, &mut game, recorded, &mut events).map_err(|problem| TraceError {
                // The header is line 1.
                line: i + 2,
                problem,
            })?;
            see(&before, recorded, &events);
        }
        Ok(game)
    }

    /// The game as a readable log, one line an event.
    pub fn log(&self, rules: &Rules) -> Result<String, TraceError> {
        let speaker = Speaker::new(rules, &self.start.names);
        let mut text = String::new();
        self.walk(rules, |before, _, events| {
            for event in events {
                let indent = match event {
                    Event::Round { .. } => "\n",
                    Event::Decided { .. } | Event::Rolled { .. } | Event::Performs { .. } => "  ",
                    _ => "    ",
                };
                text += &format!("{indent}{}\n", speaker.event(before, event));
            }
        })?;
        Ok(text)
    }
}

fn step(
    speaker: &Speaker<'_>,
    game: &mut Game,
    play: &TraceMove,
    events: &mut Vec<Event>,
) -> Result<(), WordError> {
    let rules = speaker.rules;
    let unfit = |what: String, game: &Game| {
        let awaited = speaker.awaited(game);
        WordError(format!("{what} does not fit here: {awaited}"))
    };
    match play {
        TraceMove::Action(action) => rules
            .apply_watched(game, *action, events)
            .map_err(|_| unfit(format!("action {}", encode(*action)), game)),
        TraceMove::Chance(outcome) => rules
            .resolve_watched(game, *outcome, events)
            .map_err(|_| unfit("this outcome".into(), game)),
    }
}

/// Plays a recorded step and checks where it leads.
fn follow(
    speaker: &Speaker<'_>,
    game: &mut Game,
    recorded: &TraceStep,
    events: &mut Vec<Event>,
) -> Result<(), TraceProblem> {
    step(speaker, game, &recorded.play, events).map_err(|e| TraceProblem::Step(e.to_string()))?;
    if game.digest() == recorded.digest {
        return Ok(());
    }
    let (recorded, found) = (hex(recorded.digest), hex(game.digest()));
    Err(TraceProblem::Digest { recorded, found })
}

fn hex(digest: u64) -> String {
    format!("{digest:016x}")
}

fn form(message: impl Into<String>) -> TraceProblem {
    TraceProblem::Form(message.into())
}

fn object(line: &str) -> Result<serde_json::Map<String, Value>, TraceProblem> {
    match json::strict(line) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => Err(form(format!(
            "\"{}\" is not an object {{ ... }}",
            shown(line)
        ))),
        Err(e) => Err(form(format!("not valid JSON: {e}"))),
    }
}

fn read_header(rules: &Rules, line: &str) -> Result<Trace, TraceProblem> {
    let header = object(line)?;
    if header.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(form(format!(
            "not a trace: its header says \"format\": \"{FORMAT}\""
        )));
    }
    if header.get("version").and_then(Value::as_u64) != Some(VERSION) {
        return Err(form(format!(
            "this program reads traces of version {VERSION} only; those of another version are replayed by the \
             program that wrote them"
        )));
    }
    let present = &rules.catalog().hash;
    let recorded = header
        .get("cards")
        .and_then(Value::as_str)
        .unwrap_or_default();
    if recorded != present {
        let (recorded, present) = (shown(recorded), present.clone());
        return Err(TraceProblem::Cards { recorded, present });
    }
    let seed = match header.get("seed") {
        None | Some(Value::Null) => None,
        Some(value) => Some(
            value
                .as_u64()
                .ok_or_else(|| form("\"seed\" is not a whole number or null"))?,
        ),
    };
    let start = header
        .get("start")
        .ok_or_else(|| form("\"start\" is missing; it holds a table"))?;
    let mut trace = Trace::new(Table::from_value(rules, start)?, seed);
    if let Some(typed) = header.get("typed") {
        trace.typed = Typed::read(typed)?;
    }
    Ok(trace)
}

fn read_step(speaker: &Speaker<'_>, game: &Game, line: &str) -> Result<TraceStep, TraceProblem> {
    let map = object(line)?;
    let digest = map.get("digest").and_then(Value::as_str);
    let digest = digest
        .filter(|d| d.len() == 16)
        .and_then(|d| u64::from_str_radix(d, 16).ok());
    let digest = digest.ok_or_else(|| form("\"digest\" is not 16 hexadecimal digits"))?;
    let play = match (map.get("action"), map.get("chance")) {
        (Some(id), None) => {
            let action = id.as_u64().and_then(|id| usize::try_from(id).ok());
            let action = action.and_then(decode);
            let shown = shown(&id.to_string());
            TraceMove::Action(action.ok_or_else(|| form(format!("there is no action {shown}")))?)
        }
        (None, Some(Value::String(words))) => {
            let outcome = speaker.read_outcome(game, words);
            TraceMove::Chance(outcome.map_err(|e| form(e.to_string()))?)
        }
        _ => return Err(form("no step; it has either \"action\" or \"chance\"")),
    };
    Ok(TraceStep { play, digest })
}
