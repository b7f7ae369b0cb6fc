//! The review of a game: what people's decisions cost, and what was luck.
//!
//! Skill is measured against the guide: where a person chose what the guide would choose, nothing
//! is lost; where not, both actions are played out on the same imagined luck, and the difference is
//! the cost. The change of the win chance that decisions do not explain is luck: dice, cards and
//! what agents in other seats did.

use std::fmt::Write as _;

use reckoners_agents::search::{Cancel, settled};
use reckoners_env::Game;
use reckoners_env::action::{decode, encode};
use reckoners_env::ids::SeatIx;
use reckoners_env::rng::{Purpose, stream};
use reckoners_env::trace::{Trace, TraceError, TraceMove};
use reckoners_env::words::Speaker;
use serde::Serialize;

use crate::hint::Advisor;
use crate::hint::judge::{Budget, paired_gain, playouts, raw_value};
use crate::rounded::{self, percent};

/// How much to think.
#[derive(Debug, Clone)]
pub struct ReviewOptions {
    /// Playouts for each of the two actions compared.
    pub playouts: u32,
    /// Most decisions measured; of more, those that look worst to the guide.
    pub examined: usize,
    /// Playouts for the chance to win at the beginning of a round.
    pub anchors: u32,
    /// Costliest decisions told.
    pub told: usize,
    /// Imagined luck.
    pub seed: u64,
    /// Ends the review when nobody waits for it any more.
    pub cancel: Cancel,
}

impl Default for ReviewOptions {
    fn default() -> Self {
        Self {
            playouts: 48,
            examined: 250,
            anchors: 256,
            told: 5,
            seed: 0,
            cancel: Cancel::default(),
        }
    }
}

impl ReviewOptions {
    /// Goes on only while somebody waits.
    fn go_on(&self) -> Result<(), ReviewError> {
        match self.cancel.is_cancelled() {
            true => Err(ReviewError::Stopped),
            false => Ok(()),
        }
    }
}

/// How one round went, in win chance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RoundScore {
    /// The round; 0 is the prologue.
    pub round: u16,
    /// Chance to win when it began.
    pub win_chance: f32,
    /// Change by luck.
    pub luck: f32,
    /// Change by people's decisions.
    pub skill: f32,
}

/// A decision that cost something.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mistake {
    /// The round.
    pub round: u16,
    /// What was decided.
    pub played: String,
    /// What would have been better.
    pub better: String,
    /// What it cost, in win chance.
    pub cost: f32,
    /// Standard error of that.
    pub error: f32,
    /// `?!` doubtful, `?` bad, `??` very bad.
    pub mark: &'static str,
}

/// A reviewed game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Review {
    /// Chance to win at the beginning.
    pub start: f32,
    /// Chance to win at the end.
    pub end: f32,
    /// Change by luck.
    pub luck: f32,
    /// Change by people's decisions, compared with the guide's.
    pub skill: f32,
    /// Standard error of the skill.
    pub error: f32,
    /// Decisions with a choice that people made.
    pub decisions: usize,
    /// How many of them differ from the guide's.
    pub different: usize,
    /// By round.
    pub rounds: Vec<RoundScore>,
    /// The costliest decisions, worst first.
    pub mistakes: Vec<Mistake>,
}

/// A game that is not reviewed.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// It cannot be played again.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// Whoever asked has left.
    #[error("stopped")]
    Stopped,
}

/// Costs below this are not worth telling.
const LEAST_COST: f32 = 0.005;
/// Standard errors beyond which a cost is told: of hundreds of decisions some look costly by luck.
const CERTAIN: f32 = 2.5;

