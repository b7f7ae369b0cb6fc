//! The rules. [`Rules`] is the boxes ready to play; every change of a [`Game`] goes through it.
//!
//! [`legal`] says which actions are legal, [`traits`] what a Reckoner can do now, `powers` what using a card does. `calls` leads
//! from what is awaited or pending to the method that knows it. Each step of the rulebook has its own file; `epics` is the Epics' phase,
//! `boss` and `city` have one module for each of them. `Play` is the cursor they share: position, rules and
//! listener.
//!
//! A position always waits for something: a chance outcome ([`Rules::resolve`]), a decision
//! ([`Rules::apply`]) or nothing more. Between two waits the agenda of the position runs.

mod boss;
mod calls;
pub(crate) mod city;
mod effects;
mod epics;
mod gifts;
mod kidnap;
pub mod legal;
mod losses;
mod powers;
mod purchase;
mod rewards;
mod roll;
mod setup;
pub(crate) mod swaps;
mod targets;
mod thefts;
pub mod traits;
mod use_dice;

use std::sync::Arc;

use rand::Rng;

use crate::action::{Action, ActionMask, try_encode};
use crate::cards::{BossSheet, Catalog, load_embedded};
use crate::chance::{self, ImpossibleOutcome, Outcome};
use crate::event::{Event, Silent, Watch};
use crate::ids::Cause;
use crate::state::{Ending, Game, Now, Open, OwedGroups, Step, Task, check_laws};

pub use setup::{BadTeam, GameSetup};
pub use traits::Traits;

/// An action that is not legal in the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{action:?} is not legal: the game waits for {now:?}")]
pub struct IllegalAction {
    /// What was tried.
    pub action: Action,
    /// What the game waits for.
    pub now: Now,
}

/// The boxes, ready to play: the catalog and small tables derived from it.
#[derive(Debug, Clone)]
pub struct Rules {
    catalog: Arc<Catalog>,
    groups: traits::CardGroups,
}

impl Rules {
    /// The rules with the embedded cards.
    pub fn embedded() -> Self {
        Self::new(load_embedded())
    }

    /// The rules with these cards.
    pub fn new(catalog: Catalog) -> Self {
        Self {
            groups: traits::CardGroups::new(&catalog),
            catalog: Arc::new(catalog),
        }
    }

    /// The cards.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The boss's boards in a game.
    pub fn boss_sheet(&self, game: &Game) -> &BossSheet {
        crate::state::laws::boss_sheet(&self.catalog, game)
    }

    /// The boss's name in a game.
    pub fn boss_name(&self, game: &Game) -> &str {
        &self.catalog.boss(game.ruleset.boss).name
    }

    /// The legal actions. Never empty while a decision is awaited, empty otherwise.
    #[inline]
    pub fn legal(&self, game: &Game) -> ActionMask {
        let mut mask = ActionMask::EMPTY;
        self.offer(game, &mut mask);
        mask
    }

    /// Plays an action, or leaves the position as it was and says why not.
    pub fn apply(&self, game: &mut Game, action: Action) -> Result<(), IllegalAction> {
        self.apply_watched(game, action, &mut Silent)
    }

    /// [`Rules::apply`] with a listener.
    pub fn apply_watched(
        &self,
        game: &mut Game,
        action: Action,
        watch: &mut impl Watch,
    ) -> Result<(), IllegalAction> {
        if !try_encode(action).is_some_and(|id| self.legal(game).has(id)) {
            let now = game.now;
            return Err(IllegalAction { action, now });
        }
        self.play(game, action, watch);
        Ok(())
    }

    /// Plays an action known to be legal, such as one taken from [`Rules::legal`].
    /// An illegal one gives a wrong position, or panics in debug builds.
    pub fn apply_unchecked(&self, game: &mut Game, action: Action) {
        debug_assert!(
            try_encode(action).is_some_and(|id| self.legal(game).has(id)),
            "{action:?} in {:?}",
            game.now
        );
        self.play(game, action, &mut Silent);
    }

