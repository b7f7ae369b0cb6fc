//! The review of a game: how the chance to win moved, by luck and by decisions, and which decisions
//! cost most.
//!
//! The guide's own judgement gives every position a value; before chance it is the mean over
//! imagined outcomes. What a chance event changes is luck, what a decision changes is skill, and
//! both add up exactly to the whole change. The costliest decisions are found by that judgement
//! and then measured with playouts: the played action against the guide's, on the same luck.

use std::fmt::Write as _;

use rayon::prelude::*;
use reckoners_agents::search::settled;
use reckoners_env::Game;
use reckoners_env::action::{decode, encode};
use reckoners_env::rng::{Purpose, stream};
use reckoners_env::trace::{Trace, TraceError, TraceMove};
use reckoners_env::words::Speaker;
use serde::Serialize;

use crate::hint::Advisor;
use crate::hint::judge::paired_gain;

/// How much to think.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReviewOptions {
    /// Playouts for each of the two actions compared.
    pub playouts: u32,
    /// Decisions measured with playouts.
    pub examined: usize,
    /// Costliest decisions told.
    pub told: usize,
    /// Imagined luck.
    pub seed: u64,
}

impl Default for ReviewOptions {
    fn default() -> Self {
        Self {
            playouts: 48,
            examined: 40,
            told: 5,
            seed: 0,
        }
    }
}

/// How one round went, in win chance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RoundScore {
    /// The round; 0 is the prologue.
    pub round: u16,
    /// Change by dice and cards.
    pub luck: f32,
    /// Change by decisions.
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
    /// Change by dice and cards.
    pub luck: f32,
    /// Change by decisions.
    pub skill: f32,
    /// Decisions with a choice that people made.
    pub decisions: usize,
    /// How many of them differ from the guide's.
    pub different: usize,
    /// By round.
    pub rounds: Vec<RoundScore>,
    /// The costliest decisions, worst first.
    pub mistakes: Vec<Mistake>,
}

/// Imagined outcomes in the value of a position in which chance comes first.
const SAMPLES: u64 = 24;
/// Costs below this are not worth telling.
const LEAST_COST: f32 = 0.005;

/// Reviews a recorded game; decisions of seats that are not `human` are not graded.
pub fn review(
    advisor: &Advisor,
    trace: &Trace,
    human: &(dyn Fn(u8) -> bool + '_),
    options: &ReviewOptions,
) -> Result<Review, TraceError> {
    let rules = advisor.rules();
    let mut steps: Vec<(Game, TraceMove)> = Vec::new();
    let last = trace.walk(rules, |before, step, _| steps.push((*before, step.play)))?;
    let positions: Vec<Game> = steps.iter().map(|(game, _)| *game).chain([last]).collect();
    let values: Vec<f32> = positions
        .par_iter()
        .enumerate()
        .map(|(i, game)| value(advisor, game, options.seed.wrapping_add(i as u64)))
        .collect();
    let mut review = Review {
        start: values[0],
        end: values[values.len() - 1],
        luck: 0.0,
        skill: 0.0,
        decisions: 0,
        different: 0,
        rounds: Vec::new(),
        mistakes: Vec::new(),
    };
    let mut doubtful: Vec<Doubt<'_>> = Vec::new();
    for (i, (game, play)) in steps.iter().enumerate() {
        let change = values[i + 1] - values[i];
        if review.rounds.last().is_none_or(|r| r.round != game.round) {
            review.rounds.push(RoundScore {
                round: game.round,
                luck: 0.0,
                skill: 0.0,
            });
        }
        let round = review.rounds.last_mut().expect("pushed above");
        match play {
            TraceMove::Chance(_) => {
                review.luck += change;
                round.luck += change;
            }
            TraceMove::Action(action) => {
                review.skill += change;
                round.skill += change;
                let legal = rules.legal(game);
                if !human(game.acting) || legal.len() < 2 {
                    continue;
                }
                review.decisions += 1;
                let mut rng = stream(options.seed, i as u64, 0, Purpose::Agent);
                let (own, played) = (
                    advisor.brain().choice(rules, game, &legal, &mut rng),
                    encode(*action),
                );
                if own != played {
                    review.different += 1;
                    let mut after = *game;
                    rules.apply_unchecked(&mut after, decode(own).expect("an id of the mask"));
                    let seed = options.seed.wrapping_add(i as u64 + 1);
                    let loss = value(advisor, &after, seed) - values[i + 1];
                    doubtful.push(Doubt {
                        game,
                        played,
                        own,
                        loss,
                    });
                }
            }
        }
    }
    doubtful.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    doubtful.truncate(options.examined);
    let speaker = Speaker::new(rules, &trace.start.names);
    for doubt in &doubtful {
        review
            .mistakes
            .extend(doubt.measure(advisor, &speaker, options));
    }
    review.mistakes.sort_by(|a, b| b.cost.total_cmp(&a.cost));
    review.mistakes.truncate(options.told);
    Ok(review)
}

/// The guide's judgement of a position, the mean over imagined outcomes before chance.
fn value(advisor: &Advisor, game: &Game, seed: u64) -> f32 {
    if let Some(known) = settled(game) {
        return known;
    }
    let (rules, guide) = (advisor.rules(), advisor.brain().guide());
    let mut games = vec![*game];
    if game.now.is_chance() {
        games = vec![*game; SAMPLES as usize];
        for (i, future) in games.iter_mut().enumerate() {
            rules.play_chance(future, &mut stream(seed, i as u64, 2, Purpose::Search));
        }
    }
    let values = guide.win_chances(rules, &games);
    values.iter().sum::<f32>() / values.len() as f32
}

/// A decision that differs from the guide's.
struct Doubt<'a> {
    game: &'a Game,
    played: usize,
    own: usize,
    loss: f32,
}

