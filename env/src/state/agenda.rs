//! What the game will do next: a stack of pending work inside the position, so that any point of an
//! activation can be interrupted, saved and resumed.
//!
//! The kinds of work stand in `tasks.rs`; their text form (`advance 2`, `act 1 epic POP 2`) is what table files hold.

use std::fmt::Write;
use std::iter::Peekable;
use std::str::SplitWhitespace;

use super::tasks::works;
use crate::cards::Deed;
use crate::ids::{AidIx, DistrictIx, SeatIx, Track};

/// Who performs a deed; decides the cause of a population loss.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// An Epic, by an action left of its bracket.
    Epic,
    /// An Epic, because its bracket was blocked.
    Overflow,
    /// The boss.
    Boss,
    /// The city.
    City,
}

/// How a deed came about, so that no chain of effects goes on for ever.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Via(u8);

impl Via {
    /// By itself.
    pub const NOTHING: Self = Self(0);
    /// It was copied from a neighbour.
    pub const COPY: Self = Self(1);
    /// A Power Up found its bracket at the end.
    pub const POWER_UP: Self = Self(2);
    /// A Boost found its bracket at the end.
    pub const BOOST: Self = Self(4);

    /// Whether it came about this way.
    #[inline]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
    /// The same, and this way too.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// Whether it came about in all these ways, and perhaps others.
    pub const fn includes(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The words of a text, from the front.
type Words<'t> = Peekable<SplitWhitespace<'t>>;

/// Who does something and how it came about, in the words of [`Task::say`].
pub fn say_origin(source: Source, via: Via) -> String {
    let mut text = String::new();
    source.say(&mut text);
    via.say(&mut text);
    text.trim_start().to_owned()
}

/// Reads what [`say_origin`] says.
pub fn read_origin(text: &str) -> Option<(Source, Via)> {
    let mut words = text.split_whitespace().peekable();
    let origin = (Part::read(&mut words)?, Part::read(&mut words)?);
    words.next().is_none().then_some(origin)
}

/// A part of a task that can be written as words and read back.
trait Part: Sized {
    /// Adds its words, each with a blank before it.
    fn say(&self, text: &mut String);
    /// Takes its words from the front.
    fn read(words: &mut Words<'_>) -> Option<Self>;
}

impl Part for u8 {
    fn say(&self, text: &mut String) {
        let _ = write!(text, " {self}");
    }
    fn read(words: &mut Words<'_>) -> Option<Self> {
        words.next()?.parse().ok()
    }
}

/// Districts are counted from 1, as people do.
impl Part for DistrictIx {
    fn say(&self, text: &mut String) {
        (self.0 + 1).say(text);
    }
    fn read(words: &mut Words<'_>) -> Option<Self> {
        u8::read(words)?.checked_sub(1).map(Self)
    }
}

impl Part for Track {
    fn say(&self, text: &mut String) {
        let _ = write!(text, " {self}");
    }
    fn read(words: &mut Words<'_>) -> Option<Self> {
        words.next()?.parse().ok()
    }
}

/// Nobody is written as 0, seats from 1.
impl Part for Option<SeatIx> {
    fn say(&self, text: &mut String) {
        self.map_or(0, |seat| seat.0 + 1).say(text);
    }
    fn read(words: &mut Words<'_>) -> Option<Self> {
        Some(u8::read(words)?.checked_sub(1).map(SeatIx))
    }
}

/// No card is written as 0, kinds from 1.
impl Part for Option<AidIx> {
    fn say(&self, text: &mut String) {
        self.map_or(0, |card| card.0 + 1).say(text);
    }
    fn read(words: &mut Words<'_>) -> Option<Self> {
        Some(u8::read(words)?.checked_sub(1).map(AidIx))
    }
}

const SOURCES: [(Source, &str); 4] = [
    (Source::Epic, "epic"),
    (Source::Overflow, "overflow"),
    (Source::Boss, "boss"),
    (Source::City, "city"),
];

impl Part for Source {
    fn say(&self, text: &mut String) {
        let known = SOURCES.iter().find(|(source, _)| source == self);
        let _ = write!(text, " {}", known.map_or("", |(_, word)| word));
    }
    fn read(words: &mut Words<'_>) -> Option<Self> {
        let word = words.next()?;
        let known = SOURCES.iter().find(|(_, known)| *known == word);
        known.map(|(source, _)| *source)
    }
}

const VIAS: [(Via, &str); 3] = [
    (Via::COPY, "copied"),
    (Via::POWER_UP, "powered-up"),
    (Via::BOOST, "boosted"),
];

/// No word for what came about by itself.
impl Part for Via {
    fn say(&self, text: &mut String) {
        for (_, word) in VIAS.iter().filter(|(via, _)| self.has(*via)) {
            let _ = write!(text, " {word}");
        }
    }
    fn read(words: &mut Words<'_>) -> Option<Self> {
        let mut all = Self::NOTHING;
        let known = |word: &&str| VIAS.iter().any(|(_, known)| known == word);
        while let Some(word) = words.next_if(known) {
            let via = VIAS.iter().find(|(_, known)| *known == word)?.0;
            all = all.and(via);
        }
        Some(all)
    }
}

/// A deed takes all the words that are left.
impl Part for Deed {
    fn say(&self, text: &mut String) {
        let _ = write!(text, " {self}");
    }
    fn read(words: &mut Words<'_>) -> Option<Self> {
        let rest: Vec<&str> = words.collect();
        Self::read(&rest.join(" ")).ok()
    }
}

macro_rules! tasks {
    ($($(#[$meta:meta])* $name:ident $({ $($(#[$fmeta:meta])* $field:ident: $type:ty,)+ })? = $word:literal $call:ident $given:tt;)+) => {
        /// One pending piece of work.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Task { $($(#[$meta])* $name $({ $($(#[$fmeta])* $field: $type,)+ })?,)+ }

        impl Task {
            /// The words of all kinds of work.
            pub const WORDS: &'static [&'static str] = &[$($word,)+];

            /// The work in words that [`Task::read`] reads back.
            pub fn say(&self) -> String {
                let mut text = String::new();
                match self {
                    $(Self::$name $({ $($field,)+ })? => {
                        text.push_str($word);
                        $($(Part::say($field, &mut text);)+)?
                    })+
                }
                text
            }

            /// Reads a piece of work.
            pub fn read(text: &str) -> Option<Self> {
                let mut words = text.split_whitespace().peekable();
                let task = match words.next()? {
                    $($word => Self::$name $({ $($field: Part::read(&mut words)?,)+ })?,)+
                    _ => return None,
                };
                words.next().is_none().then_some(task)
            }
        }
    };
}

works!(tasks);

/// Most pending tasks. The longest chain begins on a district's track in the prologue (9 tasks wait below it) and goes
/// through every district, the Epic Ability Die, a blocked Boost, every district again, the die, a blocked Power Up, a
/// Copy and the die once more (24 tasks); a test plays it.
pub const AGENDA_CAPACITY: usize = 36;

/// The stack of pending work; the last one is next. What lies beyond its length was done and means nothing.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Agenda {
    len: u8,
    tasks: [Task; AGENDA_CAPACITY],
}

impl Agenda {
    /// Nothing to do.
    pub const EMPTY: Self = Self {
        len: 0,
        tasks: [Task::StartRound; AGENDA_CAPACITY],
    };

    /// Adds work to be done before all other.
    ///
    /// # Panics
    /// When the capacity is exceeded, which the laws of the rules exclude.
    #[inline]
    pub fn push(&mut self, task: Task) {
        self.tasks[usize::from(self.len)] = task;
        self.len += 1;
    }
    /// Takes the next work.
    ///
    /// It is lent and not handed over: the rules look at its kind and take what they need of it, and a copy of
    /// the whole would be taken apart at every step.
    #[inline]
    pub fn pop(&mut self) -> Option<&Task> {
        self.len = self.len.checked_sub(1)?;
        Some(&self.tasks[usize::from(self.len)])
    }
    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::EMPTY;
    }
    /// The pending work, next one last.
    pub fn tasks(&self) -> &[Task] {
        &self.tasks[..usize::from(self.len)]
    }
}

impl PartialEq for Agenda {
    fn eq(&self, other: &Self) -> bool {
        self.tasks() == other.tasks()
    }
}

impl Eq for Agenda {}

impl FromIterator<Task> for Agenda {
    /// The last task is next.
    fn from_iter<I: IntoIterator<Item = Task>>(tasks: I) -> Self {
        let mut agenda = Self::EMPTY;
        for task in tasks {
            agenda.push(task);
        }
        agenda
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{Hash, Hasher};

    use super::*;

    /// What was done leaves no trace in comparisons and digests.
    #[test]
    fn equal_work_is_equal_whatever_was_done_before() {
        let hash = |agenda: &Agenda| {
            let mut hasher = std::hash::DefaultHasher::new();
            agenda.hash(&mut hasher);
            hasher.finish()
        };
        let fresh = Agenda::from_iter([Task::KeepStep]);
        let mut worked = Agenda::from_iter([Task::KeepStep, Task::UseStep]);
        assert_ne!((fresh, hash(&fresh)), (worked, hash(&worked)));
        assert_eq!(worked.pop(), Some(&Task::UseStep));
        assert_eq!((fresh, hash(&fresh)), (worked, hash(&worked)));
    }

    #[test]
    fn work_reads_back_from_its_words() {
        let deed = Deed::read("GIFT POP 2").unwrap();
        for task in [
            Task::StartRound,
            Task::Activate { offset: 3 },
            Task::Perform {
                district: DistrictIx(1),
                next: 0,
                end: 2,
            },
            Task::Act {
                district: DistrictIx(0),
                source: Source::Overflow,
                via: Via::COPY,
                deed,
            },
            Task::Again {
                district: DistrictIx(2),
                source: Source::Boss,
                via: Via::COPY.and(Via::BOOST),
                deed: Deed::read("STEAL 2").unwrap(),
            },
            Task::BossPerform {
                track: Track::Black,
                next: 1,
                end: 2,
            },
        ] {
            assert_eq!(Task::read(&task.say()), Some(task), "{}", task.say());
        }
        assert_eq!(
            Task::read("act 1 epic BASE").map(|task| task.say()),
            Some("act 1 epic BASE".into())
        );
        assert_eq!(
            read_origin("boss copied boosted"),
            Some((Source::Boss, Via::COPY.and(Via::BOOST)))
        );
        assert_eq!(read_origin("boss copied POP"), None);
        assert_eq!(Task::read("advance 0"), None);
        assert_eq!(Task::read("advance 1 2"), None);
        assert_eq!(Task::read("dance 1"), None);
    }
}
