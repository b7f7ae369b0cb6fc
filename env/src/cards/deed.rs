//! Deeds: what Epics, bosses and districts do. A deed is a verb, where it happens and how often.
//!
//! This file knows each verb's word in card files and its phrase for people; what a verb does to the
//! board is in `rules/epics/deeds.rs`.

use std::fmt;

use super::symbols::read_count;
use crate::ids::Track;

/// What is done in one district.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verb {
    /// Research and health of the district's Epic rise.
    Fortify,
    /// The boss's research (or, once weakened, health) rises.
    FortifyBoss,
    /// One Enforcement comes.
    AddEnforcement,
    /// The population falls by one.
    Population,
    /// A Barricade comes.
    Barricade,
    /// One of the boss's brackets moves right.
    Boost(Track),
    /// The base marker moves down.
    Base,
}

/// Verbs without a colour, with their words in card files. Where the number is always written it is an
/// amount, elsewhere it is left out when it is 1.
const PLAIN: &[(Verb, &str, bool)] = &[
    (Verb::Fortify, "FORTIFY", false),
    (Verb::FortifyBoss, "FORTIFY_BOSS", false),
    (Verb::AddEnforcement, "ADD_ENF", false),
    (Verb::Population, "POP", true),
    (Verb::Barricade, "BARRICADE", true),
    (Verb::Base, "BASE", false),
];

/// Where a deed happens, seen from the district of who does it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reach {
    /// In that district.
    Here,
    /// In both neighbouring districts, the clockwise one first.
    Neighbours,
}

/// Words before a verb.
const REACHES: &[(Reach, &str, &str)] =
    &[(Reach::Neighbours, "GIFT", " in both neighbouring districts")];

/// One space of a track.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deed {
    /// What is done.
    pub verb: Verb,
    /// Where.
    pub reach: Reach,
    /// How often, or how much; at least 1.
    pub times: u8,
}

impl Deed {
    /// A deed done once, in the own district.
    pub const fn once(verb: Verb) -> Self {
        Self {
            verb,
            reach: Reach::Here,
            times: 1,
        }
    }
    /// The same in the own district.
    #[must_use]
    pub const fn here(self) -> Self {
        Self {
            reach: Reach::Here,
            ..self
        }
    }

    /// Reads the notation of card files, such as `GIFT POP 2`.
    pub fn read(text: &str) -> Result<Self, String> {
        let upper = text.to_ascii_uppercase();
        let mut words = upper.split_whitespace().peekable();
        let found = words
            .peek()
            .and_then(|w| REACHES.iter().find(|(_, word, _)| word == w));
        let reach = found.map_or(Reach::Here, |(reach, _, _)| *reach);
        if found.is_some() {
            words.next();
        }
        let word = words.next().unwrap_or_default();
        let plain = PLAIN.iter().find(|(_, known, _)| *known == word);
        let verb = match (word, plain) {
            (_, Some((verb, _, _))) => *verb,
            ("BOOST", None) => {
                let colour = words.next().unwrap_or_default().parse::<Track>();
                Verb::Boost(colour.map_err(|e| format!("\"{text}\": {e}"))?)
            }
            _ => return Err(unknown(text)),
        };
        let times = read_count(words.next(), text)?;
        match words.next() {
            None => Ok(Self { verb, reach, times }),
            Some(_) => Err(unknown(text)),
        }
    }

    /// What the deed does, for people: `boss` is the boss's name.
    pub fn phrase(self, boss: &str) -> String {
        let n = self.times;
        let again = |what: String| match n {
            1 => what,
            n => format!("{what} ({n} times)"),
        };
        let what = match self.verb {
            Verb::Fortify => again("fortify".into()),
            Verb::FortifyBoss => again(format!("fortify {boss}")),
            Verb::AddEnforcement => again("add Enforcement".into()),
            Verb::Population => format!("attack the population ({n})"),
            Verb::Barricade if n == 1 => "place a Barricade".into(),
            Verb::Barricade => format!("place {n} Barricades"),
            Verb::Boost(track) => again(format!("boost {boss}'s {track} track")),
            Verb::Base => again("search for the base".into()),
        };
        let place = REACHES.iter().find(|(reach, _, _)| *reach == self.reach);
        what + place.map_or("", |(_, _, phrase)| phrase)
    }
}

