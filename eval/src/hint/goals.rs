//! What the rolls to come may make possible: things that Reckoners do in some of many imagined rounds.

use rayon::prelude::*;
use reckoners_env::action::decode;
use reckoners_env::chance;
use reckoners_env::event::Event;
use reckoners_env::ids::{MAX_SEATS, SeatIx, Symbol};
use reckoners_env::rng::{Purpose, stream};
use reckoners_env::state::Step;
use reckoners_env::{Action, Game, Rules};
use serde::Serialize;

use super::purpose::in_hand;
use super::reasons::Reasons;
use super::{Brain, rounded};

/// Imagined futures behind the alternatives.
const FUTURES: usize = 48;
/// Goals told for each Reckoner.
const GOALS: usize = 3;
/// Share of futures from which on a goal is told.
const LEAST_SHARE: f64 = 0.15;

/// Something a Reckoner does this round in some of the imagined futures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Goal {
    /// Who.
    pub reckoner: String,
    /// What.
    pub goal: String,
    /// Share of the futures in which it happens.
    pub share: f64,
    /// The roll it depends on, when it clearly depends on one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
}

/// What happened in one imagined future.
struct Future {
    /// Symbols of each seat after the last roll.
    hands: [[u8; Symbol::COUNT]; MAX_SEATS],
    /// What each seat did, with the symbol it takes.
    done: Vec<(SeatIx, Symbol, String)>,
}

/// Plays the Roll and Use steps with imagined luck and counts what each Reckoner achieves.
pub(super) fn goals(
    rules: &Rules,
    brain: &Brain,
    reasons: &Reasons<'_>,
    game: &Game,
    seed: u64,
) -> Vec<Goal> {
    let futures: Vec<Future> = (0..FUTURES as u64)
        .into_par_iter()
        .map(|i| imagine(rules, brain, reasons, game, seed, i))
        .collect();
    let mut list = Vec::new();
    for offset in game.seat_offsets() {
        let seat = game.seat_at(offset);
        let mut found: Vec<(&str, Symbol, usize)> = Vec::new();
        for future in &futures {
            for (who, symbol, what) in &future.done {
                if *who != seat {
                    continue;
                }
                match found.iter_mut().find(|(w, ..)| w == what) {
                    Some(entry) => entry.2 += 1,
                    None => found.push((what.as_str(), *symbol, 1)),
                }
            }
        }
        found.sort_by(|a, b| b.2.cmp(&a.2).then(a.0.cmp(b.0)));
        for (what, symbol, count) in found.into_iter().take(GOALS) {
            let share = count as f64 / FUTURES as f64;
            if share >= LEAST_SHARE {
                list.push(Goal {
                    reckoner: reasons.speaker.seat(game, seat).to_owned(),
                    goal: what.to_owned(),
                    share: rounded(share),
                    when: condition(&futures, seat, symbol, what),
                });
            }
        }
    }
    list
}

/// The fewest symbols with which a goal becomes usual and without which it is not.
fn condition(futures: &[Future], seat: SeatIx, symbol: Symbol, what: &str) -> Option<String> {
    let does = |f: &Future| f.done.iter().any(|(who, _, w)| *who == seat && w == what);
    let share = |enough: &dyn Fn(u8) -> bool| {
        let met: Vec<&Future> = futures
            .iter()
            .filter(|f| enough(f.hands[seat.ix()][symbol.index()]))
            .collect();
        let count = met.iter().filter(|f| does(f)).count();
        (met.len() >= 4).then(|| count as f64 / met.len() as f64)
    };
    for least in 1..=8u8 {
        let (Some(with), Some(without)) = (share(&|n| n >= least), share(&|n| n < least)) else {
            continue;
        };
        if with >= 0.6 && without <= with - 0.25 {
            return Some(format!("with {least} {symbol} or more"));
        }
    }
    None
}

fn imagine(
    rules: &Rules,
    brain: &Brain,
    reasons: &Reasons<'_>,
    game: &Game,
    seed: u64,
    index: u64,
) -> Future {
    let mut luck = stream(seed, index, 1, Purpose::Search);
    let mut game = *game;
    let mut future = Future {
        hands: Default::default(),
        done: Vec::new(),
    };
    let mut events = Vec::new();
    while matches!(game.step, Step::Roll | Step::Use) {
        let (before, rolling) = (game, game.step == Step::Roll);
        let mut done = None;
        events.clear();
        let played = if game.now.is_chance() {
            let outcome = chance::sample(rules.catalog(), &game, &mut luck);
            rules.resolve(&mut game, outcome).is_ok()
        } else {
            let legal = rules.legal(&game);
            done = decode(brain.choice(rules, &game, &legal, &mut luck));
            done.is_some_and(|a| rules.apply_watched(&mut game, a, &mut events).is_ok())
        };
        if !played {
            break;
        }
        if rolling && game.step == Step::Use {
            for (hand, seat) in future.hands.iter_mut().zip(game.team()) {
                *hand = Symbol::ALL.map(|s| in_hand(rules, &game, seat, s));
            }
        }
        for event in &events {
            if let Some((symbol, what)) = deed(reasons, &before, done, event) {
                let entry = (before.acting, symbol, what);
                if !future.done.contains(&entry) {
                    future.done.push(entry);
                }
            }
        }
        if game.now.is_over() {
            break;
        }
    }
    future
}

/// An event as something worth aiming at, with the symbol it takes. Rewards wear down the boss too, when the step ends: they are no
/// merit of whoever ends it.
fn deed(
    reasons: &Reasons<'_>,
    before: &Game,
    done: Option<Action>,
    event: &Event,
) -> Option<(Symbol, String)> {
    let speaker = &reasons.speaker;
    let boss = speaker.boss(before);
    Some(match *event {
        Event::Weakened { epic, .. } => {
            (Symbol::Research, format!("weaken {}", speaker.epic(epic)))
        }
        Event::Defeated { epic, .. } => (Symbol::Attack, format!("defeat {}", speaker.epic(epic))),
        Event::BossWeakened if done == Some(Action::ResearchBoss) => {
            (Symbol::Research, format!("weaken {boss}"))
        }
        Event::BossValues { research: 0, .. }
            if before.boss.research == 0 && done == Some(Action::AttackBoss) =>
        {
            (Symbol::Attack, format!("attack {boss}"))
        }
        Event::BossValues { .. } if done == Some(Action::ResearchBoss) => {
            (Symbol::Research, format!("research {boss}"))
        }
        Event::BossBracket { track, change } if change < 0 => {
            (Symbol::Contain, format!("contain {boss}'s {track} track"))
        }
        Event::Bracket { district, change } if change < 0 => {
            let epic = before.district(district).epic?;
            (Symbol::Contain, format!("contain {}", speaker.epic(epic)))
        }
        Event::Enforcement { district, change } if change < 0 => {
            let place = speaker.district(district);
            (
                Symbol::Enforcement,
                format!("remove Enforcement from {place}"),
            )
        }
        _ => return None,
    })
}
