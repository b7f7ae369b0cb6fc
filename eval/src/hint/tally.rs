//! How hints come out along many games: how often options are told apart, whether more thought changes
//! the advice, whether people's chances come true, and whether plans waste dice.

use rayon::prelude::*;
use reckoners_agents::people::Level;
use reckoners_agents::scripted::Scripted;
use reckoners_agents::search::Cancel;
use reckoners_agents::search::future::play_to_end;
use reckoners_agents::search::luck::Luck;
use reckoners_agents::search::weigh::Measure;
use reckoners_agents::search::win;
use reckoners_agents::{Policy, search::thrift};
use reckoners_env::action::decode;
use reckoners_env::episode::{Episode, EpisodeRules};
use reckoners_env::state::Step;
use reckoners_env::table::Table;
use reckoners_env::{Action, Difficulty, Game, Rules, Ruleset};
use serde::Serialize;

use super::plan::Plan;
use super::{Advisor, Hint, HintError, HintOptions, hands_over};
use crate::seeds::{self, TeamChoice};

/// Which positions are looked at.
#[derive(Debug, Clone)]
pub struct Walk {
    /// The game; the difficulty is each in turn.
    pub ruleset: Ruleset,
    /// Games, spread over all numbers of Reckoners and difficulties.
    pub games: u64,
    /// One decision in so many.
    pub every: usize,
    /// Seed suite.
    pub suite: u64,
    /// Most positions in all.
    pub most: usize,
}

/// Decisions with a choice along games of the scripted player, in the order of the games; only those `wanted`.
pub fn positions(rules: &Rules, walk: &Walk, wanted: &(dyn Fn(&Game) -> bool + Sync)) -> Vec<Game> {
    let games: Vec<Vec<Game>> = (0..walk.games)
        .into_par_iter()
        .map(|n| {
            let mut list = along(rules, walk, n);
            list.retain(wanted);
            list
        })
        .collect();
    let all: Vec<Game> = games.concat();
    // Fewer than there are: spread over all games.
    let step = all.len().div_ceil(walk.most.max(1)).max(1);
    all.into_iter().step_by(step).collect()
}

fn along(rules: &Rules, walk: &Walk, n: u64) -> Vec<Game> {
    let players = 2 + (n % 5) as u8;
    let difficulty = Difficulty::ALL[(n / 5) as usize % Difficulty::COUNT];
    let ruleset = Ruleset {
        difficulty,
        ..walk.ruleset
    };
    let start = seeds::game(walk.suite, n, players, ruleset, &TeamChoice::Random);
    let mut luck = start.agent_luck;
    let player = Scripted::new(rules);
    let mut episode = Episode::new(rules, &start.setup, start.luck, EpisodeRules::default());
    let (mut list, mut seen) = (Vec::new(), 0);
    while episode.end().is_none() {
        if seen % walk.every.max(1) == walk.every.max(1) / 2 {
            list.push(episode.game);
        }
        seen += 1;
        let id = player.pick(rules, &episode.game, &episode.legal, &mut luck);
        let Some(action) = decode(id) else { break };
        episode.play(rules, action);
    }
    list
}

/// How often options are told apart.
#[derive(Debug, Clone, PartialEq, Serialize, Default)]
pub struct Told {
    /// Decisions looked at.
    pub decisions: usize,
    /// Of these, decisions that one option settles: a sure win, or nothing else worth a look.
    pub single: usize,
    /// Decisions with more than one sensible option.
    pub weighed: usize,
    /// Of these, decisions in which some listed option differs from the first beyond two standard errors.
    pub told_apart: usize,
    /// Decisions in which every listed option does.
    pub all_told_apart: usize,
    /// Listed options beside the first.
    pub alternatives: usize,
    /// Of these, options told apart by win chance, by people left, by rounds.
    pub by: [usize; 3],
    /// First suggestions that only hand over.
    pub hand_overs: usize,
    /// Mean time of a hint in milliseconds.
    pub mean_ms: f64,
    /// Playouts of a hint, on average.
    pub mean_playouts: f64,
}

/// Counts how hints come out. `done` hears of every position, here and below.
pub fn told_apart(
    advisor: &Advisor,
    games: &[Game],
    options: &HintOptions,
    done: &dyn Fn(),
) -> Result<Told, HintError> {
    let mut told = Told::default();
    let begun = std::time::Instant::now();
    let mut playouts = 0.0;
    for game in games {
        let hint = advisor.hint(&Table::new(game), options)?;
        playouts += f64::from(hint.playouts);
        count(&mut told, &hint);
        done();
    }
    let n = games.len().max(1) as f64;
    told.mean_ms = (1e3 * begun.elapsed().as_secs_f64() / n).round();
    told.mean_playouts = (playouts / n).round();
    Ok(told)
}

