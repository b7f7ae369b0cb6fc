//! Set-up, prologue and the beginning of a round.

use super::{Play, Rules};
use crate::action::Action;
use crate::event::{Event, Watch};
use crate::ids::{
    CardSet, DieKind, Difficulty, EpicId, MAX_DISTRICTS, MAX_SEATS, MIN_SEATS, Reckoner, Track,
};
use crate::state::game::{NOWHERE, RewardPool};
use crate::state::{Agenda, Boss, District, Game, Now, Open, Seat, Task};

/// Who plays, and how hard it shall be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameSetup {
    team: [Reckoner; MAX_SEATS],
    seats: u8,
    difficulty: Difficulty,
}

/// A team that cannot play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadTeam {
    /// Too few or too many.
    #[error("{0} Reckoners; a game has {MIN_SEATS} to {MAX_SEATS} (alone you play two)")]
    Size(usize),
    /// Somebody twice.
    #[error("{0} is in the team twice")]
    Twice(Reckoner),
}

impl GameSetup {
    /// A team in seating order, clockwise.
    pub fn new(team: &[Reckoner], difficulty: Difficulty) -> Result<Self, BadTeam> {
        if !(MIN_SEATS..=MAX_SEATS).contains(&team.len()) {
            return Err(BadTeam::Size(team.len()));
        }
        for (i, who) in team.iter().enumerate() {
            if team[..i].contains(who) {
                return Err(BadTeam::Twice(*who));
            }
        }
        let mut seats = [Reckoner::David; MAX_SEATS];
        seats[..team.len()].copy_from_slice(team);
        Ok(Self {
            team: seats,
            seats: team.len() as u8,
            difficulty,
        })
    }
    /// The team.
    pub fn team(&self) -> &[Reckoner] {
        &self.team[..usize::from(self.seats)]
    }
    /// How hard it is.
    pub const fn difficulty(&self) -> Difficulty {
        self.difficulty
    }
}

impl Rules {
    /// A new game, waiting for its first chance event.
    pub fn new_game(&self, setup: &GameSetup) -> Game {
        let catalog = self.catalog();
        let numbers = &catalog.setup;
        let mut game = Game {
            seat_count: setup.seats,
            difficulty: setup.difficulty,
            round: 0,
            acting: 0,
            focused: false,
            sniper: NOWHERE,
            base: 0,
            token_supply: numbers.plan_tokens,
            population: numbers.population,
            money: numbers.money,
            now: Now::Busy,
            agenda: Agenda::EMPTY,
            open: Open::default(),
            rewards: RewardPool::default(),
            boss: Boss {
                district: NOWHERE,
                brackets: [numbers.boss_bracket; Track::COUNT],
                research: 0,
                health: 0,
            },
            epic_deck: CardSet::first(catalog.epics.len()),
            defeated: CardSet(0),
            equipment_deck: CardSet::first(catalog.equipment.len()),
            market: CardSet(0),
            discarded: CardSet(0),
            tumbling: [0; DieKind::COUNT],
            districts: [District::EMPTY; MAX_DISTRICTS],
            // Absent seats all look alike, so that equal positions compare equal.
            seats: [Seat::new(Reckoner::David); MAX_SEATS],
        };
        game.boss.research = self.boss_boards(&game).value;
        for (seat, &reckoner) in game.seats.iter_mut().zip(setup.team()) {
            *seat = Seat::new(reckoner);
            seat.tokens = numbers.starting_tokens;
            game.token_supply -= numbers.starting_tokens;
            seat.dice[DieKind::Basic.index()] = numbers.basic_dice;
            seat.dice[catalog.reckoner(reckoner).dice.index()] = numbers.special_dice;
        }
        for task in [
            Task::PlaceStep(setup.seats),
            Task::BuyStep,
            Task::PrologueMove,
            Task::PrologueRed,
            Task::BossArrives,
            Task::FillMarket(numbers.market),
            Task::DealFirst(0),
        ] {
            game.agenda.push(task);
        }
        Play {
            rules: self,
            game: &mut game,
            watch: &mut crate::event::Silent,
        }
        .run();
        game
    }
}

impl<W: Watch> Play<'_, W> {
    pub(super) fn deal_first(&mut self, district: u8) {
        if district < self.game.district_count() {
            self.push(Task::DealFirst(district + 1));
            self.game.now = Now::DealEpic { district };
        }
    }

    pub(super) fn fill_market(&mut self, left: u8) {
        if left > 0 && !self.game.equipment_deck.is_empty() {
            self.push(Task::FillMarket(left - 1));
            self.game.now = Now::DealEquipment;
        }
    }

    pub(super) fn place_step(&mut self, left: u8) {
        if left == 0 {
            self.push(Task::StartRound);
        } else {
            self.push(Task::PlaceStep(left - 1));
            self.game.now = Now::Place;
        }
    }

    pub(super) fn place(&mut self, action: Action) {
        let Action::Place { district } = action else {
            unreachable!("{action:?}")
        };
        let to = self.game.district_at(district);
        self.game.seats[usize::from(self.game.acting)].district = to;
        self.watch.event(Event::Moved {
            seat: self.game.acting,
            district: to,
        });
        self.game.acting = self.game.seat_at(1);
        self.game.now = Now::Busy;
    }

    pub(super) fn start_round(&mut self) {
        self.game.round = self.game.round.saturating_add(1);
        self.watch.event(Event::Round {
            round: self.game.round,
        });
        for seat in &mut self.game.seats {
            seat.ability_spent = false;
            seat.ended = false;
            seat.spent_cards = CardSet(0);
        }
        self.push(Task::FirstRolls(0));
    }

    pub(super) fn add_epic(&mut self, district: u8, epic: EpicId) {
        let card = self.rules.catalog.epic(epic);
        let setup = &self.rules.catalog.setup;
        self.game.epic_deck.remove(epic.0);
        let place = &mut self.game.districts[usize::from(district)];
        place.epic = Some(epic);
        place.research = card.research;
        place.health = card.health;
        place.bracket = if self.game.round == 0 {
            setup.first_bracket
        } else {
            setup.new_bracket
        };
        self.watch.event(Event::EpicCame { district, epic });
    }
}
