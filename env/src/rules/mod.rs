//! The rules. [`Rules`] is the box ready to play; every change of a [`Game`] goes through it.
//!
//! [`legal`] says which actions are legal and is the only place that does. Each step of the
//! rulebook has its own file; `Play` is the cursor they share: position, rules and listener.
//!
//! A position always waits for something: a chance outcome ([`Rules::resolve`]), a decision
//! ([`Rules::apply`]) or nothing more. Between two waits the agenda of the position runs.

mod epics;
pub mod legal;
mod purchase;
mod rewards;
mod roll;
mod setup;
mod steelheart;
mod use_dice;

use std::sync::Arc;

use rand::Rng;

use crate::action::{Action, ActionMask, decode, encode};
use crate::cards::catalog::{Ability, BossBoards, EquipmentEffect};
use crate::cards::{Catalog, load_embedded};
use crate::chance::{self, ImpossibleOutcome, Outcome};
use crate::event::{Event, Silent, Watch};
use crate::ids::{CardSet, Cause, Symbol};
use crate::state::{Ending, Game, Now, Open, Task, check_laws};

pub use setup::{BadTeam, GameSetup};

/// An action that is not legal in the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{action:?} is not legal: the game waits for {now:?}")]
pub struct IllegalAction {
    /// What was tried.
    pub action: Action,
    /// What the game waits for.
    pub now: Now,
}

/// The box, ready to play: the catalog and small tables derived from it.
#[derive(Debug, Clone)]
pub struct Rules {
    catalog: Arc<Catalog>,
    /// Cards that convert symbols.
    converters: CardSet,
    /// Cards that double a Basic symbol, by symbol.
    doublers: [CardSet; Symbol::COUNT],
    /// Cards usable once a round without cost.
    free_cards: CardSet,
    /// Cards paid with a die.
    paid_cards: CardSet,
}

impl Rules {
    /// The rules with the embedded cards.
    pub fn embedded() -> Self {
        Self::new(load_embedded())
    }

    /// The rules with these cards.
    pub fn new(catalog: Catalog) -> Self {
        let mut rules = Self {
            converters: CardSet(0),
            doublers: [CardSet(0); Symbol::COUNT],
            free_cards: CardSet(0),
            paid_cards: CardSet(0),
            catalog: Arc::new(catalog),
        };
        for (i, card) in rules.catalog.equipment.iter().enumerate() {
            let i = i as u8;
            match card.effect {
                EquipmentEffect::Convert(..) => rules.converters.insert(i),
                EquipmentEffect::Double(symbol) => rules.doublers[symbol.index()].insert(i),
                EquipmentEffect::Symbols { cost, .. } if cost.0 != 0 => rules.paid_cards.insert(i),
                EquipmentEffect::Symbols { .. } | EquipmentEffect::Move => {
                    rules.free_cards.insert(i);
                }
                EquipmentEffect::ExtraDie(_) => {}
            }
        }
        rules
    }

    /// The cards.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The boss's boards in a game.
    pub fn boss_boards(&self, game: &Game) -> &BossBoards {
        crate::state::laws::boss_boards(&self.catalog, game)
    }

    /// The legal actions. Never empty while a decision is awaited, empty otherwise.
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
        if !in_range(action) || !self.legal(game).has(encode(action)) {
            return Err(IllegalAction {
                action,
                now: game.now,
            });
        }
        self.play(game, action, watch);
        Ok(())
    }

    /// Plays an action known to be legal, such as one taken from [`Rules::legal`].
    /// An illegal one gives a wrong position, or panics in debug builds.
    pub fn apply_unchecked(&self, game: &mut Game, action: Action) {
        debug_assert!(
            self.legal(game).has(encode(action)),
            "{action:?} in {:?}",
            game.now
        );
        self.play(game, action, &mut Silent);
    }

    fn play(&self, game: &mut Game, action: Action, watch: &mut impl Watch) {
        watch.event(Event::Decided {
            seat: game.acting,
            action,
        });
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
            return Err(ImpossibleOutcome {
                now: game.now,
                outcome,
            });
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

    /// Plays chance events with the generator until a decision is awaited or the game is over.
    pub fn play_chance(&self, game: &mut Game, rng: &mut impl Rng) {
        while game.now.is_chance() {
            let outcome = chance::sample(&self.catalog, game, rng);
            self.happen(game, &outcome, &mut Silent);
        }
    }
}

