//! A plan for the team: what to do in which order until luck decides, and before that which dice
//! to keep toward what, with the alternatives that depend on the roll.
//!
//! Every step of it is weighed against its alternatives, with fewer playouts than a hint has, and no die
//! is wasted: where symbols would lapse although another die of the same Reckoner does as well, the two
//! change their uses.

use std::time::Instant;

use reckoners_agents::search::{order, thrift};
use reckoners_env::action::encode;
use reckoners_env::state::{Now, Step};
use reckoners_env::{Action, Game};
use serde::Serialize;

use super::goals::{Goal, goals};
use super::keep::{KeepAdvice, advise_seat};
use super::line::Line;
use super::outlook::split;
use super::reasons::Reasons;
use super::{Advisor, HintOptions, is_team_decision, judge, phrase};

/// A plan.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Plan {
    /// Dice to keep now, by Reckoner; empty outside the Roll step.
    pub keep: Vec<KeepAdvice>,
    /// What the rolls may make possible, by Reckoner; empty outside the Roll step.
    pub goals: Vec<Goal>,
    /// What to do, in this order.
    pub steps: Vec<PlanStep>,
    /// What comes after the last step.
    pub then: String,
    /// Symbols that lapse along it although they were shown.
    pub lapsed: u32,
    /// Whether every step was weighed; else some are the guide's own choice, for want of time.
    pub weighed: bool,
}

/// One thing a Reckoner does.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlanStep {
    /// Who.
    pub reckoner: String,
    /// The actions in order, in words.
    pub actions: Vec<String>,
    /// All of them in one line that can be typed.
    pub text: String,
    /// The ids of these and of the untold moves before them (handing over, ending a step), each
    /// valid in the position after the ones before it.
    pub ids: Vec<usize>,
    /// Why.
    pub why: Vec<String>,
}

/// Who plans, and how.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked<'a> {
    pub advisor: &'a Advisor,
    pub reasons: &'a Reasons<'a>,
    pub options: &'a HintOptions,
    pub deadline: Option<Instant>,
}

impl Asked<'_> {
    /// Whether there is no time left to think, or nobody who waits.
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end) || self.options.cancel.is_cancelled()
    }
}

/// Playouts of one step of a plan, and options looked at.
const EACH: (u32, usize) = (96, 4);
/// Times that the rest of a plan is weighed again because dice were spared.
const SPARED: usize = 2;

/// Plans from a position. `first` are the advised actions of the decision at hand.
pub(super) fn plan(asked: &Asked<'_>, game: &Game, first: &[Action]) -> Plan {
    let mut plan = Plan {
        keep: Vec::new(),
        goals: Vec::new(),
        steps: Vec::new(),
        then: String::new(),
        lapsed: 0,
        weighed: !asked.options.raw,
    };
    let (rules, brain) = (asked.advisor.rules(), asked.advisor.brain());
    if game.step == Step::Roll {
        let mut rng = judge::guide_luck(asked.options.seed);
        let (start, who, own) = handed(asked, game, first);
        for offset in game.seat_offsets() {
            let seat = game.seat_at(offset);
            let own = if seat == who { own } else { &[] };
            let at = if seat == who { &start } else { game };
            let advice = advise_seat(rules, brain, asked.reasons, at, seat, own, &mut rng);
            plan.keep.extend(advice);
        }
        if !asked.is_late() {
            plan.goals = goals(rules, brain, asked.reasons, game, asked.options.seed);
        }
        plan.then = "the dice are rolled; ask again with what they show".into();
        return plan;
    }
    let line = thrifty(asked, game, first, &mut plan.weighed);
    let line = order::without_idle(rules, game, &line);
    let line = order::grouped(rules, game, &line);
    plan.lapsed = thrift::lapsed(rules, game, &line);
    let mut at = *game;
    let mut quiet = Vec::new();
    for part in split_all(asked, game, &line) {
        let whole = Line::of(rules, &at, &part);
        plan.steps
            .extend(step(asked.reasons, &at, &whole, &mut quiet));
        at = whole.end;
    }
    // What ends the step behind the last thing that is told.
    if let Some(last) = plan.steps.last_mut() {
        last.ids.append(&mut quiet);
    }
    plan.then = asked.reasons.speaker.awaited(&at);
    plan
}

/// The position and the Reckoner that the first actions are about, behind hand-overs.
fn handed<'a>(
    asked: &Asked<'_>,
    game: &Game,
    first: &'a [Action],
) -> (Game, reckoners_env::ids::SeatIx, &'a [Action]) {
    let (mut at, mut rest) = (*game, first);
    while let [Action::Focus { .. }, others @ ..] = rest {
        if asked.advisor.rules().apply(&mut at, rest[0]).is_err() {
            break;
        }
        rest = others;
    }
    (at, at.acting, rest)
}