impl Doubt<'_> {
    /// A mistake when the guide's action is clearly better on the same luck.
    fn measure(
        &self,
        advisor: &Advisor,
        speaker: &Speaker<'_>,
        options: &ReviewOptions,
    ) -> Option<Mistake> {
        let (cost, error) = paired_gain(
            advisor.rules(),
            advisor.brain(),
            self.game,
            (self.own, self.played),
            options.playouts,
            options.seed,
        );
        if cost < LEAST_COST || cost < 1.5 * error {
            return None;
        }
        Some(Mistake {
            round: self.game.round,
            played: speaker.sentence(self.game, decode(self.played)?),
            better: speaker.action(self.game, decode(self.own)?),
            cost,
            error,
            mark: if cost >= 0.06 {
                "??"
            } else if cost >= 0.03 {
                "?"
            } else {
                "?!"
            },
        })
    }
}

/// The review for people.
pub fn show(review: &Review) -> String {
    let points = |x: f32| format!("{:+.1}", 100.0 * x);
    let mut out = format!(
        "\nReview\nChance to win at the beginning {:.0} %, at the end {:.0} %.\n\
         Luck (dice and cards) {} points, decisions {} points, by the guide's judgement.\n",
        100.0 * review.start,
        100.0 * review.end,
        points(review.luck),
        points(review.skill),
    );
    out += "\nround    luck  decisions\n";
    for round in &review.rounds {
        let name = if round.round == 0 {
            "start".into()
        } else {
            round.round.to_string()
        };
        let _ = writeln!(
            out,
            "{name:>5} {:>7} {:>10}",
            points(round.luck),
            points(round.skill)
        );
    }
    let _ = writeln!(
        out,
        "\nYou made {} decisions with a choice; {} differ from the guide's.",
        review.decisions, review.different
    );
    if review.mistakes.is_empty() {
        out += "None of them clearly cost anything.\n";
    } else {
        out += "The costliest:\n";
    }
    for m in &review.mistakes {
        let (cost, error) = (100.0 * m.cost, 100.0 * m.error);
        let _ = writeln!(out, "{:2} round {}, {}", m.mark, m.round, m.played);
        let _ = writeln!(
            out,
            "   cost {cost:.1} ± {error:.1} points; better: {}",
            m.better
        );
    }
    out
}
