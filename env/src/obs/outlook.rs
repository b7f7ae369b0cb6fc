//! What the coming Epic phase will do if nothing changes, from tables made once.
//!
//! Exact for what Epics and the boss do by their own actions, overflow by the Enforcement that is
//! there included. Not followed: a boosted track that is already at its end, Fortify that can raise
//! nothing, Enforcement or Barricades that run out, Enforcement given to a neighbour before it acts, and Epics that are
//! still to be dealt.

use crate::cards::catalog::{ActionTrack, Deed, EpicAction, MAX_TRACK};
use crate::ids::Track;
use crate::rules::Rules;
use crate::state::{District, Game};

/// What some actions do together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effects {
    /// Population lost.
    pub population: u8,
    /// Enforcement that comes to the own district.
    pub enforcement: u8,
    /// Barricades that come to the own district.
    pub barricades: u8,
    /// Times the district's Epic is fortified.
    pub fortify: u8,
    /// Times the boss is fortified.
    pub fortify_boss: u8,
    /// Holes the base marker falls.
    pub base: u8,
    /// Times each of the boss's tracks is boosted.
    pub boosts: [u8; Track::COUNT],
    /// Enforcement that comes to each neighbour.
    pub gift_enforcement: u8,
    /// Barricades that come to each neighbour.
    pub gift_barricades: u8,
    /// Times each neighbour is fortified.
    pub gift_fortify: u8,
}

impl Effects {
    fn of(action: EpicAction) -> Self {
        let mut e = Self::default();
        // A gift is performed in both neighbouring districts; what has no place happens twice.
        let times = if action.gift { 2 } else { 1 };
        match action.deed {
            Deed::Fortify if action.gift => e.gift_fortify = 1,
            Deed::Fortify => e.fortify = 1,
            Deed::FortifyBoss => e.fortify_boss = times,
            Deed::AddEnforcement if action.gift => e.gift_enforcement = 1,
            Deed::AddEnforcement => e.enforcement = 1,
            Deed::Population(n) => e.population = n * times,
            Deed::Barricade(n) if action.gift => e.gift_barricades = n,
            Deed::Barricade(n) => e.barricades = n,
            Deed::Boost(track) => e.boosts[track.index()] = times,
            Deed::Base => e.base = times,
        }
        e
    }

    #[inline]
    fn add(&mut self, other: &Self, times: u8) {
        // Card files may hold any numbers; an impossible sum stays at the top.
        let add =
            |mine: &mut u8, theirs: u8| *mine = mine.saturating_add(theirs.saturating_mul(times));
        add(&mut self.population, other.population);
        add(&mut self.enforcement, other.enforcement);
        add(&mut self.barricades, other.barricades);
        add(&mut self.fortify, other.fortify);
        add(&mut self.fortify_boss, other.fortify_boss);
        add(&mut self.base, other.base);
        for (mine, theirs) in self.boosts.iter_mut().zip(other.boosts) {
            add(mine, theirs);
        }
        add(&mut self.gift_enforcement, other.gift_enforcement);
        add(&mut self.gift_barricades, other.gift_barricades);
        add(&mut self.gift_fortify, other.gift_fortify);
    }
}

/// A track with the sums of its actions.
#[derive(Clone, Copy, Debug)]
struct TrackSums {
    /// Effects of the first so many actions.
    first: [Effects; MAX_TRACK],
    /// Effects of the final action.
    last: Effects,
    /// Right-most bracket.
    end: u8,
}

impl TrackSums {
    fn new(track: &ActionTrack) -> Self {
        let mut first = [Effects::default(); MAX_TRACK];
        for (i, action) in track.actions().iter().enumerate().take(MAX_TRACK - 1) {
            first[i + 1] = first[i];
            first[i + 1].add(&Effects::of(*action), 1);
        }
        Self {
            first,
            last: Effects::of(track.last()),
            end: track.last_bracket(),
        }
    }

    /// An activation from a bracket with Enforcement beside it.
    fn at(&self, bracket: u8, enforcement: u8) -> Place {
        let room = self.end - bracket;
        let bracket = usize::from(bracket) % MAX_TRACK;
        let spaces = enforcement + self.first[bracket].enforcement + 1;
        let moved = spaces.min(room);
        Place {
            bracket,
            overflow: spaces - moved,
            next: (bracket + usize::from(moved)) % MAX_TRACK,
        }
    }

    /// What an Epic with this track will do.
    fn activation(&self, bracket: u8, enforcement: u8) -> Activation {
        let now = self.at(bracket, enforcement);
        let saved = if bracket > 1 {
            let contained = self.at(bracket - 1, enforcement);
            self.population(now)
                .saturating_sub(self.population(contained))
        } else {
            0
        };
        let mut effects = self.first[now.bracket];
        effects.add(&self.last, now.overflow);
        let later = self.first[now.next].population;
        Activation {
            effects,
            overflow: now.overflow,
            room: self.end - bracket,
            saved,
            later,
        }
    }

