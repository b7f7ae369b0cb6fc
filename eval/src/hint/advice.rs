//! Whole options weighed against each other, and what is said of each.

use std::time::{Duration, Instant};

use reckoners_agents::search::avert::{self, Escape};
use reckoners_agents::search::rolls::chance_of_win;
use reckoners_agents::search::weigh::{
    LEAST_SAMPLES, Limits, Mean, Measure, TOLD, Weighed, Weighing, told_order, weigh,
};
use reckoners_agents::search::whole::{Whole, wholes};
use reckoners_env::action::{decode, encode};
use reckoners_env::forecast::Forecast;
use reckoners_env::state::Step;
use reckoners_env::{Action, ActionMask, Game};
use serde::{Serialize, Serializer};

use super::keep::{self, Odds};
use super::line::Line;
use super::outlook::{self, WinNow};
use super::reasons::Reasons;
use super::{Advisor, Brain, HintOptions, entry, hands_over, judge, phrase, rounded, told};

/// One suggestion.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Advice {
    /// Its place, 1 for the best.
    pub order: usize,
    /// The id of its first action.
    pub id: usize,
    /// The ids of all its actions, each valid in the position after the ones before it.
    pub ids: Vec<usize>,
    /// The option in words.
    pub text: String,
    /// Chance to win after it when the engine plays on.
    pub win_chance: f64,
    /// Standard error of that; null without search.
    pub error: Option<f64>,
    /// How much better than the next one; null for the last.
    pub gain: Option<f64>,
    /// Standard error of its difference in win chance from the first option on the same luck; null
    /// without search.
    pub gain_error: Option<f64>,
    /// How it differs from the first option on the same luck; null for the first and without search.
    pub behind: Option<Difference>,
    /// People left at the end on average, none in a lost game; without search what the network foresees, or null.
    pub population: Option<f64>,
    /// The round of the win, of games that are won; null without any. Without search what the network foresees where
    /// a win is likely.
    pub rounds: Option<f64>,
    /// Share of its playouts that were won in the end; null without search.
    pub won: Option<f64>,
    /// Playouts behind it.
    pub playouts: u32,
    /// Share that the network gives it; null when the guide is no network.
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

/// How an option differs from the first one on the same luck; each number with its standard error.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// Chance to win.
    pub win_chance: [f64; 2],
    /// People left at the end.
    pub population: [f64; 2],
    /// Rounds until the win; null when too few games are won by both.
    pub rounds: Option<[f64; 2]>,
    /// What tells them apart beyond two standard errors: `win_chance`, `population`, `rounds` or null.
    #[serde(serialize_with = "by_key")]
    pub told_apart: Option<Measure>,
    /// Whether win chance, people and rounds differ beyond two standard errors.
    #[serde(skip)]
    pub clear: [bool; 3],
    /// Whether every imagined game goes the same way: only the order of things changes.
    #[serde(skip)]
    pub same: bool,
    /// Whether too few games were imagined for any verdict.
    #[serde(skip)]
    pub few: bool,
}

impl Difference {
    /// Whether it is told apart, and for the worse.
    pub fn is_worse(&self) -> bool {
        match self.told_apart {
            Some(Measure::Win) => self.win_chance[0] < 0.0,
            Some(Measure::Population) => self.population[0] < 0.0,
            Some(Measure::Rounds) => self.rounds.is_some_and(|[more, _]| more > 0.0),
            None => false,
        }
    }
}

/// A measure as readers of JSON know it.
fn by_key<S: Serializer>(measure: &Option<Measure>, serializer: S) -> Result<S::Ok, S::Error> {
    let key = measure.map(|measure| match measure {
        Measure::Win => "win_chance",
        Measure::Population => "population",
        Measure::Rounds => "rounds",
    });
    key.serialize(serializer)
}

/// The options of a decision after the weighing.
#[derive(Debug)]
pub struct Weighings {
    /// The options.
    pub weighing: Weighing,
    /// What the guide would do among all legal actions.
    pub own: usize,
    /// A way out of a loss that the coming Epic phase would bring, where the guide's own line has none.
    pub escape: Option<Escape>,
}

