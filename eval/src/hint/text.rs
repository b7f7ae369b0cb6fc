//! A hint as lines for a terminal.

use std::fmt::Write as _;

use super::goals::Goal;
use super::plan::Plan;
use super::{Advice, Difference, Hint};
use crate::rounded::{percent, signed};

/// The hint for people, its options counted from the best.
pub fn show(hint: &Hint) -> String {
    show_labelled(hint, &|option| format!("{}.", option.order))
}

/// The hint for people, with words of the caller's before each option.
pub fn show_labelled(hint: &Hint, label: &dyn Fn(&Advice) -> String) -> String {
    let mut out = String::new();
    if let Some(note) = &hint.note {
        let _ = writeln!(out, "note: {note}\n");
    }
    out += &outlook(hint);
    if hint.win.as_ref().is_none_or(|win| !win.sure) {
        let _ = writeln!(out, "{}", sentence(&hint.awaited));
        out += &chance_lines(hint);
        for option in &hint.options {
            let _ = write!(out, "\n{} ", label(option));
            out += &advice(option, hint);
        }
    }
    if let Some(plan) = &hint.plan {
        out += &show_plan(plan);
    }
    out
}

/// What must be known first: a win on the table, or a loss that is coming.
fn outlook(hint: &Hint) -> String {
    let mut out = String::new();
    if let Some(win) = &hint.win {
        let _ = writeln!(out, "{}.", win.text);
        for Alike { first, last, text } in alike(&win.steps) {
            let _ = match first == last {
                true => writeln!(out, "  {first}. {text}"),
                false => writeln!(out, "  {first} to {last}. {text}"),
            };
        }
    }
    if let Some(danger) = &hint.danger {
        let _ = writeln!(out, "{}.", danger.text);
    }
    if !out.is_empty() && hint.win.as_ref().is_none_or(|win| !win.sure) {
        out.push('\n');
    }
    out
}

/// Steps of a way that are alike and follow each other.
#[derive(Debug, PartialEq, Eq)]
pub struct Alike {
    /// Number of the first, from 1.
    pub first: usize,
    /// Number of the last.
    pub last: usize,
    /// The step, and how often.
    pub text: String,
}

/// The steps of a way to be told: what is done several times in a row is told once.
pub fn alike(steps: &[String]) -> Vec<Alike> {
    let mut last = 0;
    let told = steps.chunk_by(|a, b| a == b).map(|same| {
        let first = last + 1;
        last += same.len();
        let text = match same {
            [step] => step.clone(),
            _ => format!("{}; {} times", same[0], same.len()),
        };
        Alike { first, last, text }
    });
    told.collect()
}

/// The chance to win as lines.
fn chance_lines(hint: &Hint) -> String {
    const LEAD: &str = "Chance to win: ";
    let mut out = String::new();
    for (i, (chance, whose)) in chances(hint).into_iter().enumerate() {
        let lead = if i == 0 { LEAD } else { "" };
        let _ = writeln!(out, "{lead:<width$}{chance} {whose}", width = LEAD.len());
    }
    out
}

/// The chance to win for both kinds of table: the number, and whose it is. Of a sure win there is nothing to say.
pub fn chances(hint: &Hint) -> Vec<(String, String)> {
    if hint.win.as_ref().is_some_and(|win| win.sure) {
        return Vec::new();
    }
    let playouts = hint.playouts;
    let advice = hint.options.first();
    let doubted = advice.filter(|option| counted(option, hint).is_some());
    // Those of the other options say nothing about the advice.
    let games = match advice.map_or(playouts, |option| option.playouts) {
        own if own < playouts => format!("{own} imagined games of {playouts}"),
        _ => format!("{playouts} imagined games"),
    };
    let how = match (hint.searched, hint.judged, doubted) {
        (true, true, None) => {
            format!("{games}, judged by the network a round on; ± is one standard error")
        }
        (true, true, Some(option)) => format!(
            "counted in {games}, of which the network expected to win {} %; ± is one standard error",
            percent(option.win_chance, 0)
        ),
        (true, false, _) => format!("{games}; ± is one standard error"),
        (false, ..) => format!("{} alone, without search", hint.brain),
    };
    let engine = advice.map_or_else(
        || chance(hint.win_chance, hint.error),
        |option| engine_chance(option, hint),
    );
    let mut list = vec![(
        engine,
        format!("if the engine plays on for everybody ({how})"),
    )];
    list.extend(hint.people.as_ref().map(|people| {
        let (level, games) = (people.level, people.playouts);
        (
            chance_of_games(people.win_chance, people.error, games),
            format!("if a human team of {level} level plays on ({games} imagined games)"),
        )
    }));
    list
}

