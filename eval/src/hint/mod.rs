//! Hints for people at a table: ranked options with win chances, odds and reasons, and plans.
//!
//! - [`brain`]: who is asked; [`judge`]: how good positions are; [`people`]: what people may expect;
//! - [`outlook`]: wins that lie on the table, and losses that the coming Epic phase would bring;
//! - [`advice`]: whole options, weighed against each other; [`phrase`]: their words;
//! - [`reasons`]: why, from the difference an option makes ([`mod@line`] plays it out); [`unchanged`]:
//!   options that make none on the board; [`purpose`]: what symbols are for;
//! - [`keep`] and [`odds`]: which dice to keep, with exact odds; [`plan`]: the whole team's round;
//! - [`entry`]: what people type; [`text`]: the answer for a terminal; [`mod@bench`]: how long it takes;
//!   [`tally`]: how hints come out along many games.

pub mod advice;
pub mod bench;
pub mod brain;
pub mod entry;
pub mod goals;
pub mod judge;
pub mod keep;
pub mod line;
pub mod odds;
pub mod outlook;
pub mod people;
pub mod phrase;
pub mod plan;
pub mod purpose;
pub mod reasons;
pub mod tally;
pub mod text;
pub mod unchanged;
pub mod unusual;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use reckoners_agents::people::Level;
use reckoners_agents::search::weigh::Weighing;
use reckoners_agents::search::{Cancel, Players, UNLIMITED};
use reckoners_env::decision::{Asked, Decision};
use reckoners_env::state::Now;
use reckoners_env::table::Table;
use reckoners_env::words::Speaker;
use reckoners_env::{Action, ActionMask, Game, Rules};
use serde::Serialize;

pub use advice::{Advice, Difference};
pub use brain::Brain;
use judge::Budget;
use keep::KeepAdvice;
use outlook::{Danger, WinNow};
use people::PeopleChance;
use plan::Plan;
use reasons::Reasons;

/// What is asked.
#[derive(Debug, Clone)]
pub struct HintOptions {
    /// Only the guide's own opinion, without search.
    pub raw: bool,
    /// Most playouts of a search; the brain's own number when not given.
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
    /// Options that begin with these actions are among the answers, whatever the guide thinks of them.
    pub why: Vec<usize>,
    /// Whether to plan the team's round too.
    pub plan: bool,
    /// How well the people know the game whose chance is told; none leaves it out.
    pub level: Option<Level>,
    /// Ends the search when nobody waits for it any more.
    pub cancel: Cancel,
}

impl HintOptions {
    /// Goes on only while somebody waits.
    fn go_on(&self) -> Result<(), HintError> {
        match self.cancel.is_cancelled() {
            true => Err(HintError::Stopped),
            false => Ok(()),
        }
    }
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
            why: Vec::new(),
            plan: false,
            level: Some(Level::default()),
            cancel: Cancel::default(),
        }
    }
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
    /// Whether win chances are what the network says of the playouts on their way, and not how they ended.
    pub judged: bool,
    /// Chance to win with the best option when the engine plays on.
    pub win_chance: f64,
    /// Standard error of that.
    pub error: Option<f64>,
    /// Chance to win when people play on from here; null when it was not asked for or there was no time.
    pub people: Option<PeopleChance>,
    /// A win in this round: surely with what lies on the table, or by odds while dice are rolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<WinNow>,
    /// The coming Epic phase loses the game as things stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub danger: Option<Danger>,
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
    /// Whoever asked has left or asks something else.
    #[error("stopped")]
    Stopped,
}

/// The hint engine: the rules, the brain and what is made once from the cards.
#[derive(Debug, Clone)]
pub struct Advisor {
    rules: Rules,
    brain: Brain,
    /// Players that stand for people, made when first asked for.
    people: Arc<Mutex<Vec<(Level, Players)>>>,
}

