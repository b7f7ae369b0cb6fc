//! Deeds: what Epics, bosses and districts do. A deed is a verb, where it happens and how often.
//!
//! This file knows each verb's word in card files and its phrase for people; what a verb does to the
//! board is in `rules/epics/deeds.rs`.

use std::fmt;

use super::symbols::read_count;
use crate::ids::{Effect, Measure, Shield, Tally, Track};

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
    /// Reckoners of both neighbouring districts are put here.
    Pull,
    /// A Barricade comes, then the Reckoners here go one district on.
    Repel,
    /// The bracket of the Epic here moves right.
    PowerUp,
    /// The Epic Ability Die decides.
    Transform,
    /// A Reckoner's Equipment card is laid under the Epic here.
    Steal,
    /// $1 is lost; without money cards are sold.
    AttackMoney,
    /// A Plan Token is lost.
    AttackPlan,
    /// The population falls by one for each of something here.
    PopulationPer(Measure),
    /// A Shield comes.
    Shield(Shield),
    /// The first action of each neighbouring Epic is performed here.
    Copy,
    /// A Copy Token comes.
    CopyToken,
    /// Enforcement comes to each Reckoner, one for each Equipment card owned, at least one.
    EnforcementPerCard,
    /// The population falls by a number, and by more the more of something there is on the board.
    PopulationBy(Tally),
    /// Every Reckoner is weakened for a round.
    AffectAll(Effect),
    /// The first Reckoner clockwise is weakened for a round.
    Affect(Effect),
    /// The first action of the Epic here is performed here.
    CopyHere,
    /// The Reckoners here get a Dawnslight card.
    Dawnslight,
}

/// Where deeds of a kind may stand in the card files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Home {
    /// On every track, table and card.
    Anywhere,
    /// With every boss and in every city.
    BossOrCity,
    /// In the tables of a boss.
    Table,
    /// On the card of a district board.
    BoardCard,
    /// On the track of a district that the city passes.
    PassedTrack,
    /// On the track of a district by which the boss is researched.
    ResearchTrack,
}

/// Every verb with its words in card files. Where the number is always written it is an amount; elsewhere it is left
/// out when it is 1.
const VERBS: &[(Verb, &str, bool)] = &[
    (Verb::Fortify, "FORTIFY", false),
    (Verb::FortifyBoss, "FORTIFY_BOSS", false),
    (Verb::AddEnforcement, "ADD_ENF", false),
    (Verb::Population, "POP", true),
    (Verb::Barricade, "BARRICADE", true),
    (Verb::Boost(Track::Yellow), "BOOST yellow", false),
    (Verb::Boost(Track::Black), "BOOST black", false),
    (Verb::Boost(Track::Red), "BOOST red", false),
    (Verb::Boost(Track::Blue), "BOOST blue", false),
    (Verb::Base, "BASE", false),
    (Verb::Pull, "PULL", false),
    (Verb::Repel, "REPEL", false),
    (Verb::PowerUp, "POWER_UP", false),
    (Verb::Transform, "TRANSFORM", false),
    (Verb::Steal, "STEAL", false),
    (Verb::AttackMoney, "ATTACK_MONEY", true),
    (Verb::AttackPlan, "ATTACK_PLAN", true),
    (
        Verb::PopulationPer(Measure::Barricade),
        "POP_PER barricade",
        false,
    ),
    (
        Verb::PopulationPer(Measure::Enforcement),
        "POP_PER enforcement",
        false,
    ),
    (
        Verb::PopulationPer(Measure::Shield),
        "POP_PER shield",
        false,
    ),
    (
        Verb::PopulationPer(Measure::CopyToken),
        "POP_PER copy_token",
        false,
    ),
    (
        Verb::PopulationPer(Measure::Reckoner),
        "POP_PER reckoner",
        false,
    ),
    (
        Verb::PopulationPer(Measure::Research),
        "POP_PER research",
        false,
    ),
    (Verb::Shield(Shield::Red), "SHIELD red", false),
    (Verb::Shield(Shield::Blue), "SHIELD blue", false),
    (Verb::Copy, "COPY", false),
    (Verb::CopyToken, "COPY_TOKEN", false),
    (Verb::EnforcementPerCard, "ADD_ENF_PER_CARD", false),
    (Verb::PopulationBy(Tally::Shields), "POP_BY shields", true),
    (
        Verb::PopulationBy(Tally::Enforcement),
        "POP_BY enforcement",
        true,
    ),
    (Verb::PopulationBy(Tally::Defeated), "POP_BY defeated", true),
    (
        Verb::PopulationBy(Tally::Equipment),
        "POP_BY equipment",
        true,
    ),
    (Verb::AffectAll(Effect::Reroll), "AFFECT_ALL reroll", false),
    (Verb::AffectAll(Effect::Die), "AFFECT_ALL die", false),
    (
        Verb::AffectAll(Effect::Equipment),
        "AFFECT_ALL equipment",
        false,
    ),
    (
        Verb::AffectAll(Effect::Ability),
        "AFFECT_ALL ability",
        false,
    ),
    (Verb::AffectAll(Effect::Move), "AFFECT_ALL move", false),
    (
        Verb::AffectAll(Effect::Singles),
        "AFFECT_ALL singles",
        false,
    ),
    (Verb::Affect(Effect::Reroll), "AFFECT reroll", false),
    (Verb::Affect(Effect::Die), "AFFECT die", false),
    (Verb::Affect(Effect::Equipment), "AFFECT equipment", false),
    (Verb::Affect(Effect::Ability), "AFFECT ability", false),
    (Verb::Affect(Effect::Move), "AFFECT move", false),
    (Verb::Affect(Effect::Singles), "AFFECT singles", false),
    (Verb::CopyHere, "COPY_HERE", false),
    (Verb::Dawnslight, "DAWNSLIGHT", false),
];