/// Whether an action's offsets and faces are within the id space, so that it can be encoded.
fn in_range(action: Action) -> bool {
    match action {
        Action::Focus { seat } | Action::Operations { seat } if seat == 0 => false,
        Action::Sniper { district } | Action::Move { district } if district == 0 => false,
        _ => decode(encode(action)) == Some(action),
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
        let game = &mut *self.game;
        let focused = matches!(action, Action::Focus { .. });
        game.focused = focused;
        match game.now {
            Now::Place => self.place(action),
            Now::Keep | Now::Faith => self.keep(action),
            Now::Use => self.take(action),
            Now::SetFace { .. } => self.set_face(action),
            Now::Spend => self.spend(action),
            Now::Reward => self.place_reward(action),
            Now::Buy => self.buy(action),
            Now::Receive { card } => self.receive(card, action),
            Now::LoseDie => self.lose_die(action),
            now => unreachable!("no decision is awaited: {now:?}"),
        }
    }

    fn settle(&mut self, outcome: &Outcome) {
        let now = std::mem::replace(&mut self.game.now, Now::Busy);
        match (now, outcome) {
            (Now::DealEpic { district }, Outcome::Epic(epic)) => self.add_epic(district, *epic),
            (Now::DealEquipment, Outcome::Equipment(card)) => {
                self.game.equipment_deck.remove(card.0);
                self.game.market.insert(card.0);
                self.watch.event(Event::MarketCard { card: *card });
            }
            (Now::PlaceBoss, Outcome::District(district)) => self.boss_to(*district),
            (Now::MoveBoss, Outcome::Steps(steps)) => {
                let to = self.game.clockwise(self.game.boss.district, *steps);
                self.boss_to(to);
            }
            (Now::RollDice { seat }, Outcome::Faces(faces)) => self.rolled(seat, faces),
            (now, outcome) => unreachable!("{outcome:?} for {now:?}"),
        }
    }

    /// Does pending work until the position waits for something.
    fn run(&mut self) {
        while self.game.now == Now::Busy {
            let task = self
                .game
                .agenda
                .pop()
                .expect("a running game has work to do");
            match task {
                Task::DealFirst(district) => self.deal_first(district),
                Task::FillMarket(left) => self.fill_market(left),
                Task::BossArrives => self.game.now = Now::PlaceBoss,
                Task::PrologueRed => self.deploy_enforcement(),
                Task::PrologueMove => self.game.now = Now::MoveBoss,
                Task::PlaceStep(left) => self.place_step(left),
                Task::StartRound => self.start_round(),
                Task::FirstRolls(offset) => self.first_rolls(offset),
                Task::KeepStep => self.keep_step(),
                Task::UseStep => self.use_step(),
                Task::RewardStep => self.reward_step(),
                Task::PlaceRewards => self.place_rewards(),
                Task::BuyStep => self.buy_step(),
                Task::EndPurchase => self.end_purchase(),
                Task::AddEpics(offset) => self.add_epics(offset),
                Task::Activate(offset) => self.activate(offset),
                Task::Perform {
                    district,
                    next,
                    end,
                } => self.perform(district, next, end),
                Task::Act {
                    action,
                    district,
                    source,
                } => self.act(action, district, source),
                Task::Advance(district) => self.advance(district),
                Task::Repeat { district, times } => self.repeat(district, times),
                Task::BossTracks(track) => self.boss_tracks(track),
                Task::BossPerform { track, next, end } => self.boss_perform(track, next, end),
                Task::EndRound => self.push(Task::StartRound),
            }
        }
    }

    fn push(&mut self, task: Task) {
        self.game.agenda.push(task);
    }

    fn end(&mut self, ending: Ending) {
        self.game.agenda.clear();
        self.game.open = Open::default();
        self.game.now = Now::Over(ending);
        self.watch.event(Event::Ended { ending });
    }

    fn lose_population(&mut self, amount: u8, cause: Cause) {
        if matches!(self.game.now, Now::Over(_)) {
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
        self.watch.event(Event::Money {
            change: i16::from(amount),
        });
    }

    fn pay(&mut self, amount: u16) {
        self.game.money -= amount;
        self.watch.event(Event::Money {
            change: -(amount as i16),
        });
    }

    /// The ability of a seat.
    fn ability(&self, seat: u8) -> Ability {
        self.rules
            .catalog
            .reckoner(self.game.seats[usize::from(seat)].reckoner)
            .ability
    }
}