    fn play(&self, game: &mut Game, action: Action, watch: &mut impl Watch) {
        let seat = game.acting;
        watch.event(Event::Decided { seat, action });
        let mut play = Play {
            rules: self,
            game,
            watch,
        };
        play.decide(action);
        play.run();
        debug_assert_eq!(check_laws(&self.catalog, game), Ok(()));
    }

    /// Resolves the pending chance event, or leaves the position as it was and says why not.
    pub fn resolve(&self, game: &mut Game, outcome: Outcome) -> Result<(), ImpossibleOutcome> {
        self.resolve_watched(game, outcome, &mut Silent)
    }

    /// [`Rules::resolve`] with a listener.
    pub fn resolve_watched(
        &self,
        game: &mut Game,
        outcome: Outcome,
        watch: &mut impl Watch,
    ) -> Result<(), ImpossibleOutcome> {
        if !chance::is_possible(&self.catalog, game, &outcome) {
            let now = game.now;
            return Err(ImpossibleOutcome { now, outcome });
        }
        self.happen(game, &outcome, watch);
        Ok(())
    }

    fn happen(&self, game: &mut Game, outcome: &Outcome, watch: &mut impl Watch) {
        let mut play = Play {
            rules: self,
            game,
            watch,
        };
        play.settle(outcome);
        play.run();
        debug_assert_eq!(check_laws(&self.catalog, game), Ok(()));
    }

    /// Does one piece of work before all other, until something is awaited or nothing is left to do. The game never needs
    /// it; forecasts and tests look at single pieces of work with it.
    pub fn perform(&self, game: &mut Game, task: Task, watch: &mut impl Watch) {
        game.agenda.push(task);
        self.go_on(game, watch);
    }

    /// Does what is pending in such a position.
    pub(crate) fn go_on(&self, game: &mut Game, watch: &mut impl Watch) {
        let mut play = Play {
            rules: self,
            game,
            watch,
        };
        play.run();
    }

    /// Plays chance events with the generator until a decision is awaited or the game is over.
    #[inline]
    pub fn play_chance(&self, game: &mut Game, rng: &mut impl Rng) {
        while game.now.is_chance() {
            self.play_one_chance(game, rng);
        }
    }

    /// Plays the pending chance event. Not inlined: most decisions follow each other without chance, and should not
    /// pay for it.
    #[inline(never)]
    fn play_one_chance(&self, game: &mut Game, rng: &mut impl Rng) {
        let outcome = chance::sample(&self.catalog, game, rng);
        self.happen(game, &outcome, &mut Silent);
    }
}

/// The cursor of the rules: one position being changed, and who listens.
struct Play<'a, W> {
    rules: &'a Rules,
    game: &'a mut Game,
    watch: &'a mut W,
}

impl<W: Watch> Play<'_, W> {
    #[inline]
    fn push(&mut self, task: Task) {
        self.game.agenda.push(task);
    }

    /// The round is over.
    fn end_round(&mut self) {
        self.push(Task::StartRound);
    }

    fn end(&mut self, ending: Ending) {
        self.game.agenda.clear();
        self.game.open = Open::default();
        self.game.owed = OwedGroups::default();
        self.game.returns_to = None;
        self.game.activating = false;
        self.game.counting = Default::default();
        self.game.city.affected = 0;
        self.game.boss.rows = Default::default();
        self.game.now = Now::Over(ending);
        self.game.step = Step::Over;
        self.watch.event(Event::Ended { ending });
    }

    fn lose_population(&mut self, amount: u8, cause: Cause) {
        if self.game.now.is_over() {
            return;
        }
        let amount = u16::from(amount).min(self.game.population);
        self.game.population -= amount;
        self.watch.event(Event::PopulationLost { amount, cause });
        if self.game.population == 0 {
            self.end(Ending::Lost(cause));
        }
    }

    fn gain_money(&mut self, amount: u8) {
        self.game.money = self.game.money.saturating_add(u16::from(amount));
        let change = i16::from(amount);
        self.watch.event(Event::Money { change });
    }

    fn pay(&mut self, amount: u16) {
        self.game.money -= amount;
        let change = -(amount as i16);
        self.watch.event(Event::Money { change });
    }
}