fn advice(option: &Advice, hint: &Hint) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", option.text);
    let _ = writeln!(out, "   {}", standing(option, hint));
    if !option.then.is_empty() {
        let _ = writeln!(out, "   then {}", option.then.join(", "));
    }
    let _ = writeln!(out, "   {}", sentence(&option.reasons.join("; ")));
    for odds in &option.odds {
        let _ = writeln!(out, "   odds: {}", odds.text);
    }
    out
}

/// The numbers of an option, and how they compare with those of the first, which is the advice: a sentence.
pub fn standing(option: &Advice, hint: &Hint) -> String {
    sentence(&numbers(option, hint))
}

fn numbers(option: &Advice, hint: &Hint) -> String {
    if !hint.searched {
        let own = if option.guide_choice {
            ", the guide's own choice"
        } else {
            ""
        };
        let share = option
            .prior
            .map_or_else(String::new, |p| format!(", share {:.0} %", 100.0 * p));
        let ending = ending(option, option.win_chance);
        return format!(
            "{}{ending} in the guide's judgement{share}{own}",
            chance(option.win_chance, None)
        );
    }
    match &option.behind {
        None => first(option, hint),
        Some(behind) => compared(behind),
    }
}

/// The chance to win after an option if the engine plays on: judged, or counted in games.
fn engine_chance(option: &Advice, hint: &Hint) -> String {
    if let Some([won, error]) = counted(option, hint) {
        return chance_of_games(won, error, option.playouts);
    }
    match option.error {
        Some(error) if !hint.judged => chance_of_games(option.win_chance, error, option.playouts),
        error => chance(option.win_chance, error),
    }
}

/// Chance of a win from which lost games hardly change the mean of the people left.
const NEARLY_ALL: f64 = 0.97;

/// How the game ends after an option with this chance to win: people left, and the round of the win.
fn ending(option: &Advice, win_chance: f64) -> String {
    let mut text = String::new();
    if let Some(population) = option.population {
        // A win now and then with a handful of people left: "0.0" would deny it.
        let few = population < 0.05 && option.won.unwrap_or(win_chance) > 0.0;
        let left = if few {
            "under 0.1".to_owned()
        } else {
            format!("{population:.1}")
        };
        let _ = write!(text, ", {left} people left on average");
        if win_chance < NEARLY_ALL {
            text += " (none in lost games)";
        }
    }
    if let Some(rounds) = option.rounds {
        let _ = write!(text, ", won in round {rounds:.1}");
    }
    text
}

/// The share of its imagined games that was won, with its standard error, where it is clearly not what the network said
/// of them on the way: then how games end counts for more than an opinion.
fn counted(option: &Advice, hint: &Hint) -> Option<[f64; 2]> {
    let (won, error) = (option.won.filter(|_| hint.judged)?, option.error?);
    let spread = spread(won, option.playouts);
    let apart = (won - option.win_chance).abs();
    (apart > 3.0 * error.hypot(spread) && apart > 0.02).then_some([won, spread])
}

/// The standard error of a share of games: as if one more were won and one more lost, since all of a few games say little.
pub(super) fn spread(share: f64, games: u32) -> f64 {
    let games = f64::from(games.max(1));
    let likely = (share * games + 1.0) / (games + 2.0);
    (likely * (1.0 - likely) / games).sqrt()
}

