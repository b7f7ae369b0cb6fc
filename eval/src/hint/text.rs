//! A hint as lines for a terminal.

use std::fmt::Write as _;

use super::plan::Plan;
use super::{Advice, Hint};

/// The hint for people.
pub fn show(hint: &Hint) -> String {
    let mut out = String::new();
    if let Some(note) = &hint.note {
        let _ = writeln!(out, "note: {note}\n");
    }
    let how = if hint.searched {
        format!("{} searched with {} playouts", hint.brain, hint.playouts)
    } else {
        format!("{} alone, without search", hint.brain)
    };
    let _ = writeln!(out, "{} ({how})", sentence(&hint.awaited));
    let _ = writeln!(
        out,
        "Chance to win: {}",
        chance(hint.win_chance, hint.error)
    );
    for option in &hint.options {
        out += &advice(option, hint.options.len());
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

fn advice(option: &Advice, count: usize) -> String {
    let mut out = String::new();
    let _ = write!(out, "\n{}. {}", option.order, option.text);
    let _ = write!(out, "   {}", chance(option.win_chance, option.error));
    match option.gain {
        Some(gain) if gain >= 0.0005 => {
            let _ = write!(out, ", {:.1} points better than the next", 100.0 * gain);
        }
        Some(_) if option.order == 1 && option.guide_choice => {
            out += ", the guide's own choice; nothing else is clearly better";
        }
        Some(_) if option.order < count => out += ", about as good as the next",
        _ => {}
    }
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

/// The plan for people.
pub fn show_plan(plan: &Plan) -> String {
    let mut out = String::from("\nPlan for the team:\n");
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
            step.reckoner,
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
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        None => String::new(),
    }
}