/// Where a deed happens, seen from the district of who does it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reach {
    /// In that district.
    Here,
    /// In both neighbouring districts, the clockwise one first.
    Neighbours,
    /// In the next district clockwise.
    Clockwise,
    /// In the next district counter-clockwise.
    CounterClockwise,
    /// In every district, clockwise from the boss.
    Everywhere,
    /// Once for each Reckoner, in the order of the seats, where the miniature is.
    Reckoners,
}

/// Words before a verb, and the phrase for people.
const REACHES: &[(Reach, &str, &str)] = &[
    (Reach::Neighbours, "GIFT", " in both neighbouring districts"),
    (Reach::Clockwise, "CW", " in the next district"),
    (
        Reach::CounterClockwise,
        "CCW",
        " in the next district counter-clockwise",
    ),
    (Reach::Everywhere, "EVERYWHERE", " in every district"),
    (Reach::Reckoners, "RECKONERS", " at each Reckoner"),
];

/// One space of a track.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deed {
    /// What is done.
    pub verb: Verb,
    /// Where.
    pub reach: Reach,
    /// How often, or how much; at least 1, but for what counts something besides.
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

    /// Whether it holds Reckoners in the own district while it is left of the bracket.
    pub fn pulls_here(&self) -> bool {
        self.verb == Verb::Pull && self.reach == Reach::Here
    }

    /// Where it may stand.
    pub const fn home(self) -> Home {
        match self.verb {
            Verb::EnforcementPerCard => Home::BossOrCity,
            Verb::PopulationBy(_) | Verb::AffectAll(_) => Home::Table,
            Verb::Affect(_) => Home::BoardCard,
            Verb::CopyHere => Home::PassedTrack,
            Verb::Dawnslight => Home::ResearchTrack,
            _ => Home::Anywhere,
        }
    }

    /// Why it cannot stand in a place with one of these homes, if it cannot. Epics and their die have none.
    pub(super) fn misplaced(self, homes: &[Home]) -> Option<String> {
        let home = self.home();
        // A chain through several of them would have too much pending.
        let wide = matches!(self.reach, Reach::Everywhere | Reach::Reckoners);
        if wide && homes.is_empty() {
            return Some(format!(
                "\"{self}\": only bosses and cities act in every district or at each Reckoner"
            ));
        }
        (home != Home::Anywhere && !homes.contains(&home)).then(|| {
            let place = match home {
                Home::BossOrCity => "of bosses and cities",
                Home::Table => "in the tables of a boss",
                Home::BoardCard => "on the cards of district boards",
                Home::PassedTrack => "on the tracks of a city that moves",
                Home::ResearchTrack => "on the tracks by which a city researches the boss",
                Home::Anywhere => "everywhere",
            };
            format!("\"{self}\" is an action {place} only")
        })
    }

    /// Reads the notation of card files, such as `GIFT POP 2`.
    pub fn read(text: &str) -> Result<Self, String> {
        // The card files of Steelslayer write this one in one word.
        let spelled = text.replace("COPY_TOKEN_CW", "CW COPY_TOKEN");
        let words: Vec<&str> = spelled.split_whitespace().collect();
        let found = REACHES.iter().find(|(_, word, _)| {
            words
                .first()
                .is_some_and(|first| first.eq_ignore_ascii_case(word))
        });
        let reach = found.map_or(Reach::Here, |(reach, _, _)| *reach);
        let words = &words[usize::from(found.is_some())..];
        let (verb, rest) = VERBS
            .iter()
            .find_map(|(verb, known, _)| Some((*verb, after(words, known)?)))
            .ok_or_else(|| unknown(text))?;
        let times = match (verb, rest.first()) {
            (Verb::PopulationBy(_), Some(&"0")) => 0,
            (_, count) => read_count(count.copied(), text)?,
        };
        if rest.len() > 1 {
            return Err(unknown(text));
        }
        let in_one_place = matches!(
            verb,
            Verb::Copy
                | Verb::EnforcementPerCard
                | Verb::PopulationBy(_)
                | Verb::AffectAll(_)
                | Verb::Affect(_)
                | Verb::CopyHere
                | Verb::Dawnslight
        );
        if in_one_place && reach != Reach::Here {
            return Err(format!("\"{text}\": this action is never given to others"));
        }
        Ok(Self { verb, reach, times })
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
            Verb::Pull => again("pull the Reckoners of the neighbouring districts".into()),
            Verb::Repel => again("repel the Reckoners to the next district".into()),
            Verb::PowerUp => again("power up".into()),
            Verb::Transform => again("transform (the Epic Ability Die)".into()),
            Verb::Steal => again("steal Equipment".into()),
            Verb::AttackMoney => format!("attack the money (${n})"),
            Verb::AttackPlan if n == 1 => "attack a Plan Token".into(),
            Verb::AttackPlan => format!("attack {n} Plan Tokens"),
            Verb::PopulationPer(measure) => {
                let what = match measure {
                    Measure::Barricade => "Barricade here",
                    Measure::Enforcement => "Enforcement here",
                    Measure::Shield => "Shield here",
                    Measure::CopyToken => "Copy Token here",
                    Measure::Reckoner => "Reckoner here",
                    Measure::Research => "research (or health) of its own",
                };
                again(format!("attack the population, 1 for each {what}"))
            }
            Verb::Shield(colour) => again(format!("place a {colour} Shield")),
            Verb::Copy => again("copy the first actions of its neighbours".into()),
            Verb::CopyToken => again("place a Copy Token".into()),
            Verb::EnforcementPerCard => {
                again("add Enforcement at each Reckoner, 1 for each card owned (at least 1)".into())
            }
            Verb::PopulationBy(tally) => {
                let what = match tally {
                    Tally::Shields => "the more Shields are on the board",
                    Tally::Enforcement => "the more Enforcement is on the board",
                    Tally::Defeated => "the fewer Epics were defeated this round",
                    Tally::Equipment => "the less evenly Equipment is shared",
                };
                format!("attack the population ({n}, and more {what})")
            }
            Verb::AffectAll(effect) => format!("weaken every Reckoner ({})", effect.meaning()),
            Verb::Affect(effect) => format!("weaken a Reckoner ({})", effect.meaning()),
            Verb::CopyHere => "copy the first action of the Epic here".into(),
            Verb::Dawnslight => "a Dawnslight Aid".into(),
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
            Verb::AttackMoney => format!("money -{}", self.times),
            Verb::AttackPlan => format!("plan -{}", self.times),
            Verb::PopulationBy(tally) => format!("pop -{}+{tally}", self.times),
            // The others are one or two words already.
            other => Self::once(other)
                .to_string()
                .to_lowercase()
                .replace('_', " "),
        };
        let amount = matches!(
            self.verb,
            Verb::Population
                | Verb::Barricade
                | Verb::AttackMoney
                | Verb::AttackPlan
                | Verb::PopulationBy(_)
        );
        let times = match self.times {
            2.. if !amount => format!(" x{}", self.times),
            _ => String::new(),
        };
        let reach = REACHES.iter().find(|(reach, _, _)| *reach == self.reach);
        let reach = reach.map_or_else(String::new, |(_, word, _)| word.to_lowercase() + " ");
        format!("{reach}{what}{times}")
    }
}