impl Deed {
    /// The deed in a word or two, for a drawing of whole tracks.
    pub fn mark(self) -> String {
        let what = match self.verb {
            Verb::Fortify => "fortify".into(),
            Verb::FortifyBoss => "fortify boss".into(),
            Verb::AddEnforcement => "+enf".into(),
            Verb::Population => format!("pop -{}", self.times),
            Verb::Barricade => format!("+bar {}", self.times),
            Verb::Boost(track) => format!("boost {track}"),
            Verb::Base => "base".into(),
        };
        let amount = matches!(self.verb, Verb::Population | Verb::Barricade);
        let times = match self.times {
            2.. if !amount => format!(" x{}", self.times),
            _ => String::new(),
        };
        let reach = REACHES.iter().find(|(reach, _, _)| *reach == self.reach);
        let reach = reach.map_or_else(String::new, |(_, word, _)| word.to_lowercase() + " ");
        format!("{reach}{what}{times}")
    }
}

fn unknown(text: &str) -> String {
    let verbs: Vec<String> = PLAIN
        .iter()
        .map(|(_, word, amount)| format!("{word}{}", if *amount { " n" } else { "" }))
        .collect();
    let reaches: Vec<&str> = REACHES.iter().map(|(_, word, _)| *word).collect();
    format!(
        "\"{text}\" is not an action; one of: {}, BOOST yellow|black|red|blue, each with {} before it if \
         it happens elsewhere",
        verbs.join(", "),
        reaches.join(" or "),
    )
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((_, word, _)) = REACHES.iter().find(|(reach, _, _)| *reach == self.reach) {
            write!(f, "{word} ")?;
        }
        let amount = match (self.verb, PLAIN.iter().find(|(v, _, _)| *v == self.verb)) {
            (_, Some((_, word, amount))) => {
                f.write_str(word)?;
                *amount
            }
            (Verb::Boost(track), None) => {
                write!(f, "BOOST {track}")?;
                false
            }
            (verb, None) => unreachable!("{verb:?} has no word"),
        };
        if amount || self.times > 1 {
            write!(f, " {}", self.times)?;
        }
        Ok(())
    }
}

/// Most spaces of an action track.
pub const MAX_TRACK: usize = 8;

/// An action track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionTrack {
    len: u8,
    spaces: [Deed; MAX_TRACK],
}

impl ActionTrack {
    /// Builds a track of 2 to [`MAX_TRACK`] spaces.
    pub fn new(deeds: &[Deed]) -> Result<Self, String> {
        if !(2..=MAX_TRACK).contains(&deeds.len()) {
            return Err(format!(
                "{} actions; a track has 2 to {MAX_TRACK}",
                deeds.len()
            ));
        }
        let mut spaces = [deeds[0]; MAX_TRACK];
        spaces[..deeds.len()].copy_from_slice(deeds);
        Ok(Self {
            len: deeds.len() as u8,
            spaces,
        })
    }
    /// The spaces, left to right.
    pub fn deeds(&self) -> &[Deed] {
        &self.spaces[..usize::from(self.len)]
    }
    /// The right-most bracket position: one action stays to its right.
    pub const fn last_bracket(&self) -> u8 {
        self.len - 1
    }
    /// The right-most action.
    pub const fn last(&self) -> Deed {
        self.spaces[self.len as usize - 1]
    }
    /// The action in a space.
    pub const fn at(&self, space: u8) -> Deed {
        self.spaces[space as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeds_read_and_print_alike() {
        for (verb, word, amount) in PLAIN {
            let text = if *amount {
                format!("{word} 1")
            } else {
                (*word).to_owned()
            };
            let deed = Deed::read(&text).unwrap();
            assert_eq!((deed.verb, deed.to_string()), (*verb, text));
        }
        for text in ["BOOST red", "GIFT POP 3", "GIFT BOOST blue", "FORTIFY 2"] {
            assert_eq!(Deed::read(text).unwrap().to_string(), text);
        }
        assert_eq!(Deed::read("pop").unwrap().to_string(), "POP 1");
    }

    #[test]
    fn bad_notation_says_what_would_be_right() {
        let error = |text: &str| Deed::read(text).unwrap_err();
        assert!(error("JUMP").contains("is not an action; one of: FORTIFY"));
        assert!(error("BOOST green").contains("unknown track"));
        assert!(error("POP 0").contains("is not a count from 1 to 9"));
        assert!(error("POP 1 2").contains("is not an action"));
        assert!(error("").contains("is not an action"));
    }
}
