//! One table on the server: the game so far with undo and redo, who sits there, which luck is typed in.
//!
//! The game is a [`Trace`], as `reckoners play` saves it. A correction of the position or of a card begins a
//! new chapter, because a trace follows one set of cards from one start; taking it back ends the chapter.

use std::sync::Arc;

use reckoners_env::table::Table;
use reckoners_env::trace::{Trace, TraceMove};
use reckoners_env::words::Speaker;
use reckoners_env::{Action, Rules};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::cards::{Cards, Corrections};
use super::settings::Settings;
use super::view;
use crate::analyze::apply::read_step;
use crate::analyze::fields::{Fault, FaultKind};
use crate::corrections::follow;
use crate::hint::Advisor;
use crate::play::TableGame;

/// Most steps of a game; no game of people comes near.
const MOST_STEPS: usize = 20_000;
/// Most moves of agents and program in one go.
const MOST_AUTOMATIC: usize = 20_000;
/// Most chapters.
pub const MOST_CHAPTERS: usize = 100;

/// A game that ended where the position or a card was corrected.
#[derive(Debug, Clone)]
pub struct Chapter {
    /// The game until then.
    pub trace: Trace,
    /// The cards that it was played with.
    pub cards: Arc<Cards>,
    /// The number of steps before each tap that played some; a game from elsewhere has none.
    pub taps: Vec<usize>,
}

impl Chapter {
    /// A game with these cards, of which no taps are known.
    pub const fn new(trace: Trace, cards: Arc<Cards>) -> Self {
        Self {
            trace,
            cards,
            taps: Vec::new(),
        }
    }
}

/// What was taken back.
#[derive(Debug, Clone)]
enum Undone {
    Moves(Vec<TraceMove>),
    Chapter(Box<Chapter>),
}

/// A table as it was before an edit.
#[derive(Debug)]
pub struct Before {
    version: u64,
    settings: Settings,
    chapters: Vec<Chapter>,
    undone: Vec<Undone>,
}

/// What happened in one step.
#[derive(Debug, Clone, Serialize)]
pub struct Entry {
    /// The number of the step, counted from 1 in its chapter.
    pub step: usize,
    /// The round in which it was.
    pub round: u16,
    /// What happened, the decision or the outcome first.
    pub texts: Vec<String>,
}

/// A table. What fails may leave it half changed; [`Live::restore`] puts it back.
#[derive(Debug)]
pub struct Live {
    /// Counts changes; an edit names the one it was made against.
    pub version: u64,
    /// What the people have chosen.
    pub settings: Settings,
    cards: Arc<Cards>,
    advisor: Arc<Advisor>,
    earlier: Vec<Chapter>,
    game: TableGame,
    taps: Vec<usize>,
    undone: Vec<Undone>,
    log: Vec<Entry>,
}

impl Live {
    /// A table from its chapters; the last one goes on.
    pub fn open(
        mut chapters: Vec<Chapter>,
        settings: Settings,
        version: u64,
    ) -> Result<Self, Fault> {
        settings.check()?;
        let Some(last) = chapters.pop() else {
            return Err(Fault::new("", "a table without a game"));
        };
        let (cards, taps) = (last.cards, last.taps);
        let advisor = advisor(&cards)?;
        let game = game(&cards.rules, last.trace, &settings)?;
        let mut table = Self {
            version,
            settings,
            cards,
            advisor,
            earlier: chapters,
            game,
            taps,
            undone: Vec::new(),
            log: Vec::new(),
        };
        table.write_log()?;
        table.go_on()?;
        Ok(table)
    }

    /// The position.
    pub fn table(&self) -> Table {
        self.game.table()
    }

    /// Who gives hints here.
    pub fn advisor(&self) -> Arc<Advisor> {
        Arc::clone(&self.advisor)
    }

    /// The corrected values of cards.
    pub fn corrections(&self) -> &Corrections {
        &self.cards.corrections
    }

    /// All chapters, the present one last.
    pub fn chapters(&self) -> Vec<Chapter> {
        let mut all = self.earlier.clone();
        all.push(Chapter {
            trace: self.game.trace().clone(),
            cards: Arc::clone(&self.cards),
            taps: self.taps.clone(),
        });
        all
    }