    fn population(&self, place: Place) -> u8 {
        let repeated = self.last.population.saturating_mul(place.overflow);
        self.first[place.bracket]
            .population
            .saturating_add(repeated)
    }
}

/// Where a bracket stands, how far it goes and how often it is blocked.
#[derive(Clone, Copy)]
struct Place {
    bracket: usize,
    overflow: u8,
    next: usize,
}

/// What one district's Epic will do.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Activation {
    /// What it does in all.
    pub effects: Effects,
    /// How often it repeats its final action because its bracket is blocked.
    pub overflow: u8,
    /// Spaces its bracket can move right.
    pub room: u8,
    /// Population that one space of containment saves.
    pub saved: u8,
    /// Population lost by the activation after the next, at the bracket reached then.
    pub later: u8,
}

/// The whole Epic phase.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Forecast {
    /// Population lost.
    pub population: u16,
    /// Enforcement that comes.
    pub enforcement: u16,
}

/// Amounts of Enforcement for which activations are worked out beforehand.
const KNOWN: usize = 12;

/// The tables, made once from the cards.
#[derive(Clone, Debug)]
pub struct Outlook {
    epics: Vec<TrackSums>,
    /// What an Epic does, by bracket and Enforcement; more Enforcement than that is rare.
    activations: Vec<[[Activation; KNOWN]; MAX_TRACK]>,
    /// The boss's tracks, by Reckoners - 2 and difficulty.
    boss: [[[TrackSums; Track::COUNT]; 4]; 5],
}

impl Outlook {
    /// Makes the tables.
    pub fn new(rules: &Rules) -> Self {
        let catalog = rules.catalog();
        let epics: Vec<_> = catalog
            .epics
            .iter()
            .map(|e| TrackSums::new(&e.track))
            .collect();
        let known = |sums: &TrackSums| {
            std::array::from_fn(|bracket| {
                // Brackets past the end do not occur; the table repeats the last one.
                let bracket = (bracket as u8).min(sums.end);
                std::array::from_fn(|enforcement| sums.activation(bracket, enforcement as u8))
            })
        };
        Self {
            activations: epics.iter().map(known).collect(),
            epics,
            boss: catalog
                .boss
                .map(|row| row.map(|boards| boards.tracks.map(|t| TrackSums::new(&t)))),
        }
    }

    /// What the Epic of a district will do; nothing without an Epic.
    #[inline]
    pub fn activation(&self, district: &District) -> Activation {
        let Some(epic) = district.epic else {
            return Activation::default();
        };
        let (epic, enforcement) = (usize::from(epic.0), usize::from(district.enforcement));
        let bracket = usize::from(district.bracket) % MAX_TRACK;
        match self.activations[epic][bracket].get(enforcement) {
            Some(known) => *known,
            None => self.epics[epic].activation(district.bracket, district.enforcement),
        }
    }

    /// What the boss will do.
    #[inline]
    pub fn boss(&self, game: &Game) -> Effects {
        let tracks = &self.boss[usize::from(game.seat_count) - 2][game.difficulty.index()];
        let at = |track: Track| usize::from(game.boss.brackets[track.index()]) % MAX_TRACK;
        let mut effects = tracks[Track::Yellow.index()].first[at(Track::Yellow)];
        effects.add(&tracks[Track::Black.index()].first[at(Track::Black)], 1);
        // These two tracks deploy by the number of their spaces, around the ring.
        effects.enforcement += game.boss.brackets[Track::Red.index()];
        effects.barricades += game.boss.brackets[Track::Blue.index()];
        effects
    }

    /// The right-most bracket of one of the boss's tracks.
    #[inline]
    pub(super) fn boss_end(&self, game: &Game, track: usize) -> u8 {
        self.boss[usize::from(game.seat_count) - 2][game.difficulty.index()][track].end
    }

    /// The whole coming Epic phase.
    pub fn forecast(&self, game: &Game) -> Forecast {
        let mut forecast = Forecast::default();
        for district in game.ring() {
            forecast.add(&self.activation(district).effects);
        }
        forecast.add(&self.boss(game));
        forecast
    }
}

impl Forecast {
    /// Adds what one Epic or the boss does.
    #[inline]
    pub(super) fn add(&mut self, effects: &Effects) {
        self.population += u16::from(effects.population);
        self.enforcement +=
            u16::from(effects.enforcement) + 2 * u16::from(effects.gift_enforcement);
    }
}
