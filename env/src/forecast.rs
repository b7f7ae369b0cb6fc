//! What is to come: the Epics' phase, played by the real rules on a copy of the board with a listener that adds
//! up. There is no second model of it anywhere.
//!
//! [`Forecast::of`] plays the whole coming phase from a position. [`Activations`] are tables for those who look at
//! thousands of boards a second (observations, players): each Epic and each track of a boss is activated once
//! on a bare board, for every bracket and many amounts of Enforcement. A table knows one Epic at a time: not what
//! boosts, shortages and neighbours add.

use crate::cards::{Catalog, Deed, MAX_TRACK, PowerTables, Reach, Ruleset, Verb};
use crate::chance::Outcome;
use crate::event::{Event, Watch};
use crate::ids::{
    BossKind, Difficulty, DistrictIx, EpicId, MAX_DISTRICTS, MAX_SEATS, MIN_SEATS, Reckoner, Track,
};
use crate::rules::{GameSetup, Rules};
use crate::state::{Dice, District, Ending, Game, Now, Source, Step, Task, Via};

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
        if !matches!(deed.reach, Reach::Here | Reach::Neighbours) {
            // Of an Epic this is left out; what a boss does elsewhere is told again where it happens.
            return;
        }
        let (count, times) = match deed.verb {
            Verb::Fortify if gift => (&mut self.gift_fortify, deed.times),
            Verb::Fortify => (&mut self.fortify, deed.times),
            Verb::FortifyBoss => (&mut self.fortify_boss, everywhere),
            Verb::AddEnforcement if gift => (&mut self.gift_enforcement, deed.times),
            Verb::AddEnforcement => (&mut self.enforcement, deed.times),
            Verb::Population | Verb::PopulationBy(_) => (&mut self.population, everywhere),
            Verb::Barricade | Verb::Repel if gift => (&mut self.gift_barricades, deed.times),
            Verb::Barricade | Verb::Repel => (&mut self.barricades, deed.times),
            Verb::Boost(track) => (&mut self.boosts[track.index()], everywhere),
            Verb::Base => (&mut self.base, everywhere),
            // What the others cost depends on the board; a table of one Epic alone cannot say it.
            _ => return,
        };
        *count = count.saturating_add(times);
    }

    /// Every number changed alike.
    fn map(self, change: impl Fn(u8) -> u8) -> Self {
        Self {
            population: change(self.population),
            enforcement: change(self.enforcement),
            barricades: change(self.barricades),
            fortify: change(self.fortify),
            fortify_boss: change(self.fortify_boss),
            base: change(self.base),
            boosts: self.boosts.map(&change),
            gift_enforcement: change(self.gift_enforcement),
            gift_barricades: change(self.gift_barricades),
            gift_fortify: change(self.gift_fortify),
        }
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
                    let before = this.effects.population;
                    this.effects.add_deed(deed);
                    if source == Source::Epic {
                        this.attack += this.effects.population - before;
                    }
                }
                // For the boss each half counts where it happens, and not the gift as a whole.
                None if deed.reach != Reach::Here => {}
                None => this.effects.add_deed(deed),
            },
            Event::Bracket { district, change } if Some(district) == self.home => {
                this.next = this.next.saturating_add_signed(change);
            }
            _ => {}
        }
    }
}

/// Amounts of Enforcement for which activations are worked out beforehand: all that the box of the game holds.
const KNOWN: usize = 26;

/// Brackets are at most the length of a track, or the number of columns. A power of two, so that no index needs a
/// division.
const BRACKETS: usize = (MAX_TRACK + 1).next_power_of_two();

type ByBracket = [Effects; BRACKETS];
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
    #[inline(always)]
    pub fn boss(&self, game: &Game) -> Effects {
        let tracks = &self.bosses[game.ruleset.boss.index()]
            [usize::from(game.seat_count) - MIN_SEATS][game.difficulty().index()];
        let mut effects = Effects::default();
        for (track, &bracket) in tracks.iter().zip(&game.boss.brackets) {
            effects.add(&track[usize::from(bracket) % BRACKETS]);
        }
        let token = game.ruleset.adjustment.token();
        effects.population = effects.population.saturating_add(token);
        effects
    }
}