    /// All that an edit can change.
    pub fn before(&self) -> Before {
        Before {
            version: self.version,
            settings: self.settings.clone(),
            chapters: self.chapters(),
            undone: self.undone.clone(),
        }
    }

    /// Puts everything back as it was.
    pub fn restore(&mut self, before: Before) -> Result<(), Fault> {
        let same =
            self.settings == before.settings && self.earlier.len() + 1 == before.chapters.len();
        (self.version, self.settings) = (before.version, before.settings);
        (self.earlier, self.undone) = (before.chapters, before.undone);
        let Some(present) = self.earlier.pop() else {
            return Ok(());
        };
        // Most edits that fail have changed nothing, and to make the game anew takes long where networks play.
        if same && self.stands_after(&present.trace) {
            self.taps = present.taps;
            return Ok(());
        }
        self.enter(present).map(drop)
    }

    /// Whether the game is this one; a panic may have left a position that its steps do not lead to.
    fn stands_after(&self, trace: &Trace) -> bool {
        let start = || trace.start.game.digest();
        let end = trace.steps.last().map_or_else(start, |step| step.digest);
        self.game.trace() == trace && self.game.game().digest() == end
    }

    /// The game of the present chapter.
    pub fn trace(&self) -> &Trace {
        self.game.trace()
    }

    /// Whether a person decides for a seat.
    pub fn is_human(&self, seat: reckoners_env::ids::SeatIx) -> bool {
        self.game.is_human(seat)
    }

    /// The whole log.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// Everything that a page shows of the table.
    pub fn state(&self) -> Value {
        const LAST: usize = 40;
        let from = self.log.len().saturating_sub(LAST);
        json!({
            "version": self.version,
            "settings": self.settings,
            "steps": self.game.trace().steps.len(),
            "earlier": self.earlier.len(),
            "can_undo": self.can_undo(),
            "can_redo": !self.undone.is_empty(),
            "log": &self.log[from..],
            "note": self.advisor().brain().note_at(self.game.rules(), self.game.game()),
            "corrections": self.corrections(),
            "view": view::view(self.game.rules(), &self.table()),
        })
    }

    /// The position after so many steps of this chapter.
    pub fn look(&self, step: usize) -> Result<Value, Fault> {
        let mut trace = self.game.trace().clone();
        if step > trace.steps.len() {
            let message = format!("{step} is not from 0 to {}", trace.steps.len());
            return Err(Fault::new("step", message));
        }
        trace.steps.truncate(step);
        let game = trace
            .replay(self.game.rules())
            .map_err(|e| Fault::new("step", e.to_string()))?;
        let names = trace.start.names;
        Ok(view::view(self.game.rules(), &Table { game, names }))
    }

    /// Refuses an edit that was made against another version.
    pub fn expect(&self, version: Option<u64>) -> Result<(), Fault> {
        match version {
            Some(v) if v == self.version => Ok(()),
            Some(v) => Err(Fault::new(
                "version",
                format!(
                    "the table has changed meanwhile (it is at {}, the edit was made at {v}); look again and repeat it",
                    self.version
                ),
            )
            .of_kind(FaultKind::Stale)),
            None => Err(Fault::missing(
                "version",
                "write the version that the edit was made against",
            )),
        }
    }

    /// Plays steps, then everything that needs no human.
    pub fn play(&mut self, steps: &[Value]) -> Result<(), Fault> {
        if steps.is_empty() {
            return Err(Fault::new("steps", "nothing to play"));
        }
        let before = self.game.trace().steps.len();
        self.play_steps(steps)?;
        self.taps.push(before);
        self.undone.clear();
        self.go_on()
    }

    fn play_steps(&mut self, steps: &[Value]) -> Result<(), Fault> {
        for (i, step) in steps.iter().enumerate() {
            let place = format!("steps[{i}]");
            let Value::Object(map) = step else {
                return Err(Fault::new(place, "a step is an object"));
            };
            if map.contains_key("keep") {
                self.keep(map, &place)?;
            } else if map.contains_key("random") && self.game.game().now.is_chance() {
                if let Some(play) = self.game.own_move() {
                    self.step(play, &place)?;
                }
            } else {
                let play = read_step(&self.game.speaker(), self.game.game(), map, &place, 0)?;
                self.step(play, &place)?;
            }
        }
        Ok(())
    }

