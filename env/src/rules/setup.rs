//! Set-up, prologue and the beginning of a round.

use super::{Play, Rules};
use crate::action::Action;
use crate::cards::Ruleset;
use crate::event::{Event, Watch};
use crate::ids::{
    Adjustment, CardSet, CityKind, DieKind, Difficulty, DistrictIx, EpicId, MAX_DISTRICTS,
    MAX_SEATS, MIN_SEATS, Measure, Reckoner, SeatIx, SeatOffset, Track,
};
use crate::state::{
    Agenda, Boss, CardMarks, CityState, District, Game, MAX_BOSS_CARDS, Now, Open, OwedGroups,
    RewardPool, Seat, Spot, Step, Swaps, TableDie, Task,
};

/// Who plays which game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameSetup {
    team: [Reckoner; MAX_SEATS],
    seats: u8,
    ruleset: Ruleset,
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
    /// Somebody of a box that is not in play.
    #[error("{0} plays only with the module \"reckoners\"")]
    NotInPlay(Reckoner),
    /// Cards in the first city where there are none, and the city that has them.
    #[error("in {0} no cards lie on the boards; leave them out, or play in {1}")]
    NoCards(CityKind, CityKind),
}

impl GameSetup {
    /// A team in seating order, clockwise; a difficulty alone means the base game.
    pub fn new(team: &[Reckoner], ruleset: impl Into<Ruleset>) -> Result<Self, BadTeam> {
        if !(MIN_SEATS..=MAX_SEATS).contains(&team.len()) {
            return Err(BadTeam::Size(team.len()));
        }
        for (i, who) in team.iter().enumerate() {
            if team[..i].contains(who) {
                return Err(BadTeam::Twice(*who));
            }
        }
        let ruleset = ruleset.into();
        if let Some(who) = team.iter().find(|who| !ruleset.reckoners().contains(who)) {
            return Err(BadTeam::NotInPlay(*who));
        }
        if !ruleset.cards_fit() {
            let has_cards = Ruleset::base(ruleset.difficulty).city;
            return Err(BadTeam::NoCards(ruleset.city, has_cards));
        }
        let mut seats = [Reckoner::David; MAX_SEATS];
        seats[..team.len()].copy_from_slice(team);
        Ok(Self {
            team: seats,
            seats: team.len() as u8,
            ruleset,
        })
    }
    /// The team.
    pub fn team(&self) -> &[Reckoner] {
        &self.team[..usize::from(self.seats)]
    }
    /// Which game it is.
    pub const fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }
    /// How hard it is.
    pub const fn difficulty(&self) -> Difficulty {
        self.ruleset.difficulty
    }
}