fn count(told: &mut Told, hint: &Hint) {
    told.decisions += 1;
    let last = hint.options[0].ids.last();
    let hand_over = last.and_then(|id| decode(*id)).is_some_and(hands_over);
    told.hand_overs += usize::from(hand_over);
    let others = hint.options.get(1..).unwrap_or_default();
    if others.is_empty() {
        told.single += 1;
        return;
    }
    told.weighed += 1;
    told.alternatives += others.len();
    let by = |option: &super::Advice| option.behind.as_ref().and_then(|b| b.told_apart);
    for option in others {
        match by(option) {
            Some(Measure::Win) => told.by[0] += 1,
            Some(Measure::Population) => told.by[1] += 1,
            Some(Measure::Rounds) => told.by[2] += 1,
            None => {}
        }
    }
    told.told_apart += usize::from(others.iter().any(|o| by(o).is_some()));
    told.all_told_apart += usize::from(others.iter().all(|o| by(o).is_some()));
}

/// Whether more thought changes the advice.
#[derive(Debug, Clone, PartialEq, Serialize, Default)]
pub struct Stability {
    /// Positions with more than one option.
    pub positions: usize,
    /// In these the first choice stays the same.
    pub same: usize,
    /// Positions in which, by the longer search, the first choice wins more often than any other by more than one point.
    pub matters: usize,
    /// In these the first choice stays the same.
    pub same_where_it_matters: usize,
    /// Positions in which, by the longer search, the first choice of the shorter one wins less often than the longer one's
    /// by more than one point.
    pub costly: usize,
    /// How much less often the first choice of the shorter search wins, on average over the positions in which the longer
    /// one lists it, in points.
    pub mean_cost: f64,
    /// Positions in which it does not: there another option comes to the same.
    pub unlisted: usize,
}

/// Compares hints with hints of `times` as many playouts and other luck.
pub fn stability(
    advisor: &Advisor,
    games: &[Game],
    options: &HintOptions,
    times: u32,
    done: &dyn Fn(),
) -> Result<Stability, HintError> {
    let mut found = Stability::default();
    let usual = options.playouts.unwrap_or(advisor.brain().search.playouts);
    let longer = HintOptions {
        playouts: Some(usual.saturating_mul(times)),
        seed: options.seed ^ 1 << 40,
        top: usize::MAX,
        ..options.clone()
    };
    for game in games {
        let table = Table::new(game);
        let short = advisor.hint(&table, options)?;
        if short.options.len() > 1 {
            found.count(&short, &advisor.hint(&table, &longer)?);
        }
        done();
    }
    let listed = found.positions - found.unlisted;
    found.mean_cost = super::rounded(found.mean_cost / listed.max(1) as f64);
    Ok(found)
}

/// A difference in win chance that matters.
const POINT: f64 = 0.01;

impl Stability {
    fn count(&mut self, short: &Hint, long: &Hint) {
        let [first, others @ ..] = long.options.as_slice() else {
            return;
        };
        let same = short.options[0].ids == first.ids;
        let behind = |option: &super::Advice| first.win_chance - option.win_chance;
        let matters = !others.is_empty() && others.iter().all(|option| behind(option) > POINT);
        let mut listed = long.options.iter();
        let chosen = listed.find(|o| o.ids == short.options[0].ids);
        self.unlisted += usize::from(chosen.is_none());
        let cost = chosen.map_or(0.0, behind);
        self.positions += 1;
        self.same += usize::from(same);
        self.matters += usize::from(matters);
        self.same_where_it_matters += usize::from(matters && same);
        self.costly += usize::from(cost > POINT);
        self.mean_cost += 100.0 * cost;
    }
}

/// Whether people's chances come true.
#[derive(Debug, Clone, PartialEq, Serialize, Default)]
pub struct PeopleCheck {
    /// The level.
    pub level: String,
    /// Positions.
    pub positions: usize,
    /// Mean predicted chance, and share of games won from there with other luck.
    pub predicted_and_won: [f64; 2],
    /// Mean distance between prediction and outcome over ten groups of positions, by prediction.
    pub error: f64,
    /// Positions predicted between 20 and 80 %.
    pub between: usize,
    /// The same two numbers for them.
    pub between_predicted_and_won: [f64; 2],
    /// Games played on from each position.
    pub games_each: u32,
}

