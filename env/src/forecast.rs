//! What is to come: the Epics' phase, played by the real rules on a copy of the board with a listener that adds
//! up. There is no second model of it anywhere.
//!
//! [`Forecast::of`] plays the whole coming phase from a position. [`Activations`] are tables for those who look at
//! thousands of boards a second (observations, players): each Epic and each track of a boss is activated once
//! on a bare board, for every bracket and many amounts of Enforcement. A table knows one Epic at a time: not what
//! boosts, shortages and neighbours add.

use crate::cards::{Catalog, Deed, MAX_TRACK, Reach, Ruleset, Verb};
use crate::event::{Event, Watch};
use crate::ids::{
    BossKind, Cause, Difficulty, DistrictIx, EpicId, MAX_DISTRICTS, MAX_SEATS, MIN_SEATS, Reckoner,
    Track,
};
use crate::rules::{GameSetup, Rules};
use crate::state::{Dice, District, Game, Now, Source, Task};

/// What some deeds do together.
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
    fn add_deed(&mut self, deed: Deed) {
        let gift = deed.reach == Reach::Neighbours;
        // What has no place of its own happens once for each neighbour.
        let everywhere = if gift {
            deed.times.saturating_mul(2)
        } else {
            deed.times
        };
        let (count, times) = match deed.verb {
            Verb::Fortify if gift => (&mut self.gift_fortify, deed.times),
            Verb::Fortify => (&mut self.fortify, deed.times),
            Verb::FortifyBoss => (&mut self.fortify_boss, everywhere),
            Verb::AddEnforcement if gift => (&mut self.gift_enforcement, deed.times),
            Verb::AddEnforcement => (&mut self.enforcement, deed.times),
            Verb::Population => (&mut self.population, everywhere),
            Verb::Barricade if gift => (&mut self.gift_barricades, deed.times),
            Verb::Barricade => (&mut self.barricades, deed.times),
            Verb::Boost(track) => (&mut self.boosts[track.index()], everywhere),
            Verb::Base => (&mut self.base, everywhere),
        };
        *count = count.saturating_add(times);
    }

    /// Adds other effects.
    #[inline]
    pub fn add(&mut self, other: &Self) {
        // Card files may hold any numbers; an impossible sum stays at the top.
        let add = |mine: &mut u8, theirs: u8| *mine = mine.saturating_add(theirs);
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

/// What one Epic does when it is activated.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Activation {
    /// What it does in all.
    pub effects: Effects,
    /// Population lost by the actions left of its bracket.
    pub attack: u8,
    /// How often it repeats its final action because its bracket is blocked.
    pub overflow: u8,
    /// Where its bracket stands afterwards.
    pub next: u8,
    /// Spaces its bracket can move right.
    pub room: u8,
    /// Population that one space of containment saves.
    pub saved: u8,
    /// Population lost by the activation after the next, at the bracket reached then.
    pub later: u8,
}

/// Adds up the deeds of one Epic, or of the boss.
#[derive(Default)]
struct Sum {
    /// The district of the Epic; none when the boss is looked at.
    home: Option<DistrictIx>,
    activation: Activation,
}

impl Watch for Sum {
    fn event(&mut self, event: Event) {
        let this = &mut self.activation;
        match event {
            Event::Performs {
                district,
                source,
                deed,
            } => match self.home {
                // The two halves of a gift are told again where they happen.
                Some(home) if district != home || source == Source::Boss => {}
                Some(_) => {
                    this.overflow += u8::from(source == Source::Overflow);
                    this.effects.add_deed(deed);
                }
                // For the boss each half counts where it happens, and not the gift as a whole.
                None if deed.reach == Reach::Neighbours => {}
                None => this.effects.add_deed(deed),
            },
            Event::Bracket { district, change } if Some(district) == self.home => {
                this.next = this.next.saturating_add_signed(change);
            }
            Event::PopulationLost {
                amount,
                cause: Cause::EpicAttack,
            } => this.attack = this.attack.saturating_add(amount as u8),
            _ => {}
        }
    }
}

/// Amounts of Enforcement for which activations are worked out beforehand: all that the box of the game holds.
const KNOWN: usize = 26;

type ByBracket = [Effects; MAX_TRACK];
type BossTracks = [ByBracket; Track::COUNT];