impl Advisor {
    /// Weighs the options that begin with one of `wanted`, which is not empty.
    pub(super) fn weigh(
        &self,
        game: &Game,
        wanted: &ActionMask,
        options: &HintOptions,
        deadline: Option<Instant>,
        tell: &mut dyn FnMut(&Weighing),
    ) -> Weighings {
        let (rules, brain) = (self.rules(), self.brain());
        let mut rng = judge::guide_luck(options.seed);
        let budget = self.budget(options);
        if options.raw {
            return self.opinions(game, wanted, options);
        }
        let own = brain.choice(rules, game, &rules.legal(game), &mut rng);
        let look = |most: usize, wanted: &ActionMask, rng: &mut _| {
            wholes(
                rules,
                brain.guide(),
                brain.players(),
                game,
                wanted,
                most,
                rng,
            )
        };
        let mut list = look(budget.search.width.max(2), wanted, &mut rng);
        // What is asked for by name is looked at, however idle it is.
        for id in options.why.iter().chain(&options.allow) {
            let mut only = ActionMask::EMPTY.words().to_owned();
            only[id / 64] |= 1 << (id % 64);
            for asked in look(1, &ActionMask::from_words(&only), &mut rng) {
                match list.iter_mut().find(|w| w.actions == asked.actions) {
                    Some(known) => known.asked = true,
                    None => list.push(Whole {
                        asked: true,
                        ..asked
                    }),
                }
            }
        }
        let escape = self.escape(game, wanted, deadline, &mut list);
        let limits = Limits {
            futures: budget.search.playouts,
            work: budget.search.work,
            deadline,
            horizon: budget.search.horizon,
            cancel: options.cancel.clone(),
        };
        let players = brain.players();
        let weighing = weigh(rules, players, game, list, &limits, options.seed, tell);
        Weighings {
            weighing,
            own,
            escape,
        }
    }

    /// A way out when the guide's own line is lost in the coming Epic phase: one option more.
    fn escape(
        &self,
        game: &Game,
        wanted: &ActionMask,
        deadline: Option<Instant>,
        list: &mut Vec<Whole>,
    ) -> Option<Escape> {
        let rules = self.rules();
        let in_time = deadline.is_none_or(|end| end >= Instant::now() + LONGEST_ESCAPE);
        if !in_time || !Forecast::of(rules, game).fatal || !outlook::is_lost(rules, &list[0].end) {
            return None;
        }
        let escape = avert::find(rules, game)?;
        if !wanted.has(encode(escape.uses[0][0])) {
            return None;
        }
        let (mut after, mut end) = (*game, *game);
        for action in &escape.uses[0] {
            rules.apply(&mut after, *action).ok()?;
        }
        let line = escape.uses.concat();
        for action in &line {
            rules.apply(&mut end, *action).ok()?;
        }
        list.push(Whole {
            actions: escape.uses[0].clone(),
            rest: line[escape.uses[0].len()..].to_vec(),
            after,
            end,
            share: 0.0,
            asked: false,
        });
        Some(escape)
    }

    /// The guide's own opinion: one action an option, without any playout.
    pub(super) fn opinions(
        &self,
        game: &Game,
        wanted: &ActionMask,
        options: &HintOptions,
    ) -> Weighings {
        let (rules, brain) = (self.rules(), self.brain());
        let mut rng = judge::guide_luck(options.seed);
        let order = brain
            .guide()
            .shares(rules, game, &rules.legal(game), &mut rng);
        let own = order[0].0;
        let kept = order.into_iter().filter(|(id, _)| wanted.has(*id));
        let (top, why) = (options.top.max(1), &options.why);
        let told = |i: usize, id: usize| i < top || why.contains(&id);
        let kept = kept.enumerate().filter(|(i, (id, _))| told(*i, *id));
        let options = kept.filter_map(|(_, (id, share))| {
            let action = decode(id)?;
            let mut after = *game;
            rules.apply(&mut after, action).ok()?;
            let whole = Whole {
                actions: vec![action],
                after,
                rest: Vec::new(),
                end: after,
                share,
                asked: false,
            };
            Some(Weighed {
                whole,
                futures: Vec::new(),
            })
        });
        let options: Vec<Weighed> = options.collect();
        Weighings {
            weighing: Weighing {
                own: options[0].whole.actions.clone(),
                options,
                futures: 0,
            },
            own,
            escape: None,
        }
    }
}

/// Time that looking for a way out can take.
const LONGEST_ESCAPE: Duration = Duration::from_millis(700);