/// A board with nothing on it, in the Epics' phase: the Epic under study comes to district 0.
fn bare_board(rules: &Rules, ruleset: Ruleset, seats: usize) -> Game {
    let setup = GameSetup::new(&Reckoner::BASE[..seats], ruleset).expect("a team of its size");
    let mut game = rules.new_game(&setup);
    game.now = Now::Busy;
    game.agenda.clear();
    game.districts = [District::EMPTY; MAX_DISTRICTS];
    game.boss.district = DistrictIx(0);
    game.boss.brackets = [0; Track::COUNT];
    // Nobody studied here ends the game, and there is nothing to ask for: no die, no token, money enough.
    game.population = u16::MAX;
    game.money = u16::MAX;
    for seat in &mut game.seats {
        seat.dice = Dice::NONE;
        seat.tokens = 0;
    }
    game
}

/// Does a piece of work; what the Epic Ability Die shows is left out.
fn play(rules: &Rules, game: &mut Game, task: Task, watch: &mut impl Watch) {
    rules.perform(game, task, watch);
    while let Now::Transform { .. } = game.now {
        game.now = Now::Busy;
        rules.go_on(game, watch);
    }
}

/// Activates an Epic on a bare board. A bracket beyond its track stands for the last one.
fn activate(rules: &Rules, epic: EpicId, bracket: u8, enforcement: u8) -> Activation {
    let last = rules.catalog().epic(epic).track.last_bracket();
    let bracket = bracket.min(last);
    let run = |bracket: u8| {
        let home = DistrictIx(0);
        let mut game = bare_board(rules, Ruleset::base(Difficulty::ALL[0]), MIN_SEATS);
        // What the boss does when he is boosted too often does not come here.
        game.boss.district = game.clockwise(home, 1);
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
        play(
            rules,
            &mut game,
            Task::ActivateEpic { district: home },
            &mut sum,
        );
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
    let board = bare_board(rules, ruleset, seats);
    Track::ALL.map(|track| {
        std::array::from_fn(|bracket| {
            let sheet = rules.boss_sheet(&board);
            let bracket = sheet.last_bracket(track).min(bracket as u8);
            let mut game = board;
            let mut sum = Sum::default();
            match sheet.tables() {
                Some(_) if bracket == 0 => {}
                Some(tables) => return table_mean(rules, &board, tables, track, bracket),
                None => {
                    game.boss.brackets[track.index()] = bracket;
                    play(rules, &mut game, Task::BossStep { part: 0 }, &mut sum);
                }
            }
            sum.activation.effects
        })
    })
}

/// What a column of a table does on average, rounded.
fn table_mean(
    rules: &Rules,
    board: &Game,
    tables: &PowerTables,
    track: Track,
    bracket: u8,
) -> Effects {
    let power = rules.catalog().boss(board.ruleset.boss).power.as_ref();
    let rows = power.map_or(&[][..], |power| &power.rows);
    let mut sum = Sum::default();
    for row in rows {
        let mut game = *board;
        for deed in tables.cell(track, *row, bracket).deeds() {
            let act = Task::Act {
                district: board.boss.district,
                source: Source::Boss,
                via: Via::NOTHING,
                deed,
            };
            play(rules, &mut game, act, &mut sum);
        }
    }
    let half = rows.len() as u8 / 2;
    sum.activation
        .effects
        .map(|n| n.saturating_add(half) / (rows.len().max(1) as u8))
}

/// The whole coming Epics' phase.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Forecast {
    /// Population lost, by the district whose Epic costs it.
    pub by_district: [u16; MAX_DISTRICTS],
    /// Population lost by the boss; on average where his dice decide.
    pub by_boss: u16,
    /// Population lost by the city.
    pub by_city: u16,
    /// Enforcement that comes.
    pub enforcement: u16,
    /// Barricades that come.
    pub barricades: u16,
    /// Whether the game is lost in it.
    pub fatal: bool,
}

impl Forecast {
    /// Plays the phase on a copy of the board. Epics that are still to be drawn and the Epic Ability Die do nothing in it;
    /// where the team would have to choose, the first option is taken.
    pub fn of(rules: &Rules, game: &Game) -> Self {
        let mut copy = *game;
        if copy.now.is_over() {
            return Self::default();
        }
        if let Now::Receive { card } = copy.now {
            copy.discarded.insert(card.0);
        }
        copy.now = Now::Busy;
        copy.step = Step::Epics;
        copy.agenda.clear();
        copy.open = Default::default();
        copy.owed = Default::default();
        copy.returns_to = None;
        copy.sniper = DistrictIx::NOWHERE;
        for seat in &mut copy.seats {
            seat.rolls = 0;
            seat.dice.gather();
        }
        let mut tally = Tally::default();
        copy.agenda.push(Task::Activate { offset: 0 });
        if rules.has_city_step(game) {
            copy.agenda.push(Task::CityStep { part: 0 });
        }
        rules.go_on(&mut copy, &mut tally);
        finish(rules, &mut copy, &mut tally);
        if copy.now == Now::PowerDice {
            tally.forecast = mean_over_dice(rules, &copy, tally);
        } else {
            tally.forecast.fatal = is_lost(&copy);
        }
        tally.forecast
    }