/// The tables, made once from the cards.
#[derive(Clone, Debug)]
pub struct Activations {
    /// By Epic, bracket and Enforcement.
    epics: Vec<[[Activation; KNOWN]; MAX_TRACK]>,
    /// By boss, Reckoners - 2 and difficulty.
    bosses: Vec<[[BossTracks; Difficulty::COUNT]; MAX_SEATS - MIN_SEATS + 1]>,
}

impl Activations {
    /// Makes the tables.
    pub fn new(rules: &Rules) -> Self {
        let epics = (0..rules.catalog().epics.len() as u8).map(|id| {
            std::array::from_fn(|bracket| {
                std::array::from_fn(|enforcement| {
                    activate(rules, EpicId(id), bracket as u8, enforcement as u8)
                })
            })
        });
        let bosses = BossKind::ALL.map(|boss| {
            std::array::from_fn(|seats| {
                Difficulty::ALL
                    .map(|difficulty| boss_tracks(rules, boss, seats + MIN_SEATS, difficulty))
            })
        });
        Self {
            epics: epics.collect(),
            bosses: bosses.to_vec(),
        }
    }

    /// What the Epic of a district will do; nothing without an Epic.
    #[inline]
    pub fn of(&self, rules: &Rules, district: &District) -> Activation {
        match district.epic {
            None => Activation::default(),
            Some(epic) => self.at(rules, epic, district.bracket, district.enforcement),
        }
    }

    /// What an Epic will do at a bracket with Enforcement beside it.
    #[inline]
    pub fn at(&self, rules: &Rules, epic: EpicId, bracket: u8, enforcement: u8) -> Activation {
        let by_bracket = &self.epics[usize::from(epic.0)];
        match by_bracket[usize::from(bracket) % MAX_TRACK].get(usize::from(enforcement)) {
            Some(known) => *known,
            None => activate(rules, epic, bracket, enforcement),
        }
    }

    /// Population that all Epics and the boss cost by what they do themselves.
    pub fn population(&self, rules: &Rules, game: &Game) -> u16 {
        let epics = game.ring().iter();
        let epics = epics.map(|d| u16::from(self.of(rules, d).effects.population));
        epics.sum::<u16>() + u16::from(self.boss(game).population)
    }

    /// What the boss will do.
    #[inline]
    pub fn boss(&self, game: &Game) -> Effects {
        let tracks = &self.bosses[game.ruleset.boss.index()]
            [usize::from(game.seat_count) - MIN_SEATS][game.difficulty().index()];
        let mut effects = Effects::default();
        for (track, &bracket) in tracks.iter().zip(&game.boss.brackets) {
            effects.add(&track[usize::from(bracket) % MAX_TRACK]);
        }
        effects
    }
}

/// A board with nothing on it, in the Epics' phase: the Epic under study comes to district 0.
fn bare_board(rules: &Rules, ruleset: Ruleset, seats: usize) -> Game {
    let setup = GameSetup::new(&Reckoner::ALL[..seats], ruleset).expect("a team of its size");
    let mut game = rules.new_game(&setup);
    game.now = Now::Busy;
    game.agenda.clear();
    game.districts = [District::EMPTY; MAX_DISTRICTS];
    game.boss.district = DistrictIx(0);
    game.boss.brackets = [0; Track::COUNT];
    // Nobody studied here ends the game, and a discovered base finds no die to ask for.
    game.population = u16::MAX;
    for seat in &mut game.seats {
        seat.dice = Dice::NONE;
    }
    game
}

/// Activates an Epic on a bare board. A bracket beyond its track stands for the last one.
fn activate(rules: &Rules, epic: EpicId, bracket: u8, enforcement: u8) -> Activation {
    let last = rules.catalog().epic(epic).track.last_bracket();
    let bracket = bracket.min(last);
    let run = |bracket: u8| {
        let home = DistrictIx(0);
        let mut game = bare_board(rules, Ruleset::base(Difficulty::ALL[0]), MIN_SEATS);
        let card = rules.catalog().epic(epic);
        *game.district_mut(home) = District {
            epic: Some(epic),
            bracket,
            research: card.research,
            health: card.health,
            enforcement,
            ..District::EMPTY
        };
        let mut sum = Sum {
            home: Some(home),
            activation: Activation {
                next: bracket,
                ..Activation::default()
            },
        };
        rules.perform(&mut game, Task::ActivateEpic { district: home }, &mut sum);
        sum.activation
    };
    let now = run(bracket);
    let contained = bracket > 1;
    Activation {
        room: last - bracket,
        saved: match contained {
            true => now
                .effects
                .population
                .saturating_sub(run(bracket - 1).effects.population),
            false => 0,
        },
        later: run(now.next).attack,
        ..now
    }
}