/// The whole way: decision after decision, each weighed, until luck decides or the round is over. `weighed` is
/// cleared when there was no time for it.
fn line(asked: &Asked<'_>, game: &Game, first: &[Action], weighed: &mut bool) -> Vec<Action> {
    let (rules, brain) = (asked.advisor.rules(), asked.advisor.brain());
    let mut rng = judge::guide_luck(asked.options.seed);
    let quick = HintOptions {
        playouts: Some(
            asked
                .options
                .playouts
                .map_or(EACH.0, |most| most.min(EACH.0)),
        ),
        time: None,
        allow: Vec::new(),
        avoid: Vec::new(),
        why: Vec::new(),
        top: EACH.1,
        ..asked.options.clone()
    };
    let mut at = *game;
    let mut line: Vec<Action> = Vec::new();
    let mut next: Vec<Action> = first.to_vec();
    while at.now.is_decision() && at.round == game.round {
        if next.is_empty() {
            let legal = rules.legal(&at);
            let late = asked.is_late();
            if legal.len() < 2 || quick.raw || late {
                *weighed &= legal.len() < 2 || !late;
                let only = brain.choice(rules, &at, &legal, &mut rng);
                next.extend(reckoners_env::action::decode(only));
            } else {
                let found = asked
                    .advisor
                    .weigh(&at, &legal, &quick, asked.deadline, &mut |_| {});
                next.clone_from(&found.weighing.options[0].whole.actions);
            }
        }
        for action in std::mem::take(&mut next) {
            if rules.apply(&mut at, action).is_err() {
                return line;
            }
            line.push(action);
        }
    }
    line
}

/// The whole way without waste. A die that is spared may be good for something else, so the rest of the
/// way is weighed again behind it.
fn thrifty(asked: &Asked<'_>, game: &Game, first: &[Action], weighed: &mut bool) -> Vec<Action> {
    let rules = asked.advisor.rules();
    let mut way = line(asked, game, first, weighed);
    for round in 0..=SPARED {
        let (head, tail) = way.split_at(thrift::use_step(rules, game, &way));
        let better = thrift::thrifty(rules, game, head);
        if better == head {
            break;
        }
        let joined = [better.as_slice(), tail].concat();
        way = if round < SPARED {
            line(asked, game, thrift::open_end(&better), weighed)
        } else if thrift::is_playable(rules, game, &joined) {
            joined
        } else {
            line(asked, game, &better, weighed)
        };
    }
    way
}

/// The line in steps: uses of the Use Dice step, later each decision with what finishes it.
fn split_all(asked: &Asked<'_>, game: &Game, line: &[Action]) -> Vec<Vec<Action>> {
    let rules = asked.advisor.rules();
    let mut at = *game;
    let mut used = 0;
    for action in line {
        if at.step != Step::Use {
            break;
        }
        used += 1;
        if rules.apply(&mut at, *action).is_err() {
            break;
        }
    }
    let mut parts = split(rules, game, &line[..used]);
    for action in &line[used..] {
        match (at.now, parts.last_mut()) {
            (Now::Receive { .. } | Now::Spend, Some(last)) => last.push(*action),
            _ => parts.push(vec![*action]),
        }
        if rules.apply(&mut at, *action).is_err() {
            break;
        }
    }
    parts
}

/// A line as a step of the plan. One that only ends something or hands over is not told; its ids go
/// to the next step, so that the ids of all steps are the whole way.
fn step(
    reasons: &Reasons<'_>,
    before: &Game,
    line: &Line,
    quiet: &mut Vec<usize>,
) -> Option<PlanStep> {
    let told = |a: &Action| {
        !matches!(
            a,
            Action::Focus { .. } | Action::EndDice | Action::DonePurchase
        )
    };
    quiet.extend(line.moves.iter().map(|(_, a)| encode(*a)));
    let (first, action) = line.moves.iter().find(|(_, a)| told(a))?;
    let actions = line.moves.iter().filter(|(_, a)| told(a));
    let all: Vec<Action> = line.moves.iter().map(|(_, a)| *a).collect();
    Some(PlanStep {
        reckoner: who(reasons, first),
        actions: actions
            .map(|(game, a)| reasons.speaker.action(game, *a))
            .collect(),
        text: phrase::phrase(&reasons.speaker, before, &all),
        ids: std::mem::take(quiet),
        why: reasons.why(first, *action, line),
    })
}

/// Who does it: the whole team places rewards, buys and gives up dice.
fn who(reasons: &Reasons<'_>, game: &Game) -> String {
    if is_team_decision(game) && game.step == Step::Rewards {
        "the team, with its rewards".into()
    } else if is_team_decision(game) {
        "the team".into()
    } else {
        reasons.speaker.seat(game, game.acting).to_owned()
    }
}