/// The chance to win after an option as it is told: counted where it is not what the network said, else judged.
pub fn told_chance(option: &Advice, hint: &Hint) -> f64 {
    counted(option, hint).map_or(option.win_chance, |[won, _]| won)
}

/// The numbers of the advice itself.
fn first(option: &Advice, hint: &Hint) -> String {
    let mut text = engine_chance(option, hint) + &ending(option, told_chance(option, hint));
    let others = hint.options.get(1..).unwrap_or_default();
    let behind = others.iter().filter_map(|other| other.behind.as_ref());
    let told = behind.clone().filter(|b| b.told_apart.is_some()).count();
    let worse = behind.clone().filter(|b| b.is_worse()).count();
    let perhaps_better = behind.clone().any(may_be_better);
    let perhaps_worse = behind.clone().any(may_be_worse);
    let few = behind.clone().any(|b| b.few);
    text += match (hint.legal, others.len(), worse) {
        (1, ..) => "; the only thing to do",
        // Others may have been looked at and not asked for.
        (_, 0, _) => "",
        // Ahead, but not by so much that luck is ruled out.
        _ if told > worse || perhaps_better => "; another one may be better",
        (_, n, worse) if n == worse => "; clearly the best of these",
        // Nothing can be said of some.
        (_, _, 0) if few => "",
        (_, _, 0) if perhaps_worse => "; perhaps better than some of these",
        (_, _, 0) => "; the others are about as good",
        _ => "; better than some of these",
    };
    text
}

/// Whether an option that is not told apart from the advice seems to be better than it, beyond one standard error: by the
/// chance to win, or where that is not lower by the people left.
fn may_be_better(behind: &Difference) -> bool {
    leads(behind, 1.0)
}

/// The same the other way round.
fn may_be_worse(behind: &Difference) -> bool {
    leads(behind, -1.0)
}

/// Whether an option that is not told apart leads beyond one standard error, or lags if `sign` is negative.
fn leads(behind: &Difference, sign: f64) -> bool {
    let ahead = |[more, error]: [f64; 2], least: f64| sign * more >= least && sign * more > error;
    let [win, people] = [behind.win_chance, behind.population];
    // Within its error, and not by as much as a point.
    let ties = sign * win[0] >= -win[1].clamp(0.005, 0.01);
    behind.told_apart.is_none() && !behind.few && (ahead(win, 0.005) || ties && ahead(people, 0.2))
}

/// `chance to win 1.4 ± 0.5 points lower, 1.2 ± 0.3 people fewer at the end, 0.2 ± 0.1 rounds later`.
pub fn compared(behind: &Difference) -> String {
    if behind.same {
        return "comes to the same: it only changes the order".to_owned();
    }
    if behind.told_apart.is_none() {
        return undecided(behind);
    }
    let mut parts = Vec::new();
    let [win, people_left, in_rounds] = behind.clear;
    let points = behind.win_chance.map(|x| 100.0 * x);
    if win {
        let word = if points[0] < 0.0 { "lower" } else { "higher" };
        parts.push(format!(
            "chance to win {:.1} ± {:.1} points {word}",
            points[0].abs(),
            points[1]
        ));
    }
    let people = behind.population;
    if people_left {
        let word = if people[0] < 0.0 { "fewer" } else { "more" };
        parts.push(format!(
            "{:.1} ± {:.1} people {word} at the end",
            people[0].abs(),
            people[1]
        ));
    }
    if let Some(rounds) = behind.rounds.filter(|_| in_rounds) {
        let word = if rounds[0] > 0.0 { "later" } else { "earlier" };
        parts.push(format!(
            "won {:.2} ± {:.2} rounds {word}",
            rounds[0].abs(),
            rounds[1]
        ));
    }
    parts.join(", ")
}