/// Reviews a recorded game; decisions of seats that are not `human` are not graded. `progress` hears after each
/// part how many of how many are done.
pub fn review(
    advisor: &Advisor,
    trace: &Trace,
    human: &(dyn Fn(SeatIx) -> bool + '_),
    options: &ReviewOptions,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Review, ReviewError> {
    let rules = advisor.rules();
    let mut steps: Vec<(Game, TraceMove)> = Vec::new();
    let last = trace.walk(rules, |before, step, _| steps.push((*before, step.play)))?;
    let (decisions, mut doubts) = doubts(advisor, &steps, human, options)?;
    let different = doubts.len();
    doubts.truncate(options.examined);
    let begins = |i: &usize| *i == 0 || steps[*i].0.round != steps[i - 1].0.round;
    let begun: Vec<&Game> = (0..steps.len())
        .filter(begins)
        .map(|i| &steps[i].0)
        .collect();
    let (mut done, total) = (0, begun.len() + 1 + doubts.len());
    let mut step = || {
        done += 1;
        progress(done, total);
    };
    let mut rounds: Vec<RoundScore> = Vec::new();
    for game in begun {
        let win_chance = anchor(advisor, game, options)?;
        step();
        rounds.push(RoundScore {
            round: game.round,
            win_chance,
            luck: 0.0,
            skill: 0.0,
        });
    }
    let end = anchor(advisor, &last, options)?;
    step();
    let speaker = Speaker::new(rules, &trace.start.names);
    let (mut mistakes, mut variance) = (Vec::new(), 0.0);
    for doubt in &doubts {
        let (cost, error) = doubt.cost(advisor, options)?;
        step();
        variance += error * error;
        if let Some(round) = rounds.iter_mut().find(|r| r.round == doubt.game.round) {
            round.skill -= cost;
        }
        mistakes.extend(doubt.mistake(&speaker, cost, error));
    }
    mistakes.sort_by(|a: &Mistake, b| b.cost.total_cmp(&a.cost));
    mistakes.truncate(options.told);
    let ends: Vec<f32> = rounds
        .iter()
        .skip(1)
        .map(|r| r.win_chance)
        .chain([end])
        .collect();
    for (round, after) in rounds.iter_mut().zip(ends) {
        round.luck = after - round.win_chance - round.skill;
    }
    let start = rounds.first().map_or(end, |r| r.win_chance);
    // The sum of nothing is -0.
    let skill = 0.0 + rounds.iter().map(|r| r.skill).sum::<f32>();
    Ok(Review {
        start,
        end,
        luck: end - start - skill,
        skill,
        error: variance.sqrt(),
        decisions,
        different,
        rounds,
        mistakes,
    })
}

/// The chance to win from a position when the guide plays the round to its end.
fn anchor(advisor: &Advisor, game: &Game, options: &ReviewOptions) -> Result<f32, ReviewError> {
    options.go_on()?;
    let mut search = advisor.brain().search;
    (search.playouts, search.horizon, search.time) = (options.anchors, 0, None);
    let budget = Budget {
        search,
        seed: options.seed,
    };
    let played = || playouts(advisor.rules(), advisor.brain(), game, &budget).win_chance;
    Ok(settled(game).unwrap_or_else(played))
}

/// The number of people's decisions, and those that differ from the guide's, worst looking first.
fn doubts<'a>(
    advisor: &Advisor,
    steps: &'a [(Game, TraceMove)],
    human: &(dyn Fn(SeatIx) -> bool + '_),
    options: &ReviewOptions,
) -> Result<(usize, Vec<Doubt<'a>>), ReviewError> {
    let (rules, brain) = (advisor.rules(), advisor.brain());
    let mut decisions = 0;
    let mut list: Vec<Doubt<'_>> = Vec::new();
    for (i, (game, play)) in steps.iter().enumerate() {
        let TraceMove::Action(action) = play else {
            continue;
        };
        let legal = rules.legal(game);
        if !human(game.acting) || legal.len() < 2 {
            continue;
        }
        options.go_on()?;
        decisions += 1;
        let mut rng = stream(options.seed, i as u64, 0, Purpose::Agent);
        let (own, played) = (brain.choice(rules, game, &legal, &mut rng), encode(*action));
        if own != played {
            let value = |id: usize| {
                let mut after = *game;
                rules.apply_unchecked(&mut after, decode(id).expect("an id of the mask"));
                raw_value(rules, brain, &after, options.seed)
            };
            let loss = value(own) - value(played);
            list.push(Doubt {
                game,
                played,
                own,
                loss,
            });
        }
    }
    list.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    Ok((decisions, list))
}

/// A decision that differs from the guide's.
struct Doubt<'a> {
    game: &'a Game,
    played: usize,
    own: usize,
    /// What it costs by the guide's judgement alone.
    loss: f32,
}

impl Doubt<'_> {
    /// What it cost on the same luck, with the standard error; below 0 when it was better.
    fn cost(&self, advisor: &Advisor, options: &ReviewOptions) -> Result<(f32, f32), ReviewError> {
        options.go_on()?;
        let pair = (self.own, self.played);
        let (rules, brain) = (advisor.rules(), advisor.brain());
        Ok(paired_gain(
            rules,
            brain,
            self.game,
            pair,
            options.playouts,
            options.seed,
        ))
    }

    /// A mistake when the guide's action is clearly better.
    fn mistake(&self, speaker: &Speaker<'_>, cost: f32, error: f32) -> Option<Mistake> {
        if cost < LEAST_COST || cost < CERTAIN * error {
            return None;
        }
        Some(Mistake {
            round: self.game.round,
            played: speaker.sentence(self.game, decode(self.played)?),
            better: speaker.action(self.game, decode(self.own)?),
            cost,
            error,
            mark: match cost {
                c if c >= 0.06 => "??",
                c if c >= 0.03 => "?",
                _ => "?!",
            },
        })
    }
}