/// Predicts with `playouts` games and compares with `games_each` games of other luck.
pub fn people(
    advisor: &Advisor,
    games: &[Game],
    level: Level,
    playouts: u32,
    games_each: u32,
    seed: u64,
    done: &dyn Fn(),
) -> PeopleCheck {
    let players = advisor.people(level);
    let rules = advisor.rules();
    let mean = |game: &Game, count: u32, seed: u64| {
        let starts: Vec<(Game, Luck)> = (0..u64::from(count))
            .map(|i| (*game, Luck::new(seed, i)))
            .collect();
        let played = play_to_end(rules, &players, &starts, game.round, &Cancel::default());
        let played = played.expect("nobody cancels it");
        played.futures.iter().filter(|f| f.won).count() as f64 / f64::from(count.max(1))
    };
    let pairs: Vec<(f64, f64)> = games
        .iter()
        .map(|game| {
            let pair = (mean(game, playouts, seed), mean(game, games_each, !seed));
            done();
            pair
        })
        .collect();
    let both = |pairs: &[(f64, f64)]| {
        let n = pairs.len().max(1) as f64;
        let sum = |pick: fn(&(f64, f64)) -> f64| pairs.iter().map(pick).sum::<f64>() / n;
        [sum(|p| p.0), sum(|p| p.1)].map(super::rounded)
    };
    let mut groups: Vec<Vec<(f64, f64)>> = vec![Vec::new(); 10];
    for pair in &pairs {
        groups[((pair.0 * 10.0) as usize).min(9)].push(*pair);
    }
    let error = groups.iter().filter(|g| !g.is_empty()).map(|group| {
        let [predicted, won] = both(group);
        (predicted - won).abs() * group.len() as f64 / pairs.len().max(1) as f64
    });
    let between: Vec<(f64, f64)> = pairs
        .iter()
        .filter(|p| (0.2..=0.8).contains(&p.0))
        .copied()
        .collect();
    PeopleCheck {
        level: level.key().into(),
        positions: pairs.len(),
        predicted_and_won: both(&pairs),
        error: super::rounded(error.sum()),
        between: between.len(),
        between_predicted_and_won: both(&between),
        games_each,
    }
}

/// Dice that plans waste.
#[derive(Debug, Clone, PartialEq, Serialize, Default)]
pub struct Waste {
    /// Plans.
    pub plans: usize,
    /// Dice taken along them.
    pub dice: usize,
    /// Symbols that lapse.
    pub lapsed: u32,
    /// Dice of which symbols lapse although another die of the same Reckoner would have done the same
    /// without loss.
    pub wasted: usize,
}

/// Counts wasted dice over plans from positions of the Use Dice step.
pub fn waste(
    advisor: &Advisor,
    games: &[Game],
    options: &HintOptions,
    done: &dyn Fn(),
) -> Result<Waste, HintError> {
    let mut waste = Waste::default();
    let options = HintOptions {
        plan: true,
        ..options.clone()
    };
    for game in games {
        if game.step == Step::Use
            && let Some(plan) = advisor.hint(&Table::new(game), &options)?.plan
        {
            waste.count(advisor.rules(), game, &plan);
        }
        done();
    }
    Ok(waste)
}

impl Waste {
    fn count(&mut self, rules: &Rules, game: &Game, plan: &Plan) {
        let ids = plan.steps.iter().flat_map(|step| &step.ids);
        let line: Vec<Action> = ids.filter_map(|id| decode(*id)).collect();
        let takes = line.iter().filter(|a| matches!(a, Action::Take { .. }));
        self.plans += 1;
        self.dice += takes.count();
        self.lapsed += thrift::lapsed(rules, game, &line);
        self.wasted += thrift::wasted(rules, game, &line);
    }
}

/// Positions of the Use Dice step with a win on the table that the scripted player, who made them, did
/// not come to by itself at once; at most one of each game, where it takes most dice.
pub fn winning(rules: &Rules, walk: &Walk, positions: usize) -> Vec<Game> {
    let all: Vec<Option<Game>> = (0..walk.games)
        .into_par_iter()
        .map(|n| {
            let games = along(rules, walk, n);
            let wins = games.into_iter().filter_map(|game| {
                let win = win::find(rules, &game, positions)?;
                Some((win.uses, game))
            });
            wins.max_by_key(|(uses, _)| *uses).map(|(_, game)| game)
        })
        .collect();
    all.into_iter().flatten().take(walk.most).collect()
}