/// `about as good: +0.4 ± 0.5 points of win chance, -0.1 ± 0.3 people`; numbers that round to nothing, or are made of a few
/// games, are not told.
fn undecided(behind: &Difference) -> String {
    let told = |[value, error]: [f64; 2], what: &str| {
        let nothing = behind.few || value.abs() < 0.05 && error < 0.05;
        (!nothing).then(|| format!("{} ± {error:.1} {what}", signed(value)))
    };
    let points = behind.win_chance.map(|x| 100.0 * x);
    let numbers = [
        told(points, "points of win chance"),
        told(behind.population, "people"),
    ];
    let numbers: Vec<String> = numbers.into_iter().flatten().collect();
    let verdict = match behind {
        _ if behind.few => "too few games to tell",
        _ if may_be_better(behind) => "perhaps better, but it may be luck",
        _ if may_be_worse(behind) => "perhaps worse, but it may be luck",
        _ => "about as good",
    };
    match numbers.as_slice() {
        [] => verdict.to_owned(),
        _ => format!("{verdict}: {}", numbers.join(", ")),
    }
}

/// The plan for people.
pub fn show_plan(plan: &Plan) -> String {
    let how = match plan.weighed {
        true => "every step weighed",
        false => "not every step weighed",
    };
    let mut out = format!("\nPlan for the team ({how}; ask again when luck has decided):\n");
    for keep in &plan.keep {
        let _ = write!(out, "- {}", keep.text);
        if let Some(toward) = &keep.toward {
            let _ = write!(out, " ({toward}");
            for odds in &keep.odds {
                let _ = write!(out, "; {}", odds.text);
            }
            out.push(')');
        }
        out.push('\n');
    }
    if !plan.goals.is_empty() {
        out += "After the rolls, by how often it comes up:\n";
    }
    for line in plan.goals.iter().map(goal) {
        let _ = writeln!(out, "- {line}");
    }
    let mut who = "";
    for (i, step) in plan.steps.iter().enumerate() {
        if step.reckoner != who {
            who = &step.reckoner;
            let _ = writeln!(out, "{}", capital(who));
        }
        let why = step.why.join("; ");
        let _ = writeln!(out, "  {:2}. {}  ({why})", i + 1, step.text);
    }
    let _ = writeln!(out, "Then: {}", plan.then);
    out
}

/// What a roll may make possible, and how often it does.
pub fn goal(goal: &Goal) -> String {
    let when = goal.when.as_ref().map(|w| format!(" {w}"));
    format!(
        "{}: {}{} (in {} % of imagined rolls)",
        goal.reckoner,
        goal.goal,
        when.unwrap_or_default(),
        percent(goal.share, 0)
    )
}

fn chance(value: f64, error: Option<f64>) -> String {
    match error {
        Some(error) => format!("{} % ± {}", percent(value, 1), percent(error, 1)),
        None => format!("{} %", percent(value, 1)),
    }
}

/// A chance that was counted in games. All or none of them says less than it seems: the rule of three gives a limit.
fn chance_of_games(value: f64, error: f64, games: u32) -> String {
    let limit = (300.0 / f64::from(games.max(1))).ceil();
    match value {
        _ if games == 0 || limit > 50.0 => chance(value, Some(error)),
        0.0 => format!("under {limit:.0} %"),
        1.0 => format!("over {:.0} %", 100.0 - limit),
        _ => chance(value, Some(error)),
    }
}

/// With a capital letter and a full stop.
fn sentence(text: &str) -> String {
    format!("{}.", capital(text))
}

