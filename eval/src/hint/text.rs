//! A hint as lines for a terminal.

use std::fmt::Write as _;

use super::plan::Plan;
use super::{Advice, Hint};

/// Playouts below which their spread says nothing about their error.
const LEAST_PLAYOUTS: u32 = 8;

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
    let how = if hint.searched {
        let (brain, playouts) = (&hint.brain, hint.playouts);
        format!("{brain} searched with {playouts} playouts; ± is one standard error")
    } else {
        format!("{} alone, without search", hint.brain)
    };
    let _ = writeln!(out, "{} ({how})", sentence(&hint.awaited));
    let judged = match (hint.searched, hint.options.len()) {
        (true, _) => "",
        (false, 0 | 1) => " in its judgement",
        (false, _) => " in its judgement; the options are in its order",
    };
    let _ = writeln!(
        out,
        "Chance to win: {}{judged}",
        chance(hint.win_chance, hint.error)
    );
    for option in &hint.options {
        let _ = write!(out, "\n{} ", label(option));
        out += &advice(option, hint);
    }
    if let Some(keep) = hint.keep.as_ref().filter(|k| !k.keep.is_empty()) {
        let _ = writeln!(out, "\nAll dice of this roll: {}", keep.text);
        if let Some(toward) = &keep.toward {
            let _ = writeln!(out, "   toward: {toward}");
        }
        for odds in &keep.odds {
            let _ = writeln!(out, "   odds: {}", odds.text);
        }
    }
    if let Some(plan) = &hint.plan {
        out += &show_plan(plan);
    }
    out
}

fn advice(option: &Advice, hint: &Hint) -> String {
    let mut out = String::new();
    let _ = write!(out, "{}   {}", option.text, standing(option, hint));
    if let Some(prior) = option.prior {
        let _ = write!(out, " (network {:.0} %)", 100.0 * prior);
    }
    out.push('\n');
    if !option.then.is_empty() {
        let _ = writeln!(out, "   then {}", option.then.join(", "));
    }
    let _ = writeln!(out, "   {}", sentence(&option.reasons.join("; ")));
    for odds in &option.odds {
        let _ = writeln!(out, "   odds: {}", odds.text);
    }
    out
}

/// The win chance of an option and how it compares with the first one, which is the advice.
fn standing(option: &Advice, hint: &Hint) -> String {
    let value = chance(option.win_chance, option.error);
    let first = &hint.options[0];
    if option.order == 1 {
        return value + &lead(option, hint);
    }
    let below = tenths(first.win_chance) - tenths(option.win_chance);
    let points = points(below.abs());
    match (below, hint.searched) {
        (0, false) => format!("{value}, about as good as the first"),
        (1.., false) => format!("{value}, {points} below the first"),
        (_, false) => format!("{value}, judged {points} above the first"),
        // A number that is mostly luck would be read as a verdict.
        (_, true) if !told_apart(first, option) => "too close to the first to tell apart".into(),
        (1.., true) => format!("{value}, {points} below the first"),
        (_, true) => format!("{value}, perhaps better than the first, but not beyond doubt"),
    }
}

/// Whether two options differ by more than the luck of their playouts: by two standard errors that
/// come from more than a handful of them, and enough to be seen.
fn told_apart(one: &Advice, other: &Advice) -> bool {
    let error = |option: &Advice| option.gain_error.unwrap_or(0.0);
    let difference = (one.win_chance - other.win_chance).abs();
    difference > 2.0 * error(one).hypot(error(other))
        && one.playouts.min(other.playouts) >= LEAST_PLAYOUTS
        && tenths(one.win_chance) != tenths(other.win_chance)
}

/// Why the first option is the first.
fn lead(option: &Advice, hint: &Hint) -> String {
    let own = match (option.guide_choice, hint.searched) {
        (true, _) => ", the guide's own choice",
        (false, true) => "",
        (false, false) => ", the guide's favourite of these",
    };
    let behind = |next: &Advice| {
        let clear = told_apart(option, next) && next.win_chance < option.win_chance;
        clear.then(|| tenths(option.win_chance) - tenths(next.win_chance))
    };
    match hint
        .options
        .get(1..)
        .filter(|rest| hint.searched && !rest.is_empty())
    {
        None if hint.legal == 1 => ", the only thing to do".into(),
        None => own.into(),
        Some(rest) => match rest.iter().map(behind).collect::<Option<Vec<i32>>>() {
            Some(behind) => {
                let ahead = behind.into_iter().min().unwrap_or_default();
                format!("{own}, {} ahead", points(ahead))
            }
            None => format!("{own}; nothing else is clearly better"),
        },
    }
}

/// A win chance in tenths of a percent, as it is shown, so that differences fit what people read.
fn tenths(chance: f64) -> i32 {
    (1e3 * chance).round() as i32
}

fn points(tenths: i32) -> String {
    format!("{:.1} points", f64::from(tenths) / 10.0)
}

/// The plan for people.
pub fn show_plan(plan: &Plan) -> String {
    let mut out = String::from(
        "\nPlan for the team (the first step as suggested above, the rest as the guide would go on; ask again \
         as you play):\n",
    );
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
    for goal in &plan.goals {
        let when = goal
            .when
            .as_ref()
            .map(|w| format!(" {w}"))
            .unwrap_or_default();
        let _ = writeln!(
            out,
            "- {}: {}{when} (in {:.0} % of imagined rolls)",
            goal.reckoner,
            goal.goal,
            100.0 * goal.share
        );
    }
    for (i, step) in plan.steps.iter().enumerate() {
        let _ = writeln!(
            out,
            "{}. {}: {}",
            i + 1,
            capital(&step.reckoner),
            step.actions.join(", ")
        );
        let _ = writeln!(out, "   {}", sentence(&step.why.join("; ")));
    }
    let _ = writeln!(out, "Then: {}", plan.then);
    out
}

fn chance(value: f64, error: Option<f64>) -> String {
    match error {
        Some(error) => format!("{:.1} % ± {:.1}", 100.0 * value, 100.0 * error),
        None => format!("{:.1} %", 100.0 * value),
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
