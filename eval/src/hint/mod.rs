//! Hints for people at a table: ranked options with win chances, odds and reasons, and plans.
//!
//! - [`brain`]: who is asked; [`judge`]: how good positions and options are, with a second look at
//!   what is in `doubt`;
//! - [`reasons`]: why, from the difference an option makes ([`mod@line`] plays it out); [`quiet`]:
//!   options that make none on the board; [`purpose`]: what symbols are for;
//! - [`keep`] and [`odds`]: which dice to keep, with exact odds; [`plan`]: the whole team's round;
//! - [`entry`]: what people type; [`text`]: the answer for a terminal; [`mod@bench`]: how long it takes.

pub mod bench;
pub mod brain;
mod doubt;
pub mod entry;
pub mod judge;
pub mod keep;
pub mod line;
pub mod odds;
pub mod plan;
pub mod purpose;
pub mod quiet;
pub mod reasons;
pub mod text;
pub mod unusual;

use std::time::Duration;

use reckoners_agents::search::UNLIMITED;
use reckoners_env::action::decode;
use reckoners_env::decision::{Asked, Decision};
use reckoners_env::table::Table;
use reckoners_env::words::Speaker;
use reckoners_env::{Action, ActionMask, Game, Rules};
use serde::Serialize;

pub use brain::Brain;
use judge::{Budget, Judged};
use keep::{KeepAdvice, Odds};
use plan::Plan;
use reasons::Reasons;

/// What is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct HintOptions {
    /// Only the guide's own opinion, without search.
    pub raw: bool,
    /// Most playouts of a search, which may be followed by a second one; the brain's own number when
    /// not given.
    pub playouts: Option<u32>,
    /// Most time.
    pub time: Option<Duration>,
    /// Imagined luck.
    pub seed: u64,
    /// Most options told.
    pub top: usize,
    /// Only these actions; all when empty.
    pub allow: Vec<usize>,
    /// Not these actions.
    pub avoid: Vec<usize>,
    /// Whether to plan the team's round too.
    pub plan: bool,
}

impl Default for HintOptions {
    fn default() -> Self {
        Self {
            raw: false,
            playouts: None,
            time: None,
            seed: 0,
            top: 5,
            allow: Vec::new(),
            avoid: Vec::new(),
            plan: false,
        }
    }
}

/// One suggestion.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Advice {
    /// Its place, 1 for the best.
    pub order: usize,
    /// The action id.
    pub id: usize,
    /// The action in words.
    pub text: String,
    /// Chance to win after it.
    pub win_chance: f64,
    /// Standard error of that; null without search.
    pub error: Option<f64>,
    /// How much better than the next one; null for the last.
    pub gain: Option<f64>,
    /// Standard error of its difference from the guide's favourite on the same luck; null without
    /// search.
    pub gain_error: Option<f64>,
    /// Playouts behind it.
    pub playouts: u32,
    /// Probability that the network gives it; null when the guide is no network.
    pub prior: Option<f64>,
    /// Chance to win by the guide's own judgement, without search.
    pub raw_win_chance: f64,
    /// Whether the guide alone would choose it among all legal actions.
    pub guide_choice: bool,
    /// Why.
    pub reasons: Vec<String>,
    /// How the guide goes on to finish it.
    pub then: Vec<String>,
    /// Exact odds behind a keep.
    pub odds: Vec<Odds>,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hint {
    /// What the game waits for, in words.
    pub awaited: String,
    /// Kind of decision, `chance` or `over`.
    pub decision: &'static str,
    /// Who decides; null when nobody does.
    pub acting: Option<String>,
    /// Who gives the hint.
    pub brain: String,
    /// What to know about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Whether playouts were searched, or only the guide was asked.
    pub searched: bool,
    /// The seed of imagined luck.
    pub seed: u64,
    /// Playouts in all.
    pub playouts: u32,
    /// Chance to win with the best option.
    pub win_chance: f64,
    /// Standard error of that.
    pub error: Option<f64>,
    /// Chance to win by the guide's own judgement, without search.
    pub raw_win_chance: f64,
    /// Number of legal actions.
    pub legal: usize,
    /// The best options, best first.
    pub options: Vec<Advice>,
    /// For a decision about dice: all that this Reckoner should keep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep: Option<KeepAdvice>,
    /// The team's plan, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
}