/// With a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => format!("{}{}", first.to_uppercase(), letters.as_str()),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use reckoners_agents::search::weigh::Measure;

    use super::*;

    #[test]
    fn differences_are_told_by_what_they_are() {
        let none = Difference {
            win_chance: [0.0; 2],
            population: [0.0; 2],
            rounds: Some([0.0; 2]),
            told_apart: None,
            clear: [false; 3],
            same: false,
            few: false,
        };
        // Of games that are all lost alike nobody knows.
        assert_eq!(compared(&none), "about as good");
        let same = Difference {
            same: true,
            ..none.clone()
        };
        assert_eq!(
            compared(&same),
            "comes to the same: it only changes the order"
        );
        let earlier = Difference {
            win_chance: [0.001, 0.002],
            rounds: Some([-0.5, 0.2]),
            told_apart: Some(Measure::Rounds),
            clear: [false, false, true],
            ..none.clone()
        };
        assert_eq!(compared(&earlier), "won 0.50 ± 0.20 rounds earlier");
        assert!(!earlier.is_worse() && !none.is_worse());
        let fewer = Difference {
            population: [-1.0, 0.2],
            told_apart: Some(Measure::Population),
            clear: [false, true, true],
            ..earlier
        };
        assert!(fewer.is_worse());
    }

    #[test]
    fn all_of_a_few_games_say_little() {
        assert!(spread(1.0, 32) > 0.025 && (spread(0.0, 32) - spread(1.0, 32)).abs() < 1e-9);
        assert!(spread(1.0, 1024) < 0.002);
        assert!((spread(0.5, 100) - 0.05).abs() < 1e-6);
    }

    #[test]
    fn a_difference_that_rounds_to_nothing_has_no_direction() {
        let close = Difference {
            win_chance: [-0.0001, 0.004],
            population: [-0.04, 0.2],
            rounds: None,
            told_apart: None,
            clear: [false; 3],
            same: false,
            few: false,
        };
        assert_eq!(
            compared(&close),
            "about as good: +0.0 ± 0.4 points of win chance, +0.0 ± 0.2 people"
        );
    }

    #[test]
    fn numbers_that_say_nothing_are_not_told() {
        let close = Difference {
            win_chance: [0.0001, 0.0002],
            population: [0.3, 0.4],
            rounds: None,
            told_apart: None,
            clear: [false; 3],
            same: false,
            few: false,
        };
        assert_eq!(compared(&close), "about as good: +0.3 ± 0.4 people");
        let closer = Difference {
            population: [0.01, 0.02],
            ..close
        };
        assert_eq!(compared(&closer), "about as good");
    }

    #[test]
    fn what_seems_better_is_not_called_as_good() {
        let seems = Difference {
            win_chance: [0.07, 0.052],
            population: [0.0, 0.1],
            rounds: None,
            told_apart: None,
            clear: [false; 3],
            same: false,
            few: false,
        };
        let words = "perhaps better, but it may be luck: +7.0 ± 5.2 points of win chance, +0.0 ± 0.1 people";
        assert_eq!(compared(&seems), words);
        // People count where chances tie, and not where they are worse.
        let people = |win| Difference {
            win_chance: [win, 0.004],
            population: [1.3, 0.7],
            ..seems.clone()
        };
        assert!(compared(&people(0.001)).starts_with("perhaps better"));
        assert!(compared(&people(0.0045)).starts_with("perhaps better"));
        assert!(compared(&people(-0.007)).starts_with("perhaps worse"));
    }

    #[test]
    fn people_alone_are_no_verdict_where_the_chance_to_win_seems_higher() {
        let denied = Difference {
            win_chance: [0.012, 0.047],
            population: [-0.8, 0.3],
            rounds: None,
            told_apart: None,
            clear: [false, true, false],
            same: false,
            few: false,
        };
        assert_eq!(
            compared(&denied),
            "about as good: +1.2 ± 4.7 points of win chance, -0.8 ± 0.3 people"
        );
    }

    #[test]
    fn none_of_some_games_is_a_limit() {
        assert_eq!(chance_of_games(0.0, 0.0, 80), "under 4 %");
        assert_eq!(chance_of_games(1.0, 0.0, 300), "over 99 %");
        assert_eq!(chance_of_games(0.5, 0.1, 25), "50.0 % ± 10.0");
        // Of so few games even the limit says nothing.
        assert_eq!(chance_of_games(0.0, 0.0, 4), "0.0 % ± 0.0");
    }

    #[test]
    fn steps_alike_are_told_once() {
        let steps = ["a", "b", "b", "a"].map(str::to_owned);
        let told = alike(&steps);
        let numbers: Vec<_> = told.iter().map(|s| (s.first, s.last)).collect();
        assert_eq!(numbers, [(1, 1), (2, 3), (4, 4)]);
        assert_eq!(told[1].text, "b; 2 times");
    }
}