/// The review for people.
pub fn show(review: &Review) -> String {
    let share = |x: f32, decimals: usize| percent(f64::from(x), decimals);
    let points = |x: f32| rounded::points(f64::from(x));
    let mut out = format!(
        "\nReview\nChance to win at the beginning {} %, at the end {} %.\n",
        share(review.start, 0),
        share(review.end, 0),
    );
    let _ = if review.decisions == 0 {
        writeln!(
            out,
            "Nobody had a decision with a choice, so there is nothing to judge; luck and other players {} points.",
            points(review.luck)
        )
    } else {
        writeln!(
            out,
            "Your decisions {} ± {} points compared with what the program would play; luck and other players {} points.\n\
             These add up over the game, so each alone can be beyond 100; together they are the change of the chance.",
            points(review.skill),
            share(review.error, 1),
            points(review.luck),
        )
    };
    out += "\nround  win chance  decisions    luck\n";
    for round in &review.rounds {
        let name = if round.round == 0 {
            "start".into()
        } else {
            round.round.to_string()
        };
        let _ = writeln!(
            out,
            "{name:>5} {:>9} % {:>10} {:>7}",
            share(round.win_chance, 0),
            points(round.skill),
            points(round.luck)
        );
    }
    if review.decisions > 0 {
        out += &costs(review);
    }
    out
}

/// How many decisions were not the guide's, and those that cost most.
fn costs(review: &Review) -> String {
    let share = |x: f32| percent(f64::from(x), 1);
    let mut out = format!(
        "\nOf {} decisions with a choice, {} are not the guide's.\n",
        review.decisions, review.different
    );
    if review.mistakes.is_empty() {
        out += "None of them clearly cost anything.\n";
    } else {
        out += "The costliest:\n";
    }
    for m in &review.mistakes {
        let (cost, error) = (share(m.cost), share(m.error));
        let _ = writeln!(out, "{:2} round {}, {}", m.mark, m.round, m.played);
        let _ = writeln!(out, "   cost {cost} ± {error} points; better: {}", m.better);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game that luck alone brought from a chance of a half to a win, or skill and luck against each other.
    fn sample(decisions: usize, skill: f32) -> Review {
        Review {
            start: 0.5,
            end: 1.0,
            luck: 0.5 - skill,
            skill,
            error: 0.1,
            decisions,
            different: decisions,
            rounds: Vec::new(),
            mistakes: Vec::new(),
        }
    }

    #[test]
    fn a_game_without_decisions_is_not_judged() {
        let text = show(&sample(0, -0.0));
        assert!(text.contains("there is nothing to judge"), "{text}");
        assert!(
            !text.contains("-0.0") && !text.contains("Of 0 decisions"),
            "{text}"
        );
    }

    #[test]
    fn more_than_a_whole_chance_is_explained() {
        let text = show(&sample(3, -1.268));
        assert!(text.contains("-126.8 ± 10.0 points"), "{text}");
        assert!(
            text.contains("luck and other players +176.8 points"),
            "{text}"
        );
        assert!(text.contains("can be beyond 100"), "{text}");
        assert!(text.contains("Of 3 decisions with a choice"), "{text}");
    }
}