    /// Keeps the dice of some actions and, when asked, rolls the rest if there is one to roll.
    fn keep(&mut self, map: &Map<String, Value>, place: &str) -> Result<(), Fault> {
        let field = format!("{place}.keep");
        let Some(ids) = map.get("keep").and_then(Value::as_array) else {
            return Err(Fault::new(field, "write a list of ids of legal actions"));
        };
        let start = *self.game.game();
        let same =
            |game: &reckoners_env::Game| game.now == start.now && game.acting == start.acting;
        for id in ids {
            if !same(self.game.game()) {
                return Err(Fault::new(field, "there are not so many dice to keep"));
            }
            let mut step = Map::new();
            step.insert("action".into(), id.clone());
            let play = read_step(&self.game.speaker(), self.game.game(), &step, place, 0)?;
            self.step(play, place)?;
        }
        let rolls = map.get("roll") == Some(&Value::Bool(true));
        let legal = self.game.rules().legal(self.game.game());
        if rolls && same(self.game.game()) && legal.actions().any(|a| a == Action::RollRest) {
            self.step(TraceMove::Action(Action::RollRest), place)?;
        }
        Ok(())
    }

    fn step(&mut self, play: TraceMove, place: &str) -> Result<(), Fault> {
        if self.game.trace().steps.len() >= MOST_STEPS {
            let message = format!("a game has at most {MOST_STEPS} steps");
            return Err(Fault::new(place, message));
        }
        let round = self.game.game().round;
        let texts = self
            .game
            .play(play)
            .map_err(|e| Fault::new(place, e.to_string()))?;
        let step = self.game.trace().steps.len();
        self.log.push(Entry { step, round, texts });
        Ok(())
    }

    /// Plays everything that needs no human: forced moves, agents, drawn luck.
    fn go_on(&mut self) -> Result<(), Fault> {
        for _ in 0..MOST_AUTOMATIC {
            let position = *self.game.game();
            if position.now.is_over() || self.game.asks_people(&position) {
                break;
            }
            let Some(play) = self.game.own_move() else {
                break;
            };
            self.step(play, "steps")?;
        }
        Ok(())
    }

    fn can_undo(&self) -> bool {
        !self.earlier.is_empty() || self.last_asked().is_some()
    }

    /// Takes back the last thing that people did: all that one tap played, and what came of it.
    pub fn undo(&mut self) -> Result<(), Fault> {
        let broken = |e: reckoners_env::trace::TraceError| Fault::new("", e.to_string());
        if let Some(start) = self.last_asked() {
            let steps = &self.game.trace().steps;
            let moves = steps[start..].iter().map(|s| s.play).collect();
            self.game.rewind(start).map_err(broken)?;
            self.log.truncate(start);
            self.taps.retain(|tap| *tap < start);
            self.undone.push(Undone::Moves(moves));
            return Ok(());
        }
        let Some(chapter) = self.earlier.pop() else {
            return Err(Fault::new("", "there is nothing to take back"));
        };
        let present = self.enter(chapter)?;
        self.undone.push(Undone::Chapter(Box::new(present)));
        Ok(())
    }

    /// Step at which the last human input began: the last tap or, if none is known or an agent now has that seat, the last
    /// decision of a human before it.
    fn last_asked(&self) -> Option<usize> {
        let most = self.taps.last().copied().unwrap_or(usize::MAX);
        let mut asked = self.game.asked().iter().copied();
        asked.rfind(|place| *place <= most)
    }

    /// Does again what was taken back last.
    pub fn redo(&mut self) -> Result<(), Fault> {
        match self.undone.pop() {
            None => Err(Fault::new("", "there is nothing to do again")),
            Some(Undone::Moves(moves)) => {
                self.taps.push(self.game.trace().steps.len());
                for play in moves {
                    self.step(play, "").map_err(|fault| {
                        let message = "what was taken back cannot be played here any more";
                        Fault::new(fault.field, message)
                    })?;
                }
                Ok(())
            }
            Some(Undone::Chapter(chapter)) => {
                let present = self.enter(*chapter)?;
                self.earlier.push(present);
                Ok(())
            }
        }
    }