/// What each of a boss's tracks does alone, by bracket.
fn boss_tracks(rules: &Rules, boss: BossKind, seats: usize, difficulty: Difficulty) -> BossTracks {
    let ruleset = Ruleset {
        boss,
        ..Ruleset::base(difficulty)
    };
    std::array::from_fn(|track| {
        std::array::from_fn(|bracket| {
            let mut game = bare_board(rules, ruleset, seats);
            let last = rules.boss_sheet(&game).tracks[track].last_bracket();
            game.boss.brackets[track] = last.min(bracket as u8);
            let mut sum = Sum::default();
            rules.perform(&mut game, Task::BossStep { part: 0 }, &mut sum);
            sum.activation.effects
        })
    })
}

/// The whole coming Epics' phase.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Forecast {
    /// Population lost, by the district whose Epic costs it.
    pub by_district: [u16; MAX_DISTRICTS],
    /// Population lost by the boss.
    pub by_boss: u16,
    /// Enforcement that comes.
    pub enforcement: u16,
    /// Barricades that come.
    pub barricades: u16,
    /// Whether the game is lost in it.
    pub fatal: bool,
}

impl Forecast {
    /// Plays the phase on a copy of the board. Epics that are still to be drawn do nothing in it; where the team would have
    /// to choose, the first option is taken.
    pub fn of(rules: &Rules, game: &Game) -> Self {
        let mut copy = *game;
        if copy.now.is_over() {
            return Self::default();
        }
        copy.now = Now::Busy;
        copy.agenda.clear();
        copy.open = Default::default();
        for seat in &mut copy.seats {
            seat.rolls = 0;
            seat.dice.gather();
        }
        let mut tally = Tally::default();
        rules.perform(&mut copy, Task::Activate { offset: 0 }, &mut tally);
        while copy.now.is_decision() {
            let first = rules.legal(&copy).actions().next();
            let action = first.expect("a decision has an option");
            if rules.apply_watched(&mut copy, action, &mut tally).is_err() {
                break;
            }
        }
        tally.forecast.fatal = matches!(copy.now, Now::Over(crate::state::Ending::Lost(_)));
        tally.forecast
    }

    /// Population lost in all.
    pub fn population(&self) -> u16 {
        self.by_district.iter().sum::<u16>() + self.by_boss
    }
}

/// Adds up who costs what.
#[derive(Default)]
struct Tally {
    forecast: Forecast,
    /// Whose turn it is; none for the boss.
    active: Option<DistrictIx>,
}

impl Watch for Tally {
    fn event(&mut self, event: Event) {
        match event {
            Event::Activated { district } => self.active = district,
            Event::PopulationLost { amount, .. } => match self.active {
                Some(district) => self.forecast.by_district[district.ix()] += amount,
                None => self.forecast.by_boss += amount,
            },
            Event::Enforcement { change: 1.., .. } => self.forecast.enforcement += 1,
            Event::Barricades { change: 1.., .. } => self.forecast.barricades += 1,
            _ => {}
        }
    }
}

/// The right-most bracket of each of the boss's tracks.
#[inline]
pub(crate) fn boss_ends(catalog: &Catalog, game: &Game) -> [u8; Track::COUNT] {
    let sheet = crate::state::laws::boss_sheet(catalog, game);
    std::array::from_fn(|track| sheet.tracks[track].last_bracket())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_activation_is_played_to_its_end() {
        let rules = Rules::embedded();
        let activations = Activations::new(&rules);
        let most = rules.catalog().setup.enforcement;
        for (id, card) in (0..).map(EpicId).zip(&rules.catalog().epics) {
            for bracket in 1..=card.track.last_bracket() {
                let first = &card.track.deeds()[..usize::from(bracket)];
                let home = |deed: &&Deed| **deed == Deed::once(Verb::AddEnforcement);
                let added = first.iter().filter(home).count() as u8;
                for enforcement in 0..=most {
                    let coming = activations.at(&rules, id, bracket, enforcement);
                    let moved = coming.next - bracket;
                    // No more comes than the box holds.
                    let spaces = (enforcement + added).min(most) + 1;
                    assert_eq!(
                        moved + coming.overflow,
                        spaces,
                        "{} at {bracket}",
                        card.name
                    );
                }
            }
        }
    }
}
