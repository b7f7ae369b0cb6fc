//! Imagined futures: a position played to the end of the game by one kind of players, many at once.

use std::sync::Arc;

use rayon::prelude::*;
use reckoners_env::action::decode;
use reckoners_env::rng::GameRng;
use reckoners_env::state::{Ending, Now};
use reckoners_env::{ActionMask, Game, Rules};

use super::luck::Luck;
use super::{Cancel, Guide, settled};
use crate::agent::{Agent, Turn};

/// Rounds beyond the present one after which a future that has not ended is given up: neither won nor
/// lost, it counts as lost.
const MOST_ROUNDS: u16 = 40;

/// Who plays on, and who judges on the way.
#[derive(Clone)]
pub struct Players {
    /// Makes a player; each thread has one.
    make: Arc<dyn Fn() -> Box<dyn Agent> + Send + Sync>,
    /// Judges the position some rounds ahead: less noisy than how the game ends.
    judge: Option<Arc<dyn Guide>>,
}

impl std::fmt::Debug for Players {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Players")
            .field("judged", &self.judge.is_some())
            .finish()
    }
}

impl Players {
    /// Players whose games are judged by how they end.
    pub fn new(make: impl Fn() -> Box<dyn Agent> + Send + Sync + 'static) -> Self {
        Self {
            make: Arc::new(make),
            judge: None,
        }
    }

    /// The same players with somebody who judges their games one round ahead.
    #[must_use]
    pub fn judged_by(self, judge: Arc<dyn Guide>) -> Self {
        Self {
            judge: Some(judge),
            ..self
        }
    }

    /// Whether somebody judges their games on the way.
    pub fn is_judged(&self) -> bool {
        self.judge.is_some()
    }

    /// A player.
    pub fn player(&self) -> Box<dyn Agent> {
        (self.make)()
    }
}

/// How one future went.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Future {
    /// Chance to win: 1 or 0 where the game ended early, what the judge says where there is one, how it
    /// ended elsewhere.
    pub win: f32,
    /// Whether the game was won.
    pub won: bool,
    /// Population at the end; 0 in a lost game.
    pub population: u16,
    /// Rounds begun when it ended.
    pub rounds: u16,
}

/// Futures, and what they cost.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Played {
    /// How each went.
    pub futures: Vec<Future>,
    /// Decisions that players made in all of them.
    pub decisions: u64,
}

/// A game on its way to its end.
struct Running {
    place: usize,
    game: Game,
    luck: Luck,
    own: GameRng,
    win: Option<f32>,
}

/// Fewest and most futures that one thread plays together: a network is slow with few rows, and all
/// threads should have some.
const BATCH: (usize, usize) = (16, 96);

/// Plays each position to its end with its luck, on all threads. `ahead` is the round after which the
/// judge is asked. None when it was cancelled on the way: some of the futures alone would tell a wrong chance.
pub fn play_to_end(
    rules: &Rules,
    players: &Players,
    starts: &[(Game, Luck)],
    ahead: u16,
    cancel: &Cancel,
) -> Option<Played> {
    let share = starts.len().div_ceil(rayon::current_num_threads());
    let parts: Option<Vec<Played>> = starts
        .par_chunks(share.clamp(BATCH.0, BATCH.1))
        .map(|part| (!cancel.is_cancelled()).then(|| play_part(rules, players, part, ahead)))
        .collect();
    let mut all = Played::default();
    for part in parts? {
        all.futures.extend(part.futures);
        all.decisions += part.decisions;
    }
    Some(all)
}

fn play_part(rules: &Rules, players: &Players, starts: &[(Game, Luck)], ahead: u16) -> Played {
    let mut decisions = 0;
    let mut player = players.player();
    let mut ends: Vec<Option<Future>> = vec![None; starts.len()];
    let mut running: Vec<Running> = starts
        .iter()
        .enumerate()
        .map(|(place, (game, luck))| Running {
            place,
            game: *game,
            luck: *luck,
            own: luck.player(),
            win: None,
        })
        .collect();
    let first = starts.iter().map(|(game, _)| game.round).min().unwrap_or(0);
    let last = first.max(ahead).saturating_add(MOST_ROUNDS);
    let mut choices = Vec::new();
    while !running.is_empty() {
        let mut waiting: Vec<(usize, ActionMask)> = Vec::new();
        for (i, run) in running.iter_mut().enumerate() {
            if let Some(legal) = advance(rules, run, last) {
                waiting.push((i, legal));
            }
        }
        if let Some(judge) = &players.judge {
            ask_judge(rules, judge.as_ref(), &mut running, ahead);
        }
        let mut turns: Vec<Turn<'_>> = Vec::with_capacity(waiting.len());
        let mut masks = waiting.iter().peekable();
        for (i, run) in running.iter_mut().enumerate() {
            if let Some((_, legal)) = masks.next_if(|(at, _)| *at == i) {
                turns.push(Turn {
                    game: &run.game,
                    legal,
                    rng: &mut run.own,
                });
            }
        }
        decisions += turns.len() as u64;
        player.act(rules, &mut turns, &mut choices);
        for ((i, _), choice) in waiting.iter().zip(&choices) {
            let action = decode(*choice).expect("a player answers with legal ids");
            rules.apply_unchecked(&mut running[*i].game, action);
        }
        running.retain(|run| {
            let over = run.game.now.is_over() || run.game.round > last;
            if over {
                ends[run.place] = Some(end(run));
            }
            !over
        });
    }
    Played {
        futures: ends.into_iter().flatten().collect(),
        decisions,
    }
}

/// Chance and forced decisions; the legal actions when there is something to choose.
fn advance(rules: &Rules, run: &mut Running, last: u16) -> Option<ActionMask> {
    loop {
        run.luck.play(rules, &mut run.game);
        if !run.game.now.is_decision() || run.game.round > last {
            return None;
        }
        let legal = rules.legal(&run.game);
        match legal.single().and_then(decode) {
            Some(only) => rules.apply_unchecked(&mut run.game, only),
            None => return Some(legal),
        }
    }
}

/// Lets the judge look at the games that have come far enough.
fn ask_judge(rules: &Rules, judge: &dyn Guide, running: &mut [Running], ahead: u16) {
    let due = |run: &&mut Running| {
        run.win.is_none() && run.game.round > ahead && run.game.now.is_decision()
    };
    let mut there: Vec<&mut Running> = running.iter_mut().filter(due).collect();
    if there.is_empty() {
        return;
    }
    let games: Vec<Game> = there.iter().map(|run| run.game).collect();
    let values = judge.win_chances(rules, &games);
    for (run, value) in there.iter_mut().zip(values) {
        run.win = Some(value);
    }
}

fn end(run: &Running) -> Future {
    let won = run.game.now == Now::Over(Ending::Won);
    Future {
        win: run.win.or(settled(&run.game)).unwrap_or(0.0),
        won,
        population: if won { run.game.population } else { 0 },
        rounds: run.game.round,
    }
}
