//! The error for a name that is in no list, with the nearest one that is.

/// The name that was not in the list, with the nearest one that is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} \"{given}\"{}; one of: {allowed}", hint(.nearest.as_deref()))]
pub struct UnknownName {
    /// What kind of thing was looked for.
    pub what: &'static str,
    /// What was written.
    pub given: String,
    /// The closest known name, when one is close.
    pub nearest: Option<String>,
    /// All known names.
    pub allowed: String,
}

/// Text shortened so that a message stays one readable line, whatever was typed.
pub(crate) fn shown(text: &str) -> String {
    const LONGEST: usize = 60;
    let readable = |c: char| if c.is_control() { ' ' } else { c };
    let mut chars = text.chars();
    let line: String = chars.by_ref().take(LONGEST).map(readable).collect();
    match chars.next() {
        None => line,
        Some(_) => line + "…",
    }
}

fn hint(nearest: Option<&str>) -> String {
    nearest
        .map(|n| format!(" (did you mean \"{n}\"?)"))
        .unwrap_or_default()
}

/// Whether somebody may have meant a name: a slip of a letter or two, its beginning, or the name and more. A guess that
/// is further off only leads astray. Of numbers only a sign is forgotten: another digit means another number.
fn is_near(given: &str, name: &str) -> bool {
    let number = |text: &str| text.trim().trim_start_matches('+').parse::<u32>().ok();
    if let (Some(given), Some(name)) = (number(given), number(name)) {
        return given == name;
    }
    let letters = given.chars().count();
    let slips = strsim::damerau_levenshtein(given, name);
    let begins = name.starts_with(given) || given.starts_with(name);
    slips <= 1 + letters / 4 && slips < letters || letters >= 3 && begins
}

/// Sorts names so that those that are like what was written come first.
pub(crate) fn nearest_first(given: &str, names: &mut [&str]) {
    let lower = given.to_lowercase();
    let likeness = |name: &str| strsim::jaro_winkler(&lower, &name.to_lowercase());
    names.sort_by(|a, b| likeness(b).total_cmp(&likeness(a)));
}

impl UnknownName {
    /// Builds the error, finding the nearest of `names`.
    pub fn new<'a>(
        what: &'static str,
        given: &str,
        names: impl Iterator<Item = &'a str> + Clone,
    ) -> Self {
        // First of all, for what is typed may be megabytes, and to find the nearest takes as long as it is squared.
        let given = shown(given);
        let lower = given.to_lowercase();
        let nearest = names
            .clone()
            .filter(|n| is_near(&lower, &n.to_lowercase()))
            .map(|n| (strsim::jaro_winkler(&lower, &n.to_lowercase()), n))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, n)| n.to_owned());
        let allowed = names.collect::<Vec<_>>().join(", ");
        Self {
            what,
            given,
            nearest,
            allowed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_may_have_been_meant_are_named() {
        let names = ["scripted", "greedy", "random", "net"];
        let nearest = |given| UnknownName::new("agent", given, names.into_iter()).nearest;
        for (given, meant) in [
            ("scirpted", Some("scripted")),
            ("Scripted ", Some("scripted")),
            ("scr", Some("scripted")),
            ("gredy", Some("greedy")),
            ("nte", Some("net")),
            ("ran", Some("random")),
            ("random player", Some("random")),
            ("street", None),
            ("scrabble", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest(given).as_deref(), meant, "{given}");
        }
    }

    #[test]
    fn what_was_typed_stays_one_short_line() {
        let error = UnknownName::new("agent", "scripted\nplayer", ["scripted"].into_iter());
        assert_eq!(error.given, "scripted player");
        // Compared whole, this takes minutes.
        let long = "x".repeat(10_000_000);
        let error = UnknownName::new("agent", &long, ["scripted"].into_iter());
        assert_eq!(error.given.chars().count(), 61);
    }

    #[test]
    fn a_number_is_no_slip_of_another() {
        let names = ["none", "casual", "+1", "+2"];
        let nearest = |given| UnknownName::new("adjustment", given, names.into_iter()).nearest;
        for (given, meant) in [
            ("1", Some("+1")),
            ("2", Some("+2")),
            ("+7", None),
            ("12", None),
            ("non", Some("none")),
        ] {
            assert_eq!(nearest(given).as_deref(), meant, "{given}");
        }
    }
}
