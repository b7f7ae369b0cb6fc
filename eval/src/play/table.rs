//! The game being played. Its trace is the game: saving writes it, undoing shortens it.

use reckoners_agents::{Agent, Turn};
use reckoners_env::action::decode;
use reckoners_env::chance::{self, Thing};
use reckoners_env::event::Event;
use reckoners_env::ids::SeatIx;
use reckoners_env::rng::{Purpose, stream};
use reckoners_env::state::Now;
use reckoners_env::table::Table;
use reckoners_env::trace::{Trace, TraceError, TraceMove, Typed};
use reckoners_env::words::{Speaker, WordError};
use reckoners_env::{Game, Rules};

/// Who decides for a seat.
pub enum Player {
    /// Somebody at the terminal.
    Human,
    /// An agent, with its name.
    Agent(String, Box<dyn Agent>),
}

impl std::fmt::Debug for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Human => f.write_str("Human"),
            Self::Agent(name, _) => f.debug_tuple("Agent").field(name).finish(),
        }
    }
}

/// Which luck people type in, because it happens on their table.
pub type Manual = Typed;

/// Whether people type in what the game waits for.
pub const fn asks(manual: Manual, now: Now) -> bool {
    match Thing::of(now) {
        Some(thing) if thing.is_rolled() => manual.dice,
        Some(_) => manual.cards,
        None => false,
    }
}

/// A game in progress.
#[derive(Debug)]
pub struct TableGame {
    rules: Rules,
    trace: Trace,
    game: Game,
    players: Vec<Player>,
    /// What people type in.
    manual: Manual,
    seed: u64,
    /// Steps before which a human was asked. Kept, because finding them takes a replay of the whole trace.
    asked: Vec<usize>,
    /// The number of chance events so far.
    chances: u64,
}

impl TableGame {
    /// A game from the beginning of a trace to its end; a new game is an empty trace. Seats beyond
    /// the list of players are played by people.
    pub fn new(
        rules: &Rules,
        mut trace: Trace,
        players: Vec<Player>,
        manual: Manual,
    ) -> Result<Self, TraceError> {
        // What was typed in before is typed in again.
        let manual = Manual {
            dice: manual.dice || trace.typed.dice,
            cards: manual.cards || trace.typed.cards,
        };
        trace.typed = manual;
        let seed = trace.seed.unwrap_or(0);
        let mut table = Self {
            rules: rules.clone(),
            game: trace.start.game,
            trace,
            players,
            manual,
            seed,
            asked: Vec::new(),
            chances: 0,
        };
        table.replay()?;
        Ok(table)
    }

    /// Changes what people type in, for [`Self::asked`] also in the steps so far.
    pub fn type_in(&mut self, manual: Manual) -> Result<(), TraceError> {
        self.manual = manual;
        self.replay()
    }

    /// Makes the position, and what is kept about the steps, from the trace.
    fn replay(&mut self) -> Result<(), TraceError> {
        let (mut asked, mut chances, mut place) = (Vec::new(), 0, 0);
        self.game = self.trace.walk(&self.rules, |before, step, _| {
            if self.asks_people(before) {
                asked.push(place);
            }
            chances += u64::from(matches!(step.play, TraceMove::Chance(_)));
            place += 1;
        })?;
        (self.asked, self.chances) = (asked, chances);
        Ok(())
    }

    /// Steps before which a human was asked, in order.
    pub fn asked(&self) -> &[usize] {
        &self.asked
    }

    /// The position.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The recorded game.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The position with the names of its districts.
    pub fn table(&self) -> Table {
        Table {
            game: self.game,
            names: self.trace.start.names.clone(),
        }
    }

    /// Says things in words.
    pub fn speaker(&self) -> Speaker<'_> {
        Speaker::new(&self.rules, &self.trace.start.names)
    }

    /// Whether a person decides for a seat.
    pub fn is_human(&self, seat: SeatIx) -> bool {
        !matches!(self.players.get(seat.ix()), Some(Player::Agent(..)))
    }

    /// Whether a person must type something for the position.
    pub fn asks_people(&self, game: &Game) -> bool {
        if game.now.is_decision() {
            self.is_human(game.acting) && self.rules.legal(game).len() > 1
        } else {
            asks(self.manual, game.now)
        }
    }

    /// Plays a move and tells what happened.
    pub fn play(&mut self, play: TraceMove) -> Result<Vec<String>, WordError> {
        let before = self.game;
        let asks = self.asks_people(&before);
        let is_chance = matches!(play, TraceMove::Chance(_));
        let mut events: Vec<Event> = Vec::new();
        self.trace
            .play(&self.rules, &mut self.game, play, &mut events)?;
        if asks {
            self.asked.push(self.trace.steps.len() - 1);
        }
        self.chances += u64::from(is_chance);
        let speaker = self.speaker();
        Ok(events.iter().map(|e| speaker.event(&before, e)).collect())
    }

    /// What the seed or an agent does in a position that asks no human; none at the end. The luck
    /// depends on the number of chance events so far, so whoever takes a decision back and comes to
    /// the same roll again by a detour meets the same dice.
    pub fn own_move(&mut self) -> Option<TraceMove> {
        if self.game.now.is_chance() {
            let mut luck = stream(self.seed, self.chances, 0, Purpose::Evaluation);
            return Some(TraceMove::Chance(chance::sample(
                self.rules.catalog(),
                &self.game,
                &mut luck,
            )));
        }
        let legal = self.rules.legal(&self.game);
        if legal.is_empty() {
            return None;
        }
        let only = legal.single();
        let id = match (only, self.players.get_mut(self.game.acting.ix())) {
            (Some(only), _) => only,
            (None, Some(Player::Agent(_, agent))) => {
                let place = self.trace.steps.len() as u64;
                let mut rng = stream(self.seed, place, 1, Purpose::Agent);
                let mut turns = [Turn {
                    game: &self.game,
                    legal: &legal,
                    rng: &mut rng,
                }];
                let mut choices = Vec::new();
                agent.act(&self.rules, &mut turns, &mut choices);
                choices.first().copied()?
            }
            (None, _) => return None,
        };
        decode(id).map(TraceMove::Action)
    }

    /// Goes back to an earlier length of the trace.
    pub fn rewind(&mut self, steps: usize) -> Result<(), TraceError> {
        self.trace.steps.truncate(steps);
        self.replay()
    }

    /// Takes back the last thing a person typed and everything after it. False when there is none.
    pub fn undo(&mut self) -> Result<bool, TraceError> {
        let Some(last) = self.asked.last() else {
            return Ok(false);
        };
        self.rewind(*last)?;
        Ok(true)
    }
}