impl Rules {
    /// A new game, waiting for its first chance event.
    pub fn new_game(&self, setup: &GameSetup) -> Game {
        let catalog = self.catalog();
        let numbers = &catalog.setup;
        let mut game = Game {
            seat_count: setup.seats,
            ruleset: setup.ruleset,
            step: Step::Prologue,
            round: 0,
            acting: SeatIx(0),
            focused: false,
            sniper: DistrictIx::NOWHERE,
            base: 0,
            token_supply: numbers.plan_tokens,
            population: numbers.population,
            money: numbers.money,
            now: Now::Busy,
            agenda: Agenda::EMPTY,
            open: Open::default(),
            owed: OwedGroups::default(),
            returns_to: None,
            rewards: RewardPool::default(),
            boss: Boss {
                district: DistrictIx::NOWHERE,
                brackets: [numbers.boss_bracket; Track::COUNT],
                research: 0,
                health: 0,
                rows: [0; Track::COUNT],
                cards: [0; MAX_BOSS_CARDS],
            },
            epic_deck: catalog.epic_deck(&setup.ruleset),
            defeated: CardSet::EMPTY,
            defeated_now: 0,
            equipment_deck: catalog.equipment_deck(&setup.ruleset),
            market: CardSet::EMPTY,
            discarded: CardSet::EMPTY,
            activating: false,
            counting: [[0; Measure::COUNT]; MAX_DISTRICTS],
            swaps: Swaps::default(),
            city: CityState::EMPTY,
            districts: [District::EMPTY; MAX_DISTRICTS],
            // Absent seats all look alike, so that equal positions compare equal.
            seats: [Seat::new(Reckoner::David); MAX_SEATS],
            marks: CardMarks::NONE,
        };
        if setup.ruleset.adjustment == Adjustment::Casual {
            game.money += catalog.pieces.casual_money * u16::from(setup.seats);
        }
        self.set_up_city(&mut game);
        self.fill_boss_deck(&mut game);
        for (seat, &reckoner) in game.seats.iter_mut().zip(setup.team()) {
            *seat = Seat::new(reckoner);
            seat.tokens = numbers.starting_tokens;
            game.token_supply -= numbers.starting_tokens;
            for (kind, &count) in DieKind::ALL.iter().zip(&catalog.reckoner(reckoner).dice) {
                for _ in 0..count {
                    seat.dice.add(TableDie::hidden(Spot::Tray, *kind));
                }
            }
        }
        game.agenda.push(Task::PlaceStep { left: setup.seats });
        game.agenda.push(Task::BuyStep);
        if self.city(&game).moving().is_some() {
            game.agenda.push(Task::CityPrologue);
        }
        for task in [
            Task::BossMoves,
            Task::BossPrologue,
            Task::BossArrives,
            Task::FillMarket {
                left: numbers.market,
            },
            Task::DealFirst {
                district: DistrictIx(0),
            },
        ] {
            game.agenda.push(task);
        }
        if self.has_boards(&game) {
            game.agenda.push(Task::DealBoards {
                district: DistrictIx(0),
            });
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
    pub(super) fn deal_first(&mut self, district: DistrictIx) {
        if district.0 < self.game.district_count() {
            let next = DistrictIx(district.0 + 1);
            self.push(Task::DealFirst { district: next });
            self.game.now = Now::DealEpic { district };
        }
    }

    pub(super) fn place_step(&mut self, left: u8) {
        if left == 0 {
            self.push(Task::StartRound);
        } else {
            self.push(Task::PlaceStep { left: left - 1 });
            self.game.now = Now::Place;
        }
    }

    pub(super) fn place(&mut self, action: Action) {
        let Action::Place { district } = action else {
            unreachable!("{action:?}")
        };
        let to = self.game.district_at(district);
        let seat = self.game.acting;
        self.game.seat_mut(seat).district = to;
        self.watch.event(Event::Moved { seat, district: to });
        self.game.acting = self.game.seat_at(SeatOffset(1));
        self.game.now = Now::Busy;
    }

    pub(super) fn start_round(&mut self) {
        self.game.round = self.game.round.saturating_add(1);
        // Cards may ask before the first roll.
        self.game.step = Step::Roll;
        self.watch.event(Event::Round {
            round: self.game.round,
        });
        self.game.step = Step::Roll;
        self.game.defeated_now = 0;
        self.game.city.exchanged = 0;
        for seat in &mut self.game.seats {
            seat.ability_spent = false;
            seat.ended = false;
        }
        self.game.marks.spent = CardSet::EMPTY;
        self.push(Task::FirstRolls { offset: 0 });
        if self.game.ruleset.is_expanded() {
            self.phase_start();
        }
    }

    pub(super) fn add_epic(&mut self, district: DistrictIx, epic: EpicId) {
        let card = self.rules.catalog.epic(epic);
        let setup = &self.rules.catalog.setup;
        self.game.epic_deck.remove(epic.0);
        let first = self.game.round == 0;
        let place = self.game.district_mut(district);
        place.epic = Some(epic);
        place.research = card.research;
        place.health = card.health;
        place.bracket = if first {
            setup.first_bracket
        } else {
            setup.new_bracket
        };
        self.watch.event(Event::EpicCame { district, epic });
    }
}