/// The words after those of a verb, if the words begin with it.
fn after<'w, 't>(words: &'w [&'t str], verb: &str) -> Option<&'w [&'t str]> {
    let mut rest = words;
    for wanted in verb.split(' ') {
        let (first, more) = rest.split_first()?;
        if !first.eq_ignore_ascii_case(wanted) {
            return None;
        }
        rest = more;
    }
    Some(rest)
}

fn unknown(text: &str) -> String {
    let verbs: Vec<String> = VERBS
        .iter()
        .map(|(_, word, amount)| format!("{word}{}", if *amount { " n" } else { "" }))
        .collect();
    let reaches: Vec<&str> = REACHES.iter().map(|(_, word, _)| *word).collect();
    format!(
        "\"{text}\" is not an action; one of: {}, each with {} before it if it happens elsewhere",
        verbs.join(", "),
        reaches.join(" or "),
    )
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((_, word, _)) = REACHES.iter().find(|(reach, _, _)| *reach == self.reach) {
            write!(f, "{word} ")?;
        }
        let known = VERBS.iter().find(|(verb, _, _)| *verb == self.verb);
        let (_, word, amount) = known.expect("every verb is in the table");
        f.write_str(word)?;
        if *amount || self.times > 1 {
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

/// Most actions in one cell or space.
const MAX_CELL: usize = 4;

/// The actions of a cell of a table, or of a space of a district's track, in their order; there may be none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cell([Option<Deed>; MAX_CELL]);

impl Cell {
    /// Reads actions with `|` between them; an empty text has none.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut cell = Self::default();
        let texts = text.split('|').map(str::trim);
        for (i, deed) in texts.filter(|deed| !deed.is_empty()).enumerate() {
            let place = cell.0.get_mut(i);
            *place.ok_or_else(|| format!("\"{text}\": more than {MAX_CELL} actions"))? =
                Some(Deed::read(deed)?);
        }
        Ok(cell)
    }
    /// The actions in their order.
    pub fn deeds(&self) -> impl DoubleEndedIterator<Item = Deed> + '_ {
        self.0.iter().flatten().copied()
    }
    /// Whether nothing happens.
    pub const fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }
    /// Why it cannot stand in a place with one of these homes, if it cannot.
    pub(super) fn misplaced(&self, homes: &[Home]) -> Option<String> {
        self.deeds().find_map(|deed| deed.misplaced(homes))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for deed in self.deeds() {
            write!(f, "{gap}{deed}")?;
            gap = " | ";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeds_read_and_print_alike() {
        for (verb, word, amount) in VERBS {
            let text = if *amount {
                format!("{word} 1")
            } else {
                (*word).to_owned()
            };
            let deed = Deed::read(&text.to_lowercase()).unwrap();
            assert_eq!((deed.verb, deed.to_string()), (*verb, text));
        }
        for text in [
            "GIFT POP 3",
            "GIFT BOOST blue",
            "FORTIFY 2",
            "CW COPY_TOKEN",
        ] {
            assert_eq!(Deed::read(text).unwrap().to_string(), text);
        }
        assert_eq!(Deed::read("pop").unwrap().to_string(), "POP 1");
        let clockwise = Deed::read("COPY_TOKEN_CW").unwrap();
        assert_eq!(clockwise.reach, Reach::Clockwise);
    }

    #[test]
    fn bad_notation_says_what_would_be_right() {
        let error = |text: &str| Deed::read(text).unwrap_err();
        assert!(error("JUMP").contains("is not an action; one of: FORTIFY"));
        assert!(error("BOOST green").contains("is not an action"));
        assert!(error("POP 0").contains("is not a count from 1 to 9"));
        assert!(error("POP 1 2").contains("is not an action"));
        assert!(error("").contains("is not an action"));
        assert!(error("GIFT COPY").contains("never given"));
        assert!(error("GIFT ADD_ENF_PER_CARD").contains("never given"));
    }
}