/// A question that cannot be answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HintError {
    /// No legal action is left after `allow` and `avoid`.
    #[error("none of the {legal} legal actions is left after \"allow\" and \"avoid\"")]
    NothingLeft {
        /// Legal actions.
        legal: usize,
    },
}

/// The hint engine: the rules, the brain and what is made once from the cards.
#[derive(Debug, Clone)]
pub struct Advisor {
    rules: Rules,
    brain: Brain,
}

impl Advisor {
    /// An engine that asks this brain.
    pub fn new(rules: &Rules, brain: Brain) -> Self {
        Self {
            rules: rules.clone(),
            brain,
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The brain.
    pub fn brain(&self) -> &Brain {
        &self.brain
    }

    /// How much to think about a position.
    pub fn budget(&self, options: &HintOptions) -> Budget {
        let mut search = self.brain.search;
        if let Some(playouts) = options.playouts {
            search.playouts = playouts;
            search.time = None;
        }
        if let Some(time) = options.time {
            search.time = Some(time);
            search.playouts = options.playouts.unwrap_or(UNLIMITED);
        }
        Budget {
            search,
            seed: options.seed,
        }
    }

    /// The chance to win: searched, or the guide's own judgement.
    pub fn evaluate(&self, game: &Game, options: &HintOptions) -> judge::Estimate {
        if options.raw {
            let win_chance = judge::raw_value(&self.rules, &self.brain, game, options.seed);
            return judge::Estimate {
                win_chance,
                error: None,
                playouts: 0,
            };
        }
        judge::evaluate(&self.rules, &self.brain, game, &self.budget(options))
    }

    /// Suggestions for the decision at hand. At chance and at the end there are no options, only
    /// the chance to win and, when asked for, the plan.
    pub fn hint(&self, table: &Table, options: &HintOptions) -> Result<Hint, HintError> {
        let (rules, brain, game) = (&self.rules, &self.brain, &table.game);
        let reasons = Reasons {
            speaker: Speaker::new(rules, &table.names),
        };
        let legal = rules.legal(game);
        let mut hint = Hint {
            awaited: reasons.speaker.awaited(game),
            decision: decision(game),
            acting: (!legal.is_empty()).then(|| reasons.speaker.seat(game, game.acting).to_owned()),
            brain: brain.name.clone(),
            note: brain.note_at(rules, game),
            searched: !options.raw,
            seed: options.seed,
            playouts: 0,
            win_chance: 0.0,
            error: None,
            raw_win_chance: told(judge::raw_value(rules, brain, game, options.seed)),
            legal: legal.len(),
            options: Vec::new(),
            keep: None,
            plan: None,
        };
        let mut best = None;
        if legal.is_empty() {
            let value = self.evaluate(game, options);
            hint.win_chance = told(value.win_chance);
            hint.error = value.error.map(told);
            hint.playouts = value.playouts;
        } else {
            let (judged, playouts) = self.judge(game, &legal, options)?;
            hint.playouts = playouts;
            hint.win_chance = told(judged[0].value.win_chance);
            hint.error = judged[0].value.error.map(told);
            best = decode(judged[0].action);
            hint.options = self.advice(game, &reasons, &judged, options);
        }
        let mut rng = judge::guide_luck(options.seed);
        hint.keep = keep::advise(rules, brain, &reasons, game, game.acting, best, &mut rng)
            .filter(|_| !legal.is_empty());
        if options.plan {
            hint.plan = Some(plan::plan(rules, brain, &reasons, game, best, options.seed));
        }
        Ok(hint)
    }

    /// All examined options, best first, never none; and the playouts in all.
    fn judge(
        &self,
        game: &Game,
        legal: &ActionMask,
        options: &HintOptions,
    ) -> Result<(Vec<Judged>, u32), HintError> {
        let wanted = wanted(legal, options);
        let (rules, brain) = (&self.rules, &self.brain);
        let (mut order, own) = judge::restricted(rules, brain, game, &wanted, options.seed);
        if order.is_empty() {
            return Err(HintError::NothingLeft { legal: legal.len() });
        }
        if options.raw {
            order.truncate(options.top.max(1));
            let opinions = judge::raw(rules, brain, game, &order, own, options.seed);
            return Ok((opinions, 0));
        }
        let budget = self.budget(options);
        Ok(judge::searched(rules, brain, game, &order, own, &budget))
    }

    fn advice(
        &self,
        game: &Game,
        reasons: &Reasons<'_>,
        judged: &[Judged],
        options: &HintOptions,
    ) -> Vec<Advice> {
        let (rules, brain) = (&self.rules, &self.brain);
        let mut rng = judge::guide_luck(options.seed);
        let mut list = Vec::new();
        for (i, option) in judged.iter().take(options.top.max(1)).enumerate() {
            let Some(action) = decode(option.action) else {
                continue;
            };
            let line = line::Line::follow(rules, brain, game, action, &mut rng);
            let mut after = *game;
            let raw = match option.value.error {
                None => option.value.win_chance,
                Some(_) => {
                    rules.apply_unchecked(&mut after, action);
                    judge::raw_value(rules, brain, &after, options.seed)
                }
            };
            let next = judged
                .get(i + 1)
                .map(|n| option.value.win_chance - n.value.win_chance);
            // Who goes on is named where the decision was handed over.
            let then = line.moves.windows(2).map(|pair| match pair {
                [(_, Action::Focus { .. }), (g, a)] => reasons.speaker.sentence(g, *a),
                [.., (g, a)] => reasons.speaker.action(g, *a),
                [] => String::new(),
            });
            list.push(Advice {
                order: i + 1,
                id: option.action,
                text: said(&reasons.speaker, game, action),
                win_chance: told(option.value.win_chance),
                error: option.value.error.map(told),
                gain: next.map(told),
                gain_error: option.gain_error.map(told),
                playouts: option.value.playouts,
                prior: option.prior.map(told),
                raw_win_chance: told(raw),
                guide_choice: option.guide_choice,
                reasons: reasons.why(game, action, &line),
                then: then.collect(),
                odds: keep::option_odds(rules, reasons, game, action),
            });
        }
        list
    }
}

/// The legal actions that a request wants to hear of.
fn wanted(legal: &ActionMask, options: &HintOptions) -> ActionMask {
    let mut words = *legal.words();
    for id in legal.ids() {
        let allowed = options.allow.is_empty() || options.allow.contains(&id);
        if !allowed || options.avoid.contains(&id) {
            words[id / 64] &= !(1 << (id % 64));
        }
    }
    ActionMask::from_words(&words)
}

/// Whether the team decides together, so that no Reckoner need be named.
fn is_team_decision(game: &Game) -> bool {
    Decision::of(game.now).is_some_and(|d| d.asked() == Asked::Team)
}

/// An option in words, with the Reckoner whose it is.
fn said(speaker: &Speaker<'_>, game: &Game, action: Action) -> String {
    if is_team_decision(game) {
        speaker.action(game, action)
    } else {
        speaker.sentence(game, action)
    }
}

/// The kind of what the game waits for: a step of the table file, `chance` or `over`.
pub fn decision(game: &Game) -> &'static str {
    match Decision::of(game.now) {
        Some(decision) => decision.key(),
        None if game.now.is_over() => "over",
        None => "chance",
    }
}

/// A number as it is told: four places, so that answers stay readable.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// A chance as it is told.
fn told(value: f32) -> f64 {
    rounded(f64::from(value))
}
