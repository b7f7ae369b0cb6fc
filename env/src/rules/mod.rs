//! The rules. [`Rules`] is the boxes ready to play; every change of a [`Game`] goes through it.
//!
//! [`legal`] says which actions are legal and is the only place that does, [`traits`] what a Reckoner can do
//! now, `powers` what using a card does. Each step of the rulebook has its own file; `epics` is the Epics' phase,
//! `boss` and `city` have one module for each of them. `Play` is the cursor they share: position, rules and
//! listener.
//!
//! A position always waits for something: a chance outcome ([`Rules::resolve`]), a decision
//! ([`Rules::apply`]) or nothing more. Between two waits the agenda of the position runs.

mod boss;
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
use crate::ids::{AidIx, BoardIx, Cause, DistrictIx, EpicId, EquipmentId};
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
        legal::legal(self, game)
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
    fn decide(&mut self, action: Action) {
        self.game.focused = matches!(action, Action::Focus { .. });
        match self.game.now {
            Now::Place => self.place(action),
            Now::Keep | Now::Faith => self.keep(action),
            Now::Use => self.take(action),
            Now::SetFace { kind, .. } => self.set_face(kind, action),
            Now::Spend => self.spend(action),
            Now::Reward => self.place_reward(action),
            Now::Buy => self.buy(action),
            Now::Receive { card } => self.receive(card, action),
            Now::LoseDie => self.lose_die(action),
            Now::Recipient { gift } => self.name_recipient(gift, action),
            Now::Regain => self.regain(action),
            Now::Reroll { again } => self.reroll(again, action),
            Now::KidnapTo => self.kidnap_to(action),
            Now::Kidnap { to, moved } => self.kidnap(to, moved, action),
            Now::AfterMove { .. } => self.choose_after_move(action),
            Now::Steal { district } => self.steal_card(district, action),
            Now::Sell => self.sell_card(action),
            Now::DiscardToken => self.discard_token(action),
            Now::SwapGive { card } => self.swap_give(card, action),
            Now::SwapTake { card, given, .. } => self.swap_take(card, given, action),
            Now::ExtraKind { .. } => self.extra_kind(action),
            Now::Disable => self.disable(action),
            Now::LayAside => self.lay_aside(action),
            Now::SecondHalf { to } => self.second_half(to, action),
            Now::LoseFace { seat, kind, back } => self.lose_face(seat, kind, back, action),
            Now::KeepAid { district, pair } => self.keep_aid(district, pair, action),
            Now::GiveAid { card, .. } => self.name_aided(card, action),
            Now::Suffer { effect, .. } => self.name_sufferer(effect, action),
            Now::Perform { district } => self.name_performer(district, action),
            now => unreachable!("no decision is awaited: {now:?}"),
        }
    }

    fn settle(&mut self, outcome: &Outcome) {
        let now = std::mem::replace(&mut self.game.now, Now::Busy);
        match (now, outcome) {
            (Now::RollDice { seat }, Outcome::Faces(faces)) => self.rolled(seat, faces),
            (Now::DealEpic { district }, Outcome::Pick(epic)) => {
                self.add_epic(district, EpicId(*epic));
            }
            (Now::DealEquipment, Outcome::Pick(card)) => self.market_card(EquipmentId(*card)),
            (Now::PlaceBoss, Outcome::Pick(district)) => self.boss_to(DistrictIx(*district)),
            (Now::MoveBoss, Outcome::Pick(steps)) => {
                let to = self.game.clockwise(self.game.boss.district, *steps);
                self.boss_to(to);
            }
            (
                Now::Transform {
                    district,
                    source,
                    via,
                },
                Outcome::Pick(face),
            ) => self.transformed(district, source, via, *face),
            (Now::DealBoard { district }, Outcome::Pick(board)) => {
                self.add_board(district, BoardIx(*board));
            }
            (Now::PowerDice, Outcome::Rows(rows)) => self.power_dice_rolled(*rows),
            (Now::BossCard, Outcome::Pick(kind)) => self.boss_card_turned(*kind),
            (Now::DrawAid { district, held }, Outcome::Pick(card)) => {
                self.aid_from_deck(district, held, AidIx(*card));
            }
            (now, outcome) => unreachable!("{outcome:?} for {now:?}"),
        }
    }

    /// Does pending work until the position waits for something.
    fn run(&mut self) {
        // Not `==`: what the game waits for has many forms, and only this one matters.
        while matches!(self.game.now, Now::Busy) {
            // In a game there is always work; a law says so. Work that is only looked at ends.
            let Some(next) = self.game.agenda.pop() else {
                break;
            };
            match *next {
                Task::DealFirst { district } => self.deal_first(district),
                Task::FillMarket { left } => self.fill_market(left),
                Task::BossArrives => self.game.now = Now::PlaceBoss,
                Task::BossPrologue => self.boss_prologue(),
                Task::BossMoves => self.game.now = Now::MoveBoss,
                Task::PlaceStep { left } => self.place_step(left),
                Task::StartRound => self.start_round(),
                Task::FirstRolls { offset } => self.first_rolls(offset),
                Task::KeepStep => self.keep_step(),
                Task::UseStep => self.use_step(),
                Task::RewardStep => self.reward_step(),
                Task::PlaceRewards => self.place_rewards(),
                Task::BuyStep => self.buy_step(),
                Task::EndPurchase => self.end_purchase(),
                Task::AddEpics { offset } => self.add_epics(offset),
                Task::Activate { offset } => self.activate(offset),
                Task::ActivateEpic { district } => self.activate_epic(district),
                Task::Perform {
                    district,
                    next,
                    end,
                } => self.perform(district, next, end),
                Task::Act {
                    district,
                    source,
                    via,
                    deed,
                } => self.act(deed, district, source, via),
                Task::Again {
                    district,
                    source,
                    via,
                    deed,
                } => self.act_here(deed, district, source, via),
                Task::EndActivation => self.end_activation(),
                Task::Advance { district } => self.advance(district),
                Task::Repeat { district, times } => self.repeat(district, times),
                Task::BossStep { part } => self.boss_step(part),
                Task::BossPerform { track, next, end } => self.boss_perform(track, next, end),
                Task::EndRound => self.push(Task::StartRound),
                task @ (Task::CopyTokens { .. }
                | Task::RerollAgain
                | Task::PhaseStart { .. }
                | Task::DealBoards { .. }
                | Task::CityPrologue
                | Task::CityStep { .. }
                | Task::Pass { .. }
                | Task::SpendOn
                | Task::BossResearch { .. }
                | Task::LowerMarker { .. }
                | Task::LookWeakened { .. }
                | Task::Aid { .. }
                | Task::Sale) => self.expansion(task),
            }
        }
    }

    /// Does a piece of work that only the expansion knows. A function of its own, so that the loop above stays small
    /// in the games that never need it.
    #[inline(never)]
    fn expansion(&mut self, task: Task) {
        match task {
            Task::CopyTokens {
                district,
                next,
                end,
            } => self.copy_tokens(district, next, end),
            Task::RerollAgain => self.reroll_again(),
            Task::PhaseStart { part } => self.phase_part(part),
            Task::DealBoards { district } => self.deal_boards(district),
            Task::CityPrologue => self.city_prologue(),
            Task::CityStep { part } => self.city_step(part),
            Task::Pass { district, height } => self.pass(district, height),
            Task::SpendOn => self.spend_on(),
            Task::BossResearch { district, amount } => self.pay_boss_research(district, amount),
            Task::LowerMarker { district, left, by } => self.lower_marker(district, left, by),
            Task::LookWeakened { by } => self.look_weakened(by),
            Task::Aid { district, held } => self.draw_aid(district, held),
            Task::Sale => self.attack_money(),
            other => unreachable!("the base game has {other:?}"),
        }
    }

    #[inline]
    fn push(&mut self, task: Task) {
        self.game.agenda.push(task);
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