/// Time below which nothing is played out: the guide's own opinion is all that fits.
const LEAST_TIME: Duration = Duration::from_millis(150);
/// Share of the playouts that go to people's chance, and the most of them.
const PEOPLE: (u32, u32) = (4, 400);

impl Advisor {
    /// An engine that asks this brain.
    pub fn new(rules: &Rules, brain: Brain) -> Self {
        Self {
            rules: rules.clone(),
            brain,
            people: Arc::default(),
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

    /// The players that stand for human players of a level.
    pub fn people(&self, level: Level) -> Players {
        let mut made = match self.people.lock() {
            Ok(made) => made,
            Err(poisoned) => poisoned.into_inner(),
        };
        if let Some((_, players)) = made.iter().find(|(known, _)| *known == level) {
            return players.clone();
        }
        let players = people::players(&self.rules, level);
        made.push((level, players.clone()));
        players
    }

    /// How much to think about a position.
    pub fn budget(&self, options: &HintOptions) -> Budget {
        let mut search = self.brain.search;
        if let Some(playouts) = options.playouts {
            search.playouts = playouts;
            search.work = u64::MAX;
            search.time = None;
        }
        if let Some(time) = options.time {
            search.time = Some(time);
            search.playouts = options.playouts.unwrap_or(UNLIMITED);
            search.work = u64::MAX;
        }
        Budget {
            search,
            seed: options.seed,
        }
    }

    /// The chance to win when the engine plays on: played out, or the guide's own judgement.
    pub fn evaluate(
        &self,
        game: &Game,
        options: &HintOptions,
    ) -> Result<judge::Estimate, HintError> {
        let short = options.time.is_some_and(|time| time < LEAST_TIME);
        if options.raw || short {
            let win_chance = judge::raw_value(&self.rules, &self.brain, game, options.seed);
            return Ok(judge::Estimate {
                win_chance,
                error: None,
                playouts: 0,
            });
        }
        let budget = self.budget(options);
        let value = judge::evaluate(&self.rules, &self.brain, game, &budget, &options.cancel);
        value.ok_or(HintError::Stopped)
    }

    /// Suggestions for the decision at hand. At chance and at the end there are no options, only
    /// the chance to win and, when asked for, the plan.
    pub fn hint(&self, table: &Table, options: &HintOptions) -> Result<Hint, HintError> {
        self.hint_watched(table, options, &mut |_| {})
    }

    /// [`Advisor::hint`], with word of every stage of the weighing.
    pub fn hint_watched(
        &self,
        table: &Table,
        options: &HintOptions,
        tell: &mut dyn FnMut(&Weighing),
    ) -> Result<Hint, HintError> {
        let begun = Instant::now();
        // A plan needs time of its own.
        let weighing = |time: Duration| match options.plan {
            true => time * 2 / 3,
            false => time,
        };
        let weighing = options.time.map(weighing);
        let short = weighing.is_some_and(|time| time < LEAST_TIME);
        let options = &HintOptions {
            raw: options.raw || short,
            ..options.clone()
        };
        let (rules, brain, game) = (&self.rules, &self.brain, &table.game);
        let reasons = Reasons {
            speaker: Speaker::new(rules, &table.names),
        };
        let legal = rules.legal(game);
        let mut hint = Hint {
            awaited: awaited(&reasons.speaker, rules, game),
            decision: decision(game),
            acting: (!legal.is_empty()).then(|| reasons.speaker.seat(game, game.acting).to_owned()),
            brain: brain.name.clone(),
            note: brain.note_at(rules, game),
            searched: !options.raw,
            seed: options.seed,
            playouts: 0,
            judged: !options.raw && brain.players().is_judged(),
            win_chance: 0.0,
            error: None,
            people: None,
            win: None,
            danger: None,
            raw_win_chance: told(judge::raw_value(rules, brain, game, options.seed)),
            legal: legal.len(),
            options: Vec::new(),
            keep: None,
            plan: None,
        };
        let deadline = options.time.map(|time| begun + time);
        if !options.raw {
            hint.people = self.people_chance(game, options, begun);
            options.go_on()?;
            // Of limited time only a share goes into it.
            let effort = options
                .time
                .map_or(1.0, |time| (time.as_secs_f64() / 2.0).min(1.0));
            hint.win = outlook::win(rules, &reasons, game, effort, options.seed);
        }
        let mut best: Vec<Action> = Vec::new();
        if legal.is_empty() {
            let left = |end: Instant| end.saturating_duration_since(Instant::now());
            let rest = HintOptions {
                time: deadline.map(left),
                ..options.clone()
            };
            let value = self.evaluate(game, &rest)?;
            hint.win_chance = told(value.win_chance);
            hint.error = value.error.map(told);
            hint.playouts = value.playouts;
        } else if let Some(win) = hint.win.clone().filter(|win| win.sure) {
            // Nothing else is worth a look.
            let unrestricted = options.allow.is_empty() && options.avoid.is_empty();
            if unrestricted || wanted(&legal, options).has(win.ids[0]) {
                best = win.actions();
                hint.win_chance = 1.0;
                hint.error = Some(0.0);
                hint.options = vec![advice::winning(&reasons, game, &win, options.seed, brain)];
            }
        }
        if !legal.is_empty() && best.is_empty() {
            let wanted = wanted(&legal, options);
            if wanted.is_empty() {
                return Err(HintError::NothingLeft { legal: legal.len() });
            }
            let weighing = weighing.map(|time| begun + time);
            let mut weighed = self.weigh(game, &wanted, options, weighing, tell);
            options.go_on()?;
            if hint.searched && weighed.weighing.futures == 0 {
                // There was no time, or no playouts were allowed: the guide's own opinion is all there is.
                (hint.searched, hint.judged) = (false, false);
                weighed = self.opinions(game, &wanted, options);
            }
            hint.playouts = weighed.weighing.futures;
            hint.danger = outlook::danger(&reasons, game, &weighed);
            best.clone_from(&weighed.weighing.options[0].whole.actions);
            hint.options = advice::list(
                self,
                &reasons,
                game,
                &weighed,
                options,
                hint.win.as_ref(),
                deadline,
            );
            hint.win_chance = hint.options[0].win_chance;
            hint.error = hint.options[0].error;
        }
        let mut rng = judge::guide_luck(options.seed);
        hint.keep = keep::advise(rules, brain, &reasons, game, &best, &mut rng)
            .filter(|_| !legal.is_empty());
        if options.plan {
            let asked = plan::Asked {
                advisor: self,
                reasons: &reasons,
                options,
                deadline,
            };
            hint.plan = Some(plan::plan(&asked, game, &best));
            options.go_on()?;
        }
        Ok(hint)
    }

    fn people_chance(
        &self,
        game: &Game,
        options: &HintOptions,
        begun: Instant,
    ) -> Option<PeopleChance> {
        let level = options.level?;
        let budget = self.budget(options).search;
        let most = (budget.playouts / PEOPLE.0).clamp(8, PEOPLE.1);
        let deadline = options.time.map(|time| begun + time / PEOPLE.0);
        let players = self.people(level);
        people::chance(
            &self.rules,
            &players,
            level,
            game,
            &people::Limits {
                most,
                deadline,
                cancel: &options.cancel,
            },
            options.seed,
        )
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

/// Whether an action lets another Reckoner go on.
fn hands_over(action: Action) -> bool {
    matches!(action, Action::Focus { .. })
}

/// What the game waits for. In the Use Dice step advice may be for another Reckoner than the one who is asked.
pub fn awaited(speaker: &Speaker<'_>, rules: &Rules, game: &Game) -> String {
    let others = match game.now == Now::Use && rules.legal(game).actions().any(hands_over) {
        true => " (others may go first)",
        false => "",
    };
    speaker.awaited(game) + others
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