    /// The phase of this round, while it is still to come and can be changed.
    pub fn coming(rules: &Rules, game: &Game) -> Option<Self> {
        let steps = [Step::Roll, Step::Use, Step::Rewards, Step::Purchase];
        (game.round > 0 && steps.contains(&game.step)).then(|| Self::of(rules, game))
    }

    /// Population lost in all.
    pub fn population(&self) -> u16 {
        self.by_district.iter().sum::<u16>() + self.by_boss + self.by_city
    }
}

fn is_lost(game: &Game) -> bool {
    matches!(game.now, Now::Over(Ending::Lost(_)))
}

/// Plays on until nothing is left, or chance decides something that matters.
fn finish(rules: &Rules, game: &mut Game, tally: &mut Tally) {
    loop {
        if let Now::Transform { .. } = game.now {
            game.now = Now::Busy;
            rules.go_on(game, tally);
            continue;
        }
        let Some(first) = rules.legal(game).actions().next() else {
            break;
        };
        if rules.apply_watched(game, first, tally).is_err() {
            break;
        }
    }
}

/// What the boss's dice bring on average, each row taken for all of them at once. Fatal is what is so in every row.
fn mean_over_dice(rules: &Rules, game: &Game, tally: Tally) -> Forecast {
    let power = rules.catalog().boss(game.ruleset.boss).power.as_ref();
    let rows = power.map_or(&[][..], |power| &power.rows);
    let mut mean = tally.forecast;
    let (mut boss, mut enforcement, mut barricades, mut lost) = (0, 0, 0, 0);
    for row in rows {
        let (mut copy, mut one) = (*game, tally);
        let outcome = Outcome::Rows([*row; Track::COUNT]);
        if rules.resolve_watched(&mut copy, outcome, &mut one).is_ok() {
            finish(rules, &mut copy, &mut one);
        }
        boss += one.forecast.by_boss;
        enforcement += one.forecast.enforcement;
        barricades += one.forecast.barricades;
        lost += usize::from(is_lost(&copy));
    }
    let count = rows.len().max(1) as u16;
    let rounded = |sum: u16| (sum + count / 2) / count;
    mean.by_boss = rounded(boss);
    mean.enforcement = rounded(enforcement);
    mean.barricades = rounded(barricades);
    mean.fatal = lost == rows.len();
    mean
}

/// Adds up who costs what.
#[derive(Clone, Copy, Default)]
struct Tally {
    forecast: Forecast,
    /// Whose turn it is.
    active: Turn,
}

/// Whose turn it is in the Epics' phase.
#[derive(Clone, Copy, Default)]
enum Turn {
    /// The city's, before all others.
    #[default]
    City,
    /// That of the Epic in a district.
    Epic(DistrictIx),
    /// The boss's.
    Boss,
}

impl Watch for Tally {
    fn event(&mut self, event: Event) {
        match event {
            Event::Activated { district } => {
                self.active = district.map_or(Turn::Boss, Turn::Epic);
            }
            Event::PopulationLost { amount, .. } => match self.active {
                Turn::City => self.forecast.by_city += amount,
                Turn::Epic(district) => self.forecast.by_district[district.ix()] += amount,
                Turn::Boss => self.forecast.by_boss += amount,
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
    Track::ALL.map(|track| sheet.last_bracket(track))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::BASE_EPICS;

    #[test]
    fn every_activation_is_played_to_its_end() {
        let rules = Rules::embedded();
        let activations = Activations::new(&rules);
        let most = rules.catalog().setup.enforcement;
        // Brackets of the other boxes also move by what Epics do.
        let epics = &rules.catalog().epics[..BASE_EPICS];
        for (id, card) in (0..).map(EpicId).zip(epics) {
            for bracket in 1..=card.track.last_bracket() {
                let first = &card.track.deeds()[..usize::from(bracket)];
                // Power Up moves the bracket by itself.
                if first.iter().any(|deed| deed.verb == Verb::PowerUp) {
                    continue;
                }
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