    /// Changes what the people have chosen, then plays what no longer asks anybody.
    pub fn set(&mut self, settings: Settings) -> Result<(), Fault> {
        settings.check()?;
        self.game = game(&self.cards.rules, self.game.trace().clone(), &settings)?;
        self.settings = settings;
        let before = self.game.trace().steps.len();
        self.go_on()?;
        if self.game.trace().steps.len() > before {
            // It was played at the position before.
            self.undone.clear();
        }
        Ok(())
    }

    /// Replaces the position by a corrected one, in a new chapter.
    pub fn correct(&mut self, table: Table) -> Result<(), Fault> {
        let cards = Arc::clone(&self.cards);
        self.begin(table, cards)
    }

    /// Goes on with other cards, in a new chapter.
    pub fn change_cards(&mut self, cards: Arc<Cards>) -> Result<(), Fault> {
        let (rules, present) = (self.game.rules(), self.table());
        let mut written = present.to_value(rules);
        follow(&mut written, rules.catalog(), &present.game.ruleset);
        let table = Table::from_value(&cards.rules, &written)
            .map_err(|e| Fault::new("cards", format!("the table does not fit these cards: {e}")))?;
        self.begin(table, cards)
    }

    fn begin(&mut self, table: Table, cards: Arc<Cards>) -> Result<(), Fault> {
        if self.earlier.len() >= MOST_CHAPTERS {
            let message =
                format!("a table has at most {MOST_CHAPTERS} corrections; begin a new one");
            return Err(Fault::new("", message));
        }
        // Luck is counted from the start of a chapter: with the same seed the same dice would come again.
        let seed = self.game.trace().seed.unwrap_or(0).wrapping_add(1);
        let chapter = Chapter::new(Trace::new(table, Some(seed)), cards);
        let present = self.enter(chapter)?;
        self.earlier.push(present);
        self.undone.clear();
        self.go_on()
    }

    /// Makes a chapter the present one and gives back the one before.
    fn enter(&mut self, chapter: Chapter) -> Result<Chapter, Fault> {
        let advisor = advisor(&chapter.cards)?;
        let game = game(&chapter.cards.rules, chapter.trace, &self.settings)?;
        self.advisor = advisor;
        let former = std::mem::replace(&mut self.game, game);
        let cards = std::mem::replace(&mut self.cards, chapter.cards);
        let taps = std::mem::replace(&mut self.taps, chapter.taps);
        self.write_log()?;
        Ok(Chapter {
            trace: former.trace().clone(),
            cards,
            taps,
        })
    }

    /// Writes the log of the present chapter anew.
    fn write_log(&mut self) -> Result<(), Fault> {
        let trace = self.game.trace();
        let speaker = Speaker::new(self.game.rules(), &trace.start.names);
        let mut log = Vec::with_capacity(trace.steps.len());
        trace
            .walk(self.game.rules(), |before, _, events| {
                log.push(Entry {
                    step: log.len() + 1,
                    round: before.round,
                    texts: events.iter().map(|e| speaker.event(before, e)).collect(),
                });
            })
            .map_err(|e| Fault::new("", e.to_string()))?;
        self.log = log;
        Ok(())
    }
}

/// Who gives hints for some cards.
fn advisor(cards: &Cards) -> Result<Arc<Advisor>, Fault> {
    let advisor = cards.advisor();
    advisor.map_err(|e| Fault::new("cards", format!("{e:#}")))
}

/// A game that goes on as people have chosen.
fn game(rules: &Rules, trace: Trace, settings: &Settings) -> Result<TableGame, Fault> {
    let players = settings.players(rules, &trace.start)?;
    let mut game = TableGame::new(rules, trace, players, settings.manual())
        .map_err(|e| Fault::new("trace", e.to_string()))?;
    // What was typed in before need not be typed in again.
    game.type_in(settings.manual())
        .map_err(|e| Fault::new("trace", e.to_string()))?;
    Ok(game)
}