/// The options as they are told, best first; never none.
pub(super) fn list(
    advisor: &Advisor,
    reasons: &Reasons<'_>,
    game: &Game,
    weighed: &Weighings,
    options: &HintOptions,
    win: Option<&WinNow>,
    deadline: Option<Instant>,
) -> Vec<Advice> {
    let (rules, brain) = (advisor.rules(), advisor.brain());
    let all = &weighed.weighing.options;
    let first = &all[0];
    let why = |w: &Weighed| options.why.contains(&encode(w.whole.actions[0]));
    let mut shown: Vec<&Weighed> = all.iter().take(options.top.max(1)).collect();
    shown.extend(all.iter().skip(options.top.max(1)).filter(|w| why(w)));
    if let [first, others @ ..] = shown.as_mut_slice() {
        others.sort_by(|a, b| {
            let (a, b) = (told_order(a, first), told_order(b, first));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
    }
    let level = first.mean(Measure::Win);
    // Values are reported relative to the first option, which has the most samples.
    let value = |option: &Weighed| level.value + option.win_difference(first).value;
    let mut rng = judge::guide_luck(options.seed);
    let mut list = Vec::new();
    for (i, option) in shown.iter().enumerate() {
        let whole = &option.whole;
        let searched = !option.futures.is_empty();
        let opinion = judge::opinion(rules, brain, &whole.after, options.seed);
        let line = Line::of(rules, game, &whole.actions);
        let line = if searched {
            line
        } else {
            Line::follow(rules, brain, game, whole.actions[0], &mut rng)
        };
        let (at, action) = deciding(&line, game, whole.actions[0]);
        let win_chance = if searched { value(option) } else { opinion.win };
        let next = shown.get(i + 1).map(|next| {
            let other = match next.futures.is_empty() {
                false => value(next),
                true => judge::raw_value(rules, brain, &next.whole.after, options.seed),
            };
            told(win_chance - other)
        });
        let (population, rounds) = if searched {
            let rounds = option.mean(Measure::Rounds);
            let won = (rounds.count > 0).then_some(rounds.value);
            (Some(option.mean(Measure::Population).value), won)
        } else {
            (opinion.population, opinion.round)
        };
        let mut odds = keep::set_odds(rules, reasons, game, &whole.actions);
        let late = deadline.is_some_and(|end| Instant::now() >= end);
        if let Some(win) = win.filter(|win| !win.sure && searched && !late) {
            odds.extend(win_odds(rules, &whole.after, win, options.seed));
        }
        list.push(Advice {
            order: i + 1,
            id: encode(whole.actions[0]),
            ids: whole.actions.iter().map(|a| encode(*a)).collect(),
            text: phrase::whole(&reasons.speaker, game, &whole.actions),
            win_chance: told(win_chance),
            error: searched.then(|| told(option.mean(Measure::Win).error)),
            gain: next,
            gain_error: searched.then(|| told(option.difference(first, Measure::Win).error)),
            behind: (i > 0 && searched).then(|| difference(option, first)),
            population: population.map(told),
            rounds: rounds.map(told),
            won: searched.then(|| told(option.won().value)),
            playouts: option.futures.len() as u32,
            prior: brain.is_net().then(|| told(whole.share)),
            raw_win_chance: told(opinion.win),
            guide_choice: encode(whole.actions[0]) == weighed.own
                && whole.actions == weighed.weighing.own,
            reasons: keep::set_reasons(rules, reasons, game, &whole.actions)
                .unwrap_or_else(|| reasons.why(&at, action, &line)),
            then: then(reasons, &line, whole.actions.len()),
            odds,
        });
    }
    tell_what_is_given_up(reasons, game, &mut list, &options.why);
    list
}

/// Says of options that were asked about what the advice has and they have not: their own reasons only speak for them.
/// Actions that stay possible are not counted as given up; what will be kept is unknown before the roll.
fn tell_what_is_given_up(reasons: &Reasons<'_>, game: &Game, list: &mut [Advice], why: &[usize]) {
    let [advice, others @ ..] = list else { return };
    if game.step == Step::Roll {
        return;
    }
    let differs = |other: &Advice| other.behind.as_ref().is_some_and(|behind| !behind.same);
    let asked = |other: &&mut Advice| {
        why.contains(&other.id) && differs(other) && !can_follow(reasons, game, other, advice)
    };
    for other in others.iter_mut().filter(asked) {
        let missing = advice.reasons.iter().find(|r| !other.reasons.contains(r));
        let given_up = missing.map(|reason| format!("gives up what the advice brings: {reason}"));
        other.reasons.extend(given_up);
    }
}

/// Whether the advice can still be done after another option, if need be once others have handed over. By its words: ids
/// count seats and districts from whoever decides, and that may be somebody else then.
fn can_follow(reasons: &Reasons<'_>, game: &Game, other: &Advice, advice: &Advice) -> bool {
    let speaker = &reasons.speaker;
    let mut after = *game;
    for id in &other.ids {
        let played = decode(*id).map(|action| speaker.rules.apply(&mut after, action));
        if !matches!(played, Some(Ok(()))) {
            return true;
        }
    }
    // What luck brings first is not known.
    let is_open = after.step == game.step && after.now.is_chance();
    is_open || entry::read_actions(speaker, &after, &advice.text).is_ok()
}

/// The move that an option is about: behind hand-overs.
fn deciding(line: &Line, game: &Game, first: Action) -> (Game, Action) {
    let real = line.moves.iter().find(|(_, action)| !hands_over(*action));
    real.copied().unwrap_or((*game, first))
}

/// What the guide does to finish an option that was told by its first action alone.
fn then(reasons: &Reasons<'_>, line: &Line, told: usize) -> Vec<String> {
    let rest = line.moves.iter().skip(told);
    rest.map(|(game, action)| reasons.speaker.action(game, *action))
        .collect()
}

/// How an option differs from the first.
pub(super) fn difference(option: &Weighed, first: &Weighed) -> Difference {
    let pair = |mean: Mean| [told(mean.value), told(mean.error)];
    let rounds = option.difference(first, Measure::Rounds);
    Difference {
        win_chance: pair(option.win_difference(first)),
        population: pair(option.difference(first, Measure::Population)),
        rounds: (rounds.count >= LEAST_SAMPLES).then(|| pair(rounds)),
        told_apart: option.against(first, TOLD).map(|(_, measure)| measure),
        clear: Measure::ALL.map(|measure| {
            let more = option.difference(first, measure);
            more.is_clear(TOLD, measure.least())
        }),
        same: option.goes_like(first),
        few: option.difference(first, Measure::Win).count < LEAST_SAMPLES,
    }
}

/// The odds of a win in this round after an option, when that is within reach.
fn win_odds(rules: &reckoners_env::Rules, after: &Game, win: &WinNow, seed: u64) -> Option<Odds> {
    let chance = chance_of_win(rules, after, u64::from(win.rolls), seed)?;
    Some(Odds {
        symbol: "attack",
        wanted: 0,
        chance: told(chance.value),
        text: format!(
            "{} to win this round if everybody rolls for that alone",
            outlook::odds(&chance)
        ),
    })
}

/// The one option of a table that can be won at once.
pub(super) fn winning(
    reasons: &Reasons<'_>,
    game: &Game,
    win: &WinNow,
    seed: u64,
    brain: &Brain,
) -> Advice {
    let rules = reasons.speaker.rules;
    let actions = win.actions();
    let first = win.first_use();
    let mut rng = judge::guide_luck(seed);
    let own = brain.choice(rules, game, &rules.legal(game), &mut rng);
    let line = Line::of(rules, game, &actions);
    Advice {
        order: 1,
        id: win.ids[0],
        ids: first.iter().map(|a| encode(*a)).collect(),
        text: phrase::whole(&reasons.speaker, game, &first),
        win_chance: 1.0,
        error: Some(0.0),
        gain: None,
        gain_error: Some(0.0),
        behind: None,
        population: Some(f64::from(game.population)),
        rounds: Some(f64::from(game.round)),
        won: None,
        playouts: 0,
        prior: None,
        raw_win_chance: rounded(f64::from(judge::raw_value(rules, brain, game, seed))),
        guide_choice: win.ids[0] == own,
        reasons: vec![format!(
            "the first step of a sure win: {} in this round",
            match win.dice {
                1 => "one die or Plan Token wins".to_owned(),
                n => format!("{n} dice and Plan Tokens win"),
            }
        )],
        then: then(reasons, &line, first.len()),
        odds: Vec::new(),
    }
}
